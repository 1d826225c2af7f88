//! People, and where they meet: persons, seats and the keys of tables.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Somebody on a chat platform. Two persons are the same when their ids are.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Person {
    /// The platform's id: it never changes, and means nothing on another platform.
    pub id: String,
    /// The name that others see. Whatever the platform lets people call themselves.
    pub name: String,
}

impl Person {
    /// A person with an id and a name.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
        }
    }
}

impl PartialEq for Person {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Person {}

/// Who plays a colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// A person.
    Person(Person),
    /// The bot itself.
    Bot,
}

impl Seat {
    /// Whether this person sits here.
    #[must_use]
    pub fn holds(&self, person: &Person) -> bool {
        matches!(self, Self::Person(seated) if seated == person)
    }
}

/// Where a game is played: a channel or room of a platform, or one of its threads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TableKey {
    /// The platform: `console`, `discord`, `matrix`.
    pub platform: String,
    /// The platform's id of the channel or room.
    pub channel: String,
    /// The platform's id of the thread, if the table stands in one.
    pub thread: Option<String>,
}

impl TableKey {
    /// The table of a whole channel.
    pub fn channel(platform: impl Into<String>, channel: impl Into<String>) -> Self {
        Self {
            platform: platform.into(),
            channel: channel.into(),
            thread: None,
        }
    }
}

impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.platform, self.channel)?;
        match &self.thread {
            Some(thread) => write!(f, "/{thread}"),
            None => Ok(()),
        }
    }
}
