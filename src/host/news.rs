//! News that other tables have to be told of once it is committed.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Whether something new waits to be told.
#[derive(Debug, Default)]
pub(super) struct News {
    is_new: AtomicBool,
    changed: Notify,
}

impl News {
    /// Something was committed.
    pub(super) fn notify(&self) {
        self.is_new.store(true, Ordering::Release);
        self.changed.notify_one();
    }

    /// Whether that happened since it was last asked.
    pub(super) fn take(&self) -> bool {
        self.is_new.swap(false, Ordering::AcqRel)
    }

    /// Returns once it happens.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }
}
