//! The chat platforms: one thin adapter each. They know the host's front door, and nothing
//! behind it.

mod common;
pub mod console;
#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
pub mod run;
