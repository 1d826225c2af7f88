//! Which platforms are connected, as their adapters tell.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::lock::lock;
use crate::metrics;

/// Which platforms are connected.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<BTreeMap<String, bool>>);

impl Readiness {
    /// Notes whether a platform is connected. It has to be, from then on.
    pub fn set_connected(&self, platform: &str, connected: bool) {
        let mut all = lock(&self.0);
        match all.get_mut(platform) {
            Some(before) => *before = connected,
            None => drop(all.insert(platform.to_owned(), connected)),
        }
        metrics::connected(platform, connected);
    }

    /// The platforms that are not connected.
    #[must_use]
    pub fn not_connected(&self) -> Vec<String> {
        let all = lock(&self.0);
        let missing = all.iter().filter(|(_, connected)| !**connected);
        missing.map(|(platform, _)| platform.clone()).collect()
    }
}
