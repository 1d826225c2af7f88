//! Tells the platform that the engine works for a table.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::host::services::Services;
use crate::session::TableKey;

/// A platform's typing notice at one table. Ends when it is dropped.
pub(super) struct ThinkingNotice {
    services: Arc<Services>,
    table: TableKey,
    on: bool,
}

impl ThinkingNotice {
    pub(super) fn new(services: Arc<Services>, table: TableKey) -> Self {
        Self {
            services,
            table,
            on: false,
        }
    }

    /// Turns the notice on or off.
    pub(super) fn set(&mut self, on: bool) {
        if self.on == on {
            return;
        }
        self.on = on;
        if let Some(platform) = self.services.platforms.get(&self.table.platform) {
            let tell = || platform.transport.thinking(&self.table, on);
            if catch_unwind(AssertUnwindSafe(tell)).is_err() {
                tracing::error!(table = %self.table, "the adapter panicked");
            }
        }
    }
}

impl Drop for ThinkingNotice {
    fn drop(&mut self) {
        self.set(false);
    }
}
