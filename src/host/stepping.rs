//! Hosts that go step by step, on a clock that is set by hand: the same input has the same outcome
//! on every run.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::Host;
use super::clock::{ManualClock, WallClock};
use super::mailbox::Job;
use super::retention;
use crate::session::utc_day;
use crate::store::StoreError;

impl Host {
    /// Does what the last run left and what has fallen due since then, in order. Has to be called
    /// once, before anything else, if the host goes [stepwise](super::HostOptions::stepwise).
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn catch_up(&self) -> Result<(), StoreError> {
        let services = &self.services;
        let now = services.sources.now();
        self.end_outages(now).await?;
        for platform in services.platforms.attached() {
            for undelivered in services.store.undelivered(platform).await? {
                self.put(&undelivered.table, Job::Deliver(undelivered.reply));
                self.settle_all().await;
            }
        }
        self.tell_tables().await?;
        self.settle_all().await;
        self.tell_holidays(Some(now)).await?;
        self.tell_results().await?;
        self.settle_all().await;
        let mut waiting = Vec::new();
        for platform in services.platforms.attached() {
            waiting.extend(self.set_timers_of(platform).await?);
        }
        retention::prune(services, now).await;
        while let Some((at, table)) = services.timers.take(now) {
            self.put(&table, Job::TimerFired(at));
            self.settle_all().await;
        }
        for table in waiting {
            self.put(&table, Job::Resume);
            self.settle_all().await;
        }
        self.post_dailies(utc_day(now), &BTreeSet::new()).await;
        Ok(())
    }

    /// Moves the clock. What falls due on the way happens in order: the clock stops at each of
    /// these moments, and goes on once all tables are quiet. A clock that is set back changes no
    /// time that is left. Does nothing on the machine's own clock.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn move_clock(&self, to: Timestamp) -> Result<(), StoreError> {
        let services = &self.services;
        let WallClock::Manual(clock) = &services.sources.clock else {
            return Ok(());
        };
        self.settle_all().await;
        if to < clock.now() {
            self.heartbeat(clock.now()).await?;
            self.set_clock(to, || clock.set(to)).await?;
            self.settle_all().await;
            return Ok(());
        }
        loop {
            // The clock stops where a day begins whose puzzle is posted.
            let until = self.next_daily(clock.now()).map_or(to, |day| day.min(to));
            while let Some((at, table)) = services.timers.take(until) {
                self.stop_at(clock, at).await?;
                self.put(&table, Job::TimerFired(at));
                self.settle_all().await;
            }
            self.stop_at(clock, until).await?;
            if until >= to {
                return Ok(());
            }
        }
    }

    /// Moves the clock forward.
    async fn stop_at(&self, clock: &ManualClock, at: Timestamp) -> Result<(), StoreError> {
        let before = clock.now();
        if at <= before {
            return Ok(());
        }
        clock.set(at);
        self.heartbeat(at).await?;
        if at.as_second().div_euclid(retention::DAY) > before.as_second().div_euclid(retention::DAY)
        {
            let services = &self.services;
            retention::prune(services, at).await;
            self.post_dailies(utc_day(at), &BTreeSet::new()).await;
        }
        Ok(())
    }
}
