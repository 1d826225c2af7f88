//! What an evaluation has to offer to the search.

use crate::game::Position;

/// Judges positions without looking ahead.
pub(crate) trait Evaluate {
    /// What is kept in step as actions are played, so that judging is quick.
    type State: Copy;

    /// The state of a position.
    fn state(&self, position: &Position) -> Self::State;

    /// The state of a position that follows from another by one action.
    fn after(&self, state: &Self::State, old: &Position, new: &Position) -> Self::State;

    /// How good the position is for its actor, in units of a [`super::Score`]. Asked only where a
    /// ring is to be placed or moved.
    fn judge(&self, state: &Self::State, position: &Position) -> i32;
}
