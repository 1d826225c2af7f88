//! Commands that are given in one place for the game at another table.
//!
//! They go into the queue of that table. What follows is written there, and answered where the
//! command was given.

use super::TableActor;
use crate::host::incoming::Incoming;
use crate::host::preview;
use crate::session::{Command, Parsed, Person, TableKey, by_urgency};
use crate::store::StoreError;

impl TableActor {
    /// The other table that a command is for, if it is for one.
    pub(super) async fn other_table(
        &self,
        incoming: &Incoming,
    ) -> Result<Option<TableKey>, StoreError> {
        if self.was_given_elsewhere(incoming) || !incoming.is_unseen() {
            return Ok(None);
        }
        let place = self.place_of(incoming);
        let parsed = place.and_then(|place| preview::read(&incoming.input, &place.inherited()));
        let Some(Parsed::Command(command)) = parsed else {
            return Ok(None);
        };
        if !command.is_for_any_game() {
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

    /// Whether a command names the game of this table by its number.
    pub(super) async fn is_named(
        &self,
        command: &Command,
        incoming: &Incoming,
    ) -> Result<bool, StoreError> {
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
