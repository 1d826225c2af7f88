//! Discord's rate limits, as read from its answers.

use std::collections::HashMap;
use std::time::Duration;

use serenity::http::{LightMethod, RatelimitingBucket};
use tokio::time::Instant;

/// Routes whose limits are remembered. Discord repeats a limit that is forgotten.
const MAX_ROUTES: usize = 10_000;

/// Upper bound of a limit.
const MAX_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// What has limits of its own: a kind of request, in a channel or a server.
pub(super) type LimitKey = (LightMethod, RatelimitingBucket);

/// Until when Discord accepts no more requests.
#[derive(Default)]
pub(super) struct RateLimits {
    routes: HashMap<LimitKey, Instant>,
    global: Option<Instant>,
}

impl RateLimits {
    /// How long a request has to wait.
    pub(super) fn left(&self, key: &LimitKey) -> Option<Duration> {
        let until = self.routes.get(key).copied().max(self.global)?;
        Some(until.saturating_duration_since(Instant::now())).filter(|left| !left.is_zero())
    }

    /// Notes that a route is used up.
    pub(super) fn limit(&mut self, key: LimitKey, after: Duration) {
        let now = Instant::now();
        if self.routes.len() >= MAX_ROUTES {
            self.routes.retain(|_, until| *until > now);
        }
        if self.routes.len() >= MAX_ROUTES {
            self.routes.clear();
        }
        self.routes.insert(key, now + after);
    }

    /// Notes that Discord accepts no requests for this long.
    pub(super) fn limit_all(&mut self, after: Duration) {
        self.global = self.global.max(Some(Instant::now() + after));
    }
}

/// A number of seconds from an answer, which may be nonsense.
pub(super) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds)
        .unwrap_or(Duration::from_secs(60))
        .min(MAX_LIMIT)
}

#[cfg(test)]
mod tests {
    use serenity::all::ChannelId;
    use serenity::http::Route;

    use super::*;

    #[test]
    fn limits_hold_for_a_route_or_for_everything() {
        let key = |method, id| {
            let channel_id = ChannelId::new(id);
            (
                method,
                Route::ChannelMessages { channel_id }.ratelimiting_bucket(),
            )
        };
        let mut limits = RateLimits::default();
        let used_up = key(LightMethod::Post, 1);
        limits.limit(used_up, Duration::from_secs(100));
        assert!(limits.left(&used_up).is_some());
        for other in [key(LightMethod::Get, 1), key(LightMethod::Post, 2)] {
            assert_eq!(limits.left(&other), None);
        }
        limits.limit_all(Duration::from_secs(100));
        assert!(limits.left(&key(LightMethod::Post, 2)).is_some());
        // Expired limits are removed, and there are never too many.
        for id in 1..=2 * MAX_ROUTES as u64 {
            limits.limit(key(LightMethod::Post, id), Duration::ZERO);
        }
        assert!(limits.routes.len() <= MAX_ROUTES);
    }

    #[test]
    fn nonsense_limits_do_no_harm() {
        for seconds in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!(duration(seconds) <= MAX_LIMIT);
        }
        assert_eq!(duration(1.5), Duration::from_millis(1500));
    }
}
