//! Timers: at most one for each table, fired by the wall clock.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::clock::WallClock;
use crate::lock::lock;
use crate::session::TableKey;

/// The tables' timers. Clones are handles to the same ones.
#[derive(Clone, Default)]
pub(super) struct Timers(Arc<Inner>);

#[derive(Default)]
struct Inner {
    schedule: Mutex<TimerSchedule>,
    /// Notified when the schedule has to be looked at before the next timer is expected to fire.
    changed: Notify,
}

impl fmt::Debug for Timers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timers").finish_non_exhaustive()
    }
}

impl Timers {
    /// Sets a table's timer, or removes it.
    pub(super) fn set(&self, table: &TableKey, at: Option<Timestamp>) {
        self.change(|schedule| schedule.set(table, at));
    }

    /// Sets a table's timer as it was stored, unless its actor has set a newer one.
    pub(super) fn restore(&self, table: &TableKey, at: Timestamp) {
        self.change(|schedule| {
            if !schedule.times.contains_key(table) {
                schedule.set(table, Some(at));
            }
        });
    }

    fn change(&self, change: impl FnOnce(&mut TimerSchedule)) {
        let mut schedule = lock(&self.0.schedule);
        let first = schedule.first();
        change(&mut schedule);
        let sooner = match (schedule.first(), first) {
            (Some(now), Some(before)) => now < before,
            (now, None) => now.is_some(),
            (None, _) => false,
        };
        drop(schedule);
        if sooner {
            self.0.changed.notify_one();
        }
    }

    /// Has the wall clock read again: it may have been set, or the machine suspended.
    pub(super) fn check(&self) {
        self.0.changed.notify_one();
    }

    /// Number of timers that are set, and of those that have expired at `now`.
    pub(super) fn count(&self, now: Timestamp) -> (usize, usize) {
        let schedule = lock(&self.0.schedule);
        let expired = schedule.order.iter().take_while(|(at, _)| *at <= now);
        (schedule.order.len(), expired.count())
    }

    /// Sets no timer any more.
    pub(super) fn clear(&self) {
        *lock(&self.0.schedule) = TimerSchedule::default();
        self.0.changed.notify_one();
    }

    /// Takes the first timer that is to fire by `until`, and its time.
    pub(super) fn take(&self, until: Timestamp) -> Option<(Timestamp, TableKey)> {
        lock(&self.0.schedule).take(until)
    }

    /// Fires the timers, with their times, until it is stopped. Sleeps while none is due.
    pub(super) async fn run(
        self,
        clock: WallClock,
        stopping: CancellationToken,
        fire: impl Fn(TableKey, Timestamp) + Send,
    ) {
        loop {
            let now = clock.now();
            while let Some((at, table)) = self.take(now) {
                fire(table, at);
            }
            let pause = lock(&self.0.schedule).pause(now);
            tokio::select! {
                () = stopping.cancelled() => return,
                () = self.0.changed.notified() => {}
                () = clock.pass(now, pause) => {}
            }
        }
    }
}

/// The timers that are set, by time.
#[derive(Debug, Default)]
struct TimerSchedule {
    order: BTreeSet<(Timestamp, TableKey)>,
    times: HashMap<TableKey, Timestamp>,
}

impl TimerSchedule {
    fn set(&mut self, table: &TableKey, at: Option<Timestamp>) {
        if let Some(before) = self.times.remove(table) {
            self.order.remove(&(before, table.clone()));
        }
        if let Some(at) = at {
            self.times.insert(table.clone(), at);
            self.order.insert((at, table.clone()));
        }
    }

    /// When the first timer fires.
    fn first(&self) -> Option<Timestamp> {
        self.order.first().map(|(at, _)| *at)
    }

    /// Takes the first timer that has expired.
    fn take(&mut self, now: Timestamp) -> Option<(Timestamp, TableKey)> {
        if self.first()? > now {
            return None;
        }
        let (at, table) = self.order.pop_first()?;
        self.times.remove(&table);
        Some((at, table))
    }

    /// How long until the first timer fires; `None` if none is set.
    fn pause(&self, now: Timestamp) -> Option<Duration> {
        let first = self.first()?;
        Some(Duration::try_from(first.duration_since(now)).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;
    use crate::host::clock::ManualClock;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn table(name: &str) -> TableKey {
        TableKey::channel("console", name)
    }

    #[test]
    fn timers_are_taken_in_order_and_once() {
        let mut schedule = TimerSchedule::default();
        assert_eq!(schedule.pause(at(1)), None);
        schedule.set(&table("a"), Some(at(10)));
        schedule.set(&table("b"), Some(at(5)));
        schedule.set(&table("c"), Some(at(7)));
        schedule.set(&table("a"), Some(at(3)));
        schedule.set(&table("c"), None);
        assert_eq!(schedule.pause(at(1)), Some(Duration::from_secs(2)));
        assert_eq!(schedule.take(at(2)), None);
        assert_eq!(schedule.take(at(6)), Some((at(3), table("a"))));
        assert_eq!(schedule.take(at(6)), Some((at(5), table("b"))));
        assert_eq!(schedule.take(at(100)), None);
        assert_eq!(schedule.pause(at(100)), None);
        schedule.set(&table("a"), Some(at(3)));
        assert_eq!(schedule.pause(at(100)), Some(Duration::ZERO));
    }

    #[test]
    fn a_stored_timer_does_not_take_the_place_of_a_newer_one() {
        let timers = Timers::default();
        timers.set(&table("a"), Some(at(10)));
        timers.restore(&table("a"), at(5));
        timers.restore(&table("b"), at(7));
        assert_eq!(timers.count(at(6)), (2, 0));
        assert_eq!(timers.count(at(7)), (2, 1));
        assert_eq!(timers.take(at(100)), Some((at(7), table("b"))));
        assert_eq!(timers.take(at(100)), Some((at(10), table("a"))));
        assert_eq!(timers.take(at(100)), None);
    }

    #[tokio::test]
    async fn a_clock_that_is_set_back_fires_nothing_twice_and_passes_nothing_over() {
        let clock = ManualClock::new(at(100));
        let timers = Timers::default();
        let stopping = CancellationToken::new();
        let (send, mut fired) = mpsc::unbounded_channel();
        let wall = WallClock::Manual(clock.clone());
        let running = timers
            .clone()
            .run(wall, stopping.clone(), move |table, at| {
                send.send((table.channel, at)).unwrap();
            });
        let running = tokio::spawn(running);
        timers.set(&table("a"), Some(at(110)));
        timers.set(&table("b"), Some(at(120)));
        clock.set(at(115));
        assert_eq!(fired.recv().await, Some(("a".to_owned(), at(110))));
        clock.set(at(50));
        timers.set(&table("c"), Some(at(60)));
        clock.set(at(112));
        assert_eq!(fired.recv().await, Some(("c".to_owned(), at(60))));
        // Late, and set when it was due already: each with its own time, in order.
        clock.set(at(200));
        assert_eq!(fired.recv().await, Some(("b".to_owned(), at(120))));
        timers.set(&table("a"), Some(at(90)));
        assert_eq!(fired.recv().await, Some(("a".to_owned(), at(90))));
        stopping.cancel();
        running.await.unwrap();
        assert!(fired.recv().await.is_none());
    }
}
