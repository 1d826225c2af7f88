//! The part of the configuration that can change while the host runs.

use std::sync::{Arc, Mutex};

use super::Host;
use crate::config::{Config, Retention};
use crate::lock::lock;
use crate::session::Policy;

/// What may change while the host runs.
#[derive(Debug)]
pub(super) struct LiveOptions {
    pub(super) policy: Policy,
    /// How long data are kept.
    pub(super) retention: Retention,
}

/// The options that hold now.
#[derive(Debug)]
pub(super) struct Live(Mutex<Arc<LiveOptions>>);

impl Live {
    pub(super) fn new(policy: Policy, retention: Retention) -> Self {
        Self(Mutex::new(Arc::new(LiveOptions { policy, retention })))
    }

    /// The current options. A command keeps those with which it began.
    pub(super) fn now(&self) -> Arc<LiveOptions> {
        Arc::clone(&lock(&self.0))
    }

    fn replace(&self, options: LiveOptions) {
        *lock(&self.0) = Arc::new(options);
    }
}

impl Host {
    /// Applies a changed configuration as far as a running host can:
    /// [`LIVE_KEYS`](crate::config::LIVE_KEYS) outside the platforms' sections.
    pub fn reconfigure(&self, config: &Config) {
        let services = &self.services;
        // Before anybody can begin a game against a new program.
        services.engine.set_players(&config.players);
        services.live.replace(LiveOptions {
            policy: config.policy.clone(),
            retention: config.retention,
        });
        services
            .engine
            .set_times(config.engine.time, config.engine.pause);
    }
}
