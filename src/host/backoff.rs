//! Delays between attempts, without an end.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};

/// The usual first delay; each further one is up to twice as long. Jitter spreads the attempts when
/// a platform recovers.
const FIRST_DELAY: Duration = Duration::from_millis(500);

/// The usual longest delay, jitter included: short for a player who waits, and no load for a server
/// that is down.
const LONGEST_DELAY: Duration = Duration::from_secs(30);

/// Exponential backoff with jitter.
pub(crate) struct Backoff {
    delays: ExponentialBackoff,
    longest: Duration,
}

impl Backoff {
    /// The usual delays, of at most half a minute.
    pub(crate) fn new() -> Self {
        // Jitter makes it up to twice as long.
        Self::between(FIRST_DELAY, LONGEST_DELAY / 2)
    }

    /// Delays that grow from `first` to `longest`. With jitter each is up to twice as long.
    pub(crate) fn between(first: Duration, longest: Duration) -> Self {
        let delays = ExponentialBuilder::default()
            .with_min_delay(first)
            .with_max_delay(longest)
            .with_jitter()
            .without_max_times()
            .build();
        Self { delays, longest }
    }

    /// The next delay.
    pub(crate) fn next(&mut self) -> Duration {
        self.delays.next().unwrap_or(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_and_never_end() {
        let mut backoff = Backoff::new();
        let all: Vec<Duration> = (0..50).map(|_| backoff.next()).collect();
        assert!(
            all.iter()
                .all(|delay| (FIRST_DELAY..=LONGEST_DELAY).contains(delay))
        );
        assert!(all[49] >= LONGEST_DELAY / 2);
    }
}
