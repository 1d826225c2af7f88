//! Which puzzles are the same under the symmetries of the board.

use crate::game::{Color, Point, Position, Symmetry};

/// A text that is the same for all positions that differ by a rotation or reflection of the board,
/// by the exchange of the colours, or by both, and for no others.
///
/// ```
/// use yinsh::game::{Position, Variant};
/// use yinsh::puzzle::canonical;
/// let start = Position::start(Variant::Normal);
/// let [e4, e3] = ["e4", "e3"].map(|point| start.play(point.parse().unwrap()).unwrap());
/// let mirrored = start.play("d5".parse().unwrap())?;
/// assert_eq!(canonical(&e4), canonical(&mirrored));
/// assert_ne!(canonical(&e4), canonical(&e3));
/// # Ok::<(), yinsh::game::IllegalAction>(())
/// ```
#[must_use]
pub fn canonical(position: &Position) -> String {
    let mut least = None;
    for symmetry in Symmetry::all() {
        for swapped in [false, true] {
            let text = image(position, symmetry, swapped);
            if least.as_ref().is_none_or(|least| text < *least) {
                least = Some(text);
            }
        }
    }
    least.unwrap_or_default()
}

/// The image of a position under a symmetry, and with the colours exchanged if `swapped`: the
/// board, point by point, and everything off it.
fn image(position: &Position, symmetry: Symmetry, swapped: bool) -> String {
    let color = |color: Color| if swapped { !color } else { color };
    let piece = |point: Point| match position.piece(symmetry.of(point)) {
        None => '.',
        Some(piece) if !swapped => piece,
        Some(piece) if piece.is_uppercase() => piece.to_ascii_lowercase(),
        Some(piece) => piece.to_ascii_uppercase(),
    };
    let mut text: String = Point::ALL.map(piece).into_iter().collect();
    let white = color(Color::White);
    let state = format!(
        " {} {} {} {}-{} {}",
        color(position.actor()),
        color(position.mover()),
        position.stage(),
        position.removed(white),
        position.removed(!white),
        position.variant()
    );
    text.push_str(&state);
    text
}
