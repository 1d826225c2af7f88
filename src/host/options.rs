//! How the host runs.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::clock::{MachineClock, WallClock};
use super::readiness::Readiness;
use crate::config::{self, Config};
use crate::session::{Policy, Settings};

/// How long an idle table actor is kept: a player who thinks comes back to a loaded table, one who
/// sleeps does not cost memory.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Interval between attempts to speak where the bot may not. A table hears of its end within a
/// minute.
const PROBE_INTERVAL: Duration = Duration::from_secs(30);

/// Where time and random numbers come from.
#[derive(Clone)]
pub struct Sources {
    /// The wall clock.
    pub clock: WallClock,
    /// A fresh random number.
    pub random: Arc<dyn Fn() -> u64 + Send + Sync>,
}

impl Default for Sources {
    /// The machine's own.
    fn default() -> Self {
        Self {
            clock: WallClock::Machine(MachineClock::default()),
            random: Arc::new(rand::random),
        }
    }
}

impl Sources {
    /// The time.
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sources")
    }
}

/// How the host runs.
#[derive(Debug, Clone)]
pub struct HostOptions {
    /// What the session needs of the configuration.
    pub policy: Policy,
    /// The settings that every platform inherits.
    pub settings: Settings,
    /// Width of board pictures in pixels.
    pub picture_size: u32,
    /// How much of the machine the engine may use.
    pub engine: config::EngineConfig,
    /// Other programs that people can play against.
    pub players: Vec<config::ProgramPlayer>,
    /// How long data are kept.
    pub retention: config::Retention,
    /// How long an idle table actor is kept.
    pub idle: Duration,
    /// Interval between attempts to speak where the bot may not.
    pub probes_every: Duration,
    /// Time and random numbers.
    pub sources: Sources,
    /// Whether what happens is the same on every run: one thing is done after another, what falls
    /// due is handled by [`Host::move_clock`](super::Host::move_clock) alone, and the engine stops
    /// by what it has searched, not by the time that it took.
    pub stepwise: bool,
    /// Whether this process is a worker: runs searches for others on its database.
    pub works: bool,
    /// Where adapters note whether their platforms are connected.
    pub readiness: Arc<Readiness>,
}

impl HostOptions {
    /// The options of a configuration, with defaults for the rest.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        Self {
            policy: config.policy.clone(),
            settings: config.settings.clone(),
            picture_size: config.picture_size,
            engine: config.engine,
            players: config.players.clone(),
            retention: config.retention,
            idle: IDLE_TIMEOUT,
            probes_every: PROBE_INTERVAL,
            sources: Sources::default(),
            stepwise: false,
            works: false,
            readiness: Arc::default(),
        }
    }
}
