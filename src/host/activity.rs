//! Counts what a table has in flight, so that others can wait until it is quiet.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// Number of a table's commands, engine requests and undelivered replies in flight.
#[derive(Debug, Clone)]
pub(super) struct Activity(Arc<watch::Sender<usize>>);

/// One thing in flight, until it is dropped.
#[derive(Debug)]
pub(super) struct InFlight {
    activity: Activity,
    /// When the event arrived that it follows from at once.
    since: Option<Instant>,
}

impl Activity {
    pub(super) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }

    /// Counts one more, which arrives now.
    pub(super) fn begin(&self) -> InFlight {
        self.count(Some(Instant::now()))
    }

    fn count(&self, since: Option<Instant>) -> InFlight {
        self.0.send_modify(|count| *count += 1);
        InFlight {
            activity: self.clone(),
            since,
        }
    }

    pub(super) fn is_quiet(&self) -> bool {
        *self.0.borrow() == 0
    }

    /// Waits until nothing is in flight.
    pub(super) async fn quiet(&self) {
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl InFlight {
    /// Counts one more at the same table, that follows from the same event.
    pub(super) fn another(&self) -> Self {
        self.activity.count(self.since)
    }

    /// Counts one more at the same table, which takes its time: a search, or what was stored before.
    pub(super) fn later(&self) -> Self {
        self.activity.count(None)
    }

    /// How long ago the event arrived that it follows from at once.
    pub(super) fn age(&self) -> Option<Duration> {
        self.since.map(|since| since.elapsed())
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.activity.0.send_modify(|count| *count -= 1);
    }
}
