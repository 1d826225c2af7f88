//! Adjourned games: what lists say of them, and how one is continued at a free table.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::event::Entry;
use super::person::{Person, Seat};
use super::reply::{Arg, Reply};
use super::table::Table;
use super::time_control::TimeControl;
use crate::game::Variant;

/// What lists say of an adjourned game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjournedGame {
    /// Who plays white and black.
    pub seats: [Seat; 2],
    /// The variant.
    pub variant: Variant,
    /// Whether the players agreed that it is rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// How long the players may think.
    #[serde(default, skip_serializing_if = "TimeControl::is_untimed")]
    pub time: TimeControl,
    /// When it was adjourned.
    pub at: Timestamp,
}

impl AdjournedGame {
    /// The other player.
    #[must_use]
    pub fn opponent_of(&self, person: &Person) -> &Seat {
        let [white, black] = &self.seats;
        if white.holds(person) { black } else { white }
    }
}

impl Table {
    /// The game that is adjourned at this time, and was in progress at the table until then.
    #[must_use]
    pub fn adjourned(&self, at: Timestamp) -> Option<AdjournedGame> {
        let game = self.running()?;
        Some(AdjournedGame {
            seats: game.seats.clone(),
            variant: game.variant,
            rated: game.rated,
            time: game.time(),
            at,
        })
    }
}

/// An adjourned game with all that is needed to continue it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation {
    /// Its number in the store, which lasts as long as the game is adjourned, and is never given
    /// twice.
    pub number: i64,
    /// What lists say of it.
    pub game: AdjournedGame,
    /// The game's own entries, from its start until it was adjourned.
    pub entries: Vec<Entry>,
}

/// A person's adjourned games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AdjournedGames {
    /// The first of those that may be told, with their numbers, oldest first.
    pub games: Vec<(i64, AdjournedGame)>,
    /// Number of all of them.
    pub total: usize,
    /// Number of those that may not be told.
    pub elsewhere: usize,
    /// The one that is asked for, or the only one.
    pub picked: PickedGame,
    /// Whether its other player can be where it is asked for; unknown if the platform does not tell.
    pub opponent_present: Option<bool>,
}

/// The adjourned game that a person would like to continue.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PickedGame {
    /// None is asked for, and there is not just one.
    #[default]
    None,
    /// Theirs.
    Own(Box<Continuation>),
    /// One of other people.
    Others,
    /// No adjourned game has that number.
    Unknown,
    /// Theirs, but it was continued at another table meanwhile.
    Gone,
}

/// Stands for the number that the store gives to a game that is being adjourned.
const NUMBER: &str = "<number>";

/// The command that continues the game that is being adjourned.
pub(super) fn resume_it() -> String {
    format!("resume {NUMBER}")
}

impl Reply {
    /// The reply that tells that a game is adjourned, with the number that the store has given it.
    #[must_use]
    pub fn with_adjourned(mut self, number: i64) -> Self {
        let number = number.to_string();
        let text = self.text.iter_mut();
        for arg in text.flat_map(|phrase| phrase.args.values_mut()) {
            if let Arg::Command(command) = arg {
                *command = command.replace(NUMBER, &number);
            }
        }
        for choice in &mut self.choices {
            choice.command = choice.command.replace(NUMBER, &number);
        }
        self
    }
}
