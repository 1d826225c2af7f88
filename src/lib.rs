//! Ringleader: YINSH for chat rooms.

pub mod game;
pub mod picture;
