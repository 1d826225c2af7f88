//! Rich text: lines of spans. Each platform marks up names, mentions and commands in its own way,
//! and text from people is never taken for markup.

use jiff::Timestamp;

use crate::session::{Person, TableKey};

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Our own text.
    Text(String),
    /// Text from people, such as a name: without control characters, but not free of markup.
    Foreign(String),
    /// A person who is mentioned.
    Mention(Person),
    /// A command with its prefix.
    Code(String),
    /// A point in time.
    Time(Timestamp),
    /// A point in time to which people count down.
    Until(Timestamp),
    /// A table.
    Place(TableKey),
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
    /// The text, with every span formatted by `write`.
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
            Self::Place(table) => format!("#{}", table.thread.as_ref().unwrap_or(&table.channel)),
            Self::Until(time) if time.as_second() % 60 != 0 => {
                time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
            }
            Self::Time(time) | Self::Until(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        }
    }
}
