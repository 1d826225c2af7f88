//! How a game ended that its moves did not end.

use std::fmt;

use crate::game::result::GameResult;

/// How a game ended that its moves did not end, or why it has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// The loser gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// The loser ran out of time.
    Time,
    /// The game was broken off without a result.
    Unterminated,
    /// The game was called off without a result.
    Aborted,
    /// Something else, kept as it was written; it explains no result.
    Other(String),
}

impl Termination {
    /// Reads what a `[Termination "..."]` says. What is not known is kept as it is.
    ///
    /// ```
    /// use ringleader::game::Termination;
    /// assert_eq!(Termination::read("Time forfeit"), Termination::Time);
    /// assert_eq!(Termination::read("rain"), Termination::Other("rain".to_owned()));
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Self {
        match text.trim().to_lowercase().as_str() {
            "resignation" | "resigned" => Self::Resignation,
            "agreement" => Self::Agreement,
            // «Time forfeit» is what PGN writes.
            "time" | "time forfeit" => Self::Time,
            "unterminated" => Self::Unterminated,
            "aborted" => Self::Aborted,
            _ => Self::Other(text.to_owned()),
        }
    }

    /// Whether a game that its moves did not end can have a result for this reason.
    pub(super) fn explains(&self, result: GameResult) -> bool {
        match self {
            Self::Resignation | Self::Time => result != GameResult::Draw,
            Self::Agreement => result == GameResult::Draw,
            Self::Unterminated | Self::Aborted | Self::Other(_) => false,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Time => "time",
            Self::Unterminated => "unterminated",
            Self::Aborted => "aborted",
            Self::Other(text) => text,
        })
    }
}
