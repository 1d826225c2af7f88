//! Outages: time that does not count, because the bot was down, or the wall clock was set back.

use jiff::Timestamp;

use super::draft::{Draft, Show};
use super::event::Event;
use super::table::Table;

/// Tells a table of an outage; nothing if it does not matter there. Nothing is said.
///
/// Each start writes an entry for every game in progress: its log has to tell by itself how long
/// each turn took, and how long nothing has happened.
pub(super) fn outage(table: &Table, from: Timestamp, to: Timestamp) -> Option<Draft> {
    let matters = table.running().is_some() || !table.challenges.is_empty();
    matters.then(|| Draft::silent(Show::Nothing).event(Event::Outage { from, to }))
}
