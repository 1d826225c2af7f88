//! The chat-agnostic core: what a table is, what a command means, and what follows from it.
//!
//! Pure: a command, a table and the circumstances come in; new log entries and replies come out
//! as data. Nothing here knows a clock, a random source, a database or a chat platform.

mod event;
mod house;
mod person;
mod reply;
mod table;

pub use event::{Challenge, ColorChoice, Entry, Event, Offer};
pub use house::{Author, Context, House};
pub use person::{Person, Seat, TableKey};
pub use reply::{Arg, Board, BoardForm, Choice, File, Phrase, Reply};
pub use table::{Ending, Game, LogError, Table, Waiting};
