//! Holidays: that the tables of a person are told of them.
//!
//! A holiday is stored with the command that takes or ends it. The tables at which the person plays
//! are told then; a table compares what it hears with what it knows, so that it may be told again.
//! One that fails holds up no other: it tries again by itself, and the holiday counts as not told,
//! so that its tables hear of it with the next one, or after the next start. After a start all tables of those who are on holiday are told. A table that
//! has yet to be told asks the store before a reminder or a deadline.

use std::time::Duration;

use fail::fail_point;
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::Host;
use super::mailbox::Job;
use crate::session::TableKey;
use crate::store::{StoreError, UntoldHoliday};

/// Delay before tables are told again after the database has failed.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Persons, and tables of each, that are told at the same time.
const AT_ONCE: usize = 8;

impl Host {
    /// Tells the tables of holidays as they are taken and ended, until the host stops.
    pub(super) async fn follow_holidays(self) {
        let services = &self.services;
        loop {
            tokio::select! {
                () = services.stopping.cancelled() => return,
                () = services.holidays.changed() => {}
            }
            while let Err(error) = self.tell_holidays(None).await {
                tracing::error!(%error, "cannot tell tables of a holiday; trying again");
                tokio::select! {
                    () = services.stopping.cancelled() => return,
                    () = sleep(RETRY_DELAY) => {}
                }
            }
        }
    }

    /// Tells the tables of all holidays that not all of them know of, and of those that last at
    /// `running_at`. A table that fails tries again by itself.
    pub(super) async fn tell_holidays(
        &self,
        running_at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        for platform in self.services.platforms.attached() {
            self.tell_holidays_of(platform, running_at).await?;
        }
        Ok(())
    }

    /// The same for one platform.
    pub(super) async fn tell_holidays_of(
        &self,
        platform: &str,
        running_at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let store = &self.services.store;
        let untold = store.untold_holidays(platform, running_at).await?;
        stream::iter(untold)
            .map(|one| self.tell_holiday(platform, one))
            .buffer_unordered(self.at_once())
            .fold(Ok(()), async |all: Result<_, _>, one| all.and(one))
            .await
    }

    /// Tells the tables of one person.
    async fn tell_holiday(&self, platform: &str, untold: UntoldHoliday) -> Result<(), StoreError> {
        let store = &self.services.store;
        let tables = store.tables_of(platform, &untold.person).await?;
        let all_told = stream::iter(tables)
            .map(|table| self.tell_of_holidays(table))
            .buffer_unordered(self.at_once())
            .fold(true, async |all, one| all && one)
            .await;
        if all_told {
            fail_point!("holiday-told");
            store.holiday_told(platform.to_owned(), untold).await?;
        }
        Ok(())
    }

    /// Tables that are told at the same time.
    fn at_once(&self) -> usize {
        if self.services.stepwise { 1 } else { AT_ONCE }
    }

    /// Tells a table. False if it does not know yet.
    async fn tell_of_holidays(&self, table: TableKey) -> bool {
        fail_point!("holiday-tell");
        let (told, answer) = oneshot::channel();
        self.put(&table, Job::Holidays(Some(told)));
        // The answer is dropped on shutdown.
        let knows = answer.await.unwrap_or(false);
        if self.services.stepwise {
            self.settle(&table).await;
        }
        knows
    }
}
