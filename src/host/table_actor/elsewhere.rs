//! Commands that are given in one place for the game at another table.
//!
//! They go into the queue of that table. What follows is written there, and answered where the
//! command was given.

use super::TableActor;
use crate::host::incoming::Incoming;
use crate::host::preview;
use crate::session::{Answer, Command, MeantGame, Parsed, Person, TableKey, by_urgency};
use crate::store::StoreError;

impl TableActor {
    /// The other table that a command is for, if it is for one.
    pub(super) async fn other_table(
        &self,
        incoming: &Incoming,
    ) -> Result<Option<TableKey>, StoreError> {
        if self.was_given_elsewhere(incoming) {
            return Ok(None);
        }
        let place = self.place_of(incoming);
        let parsed = place.and_then(|place| preview::read(&incoming.input, &place.inherited()));
        let Some(Parsed::Command(command)) = parsed else {
            return Ok(None);
        };
        if let Some(meant) = command.meant() {
            let table = self.meant_table(meant, incoming).await?;
            return Ok(table.filter(|table| *table != self.key));
        }
        if !command.is_for_any_game() || !incoming.is_unseen() {
            return Ok(None);
        }
        let tables = self.numbered(&incoming.author).await?;
        let table = match command.game_named() {
            Some(number) => number.checked_sub(1).and_then(|index| tables.get(index)),
            // In a private chat without a game the only one is meant.
            None if tables.len() == 1 && incoming.private => tables.first(),
            None => None,
        };
        Ok(table.filter(|table| **table != self.key).cloned())
    }

    /// The table of the game that a command is for, if there is one that its author may see.
    async fn meant_table(
        &self,
        meant: MeantGame,
        incoming: &Incoming,
    ) -> Result<Option<TableKey>, StoreError> {
        let viewer = incoming.viewer();
        let number = match meant {
            MeantGame::Running(named) => {
                return Ok(match self.running_game(named, &viewer).await? {
                    Answer::Running(Some(game)) => Some(game.table.key().clone()),
                    _ => None,
                });
            }
            MeantGame::Watched(number) => number,
        };
        let (platform, person) = (&viewer.table.platform, &viewer.person.id);
        let watched = self.services.store.watched_by(platform, person).await?;
        let table = match number {
            Some(number) => number.checked_sub(1).and_then(|index| watched.get(index)),
            None if watched.contains(viewer.table) => Some(viewer.table),
            None if watched.len() == 1 => watched.first(),
            None => None,
        };
        let Some(table) = table else { return Ok(None) };
        let may_hear = self.may_hear_of(table, &viewer).await;
        Ok(may_hear.then(|| table.clone()))
    }

    /// Whether a command names the game of this table.
    pub(super) async fn is_named(
        &self,
        command: &Command,
        incoming: &Incoming,
    ) -> Result<bool, StoreError> {
        if let Some(meant) = command.meant() {
            let is_here = self.was_given_elsewhere(incoming)
                || self.meant_table(meant, incoming).await?.as_ref() == Some(&self.key);
            return Ok(is_here);
        }
        let Some(number) = command.game_named() else {
            return Ok(false);
        };
        if self.was_given_elsewhere(incoming) {
            return Ok(true);
        }
        // For another table's number the command would be there.
        let tables = self.numbered(&incoming.author).await?;
        let index = number.checked_sub(1);
        Ok(index.and_then(|index| tables.get(index)) == Some(&self.key))
    }

    /// The tables at which a person plays, in the order of the numbers in `games`.
    async fn numbered(&self, person: &Person) -> Result<Vec<TableKey>, StoreError> {
        let mut tables = self.played_by(person).await?;
        by_urgency(&mut tables, person);
        Ok(tables.iter().map(|table| table.key().clone()).collect())
    }

    /// Whether a command was given at another table.
    pub(super) fn was_given_elsewhere(&self, incoming: &Incoming) -> bool {
        incoming.table != self.key
    }
}
