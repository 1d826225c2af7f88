//! Terminations: how a game ended, if not by its moves.

use std::fmt;

use crate::game::result::GameResult;

/// How a game ended, if not by its moves, or why it has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// The loser resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// The loser ran out of time.
    Time,
    /// Somebody in charge decided the result.
    Adjudication,
    /// The game was left unfinished, without a result.
    Unterminated,
    /// The game was aborted, without a result.
    Aborted,
    /// Any other text, which explains no result.
    Other(String),
}

impl Termination {
    /// Parses the value of a `Termination` tag. Unknown values are kept.
    ///
    /// ```
    /// use yinsh::game::Termination;
    /// assert_eq!(Termination::read("Time forfeit"), Termination::Time);
    /// assert_eq!(Termination::read("rain"), Termination::Other("rain".to_owned()));
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Self {
        match text.trim().to_lowercase().as_str() {
            "resignation" | "resigned" => Self::Resignation,
            "agreement" => Self::Agreement,
            // PGN writes "time forfeit".
            "time" | "time forfeit" => Self::Time,
            "adjudication" => Self::Adjudication,
            "unterminated" => Self::Unterminated,
            "aborted" => Self::Aborted,
            _ => Self::Other(text.to_owned()),
        }
    }

    /// Whether a game can have this result by this termination.
    pub(super) fn explains(&self, result: GameResult) -> bool {
        match self {
            Self::Resignation | Self::Time => result != GameResult::Draw,
            Self::Agreement => result == GameResult::Draw,
            Self::Adjudication => true,
            Self::Unterminated | Self::Aborted | Self::Other(_) => false,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Time => "time forfeit",
            Self::Adjudication => "adjudication",
            Self::Unterminated => "unterminated",
            Self::Aborted => "aborted",
            Self::Other(text) => text,
        })
    }
}
