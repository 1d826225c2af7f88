//! Ringleader: YINSH (Kris Burm, 2003) for chat rooms. Rules, engine, board pictures, and chat
//! adapters for Discord, Matrix and the terminal. The program `ringleader` is a shell of this
//! library.
//!
//! # Modules
//!
//! Each module depends only on modules above it.
//!
//! | module | what is in it |
//! |---|---|
//! | [`game`] | YINSH itself: points, positions, rules, records. Pure |
//! | [`engine`] | search, evaluations, levels of play, hints and reviews |
//! | [`picture`] | positions as pictures and as plain text. Pure |
//! | [`session`] | tables, and the commands that change them. Pure |
//! | [`words`] | all texts for players, through Fluent |
//! | [`store`] | storage of tables and of replies to deliver, in SQLite |
//! | [`config`] | the config file |
//! | [`backup`] | backups of the database and the Matrix store |
//! | [`host`] | runs tables: a queue for each, timers, the engine's threads, the outbox |
//! | [`chat`] | the adapters: Discord, Matrix, console |
//! | [`tools`] | the work of the other subcommands |
//! | [`cli`] | the command line |
//!
//! Pure modules read no clock, no file and no random source: time and randomness are arguments.
//! The engine reads a clock only to stop in time. A command goes from a [`chat`] adapter to the
//! [`host`]; the [`session`] turns it into log entries and replies; the [`store`] writes them in
//! one transaction; only then is it answered.
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

pub mod backup;
pub mod chat;
pub mod cli;
pub mod config;
mod files;
pub mod host;
mod http;
mod lines;
mod lock;
mod metrics;
mod program;
pub mod session;
pub mod store;
pub mod tools;
pub mod words;

pub use yinsh::{engine, game};
pub use yinsh_picture as picture;
