//! One thread's search: alpha-beta to a fixed depth. [`super::Engine`] deepens it iteratively.
//!
//! Depth is counted in ring moves and placed rings. Choosing a row or a ring to remove takes no
//! depth, as such choices are few and change much. A player may decide several times in a row, so
//! a score changes its sign only where the actor changes.

mod move_ordering;
mod negamax;
mod principal_variation;
mod quiescence;
mod worker;

pub(super) use worker::{StopSignal, Worker};

/// Maximum depth of iterative deepening, in ring moves.
pub(super) const MAX_DEPTH: i32 = 60;
