//! Terms: what two players agree on besides the colours.

use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::event::Challenge;
use super::game::Game;
use super::reply::Phrase;
use super::time_control::{TimeControl, span_text};
use crate::game::Variant;

/// What two players agree on besides the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Terms {
    pub(super) variant: Variant,
    /// How long the players may think.
    #[serde(default, skip_serializing_if = "TimeControl::is_untimed")]
    pub(super) time: TimeControl,
    /// Whether weekends do not count for that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) weekends_off: bool,
    /// Whether the game counts for the ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) rated: bool,
}

impl Terms {
    /// Those of a challenge.
    pub(super) const fn of(challenge: &Challenge) -> Self {
        Self {
            variant: challenge.variant,
            time: challenge.time,
            weekends_off: challenge.weekends_off,
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
    pub(super) fn of_game(game: &Game) -> Self {
        Self {
            variant: game.variant,
            time: game.time(),
            weekends_off: game.clock().is_some_and(Clock::weekends_off),
            rated: game.rated,
        }
    }

    /// The time control in words; nothing for an untimed game.
    pub(super) fn time_phrase(self) -> Option<Phrase> {
        time_phrase(self.time, self.weekends_off)
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

    /// The same with the time control: “a normal game (3d a turn)”.
    pub(super) fn full_phrase(self) -> Phrase {
        match self.time_phrase() {
            Some(time) => Phrase::new("challenge-timed")
                .with("game", self.phrase())
                .with("time", time),
            None => self.phrase(),
        }
    }
}

/// A time control in words; nothing for an untimed game.
pub(super) fn time_phrase(time: TimeControl, weekends_off: bool) -> Option<Phrase> {
    let phrase = match time {
        TimeControl::Untimed => return None,
        TimeControl::PerMove(span) => Phrase::new("time-per-move").with("time", span_text(span)),
        TimeControl::Fischer { bank, increment } if increment.is_zero() => {
            Phrase::new("time-bank").with("bank", span_text(bank))
        }
        TimeControl::Fischer { bank, increment } => Phrase::new("time-fischer")
            .with("bank", span_text(bank))
            .with("increment", span_text(increment)),
    };
    Some(match weekends_off {
        true => Phrase::new("time-weekends-off").with("time", phrase),
        false => phrase,
    })
}
