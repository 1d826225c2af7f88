//! A game as it is kept: who played, where it started, what was decided, how it ended. Every
//! record that is read has been checked by the rules.
//!
//! Two written forms are known: the text form ([`GameRecord::to_text`]) and Boardspace's SGF
//! ([`GameRecord::to_sgf`]). [`GameRecord::parse_all`] tells them apart.

use std::fmt;

use super::action::Action;
use super::excerpt::excerpt;
use super::position::Position;
use super::result::GameResult;
use super::variant::Variant;

mod fault;
mod limits;
mod notation;
mod termination;
mod turn;

pub use fault::{RecordError, RecordReason};
pub(crate) use limits::cut_name;
pub(super) use limits::{LONGEST_VALUE, MOST_TAGS, MOST_VALUES, is_longer};
pub(super) use notation::{Header, is_tag_name, plain_tags, quote, read_quoted};
pub use termination::Termination;
pub(super) use turn::Line;
pub use turn::Turn;

/// How a record is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordForm {
    /// Tags and numbered turns.
    Text,
    /// Boardspace's SGF.
    Sgf,
}

impl RecordForm {
    /// The form that a text has: SGF begins with a bracket.
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

/// A game from its start to its result.
///
/// ```
/// use ringleader::game::{GameRecord, GameResult, Termination};
/// let text = "[White \"alice\"]\n[Termination \"resignation\"]\n1. f6 2. a5 1-0";
/// let record = GameRecord::parse(text)?;
/// assert_eq!(record.white, "alice");
/// assert_eq!(record.actions.len(), 2);
/// assert_eq!(record.result, Some(GameResult::White));
/// assert_eq!(GameRecord::parse(&record.to_text()), Ok(record.clone()));
/// assert_eq!(GameRecord::parse(&record.to_sgf()), Ok(record));
/// # Ok::<(), ringleader::game::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameRecord {
    /// White's name; empty if it is not known.
    pub white: String,
    /// Black's name; empty if it is not known.
    pub black: String,
    /// The variant played.
    pub variant: Variant,
    /// When it was played, in any form and language; not empty.
    pub date: Option<String>,
    /// Where it started, if not on the empty board.
    pub start: Option<Position>,
    /// What was decided, in order.
    pub actions: Vec<Action>,
    /// How it ended; `None` as long as it has not ended.
    pub result: Option<GameResult>,
    /// How it ended, where its moves do not tell.
    pub termination: Option<Termination>,
    /// All other tags, in order: names of ASCII letters, digits and `_`, and their values. None
    /// is there twice, and what has a field of its own is not among them.
    pub other_tags: Vec<(String, String)>,
}

impl GameRecord {
    /// Reads the one game that a text in either form holds; of several, the first.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and in which turn.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        Self::games(text)
            .next()
            .unwrap_or(Err(RecordError::overall(RecordReason::NoAction)))
    }

    /// The games of a text in either form, each read when it is asked for. A faulty game does not
    /// hide the others.
    ///
    /// To read them takes time in proportion to the text's length, and no more room than the
    /// largest of them: a game may have 100 tags and 1,000 turns. Players' names are cut to 100
    /// characters.
    pub fn games(text: &str) -> Box<dyn Iterator<Item = Result<Self, RecordError>> + '_> {
        match RecordForm::of(text) {
            RecordForm::Text => Box::new(notation::games(text)),
            RecordForm::Sgf => Box::new(super::sgf::games(text)),
        }
    }

    /// Reads all games of a text in either form.
    #[must_use]
    pub fn parse_all(text: &str) -> Vec<Result<Self, RecordError>> {
        Self::games(text).collect()
    }

    /// The game as tags and numbered turns, one game of a file, with a line end.
    #[must_use]
    pub fn to_text(&self) -> String {
        notation::write(self)
    }

    /// The game as Boardspace's SGF, with a line end.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        super::sgf::write(self)
    }

    /// Where the game started.
    #[must_use]
    pub fn first_position(&self) -> Position {
        self.start.unwrap_or_else(|| Position::start(self.variant))
    }

    /// The position before each action, and the final one. Should an action not be legal, the
    /// position before it is the last.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut actions = self.actions.iter();
        let mut next = Some(self.first_position());
        std::iter::from_fn(move || {
            let here = next?;
            next = actions.next().and_then(|&action| here.play(action).ok());
            Some(here)
        })
    }

    /// Where the actions have led.
    #[must_use]
    pub fn final_position(&self) -> Position {
        self.positions()
            .last()
            .unwrap_or_else(|| self.first_position())
    }

    /// The game turn by turn.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn> {
        Turn::group(&self.first_position(), &self.actions)
    }

    /// Checks every action by the rules, and the result by the actions.
    ///
    /// # Errors
    ///
    /// What is wrong, and in which turn.
    pub fn check(&self) -> Result<(), RecordError> {
        let start = self.first_position();
        if start.variant() != self.variant {
            let reason = RecordReason::OtherVariant(start.variant());
            return Err(RecordError::overall(reason));
        }
        self.check_tags().map_err(RecordError::overall)?;
        let mut line = Line::new(start);
        for &action in &self.actions {
            line.push(action)?;
        }
        self.check_end(&line)
    }

    /// Checks that every tag reads back equal.
    fn check_tags(&self) -> Result<(), RecordReason> {
        let is_long = |text: &str| is_longer(text, LONGEST_VALUE);
        for (tag, name) in [("White", &self.white), ("Black", &self.black)] {
            if cut_name(name) != *name {
                return Err(RecordReason::Unwritable(tag));
            }
        }
        if self
            .date
            .as_deref()
            .is_some_and(|date| date.is_empty() || is_long(date))
        {
            return Err(RecordReason::Unwritable("Date"));
        }
        if let Some(termination @ Termination::Other(text)) = &self.termination
            && (text.is_empty() || is_long(text) || Termination::read(text) != *termination)
        {
            return Err(RecordReason::Unwritable("Termination"));
        }
        if self.other_tags.len() > notation::MOST_OTHER_TAGS {
            return Err(RecordReason::TooMany("tags", MOST_TAGS));
        }
        for (index, (name, value)) in self.other_tags.iter().enumerate() {
            if is_long(value) {
                return Err(RecordReason::TooLong(excerpt(name), LONGEST_VALUE));
            }
            let mut before = self.other_tags[..index].iter();
            let is_repeated = before.any(|(other, _)| other.eq_ignore_ascii_case(name));
            if is_repeated || !notation::is_other_tag(name) {
                return Err(RecordReason::Tag(excerpt(name)));
            }
        }
        Ok(())
    }

    /// Checks result and termination against where the actions have led.
    pub(super) fn check_end(&self, line: &Line) -> Result<(), RecordError> {
        let end = &line.position;
        let other = matches!(self.termination, None | Some(Termination::Other(_)));
        let fits = match (end.result(), self.result) {
            (Some(moves), given) if given != Some(moves) => {
                return Err(line.at_end(RecordReason::OtherResult { given, moves }));
            }
            (Some(_), _) => other,
            (None, None) => {
                other
                    || matches!(
                        self.termination,
                        Some(Termination::Unterminated | Termination::Aborted)
                    )
            }
            (None, Some(given)) if other => {
                return Err(line.at_end(RecordReason::Unexplained(given)));
            }
            (None, Some(given)) => {
                let termination = self.termination.as_ref();
                termination.is_some_and(|termination| termination.explains(given))
            }
        };
        match &self.termination {
            Some(termination) if !fits => {
                let reason = RecordReason::Termination(termination.clone());
                Err(line.at_end(reason))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for GameRecord {
    /// The text form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
