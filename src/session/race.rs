//! Races: as many puzzles as somebody can solve in three minutes, and the most of each person at a
//! server.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// How long a race lasts.
const LENGTH: SignedDuration = SignedDuration::from_mins(3);

/// Servers at which scores of a person are kept, the latest ones.
const KEPT_SERVERS: usize = 20;

/// Puzzles that are not given again, the latest ones.
const KEPT_RECENT: usize = 200;

/// The rating of the first puzzle, that of the easiest ones, and how much harder each solved one makes
/// the next.
const FIRST: f64 = 953.0;
const STEP: f64 = 40.0;

/// How a person does with races.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Races {
    /// The one that they are in.
    #[serde(default)]
    pub running: Option<Race>,
    /// Their best scores, the latest first.
    #[serde(default)]
    pub scores: Vec<Score>,
    /// Ids of the puzzles that were given in races, the latest last.
    #[serde(default)]
    pub recent: Vec<u32>,
    /// The server at which they asked for one before they were led to a private chat, and when.
    #[serde(default)]
    pub asked: Option<(Timestamp, String)>,
}

/// A race that is under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Race {
    /// When its time is up.
    pub until: Timestamp,
    /// The server at which it was asked for; empty if at none.
    pub server: String,
    /// Number of puzzles that were solved.
    pub solved: u32,
    /// The best score of the person at this server before.
    pub best: u32,
}

/// The best score of a person at a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The server; empty if it was at none.
    pub server: String,
    /// What the person was called.
    pub name: String,
    /// Number of puzzles that they solved.
    pub best: u32,
    /// When.
    pub at: Timestamp,
}

impl Race {
    /// Whether its time is up. It is, too, if the wall clock was set back.
    pub(super) fn is_over(&self, now: Timestamp) -> bool {
        let left = self.until.duration_since(now);
        left <= SignedDuration::ZERO || left > LENGTH
    }

    /// How difficult the next puzzle is.
    pub(super) fn next_rating(&self) -> f64 {
        f64::from(self.solved).mul_add(STEP, FIRST)
    }

    /// The time that is left, in minutes and seconds.
    pub(super) fn left(&self, now: Timestamp) -> String {
        let left = self.until.duration_since(now).as_secs().max(0);
        format!("{}:{:02}", left / 60, left % 60)
    }
}

impl Races {
    /// The best score at a server.
    pub(super) fn best(&self, server: &str) -> u32 {
        let here = self.scores.iter().find(|one| one.server == server);
        here.map_or(0, |one| one.best)
    }

    /// Starts a race that counts for a server.
    pub(super) fn start(&mut self, server: String, now: Timestamp) {
        self.running = Some(Race {
            until: now.checked_add(LENGTH).unwrap_or(Timestamp::MAX),
            solved: 0,
            best: self.best(&server),
            server,
        });
    }

    /// Notes a puzzle that is given.
    pub(super) fn give(&mut self, id: u32) {
        self.recent.push(id);
        let over = self.recent.len().saturating_sub(KEPT_RECENT);
        self.recent.drain(..over);
    }

    /// Counts a puzzle that was solved in the race. The score is noted at once: nobody may come back to
    /// a race whose time is up.
    pub(super) fn solve(&mut self, name: &str, now: Timestamp) {
        let Some(race) = &mut self.running else {
            return;
        };
        race.solved = race.solved.saturating_add(1);
        if race.solved <= race.best {
            return;
        }
        let score = Score {
            server: race.server.clone(),
            name: name.to_owned(),
            best: race.solved,
            at: now,
        };
        self.scores.retain(|one| one.server != score.server);
        self.scores.insert(0, score);
        self.scores.truncate(KEPT_SERVERS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        "2026-01-02T03:04:05Z".parse().unwrap()
    }

    #[test]
    fn the_best_score_of_each_server_is_kept() {
        let mut races = Races::default();
        races.solve("ann", now());
        assert_eq!(races, Races::default());
        for (server, solved, best) in [
            ("club", 5, 0),
            ("pub", 2, 0),
            ("club", 4, 5),
            ("club", 7, 5),
        ] {
            races.start(server.to_owned(), now());
            (0..solved).for_each(|_| races.solve("ann", now()));
            let race = races.running.take().unwrap();
            assert_eq!((race.solved, race.best), (solved, best));
        }
        assert_eq!(
            (races.best("club"), races.best("pub"), races.best("")),
            (7, 2, 0)
        );
        for server in 0..100 {
            races.start(server.to_string(), now());
            races.solve("ann", now());
        }
        assert_eq!(races.scores.len(), KEPT_SERVERS);
        for id in 0..1000 {
            races.give(id);
        }
        assert_eq!((races.recent.len(), races.recent[0]), (200, 800));
    }

    #[test]
    fn a_race_lasts_three_minutes() {
        let mut races = Races::default();
        races.start(String::new(), now());
        let race = races.running.unwrap();
        let then = now() + SignedDuration::from_secs(115);
        assert_eq!(
            (race.left(now()), race.left(then)),
            ("3:00".to_owned(), "1:05".to_owned())
        );
        assert!(!race.is_over(now()) && !race.is_over(then) && race.is_over(race.until));
        // Nobody gains by a clock that was set back.
        assert!(race.is_over(now() - SignedDuration::from_secs(1)));
        let late = race.until + SignedDuration::from_secs(9);
        assert_eq!(race.left(late), "0:00");
    }
}
