//! What is going on at a table, as far as a platform shows it where the table is.

use jiff::Timestamp;

use super::TableActor;
use crate::game::GameResult;
use crate::session::{Game, Seat, Table};

/// What is going on at a table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Situation {
    /// Whether a challenge waits.
    is_challenged: bool,
    /// The game, running or over.
    game: Option<LastGame>,
}

#[derive(Debug, PartialEq, Eq)]
struct LastGame {
    started: Timestamp,
    seats: [Seat; 2],
    is_over: bool,
    result: Option<GameResult>,
}

impl Situation {
    pub(super) fn of(table: &Table) -> Self {
        let last_game = |game: &Game| LastGame {
            started: game.started(),
            seats: game.seats().clone(),
            is_over: game.is_over(),
            result: game.result(),
        };
        Self {
            is_challenged: !table.challenges().is_empty(),
            game: table.game().map(last_game),
        }
    }
}

impl TableActor {
    /// Tells the platform that what is going on has changed, if it has.
    pub(super) fn tell_situation(&mut self, now: Situation) {
        if self.situation.as_ref() == Some(&now) {
            return;
        }
        self.situation = Some(now);
        if let Some(platform) = self.platform() {
            platform.transport.situation_changed(&self.key);
        }
    }
}
