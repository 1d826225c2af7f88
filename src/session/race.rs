//! Races: as many puzzles as somebody can solve in three minutes, and the most of each person at a
//! server.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// How long a race lasts.
const LENGTH: SignedDuration = SignedDuration::from_mins(3);

/// Servers at which scores of a person are kept, the latest ones.
const KEPT_SERVERS: usize = 20;

/// The rating of the first puzzle, and how much harder each solved one makes the next.
const FIRST: f64 = 900.0;
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
    /// Ids of the puzzles that were given, the last of which is open.
    pub given: Vec<u32>,
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

/// How a race ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Finish {
    /// Number of puzzles that were solved.
    pub(super) solved: u32,
    /// The best score of the person at this server before.
    pub(super) best: u32,
}

impl Race {
    /// A race that begins.
    pub(super) fn start(server: String, now: Timestamp) -> Self {
        Self {
            until: now.checked_add(LENGTH).unwrap_or(Timestamp::MAX),
            server,
            solved: 0,
            given: Vec::new(),
        }
    }

    /// Whether its time is up.
    pub(super) fn is_over(&self, now: Timestamp) -> bool {
        now >= self.until
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

    /// Ends the race that is under way, if there is one, and notes its score.
    pub(super) fn finish(&mut self, name: &str, now: Timestamp) -> Option<Finish> {
        let race = self.running.take()?;
        let (best, solved) = (self.best(&race.server), race.solved);
        if solved > best {
            self.scores.retain(|one| one.server != race.server);
            let score = Score {
                server: race.server,
                name: name.to_owned(),
                best: solved,
                at: now,
            };
            self.scores.insert(0, score);
            self.scores.truncate(KEPT_SERVERS);
        }
        Some(Finish { solved, best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_score_of_each_server_is_kept() {
        let mut now: Timestamp = "2026-01-02T03:04:05Z".parse().unwrap();
        let mut races = Races::default();
        assert_eq!(races.finish("ann", now), None);
        for (server, solved, best) in [
            ("club", 5, 0),
            ("pub", 2, 0),
            ("club", 4, 5),
            ("club", 7, 5),
        ] {
            races.running = Some(Race {
                solved,
                ..Race::start(server.to_owned(), now)
            });
            assert_eq!(races.finish("ann", now), Some(Finish { solved, best }));
            now += SignedDuration::from_secs(1);
        }
        assert_eq!(
            (races.best("club"), races.best("pub"), races.best("")),
            (7, 2, 0)
        );
        for server in 0..100 {
            races.running = Some(Race {
                solved: 1,
                ..Race::start(server.to_string(), now)
            });
            races.finish("ann", now);
        }
        assert_eq!(races.scores.len(), KEPT_SERVERS);
    }

    #[test]
    fn a_race_lasts_three_minutes() {
        let now: Timestamp = "2026-01-02T03:04:05Z".parse().unwrap();
        let race = Race::start(String::new(), now);
        let then = now + SignedDuration::from_secs(115);
        assert_eq!(
            (race.left(now), race.left(then)),
            ("3:00".to_owned(), "1:05".to_owned())
        );
        assert!(!race.is_over(then) && race.is_over(race.until));
        assert_eq!(race.left(race.until + SignedDuration::from_secs(9)), "0:00");
    }
}
