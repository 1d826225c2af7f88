//! The part of the configuration that a running host takes over.

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

    /// What holds now. A command is handled with what held when it began.
    pub(super) fn now(&self) -> Arc<LiveOptions> {
        Arc::clone(&lock(&self.0))
    }

    fn replace(&self, options: LiveOptions) {
        *lock(&self.0) = Arc::new(options);
    }
}

impl Host {
    /// Takes over what a running host can of a changed configuration:
    /// [`LIVE_KEYS`](crate::config::LIVE_KEYS) outside the platforms' sections.
    pub fn reconfigure(&self, config: &Config) {
        let services = &self.services;
        services.live.replace(LiveOptions {
            policy: config.policy.clone(),
            retention: config.retention,
        });
        services
            .engine
            .set_times(config.engine.time, config.engine.pause);
    }
}
