//! The interface between search and evaluations.

use crate::game::Position;

/// A static evaluation with an accumulator that is updated incrementally.
pub(crate) trait Evaluate {
    /// What is updated from position to position, so that evaluating is quick.
    type Accumulator: Copy;

    /// The accumulator of a position, computed from scratch.
    fn refresh(&self, position: &Position) -> Self::Accumulator;

    /// The accumulator of a position that follows from another by one action.
    fn update(
        &self,
        accumulator: &Self::Accumulator,
        old: &Position,
        new: &Position,
    ) -> Self::Accumulator;

    /// The score of a position for its actor, in cp (see [`super::Score`]). Only called where a
    /// ring is to be placed or moved.
    fn evaluate(&self, accumulator: &Self::Accumulator, position: &Position) -> i32;
}
