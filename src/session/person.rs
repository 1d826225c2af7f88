//! Persons, seats, and the keys of tables.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::name::{self, clean_name, clean_text};
use super::votes::Crowd;
use crate::engine::Level;

/// What the pseudonyms of people who had their data deleted begin with. No platform has such ids.
pub(super) const FORGOTTEN: &str = "forgotten:";

/// What they are called in what is stored. Readers see it in their language.
const SOMEONE: &str = "someone";

/// Somebody on a chat platform. Persons are equal if their ids are.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Person {
    /// The platform's id. It never changes, and means nothing on another platform.
    pub id: String,
    /// The name that others see, cut if it is very long; with the id in brackets behind it if the
    /// name is ambiguous.
    pub name: String,
}

impl Person {
    /// A person with an id and a name. A name that is very long is cut.
    pub fn new(id: impl Into<String>, name: impl AsRef<str>) -> Self {
        let id = id.into();
        let name = name::kept(&id, name.as_ref());
        Self { id, name }
    }

    /// The person who takes the place of one who has their data deleted. `random` makes the pseudonym.
    #[must_use]
    pub fn forgotten(random: u64) -> Self {
        Self::new(format!("{FORGOTTEN}{random:016x}"), SOMEONE)
    }

    /// Who stands for one who had their data deleted where they have to be recognised if they come back.
    /// The fingerprint names nobody.
    #[must_use]
    pub fn known_by(fingerprint: &str) -> Self {
        Self::new(format!("{FORGOTTEN}{fingerprint}"), SOMEONE)
    }

    /// Whether it is somebody who had their data deleted. Nobody has that id any more.
    #[must_use]
    pub fn is_forgotten(&self) -> bool {
        self.id.starts_with(FORGOTTEN)
    }

    /// The name without the id that tells namesakes apart.
    #[must_use]
    pub fn bare_name(&self) -> &str {
        name::split(&self.id, &self.name).0
    }

    /// The person with the id behind the name.
    #[must_use]
    pub fn told_apart(&self) -> Self {
        let (bare, tell) = name::split(&self.id, &self.name);
        // A pseudonym tells nobody anything.
        if self.is_forgotten() {
            return self.clone();
        }
        // Only the name is known of some people, such as those in records.
        if tell.is_some() || bare == self.id {
            return self.clone();
        }
        Self::new(self.id.clone(), format!("{bare} ({})", self.id))
    }

    /// The name as it is shown: fit for a sentence, with the id uncut if there is one.
    #[must_use]
    pub fn shown_name(&self) -> String {
        match name::split(&self.id, &self.name) {
            (bare, Some(tell)) => format!("{} {}", clean_name(bare), clean_text(tell)),
            (bare, None) => clean_name(bare),
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
#[serde(rename_all = "snake_case", from = "StoredSeat")]
pub enum Seat {
    /// A person.
    Person(Person),
    /// The bot itself, at a level.
    Bot(Level),
    /// Another program, by the name that the operator has given it.
    Program(String),
    /// Everybody where the table is, by votes.
    Crowd(Crowd),
}

/// A seat as logs hold it. Logs from before there were levels name none.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredSeat {
    Bare(BareSeat),
    Full(FullSeat),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum BareSeat {
    Bot,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum FullSeat {
    Person(Person),
    Bot(Level),
    Program(String),
    Crowd(Crowd),
}

impl From<StoredSeat> for Seat {
    fn from(stored: StoredSeat) -> Self {
        match stored {
            StoredSeat::Bare(BareSeat::Bot) => Self::Bot(Level::default()),
            StoredSeat::Full(FullSeat::Bot(level)) => Self::Bot(level),
            StoredSeat::Full(FullSeat::Program(name)) => Self::Program(name),
            StoredSeat::Full(FullSeat::Crowd(crowd)) => Self::Crowd(crowd),
            StoredSeat::Full(FullSeat::Person(person)) => Self::Person(person),
        }
    }
}

impl Seat {
    /// What a crowd is called in records and in the names of threads, which have no language.
    pub const CROWD: &str = "The crowd";

    /// Whether the bot plays, itself or by another program.
    #[must_use]
    pub const fn is_bot(&self) -> bool {
        matches!(self, Self::Bot(_) | Self::Program(_))
    }

    /// The person who plays.
    #[must_use]
    pub const fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Bot(_) | Self::Program(_) | Self::Crowd(_) => None,
        }
    }

    /// The person who plays, or who began the game for a crowd.
    #[must_use]
    pub const fn responsible(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Crowd(crowd) => Some(&crowd.host),
            Self::Bot(_) | Self::Program(_) => None,
        }
    }

    /// Whether this person plays, or began the game for a crowd.
    #[must_use]
    pub fn holds(&self, person: &Person) -> bool {
        self.responsible() == Some(person)
    }
}

/// The place of a table: a channel or room of a platform, or one of its threads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TableKey {
    /// The platform: `console`, `discord`, `matrix`.
    pub platform: String,
    /// The platform's id of the channel or room.
    pub channel: String,
    /// The platform's id of the thread, if the table is in one.
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
