//! Holidays: that the tables of a person are told of them.
//!
//! A holiday is stored with the command that takes or ends it. The tables at which the person plays
//! are told then, one after another; a table compares what it hears with what it knows, so that it
//! may be told again. After a start all tables of those who are on holiday are told. A table that
//! has yet to be told asks the store before a reminder or a deadline.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fail::fail_point;
use jiff::Timestamp;
use tokio::sync::{Notify, oneshot};
use tokio::time::sleep;

use super::Host;
use super::mailbox::Job;
use crate::session::TableKey;
use crate::store::StoreError;

/// Delay before tables are told again after a failure.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Notes that holidays have changed.
#[derive(Debug, Default)]
pub(super) struct HolidayNews {
    is_new: AtomicBool,
    changed: Notify,
}

impl HolidayNews {
    /// A holiday was taken or ended.
    pub(super) fn notify(&self) {
        self.is_new.store(true, Ordering::Release);
        self.changed.notify_one();
    }

    /// Whether that happened since it was last asked.
    pub(super) fn take(&self) -> bool {
        self.is_new.swap(false, Ordering::AcqRel)
    }
}

impl Host {
    /// Tells the tables of holidays as they are taken and ended, until the host stops.
    pub(super) async fn follow_holidays(self) {
        let services = &self.services;
        loop {
            tokio::select! {
                () = services.stopping.cancelled() => return,
                () = services.holidays.changed.notified() => {}
            }
            while let Err(error) = self.tell_holidays(None).await {
                tracing::error!(%error, "cannot tell all tables of a holiday; trying again");
                tokio::select! {
                    () = services.stopping.cancelled() => return,
                    () = sleep(RETRY_DELAY) => {}
                }
            }
        }
    }

    /// Tells the tables of all holidays that not all of them know of, and of those that last at
    /// `running_at`.
    pub(super) async fn tell_holidays(
        &self,
        running_at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let store = &self.services.store;
        for platform in self.services.platforms.keys() {
            for untold in store.untold_holidays(platform, running_at).await? {
                let mut told = Ok(());
                for table in store.tables_of(platform, &untold.person).await? {
                    told = told.and(self.tell_of_holidays(&table).await);
                }
                told?;
                fail_point!("holiday-told");
                store.holiday_told(platform.clone(), untold).await?;
            }
        }
        Ok(())
    }

    async fn tell_of_holidays(&self, table: &TableKey) -> Result<(), StoreError> {
        fail_point!("holiday-tell");
        let (told, answer) = oneshot::channel();
        self.put(table, Job::Holidays(Some(told)));
        match answer.await {
            Ok(Ok(())) => {}
            // Nothing can happen there any more.
            Ok(Err(error @ StoreError::Damaged { .. })) => {
                tracing::error!(%table, %error, "a table is not told of a holiday");
            }
            Ok(Err(error)) => return Err(error),
            Err(_) if self.services.stopping.is_cancelled() => return Err(StoreError::Closed),
            // The table tries again by itself.
            Err(_) => tracing::error!(%table, "telling a table of a holiday panicked"),
        }
        if self.services.stepwise {
            self.settle(table).await;
        }
        Ok(())
    }
}
