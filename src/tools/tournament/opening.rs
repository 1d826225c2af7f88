//! Openings for matches: random actions, balanced according to a shallow search.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use crate::engine::{Engine, EngineOptions, NullMonitor, SearchLimits};
use crate::game::{Action, Position, Variant};

/// Depth of the search, in ring moves.
const DEPTH: u32 = 4;

/// Maximum number of candidates; if none is balanced, the most balanced is used.
const TRIES: usize = 200;

/// How openings are made.
#[derive(Debug, Clone, Copy)]
pub struct Openings {
    /// The variant.
    pub variant: Variant,
    /// Number of random actions; the first ten place the rings.
    pub plies: u32,
    /// Maximum absolute score of a balanced opening, in cp.
    pub balance: u32,
    /// Seed of all openings.
    pub seed: u64,
}

/// Generates openings.
#[derive(Debug)]
pub(super) struct OpeningGenerator(Engine);

impl OpeningGenerator {
    pub(super) fn new() -> Self {
        Self(Engine::new(EngineOptions {
            hash: 1 << 20,
            ..EngineOptions::default()
        }))
    }

    /// The opening of a pair.
    pub(super) fn opening(&mut self, openings: &Openings, pair: usize) -> Vec<Action> {
        // The generator's seeding makes neighbouring seeds independent.
        let seed = openings
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(pair as u64);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut best: Option<(u32, Vec<Action>)> = None;
        for _ in 0..TRIES {
            let mut position = Position::start(openings.variant);
            let mut actions = Vec::new();
            for _ in 0..openings.plies {
                let Some(&action) = position.legal_actions().choose(&mut random) else {
                    break;
                };
                position = position.play_unchecked(action);
                actions.push(action);
            }
            let Some(imbalance) = self.imbalance(&position) else {
                continue;
            };
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, actions));
            }
            if imbalance <= openings.balance || openings.plies == 0 {
                break;
            }
        }
        best.map(|(_, actions)| actions).unwrap_or_default()
    }

    /// The absolute score of a position, in cp; `None` if the game is over.
    fn imbalance(&mut self, position: &Position) -> Option<u32> {
        self.0.clear();
        let limits = SearchLimits {
            depth: Some(DEPTH),
            ..SearchLimits::default()
        };
        let result = self.0.search(position, &limits, &mut NullMonitor)?;
        result.score().map(|score| score.cp().unsigned_abs())
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
        let mut generator = OpeningGenerator::new();
        let mut seen = Vec::new();
        for pair in 0..4 {
            let actions = generator.opening(&openings, pair);
            assert_eq!(actions, OpeningGenerator::new().opening(&openings, pair));
            let end = actions
                .iter()
                .try_fold(Position::start(Variant::Normal), |position, &action| {
                    position.play(action)
                })
                .unwrap();
            assert_eq!((actions.len(), end.stage()), (12, Stage::Move));
            assert!(generator.imbalance(&end).unwrap() <= 40);
            assert!(!seen.contains(&actions));
            seen.push(actions);
        }
        let none = Openings {
            plies: 0,
            ..openings
        };
        assert!(generator.opening(&none, 0).is_empty());
    }
}
