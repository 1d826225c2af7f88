//! The written forms of records: the text form, and Boardspace's SGF.

use std::fmt;

use super::record::{GameRecord, RecordError, RecordReason, notation};
use super::sgf;

/// A written form of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordForm {
    /// Tags and numbered turns.
    Text,
    /// Boardspace's SGF.
    Sgf,
}

impl RecordForm {
    /// The form of a text: SGF begins with a bracket.
    #[must_use]
    pub fn of(text: &str) -> Self {
        if text
            .trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
            .starts_with('(')
        {
            Self::Sgf
        } else {
            Self::Text
        }
    }
}

impl GameRecord {
    /// Parses the game of a text in either form; of several, the first.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and in which turn.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        Self::games(text)
            .next()
            .unwrap_or(Err(RecordError::overall(RecordReason::NoAction)))
    }

    /// The games of a text in either form, parsed lazily. An invalid game does not affect the
    /// others.
    ///
    /// Parsing takes time in proportion to the length of the text, and memory for one game, which
    /// may have 100 tags and 1,000 turns. Players' names are cut to 100 characters.
    pub fn games(text: &str) -> Box<dyn Iterator<Item = Result<Self, RecordError>> + '_> {
        match RecordForm::of(text) {
            RecordForm::Text => Box::new(notation::games(text)),
            RecordForm::Sgf => Box::new(sgf::games(text)),
        }
    }

    /// Parses all games of a text in either form.
    #[must_use]
    pub fn parse_all(text: &str) -> Vec<Result<Self, RecordError>> {
        Self::games(text).collect()
    }

    /// The record in the text form, with a line end.
    #[must_use]
    pub fn to_text(&self) -> String {
        notation::write(self, |_| Vec::new())
    }

    /// The same with comments: `comments` gives those behind a turn, by the turn's index. They are
    /// not read back, and must not contain `}`.
    ///
    /// ```
    /// use yinsh::game::GameRecord;
    /// let record = GameRecord::parse("1. f6 2. a5 *")?;
    /// let text = record.to_text_with(|turn| match turn {
    ///     0 => vec!["[%emt 0:01:30]".to_owned()],
    ///     _ => Vec::new(),
    /// });
    /// assert!(text.ends_with("1. f6 {[%emt 0:01:30]} 2. a5 *\n"));
    /// assert_eq!(GameRecord::parse(&text), Ok(record));
    /// # Ok::<(), yinsh::game::RecordError>(())
    /// ```
    #[must_use]
    pub fn to_text_with(&self, comments: impl Fn(usize) -> Vec<String>) -> String {
        notation::write(self, comments)
    }

    /// The record in Boardspace's SGF, with a line end.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        sgf::write(self)
    }
}

impl fmt::Display for GameRecord {
    /// The text form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
