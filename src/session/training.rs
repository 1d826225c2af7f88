//! Training: mistakes that a review found become exercises for whoever made them, which come back
//! after some days until they are learned.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use yinsh::puzzle::Puzzle;

use super::event::PlayedGame;
use super::person::{Person, Seat};
use crate::engine::{Findings, Mistake};
use crate::game::{Action, Position};

/// Days after which an exercise comes back, by how many times in a row it was solved. Solved once more
/// than that, it is learned.
const INTERVALS: [i64; 5] = [1, 3, 7, 14, 30];

/// Actions of the better line that are kept.
const KEPT_LINE: usize = 8;

/// A mistake of a person, from one of their games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnMistake {
    /// The position before it.
    pub position: Position,
    /// What they played.
    pub played: Action,
    /// Number of its turn.
    pub turn: usize,
    /// What it lost of the chance to win, in per cent.
    pub loss: u32,
    /// The best line.
    pub better: Vec<Action>,
    /// All actions that would have been good, the best one first.
    pub good: Vec<Action>,
}

impl From<&Mistake> for OwnMistake {
    fn from(mistake: &Mistake) -> Self {
        let better = mistake.better.actions.iter();
        Self {
            position: mistake.position,
            played: mistake.decision.action,
            turn: mistake.decision.turn,
            loss: mistake.decision.loss,
            better: better.take(KEPT_LINE).copied().collect(),
            good: mistake.good.clone(),
        }
    }
}

impl OwnMistake {
    /// It as a puzzle of one decision, which has no name, theme or rating.
    pub(super) fn puzzle(&self) -> Puzzle {
        Puzzle {
            name: String::new(),
            start: self.position,
            line: self.better.iter().take(1).copied().collect(),
            themes: Vec::new(),
            rating: 0,
        }
    }
}

/// A mistake as an exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingItem {
    /// Its number in the store.
    pub number: i64,
    /// How many times in a row it was solved on the days when it was due.
    pub solved: u32,
    /// Whether it was due when it was opened, and not tried since: the next try counts.
    pub counts: bool,
    /// The mistake.
    pub mistake: OwnMistake,
}

impl TrainingItem {
    /// Whether this is another one that was tried, now due again.
    pub(super) fn is_again(&self, tried: &Self) -> bool {
        self.number == tried.number && self.counts
    }
}

/// The first try of an exercise on a day when it was due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trained {
    /// Number of the exercise.
    pub number: i64,
    /// How many times in a row it is solved now.
    pub solved: u32,
    /// When it comes back; never if it is learned.
    pub due: Option<Timestamp>,
}

impl Trained {
    /// By a try of an exercise.
    pub(super) fn by(item: &TrainingItem, solved: bool, now: Timestamp) -> Self {
        let solved = match solved {
            true => item.solved.saturating_add(1),
            false => 0,
        };
        let days = match solved.checked_sub(1) {
            None => Some(INTERVALS[0]),
            Some(index) => INTERVALS.get(index as usize).copied(),
        };
        let due = days.and_then(|days| now.checked_add(SignedDuration::from_hours(24 * days)).ok());
        // Nobody counts the seconds.
        let due =
            due.and_then(|due| Timestamp::from_second(due.as_second().div_euclid(60) * 60).ok());
        Self {
            number: item.number,
            solved,
            due,
        }
    }
}

/// The exercises of a person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Training {
    /// The one that is asked for, or all that are due, longest due first.
    pub items: Vec<TrainingItem>,
    /// Number of those that are due.
    pub due: usize,
    /// Number of those that come back later, and when the next one does.
    pub later: Option<(usize, Timestamp)>,
}

impl PlayedGame {
    /// Whether white and black can learn from their mistakes: people who played it on this platform.
    #[must_use]
    pub fn learners(&self) -> [bool; 2] {
        let learns = |seat: &Seat| seat.person().is_some_and(|person| !person.is_forgotten());
        self.seats
            .each_ref()
            .map(|seat| self.played_here && learns(seat))
    }

    /// The mistakes that a review of the game found, each with the person who can learn from it.
    pub(super) fn mistakes(&self, findings: &Findings) -> Vec<(Person, OwnMistake)> {
        let learners = self.learners();
        let mistakes = findings.mistakes.iter().filter_map(|mistake| {
            let by = mistake.decision.by.index();
            let person = self.seats[by].person().filter(|_| learners[by])?;
            Some((person.clone(), OwnMistake::from(mistake)))
        });
        mistakes.collect()
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;

    use super::*;
    use crate::game::Variant;

    #[test]
    fn exercises_come_back_less_and_less_often() {
        let now: Timestamp = "2026-01-02T03:04:00Z".parse().unwrap();
        let mut item = TrainingItem {
            number: 7,
            solved: 0,
            counts: true,
            mistake: OwnMistake {
                position: Position::start(Variant::Normal),
                played: Action::Pass,
                turn: 1,
                loss: 30,
                better: Vec::new(),
                good: Vec::new(),
            },
        };
        let mut days = Vec::new();
        loop {
            let trained = Trained::by(&item, true, now);
            assert_eq!(trained.number, 7);
            item.solved = trained.solved;
            let Some(due) = trained.due else { break };
            days.push(due.since(now).unwrap().get_seconds() / 86_400);
        }
        assert_eq!(days, [1, 3, 7, 14, 30]);
        // Whoever misses it begins anew.
        let missed = Trained::by(&item, false, now);
        let tomorrow = now.checked_add(24.hours()).unwrap();
        assert_eq!((missed.solved, missed.due), (0, Some(tomorrow)));
    }
}
