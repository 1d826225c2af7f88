//! A game record: players, start position, actions, result.

use super::fault::{RecordError, RecordReason};
use super::limits::{LONGEST_VALUE, MOST_TAGS, cut_name, is_longer};
use super::tag::{MOST_OTHER_TAGS, is_other_tag};
use super::termination::Termination;
use super::turn::{ActionSequence, Turn};
use crate::game::action::Action;
use crate::game::excerpt::excerpt;
use crate::game::position::Position;
use crate::game::result::GameResult;
use crate::game::variant::Variant;

/// A game from its start to its result, if it has one. A record that was parsed is valid.
///
/// ```
/// use yinsh::game::{GameRecord, GameResult, Termination};
/// let text = "[White \"alice\"]\n[Termination \"resignation\"]\n1. f6 2. a5 1-0";
/// let record = GameRecord::parse(text)?;
/// assert_eq!(record.white, "alice");
/// assert_eq!(record.actions.len(), 2);
/// assert_eq!(record.result, Some(GameResult::White));
/// assert_eq!(GameRecord::parse(&record.to_text()), Ok(record.clone()));
/// assert_eq!(GameRecord::parse(&record.to_sgf()), Ok(record));
/// # Ok::<(), yinsh::game::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameRecord {
    /// White's name; empty if unknown.
    pub white: String,
    /// Black's name; empty if unknown.
    pub black: String,
    /// The variant.
    pub variant: Variant,
    /// The date, in any format; not empty.
    pub date: Option<String>,
    /// The start position, if it is not the empty board.
    pub start: Option<Position>,
    /// All actions, in order.
    pub actions: Vec<Action>,
    /// The result; `None` while there is none.
    pub result: Option<GameResult>,
    /// How the game ended, if not by its moves.
    pub termination: Option<Termination>,
    /// All other tags, in order, as names of ASCII letters, digits and `_` with their values. Names
    /// are unique, and tags that have a field of their own are not among them.
    pub other_tags: Vec<(String, String)>,
}

impl GameRecord {
    /// The start position.
    #[must_use]
    pub fn first_position(&self) -> Position {
        self.start.unwrap_or_else(|| Position::start(self.variant))
    }

    /// The position before each action, and the final one. Ends at the position before an illegal
    /// action.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut actions = self.actions.iter();
        let mut next = Some(self.first_position());
        std::iter::from_fn(move || {
            let here = next?;
            next = actions.next().and_then(|&action| here.play(action).ok());
            Some(here)
        })
    }

    /// The position after all actions.
    #[must_use]
    pub fn final_position(&self) -> Position {
        self.positions()
            .last()
            .unwrap_or_else(|| self.first_position())
    }

    /// The turns of the game.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn> {
        Turn::group(&self.first_position(), &self.actions)
    }

    /// Checks all actions by the rules, and the result by the actions.
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
        let mut line = ActionSequence::new(start);
        for &action in &self.actions {
            line.push(action)?;
        }
        self.check_end(&line)
    }

    /// Checks that all tags read back equal.
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
        if self.other_tags.len() > MOST_OTHER_TAGS {
            return Err(RecordReason::TooMany("tags", MOST_TAGS));
        }
        for (index, (name, value)) in self.other_tags.iter().enumerate() {
            if is_long(value) {
                return Err(RecordReason::TooLong(excerpt(name), LONGEST_VALUE));
            }
            let mut before = self.other_tags[..index].iter();
            let is_repeated = before.any(|(other, _)| other.eq_ignore_ascii_case(name));
            if is_repeated || !is_other_tag(name) {
                return Err(RecordReason::Tag(excerpt(name)));
            }
        }
        Ok(())
    }

    /// Checks result and termination by the final position.
    pub(in crate::game) fn check_end(&self, line: &ActionSequence) -> Result<(), RecordError> {
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
