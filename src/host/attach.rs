//! Attaches platforms: what the last run left there is delivered, and what tables wait for is asked for
//! again.

use std::time::Duration;

use jiff::Timestamp;
use tokio::time::sleep;

use super::mailbox::Job;
use super::{Host, Platform};
use crate::session::TableKey;
use crate::store::StoreError;

/// Delay before a failed resumption is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(5);

impl Host {
    /// Begins to run the tables of a platform that was named when the host began, now that it is
    /// connected. Does nothing if it is attached already.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn attach(&self, platform: Platform) -> Result<(), StoreError> {
        let name = platform.name.clone();
        if let Some(at) = self.begin_at(platform).await? {
            // Tables at which something happens meanwhile find out by themselves.
            self.services.tasks.spawn(self.clone().resume(name, at));
        }
        Ok(())
    }

    /// The same, and waits until all tables go on.
    pub(super) async fn attach_and_resume(&self, platform: Platform) -> Result<(), StoreError> {
        let name = platform.name.clone();
        match self.begin_at(platform).await? {
            Some(at) => self.try_resume(&name, at).await,
            None => Ok(()),
        }
    }

    /// Attaches a platform and delivers what the last run left. Returns when that began, if the tables
    /// have to be resumed.
    async fn begin_at(&self, platform: Platform) -> Result<Option<Timestamp>, StoreError> {
        let services = &self.services;
        let name = platform.name.clone();
        services.places.load(services.store.as_ref(), &name).await?;
        if services.stepwise {
            services.platforms.attach(platform);
            return Ok(None);
        }
        let now = services.sources.now();
        let shared = services.store.shared();
        if let Some(shared) = shared {
            shared.attach(&name).await?;
        }
        // Before a heartbeat can say that the bot was up there.
        self.end_outages_of(vec![name.clone()], now).await?;
        if !services.platforms.attach(platform) {
            return Ok(None);
        }
        if shared.is_some() {
            // If it fails, it is done as others are looked at.
            if let Err(error) = self.take_over(&name).await {
                tracing::warn!(platform = name, %error, "cannot take tables over yet");
            }
        } else {
            for undelivered in services.store.undelivered(&name).await? {
                self.put(&undelivered.table, Job::Deliver(undelivered.reply));
            }
        }
        services.newly_attached.notify_one();
        Ok(Some(now))
    }

    /// Tells a platform's tables what they missed until `now`, and asks again for what they wait for,
    /// until that succeeds or the host stops.
    async fn resume(self, platform: String, now: Timestamp) {
        let stopping = &self.services.stopping;
        while let Err(error) = self.try_resume(&platform, now).await {
            tracing::error!(platform, %error, "cannot resume all tables; trying again");
            tokio::select! {
                () = stopping.cancelled() => return,
                () = sleep(RETRY_DELAY) => {}
            }
        }
    }

    async fn try_resume(&self, platform: &str, now: Timestamp) -> Result<(), StoreError> {
        self.tell_tables_of(platform).await?;
        self.tell_holidays_of(platform, Some(now)).await?;
        self.tell_results_of(platform).await?;
        self.tell_boards_of(platform).await?;
        if self.services.store.shared().is_none() {
            for table in self.set_timers_of(platform).await? {
                self.put(&table, Job::Resume);
            }
        }
        Ok(())
    }

    /// Sets the timers of a platform's tables. Returns those that wait for the engine.
    pub(super) async fn set_timers_of(&self, platform: &str) -> Result<Vec<TableKey>, StoreError> {
        let services = &self.services;
        let mut engine = Vec::new();
        for waiting in services.store.waiting(platform).await? {
            if let Some(at) = waiting.waiting.wake_at {
                services.timers.restore(&waiting.table, at);
            }
            if waiting.waiting.engine {
                engine.push(waiting.table);
            }
        }
        Ok(engine)
    }
}
