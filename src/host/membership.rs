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

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::Host;
use super::mailbox::Job;
use crate::store::{SharedState, StoreError};

/// A lease is renewed so many times before it would expire.
const RENEWALS: u32 = 3;

/// Longest time between two looks at what other processes have changed.
const LONGEST: Duration = Duration::from_secs(1);

/// Delay before a failed attempt to go on is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Tables that are taken over in one transaction: others wait for it.
const AT_ONCE: i64 = 256;

/// What the host keeps of its membership.
#[derive(Debug, Default)]
pub(super) struct Membership {
    /// Cancelled when the process has left the others, after all its tables are quiet.
    left: CancellationToken,
    /// Whether it does as if it hung, for tests.
    hangs: AtomicBool,
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
        let (membership, every) = (&self.services.membership, shared.lease() / RENEWALS);
        loop {
            tokio::select! {
                () = membership.left.cancelled() => return,
                () = sleep(every) => {}
                () = shared.fenced() => {}
            }
            if membership.hangs.load(Ordering::Relaxed) {
                sleep(every).await;
                continue;
            }
            match timeout(every, shared.renew()).await {
                Ok(Ok(())) => {}
                Ok(Err(StoreError::Fenced)) => self.begin_again().await,
                Ok(Err(error)) => tracing::warn!(%error, "cannot renew the lease of this process"),
                Err(_) => {
                    tracing::warn!("the database is too slow to renew the lease of this process");
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
            "this process was not heard of for too long; it drops its tables, which others have taken \
             over, and goes on under a new number"
        );
        self.registry.drop_all();
        services.timers.clear();
        let Some(shared) = services.store.shared() else {
            return;
        };
        while let Err(error) = shared.rejoin().await {
            tracing::warn!(%error, "cannot join the other processes yet");
            if self.is_left_after(RETRY_DELAY).await {
                return;
            }
        }
        while let Err(error) = self.resume_all().await {
            tracing::warn!(%error, "cannot go on yet");
            // It may be declared dead again meanwhile: then it begins once more.
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
        let services = &self.services;
        let Some(shared) = services.store.shared() else {
            return Ok(());
        };
        loop {
            let taken = shared.take_over(platform, AT_ONCE).await?;
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
        let mut known = SharedState::default();
        loop {
            tokio::select! {
                () = self.services.stopping.cancelled() => return,
                () = shared.news(longest) => {}
            }
            if self.services.membership.hangs.load(Ordering::Relaxed) {
                continue;
            }
            if let Err(error) = self.look_at_others(&mut known).await {
                tracing::debug!(%error, "cannot look at what other processes do");
                sleep(longest).await;
            }
        }
    }

    async fn look_at_others(&self, known: &mut SharedState) -> Result<(), StoreError> {
        let services = &self.services;
        let Some(shared) = services.store.shared() else {
            return Ok(());
        };
        let state = shared.state().await?;
        let platforms: Vec<String> = services.platforms.attached().cloned().collect();
        if state.settings != known.settings {
            for platform in &platforms {
                services
                    .places
                    .load(services.store.as_ref(), platform)
                    .await?;
            }
            known.settings = state.settings;
        }
        if state.departures != known.departures {
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

    /// Leaves the other processes, which take what is left at once.
    pub(super) async fn leave(&self) {
        self.services.membership.left.cancel();
        if let Some(shared) = self.services.store.shared()
            && let Err(error) = shared.leave().await
        {
            tracing::warn!(%error, "cannot tell other processes that this one ends");
        }
    }

    /// Does as if this process hung, or went on.
    #[cfg(test)]
    pub(super) fn hang(&self, hangs: bool) {
        self.services
            .membership
            .hangs
            .store(hangs, Ordering::Relaxed);
    }
}
