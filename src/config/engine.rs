//! The section `[engine]`: how much of the machine the bot may use to think.

use std::time::Duration;

use jiff::SignedDuration;
use serde::Deserialize;

use super::error::Fault;
use crate::engine;

/// Settings of the engine's threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Engine {
    /// How many threads think, each about another question; at least 1.
    pub threads: usize,
    /// Bytes that all of them together may remember.
    pub hash: usize,
    /// Longest time for one turn or hint, from when it was asked for.
    pub time: Duration,
    /// How long a turn of the bot takes at least.
    pub pause: Duration,
}

/// Most threads: more are a slip of the pen.
const MOST_THREADS: usize = 256;

/// Most threads where the settings name no number: so many are hardly ever asked at once.
const USUAL_THREADS: usize = 32;

/// Least that a thread needs to remember anything worth it, in MiB.
const LEAST_HASH: usize = 1;

/// Most of all threads together, in MiB: a terabyte is a slip of the pen.
const MOST_HASH: usize = 1 << 20;

/// Shortest time for a turn: less is not enough to see anything.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// Longest time for a turn: nobody waits longer in a chat.
const MOST_TIME: Duration = Duration::from_secs(60);

impl Default for Engine {
    /// All processors but one (at most 32), so that the chat has one to itself, and 64 MiB. A turn takes one
    /// to three seconds.
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
    pub(super) fn check(self) -> Result<Engine, Fault> {
        let mut engine = Engine::default();
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
            engine.time = span(key, &time)?;
            if !(LEAST_TIME..=MOST_TIME).contains(&engine.time) {
                return Err(Fault::new(key, "has to be between 100ms and 60s"));
            }
        }
        match self.pause {
            Some(pause) => engine.pause = span("engine.pause", &pause)?,
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

fn span(key: &str, text: &str) -> Result<Duration, Fault> {
    let span: Option<SignedDuration> = text.parse().ok();
    span.and_then(|span| Duration::try_from(span).ok())
        .ok_or_else(|| {
            Fault::new(
                key,
                format!("«{text}» is not a time span such as «3s» or «500ms»"),
            )
        })
}
