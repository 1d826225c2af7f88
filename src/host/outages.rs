//! Outages: when the bot was last up, and that its tables are told of the time that they missed.
//!
//! A heartbeat in the store says when the bot was last up. At the start the time since then is
//! stored as an outage, every table that waits for a moment is told of it before anything else
//! happens there, and the outage is forgotten. If the program ends between two of these steps, the
//! next start goes on; a table that was told already takes it for a duplicate.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::Host;
use super::clock::WallClock;
use super::mailbox::Job;
use crate::session::TableKey;
use crate::store::{Outage, StoreError};

/// Interval between heartbeats: at most a minute of an outage may count, and a machine that is idle
/// is hardly woken up.
const INTERVAL: Duration = Duration::from_secs(50);

/// A wall clock that goes more than this ahead of the machine's uptime was set, or the machine was
/// suspended.
const AHEAD: SignedDuration = SignedDuration::from_secs(60);

/// One that falls behind by more than this was set back.
const BEHIND: SignedDuration = SignedDuration::from_secs(2);

/// Tables that are told at the same time.
const AT_ONCE: usize = 64;

impl Host {
    /// Tells the tables of the time since the last heartbeat, and of outages that not all of them
    /// were told of.
    pub(super) async fn tell_outages(&self) -> Result<(), StoreError> {
        let services = &self.services;
        let now = services.sources.now();
        for platform in services.platforms.keys() {
            let store = &services.store;
            let outages: Arc<[Outage]> = store.end_outage(platform.clone(), now).await?.into();
            if outages.is_empty() {
                continue;
            }
            let waiting = store.waiting(platform).await?;
            let waiting = waiting
                .into_iter()
                .filter(|one| one.waiting.wake_at.is_some());
            let tables = stream::iter(waiting.map(|one| one.table));
            let at_once = if services.stepwise { 1 } else { AT_ONCE };
            tables
                .for_each_concurrent(at_once, |table| self.tell_table(table, &outages))
                .await;
            for outage in outages.iter() {
                store.forget_outage(outage.id).await?;
            }
        }
        Ok(())
    }

    async fn tell_table(&self, table: TableKey, outages: &Arc<[Outage]>) {
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

    /// Notes now and then that the bot is up, and notices when the machine's clock was set or the
    /// machine suspended, until the host stops.
    pub(super) async fn beat(self) {
        let services = &self.services;
        if let WallClock::Manual(_) = services.sources.clock {
            return;
        }
        let mut last = Reading::now(services.sources.now());
        let mut interval = interval(INTERVAL);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        interval.reset();
        loop {
            tokio::select! {
                () = services.stopping.cancelled() => return,
                _ = interval.tick() => {}
            }
            let now = Reading::now(services.sources.now());
            let done = match now.jump_since(&last) {
                Some(expected) => {
                    tracing::warn!(from = %expected, to = %now.wall, "the wall clock has jumped");
                    self.jumped(expected).await
                }
                None => self.heartbeat(now.wall).await,
            };
            if let Err(error) = done {
                tracing::warn!(%error, "cannot note that the bot is up");
            }
            last = now;
            services.timers.check();
        }
    }

    /// The wall clock, which would show `expected` now, was set, or the machine was suspended.
    async fn jumped(&self, expected: Timestamp) -> Result<(), StoreError> {
        self.heartbeat(expected).await?;
        self.tell_outages().await
    }
}

/// What the clocks show at one moment.
struct Reading {
    wall: Timestamp,
    uptime: Instant,
}

impl Reading {
    fn now(wall: Timestamp) -> Self {
        let uptime = Instant::now();
        Self { wall, uptime }
    }

    /// What the wall clock should show by now, if it has jumped since an earlier reading.
    fn jump_since(&self, earlier: &Self) -> Option<Timestamp> {
        let passed = SignedDuration::try_from(self.uptime - earlier.uptime).ok()?;
        let expected = earlier.wall.checked_add(passed).ok()?;
        let off = self.wall.duration_since(expected);
        (off > AHEAD || off < -BEHIND).then_some(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumps_is_noticed_and_one_that_drifts_is_not() {
        let begun = Instant::now();
        let reading = |wall: i64, uptime: u64| Reading {
            wall: Timestamp::from_second(wall).unwrap(),
            uptime: begun + Duration::from_secs(uptime),
        };
        let last = reading(1000, 0);
        for (wall, uptime, expected) in [
            (1030, 30, None),
            (1029, 30, None),
            (1090, 30, None),
            // A machine that is busy.
            (1600, 600, None),
            (1091, 30, Some(1030)),
            (1027, 30, Some(1030)),
            (0, 30, Some(1030)),
        ] {
            let jump = reading(wall, uptime).jump_since(&last);
            let expected = expected.map(|at| Timestamp::from_second(at).unwrap());
            assert_eq!(jump, expected, "{wall} {uptime}");
        }
    }
}
