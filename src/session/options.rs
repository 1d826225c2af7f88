//! Options: what a command takes besides its word, and what was given for it.

use jiff::SignedDuration;
use jiff::civil::Time;
use jiff::tz::TimeZone;

use super::decision::Decision;
use super::event::ColorChoice;
use super::time_control::TimeControl;
use crate::engine::Level;
use crate::game::{Point, Position, Variant};

/// An option of a command.
#[derive(Debug, Clone, Copy)]
pub struct OptionSpec {
    /// Its name, in lower-case letters.
    pub name: &'static str,
    /// Name of the message that describes it.
    pub about: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Whether it has to be given.
    pub required: bool,
    /// Whether only choices give it: it is neither explained nor offered.
    pub is_internal: bool,
    /// How a usage line writes it, brackets included, where its kind does not say; empty for what
    /// another option of the command writes too.
    written: Option<&'static str>,
}

impl OptionSpec {
    /// An option that may be left out.
    pub(super) const fn optional(name: &'static str, about: &'static str, kind: Kind) -> Self {
        Self {
            name,
            about,
            kind,
            required: false,
            is_internal: false,
            written: None,
        }
    }

    /// An option that has to be given.
    pub(super) const fn required(name: &'static str, about: &'static str, kind: Kind) -> Self {
        Self {
            required: true,
            ..Self::optional(name, about, kind)
        }
    }

    /// The same option, written this way in usage lines.
    pub(super) const fn written(self, usage: &'static str) -> Self {
        Self {
            written: Some(usage),
            ..self
        }
    }

    /// The same option, which only choices give.
    pub(super) const fn internal(self) -> Self {
        Self {
            is_internal: true,
            written: Some(""),
            ..self
        }
    }

    /// The option in a usage line: `<from>`, `[yes|no]`. `<…>` stands for what has to be filled
    /// in, `[…]` for what may be left out, `|` between alternatives.
    #[must_use]
    pub fn usage(&self) -> String {
        if let Some(written) = self.written {
            return written.to_owned();
        }
        let inner = match &self.kind {
            Kind::Person => "@friend".to_owned(),
            Kind::Opponent => format!("@friend|{}", Opponent::ANYONE),
            Kind::Variant => "blitz".to_owned(),
            Kind::Game => "#123".to_owned(),
            Kind::Place => "#place".to_owned(),
            Kind::Time => format!("3d|15m+10s|{}", TimeControl::UNTIMED),
            Kind::Span => "1d".to_owned(),
            Kind::TimeOfDay => "18:00".to_owned(),
            Kind::Zone => "Europe/Warsaw".to_owned(),
            Kind::Turns => "12-30".to_owned(),
            Kind::Color => self.kind.words().join("|"),
            Kind::Choice(choices) => choices.said().join("|"),
            Kind::Point(_)
            | Kind::Level
            | Kind::Number
            | Kind::Topic(_)
            | Kind::Theme
            | Kind::Program
            | Kind::Command
            | Kind::Text
            | Kind::Attachment => self.name.to_owned(),
        };
        if self.required {
            format!("<{inner}>")
        } else {
            format!("[{inner}]")
        }
    }
}

/// The points that an option could be, given the point option before it, if there is one.
pub type LegalPoints = fn(&Position, Option<Point>) -> Vec<Point>;

/// What an option takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A point of the board; the function lists those that are legal.
    Point(LegalPoints),
    /// A person.
    Person,
    /// A person, or `anyone`. Where options are picked from a form, leaving it out means anyone.
    Opponent,
    /// A variant of the game.
    Variant,
    /// A colour, or `random`.
    Color,
    /// A time control.
    Time,
    /// A span of time.
    Span,
    /// The number of a level.
    Level,
    /// A number, from 1.
    Number,
    /// The number of a finished game: `#123`.
    Game,
    /// A channel, a room or a thread.
    Place,
    /// A time of the day: `18:00`.
    TimeOfDay,
    /// A time zone: `Europe/Warsaw`.
    Zone,
    /// A range of turns: `12-30`; either end may be left out.
    Turns,
    /// One of a few words.
    Choice(Choices),
    /// One of these words, or what is clearly meant for one.
    Topic(&'static [&'static str]),
    /// The name of a theme.
    Theme,
    /// The name of another program.
    Program,
    /// The word of a command.
    Command,
    /// Everything that follows, line breaks included.
    Text,
    /// A file.
    Attachment,
}

impl Kind {
    /// The words that it takes, if it takes no others; those that are short for them left out.
    #[must_use]
    pub const fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Variant => &["normal", "blitz"],
            Self::Color => &["white", "black", "random"],
            Self::Choice(choices) => choices.words,
            Self::Topic(topics) => topics,
            _ => &[],
        }
    }

    /// The words that it takes, be it among others, and that people may say in their own language.
    pub(crate) const fn local_words(&self) -> &'static [&'static str] {
        match self {
            Self::Opponent => &[Opponent::ANYONE],
            Self::Time => &[TimeControl::UNTIMED],
            Self::Level => &[LEVEL],
            _ => self.words(),
        }
    }

    /// Whether it takes words of a closed vocabulary, which are never taken for anything else.
    pub(super) const fn is_closed(&self) -> bool {
        matches!(
            self,
            Self::Variant
                | Self::Color
                | Self::Choice(_)
                | Self::Game
                | Self::Place
                | Self::Time
                | Self::Span
                | Self::TimeOfDay
                | Self::Zone
                | Self::Turns
        )
    }
}

/// The words of a choice.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    /// The words.
    pub words: &'static [&'static str],
    /// Other words, each with the one that it stands for.
    pub also: &'static [(&'static str, &'static str)],
    /// Whether the first word is the default, and goes without saying.
    pub has_default: bool,
}

impl Choices {
    /// The word that is meant, in any case.
    pub(super) fn find(&self, word: &str) -> Option<&'static str> {
        let known = self.words.iter().map(|&word| (word, word));
        known
            .chain(self.also.iter().copied())
            .find(|(known, _)| known.eq_ignore_ascii_case(word))
            .map(|(_, meant)| meant)
    }

    /// The word that goes without saying.
    #[must_use]
    pub fn default(&self) -> Option<&'static str> {
        self.words.first().copied().filter(|_| self.has_default)
    }

    /// The words that have to be said.
    fn said(&self) -> &'static [&'static str] {
        &self.words[usize::from(self.has_default)..]
    }
}

/// The persons that [`Kind::Opponent`] takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opponent {
    /// Anyone who likes.
    Anyone,
    /// The person with this name or id.
    Named(String),
}

impl Opponent {
    /// The word for anyone.
    pub const ANYONE: &str = "anyone";
}

/// The word before the number of a level, which goes without saying.
pub(super) const LEVEL: &str = "level";

/// The number of a finished game, after its `#`.
pub(super) fn game_number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(NO_GAME))
}

/// Reads a range of turns: `12-30`, `12-`, `-30`.
pub(super) fn turn_range(word: &str) -> Option<(Option<usize>, Option<usize>)> {
    let (from, to) = word.split_once(['-', '–', '—'])?;
    // Numbers are capped, so that no sum overflows.
    let read = |digits: &str| {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| {
            (!digits.is_empty()).then(|| digits.parse().unwrap_or(MOST_TURNS).min(MOST_TURNS))
        })
    };
    let range = (read(from)?, read(to)?);
    (range != (None, None)).then_some(range)
}

/// More turns than any game has.
const MOST_TURNS: usize = 9999;

/// Stands for all numbers that are too large for a game.
pub(super) const NO_GAME: u64 = u64::MAX;

/// What was given for an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Point(Point),
    Person(String),
    Opponent(Opponent),
    Variant(Variant),
    Color(ColorChoice),
    Time(TimeControl),
    Span(SignedDuration),
    Level(Level),
    Number(usize),
    Game(u64),
    Place(String),
    TimeOfDay(Time),
    Zone(TimeZone),
    Turns(Option<usize>, Option<usize>),
    Word(&'static str),
    Text(String),
}

/// What was given for a command's options.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    values: Vec<(&'static str, Value)>,
    /// The decisions of the message, if the command is one.
    decisions: Vec<Decision>,
}

impl Options {
    /// The options of decisions.
    pub(super) const fn of_decisions(decisions: Vec<Decision>) -> Self {
        Self {
            values: Vec::new(),
            decisions,
        }
    }

    pub(super) fn put(&mut self, option: &OptionSpec, value: Value) {
        self.values.push((option.name, value));
    }

    /// Whether nothing was given.
    pub(super) const fn is_empty(&self) -> bool {
        self.values.is_empty() && self.decisions.is_empty()
    }

    pub(super) fn has(&self, option: &OptionSpec) -> bool {
        self.values.iter().any(|(name, _)| *name == option.name)
    }

    fn get<'a, T>(
        &'a self,
        option: &OptionSpec,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let mut values = self.values.iter();
        let (_, value) = values.find(|(name, _)| *name == option.name)?;
        read(value)
    }

    /// The decisions of the message.
    pub(super) fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    pub(super) fn point(&self, option: &OptionSpec) -> Option<Point> {
        self.get(option, |value| match value {
            Value::Point(point) => Some(*point),
            _ => None,
        })
    }

    pub(super) fn person(&self, option: &OptionSpec) -> Option<&str> {
        self.get(option, |value| match value {
            Value::Person(name) => Some(name.as_str()),
            _ => None,
        })
    }

    pub(super) fn variant(&self, option: &OptionSpec) -> Option<Variant> {
        self.get(option, |value| match value {
            Value::Variant(variant) => Some(*variant),
            _ => None,
        })
    }

    pub(super) fn color(&self, option: &OptionSpec) -> Option<ColorChoice> {
        self.get(option, |value| match value {
            Value::Color(color) => Some(*color),
            _ => None,
        })
    }

    pub(super) fn number(&self, option: &OptionSpec) -> Option<usize> {
        self.get(option, |value| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        })
    }

    pub(super) fn time(&self, option: &OptionSpec) -> Option<TimeControl> {
        self.get(option, |value| match value {
            Value::Time(time) => Some(*time),
            _ => None,
        })
    }

    /// The number of the finished game that the command names, be it in place of a text.
    pub(super) fn game(&self) -> Option<u64> {
        self.values.iter().find_map(|(_, value)| match value {
            Value::Game(number) => Some(*number),
            Value::Text(text) => {
                let text = text.trim();
                game_number(text.strip_prefix('#').unwrap_or(text))
            }
            _ => None,
        })
    }

    /// The name of the place that the command names.
    pub(super) fn place(&self) -> Option<&str> {
        self.values.iter().find_map(|(_, value)| match value {
            Value::Place(name) => Some(name.as_str()),
            _ => None,
        })
    }

    pub(super) fn span(&self, option: &OptionSpec) -> Option<SignedDuration> {
        self.get(option, |value| match value {
            Value::Span(span) => Some(*span),
            _ => None,
        })
    }

    pub(super) fn time_of_day(&self, option: &OptionSpec) -> Option<Time> {
        self.get(option, |value| match value {
            Value::TimeOfDay(time) => Some(*time),
            _ => None,
        })
    }

    pub(super) fn zone(&self, option: &OptionSpec) -> Option<TimeZone> {
        self.get(option, |value| match value {
            Value::Zone(zone) => Some(zone.clone()),
            _ => None,
        })
    }

    /// The ends of a range of turns, as far as they were given.
    pub(super) fn turns(&self, option: &OptionSpec) -> Option<(Option<usize>, Option<usize>)> {
        self.get(option, |value| match value {
            Value::Turns(from, to) => Some((*from, *to)),
            _ => None,
        })
    }

    /// The one word of a choice or a topic.
    pub(super) fn word(&self, option: &OptionSpec) -> Option<&'static str> {
        self.get(option, |value| match value {
            Value::Word(word) => Some(*word),
            _ => None,
        })
    }

    pub(super) fn text(&self, option: &OptionSpec) -> Option<&str> {
        self.get(option, |value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The opponent that the command names, if it takes one.
    #[must_use]
    pub fn opponent(&self) -> Option<&Opponent> {
        self.values.iter().find_map(|(_, value)| match value {
            Value::Opponent(opponent) => Some(opponent),
            _ => None,
        })
    }

    /// The level that the command names.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        self.values.iter().find_map(|(_, value)| match value {
            Value::Level(level) => Some(*level),
            _ => None,
        })
    }
}
