//! How long to wait before something that failed is tried again, without an end.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};

/// The first wait; each further one is up to twice as long, with jitter, so that not all come
/// back at once when a platform recovers.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The longest wait, jitter included: whoever plays should not have to wait long for a server that
/// is back, and an attempt in half a minute is no burden to one that is not.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The waits before something is tried again and again.
pub(crate) struct Backoff {
    waits: ExponentialBackoff,
    longest: Duration,
}

impl Backoff {
    /// The usual waits, of at most half a minute.
    pub(crate) fn new() -> Self {
        // Jitter makes it up to twice as long.
        Self::between(FIRST_WAIT, LONGEST_WAIT / 2)
    }

    /// Waits that grow from `first` to `longest`. With jitter each is up to twice as long.
    pub(crate) fn between(first: Duration, longest: Duration) -> Self {
        let waits = ExponentialBuilder::default()
            .with_min_delay(first)
            .with_max_delay(longest)
            .with_jitter()
            .without_max_times()
            .build();
        Self { waits, longest }
    }

    /// The next wait.
    pub(crate) fn next(&mut self) -> Duration {
        self.waits.next().unwrap_or(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_never_end() {
        let mut waits = Backoff::new();
        let all: Vec<Duration> = (0..50).map(|_| waits.next()).collect();
        assert!(
            all.iter()
                .all(|wait| (FIRST_WAIT..=LONGEST_WAIT).contains(wait))
        );
        assert!(all[49] >= LONGEST_WAIT / 2);
    }
}
