//! Whether this process reaches Discord, where several processes share the shards out.
//!
//! A process that does not reach Discord can neither hear nor answer, but it keeps its shards and
//! tables as long as it reaches the database. So it ends if another process does reach Discord.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::connections::Connections;
use crate::chat::discord::context::DiscordContext;

/// How often Discord is asked while no connection is up.
const INTERVAL: Duration = Duration::from_secs(5);

/// How long its answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How many leases a process stays cut off before it ends. Most interruptions are shorter, and
/// resuming a session costs less than having another process begin one.
const LEASES: u32 = 4;

/// The shortest such time, so that several requests have to fail, not one.
const LEAST: Duration = Duration::from_secs(20);

/// Whether Discord answered when it was last asked.
pub(super) struct Reach(AtomicBool);

impl Default for Reach {
    /// It has just said who the bot is.
    fn default() -> Self {
        Self(AtomicBool::new(true))
    }
}

impl Reach {
    /// Whether it did.
    pub(super) fn is_there(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Keeps checking whether Discord is there, until the task ends.
    pub(super) async fn watch(
        self: Arc<Self>,
        context: Arc<DiscordContext>,
        connections: Arc<Connections>,
    ) {
        loop {
            let is_there = connections.is_any_up() || context.rest.is_reached(ANSWER_TIMEOUT).await;
            self.0.store(is_there, Ordering::Relaxed);
            sleep(INTERVAL).await;
        }
    }
}

/// Since when this process has been cut off from Discord while another one was not.
#[derive(Default)]
pub(super) struct CutOff {
    since: Option<Instant>,
}

impl CutOff {
    /// Records who reaches Discord now. Returns true once this process has been cut off for too
    /// long.
    pub(super) fn look(&mut self, this: bool, other: bool, lease: Duration, now: Instant) -> bool {
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
            // Discord is away: nobody ends, not even at once when the first process is back.
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
