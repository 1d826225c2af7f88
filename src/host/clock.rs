//! The clock: rings at tables at which something lapses, and has the store forget what is old.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::mpsc;
use tokio::time::{interval, sleep};

use super::Shared;
use super::desk::Job;
use crate::session::TableKey;

/// When a table is to be rung at; never, if there is no time.
pub(super) type Alarm = (TableKey, Option<Timestamp>);

/// Longest sleep. The wall clock may be set, and machines are suspended; we look again after this.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);

/// How often the store forgets.
const FORGETS_EVERY: Duration = Duration::from_hours(24);

/// How long a reply can still be looked up, and the same event is known, after it was dealt with.
/// No platform repeats an event, and nobody presses a button, after a month.
const REMEMBERS: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The next bells.
#[derive(Debug, Default)]
struct Bells {
    order: BTreeSet<(Timestamp, TableKey)>,
    times: HashMap<TableKey, Timestamp>,
}

impl Bells {
    fn set(&mut self, (table, at): Alarm) {
        if let Some(before) = self.times.remove(&table) {
            self.order.remove(&(before, table.clone()));
        }
        if let Some(at) = at {
            self.times.insert(table.clone(), at);
            self.order.insert((at, table));
        }
    }

    /// Takes the tables whose time has come.
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

/// The clock's life.
pub(super) async fn run(shared: Arc<Shared>, mut alarms: mpsc::UnboundedReceiver<Alarm>) {
    let mut bells = Bells::default();
    let mut forgets = interval(FORGETS_EVERY);
    loop {
        let now = (shared.sources.now)();
        for table in bells.due(now) {
            shared.enqueue(&table, Job::Bell, None);
        }
        tokio::select! {
            () = shared.stopping.cancelled() => return,
            Some(alarm) = alarms.recv() => bells.set(alarm),
            () = sleep(bells.pause(now)) => {}
            _ = forgets.tick() => {
                if let Err(error) = shared.store.prune(now - REMEMBERS).await {
                    tracing::warn!(%error, "the store could not forget what is old");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bells_ring_in_order_and_once() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let table = |name| TableKey::channel("console", name);
        let mut bells = Bells::default();
        bells.set((table("a"), Some(at(10))));
        bells.set((table("b"), Some(at(5))));
        bells.set((table("c"), Some(at(7))));
        bells.set((table("a"), Some(at(3))));
        bells.set((table("c"), None));
        assert_eq!(bells.pause(at(1)), Duration::from_secs(2));
        assert_eq!(bells.due(at(2)), []);
        assert_eq!(bells.due(at(6)), [table("a"), table("b")]);
        assert_eq!(bells.due(at(100)), []);
        assert_eq!(bells.pause(at(100)), LONGEST_SLEEP);
    }
}
