//! Work that is done one after another, so that the first is done first: reviews, and replays.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Lets one piece of work be done at a time.
#[derive(Debug)]
pub(super) struct OneByOne {
    turn: Arc<Semaphore>,
    queued: Arc<AtomicUsize>,
}

/// Work in line or under way, until it is dropped.
#[derive(Debug)]
pub(super) struct PlaceInLine {
    turn: Arc<Semaphore>,
    queued: Arc<AtomicUsize>,
}

impl OneByOne {
    pub(super) fn new() -> Self {
        Self {
            turn: Arc::new(Semaphore::new(1)),
            queued: Arc::default(),
        }
    }

    /// Queues work. Returns how much other work goes before.
    pub(super) fn queue(&self) -> (usize, PlaceInLine) {
        let ahead = self.queued.fetch_add(1, Ordering::Relaxed);
        let turn = PlaceInLine {
            turn: Arc::clone(&self.turn),
            queued: Arc::clone(&self.queued),
        };
        (ahead, turn)
    }
}

impl PlaceInLine {
    /// Waits until this work is next. The turn lasts until the permit is dropped.
    pub(super) async fn next(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.turn).acquire_owned().await.ok()
    }
}

impl Drop for PlaceInLine {
    fn drop(&mut self) {
        self.queued.fetch_sub(1, Ordering::Relaxed);
    }
}
