//! The chat platforms: one thin adapter each. They know the host's front door, and nothing
//! behind it.

pub mod console;
pub mod run;
mod stop;
