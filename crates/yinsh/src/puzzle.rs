//! Puzzles: positions in which each of the solver's decisions has one right answer.
//!
//! | module | what is in it |
//! |---|---|
//! | `theme` | what a puzzle is about |
//! | `judge` | whether a decision has one right answer |
//! | `maker` | finds puzzles in positions |
//! | `check` | proves that a puzzle is one |
//! | `difficulty` | how likely the levels are to solve one |
//! | `mirror` | which puzzles are the same under the symmetries of the board |

mod check;
mod difficulty;
mod judge;
mod maker;
mod mirror;
mod theme;

use std::fmt;
use std::str::FromStr;

pub use check::{Fault, check, prove};
pub use difficulty::{chances, solves};
pub use judge::{Judge, LEAST_LOSS};
pub use maker::find;
pub use mirror::canonical;
pub use theme::Theme;

use crate::game::{Action, ActionError, Color, Position, PositionError, Stage};

/// Maximum number of the solver's turns.
pub const MAX_TURNS: usize = 5;

/// Maximum length of a name, in bytes.
const MAX_NAME: usize = 40;

/// A puzzle. The solver is who decides in its position.
///
/// Its text form is one line: `NAME;POSITION;ACTION ACTION…;THEME,THEME…;RATING`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name: letters, digits and hyphens.
    pub name: String,
    /// The position to begin with.
    pub start: Position,
    /// The solution: the decisions of both players in turn, those of the solver first and last.
    pub line: Vec<Action>,
    /// What it is about, at least one, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// How difficult it is, on the scale of ratings.
    pub rating: u16,
}

/// Why a line is not a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PuzzleError {
    /// It does not have five parts.
    Parts,
    /// The name is empty, too long, or has other characters than letters, digits and hyphens.
    Name,
    /// The position is none.
    Position(PositionError),
    /// An action of the solution is none.
    Action(ActionError),
    /// There is no such theme.
    Theme(String),
    /// The rating is not a number.
    Rating(String),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts => f.write_str(
                "a puzzle has five parts (name, position, solution, themes, rating), separated by semicolons",
            ),
            Self::Name => f.write_str("a name has 1 to 40 letters, digits and hyphens"),
            Self::Position(error) => write!(f, "illegal position: {error}"),
            Self::Action(error) => error.fmt(f),
            Self::Theme(text) => write!(f, "there is no theme “{}”", text.escape_default()),
            Self::Rating(text) => write!(f, "the rating cannot be “{}”", text.escape_default()),
        }
    }
}

impl std::error::Error for PuzzleError {}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};", self.name, self.start)?;
        for (index, action) in self.line.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{action}")?;
        }
        f.write_str(";")?;
        for (index, theme) in self.themes.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{theme}")?;
        }
        write!(f, ";{}", self.rating)
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let parts: Vec<&str> = text.trim().split(';').collect();
        let &[name, start, line, themes, rating] = parts.as_slice() else {
            return Err(PuzzleError::Parts);
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(is_plain) {
            return Err(PuzzleError::Name);
        }
        Ok(Self {
            name: name.to_owned(),
            start: start.parse().map_err(PuzzleError::Position)?,
            line: line
                .split_whitespace()
                .map(|action| action.parse().map_err(PuzzleError::Action))
                .collect::<Result<_, _>>()?,
            themes: themes
                .split(',')
                .map(|theme| theme.parse().map_err(|()| PuzzleError::Theme(theme.into())))
                .collect::<Result<_, _>>()?,
            rating: rating
                .parse()
                .map_err(|_| PuzzleError::Rating(rating.to_owned()))?,
        })
    }
}

impl Puzzle {
    /// Who solves it.
    #[must_use]
    pub const fn solver(&self) -> Color {
        self.start.actor()
    }
}

/// Number of the solver's turns in a solution; the last one may be cut off in its middle. The
/// actions after an illegal one are not counted.
#[must_use]
pub fn turns(start: &Position, line: &[Action]) -> usize {
    let solver = start.actor();
    let (mut at, mut count, mut was_own) = (*start, 0, false);
    for &action in line {
        let is_own = at.actor() == solver && at.stage() != Stage::Over;
        count += usize::from(is_own && !was_own);
        was_own = is_own;
        match at.play(action) {
            Ok(next) => at = next,
            Err(_) => break,
        }
    }
    count
}

#[cfg(test)]
mod tests;
