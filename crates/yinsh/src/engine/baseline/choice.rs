//! What a baseline player chooses.

use crate::game::Action;

/// The choice of a baseline player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BaselineChoice {
    /// The action.
    pub action: Action,
    /// Positions searched, or playouts.
    pub nodes: u64,
    /// The highest ply reached, in actions.
    pub selective_depth: u32,
}
