//! The section `[engine]`: how much of the machine the engine may use.

use std::time::Duration;

use serde::Deserialize;

use super::checks::checked_span;
use super::error::Fault;
use crate::engine;

/// The section `[engine]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineConfig {
    /// Number of threads, each for one search; at least 1.
    pub threads: usize,
    /// Bytes of all transposition tables together.
    pub hash: usize,
    /// Longest time for a turn or a hint, from the request on.
    pub time: Duration,
    /// Shortest time for a turn of the bot.
    pub pause: Duration,
}

/// Most threads; more are a typing error.
const MOST_THREADS: usize = 256;

/// Most threads by default: more are hardly ever needed at once.
const USUAL_THREADS: usize = 32;

/// Least table size for a thread, in MiB.
const LEAST_HASH: usize = 1;

/// Most MiB of all threads together; a terabyte is a typing error.
const MOST_HASH: usize = 1 << 20;

/// Least time for a turn; less is not enough to see anything.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// Most time for a turn; nobody waits longer in a chat.
const MOST_TIME: Duration = Duration::from_secs(60);

impl Default for EngineConfig {
    /// All processors but one, which is for the chat, at most 32; 64 MiB; turns of one to three
    /// seconds.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            threads: (processors - 1).clamp(1, USUAL_THREADS),
            hash: 64 << 20,
            time: Duration::from_secs(3),
            pause: Duration::from_secs(1),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [engine]")]
pub(super) struct RawEngine {
    threads: Option<usize>,
    hash: Option<usize>,
    time: Option<String>,
    pause: Option<String>,
}

impl RawEngine {
    pub(super) fn check(self) -> Result<EngineConfig, Fault> {
        let mut engine = EngineConfig::default();
        if let Some(threads) = self.threads {
            if !(1..=MOST_THREADS).contains(&threads) {
                return Err(Fault::new(
                    "engine.threads",
                    format!("{threads} is not between 1 and {MOST_THREADS}"),
                ));
            }
            engine.threads = threads;
        }
        let least = engine.threads * LEAST_HASH;
        let hash = self.hash.unwrap_or((engine.hash >> 20).max(least));
        if !(least..=MOST_HASH).contains(&hash) {
            return Err(Fault::new(
                "engine.hash",
                format!("{hash} is not between {least} (1 for each thread) and {MOST_HASH}"),
            ));
        }
        engine.hash = hash << 20;
        engine::Engine::check_memory(engine.threads, engine.hash)
            .map_err(|error| Fault::new("engine.hash", error.to_string()))?;
        if let Some(time) = self.time {
            let key = "engine.time";
            engine.time = checked_span(key, &time)?;
            if !(LEAST_TIME..=MOST_TIME).contains(&engine.time) {
                return Err(Fault::new(key, "has to be between 100ms and 60s"));
            }
        }
        match self.pause {
            Some(pause) => engine.pause = checked_span("engine.pause", &pause)?,
            None => engine.pause = engine.pause.min(engine.time),
        }
        if engine.pause > engine.time {
            return Err(Fault::new(
                "engine.pause",
                "must not be longer than engine.time",
            ));
        }
        Ok(engine)
    }
}
