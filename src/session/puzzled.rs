//! How a person does with puzzles. It is kept among their settings, and changes with them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use yinsh::puzzle::Puzzle;

use super::person::TableKey;
use super::puzzles::with_id;
use super::race::Races;
use super::rating::{Rating, RatingChange};
use super::training::{Trained, TrainingItem};
use crate::game::{Action, GameResult};

/// Days that are kept of those on which somebody solved the puzzle of the day: today and yesterday.
const KEPT_DAYS: usize = 2;

/// Digits of a puzzle's id, as it is stored.
const DIGITS: usize = 6;

/// How a person does with puzzles. Nothing is written as such: it takes away what is stored.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Puzzled {
    /// Their rating.
    #[serde(default)]
    pub rating: Rating,
    /// Number of puzzles that counted.
    #[serde(default)]
    pub tried: u32,
    /// Number of those that they solved at the first try.
    #[serde(default)]
    pub solved: u32,
    /// How many of them in a row, up to the latest one.
    #[serde(default)]
    pub streak: u32,
    /// The most in a row.
    #[serde(default)]
    pub best: u32,
    /// Ids of the puzzles that they were given.
    #[serde(default, serialize_with = "write", deserialize_with = "read")]
    pub had: BTreeSet<u32>,
    /// How they do with the puzzle of the day.
    #[serde(default)]
    pub daily: Daily,
    /// How they do with races.
    #[serde(default)]
    pub races: Races,
    /// The puzzle that they are in.
    #[serde(default)]
    pub open: Option<OpenPuzzle>,
}

// Ratings are numbers: nobody compares those that are none.
impl Eq for Puzzled {}

/// A puzzle that a person is in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenPuzzle {
    /// Its id.
    pub id: u32,
    /// Where it is open.
    pub at: TableKey,
    /// When it was opened there.
    pub since: Timestamp,
    /// What was played so far, by both players.
    pub played: Vec<Action>,
    /// Its rating, as long as the first try counts.
    pub counts: Option<Rating>,
    /// The word of the theme, if they asked for it.
    pub theme: Option<String>,
    /// The day of which it is the puzzle, if it was opened as such.
    pub daily: Option<Date>,
    /// Whether they were wrong, or had the solution shown.
    pub missed: bool,
    /// Their rating before the first try and after it.
    pub change: Option<[i64; 2]>,
    /// Their own mistake, which has no id, if it is one.
    #[serde(default)]
    pub own: Option<Box<TrainingItem>>,
    /// Whether it is one of a race.
    #[serde(default)]
    pub race: bool,
    /// What the try of their own mistake did, if it counted.
    #[serde(default)]
    pub trained: Option<Trained>,
}

impl OpenPuzzle {
    /// Whether it is the puzzle with an id.
    pub(super) fn is(&self, id: u32) -> bool {
        self.own.is_none() && !self.race && self.id == id
    }

    /// The puzzle; nothing if it was one of another version.
    pub(super) fn puzzle(&self) -> Option<Cow<'static, Puzzle>> {
        match &self.own {
            Some(item) => Some(Cow::Owned(item.mistake.puzzle())),
            None => with_id(self.id).map(Cow::Borrowed),
        }
    }
}

/// How a person does with the puzzle of the day.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Daily {
    /// Days in a row on which they solved it, up to the latest one.
    #[serde(default)]
    pub streak: u32,
    /// The most days in a row.
    #[serde(default)]
    pub best: u32,
    /// The latest days on which they solved it, newest first.
    #[serde(default)]
    pub solved: Vec<SolvedDay>,
    /// The day on which they had its solution shown.
    #[serde(default)]
    pub shown: Option<Date>,
    /// The server at which they asked for it before they were led to a private chat, and when.
    #[serde(default)]
    pub asked: Option<(Date, String)>,
}

/// A day on which a person solved the puzzle of the day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedDay {
    /// The day.
    pub day: Date,
    /// The server at which they asked for it; empty if at none.
    pub server: String,
    /// What they were called.
    pub name: String,
}

impl Daily {
    /// Whether they solved the puzzle of a day.
    pub(super) fn has_solved(&self, day: Date) -> bool {
        self.solved.iter().any(|one| one.day == day)
    }

    /// Counts a day on which they solved it, once, unless they knew the solution.
    pub(super) fn solve(&mut self, one: SolvedDay) {
        if self.has_solved(one.day) || self.shown == Some(one.day) {
            return;
        }
        let goes_on = one
            .day
            .checked_sub(1.day())
            .is_ok_and(|day| self.has_solved(day));
        self.streak = if goes_on {
            self.streak.saturating_add(1)
        } else {
            1
        };
        self.best = self.best.max(self.streak);
        self.solved.insert(0, one);
        self.solved.truncate(KEPT_DAYS);
    }
}

/// The first try of a puzzle: what it does to the puzzle's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PuzzleTry {
    /// Id of the puzzle.
    pub puzzle: u32,
    /// The puzzle's rating if nobody has tried it before.
    pub first: Rating,
    /// The person's rating before the try.
    pub by: Rating,
    /// Whether the person solved it.
    pub solved: bool,
}

// As for `Puzzled`.
impl Eq for PuzzleTry {}

impl PuzzleTry {
    /// The rating of the puzzle after the try, by the one before.
    #[must_use]
    pub fn rating_after(&self, rating: Rating, at: Timestamp) -> Rating {
        let change = change([self.by, rating], self.solved, at);
        // Unlike people, puzzles do not change while nobody tries them.
        Rating {
            last: None,
            ..change.after[1]
        }
    }
}

/// What the first try does to the ratings of a person and of the puzzle.
fn change(ratings: [Rating; 2], solved: bool, at: Timestamp) -> RatingChange {
    let result = match solved {
        true => GameResult::White,
        false => GameResult::Black,
    };
    RatingChange::by_game(ratings, result, at)
}

impl Puzzled {
    /// Counts the first try of a puzzle with a rating. Returns the ratings before and after it.
    pub(super) fn count(&mut self, puzzle: Rating, solved: bool, now: Timestamp) -> [Rating; 2] {
        let change = change([self.rating, puzzle], solved, now);
        self.rating = change.after[0];
        self.tried = self.tried.saturating_add(1);
        self.solved = self.solved.saturating_add(u32::from(solved));
        self.streak = match solved {
            true => self.streak.saturating_add(1),
            false => 0,
        };
        self.best = self.best.max(self.streak);
        [change.before[0], change.after[0]]
    }
}

/// Writes ids without gaps, so that thousands fit.
fn write<S: Serializer>(ids: &BTreeSet<u32>, serializer: S) -> Result<S::Ok, S::Error> {
    let text: String = ids.iter().map(|id| format!("{id:0DIGITS$x}")).collect();
    serializer.serialize_str(&text)
}

fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeSet<u32>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let digits: Vec<char> = text.chars().collect();
    let ids = digits
        .chunks(DIGITS)
        .map(|id| id.iter().collect::<String>());
    Ok(ids
        .filter_map(|id| u32::from_str_radix(&id, 16).ok())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        "2026-01-02T03:04:05Z".parse().unwrap()
    }

    #[test]
    fn a_rating_rises_with_a_solved_puzzle_and_falls_with_a_missed_one() {
        let mut puzzled = Puzzled::default();
        let [before, after] = puzzled.count(Rating::default(), true, now());
        assert_eq!(before, Rating::default());
        assert_eq!(after, puzzled.rating);
        // As in a game against somebody of the same rating.
        assert_eq!(after.rounded(), 1662);
        puzzled.count(Rating::default(), true, now());
        let risen = puzzled.rating.rating;
        puzzled.count(Rating::default(), false, now());
        assert!(puzzled.rating.rating < risen);
        let told = (puzzled.tried, puzzled.solved, puzzled.streak, puzzled.best);
        assert_eq!(told, (3, 2, 0, 2));
    }

    #[test]
    fn days_in_a_row_are_counted() {
        let mut daily = Daily::default();
        let mut streaks = Vec::new();
        for day in [
            "2026-02-28",
            "2026-03-01",
            "2026-03-01",
            "2026-03-03",
            "2026-03-04",
        ] {
            daily.solve(SolvedDay {
                day: day.parse().unwrap(),
                server: String::new(),
                name: "alice".to_owned(),
            });
            streaks.push(daily.streak);
        }
        assert_eq!(streaks, [1, 2, 2, 1, 2]);
        assert_eq!(daily.best, 2);
        assert_eq!(daily.solved.len(), KEPT_DAYS);
        assert!(daily.has_solved("2026-03-03".parse().unwrap()));
        assert!(!daily.has_solved("2026-03-01".parse().unwrap()));
    }

    #[test]
    fn the_rating_of_a_puzzle_moves_against_that_of_the_person() {
        let tried = |solved| PuzzleTry {
            puzzle: 7,
            first: Rating::default(),
            by: Rating::default(),
            solved,
        };
        let [missed, solved] = [false, true].map(|solved| {
            let after = tried(solved).rating_after(Rating::default(), now());
            assert_eq!(after.last, None);
            after.rounded()
        });
        assert_eq!((missed, solved), (1662, 1338));
    }

    #[test]
    fn progress_is_stored_and_read() {
        let puzzled = Puzzled {
            had: [0, 255, 0x00ff_ffff].into(),
            ..Puzzled::default()
        };
        let text = serde_json::to_string(&puzzled).unwrap();
        assert!(text.contains(r#""had":"0000000000ffffffff""#), "{text}");
        // What is absent is stored as such.
        assert!(text.contains(r#""open":null"#), "{text}");
        assert_eq!(serde_json::from_str::<Puzzled>(&text).unwrap(), puzzled);
        assert_eq!(
            serde_json::from_str::<Puzzled>("{}").unwrap(),
            Puzzled::default()
        );
    }
}
