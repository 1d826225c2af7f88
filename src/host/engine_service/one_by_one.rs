//! A line for work that is done one piece at a time, first come, first served: reviews, and replays.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Lets one piece of work be done at a time.
#[derive(Debug)]
pub(super) struct OneByOne {
    turn: Arc<Semaphore>,
    queued: Arc<AtomicUsize>,
}

/// A place in the line, held until it is dropped.
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

    /// Joins the line. Returns how many are ahead.
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
    /// Waits for its turn, which lasts until the permit is dropped.
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
