//! The 85 points of the board, the three axes its lines follow, and the six directions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::excerpt::excerpt;

/// Width of the square grid that holds the hexagonal board: 11 letters by 11 numbers.
///
/// The point with letter index `a` and number `n` has slot `11 * a + (n - 1)`. Every line of the
/// board is an arithmetic progression of slots (with steps 1, 11 and 12). At least one empty slot
/// separates a lettered line from the next, so that shifting a set by a step carries no point
/// around the edge.
pub(crate) const STRIDE: u8 = 11;

/// Number of slots of the grid, on the board or not.
pub(crate) const SLOTS: usize = 121;

/// Number of points on the board.
pub const POINT_COUNT: usize = 85;

/// The lowest and the highest number of each lettered line, A to K.
pub(crate) const COLUMN_RANGES: [(u8, u8); 11] = [
    (2, 5),
    (1, 7),
    (1, 8),
    (1, 9),
    (1, 10),
    (2, 10),
    (2, 11),
    (3, 11),
    (4, 11),
    (5, 11),
    (7, 10),
];

/// All points, ordered by letter, then by number.
const ALL: [Point; POINT_COUNT] = {
    let mut all = [Point(0); POINT_COUNT];
    let mut filled = 0;
    let mut column = 0;
    while column < 11 {
        let (low, high) = COLUMN_RANGES[column];
        let mut number = low;
        while number <= high {
            all[filled] = Point(column as u8 * STRIDE + number - 1);
            filled += 1;
            number += 1;
        }
        column += 1;
    }
    all
};

/// One of the 85 intersections of the board, A2 to K10.
///
/// ```
/// use yinsh::game::Point;
/// let point: Point = "e4".parse()?;
/// assert_eq!((point.letter(), point.number()), ('E', 4));
/// assert_eq!(point.to_string(), "E4");
/// # Ok::<(), yinsh::game::PointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Point(u8);

/// Why a text is not a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointError {
    text: String,
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” is not a point of the board", self.text)
    }
}

impl std::error::Error for PointError {}

impl Point {
    /// All points, ordered by letter, then by number.
    pub const ALL: [Self; POINT_COUNT] = ALL;

    /// The point on lettered line `column` (0 is A, 10 is K) with `number` (1 to 11), if the
    /// board has it.
    #[must_use]
    pub const fn new(column: u8, number: u8) -> Option<Self> {
        if column >= 11 {
            return None;
        }
        let (low, high) = COLUMN_RANGES[column as usize];
        if number < low || number > high {
            return None;
        }
        Some(Self(column * STRIDE + number - 1))
    }

    /// The point at a slot of the 11 by 11 grid.
    ///
    /// Callers pass slots of a [`super::PointSet`] or a table, which hold slots on the board only.
    pub(crate) const fn from_slot(slot: u8) -> Self {
        Self(slot)
    }

    /// The slot in the 11 by 11 grid, 0 to 120.
    pub(crate) const fn slot(self) -> usize {
        self.0 as usize
    }

    /// Index of the lettered line, 0 (A) to 10 (K).
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 / STRIDE
    }

    /// The letter, `'A'` to `'K'`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.column()) as char
    }

    /// The number, 1 to 11.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 % STRIDE + 1
    }

    /// The neighbour in a direction; `None` at the edge of the board.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (letters, numbers) = direction.delta();
        let column = self.column() as i8 + letters;
        let number = self.number() as i8 + numbers;
        if column < 0 || number < 0 {
            return None;
        }
        Self::new(column as u8, number as u8)
    }

    /// The axis of the line through two different points, if there is one.
    #[must_use]
    pub const fn axis_to(self, other: Self) -> Option<Axis> {
        if self.0 == other.0 {
            None
        } else if self.column() == other.column() {
            Some(Axis::Letter)
        } else if self.number() == other.number() {
            Some(Axis::Number)
        } else if self.0.abs_diff(other.0).is_multiple_of(STRIDE + 1) {
            Some(Axis::Diagonal)
        } else {
            None
        }
    }

    /// The point in lower case, as in the notation of actions: `e4`.
    #[must_use]
    pub fn lower(self) -> impl fmt::Display {
        struct Lower(Point);
        impl fmt::Display for Lower {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(
                    f,
                    "{}{}",
                    self.0.letter().to_ascii_lowercase(),
                    self.0.number()
                )
            }
        }
        Lower(self)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.number())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = PointError;

    /// Parses `E4` or `e4`.
    fn from_str(text: &str) -> Result<Self, PointError> {
        let error = || PointError {
            text: excerpt(text),
        };
        let mut chars = text.chars();
        let letter = chars.next().ok_or_else(error)?.to_ascii_uppercase();
        let digits = chars.as_str();
        if !letter.is_ascii_uppercase()
            || digits.is_empty()
            || digits.len() > 2
            || digits.starts_with('0')
            || !digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Err(error());
        }
        let number = digits.parse().map_err(|_| error())?;
        Self::new(letter as u8 - b'A', number).ok_or_else(error)
    }
}

impl TryFrom<String> for Point {
    type Error = PointError;

    fn try_from(text: String) -> Result<Self, PointError> {
        text.parse()
    }
}

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.to_string()
    }
}

/// One of the three families of parallel lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Lines along which the letter stays the same (E1 to E10).
    Letter,
    /// Lines along which the number stays the same (A4 to I4).
    Number,
    /// Lines along which letter index minus number stays the same (A2 to J11).
    Diagonal,
}

impl Axis {
    /// The three axes.
    pub const ALL: [Self; 3] = [Self::Letter, Self::Number, Self::Diagonal];

    /// Difference of the slots of two neighbours on a line of this axis.
    pub(crate) const fn step(self) -> u8 {
        match self {
            Self::Letter => 1,
            Self::Number => STRIDE,
            Self::Diagonal => STRIDE + 1,
        }
    }

    /// The direction along the axis to higher slots.
    #[must_use]
    pub const fn forward(self) -> Direction {
        match self {
            Self::Letter => Direction::NumberUp,
            Self::Number => Direction::LetterUp,
            Self::Diagonal => Direction::BothUp,
        }
    }
}

/// One of the six directions from a point to its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Same letter, next number.
    NumberUp,
    /// Same letter, previous number.
    NumberDown,
    /// Next letter, same number.
    LetterUp,
    /// Previous letter, same number.
    LetterDown,
    /// Next letter, next number.
    BothUp,
    /// Previous letter, previous number.
    BothDown,
}

impl Direction {
    /// The six directions.
    pub const ALL: [Self; 6] = [
        Self::NumberUp,
        Self::NumberDown,
        Self::LetterUp,
        Self::LetterDown,
        Self::BothUp,
        Self::BothDown,
    ];

    /// Change of letter index and of number by one step.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::NumberUp => (0, 1),
            Self::NumberDown => (0, -1),
            Self::LetterUp => (1, 0),
            Self::LetterDown => (-1, 0),
            Self::BothUp => (1, 1),
            Self::BothDown => (-1, -1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_the_points_of_the_rulebook() {
        assert_eq!(Point::ALL.len(), 85);
        assert!(Point::ALL.is_sorted());
        for point in Point::ALL {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
            assert_eq!(point.lower().to_string(), point.to_string().to_lowercase());
        }
        for text in [
            "A1", "A6", "B8", "E11", "F1", "F11", "G1", "K6", "K11", "L5", "", "E", "4", "E04",
            "E+4", "Ä4", "E4 ", "E400", "é",
        ] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }

    #[test]
    fn lines_join_points() {
        let at = |text: &str| text.parse::<Point>().unwrap();
        assert_eq!(at("E1").axis_to(at("E10")), Some(Axis::Letter));
        assert_eq!(at("A4").axis_to(at("I4")), Some(Axis::Number));
        assert_eq!(at("A2").axis_to(at("J11")), Some(Axis::Diagonal));
        assert_eq!(at("E4").axis_to(at("F6")), None);
        assert_eq!(at("E4").axis_to(at("E4")), None);
        assert_eq!(at("E10").step(Direction::NumberUp), None);
        assert_eq!(at("E4").step(Direction::BothDown), Some(at("D3")));
    }
}
