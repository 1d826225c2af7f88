//! Outages: when the bot was last up, and that its tables are told of the time that they missed.
//!
//! A heartbeat in the store says when the bot was last up. At the start the time since then is
//! stored as an outage, every table that waits for a moment is told of it before anything else
//! happens there, and the outage is forgotten. If the program ends between two of these steps, the
//! next start goes on; a table that was told already takes it for a duplicate. The same is done
//! when the machine's clock is set, or the machine was suspended.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fail::fail_point;
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval};

use super::Host;
use super::clock::{MachineClock, WallClock};
use super::mailbox::Job;
use crate::lock::lock;
use crate::session::TableKey;
use crate::store::{Outage, StoreError};

/// Interval between heartbeats: at most a minute of an outage may count, and a machine that is idle
/// is hardly woken up.
const INTERVAL: Duration = Duration::from_secs(50);

/// Tables that are told at the same time.
const AT_ONCE: usize = 64;

/// Outages of each platform.
type OutagesOf = HashMap<String, Arc<[Outage]>>;

/// Outages of which tables are being told while others go on.
#[derive(Default)]
pub(super) struct CurrentOutages {
    /// Number of the last one.
    last: AtomicI64,
    outages: Mutex<OutagesOf>,
}

impl CurrentOutages {
    fn set(&self, outages: OutagesOf) {
        let last = outages
            .values()
            .filter_map(|all| all.last())
            .map(|one| one.id);
        let last = last.max().unwrap_or_default();
        *lock(&self.outages) = outages;
        self.last.fetch_max(last, Ordering::AcqRel);
    }

    /// Those that a table of the platform has yet to be told of, if the last one that it was told of
    /// is not the last one there is.
    pub(super) fn after(&self, told: &mut i64, platform: &str) -> Option<Arc<[Outage]>> {
        let last = self.last.load(Ordering::Acquire);
        if last <= *told {
            return None;
        }
        *told = last;
        lock(&self.outages).get(platform).cloned()
    }
}

impl Host {
    /// Tells the tables of the time since the last heartbeat, and of outages that not all of them
    /// were told of.
    pub(super) async fn tell_outages(&self) -> Result<(), StoreError> {
        let outages = self.end_outages(self.services.sources.now()).await?;
        fail_point!("outage-stored");
        self.tell(&outages).await
    }

    /// Ends the outage of each platform. Returns all that are to be told.
    async fn end_outages(&self, now: Timestamp) -> Result<OutagesOf, StoreError> {
        let services = &self.services;
        let mut all = OutagesOf::new();
        for platform in services.platforms.keys() {
            let outages = services.store.end_outage(platform.clone(), now).await?;
            if !outages.is_empty() {
                all.insert(platform.clone(), outages.into());
            }
        }
        Ok(all)
    }

    /// Tells all tables that wait for a moment, and forgets the outages.
    async fn tell(&self, all: &OutagesOf) -> Result<(), StoreError> {
        let services = &self.services;
        for (platform, outages) in all {
            let waiting = services.store.waiting(platform).await?;
            let waiting = waiting
                .into_iter()
                .filter(|one| one.waiting.wake_at.is_some());
            let tables = stream::iter(waiting.map(|one| one.table));
            let at_once = if services.stepwise { 1 } else { AT_ONCE };
            tables
                .for_each_concurrent(at_once, |table| self.tell_table(table, outages))
                .await;
            fail_point!("outage-told");
            for outage in outages.iter() {
                services.store.forget_outage(outage.id).await?;
            }
        }
        Ok(())
    }

    async fn tell_table(&self, table: TableKey, outages: &Arc<[Outage]>) {
        fail_point!("outage-tell");
        let (told, answer) = oneshot::channel();
        self.put(&table, Job::Outages(Arc::clone(outages), told));
        match answer.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%table, %error, "cannot tell a table of an outage"),
            Err(_) => tracing::error!(%table, "telling a table of an outage failed"),
        }
    }

    /// Notes that the bot is up.
    pub(super) async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        let platforms = self.services.platforms.keys().cloned().collect();
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
        let Some((expected, wall)) = clock.adjust() else {
            return self.heartbeat(self.services.sources.now()).await;
        };
        tracing::warn!(%expected, %wall, "the machine's clock has jumped");
        let services = &self.services;
        self.heartbeat(expected).await?;
        let outages = self.end_outages(wall).await?;
        // A table at which something happens before its turn comes tells itself.
        services.outages.set(outages.clone());
        clock.set(wall);
        let told = self.tell(&outages).await;
        services.outages.set(OutagesOf::new());
        services.timers.check();
        told
    }
}
