//! The wall clock: the machine's own, or one that is set by hand.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::watch;
use tokio::time::sleep;

/// The wall clock.
#[derive(Debug, Clone, Default)]
pub enum WallClock {
    /// The machine's own.
    #[default]
    Machine,
    /// One that is set by hand.
    Manual(ManualClock),
}

impl WallClock {
    /// The time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match self {
            Self::Machine => Timestamp::now(),
            Self::Manual(clock) => clock.now(),
        }
    }

    /// Waits until it may be `pause` later than `now`; `None` waits for ever on the machine's clock.
    pub(super) async fn pass(&self, now: Timestamp, pause: Option<Duration>) {
        match (self, pause) {
            (Self::Machine, Some(pause)) => sleep(pause).await,
            (Self::Machine, None) => std::future::pending().await,
            (Self::Manual(clock), _) => clock.leaves(now).await,
        }
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
