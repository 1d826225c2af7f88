//! Counts what a table has in flight, so that others can wait until it is quiet.

use std::sync::Arc;

use tokio::sync::watch;

/// Number of a table's commands, engine requests and undelivered replies in flight.
#[derive(Debug, Clone)]
pub(super) struct Activity(Arc<watch::Sender<usize>>);

/// One thing in flight, until it is dropped.
#[derive(Debug)]
pub(super) struct InFlight(Activity);

impl Activity {
    pub(super) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }

    /// Counts one more.
    pub(super) fn begin(&self) -> InFlight {
        self.0.send_modify(|count| *count += 1);
        InFlight(self.clone())
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
    /// Counts one more at the same table.
    pub(super) fn another(&self) -> Self {
        self.0.begin()
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.0.send_modify(|count| *count -= 1);
    }
}
