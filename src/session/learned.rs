//! How far a person is in the tutorial. It is kept among their settings, and changes with them.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::person::TableKey;
use crate::game::Action;

/// How far a person is in the tutorial.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Learned {
    /// Numbers of the lessons that they have solved.
    #[serde(default)]
    pub solved: BTreeSet<usize>,
    /// Number of the lesson that they were last in; 0 before the first one.
    #[serde(default)]
    pub last: usize,
    /// That lesson as it stands, if they are in it. Nothing is written as such: it takes away what
    /// is stored.
    #[serde(default)]
    pub open: Option<OpenLesson>,
}

/// A lesson that a person is in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLesson {
    /// Where.
    pub at: TableKey,
    /// When it was opened there.
    pub since: Timestamp,
    /// What they have done in it so far.
    pub played: Vec<Action>,
    /// How often they were wrong since.
    pub wrong: u32,
}

impl Learned {
    /// Number of the lesson to go on with, of lessons with the numbers 1 to `last`: the one that
    /// they were in, else the next that they have not solved. Nothing if they have solved all.
    #[must_use]
    pub fn next(&self, last: usize) -> Option<usize> {
        let open = |number: &usize| !self.solved.contains(number);
        let from = self.last.clamp(1, last);
        (from..=last).chain(1..from).find(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(last: usize, solved: impl IntoIterator<Item = usize>) -> Learned {
        Learned {
            solved: solved.into_iter().collect(),
            last,
            open: None,
        }
    }

    #[test]
    fn the_lesson_to_go_on_with_is_the_next_unsolved_one() {
        for (learned, next) in [
            (learned(0, []), Some(1)),
            (learned(1, [1]), Some(2)),
            (learned(7, [1]), Some(7)),
            (learned(10, [10]), Some(1)),
            (learned(10, 2..=10), Some(1)),
            (learned(3, 1..=10), None),
            // A lesson of a later version.
            (learned(99, [1, 2]), Some(10)),
        ] {
            assert_eq!(learned.next(10), next, "{learned:?}");
        }
    }
}
