//! `ringleader learn`: training of the evaluations. Self-play games, and weights fitted to them.

mod adam;
mod fit;
mod levels;
mod self_play;
mod training_data;
mod training_game;
mod weigh;

pub use fit::{Fit, fit};
pub use levels::{LevelFit, levels};
pub use self_play::{SelfPlay, self_play};
pub use training_data::TrainingOptions;
pub use weigh::weigh;
