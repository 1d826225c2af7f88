//! Things that are not to be repeated for a while.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use crate::lock::lock;

/// Until when each key is on hold. Bounded: keys that are dropped early are only repeated early.
#[derive(Debug)]
pub(crate) struct Cooldown<K> {
    until: Mutex<HashMap<K, Instant>>,
    capacity: usize,
}

impl<K: Eq + Hash> Cooldown<K> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            until: Mutex::default(),
            capacity,
        }
    }

    /// The time left for a key, if it is on hold.
    pub(crate) fn left(&self, key: &K) -> Option<Duration> {
        let until = *lock(&self.until).get(key)?;
        let left = until.saturating_duration_since(Instant::now());
        Some(left).filter(|left| !left.is_zero())
    }

    /// Puts a key on hold.
    pub(crate) fn hold(&self, key: K, duration: Duration) {
        self.insert(&mut lock(&self.until), key, duration);
    }

    /// Puts a key on hold unless it is already. True if it was not.
    #[cfg(any(test, feature = "discord"))]
    pub(crate) fn start(&self, key: K, duration: Duration) -> bool {
        let mut until = lock(&self.until);
        if until.get(&key).is_some_and(|until| *until > Instant::now()) {
            return false;
        }
        self.insert(&mut until, key, duration);
        true
    }

    fn insert(&self, until: &mut HashMap<K, Instant>, key: K, duration: Duration) {
        let now = Instant::now();
        if until.len() >= self.capacity {
            until.retain(|_, until| *until > now);
        }
        if until.len() >= self.capacity {
            until.clear();
        }
        until.insert(key, now + duration);
    }

    /// Ends the hold of a key.
    #[cfg(any(test, feature = "discord"))]
    pub(crate) fn clear(&self, key: &K) {
        lock(&self.until).remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn a_key_starts_once_until_it_is_cleared() {
        let cooldown = Cooldown::new(10);
        assert!(cooldown.start(1, LONG));
        assert!(!cooldown.start(1, LONG));
        assert!(cooldown.left(&1).is_some());
        assert!(cooldown.start(2, LONG));
        cooldown.clear(&1);
        assert!(cooldown.start(1, LONG));
        assert!(cooldown.start(3, Duration::ZERO));
        assert!(cooldown.start(3, LONG));
    }

    #[test]
    fn no_more_keys_are_kept_than_fit() {
        let cooldown = Cooldown::new(10);
        for key in 0..5 {
            cooldown.hold(key, LONG);
        }
        for key in 100..1000 {
            cooldown.hold(key, Duration::ZERO);
        }
        assert!(cooldown.left(&0).is_some(), "expired keys go first");
        for key in 1000..2000 {
            cooldown.hold(key, LONG);
            assert!(lock(&cooldown.until).len() <= 10);
        }
    }
}
