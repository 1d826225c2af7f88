//! Perft: counts action sequences, to test the rules and their speed.

use super::position::Position;

/// Number of sequences of `depth` actions from a position; 1 at depth 0. A game that is over has
/// no further actions.
///
/// The last action of each sequence is counted, not played.
///
/// ```
/// use yinsh::game::{Position, Variant, perft};
/// assert_eq!(perft(&Position::start(Variant::Normal), 2), 7140);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_actions(),
        _ => position
            .legal_actions()
            .iter()
            .map(|&action| perft(&position.play_unchecked(action), depth - 1))
            .sum(),
    }
}
