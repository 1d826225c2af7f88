//! Openings for matches: random, and balanced as far as a shallow search can tell.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use crate::engine::{Engine, Limits, Options, Patience};
use crate::game::{Action, Position, Variant};

/// How deep, in ring moves, an opening is looked at.
const DEPTH: u32 = 4;

/// Openings that are tried for one that is balanced; after them, the most balanced is taken.
const TRIES: usize = 200;

/// How openings are made.
#[derive(Debug, Clone, Copy)]
pub struct Openings {
    /// The variant.
    pub variant: Variant,
    /// Actions that are taken at random; the first ten place the rings.
    pub plies: u32,
    /// Most that a shallow search may find one player better off, in units of a
    /// [`crate::engine::Score`].
    pub balance: u32,
    /// Whence all openings follow.
    pub seed: u64,
}

/// Judges openings.
#[derive(Debug)]
pub(super) struct Judge(Engine);

impl Judge {
    pub(super) fn new() -> Self {
        Self(Engine::new(Options {
            hash: 1 << 20,
            ..Options::default()
        }))
    }

    /// The opening of a pair.
    pub(super) fn opening(&mut self, openings: &Openings, pair: usize) -> Vec<Action> {
        // The pairs' sequences have nothing to do with each other: seeds are spread by SplitMix64.
        let seed = openings
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(pair as u64);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut best: Option<(u32, Vec<Action>)> = None;
        for _ in 0..TRIES {
            let mut position = Position::start(openings.variant);
            let mut actions = Vec::new();
            for _ in 0..openings.plies {
                let Some(&action) = position.legal_actions().choose(&mut chance) else {
                    break;
                };
                position = position.play_unchecked(action);
                actions.push(action);
            }
            let Some(off) = self.off(&position) else {
                continue;
            };
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, actions));
            }
            if off <= openings.balance || openings.plies == 0 {
                break;
            }
        }
        best.map(|(_, actions)| actions).unwrap_or_default()
    }

    /// How far from even a position is; `None` if the game is over.
    fn off(&mut self, position: &Position) -> Option<u32> {
        self.0.forget();
        let limits = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        let thought = self.0.think(position, &limits, &mut Patience)?;
        thought.score().map(|score| score.units().unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Stage;

    #[test]
    fn openings_are_balanced_and_follow_from_the_seed() {
        let openings = Openings {
            variant: Variant::Normal,
            plies: 12,
            balance: 40,
            seed: 5,
        };
        let mut judge = Judge::new();
        let mut seen = Vec::new();
        for pair in 0..4 {
            let actions = judge.opening(&openings, pair);
            assert_eq!(actions, Judge::new().opening(&openings, pair));
            let end = actions
                .iter()
                .try_fold(Position::start(Variant::Normal), |position, &action| {
                    position.play(action)
                })
                .unwrap();
            assert_eq!((actions.len(), end.stage()), (12, Stage::Move));
            assert!(judge.off(&end).unwrap() <= 40);
            assert!(!seen.contains(&actions));
            seen.push(actions);
        }
        let none = Openings {
            plies: 0,
            ..openings
        };
        assert!(judge.opening(&none, 0).is_empty());
    }
}
