//! Terms: what two players agree on besides the colours.

use super::event::Challenge;
use super::reply::Phrase;
use super::table::Game;
use crate::game::Variant;

/// What two players agree on besides the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Terms {
    pub(super) variant: Variant,
    /// Whether the game counts for the ratings.
    pub(super) rated: bool,
}

impl Terms {
    /// Those of a challenge.
    pub(super) const fn of(challenge: &Challenge) -> Self {
        Self {
            variant: challenge.variant,
            rated: challenge.rated,
        }
    }

    /// The same for a game that is not rated, such as one against the bot.
    pub(super) const fn casual(self) -> Self {
        Self {
            rated: false,
            ..self
        }
    }

    /// Those of a game, to be played again.
    pub(super) const fn of_game(game: &Game) -> Self {
        Self {
            variant: game.variant,
            rated: game.rated,
        }
    }

    /// “normal”, “rated blitz”.
    pub(super) fn short_phrase(self) -> Phrase {
        let rated = if self.rated { "-rated" } else { "" };
        Phrase::new(format!("terms-{}{rated}", self.variant))
    }

    /// “a normal game”, “a rated blitz game”.
    pub(super) fn phrase(self) -> Phrase {
        let rated = if self.rated { "-rated" } else { "" };
        Phrase::new(format!("variant-{}{rated}", self.variant))
    }
}
