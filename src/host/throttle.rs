//! How much one person, and one table, may say to the bot.
//!
//! Past the limit a person is told so once; then the bot does not hear them for a short while. A
//! table's limit stands for crowds: there whatever is too much goes unheard.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::time::Instant;

use crate::lock::lock;
use crate::session::{Person, TableKey};

/// Commands a second of one person that are answered for as long as it pleases them: whoever plays
/// a script through by hand is slower.
const OF_A_PERSON: NonZeroU32 = NonZeroU32::new(6).unwrap();

/// Commands of one person at once: five seconds' worth, as after a while without a connection.
const BURST_OF_A_PERSON: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// The same of everybody at a table.
const OF_A_TABLE: NonZeroU32 = NonZeroU32::new(20).unwrap();

/// The same at once.
const BURST_OF_A_TABLE: NonZeroU32 = NonZeroU32::new(100).unwrap();

/// How long a person goes unheard after too much.
pub(super) const UNHEARD_FOR: Duration = Duration::from_secs(10);

/// How many commands go by until those are forgotten who have been quiet.
const TIDIED_EVERY: usize = 4096;

/// A person: platform and id there.
type Who = (String, String);

/// What is done with a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is followed.
    Admit,
    /// It is not followed, and that is said.
    Refuse,
    /// Nothing is done, and nothing is said.
    Ignore,
}

/// Counts who says how much.
pub(super) struct Throttle {
    people: DefaultKeyedRateLimiter<Who>,
    tables: DefaultKeyedRateLimiter<TableKey>,
    /// Until when somebody goes unheard.
    unheard: Mutex<HashMap<Who, Instant>>,
    seen: AtomicUsize,
}

impl Throttle {
    pub(super) fn new() -> Self {
        let quota = |rate, burst| Quota::per_second(rate).allow_burst(burst);
        Self {
            people: RateLimiter::keyed(quota(OF_A_PERSON, BURST_OF_A_PERSON)),
            tables: RateLimiter::keyed(quota(OF_A_TABLE, BURST_OF_A_TABLE)),
            unheard: Mutex::default(),
            seen: AtomicUsize::new(0),
        }
    }

    /// What to do with a person's command at a table.
    pub(super) fn judge(&self, table: &TableKey, person: &Person) -> Verdict {
        if self.seen.fetch_add(1, Ordering::Relaxed) % TIDIED_EVERY == TIDIED_EVERY - 1 {
            self.tidy();
        }
        let now = Instant::now();
        let who = (table.platform.clone(), person.id.clone());
        if lock(&self.unheard)
            .get(&who)
            .is_some_and(|&until| now < until)
        {
            return Verdict::Ignore;
        }
        if self.people.check_key(&who).is_err() {
            lock(&self.unheard).insert(who, now + UNHEARD_FOR);
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
        lock(&self.unheard).retain(|_, until| now < *until);
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
