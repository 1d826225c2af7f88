//! Ringleader: YINSH for chat rooms.

pub mod chat;
pub mod config;
pub mod engine;
pub mod game;
pub mod host;
pub mod picture;
pub mod session;
pub mod store;
pub mod tools;
pub mod words;
