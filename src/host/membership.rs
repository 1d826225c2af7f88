//! This process among several on one database: it renews its lease, takes over what others have left,
//! and does what they hand over.
//!
//! Other processes change what this one keeps in memory. Of that, tables cannot be out of date while
//! they belong to this process; the settings of channels and servers, and whose data were deleted, are
//! counted in the database, and looked at whenever another process tells of news, or within a second.
//! Rate limits, cached searches and who waits for a hint are each process's own.
//!
//! The bot is down on a platform while no process runs it. Until the tables of a process that died are
//! taken over, which is within a lease and a third, the clocks at them go on.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::Host;
use super::mailbox::Job;
use crate::lock::lock;
use crate::store::{SharedState, StoreError};

/// A lease is renewed so many times before it would expire.
const RENEWALS: u32 = 3;

/// Longest time between two looks at what other processes have changed.
const LONGEST: Duration = Duration::from_secs(1);

/// Delay before a failed attempt to go on is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Tables that are taken over in one transaction: others wait for it.
const AT_ONCE: i64 = 256;

/// How long the end of this process may take to be told.
const FAREWELL: Duration = Duration::from_secs(2);

/// What the host keeps of its being one of several processes.
#[derive(Debug, Default)]
pub(super) struct Presence {
    /// Cancelled when the process has left the others, after all its tables are quiet.
    left: CancellationToken,
    /// Whether it pretends to hang, for tests.
    hangs: AtomicBool,
    /// Notified when this process has looked at what others do.
    looked: Notify,
    /// Platforms of which tables may have been taken over although that failed.
    unsure: Mutex<BTreeSet<String>>,
}

/// What others have changed, as far as this process has seen it.
#[derive(Debug, Default)]
struct Known {
    state: SharedState,
    /// How many persons have had their data deleted.
    forgotten: u64,
}

/// Since when all renewals have come in time.
#[derive(Debug, Default)]
struct Renewals {
    steady_since: Option<Instant>,
    last: Option<Instant>,
}

impl Renewals {
    /// A renewal that began at a moment has succeeded. True if others could have renewed theirs, too,
    /// for a whole lease: otherwise they may be as alive as this process is.
    fn succeeded(&mut self, at: Instant, lease: Duration) -> bool {
        if self.last.is_none_or(|last| at - last >= lease) {
            self.steady_since = Some(at);
        }
        self.last = Some(at);
        self.steady_since.is_some_and(|since| at - since >= lease)
    }
}

impl Host {
    /// Renews the lease until the process leaves the others, and does what that asks for. Does nothing
    /// if the database is not shared.
    pub(super) fn join(&self) {
        if self.services.store.shared().is_some() {
            // It goes on while the host stops, as tables are still busy.
            tokio::spawn(self.clone().renew());
            self.services.tasks.spawn(self.clone().follow_others());
        }
    }

    async fn renew(self) {
        let Some(shared) = self.services.store.shared() else {
            return;
        };
        let (presence, lease) = (&self.services.presence, shared.lease());
        let every = lease / RENEWALS;
        let mut renewals = Renewals::default();
        loop {
            tokio::select! {
                () = presence.left.cancelled() => return,
                () = sleep(every) => {}
                () = shared.fenced() => {}
            }
            if presence.hangs.load(Ordering::Relaxed) {
                sleep(every).await;
                continue;
            }
            let now = Instant::now();
            match timeout(every, shared.renew()).await {
                Ok(Ok(())) if renewals.succeeded(now, lease) => {}
                Ok(Ok(())) => continue,
                Ok(Err(StoreError::Fenced)) => {
                    self.begin_again().await;
                    renewals = Renewals::default();
                    continue;
                }
                Ok(Err(error)) => {
                    tracing::warn!(%error, "cannot renew the lease of this process");
                    continue;
                }
                Err(_) => {
                    tracing::warn!("the database is too slow to renew the lease of this process");
                    continue;
                }
            }
            match timeout(every, shared.end_expired()).await {
                Ok(Ok(ended)) => {
                    for process in ended {
                        tracing::warn!(
                            process,
                            "a process was not heard of for too long; taking its tables over"
                        );
                    }
                }
                Ok(Err(error)) => tracing::debug!(%error, "cannot look for dead processes"),
                Err(_) => tracing::debug!("the database is too slow to look for dead processes"),
            }
        }
    }

    /// Drops everything, as others have taken the tables over, and goes on under a new number.
    async fn begin_again(&self) {
        let services = &self.services;
        if services.stopping.is_cancelled() {
            return;
        }
        tracing::error!(
            tables = self.awake(),
            "this process was not heard of for too long, and others have taken over what it did; it goes \
             on under a new number"
        );
        let Some(shared) = services.store.shared() else {
            return;
        };
        // What they write from now on would count as written under the new number.
        self.registry.drop_all().ended().await;
        services.timers.clear();
        while let Err(error) = shared.rejoin().await {
            tracing::warn!(%error, "cannot join the other processes yet");
            if self.is_left_after(RETRY_DELAY).await {
                return;
            }
        }
        // The lease is renewed meanwhile, however many tables there are.
        let go_on = self.registry.generation().run(self.clone().go_on());
        services.tasks.spawn(go_on);
    }

    /// Does what there is to do under the new number, until that succeeds.
    async fn go_on(self) {
        while let Err(error) = self.resume_all().await {
            tracing::warn!(%error, "cannot go on yet");
            // If it was declared dead again, it begins once more.
            if matches!(error, StoreError::Fenced) || self.is_left_after(RETRY_DELAY).await {
                return;
            }
        }
    }

    async fn is_left_after(&self, delay: Duration) -> bool {
        let stopping = &self.services.stopping;
        timeout(delay, stopping.cancelled()).await.is_ok()
    }

    /// Attaches all platforms under the new number.
    async fn resume_all(&self) -> Result<(), StoreError> {
        let services = &self.services;
        let platforms: Vec<String> = services.platforms.attached().cloned().collect();
        for platform in &platforms {
            if let Some(shared) = services.store.shared() {
                shared.attach(platform).await?;
            }
            services
                .places
                .load(services.store.as_ref(), platform)
                .await?;
        }
        let now = services.sources.now();
        self.end_outages_of(platforms.clone(), now).await?;
        for platform in &platforms {
            self.take_over(platform).await?;
        }
        self.tell_tables().await
    }

    /// Takes the free tables of a platform at which something is to be done, and resumes them.
    pub(super) async fn take_over(&self, platform: &str) -> Result<(), StoreError> {
        let unsure = &self.services.presence.unsure;
        let is_unsure = lock(unsure).remove(platform);
        let taken = self.take_over_after(platform, is_unsure.then_some(0)).await;
        if taken.is_err() {
            lock(unsure).insert(platform.to_owned());
        }
        taken
    }

    /// The same; those that this process has, too, after one of a number.
    async fn take_over_after(
        &self,
        platform: &str,
        mut own_after: Option<i64>,
    ) -> Result<(), StoreError> {
        let services = &self.services;
        let Some(shared) = services.store.shared() else {
            return Ok(());
        };
        loop {
            let taken = shared.take_over(platform, AT_ONCE, own_after).await?;
            if own_after.is_some() {
                own_after = taken.last().map(|last| last.number);
            }
            let is_all = i64::try_from(taken.len()).is_ok_and(|taken| taken < AT_ONCE);
            for one in taken {
                let table = &one.waiting.table;
                tracing::debug!(%table, "a table is taken over");
                for reply in one.undelivered {
                    self.put(table, Job::Deliver(reply));
                }
                if let Some(at) = one.waiting.waiting.wake_at {
                    services.timers.restore(table, at);
                }
                if one.waiting.waiting.engine {
                    self.put(table, Job::Resume);
                }
            }
            if is_all {
                return Ok(());
            }
        }
    }

    /// Looks at what other processes do until the host stops.
    async fn follow_others(self) {
        let Some(shared) = self.services.store.shared() else {
            return;
        };
        let longest = LONGEST.min(shared.lease() / RENEWALS);
        let mut known = Known::default();
        loop {
            tokio::select! {
                () = self.services.stopping.cancelled() => return,
                () = shared.news(longest) => {}
            }
            if self.services.presence.hangs.load(Ordering::Relaxed) {
                continue;
            }
            if let Err(error) = self.look_at_others(&mut known).await {
                tracing::debug!(%error, "cannot look at what other processes do");
                sleep(longest).await;
            }
        }
    }

    async fn look_at_others(&self, known: &mut Known) -> Result<(), StoreError> {
        let services = &self.services;
        let Some(shared) = services.store.shared() else {
            return Ok(());
        };
        let state = shared.state().await?;
        services.presence.looked.notify_one();
        services.engine.set_workers(state.workers > 0);
        services.engine.look_at_workers().await?;
        let platforms: Vec<String> = services.platforms.attached().cloned().collect();
        let forgotten = services.store.forgotten();
        if forgotten != known.forgotten {
            for platform in &platforms {
                if let Some(platform) = services.platforms.get(platform) {
                    platform.transport.names_changed();
                }
            }
            known.forgotten = forgotten;
        }
        let known = &mut known.state;
        if state.settings != known.settings {
            for platform in &platforms {
                services
                    .places
                    .load(services.store.as_ref(), platform)
                    .await?;
            }
            known.settings = state.settings;
        }
        if state.departures != known.departures || !lock(&services.presence.unsure).is_empty() {
            for platform in &platforms {
                self.take_over(platform).await?;
            }
            known.departures = state.departures;
        }
        for table in shared.handed_tables().await? {
            if platforms.contains(&table.platform) {
                self.put(&table, Job::TakeHanded);
            }
        }
        Ok(())
    }

    /// Returns once this process has looked at what others do, within a second or so.
    pub(super) async fn has_looked(&self) {
        let _ = timeout(LONGEST, self.services.presence.looked.notified()).await;
    }

    /// Leaves the other processes, which take what is left at once.
    pub(super) async fn leave(&self) {
        self.services.presence.left.cancel();
        let Some(shared) = self.services.store.shared() else {
            return;
        };
        match timeout(FAREWELL, shared.leave()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "cannot tell other processes that this one ends");
            }
            Err(_) => {
                tracing::warn!("the database is too slow to tell others that this process ends");
            }
        }
    }

    /// Pretends to hang, or goes on.
    #[cfg(test)]
    pub(super) fn hang(&self, hangs: bool) {
        let presence = &self.services.presence;
        presence.hangs.store(hangs, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_not_blamed_for_an_outage_of_the_database() {
        let (begun, lease) = (Instant::now(), Duration::from_secs(15));
        let mut renewals = Renewals::default();
        let mut renew = |second| renewals.succeeded(begun + Duration::from_secs(second), lease);
        assert!(!renew(0));
        assert!(!renew(5));
        // One has failed.
        assert!(renew(15));
        assert!(!renew(60));
        assert!(!renew(70));
        assert!(renew(75));
        assert!(!renew(90));
    }
}
