//! Predictions: which player spectators expect to win. For fun: nothing else depends on them.

use super::game::Game;
use super::person::Person;
use super::reply::{Arg, Phrase};
use crate::game::{Color, MARKERS, Position};

/// Maximum number of people whose predictions about a game count.
pub(super) const MOST_PREDICTIONS: usize = 100;

/// Maximum number of people who are named for having been right; of the others, the number is told.
const MOST_NAMES: usize = 10;

/// How often a person may change their mind about a game: each time is an entry of the log.
pub(super) const MOST_CHANGES: u8 = 3;

/// Number of markers on the board from which no more predictions are accepted.
pub(super) const CLOSED_FROM_MARKERS: u8 = 20;

/// What a spectator expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Prediction {
    by: Person,
    pub(super) winner: Color,
    /// How often they have changed their mind.
    changes: u8,
}

impl Prediction {
    /// Whether it can no longer be changed.
    pub(super) const fn is_final(&self) -> bool {
        self.changes >= MOST_CHANGES
    }
}

/// The predictions about a game between two players.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Predictions {
    made: Vec<Prediction>,
    /// The version of the table from which on predictions are possible.
    since: u64,
}

impl Predictions {
    /// No predictions yet; they are possible from this version of the table on.
    pub(super) const fn begin(since: u64) -> Self {
        Self {
            made: Vec::new(),
            since,
        }
    }

    /// Whether a choice that was offered at this version of the table is about the same game and
    /// players.
    pub(super) const fn is_about(&self, version: u64) -> bool {
        version >= self.since
    }

    /// What a person has predicted.
    pub(super) fn of(&self, person: &Person) -> Option<&Prediction> {
        self.made.iter().find(|one| one.by == *person)
    }

    /// A person predicts that a colour wins, whatever they have predicted before. Whoever has had
    /// their data deleted does not count.
    pub(super) fn add(&mut self, person: &Person, winner: Color) {
        if person.is_forgotten() {
            return;
        }
        match self.made.iter_mut().find(|one| one.by == *person) {
            Some(one) => {
                one.winner = winner;
                one.changes = one.changes.saturating_add(1);
            }
            None => self.made.push(Prediction {
                by: person.clone(),
                winner,
                changes: 0,
            }),
        }
    }

    /// How many there are.
    pub(super) const fn len(&self) -> usize {
        self.made.len()
    }

    /// Whether there are none.
    pub(super) const fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// How many predict that a colour wins.
    pub(super) fn for_color(&self, color: Color) -> usize {
        let made = self.made.iter();
        made.filter(|one| one.winner == color).count()
    }
}

/// Whether predictions are still accepted: no ring has been removed, and the board is not too full.
pub(super) fn is_open(position: &Position) -> bool {
    let mut colors = Color::ALL.into_iter();
    colors.all(|color| position.removed(color) == 0)
        && position.pool() + CLOSED_FROM_MARKERS > MARKERS
}

/// Who predicted the winner of a game; `None` if there is no winner, or if nobody predicted anything.
pub(super) fn outcome(game: &Game) -> Option<Phrase> {
    let predictions = &game.predictions;
    let winner = game.result()?.winner()?;
    if predictions.is_empty() {
        return None;
    }
    let right = predictions.for_color(winner);
    if right == 0 {
        return Some(Phrase::new("over-predicted-none").with("count", predictions.len()));
    }
    let made = predictions.made.iter();
    let names = made.filter(|one| one.winner == winner);
    let names = names.map(|one| Arg::Name(one.by.clone()));
    let names: Vec<Arg> = names.take(MOST_NAMES).collect();
    let more = right - names.len();
    let id = match more {
        0 => "over-predicted",
        _ => "over-predicted-more",
    };
    Some(
        Phrase::new(id)
            .with("right", right)
            .with("count", predictions.len())
            .with("names", names.into_iter().collect::<Arg>())
            .with("more", more),
    )
}
