//! Reproducible random games for the tests.

use proptest::prelude::RngExt;
use proptest::test_runner::{RngAlgorithm, TestRng};
use ringleader::game::{Action, Position, Stage};

/// A random number generator with a seed.
pub(crate) fn random(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// A random legal action; most often one that makes a row, if there is one, as rows are rare in
/// random games.
pub(crate) fn choose(position: &Position, random: &mut TestRng) -> Option<Action> {
    let actions = position.legal_actions();
    if position.stage() == Stage::Move && random.random_ratio(4, 5) {
        let makes_row = |action: &&Action| {
            let stage = position.play(**action).map(|next| next.stage());
            stage == Ok(Stage::Row)
        };
        if let Some(&action) = actions.iter().find(makes_row) {
            return Some(action);
        }
    }
    if actions.is_empty() {
        return None;
    }
    Some(actions[random.random_range(0..actions.len())])
}
