//! `ringleader learn`: how the engine's network is made. Games that the engine plays against
//! itself, and weights that explain how they ended.

mod chance;
mod fit;
mod games;
mod selfplay;

pub use fit::{Fit, fit};
pub use selfplay::{SelfPlay, self_play};
