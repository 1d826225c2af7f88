//! Session starts: a connection waits if the ones before it ended early, since Discord limits session
//! starts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serenity::all::{BotGateway, Http};
use tokio::time::sleep;

use crate::lock::lock;

/// A session that lasts this long is stable.
const STABLE_AFTER: Duration = Duration::from_secs(60);

/// Sessions in a row that may end early before the next one has to wait. Discord allows a thousand
/// sessions a day.
const MAX_EARLY_ENDS: u32 = 3;

/// The first such wait; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(10);

/// The longest such wait.
const MAX_PAUSE: Duration = Duration::from_secs(600);

/// Sessions that Discord may still allow when it is asked before the next one: what was counted is not
/// exact, as sessions are begun that never get ready.
const FEW_LEFT: u64 = 20;

/// The longest wait for Discord to allow more sessions: its count restarts every day.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// When the sessions of each shard began.
#[derive(Default)]
pub(super) struct Sessions {
    begun: Mutex<HashMap<u64, SessionStart>>,
    /// Holds back the next connection.
    gate: Mutex<Option<Gate>>,
}

/// Holds back connections: the library locks the gateway's address before it connects.
#[derive(Clone)]
pub(super) struct Gate {
    pub(super) address: Arc<tokio::sync::Mutex<String>>,
    pub(super) http: Arc<Http>,
    /// Sessions that Discord still allows, as far as is known.
    pub(super) left: u64,
}

/// The start of a shard's session.
struct SessionStart {
    at: Instant,
    /// The pause that followed it.
    pause: Duration,
    /// How many sessions in a row before it ended early.
    early: u32,
}

impl Sessions {
    /// Sets what holds back the next connection.
    pub(super) fn set_gate(&self, gate: Gate) {
        *lock(&self.gate) = Some(gate);
    }

    /// Whether a session of a shard has begun before.
    pub(super) fn has_begun(&self, shard: u64) -> bool {
        lock(&self.begun).contains_key(&shard)
    }

    /// Notes that a session of a shard begins. Returns how long the next one has to be held back at
    /// least: if this one ends early as well, or while Discord is asked whether it allows more.
    pub(super) fn begin(&self, shard: u64, now: Instant) -> Option<Duration> {
        let pause = self.pause_after(shard, now);
        let mut gate = lock(&self.gate);
        let is_scarce = gate.as_mut().is_some_and(|gate| {
            gate.left = gate.left.saturating_sub(1);
            gate.left < FEW_LEFT
        });
        Some(pause).filter(|pause| is_scarce || !pause.is_zero())
    }

    /// Notes that a session of a shard begins. Returns how long the next one has to wait if this one
    /// ends early as well.
    fn pause_after(&self, shard: u64, now: Instant) -> Duration {
        let mut begun = lock(&self.begun);
        let early = begun.get(&shard).map_or(0, |last| {
            let lasted = now.saturating_duration_since(last.at);
            if lasted < STABLE_AFTER + last.pause {
                last.early + 1
            } else {
                0
            }
        });
        let pause = match early.checked_sub(MAX_EARLY_ENDS) {
            None => Duration::ZERO,
            Some(more) => MAX_PAUSE.min(FIRST_PAUSE * 2_u32.saturating_pow(more.min(10))),
        };
        let begins = SessionStart {
            at: now,
            pause,
            early,
        };
        begun.insert(shard, begins);
        pause
    }

    /// Whether the sessions that began since then have lasted.
    pub(super) fn lasted_since(&self, since: Instant) -> bool {
        let begun = lock(&self.begun);
        let mut recent = begun.values().filter(|one| one.at >= since).peekable();
        recent.peek().is_some() && recent.all(|one| one.at.elapsed() >= STABLE_AFTER)
    }

    /// Holds back the next connection for this long, or longer if Discord demands it.
    pub(super) fn hold_back(&self, pause: Duration) {
        let Some(Gate { address, http, .. }) = lock(&self.gate).clone() else {
            return;
        };
        tokio::spawn(async move {
            let held = address.lock().await;
            let limit = match http.get_bot_gateway().await {
                Ok(gateway) => required_wait(&gateway, 1),
                Err(_) => Duration::ZERO,
            };
            if limit > pause {
                tracing::warn!(
                    wait = ?limit,
                    "Discord allows no more sessions today; the next one waits"
                );
            } else if !pause.is_zero() {
                tracing::warn!(
                    ?pause,
                    "sessions with Discord end early; the next one waits"
                );
            }
            let pause = pause.max(limit);
            sleep(pause).await;
            drop(held);
        });
    }
}

/// How long Discord demands to wait before so many sessions: not at all while it allows them.
pub(super) fn required_wait(gateway: &BotGateway, sessions: u32) -> Duration {
    let limit = &gateway.session_start_limit;
    if limit.remaining >= u64::from(sessions.max(1)) {
        return Duration::ZERO;
    }
    Duration::from_millis(limit.reset_after).min(MAX_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_that_end_early_make_the_next_wait() {
        let sessions = Sessions::default();
        let mut now = Instant::now();
        let pauses: Vec<u64> = (0..12)
            .map(|_| {
                now += Duration::from_secs(5);
                let pause = sessions.pause_after(0, now);
                now += pause;
                pause.as_secs()
            })
            .collect();
        assert_eq!(pauses, [0, 0, 0, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
        // Each shard has its own sessions, and a stable one resets the wait.
        assert_eq!(sessions.begin(1, now), None);
        now += STABLE_AFTER;
        assert_eq!(sessions.begin(0, now), None);
    }
}
