//! Text as a chat platform gets it: lines of spans, so that each platform marks up what is a
//! name, a mention or a command in its own way, and text from people is never taken for markup.

use jiff::Timestamp;

use crate::session::Person;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Our own words.
    Text(String),
    /// Text that came from people, such as a name. Cleaned of control characters, not of markup.
    Foreign(String),
    /// A person who is called.
    Mention(Person),
    /// A command with its prefix, to be set apart.
    Code(String),
    /// A point in time.
    Time(Timestamp),
}

/// One line.
pub type Line = Vec<Span>;

/// Several lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rich {
    /// The lines.
    pub lines: Vec<Line>,
}

impl Rich {
    /// The text with every span written by `write`.
    pub fn write(&self, mut write: impl FnMut(&Span) -> String) -> String {
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|line| line.iter().map(&mut write).collect())
            .collect();
        lines.join("\n")
    }

    /// The text without any markup.
    #[must_use]
    pub fn plain(&self) -> String {
        self.write(Span::plain)
    }
}

impl Span {
    /// The span without any markup.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) | Self::Foreign(text) | Self::Code(text) => text.clone(),
            Self::Mention(person) => person.shown_name(),
            Self::Time(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        }
    }
}
