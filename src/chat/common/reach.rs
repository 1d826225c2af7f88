//! Whether this process reaches its platform, where several processes share a database.
//!
//! A process that does not reach the platform can neither hear nor answer, but it keeps its shards
//! and tables as long as it reaches the database. So it ends if another process does reach the
//! platform.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// How often the platform is asked while no connection is up.
const INTERVAL: Duration = Duration::from_secs(5);

/// How many leases a process stays cut off before it ends. Most interruptions are shorter, and
/// resuming a session costs less than having another process begin one.
const LEASES: u32 = 4;

/// The shortest such time, so that several requests have to fail, not one.
const LEAST: Duration = Duration::from_secs(20);

/// Whether the platform answered when it was last asked.
pub(crate) struct Reach(AtomicBool);

impl Reach {
    /// `is_there` counts until the platform was asked.
    pub(crate) const fn new(is_there: bool) -> Self {
        Self(AtomicBool::new(is_there))
    }

    /// Whether the platform answered.
    pub(crate) fn is_there(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Keeps finding out whether the platform is there: `asked` tells it.
    pub(crate) async fn watch<F>(&self, asked: impl Fn() -> F) -> Infallible
    where
        F: Future<Output = bool>,
    {
        loop {
            self.0.store(asked().await, Ordering::Relaxed);
            sleep(INTERVAL).await;
        }
    }
}

/// Since when this process has been cut off from the platform while another one was not.
#[derive(Default)]
pub(crate) struct CutOff {
    since: Option<Instant>,
}

impl CutOff {
    /// Records who reaches the platform now. Returns true once this process has been cut off for too
    /// long.
    pub(crate) fn look(&mut self, this: bool, other: bool, lease: Duration, now: Instant) -> bool {
        if this || !other {
            self.since = None;
            return false;
        }
        let since = *self.since.get_or_insert(now);
        now - since >= LEAST.max(lease * LEASES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_cut_off_if_another_one_is_not() {
        let (lease, begun) = (Duration::from_secs(15), Instant::now());
        let mut cut_off = CutOff::default();
        for (second, this, other, expected) in [
            (0, true, true, false),
            (100, false, true, false),
            (159, false, true, false),
            (160, false, true, true),
            (161, true, true, false),
            // The platform is away: nobody ends, not even at once when the first process is back.
            (200, false, false, false),
            (400, false, false, false),
            (401, false, true, false),
            (460, false, true, false),
            (461, false, true, true),
        ] {
            let now = begun + Duration::from_secs(second);
            assert_eq!(cut_off.look(this, other, lease, now), expected, "{second}");
        }
        let short = Duration::from_secs(1);
        let mut cut_off = CutOff::default();
        for (second, expected) in [(0, false), (19, false), (20, true)] {
            let now = begun + Duration::from_secs(second);
            assert_eq!(cut_off.look(false, true, short, now), expected, "{second}");
        }
    }
}
