//! The board in plain text, for those who cannot see pictures.

use yinsh::game::{Axis, Color, Point, Position};

/// Characters between two lettered lines.
const STEP: usize = 4;
/// Characters left of the line at the left, which hold the numbers' labels.
const INDENT: usize = 4;
/// Half steps from the highest to the lowest point, with one more on each side for labels.
const LINES: usize = 21;

/// The board as text in a monospaced layout: `R` and `r` a white and a black ring, `M` and `m` a
/// white and a black marker, `.` an empty point. Lettered lines are upright, with their letter
/// below; each number stands at the left end of its line, which runs down to the right (up to the
/// right lies the same number of the next letter plus one). The side of `view` is at the bottom.
///
/// ```
/// use yinsh::game::{Color, Position, Variant};
/// use yinsh_picture::plain_board;
/// let text = plain_board(&Position::start(Variant::Normal), Color::White);
/// assert_eq!(text.matches('.').count(), 85);
/// ```
#[must_use]
pub fn plain_board(position: &Position, view: Color) -> String {
    let mut lines = vec![vec![' '; INDENT + 10 * STEP + 1]; LINES];
    for point in Point::ALL {
        let (line, place) = spot(point, view);
        lines[line][place] = position.piece(point).unwrap_or('.');
        // A label stands where its line ends, below or to the left.
        let is_before = |other: Point| match view {
            Color::White => other < point,
            Color::Black => other > point,
        };
        let is_end = |axis: Axis| {
            !Point::ALL
                .into_iter()
                .any(|other| point.axis_to(other) == Some(axis) && is_before(other))
        };
        if is_end(Axis::Letter) {
            lines[line + 1][place] = point.letter();
        }
        if is_end(Axis::Number) {
            // Half a step up and before the point, so that it stands in line.
            let label = point.number().to_string();
            let start = place - 1 - label.len();
            for (i, c) in label.chars().enumerate() {
                lines[line - 1][start + i] = c;
            }
        }
    }
    let lines: Vec<String> = lines
        .into_iter()
        .map(|line| line.into_iter().collect::<String>().trim_end().to_owned())
        .collect();
    lines.join("\n")
}

/// The line and the place in it of a point.
fn spot(point: Point, view: Color) -> (usize, usize) {
    let column = usize::from(point.column());
    // Half steps above the middle of the board: a letter further is half a step lower.
    let up = 2 * i32::from(point.number()) - i32::from(point.column()) - 7;
    let (column, up) = match view {
        Color::White => (column, up),
        Color::Black => (10 - column, -up),
    };
    // The highest points are nine half steps up, and a label stands above.
    ((10 - up) as usize, INDENT + column * STEP)
}
