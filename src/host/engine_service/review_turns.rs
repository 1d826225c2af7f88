//! Reviews are made one after another, so that the first is done first.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Lets one review be made at a time.
#[derive(Debug)]
pub(super) struct ReviewTurns {
    turn: Arc<Semaphore>,
    queued: Arc<AtomicUsize>,
}

/// A review in line or under way, until it is dropped.
#[derive(Debug)]
pub(super) struct ReviewTurn {
    turn: Arc<Semaphore>,
    queued: Arc<AtomicUsize>,
}

impl ReviewTurns {
    pub(super) fn new() -> Self {
        Self {
            turn: Arc::new(Semaphore::new(1)),
            queued: Arc::default(),
        }
    }

    /// Queues a review. Returns how many others go before.
    pub(super) fn queue(&self) -> (usize, ReviewTurn) {
        let ahead = self.queued.fetch_add(1, Ordering::Relaxed);
        let turn = ReviewTurn {
            turn: Arc::clone(&self.turn),
            queued: Arc::clone(&self.queued),
        };
        (ahead, turn)
    }
}

impl ReviewTurn {
    /// Waits until this review is next. The turn lasts until the permit is dropped.
    pub(super) async fn next(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.turn).acquire_owned().await.ok()
    }
}

impl Drop for ReviewTurn {
    fn drop(&mut self) {
        self.queued.fetch_sub(1, Ordering::Relaxed);
    }
}
