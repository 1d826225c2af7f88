//! Ringleader: YINSH for chat rooms.

pub mod config;
pub mod engine;
pub mod game;
pub mod picture;
pub mod session;
pub mod store;
pub mod tools;
pub mod words;
