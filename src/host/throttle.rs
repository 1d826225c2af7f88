//! Rate limits on commands, for each person and each table.
//!
//! A person over the limit is told so once, and ignored for a short while. A table's limit is for
//! crowds: what exceeds it is ignored.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::time::Instant;

use crate::lock::lock;
use crate::session::{Person, TableKey};

/// Commands a second that one person may send all the time: more than anybody types.
const PERSON_RATE: NonZeroU32 = NonZeroU32::new(6).unwrap();

/// Commands that one person may send at once: five seconds' worth, as after a lost connection.
const PERSON_BURST: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// Commands a second at one table.
const TABLE_RATE: NonZeroU32 = NonZeroU32::new(20).unwrap();

/// Commands at once at one table.
const TABLE_BURST: NonZeroU32 = NonZeroU32::new(100).unwrap();

/// How long a person over the limit is ignored.
pub(super) const MUTED_FOR: Duration = Duration::from_secs(10);

/// After so many commands, quiet persons and tables are forgotten.
const TIDIED_EVERY: usize = 4096;

/// A person: platform and id there.
type PersonKey = (String, String);

/// What to do with a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Handle it.
    Admit,
    /// Refuse it, and say so.
    Refuse,
    /// Ignore it.
    Ignore,
}

/// Counts the commands of persons and tables.
pub(super) struct Throttle {
    people: DefaultKeyedRateLimiter<PersonKey>,
    tables: DefaultKeyedRateLimiter<TableKey>,
    /// Until when persons are ignored.
    muted: Mutex<HashMap<PersonKey, Instant>>,
    seen: AtomicUsize,
}

impl Throttle {
    pub(super) fn new() -> Self {
        let quota = |rate, burst| Quota::per_second(rate).allow_burst(burst);
        Self {
            people: RateLimiter::keyed(quota(PERSON_RATE, PERSON_BURST)),
            tables: RateLimiter::keyed(quota(TABLE_RATE, TABLE_BURST)),
            muted: Mutex::default(),
            seen: AtomicUsize::new(0),
        }
    }

    /// Counts a person's command at a table, and says what to do with it.
    pub(super) fn judge(&self, table: &TableKey, person: &Person) -> Verdict {
        if self.seen.fetch_add(1, Ordering::Relaxed) % TIDIED_EVERY == TIDIED_EVERY - 1 {
            self.tidy();
        }
        let now = Instant::now();
        let who = (table.platform.clone(), person.id.clone());
        if lock(&self.muted)
            .get(&who)
            .is_some_and(|&until| now < until)
        {
            return Verdict::Ignore;
        }
        if self.people.check_key(&who).is_err() {
            lock(&self.muted).insert(who, now + MUTED_FOR);
            return Verdict::Refuse;
        }
        match self.tables.check_key(table) {
            Ok(()) => Verdict::Admit,
            Err(_) => Verdict::Ignore,
        }
    }

    fn tidy(&self) {
        let now = Instant::now();
        self.people.retain_recent();
        self.tables.retain_recent();
        lock(&self.muted).retain(|_, until| now < *until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused_once_and_others_are_heard() {
        let throttle = Throttle::new();
        let table = |name: &str| TableKey::channel("test", name);
        let (alice, bob) = (Person::new("alice", "Alice"), Person::new("bob", "Bob"));
        let verdicts: Vec<Verdict> = (0..200)
            .map(|number| throttle.judge(&table(&(number % 3).to_string()), &alice))
            .collect();
        let first = |verdict| verdicts.iter().position(|one| *one == verdict);
        let refused = first(Verdict::Refuse).unwrap();
        assert!(refused >= 30);
        assert_eq!(first(Verdict::Ignore), Some(refused + 1));
        let told = |verdict| verdicts.iter().filter(|one| **one == verdict).count();
        assert_eq!(told(Verdict::Refuse), 1);
        assert_eq!(throttle.judge(&table("0"), &bob), Verdict::Admit);
        // The same id elsewhere is somebody else.
        let elsewhere = TableKey::channel("other", "0");
        assert_eq!(throttle.judge(&elsewhere, &alice), Verdict::Admit);
    }

    #[test]
    fn a_crowd_is_bounded_by_its_table() {
        let throttle = Throttle::new();
        let table = TableKey::channel("test", "crowd");
        let admitted = (0..1000)
            .filter(|number| {
                let person = Person::new(format!("p{number}"), "P");
                throttle.judge(&table, &person) == Verdict::Admit
            })
            .count();
        assert!((100..1000).contains(&admitted), "{admitted}");
    }
}
