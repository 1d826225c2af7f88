//! Where positions of puzzles come from: records, games that the engine plays against itself with
//! mistakes, and rings placed at random.

use crate::engine::{Engine, EngineOptions, NullMonitor, SearchLimits};
use crate::game::{GameRecord, Position, Stage, Variant};
use yinsh::split_mix::{STEP, SplitMix};

/// Nodes searched for each decision of a game.
const NODES: u64 = 1_000;

/// Size of the transposition table in bytes.
const HASH: usize = 1 << 18;

/// One game in so many is blitz.
const BLITZ: usize = 6;

/// Of so many decisions, how many are the best one, and how many the second best; the others are
/// random, as mistakes are what makes puzzles.
const CHOICES: (usize, usize, usize) = (100, 66, 90);

/// Number of rings placed before the first position of those that are placed at random.
const RINGS_BEFORE: usize = 5;

/// The positions of a recorded game in which somebody decides.
pub(super) fn recorded(game: &GameRecord) -> Vec<Position> {
    let positions = game.positions();
    positions
        .filter(|position| position.stage() != Stage::Over)
        .collect()
}

/// The positions of a game that the engine plays against itself; the same for the same seed.
pub(super) fn played(seed: u64) -> Vec<Position> {
    let mut random = SplitMix::new(seed.wrapping_mul(STEP) ^ seed);
    let variant = match random.below(BLITZ) {
        0 => Variant::Blitz,
        _ => Variant::Normal,
    };
    let mut engine = Engine::new(EngineOptions {
        hash: HASH,
        ..EngineOptions::default()
    });
    let limits = SearchLimits {
        nodes: Some(NODES),
        lines: 2,
        ..SearchLimits::default()
    };
    let (all, best, second) = CHOICES;
    let random_rings = random.below(11);
    let mut position = Position::start(variant);
    let mut positions = Vec::new();
    while position.stage() != Stage::Over {
        positions.push(position);
        let pick = random.below(all);
        let is_random = positions.len() <= random_rings || pick >= second;
        let line = if is_random {
            None
        } else {
            let found = engine.search(&position, &limits, &mut NullMonitor);
            found.and_then(|mut found| {
                let index = usize::from(pick >= best).min(found.lines.len().checked_sub(1)?);
                Some(found.lines.swap_remove(index))
            })
        };
        let actions = position.legal_actions();
        let action = line.and_then(|line| line.actions.first().copied());
        let action = action.unwrap_or_else(|| actions[random.below(actions.len())]);
        position = position.play_unchecked(action);
    }
    positions
}

/// Positions with rings placed at random; the same for the same seed. The variant is blitz, as a
/// placement decides little in a normal game.
pub(super) fn placed(seed: u64) -> Vec<Position> {
    let mut random = SplitMix::new(seed.wrapping_mul(STEP) ^ seed);
    let mut position = Position::start(Variant::Blitz);
    let mut positions = Vec::new();
    while position.stage() == Stage::Place {
        positions.push(position);
        let actions = position.legal_actions();
        position = position.play_unchecked(actions[random.below(actions.len())]);
    }
    positions.split_off(RINGS_BEFORE)
}
