//! Baseline players of well-known kinds, to measure the engine against. They are kept as they are.
//!
//! Time comes in through a [`SearchMonitor`](super::SearchMonitor), randomness as a seed.

mod alpha_beta;
mod choice;
mod dumbot;
mod uct;

pub use alpha_beta::AlphaBeta;
pub use choice::BaselineChoice;
pub use dumbot::Dumbot;
pub use uct::{PlayoutLimits, Uct};
