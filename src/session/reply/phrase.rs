//! Sentences as data: messages of the locale files and their arguments.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::engine::Level;
use crate::game::{Color, GameResult, Point, Row};
use crate::session::person::{Person, Seat, TableKey};

/// A message of the locale files and its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phrase {
    /// Name of the message.
    pub id: String,
    /// Its arguments, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, Arg>,
}

impl Phrase {
    /// A message without arguments.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            args: BTreeMap::new(),
        }
    }

    /// Whether it tells the result of a game.
    #[must_use]
    pub fn tells_the_end(&self) -> bool {
        self.id.starts_with("over-") || self.id.starts_with("result-")
    }

    /// Whether it is the line of a turn, with its deadline, or with the holiday of its player.
    #[must_use]
    pub fn is_timed_turn(&self) -> bool {
        matches!(
            self.id.as_str(),
            "turn-timed" | "turn-holiday" | "vote-timed"
        )
    }

    /// The same with one more argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Arg>) -> Self {
        self.args.insert(name.to_owned(), value.into());
        self
    }
}

/// An argument of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arg {
    /// Text that stands as it is, such as a point.
    Text(String),
    /// A number; messages may choose a plural form by it.
    Number(i64),
    /// A person's name, without a mention.
    Name(Person),
    /// A person who is mentioned in the platform's way.
    Mention(Person),
    /// The bot's own name.
    Bot,
    /// A command, without prefix: `move E4 E10`.
    Command(String),
    /// The word of a command in the reader's language; nothing if that is English.
    LocalCommand(String),
    /// A point in time.
    Time(Timestamp),
    /// A point in time to which people count down.
    Until(Timestamp),
    /// A table, in the form by which the platform leads there.
    Place(TableKey),
    /// Another message.
    Phrase(Box<Phrase>),
    /// Several things, separated by commas.
    List(Vec<Self>),
}

/// Maximum length of a quoted name in characters.
const LONGEST_TYPED_NAME: usize = 40;

impl Arg {
    /// A command to be shown with the prefix.
    pub fn command(text: impl Into<String>) -> Self {
        Self::Command(text.into())
    }

    /// A typed name that matches nobody, cut to a length that can be quoted.
    #[must_use]
    pub fn typed_name(name: &str) -> Self {
        Self::Text(name.chars().take(LONGEST_TYPED_NAME).collect())
    }

    /// The name of the player.
    #[must_use]
    pub fn seat(seat: &Seat) -> Self {
        match seat {
            Seat::Person(person) => Self::Name(person.clone()),
            Seat::Bot(_) => Self::Bot,
            Seat::Program(name) => Self::Text(name.clone()),
            Seat::Crowd(_) => Phrase::new("crowd").into(),
        }
    }

    /// The same; a person is mentioned.
    #[must_use]
    pub fn mentioned_seat(seat: &Seat) -> Self {
        match seat {
            Seat::Person(person) => Self::Mention(person.clone()),
            Seat::Bot(_) | Seat::Program(_) | Seat::Crowd(_) => Self::seat(seat),
        }
    }

    /// The same, with the number of the bot's level.
    #[must_use]
    pub fn seat_with_number(seat: &Seat) -> Self {
        match seat {
            Seat::Person(_) | Seat::Program(_) | Seat::Crowd(_) => Self::seat(seat),
            Seat::Bot(level) => Self::from(
                Phrase::new("bot-on-plate")
                    .with("bot", Self::Bot)
                    .with("level", level.number()),
            ),
        }
    }

    /// The same, with the level at which the bot plays.
    #[must_use]
    pub fn seat_with_level(seat: &Seat) -> Self {
        match seat {
            Seat::Person(_) | Seat::Program(_) | Seat::Crowd(_) => Self::seat(seat),
            Seat::Bot(level) => Self::from(
                Phrase::new("bot-at-level")
                    .with("bot", Self::Bot)
                    .with("level", level.number())
                    .with("name", level_name(*level)),
            ),
        }
    }
}

impl Arg {
    /// Adds the people that are named in it.
    pub(crate) fn people<'a>(&'a self, found: &mut Vec<&'a Person>) {
        match self {
            Self::Name(person) | Self::Mention(person) => found.push(person),
            Self::Phrase(phrase) => phrase.args.values().for_each(|arg| arg.people(found)),
            Self::List(args) => args.iter().for_each(|arg| arg.people(found)),
            Self::Text(_)
            | Self::Number(_)
            | Self::Bot
            | Self::Command(_)
            | Self::LocalCommand(_)
            | Self::Time(_)
            | Self::Until(_)
            | Self::Place(_) => {}
        }
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Point> for Arg {
    fn from(point: Point) -> Self {
        Self::Text(point.to_string())
    }
}

impl From<Row> for Arg {
    fn from(row: Row) -> Self {
        Self::Text(row.to_string())
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u8> for Arg {
    fn from(number: u8) -> Self {
        Self::Number(i64::from(number))
    }
}

impl From<Color> for Arg {
    /// The colour's name in the reader's language.
    fn from(color: Color) -> Self {
        Self::Phrase(Box::new(Phrase::new(color.to_string())))
    }
}

impl From<Phrase> for Arg {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

impl<A: Into<Self>> FromIterator<A> for Arg {
    fn from_iter<I: IntoIterator<Item = A>>(items: I) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

/// The name of a level.
pub(in crate::session) fn level_name(level: Level) -> Phrase {
    Phrase::new(format!("level-{level}"))
}

/// A result as a short sentence.
pub(crate) fn result_phrase(result: Option<GameResult>) -> Phrase {
    Phrase::new(match result {
        None => "result-unknown",
        Some(GameResult::Draw) => "result-draw",
        Some(GameResult::White) => "result-white",
        Some(GameResult::Black) => "result-black",
    })
}
