//! Time that the bot has missed.

use std::collections::HashMap;

use jiff::Timestamp;

/// Time during which the bot was down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// Its number, greater than that of every earlier one.
    pub id: i64,
    /// When the bot was last up.
    pub from: Timestamp,
    /// When it was up again. Before `from` if the wall clock was set back.
    pub to: Timestamp,
}

/// The outages of each platform that has any, oldest first.
pub type OutagesByPlatform = HashMap<String, Vec<Outage>>;
