//! `ringleader learn`: how the engine's evaluations are made. Games that the engine plays against
//! itself, and weights that explain how they ended.

mod adam;
mod chance;
mod fit;
mod games;
mod lesson;
mod selfplay;
mod weigh;

pub use fit::{Fit, fit};
pub use lesson::Course;
pub use selfplay::{SelfPlay, self_play};
pub use weigh::weigh;
