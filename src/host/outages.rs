//! Outages: when the bot was last up, and that its tables are told of the time that they missed.
//!
//! A heartbeat in the store says when the bot was last up. At the start the time since then is
//! stored as an outage, every table that waits for a moment is told of it before anything else
//! happens there, and the outage is forgotten once all of them were told. If the program ends
//! between two of these steps, the next start goes on; a table that was told already takes it for a
//! duplicate. The same is done when the machine's clock is set, or the machine was suspended.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fail::fail_point;
use futures_util::{TryStreamExt, stream};
use jiff::Timestamp;
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval};

use super::Host;
use super::clock::{MachineClock, WallClock};
use super::mailbox::Job;
use crate::session::TableKey;
use crate::store::StoreError;

/// Interval between heartbeats: at most a minute of an outage may count, and a machine that is idle
/// is hardly woken up.
const INTERVAL: Duration = Duration::from_secs(50);

/// Tables that are told at the same time.
const AT_ONCE: usize = 64;

impl Host {
    /// Ends the outage of each platform at the time to which `set` sets the clock, and tells the
    /// tables.
    pub(super) async fn set_clock(
        &self,
        to: Timestamp,
        set: impl FnOnce(),
    ) -> Result<(), StoreError> {
        self.end_outages(to).await?;
        set();
        self.tell_tables().await
    }

    /// Ends the outage of each platform. The tables are still to be told; those at which something
    /// happens before find out by themselves.
    pub(super) async fn end_outages(&self, at: Timestamp) -> Result<(), StoreError> {
        let platforms = self.services.platforms.attached().cloned().collect();
        self.end_outages_of(platforms, at).await
    }

    /// The same for certain platforms.
    pub(super) async fn end_outages_of(
        &self,
        platforms: Vec<String>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let services = &self.services;
        let outages = services.store.end_outages(platforms, at).await?;
        fail_point!("outage-stored");
        services.outages.set(outages);
        Ok(())
    }

    /// Tells all tables that wait for a moment, and forgets the outages of platforms at which all
    /// could be told. The others are tried again with the next heartbeat, or after the next start.
    pub(super) async fn tell_tables(&self) -> Result<(), StoreError> {
        for platform in self.services.platforms.attached() {
            self.tell_tables_of(platform).await?;
        }
        Ok(())
    }

    /// The same for one platform.
    pub(super) async fn tell_tables_of(&self, platform: &str) -> Result<(), StoreError> {
        let services = &self.services;
        let outages = services.outages.of(platform);
        if outages.is_empty() {
            return Ok(());
        }
        let waiting = services.store.waiting(platform).await?;
        let waiting = waiting
            .into_iter()
            .filter(|one| one.waiting.wake_at.is_some());
        let tables = stream::iter(waiting.map(|one| Ok::<_, StoreError>(one.table)));
        let at_once = if services.stepwise { 1 } else { AT_ONCE };
        let all_told = AtomicBool::new(true);
        tables
            .try_for_each_concurrent(at_once, async |table| {
                if !self.tell_table(table).await? {
                    all_told.store(false, Ordering::Relaxed);
                }
                if services.stepwise {
                    // Otherwise its messages and those of the next table would go out in any order.
                    self.all_quiet().await;
                }
                Ok(())
            })
            .await?;
        fail_point!("outage-told");
        if !all_told.into_inner() {
            return Ok(());
        }
        for outage in outages.iter() {
            services.store.forget_outage(outage.id).await?;
        }
        services.outages.forget(platform);
        Ok(())
    }

    /// Tells a table. False if that has to be tried again; fails if this process was declared dead.
    async fn tell_table(&self, table: TableKey) -> Result<bool, StoreError> {
        fail_point!("outage-tell");
        let (told, answer) = oneshot::channel();
        self.put(&table, Job::Outages(told));
        let told = match answer.await {
            Ok(Ok(())) => true,
            Ok(Err(StoreError::Fenced)) => return Err(StoreError::Fenced),
            // It is told by the process that it belongs to.
            Ok(Err(error @ StoreError::NotOwner(_))) => {
                tracing::debug!(%table, %error, "a table is yet to be told of an outage");
                false
            }
            // Nothing can happen there any more.
            Ok(Err(error @ StoreError::Damaged { .. })) => {
                tracing::error!(%table, %error, "a table is not told of an outage");
                true
            }
            Ok(Err(error)) => {
                tracing::error!(%table, %error, "cannot tell a table of an outage; trying again");
                false
            }
            Err(_) if self.services.stopping.is_cancelled() => false,
            Err(_) => {
                tracing::error!(%table, "telling a table of an outage was cut off; trying again");
                false
            }
        };
        Ok(told)
    }

    /// Notes that the bot is up.
    pub(super) async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        let platforms = self.services.platforms.attached().cloned().collect();
        self.services.store.heartbeat(platforms, at).await
    }

    /// Looks at the machine's clock now and then, until the host stops.
    pub(super) async fn beat(self) {
        let services = &self.services;
        let WallClock::Machine(clock) = &services.sources.clock else {
            return;
        };
        let mut interval = interval(INTERVAL);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = services.stopping.cancelled() => return,
                _ = interval.tick() => {}
            }
            if let Err(error) = self.look_at(clock).await {
                tracing::warn!(%error, "cannot note that the bot is up");
            }
        }
    }

    /// Notes that the bot is up, and deals with a clock that has jumped.
    pub(super) async fn look_at(&self, clock: &MachineClock) -> Result<(), StoreError> {
        let services = &self.services;
        let told = match clock.adjust() {
            None => {
                self.heartbeat(services.sources.now()).await?;
                self.tell_tables().await
            }
            Some((expected, wall)) => {
                tracing::warn!(%expected, %wall, "the machine's clock has jumped");
                self.heartbeat(expected).await?;
                self.set_clock(wall, || clock.set(wall)).await
            }
        };
        // Timers sleep by the machine's uptime.
        services.timers.check();
        told
    }
}
