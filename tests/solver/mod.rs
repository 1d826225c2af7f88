//! A solver that proves forced wins by trying everything: it judges nothing and leaves nothing
//! out, so that it is slow and right.

use std::collections::HashMap;

use ringleader::game::{Action, Color, Position, Stage};

/// What is known about a position: the attacker wins within so many ring moves, and does not
/// within so many.
#[derive(Clone, Copy, Default)]
struct Known {
    wins: Option<u32>,
    fails: Option<u32>,
}

/// With fewer ring moves left, looking again is quicker than remembering.
const WORTH_KNOWING: u32 = 2;

/// Proves that the attacker wins.
pub(crate) struct Solver {
    attacker: Color,
    known: HashMap<u64, Known>,
    /// What refuted the last position with so many ring moves left: often refutes the next.
    refuted: [Option<Action>; 16],
    patience: u64,
}

impl Solver {
    /// For wins of this player; gives up after so many positions.
    pub(crate) fn new(attacker: Color, patience: u64) -> Self {
        Self {
            attacker,
            known: HashMap::new(),
            refuted: [None; 16],
            patience,
        }
    }

    /// Whether the attacker wins within so many ring moves of both players, whatever the other
    /// player does. `None` if that takes too long to find out.
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
        self.patience = self.patience.checked_sub(1)?;
        let attacks = position.actor() == self.attacker;
        let slot = moves as usize % self.refuted.len();
        let mut children: Vec<(Action, Position)> = position
            .legal_actions()
            .iter()
            .map(|&action| (action, position.play_unchecked(action)))
            .collect();
        // Only the order is a matter of judgement: rows first.
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
        if moves < WORTH_KNOWING {
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
