//! Whether a table has something in hand, so that others can wait until it is quiet.

use std::sync::Arc;

use tokio::sync::watch;

/// Counts what a table has in hand: commands, thoughts of the engine, replies to be delivered.
#[derive(Debug, Clone)]
pub(super) struct Busy(Arc<watch::Sender<usize>>);

/// One thing in hand, until it is dropped.
#[derive(Debug)]
pub(super) struct InHand(Busy);

impl Busy {
    pub(super) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }

    /// Takes something in hand.
    pub(super) fn take(&self) -> InHand {
        self.0.send_modify(|count| *count += 1);
        InHand(self.clone())
    }

    pub(super) fn is_quiet(&self) -> bool {
        *self.0.borrow() == 0
    }

    /// Waits until nothing is in hand.
    pub(super) async fn quiet(&self) {
        // The sender lives as long as `self`, so that it cannot be gone.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl InHand {
    /// One more thing of the same table.
    pub(super) fn another(&self) -> Self {
        self.0.take()
    }
}

impl Drop for InHand {
    fn drop(&mut self) {
        self.0.0.send_modify(|count| *count -= 1);
    }
}
