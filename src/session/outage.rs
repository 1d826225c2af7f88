//! Outages: time that does not count, because the bot was down, or the wall clock was set back.

use jiff::Timestamp;

use super::draft::{Draft, Show};
use super::event::{Challenge, Event};
use super::table::Table;

/// Tells a table of an outage; nothing if it does not matter there. Nothing is said.
pub(super) fn outage(table: &Table, from: Timestamp, to: Timestamp) -> Option<Draft> {
    let timed = table.running().is_some_and(|game| game.clock().is_some());
    let matters = timed || to < from && !table.challenges.is_empty();
    matters.then(|| Draft::silent(Show::Nothing).event(Event::Outage { from, to }))
}

/// Keeps how long the challenges have left when the clock is set back. They lapse while the bot is
/// down, too.
pub(super) fn shift(challenges: &mut [Challenge], from: Timestamp, to: Timestamp) {
    if to < from {
        let back = to.duration_since(from);
        for one in challenges {
            one.expires = one.expires.saturating_add(back).unwrap_or(one.expires);
        }
    }
}
