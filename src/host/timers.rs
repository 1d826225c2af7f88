//! Timers: at most one for each table, fired by the wall clock.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::session::TableKey;

/// When a table's timer fires; `None`: never.
type Alarm = (TableKey, Option<Timestamp>);

/// Longest sleep. The wall clock may be set, and machines are suspended: the time is checked again
/// after this.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);

/// Sets the tables' timers.
#[derive(Debug, Clone)]
pub(super) struct Timers(mpsc::UnboundedSender<Alarm>);

/// The timers that are set, and those to be set.
pub(super) struct TimerQueue {
    alarms: mpsc::UnboundedReceiver<Alarm>,
    schedule: TimerSchedule,
}

/// A handle to set timers, and the queue to [run](TimerQueue::run).
pub(super) fn timers() -> (Timers, TimerQueue) {
    let (send, alarms) = mpsc::unbounded_channel();
    let schedule = TimerSchedule::default();
    (Timers(send), TimerQueue { alarms, schedule })
}

impl Timers {
    /// Sets a table's timer, or removes it.
    pub(super) fn set(&self, table: &TableKey, at: Option<Timestamp>) {
        // The queue ends only on shutdown.
        let _ = self.0.send((table.clone(), at));
    }
}

impl TimerQueue {
    /// Fires the timers until it is stopped.
    pub(super) async fn run(
        mut self,
        now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
        stopping: CancellationToken,
        fire: impl Fn(TableKey) + Send,
    ) {
        loop {
            let time = now();
            for table in self.schedule.due(time) {
                fire(table);
            }
            tokio::select! {
                () = stopping.cancelled() => return,
                Some(alarm) = self.alarms.recv() => self.schedule.set(alarm),
                () = sleep(self.schedule.pause(time)) => {}
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
    fn set(&mut self, (table, at): Alarm) {
        if let Some(before) = self.times.remove(&table) {
            self.order.remove(&(before, table.clone()));
        }
        if let Some(at) = at {
            self.times.insert(table.clone(), at);
            self.order.insert((at, table));
        }
    }

    /// Takes the tables whose timers have expired.
    fn due(&mut self, now: Timestamp) -> Vec<TableKey> {
        let mut due = Vec::new();
        while let Some((at, _)) = self.order.first()
            && *at <= now
            && let Some((_, table)) = self.order.pop_first()
        {
            self.times.remove(&table);
            due.push(table);
        }
        due
    }

    /// How long to sleep.
    fn pause(&self, now: Timestamp) -> Duration {
        self.order.first().map_or(LONGEST_SLEEP, |(at, _)| {
            Duration::try_from(at.duration_since(now))
                .unwrap_or_default()
                .min(LONGEST_SLEEP)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_fire_in_order_and_once() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let table = |name| TableKey::channel("console", name);
        let mut schedule = TimerSchedule::default();
        schedule.set((table("a"), Some(at(10))));
        schedule.set((table("b"), Some(at(5))));
        schedule.set((table("c"), Some(at(7))));
        schedule.set((table("a"), Some(at(3))));
        schedule.set((table("c"), None));
        assert_eq!(schedule.pause(at(1)), Duration::from_secs(2));
        assert_eq!(schedule.due(at(2)), []);
        assert_eq!(schedule.due(at(6)), [table("a"), table("b")]);
        assert_eq!(schedule.due(at(100)), []);
        assert_eq!(schedule.pause(at(100)), LONGEST_SLEEP);
    }
}
