//! Mistakes that somebody is to learn from: what would have been good in place of each.

use std::cmp::Reverse;

use super::{MissingSearch, Review, ReviewedDecision};
use crate::engine::scale::{Label, percent};
use crate::engine::search_result::Line;
use crate::game::{Action, Position};

/// Number of actions that are looked at in place of a mistake. Where all of them are good there may be
/// more, and nothing is learned.
pub(super) const LINES: usize = 6;

/// Maximum number of mistakes of a game that are learned from.
const MOST: usize = 10;

/// A decision that lost 10 % or more, and what would have been good in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistake {
    /// The decision.
    pub decision: ReviewedDecision,
    /// The position before it.
    pub position: Position,
    /// The best line.
    pub better: Line,
    /// All actions that lose less than 5 %, the best one first.
    pub good: Vec<Action>,
}

impl Review {
    /// The next mistake whose position has to be searched for what was good.
    pub(super) fn missing_of_mistakes(&self) -> Option<MissingSearch> {
        if self.learners == [false; 2] {
            return None;
        }
        let worst = self.worst(&self.decisions(&self.lines()?));
        let missing = worst
            .into_iter()
            .rev()
            .find(|index| !self.alternatives.contains_key(index))?;
        let (_, depth) = self.best[missing].as_ref()?;
        Some(MissingSearch::Alternatives(missing, *depth))
    }

    /// The decisions that are learned from, in order.
    fn worst(&self, decisions: &[ReviewedDecision]) -> Vec<usize> {
        let mut worst: Vec<usize> = (0..decisions.len())
            .filter(|&index| {
                let decision = &decisions[index];
                let is_learned = self.learners[decision.by.index()];
                is_learned && decision.label >= Label::Mistake && self.best[index].is_some()
            })
            .collect();
        worst.sort_by_key(|&index| Reverse(decisions[index].loss));
        worst.truncate(MOST);
        worst.sort_unstable();
        worst
    }

    /// The mistakes, by the best lines of all positions. Where the second look finds the played action
    /// good there is none.
    pub(super) fn mistakes(&self, decisions: &[ReviewedDecision], lines: &[Line]) -> Vec<Mistake> {
        let worst = self.worst(decisions).into_iter();
        let mistakes = worst.filter_map(|index| {
            let decision = decisions[index];
            let better = lines[index].clone();
            let best = *better.actions.first()?;
            let others = self.alternatives.get(&index)?;
            let most = percent(others.first()?.score.chance());
            let is_good = |line: &&Line| {
                Label::of(most.saturating_sub(percent(line.score.chance()))) <= Label::Good
            };
            if others.len() >= LINES && others.iter().all(|line| is_good(&line)) {
                return None;
            }
            let others = others.iter().filter(is_good);
            let others = others.filter_map(|line| line.actions.first().copied());
            let mut good = vec![best];
            good.extend(others.filter(|&action| action != best));
            (!good.contains(&decision.action)).then(|| Mistake {
                decision,
                position: self.positions[index],
                better,
                good,
            })
        });
        mistakes.collect()
    }
}
