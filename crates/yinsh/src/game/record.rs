//! Game records, checked by the rules, and their text form.

mod fault;
mod game_record;
mod header;
mod limits;
pub(super) mod notation;
mod quoting;
mod result_text;
mod tag;
mod termination;
mod tokens;
mod turn;

pub use fault::{RecordError, RecordReason};
pub use game_record::GameRecord;
pub(super) use header::{Header, plain_tags};
pub(super) use limits::MOST_VALUES;
pub use limits::cut_name;
pub(super) use quoting::{quote, read_quoted};
pub(super) use tag::is_tag_name;
pub use termination::Termination;
pub(super) use turn::ActionSequence;
pub use turn::Turn;
