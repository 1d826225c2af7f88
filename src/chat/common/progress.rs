//! How far replies were delivered whose delivery was interrupted.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::lock::lock;

/// The progress of replies that will be delivered again, by their numbers in the outbox. Bounded:
/// a reply that is dropped starts from the beginning, and the server recognises what it has.
#[derive(Debug)]
pub(crate) struct PartialDeliveries<P> {
    by_reply: Mutex<BTreeMap<i64, P>>,
    capacity: usize,
}

impl<P: Default> PartialDeliveries<P> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            by_reply: Mutex::default(),
            capacity,
        }
    }

    /// Whether the progress of a reply is kept.
    #[cfg(feature = "matrix")]
    pub(crate) fn has(&self, reply: i64) -> bool {
        lock(&self.by_reply).contains_key(&reply)
    }

    /// The progress of a reply, which is no longer kept.
    pub(crate) fn take(&self, reply: i64) -> P {
        lock(&self.by_reply).remove(&reply).unwrap_or_default()
    }

    /// Keeps the progress of a reply for the next attempt.
    pub(crate) fn keep(&self, reply: i64, progress: P) {
        let mut kept = lock(&self.by_reply);
        kept.insert(reply, progress);
        if kept.len() > self.capacity {
            kept.pop_first();
        }
    }
}
