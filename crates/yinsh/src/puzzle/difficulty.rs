//! How likely the levels are to solve a puzzle.

use super::Puzzle;
use crate::engine::{Engine, Level, NullMonitor};
use crate::game::Stage;
use crate::split_mix::mix;

/// For each level, the chance that it solves a puzzle at the first try: that it makes all decisions
/// of the solver's as in the solution. It is found by a search of each position, not by playing.
#[must_use]
pub fn chances(engine: &Engine, puzzle: &Puzzle) -> [f64; 10] {
    let solver = puzzle.solver();
    let mut chances = [1.0; 10];
    let mut at = puzzle.start;
    for &action in &puzzle.line {
        if at.actor() == solver && at.count_legal_actions() > 1 {
            let own = Level::chances(engine, &at, action);
            for (chance, own) in chances.iter_mut().zip(own) {
                *chance *= own;
            }
        }
        match at.play(action) {
            Ok(next) => at = next,
            Err(_) => break,
        }
    }
    chances
}

/// Whether a level solves a puzzle at the first try, by playing it. The same seed gives the same
/// answer, except at the best level.
#[must_use]
pub fn solves(engine: &mut Engine, puzzle: &Puzzle, level: Level, seed: u64) -> bool {
    let solver = puzzle.solver();
    let mut at = puzzle.start;
    let mut turn = Vec::new().into_iter();
    for &action in &puzzle.line {
        if at.actor() == solver && at.stage() != Stage::Over {
            let next = turn.next().or_else(|| {
                let decisions = level.turn(engine, &at, mix(seed), &mut NullMonitor);
                turn = decisions.into_iter();
                turn.next()
            });
            if next != Some(action) {
                return false;
            }
        } else {
            turn = Vec::new().into_iter();
        }
        match at.play(action) {
            Ok(next) => at = next,
            Err(_) => return false,
        }
    }
    true
}
