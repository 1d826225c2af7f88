//! An exhaustive solver for forced wins, without evaluation or pruning.

use std::collections::HashMap;

use ringleader::game::{Action, Color, Position, Stage};

/// What is known about a position: the attacker wins within `wins` ring moves, and does not win
/// within `fails`.
#[derive(Clone, Copy, Default)]
struct Known {
    wins: Option<u32>,
    fails: Option<u32>,
}

/// With fewer ring moves left, searching again is faster than a lookup.
const MIN_STORED: u32 = 2;

/// Proves that the attacker wins.
pub(crate) struct Solver {
    attacker: Color,
    known: HashMap<u64, Known>,
    /// The last refutation, by ring moves left; it often refutes the next position, too.
    refuted: [Option<Action>; 16],
    /// Number of positions that may still be searched.
    budget: u64,
}

impl Solver {
    /// A solver for wins of this player, which gives up after so many positions.
    pub(crate) fn new(attacker: Color, budget: u64) -> Self {
        Self {
            attacker,
            known: HashMap::new(),
            refuted: [None; 16],
            budget,
        }
    }

    /// Whether the attacker can force a win within so many ring moves of both players. `None` if
    /// the budget is used up.
    pub(crate) fn wins(&mut self, position: &Position, moves: u32) -> Option<bool> {
        if let Some(result) = position.result() {
            return Some(result.winner() == Some(self.attacker));
        }
        let moving = position.stage() == Stage::Move;
        if moving && moves == 0 {
            return Some(false);
        }
        let known = self.known.get(&position.key()).copied().unwrap_or_default();
        if known.wins.is_some_and(|within| within <= moves) {
            return Some(true);
        }
        if known.fails.is_some_and(|within| within >= moves) {
            return Some(false);
        }
        self.budget = self.budget.checked_sub(1)?;
        let attacks = position.actor() == self.attacker;
        let slot = moves as usize % self.refuted.len();
        let mut children: Vec<(Action, Position)> = position
            .legal_actions()
            .iter()
            .map(|&action| (action, position.play_unchecked(action)))
            .collect();
        // Rows first; the order does not affect the result.
        children.sort_by_key(|(action, next)| {
            (
                Some(*action) != self.refuted[slot],
                next.stage() == Stage::Move,
            )
        });
        let mut wins = !attacks;
        for (action, next) in children {
            if self.wins(&next, moves - u32::from(moving))? == attacks {
                wins = attacks;
                self.refuted[slot] = Some(action);
                break;
            }
        }
        if moves < MIN_STORED {
            return Some(wins);
        }
        let known = self.known.entry(position.key()).or_default();
        if wins {
            known.wins = Some(known.wins.map_or(moves, |within| within.min(moves)));
        } else {
            known.fails = Some(known.fails.map_or(moves, |within| within.max(moves)));
        }
        Some(wins)
    }
}
