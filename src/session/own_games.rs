//! A person's own games at all tables of a platform: which is how urgent.

use std::cmp::Reverse;

use jiff::Timestamp;

use super::adjourned::AdjournedGames;
use super::clock::Clock;
use super::event::Challenge;
use super::game::Game;
use super::person::{Person, TableKey};
use super::table::Table;

/// What a person plays at all tables of a platform, as far as it may be told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnGames {
    /// Tables with a game in progress, the most urgent first, with their places among all of them,
    /// from 1.
    pub running: Vec<(usize, Table)>,
    /// Number of games in progress that are not told.
    pub running_elsewhere: usize,
    /// In how many of these it is the person's turn.
    pub turns_elsewhere: usize,
    /// The newest open challenges to and by the person, and where they are open.
    pub challenges: Vec<(TableKey, Challenge)>,
    /// Number of tables with older ones.
    pub challenges_more: usize,
    /// Number of tables with challenges that are not told.
    pub challenges_elsewhere: usize,
    /// Adjourned games.
    pub adjourned: AdjournedGames,
}

/// Sorts the tables of a person by urgency: their own turn first, then the least time left, then the
/// longest silence.
pub fn by_urgency(tables: &mut [Table], person: &Person) {
    tables.sort_by_cached_key(|table| {
        let game = table.running();
        (
            Reverse(game.is_some_and(|game| game.is_turn_of(person))),
            game.and_then(Game::clock)
                .and_then(Clock::deadline)
                .unwrap_or(Timestamp::MAX),
            game.map(Game::last_action),
            table.key().clone(),
        )
    });
}

impl Game {
    /// Whether a person has to decide now.
    #[must_use]
    pub fn is_turn_of(&self, person: &Person) -> bool {
        !self.is_over() && !self.is_paused() && self.seat(self.position.actor()).holds(person)
    }

    /// When the last action was taken, or when the game began.
    pub(super) fn last_action(&self) -> Timestamp {
        self.times.last().copied().unwrap_or(self.started)
    }
}
