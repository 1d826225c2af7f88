//! Actions, rows, and their notation.
//!
//! The notation is that of gipf.com: place `f6`, move `e4-e10`, remove a row `xe5-e9`, remove a
//! ring `xc3`, and `pass`. It is written in lower case and parsed leniently: in any case, with a
//! hyphen, a space, an arrow or nothing between two points.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::excerpt::excerpt;
use super::point::{Axis, Point};
use super::set::PointSet;

/// Number of markers in a row (rulebook, section E).
pub const ROW_LENGTH: usize = 5;

/// Five adjacent points in a line.
///
/// Rows are ordered by their first end, then by axis. Players see them numbered in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    start: Point,
    axis: Axis,
}

impl Row {
    /// The row between two ends, in either order; `None` unless they are four steps apart on a
    /// line.
    #[must_use]
    pub fn new(one: Point, other: Point) -> Option<Self> {
        let (start, end) = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        let axis = start.axis_to(end)?;
        let row = Self { start, axis };
        (end.slot() == start.slot() + 4 * axis.step() as usize).then_some(row)
    }

    /// The row that starts at a point and runs forward along an axis (to higher letters, or to
    /// higher numbers on a lettered line); `None` if it leaves the board.
    #[must_use]
    pub fn along(start: Point, axis: Axis) -> Option<Self> {
        let end = (1..ROW_LENGTH).try_fold(start, |point, _| point.step(axis.forward()))?;
        Self::new(start, end)
    }

    /// [`Row::along`] for callers that know that the row is on the board.
    pub(crate) const fn at(start: Point, axis: Axis) -> Self {
        Self { start, axis }
    }

    /// Its two ends, the one with the lower letter, then number, first.
    #[must_use]
    pub const fn ends(self) -> (Point, Point) {
        let end = self.start.slot() + 4 * self.axis.step() as usize;
        (self.start, Point::from_slot(end as u8))
    }

    /// The axis of its line.
    #[must_use]
    pub const fn axis(self) -> Axis {
        self.axis
    }

    /// Its five points.
    #[must_use]
    #[inline]
    pub fn points(self) -> PointSet {
        let (start, end) = self.ends();
        PointSet::between(start, end, self.axis) | PointSet::of(start) | PointSet::of(end)
    }
}

impl fmt::Display for Row {
    /// In upper case with an en dash, for sentences: `E5–E9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, end) = self.ends();
        write!(f, "{start}–{end}")
    }
}

impl Serialize for Row {
    /// Its two ends.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.ends().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Row {
    /// From its two ends.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (one, other) = <(Point, Point)>::deserialize(deserializer)?;
        Self::new(one, other)
            .ok_or_else(|| D::Error::custom(format!("{one} and {other} end no row")))
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An atomic decision of a player.
///
/// ```
/// use yinsh::game::Action;
/// let action: Action = "E4 → E10".parse()?;
/// assert_eq!(action.to_string(), "e4-e10");
/// # Ok::<(), yinsh::game::ActionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Action {
    /// Place a ring on an empty point.
    Place(Point),
    /// Put a marker into the ring at `from` and move the ring to `to`.
    Move {
        /// The ring's point.
        from: Point,
        /// Its target.
        to: Point,
    },
    /// Remove a row of the actor's colour.
    Row(Row),
    /// Remove a ring of the actor's colour, after a row.
    Ring(Point),
    /// Pass, as no ring can move.
    Pass,
}

/// Why a text is not an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActionError {
    /// It does not have the form of an action.
    Unreadable(String),
    /// It names a point that the board does not have.
    NoSuchPoint(String),
    /// The two points are not the ends of a row.
    NotFive(Point, Point),
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(text) => write!(f, "“{text}” is not an action"),
            Self::NoSuchPoint(text) => write!(f, "the board has no point “{text}”"),
            Self::NotFive(start, end) => {
                write!(
                    f,
                    "{start} and {end} are not the ends of five points in a line"
                )
            }
        }
    }
}

impl std::error::Error for ActionError {}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => write!(f, "{}", point.lower()),
            Self::Move { from, to } => write!(f, "{}-{}", from.lower(), to.lower()),
            Self::Row(row) => {
                let (start, end) = row.ends();
                write!(f, "x{}-{}", start.lower(), end.lower())
            }
            Self::Ring(point) => write!(f, "x{}", point.lower()),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Parses one or two points, with nothing but separators around them.
///
/// `None` if the text has another form; an error if a point of it does not exist.
pub fn read_points(text: &str) -> Result<Option<(Point, Option<Point>)>, ActionError> {
    let is_separator =
        |c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | '−' | '→' | '➜' | '>' | '/');
    let mut points = [None, None];
    let mut rest = text.trim();
    if !rest.ends_with(|c: char| c.is_ascii_digit()) {
        return Ok(None);
    }
    for place in &mut points {
        if rest.is_empty() {
            break;
        }
        let Some(letter) = rest.chars().next().filter(char::is_ascii_alphabetic) else {
            return Ok(None);
        };
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let name = &rest[..=digits];
        let point = name.parse().map_err(|_| {
            let shown: String = name.chars().skip(1).take(12).collect();
            ActionError::NoSuchPoint(format!("{}{shown}", letter.to_ascii_uppercase()))
        })?;
        *place = Some(point);
        rest = rest[1 + digits..].trim_start_matches(is_separator);
    }
    match points {
        [Some(first), second] if rest.is_empty() => Ok(Some((first, second))),
        _ => Ok(None),
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let unreadable = || ActionError::Unreadable(excerpt(text));
        let trimmed = text.trim();
        if trimmed.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        if let Some(removed) = trimmed.strip_prefix(['x', 'X']) {
            return match read_points(removed)?.ok_or_else(unreadable)? {
                (ring, None) => Ok(Self::Ring(ring)),
                (start, Some(end)) => Row::new(start, end)
                    .map(Self::Row)
                    .ok_or(ActionError::NotFive(start, end)),
            };
        }
        match read_points(trimmed)?.ok_or_else(unreadable)? {
            (point, None) => Ok(Self::Place(point)),
            (from, Some(to)) => Ok(Self::Move { from, to }),
        }
    }
}

impl TryFrom<String> for Action {
    type Error = ActionError;

    fn try_from(text: String) -> Result<Self, ActionError> {
        text.parse()
    }
}

impl From<Action> for String {
    fn from(action: Action) -> Self {
        action.to_string()
    }
}

/// A list of actions on the stack.
#[derive(Clone)]
pub struct ActionList {
    actions: [Action; Self::MOST],
    len: u8,
}

impl ActionList {
    /// Upper bound of the number of legal actions: five rings reach at most 9 points each along
    /// three lines; 5 × 27 = 135.
    pub(crate) const MOST: usize = 135;

    /// An empty list.
    pub(super) const fn new() -> Self {
        Self {
            actions: [Action::Pass; Self::MOST],
            len: 0,
        }
    }

    /// Adds an action.
    #[inline]
    pub(super) fn push(&mut self, action: Action) {
        self.actions[self.len as usize] = action;
        self.len += 1;
    }
}

impl std::ops::Deref for ActionList {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.actions[..self.len as usize]
    }
}

impl<'a> IntoIterator for &'a ActionList {
    type Item = &'a Action;
    type IntoIter = std::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for ActionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_is_parsed_leniently_and_written_one_way() {
        for (text, written) in [
            ("f6", "f6"),
            (" F6 ", "f6"),
            ("e4-e10", "e4-e10"),
            ("E4 E10", "e4-e10"),
            ("E4→E10", "e4-e10"),
            ("E4 -> E10", "e4-e10"),
            ("e4e10", "e4-e10"),
            ("e10e4", "e10-e4"),
            ("xe9-e5", "xe5-e9"),
            ("X E5 E9", "xe5-e9"),
            ("xd8-h4", ""),
            ("xc3", "xc3"),
            ("PASS", "pass"),
            ("", ""),
            ("x", ""),
            ("e4 e10 e5", ""),
            ("e4-", ""),
            ("e101", ""),
            ("l3", ""),
            ("xe5-e8", ""),
            ("é4", ""),
            ("e4 é", ""),
        ] {
            let read = text
                .parse::<Action>()
                .map_or(String::new(), |a| a.to_string());
            assert_eq!(read, written, "{text}");
        }
    }

    #[test]
    fn a_row_has_five_points_of_one_line() {
        let row = |text: &str| match text.parse() {
            Ok(Action::Row(row)) => row,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(row("xe5e9").points().len(), 5);
        assert_eq!(row("xa4e4").points().len(), 5);
        assert_eq!(row("xa2e6").to_string(), "A2–E6");
        assert_eq!(row("xe6a2").to_string(), "A2–E6");
    }
}
