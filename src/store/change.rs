//! What is written in one transaction.

use std::fmt;
use std::ops::Deref;

use jiff::Timestamp;

use crate::session::{Entry, Person, Reply, TableKey, Waiting};

/// How far an adapter has read its platform, such as a sync token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncCursor {
    /// Whose mark it is: platform and account.
    pub name: String,
    /// The mark itself.
    pub value: String,
}

/// What a reply answers, by the platform's id. It may hold a secret of the platform's, without which
/// the answer could not be given, and so it is not shown where the program is looked into.
#[derive(Clone, PartialEq, Eq)]
pub struct ReplyTarget(String);

impl From<String> for ReplyTarget {
    fn from(id: String) -> Self {
        Self(id)
    }
}

impl Deref for ReplyTarget {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ReplyTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplyTarget(…)")
    }
}

/// What follows from one event at a table.
#[derive(Debug, Clone)]
pub struct Change {
    /// The table.
    pub table: TableKey,
    /// The event's id, unique at its table.
    pub event: String,
    /// When it was handled.
    pub at: Timestamp,
    /// How the table goes on; nothing if it could not be read and has to stay untouched.
    pub progress: Option<Progress>,
    /// What is to be said, in order.
    pub replies: Vec<Reply>,
    /// The person who is answered.
    pub author: Option<Person>,
    /// The platform's id of the message that the replies answer, where that is not the event.
    pub reply_target: Option<ReplyTarget>,
    /// The language of the answer, if that is known.
    pub language: Option<String>,
    /// A mark that moves on together with the change.
    pub cursor: Option<SyncCursor>,
    /// Numbers of undelivered replies whose place the new ones take: they are given up.
    pub supersedes: Vec<i64>,
}

/// How a table goes on.
#[derive(Debug, Clone)]
pub struct Progress {
    /// Number of entries that the log had when the change was made up.
    pub after: u64,
    /// New entries.
    pub entries: Vec<Entry>,
    /// What the table waits for from now on.
    pub waiting: Waiting,
    /// Ids of the persons who play from now on; none if they are the same as before.
    pub players: Option<Vec<String>>,
}

/// A table moves to another key, with all that belongs to it. What stood there takes its place.
#[derive(Debug, Clone)]
pub struct Move {
    /// The key that it had.
    pub from: TableKey,
    /// The key that it gets.
    pub to: TableKey,
    /// The event's id, unique at the table that it becomes.
    pub event: String,
    /// When it was handled.
    pub at: Timestamp,
    /// Numbers of entries that the logs at both keys had when the move was made up.
    pub after: [u64; 2],
    /// What is to be said at the new key.
    pub reply: Option<Reply>,
    /// The language in which it is said, if that is known.
    pub language: Option<String>,
}

/// What became of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Committed {
    /// It is written. The replies have these numbers in the outbox.
    Done(Vec<i64>),
    /// The event had been heard before: nothing was written, and nothing is to be said.
    Known,
    /// Another writer was quicker and the log has moved on: nothing was written. Read the table
    /// anew.
    Overtaken,
}
