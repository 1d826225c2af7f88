//! Adjourned games: what lists say of them, how one is continued at a free table, and games whose place
//! is gone.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::context::Context;
use super::draft::{Draft, Outcome, Show};
use super::event::{Entry, Event};
use super::game::Game;
use super::person::{Person, Seat};
use super::refusal::Refusal;
use super::reply::{Arg, Phrase, Reply};
use super::settings::Remind;
use super::table::Table;
use super::time_control::TimeControl;
use crate::game::{Color, Variant};

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

/// The place of a table is gone: its game is adjourned, and its players are told in private. If the
/// place is not gone `for_good`, an untimed game stays.
pub(super) fn place_gone(
    table: &Table,
    for_good: bool,
    context: &Context<'_>,
) -> Result<Outcome, Refusal> {
    let running = table.running();
    let Some(game) = running.filter(|game| for_good || game.clock().is_some()) else {
        return Ok(Outcome::nothing(table));
    };
    let adjourned = Draft::silent(Show::Nothing).event(Event::Adjourned);
    let mut outcome = adjourned.into_outcome(table, context)?;
    for color in Color::ALL {
        if let Some(person) = game.seat(color).person()
            && context.reminders_of(person) != Remind::Off
        {
            outcome.replies.push(Reply {
                text: vec![told(game, color, person, for_good)],
                only_for: Some(person.clone()),
                private: true,
                version: outcome.table.version(),
                ..Reply::default()
            });
        }
    }
    Ok(outcome)
}

/// What a player is told of a game whose place is gone.
fn told(game: &Game, color: Color, person: &Person, for_good: bool) -> Phrase {
    let other = game.seat(!color);
    let phrase = match (for_good, other.is_bot()) {
        (true, false) => Phrase::new("place-gone"),
        (true, true) => Phrase::new("place-gone-bot"),
        (false, false) => Phrase::new("place-left"),
        (false, true) => Phrase::new("place-left-bot"),
    };
    phrase
        .with("player", Arg::Mention(person.clone()))
        .with("other", Arg::seat(other))
        .with("resume", Arg::command(resume_it()))
}
