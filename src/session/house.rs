//! The house's settings, as far as the session needs them, and the circumstances of a command.

use jiff::{SignedDuration, Timestamp};

use super::person::Person;

/// Settings that hold for every table.
#[derive(Debug, Clone)]
pub struct House {
    /// How long a challenge waits for an answer.
    pub challenge_lasts: SignedDuration,
    /// Names of the pictures' themes, the default one first.
    pub themes: Vec<String>,
    /// How many games one person may play at a time.
    pub most_games: u32,
}

/// The circumstances of one command.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Who speaks.
    pub author: &'a Author,
    /// When.
    pub now: Timestamp,
    /// A number from chance, fresh for this command.
    pub random: u64,
    /// The persons that the message names, who are known to the platform.
    pub people: &'a [Person],
    /// The bot as the platform knows it.
    pub bot: &'a Person,
    /// The text of a file that came with the message.
    pub attachment: Option<&'a str>,
    /// Whether the other player is still in the room or server; unknown where nobody asked, or
    /// where the platform does not tell.
    pub opponent_present: Option<bool>,
    /// Ids of those who play as many games as they may.
    pub full: &'a [String],
    /// The table's version to which a choice belonged that was pressed.
    pub version: Option<u64>,
    /// The house's settings.
    pub house: &'a House,
}

/// Who brings a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Author {
    /// A person at the platform.
    Person(Person),
    /// The engine, for the seat that the bot holds.
    Engine,
    /// The clock.
    Clock,
}
