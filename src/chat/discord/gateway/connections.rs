//! The connections of this process: one with all shards or, where several processes share them out,
//! one for each shard that is this process's.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::chat::common::platform::DISCORD;
use crate::host::Readiness;
use crate::lock::lock;

/// The shards of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) enum Part {
    /// All, as many as Discord wants.
    All,
    /// One.
    Shard {
        /// Its number, from 0.
        number: u32,
        /// How many there are.
        of: u32,
    },
}

impl Part {
    /// Whether a shard is one of them.
    pub(in super::super) const fn has(self, shard: u32) -> bool {
        match self {
            Self::All => true,
            Self::Shard { number, .. } => number == shard,
        }
    }

    /// How many they are, if Discord wants so many in all.
    pub(super) fn count(self, wanted: u32) -> u32 {
        match self {
            Self::All => wanted.max(1),
            Self::Shard { .. } => 1,
        }
    }
}

/// Which connections are up.
pub(super) struct Connections {
    readiness: Arc<Readiness>,
    up: Mutex<BTreeMap<Part, bool>>,
    /// Whether nothing is wanted of this process: others have all shards.
    stands_by: AtomicBool,
}

impl Connections {
    pub(super) fn new(readiness: Arc<Readiness>) -> Self {
        Self {
            readiness,
            up: Mutex::default(),
            stands_by: AtomicBool::new(false),
        }
    }

    /// Notes whether nothing is wanted of this process.
    pub(super) fn stand_by(&self, stands_by: bool) {
        self.stands_by.store(stands_by, Ordering::Relaxed);
        self.report();
    }

    /// Notes whether one is up.
    pub(super) fn set(&self, part: Part, is_up: bool) {
        lock(&self.up).insert(part, is_up);
        self.report();
    }

    /// One is wanted no longer.
    pub(super) fn remove(&self, part: Part) {
        lock(&self.up).remove(&part);
        self.report();
    }

    /// Whether one is up.
    pub(super) fn is_any_up(&self) -> bool {
        lock(&self.up).values().any(|up| *up)
    }

    /// Discord is connected if all are, or if nothing is wanted of this process.
    fn report(&self) {
        let up = lock(&self.up);
        let is_up = match up.is_empty() {
            true => self.stands_by.load(Ordering::Relaxed),
            false => up.values().all(|up| *up),
        };
        self.readiness.set_connected(DISCORD, is_up);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discord_is_connected_once_all_shards_are() {
        let readiness = Arc::new(Readiness::default());
        readiness.set_connected(DISCORD, false);
        let connections = Connections::new(Arc::clone(&readiness));
        let is_ready = || readiness.not_connected().is_empty();
        let [first, second] = [0, 1].map(|number| Part::Shard { number, of: 2 });
        connections.set(first, true);
        assert!(is_ready());
        connections.set(second, false);
        assert!(!is_ready());
        connections.remove(second);
        assert!(is_ready());
        connections.remove(first);
        assert!(!is_ready());
        connections.stand_by(true);
        assert!(is_ready());
    }
}
