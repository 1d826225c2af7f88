//! The chat platforms: one thin adapter each, which translates the platform's events to the host's
//! input, and the host's rendered replies to the platform's requests. `common` is what they share,
//! `run` runs them, `check` says what would fail, `setup` asks for what
//! they need.

pub mod check;
mod common;
pub mod console;
#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
pub mod run;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub mod setup;
