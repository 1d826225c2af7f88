//! What falls due at a table: handled one moment after another, each with its own time, however
//! late the timer is.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Arc;

use futures_util::FutureExt;
use jiff::Timestamp;

use super::cause::{Cause, Facts};
use super::{TableActor, guarded};
use crate::game::Color;
use crate::host::activity::InFlight;
use crate::host::daily::DailyPost;
use crate::host::incoming::Greeting;
use crate::session::{Person, Scope, Trigger};
use crate::store::{HostEvent, Outage, StoreError};

/// The number of the greeting: there is no second.
const FIRST: u64 = 1;

impl TableActor {
    /// The table's timer, which was set to this time, has fired.
    pub(super) async fn timer_fired(
        &mut self,
        at: Timestamp,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        self.timer = None;
        if at == Timestamp::UNIX_EPOCH {
            // Set by the migration to the first version that counts silence.
            self.count_silence(in_flight).await?;
        }
        // The wall clock may have been set back meanwhile.
        let until = at.min(self.heed(in_flight).await?);
        self.catch_up(until, in_flight).await?;
        self.reconcile(in_flight).await
    }

    /// The place of the table is gone.
    pub(super) async fn place_gone(
        &mut self,
        for_good: bool,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let now = self.heed(in_flight).await?;
        self.catch_up(now, in_flight).await?;
        let next = self.table().await?.next();
        let cause = Cause::own_at(HostEvent::PlaceGone.id(next), now);
        let trigger = Trigger::PlaceGone { for_good };
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }

    /// The bot leaves the place of the table because it may not speak there.
    pub(super) async fn may_not_speak(
        &mut self,
        inviter: Person,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let now = self.heed(in_flight).await?;
        self.catch_up(now, in_flight).await?;
        // Each time that it leaves.
        let event = HostEvent::MayNotSpeak.id(now.as_millisecond());
        let cause = Cause::own_at(event, now);
        let trigger = Trigger::MayNotSpeak { inviter };
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }

    /// The bot has come into the place of the table. It is greeted once, whatever the mark says.
    pub(super) async fn greet(
        &mut self,
        greeting: &Greeting,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        self.community = Some(greeting.community.clone());
        let cause = Cause::greeting(HostEvent::Greeting.id(FIRST), greeting);
        let scope = match greeting.community {
            Some(_) => Scope::Server,
            None => Scope::Channel,
        };
        let trigger = Trigger::Greeting { scope };
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }

    /// Posts the puzzle of a day, once.
    pub(super) async fn post_daily(
        &mut self,
        post: &DailyPost,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let server = self.community().await?;
        let solvers = server.and_then(|server| post.solvers.get(&server).cloned());
        let (day, solvers) = (post.day, solvers.unwrap_or_default());
        let cause = Cause::own(HostEvent::Daily.id(day));
        let trigger = Trigger::Daily { day, solvers };
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }

    /// Has silence count in a game of a version that did not count it.
    async fn count_silence(&mut self, in_flight: &InFlight) -> Result<(), StoreError> {
        let next = self.table().await?.next();
        let now = self.services.sources.now();
        let cause = Cause::own_at(HostEvent::Clock.id(next), now);
        let trigger = Trigger::CountSilence;
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }

    /// Handles what falls due until then. No deadline or reminder is in time that a player took off.
    pub(super) async fn catch_up(
        &mut self,
        until: Timestamp,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        if self.table().await?.has_left() {
            // Boxed, as what follows may have to catch up, too.
            Box::pin(self.end_forgotten(in_flight)).await?;
        }
        if self.table().await?.ignores_silence() {
            self.count_silence(in_flight).await?;
        }
        loop {
            let table = self.table().await?;
            let (wake_at, next) = (table.pending().wake_at, table.next());
            let Some(due) = wake_at.filter(|due| *due <= until) else {
                return Ok(());
            };
            if self.begin_holiday(due, in_flight).await? {
                continue;
            }
            let cause = Cause::own_at(HostEvent::Clock.id(next), due);
            let now = self.services.sources.now();
            self.follow(&Trigger::Timer { now }, &cause, Facts::default(), in_flight)
                .await?;
            if self.table().await?.next() == next {
                tracing::error!(table = %self.key, %due, "nothing follows from what has fallen due");
                // It would fire again at once.
                self.timer = Some(wake_at);
                return Ok(());
            }
        }
    }

    /// Tells the table that the player whose clock runs was on holiday by then, if the store says so:
    /// that it is still to be told, or that the program was killed before. True if anything follows.
    async fn begin_holiday(
        &mut self,
        by: Timestamp,
        in_flight: &InFlight,
    ) -> Result<bool, StoreError> {
        let table = self.table().await?;
        let next = table.next();
        let away = table.may_be_away();
        let Some((person, since)) = away.map(|(person, since)| (person.id.clone(), since)) else {
            return Ok(false);
        };
        let (store, platform) = (&self.services.store, &self.key.platform);
        let holiday = store.holiday_between(platform, &person, since, by).await?;
        if holiday.is_none() {
            return Ok(false);
        }
        let cause = Cause::own_at(HostEvent::Holidays.id(next), by);
        let trigger = Trigger::Holidays {
            away: BTreeMap::from([(person, holiday)]),
        };
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(self.table().await?.next() != next)
    }

    /// Tells the table of the outages that it has not been told of, and returns the time. Nothing
    /// else may happen at the table before.
    pub(super) async fn heed(&mut self, in_flight: &InFlight) -> Result<Timestamp, StoreError> {
        let services = Arc::clone(&self.services);
        loop {
            let last = services.outages.last();
            if self.told < last {
                let outages = services.outages.of(&self.key.platform);
                // A reminder tells the deadline as it is after them.
                self.held = Some(Vec::new());
                let told = AssertUnwindSafe(self.tell_outages(&outages, in_flight))
                    .catch_unwind()
                    .await;
                for (parcel, in_flight) in self.held.take().unwrap_or_default() {
                    self.say(parcel, &in_flight);
                }
                // The job's caller deals with panics.
                told.unwrap_or_else(|panic| resume_unwind(panic))?;
                self.told = last;
            }
            let now = services.sources.now();
            // Otherwise the clock may have been set meanwhile.
            if services.outages.last() == last {
                return Ok(now);
            }
        }
    }

    /// Tells the table of outages. Each is told once, however often this is tried.
    async fn tell_outages(
        &mut self,
        outages: &[Outage],
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        for &Outage { id, from, to } in outages {
            let event = HostEvent::Outage.id(id);
            if self.services.store.is_handled(&self.key, &event).await? {
                continue;
            }
            // What the bot was still up for, but was stopped before it could handle it.
            self.catch_up(from, in_flight).await?;
            let cause = Cause::own_at(event, to);
            let trigger = Trigger::Outage { from, to };
            self.follow(&trigger, &cause, Facts::default(), in_flight)
                .await?;
        }
        Ok(())
    }

    /// Finds out which players are on holiday, if that is still to be done.
    pub(super) async fn heed_holidays(
        &mut self,
        in_flight: &InFlight,
    ) -> Result<(), Option<StoreError>> {
        if !self.ignores_holidays {
            return Ok(());
        }
        let mut done = guarded(self.holidays(in_flight)).await;
        if let Err(Some(error @ StoreError::Damaged { .. })) = &done {
            tracing::error!(table = %self.key, %error, "a table is not told of a holiday");
            // Nothing can happen there any more.
            done = Ok(());
        }
        self.ignores_holidays = done.is_err();
        done
    }

    /// Finds out which players are on holiday, and lets the game follow.
    async fn holidays(&mut self, in_flight: &InFlight) -> Result<(), StoreError> {
        let now = self.heed(in_flight).await?;
        self.catch_up(now, in_flight).await?;
        let players = self.table().await?.players();
        let mut away = BTreeMap::new();
        for person in players {
            let (store, platform) = (&self.services.store, &self.key.platform);
            let holidays = store.holidays_of(platform, &person, now).await?;
            let running = holidays.into_iter().rfind(|one| one.is_running(now));
            away.insert(person, running);
        }
        let table = self.table().await?;
        let clock = table.running().and_then(|game| game.clock());
        let is_away = |color| clock.is_some_and(|clock| clock.on_holiday(color).is_some());
        if away.values().all(Option::is_none) && !Color::ALL.into_iter().any(is_away) {
            return Ok(());
        }
        let next = table.next();
        let cause = Cause::own_at(HostEvent::Holidays.id(next), now);
        let trigger = Trigger::Holidays { away };
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }
}
