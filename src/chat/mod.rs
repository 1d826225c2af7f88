//! The chat platforms: one thin adapter each. They know the host's front door, and nothing
//! behind it.

pub mod console;
#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(any(feature = "discord", feature = "matrix"))]
mod named;
pub mod run;
mod stop;
