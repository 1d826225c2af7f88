//! The wall clock: the machine's own, or one that is set by hand.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::lock::lock;

/// A machine's clock that is more than this ahead of its uptime was set, or the machine was
/// suspended.
const AHEAD: SignedDuration = SignedDuration::from_secs(60);

/// One that is behind by more than this was set back.
const BEHIND: SignedDuration = SignedDuration::from_secs(2);

/// The wall clock.
#[derive(Debug, Clone)]
pub enum WallClock {
    /// The machine's own.
    Machine(MachineClock),
    /// One that is set by hand.
    Manual(ManualClock),
}

impl WallClock {
    /// The time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match self {
            Self::Machine(clock) => clock.now(),
            Self::Manual(clock) => clock.now(),
        }
    }

    /// Waits until it may be `pause` later than `now`; `None` waits for ever on the machine's clock.
    pub(super) async fn pass(&self, now: Timestamp, pause: Option<Duration>) {
        match (self, pause) {
            (Self::Machine(_), Some(pause)) => sleep(pause).await,
            (Self::Machine(_), None) => std::future::pending().await,
            (Self::Manual(clock), _) => clock.leaves(now).await,
        }
    }
}

/// The machine's clock. It goes on by the machine's uptime, so that it never jumps unnoticed, and is
/// set by the machine's wall clock now and then. Clones are handles to the same one.
#[derive(Clone)]
pub struct MachineClock {
    wall: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    set: Arc<Mutex<Reading>>,
}

/// What the clocks showed at one moment.
#[derive(Debug, Clone, Copy)]
struct Reading {
    wall: Timestamp,
    uptime: Instant,
}

impl fmt::Debug for MachineClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MachineClock").field(&self.now()).finish()
    }
}

impl Default for MachineClock {
    fn default() -> Self {
        Self::new(Timestamp::now)
    }
}

impl MachineClock {
    /// The clock of a machine with this wall clock.
    pub(super) fn new(wall: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        let reading = Reading {
            wall: wall(),
            uptime: Instant::now(),
        };
        Self {
            wall: Arc::new(wall),
            set: Arc::new(Mutex::new(reading)),
        }
    }

    fn now(&self) -> Timestamp {
        lock(&self.set).expected(Instant::now())
    }

    /// Sets it by the wall clock, unless that has jumped: then it returns what the wall clock should
    /// show, and what it shows.
    pub(super) fn adjust(&self) -> Option<(Timestamp, Timestamp)> {
        self.adjust_at(Instant::now())
    }

    fn adjust_at(&self, uptime: Instant) -> Option<(Timestamp, Timestamp)> {
        let wall = (self.wall)();
        let mut set = lock(&self.set);
        let expected = set.expected(uptime);
        let off = wall.duration_since(expected);
        if off > AHEAD || off < -BEHIND {
            return Some((expected, wall));
        }
        *set = Reading { wall, uptime };
        None
    }

    /// Jumps to this time.
    pub(super) fn set(&self, wall: Timestamp) {
        let uptime = Instant::now();
        *lock(&self.set) = Reading { wall, uptime };
    }
}

impl Reading {
    /// What the wall clock should show at this uptime.
    fn expected(&self, uptime: Instant) -> Timestamp {
        let passed = uptime.saturating_duration_since(self.uptime);
        self.wall.checked_add(passed).unwrap_or(Timestamp::MAX)
    }
}

/// A clock that stands still until it is set. Clones are handles to the same one.
#[derive(Debug, Clone)]
pub struct ManualClock(Arc<watch::Sender<Timestamp>>);

impl ManualClock {
    /// A clock that shows this time.
    #[must_use]
    pub fn new(time: Timestamp) -> Self {
        Self(Arc::new(watch::Sender::new(time)))
    }

    /// The time that it shows.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        *self.0.borrow()
    }

    /// Sets it, forward or back.
    pub fn set(&self, time: Timestamp) {
        self.0.send_replace(time);
    }

    /// Waits until it shows another time.
    async fn leaves(&self, time: Timestamp) {
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = self.0.subscribe().wait_for(|now| *now != time).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumps_is_noticed_and_one_that_drifts_is_followed() {
        let at = |second| Timestamp::from_second(second).unwrap();
        for (wall, jumps) in [
            (1030, false),
            (1029, false),
            (1090, false),
            (1091, true),
            (1027, true),
            (0, true),
        ] {
            let machine = ManualClock::new(at(1000));
            let wall_clock = machine.clone();
            let clock = MachineClock::new(move || wall_clock.now());
            let begun = lock(&clock.set).uptime;
            let later = |seconds| begun + Duration::from_secs(seconds);
            machine.set(at(wall));
            let expected = |seconds| lock(&clock.set).expected(later(seconds));
            assert_eq!(expected(30), at(1030));
            let jumped = jumps.then_some((at(1030), at(wall)));
            assert_eq!(clock.adjust_at(later(30)), jumped, "{wall}");
            let now = if jumps { 1030 } else { wall };
            assert_eq!(expected(35), at(now + 5));
        }
    }
}
