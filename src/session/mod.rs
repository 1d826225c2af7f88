//! The chat-agnostic core: what a table is, what a command means, and what follows from it.
//!
//! Pure: a command, a table and the circumstances come in; new log entries and replies come out
//! as data. Nothing here knows a clock, a random source, a database or a chat platform.
//!
//! A message goes through [`parse`] to a [`Command`], then through [`handle`] to an [`Outcome`];
//! [`Table::apply`] takes its events in. [`COMMANDS`] is the one table of all commands.

mod act;
mod begin;
mod command;
mod event;
mod handle;
mod hint;
mod house;
mod likeness;
mod look;
mod name;
mod parse;
mod person;
mod refusal;
mod reply;
mod review;
mod settle;
mod table;
#[cfg(test)]
mod tests;

pub use act::engine_command;
pub use command::{COMMANDS, Command, Decision, Group, RULES_TOPICS, Spec};
pub use event::{Challenge, ColorChoice, Entry, Event, HintAmount, Offer, PlayedGame};
pub use handle::{Outcome, handle, moved, restated};
pub use house::{Author, Context, House};
pub use name::{Namesakes, clean_name, clean_text, look};
pub use parse::{Parsed, parse};
pub use person::{Person, Seat, TableKey};
pub use refusal::Refusal;
pub(crate) use reply::result_phrase;
pub use reply::{Arg, Board, BoardForm, Choice, Curve, File, Phrase, Reply, Sign};
pub use table::{Ending, Game, HintRequest, LogError, Pending, ReviewRequest, Table, Waiting};
