//! The outages that not all tables were told of yet, in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::store::{Outage, OutagesByPlatform};

/// The outages that not all tables were told of yet.
#[derive(Default)]
pub(super) struct CurrentOutages {
    /// Number of the last one.
    last: AtomicI64,
    outages: Mutex<HashMap<String, Arc<[Outage]>>>,
}

impl CurrentOutages {
    /// All that there are at these platforms. They are known before [`last`](Self::last) counts them.
    pub(super) fn set(&self, outages: OutagesByPlatform) {
        let numbers = outages.values().flatten().map(|one| one.id);
        let last = numbers.max().unwrap_or_default();
        let shared = outages.into_iter().map(|(name, all)| (name, all.into()));
        lock(&self.outages).extend(shared);
        self.last.fetch_max(last, Ordering::AcqRel);
    }

    /// The number of the last outage since the host was started: a table that was told of it was
    /// told of all.
    pub(super) fn last(&self) -> i64 {
        self.last.load(Ordering::Acquire)
    }

    /// The outages of a platform, oldest first.
    pub(super) fn of(&self, platform: &str) -> Arc<[Outage]> {
        lock(&self.outages)
            .get(platform)
            .cloned()
            .unwrap_or_default()
    }

    /// All tables of a platform were told.
    pub(super) fn forget(&self, platform: &str) {
        lock(&self.outages).remove(platform);
    }
}
