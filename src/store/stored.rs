//! What is read back.

use jiff::Timestamp;

use super::cursor::ReplyTarget;
use super::error::StoreError;
use crate::session::{Entry, Holiday, Person, Reply, Table, TableKey, Waiting};

/// A table's log, from its last start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// Number of the first entry.
    pub first: u64,
    /// The entries.
    pub entries: Vec<Entry>,
}

impl Log {
    /// The table that the log folds to.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if an entry does not fit those before it.
    pub fn fold(&self, key: TableKey) -> Result<Table, StoreError> {
        Table::replay(key.clone(), self.first, &self.entries).map_err(|error| StoreError::Damaged {
            table: key,
            reason: error.to_string(),
        })
    }
}

/// A table that waits for the engine or for a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingTable {
    /// The table.
    pub table: TableKey,
    /// What it waits for; the moment is rounded up to a millisecond.
    pub waiting: Waiting,
}

/// What is still to be delivered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// How many replies.
    pub replies: u64,
    /// When the first of the events happened that they answer, as far as is known.
    pub oldest: Option<Timestamp>,
}

/// A reply of the outbox that is still to be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undelivered {
    /// Where it goes.
    pub table: TableKey,
    /// Its number.
    pub reply: i64,
}

/// A reply of the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Its number, greater than that of every earlier reply.
    pub id: i64,
    /// Where it goes.
    pub table: TableKey,
    /// The event that it answers.
    pub event: String,
    /// Index among the replies to that event.
    pub part: i64,
    /// Whether it goes out before replies that merely show something.
    pub urgent: bool,
    /// The person whom it answers; `None` if the engine or a timer caused it.
    pub author: Option<Person>,
    /// Its language, if known.
    pub language: Option<String>,
    /// The message that it answers, if it is not the event.
    pub reply_target: Option<ReplyTarget>,
    /// What it says.
    pub reply: Reply,
    /// The platform's id of the message that it became.
    pub message: Option<String>,
}

/// A reminder whose message stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminder {
    /// Its number in the outbox.
    pub reply: i64,
    /// The platform's id of the message.
    pub message: String,
}

/// A holiday that not all tables of the person know of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UntoldHoliday {
    /// The platform's id of the person.
    pub person: String,
    /// The holiday.
    pub holiday: Holiday,
}
