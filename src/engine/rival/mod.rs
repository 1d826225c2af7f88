//! Rivals to measure the engine against: players of well-known kinds, which learn nothing and
//! change no more. Pure: time comes in through a [`Watch`](super::Watch), chance as a seed.

mod plain;
mod uct;

pub use plain::Plain;
pub use uct::{Playouts, Uct};

use crate::game::Action;

/// What a rival has decided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// Positions that were judged, or playouts.
    pub nodes: u64,
    /// How many actions deep the deepest look went.
    pub deepest: u32,
}
