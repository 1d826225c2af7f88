//! Ringleader: YINSH (Kris Burm, 2003) for chat rooms. The rules, an opponent, board pictures,
//! and a table to play at; the binary of the same name is a thin shell of this library.
//!
//! # The rooms
//!
//! Each room knows only rooms further up in this list.
//!
//! | room | what lives there |
//! |---|---|
//! | [`game`] | YINSH itself: points, positions, rules, records. Pure |
//! | [`engine`] | the player inside the machine. Pure |
//! | [`picture`] | a position as a picture, and as plain text. Pure |
//! | [`session`] | what a table is, what a command means, what follows from it. Pure |
//! | [`words`] | every sentence that a person reads, through Fluent |
//! | [`store`] | what must outlive the process: SQLite |
//! | [`config`] | the settings file |
//! | [`host`] | runs tables: a queue each, the clock, the engine's threads, the outbox |
//! | [`chat`] | one adapter a platform: the console |
//! | [`tools`] | what the command line's tools do |
//!
//! The pure rooms read no clock, no file and no random source: time and chance come in as
//! arguments. A command goes from a [`chat`] adapter to the [`host`], is understood and worked
//! out by the [`session`] into new log entries and replies, is written down by the [`store`] in
//! one transaction, and only then answered.
//!
//! # A short game
//!
//! ```
//! use ringleader::engine;
//! use ringleader::game::{Action, Color, Position, Stage, Variant};
//!
//! let mut position = Position::start(Variant::Blitz);
//! position = position.play("e4".parse()?)?;
//! assert_eq!(position.actor(), Color::Black);
//! assert!(position.play("e4".parse()?).is_err());
//!
//! // The engine plays the rest for both sides.
//! let mut turns = 0;
//! while position.stage() != Stage::Over {
//!     for action in engine::turn(&position, turns) {
//!         position = position.play(action)?;
//!     }
//!     turns += 1;
//! }
//! assert!(position.result().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod chars;
pub mod chat;
pub mod cli;
pub mod config;
pub mod engine;
mod files;
pub mod game;
pub mod host;
mod lines;
mod lock;
pub mod picture;
pub mod session;
pub mod store;
pub mod tools;
pub mod words;
