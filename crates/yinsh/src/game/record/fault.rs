//! Errors of records.

use std::fmt;

use super::result_text::result_text;
use super::termination::Termination;
use crate::game::action::ActionError;
use crate::game::color::Color;
use crate::game::excerpt::excerpt;
use crate::game::result::GameResult;
use crate::game::rules::IllegalAction;
use crate::game::text::PositionError;
use crate::game::variant::Variant;

/// What is wrong with a record, and in which turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// Number of the faulty turn (odd: white's). For a wrong result it is the last turn, or the
    /// first if there is none. `None` if the fault is before the first turn.
    pub turn: Option<usize>,
    /// What is wrong.
    pub reason: RecordReason,
}

/// What can be wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordReason {
    /// A text is not an action.
    Action(ActionError),
    /// An action is illegal.
    Illegal(IllegalAction),
    /// The other player, of this colour, has to decide.
    NotTheirTurn(Color),
    /// The turn has this wrong number.
    Numbered(usize),
    /// The turn has no action.
    NoAction,
    /// The start position is invalid.
    Position(PositionError),
    /// The start position is of this variant, not of the record's.
    OtherVariant(Variant),
    /// There is no such variant.
    NoSuchVariant(String),
    /// The tag is malformed.
    Tag(String),
    /// The value of this tag would not read back equal.
    Unwritable(&'static str),
    /// The value of this tag exceeds this number of characters.
    TooLong(String, usize),
    /// There are more of these than this number.
    TooMany(&'static str, usize),
    /// A comment is not closed.
    OpenComment,
    /// The text is not a result.
    NoSuchResult(String),
    /// Two different results are given; `None` is `*`.
    TwoResults(Option<GameResult>, Option<GameResult>),
    /// The given result is not that of the moves; `None` is `*`.
    OtherResult {
        /// The given result.
        given: Option<GameResult>,
        /// The result of the moves.
        moves: GameResult,
    },
    /// The moves do not end the game, and no termination explains the result.
    Unexplained(GameResult),
    /// The termination does not fit the result, or the moves end the game.
    Termination(Termination),
    /// The SGF is not a game of YINSH.
    Sgf(String),
}

impl RecordError {
    /// An error before the first turn.
    pub(in crate::game) const fn overall(reason: RecordReason) -> Self {
        Self { turn: None, reason }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turn) = self.turn {
            write!(f, "turn {turn}: ")?;
        }
        write!(f, "{}", self.reason)
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for RecordReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(error) => write!(f, "{error}"),
            Self::Illegal(error) => write!(f, "{error}"),
            Self::NotTheirTurn(color) => write!(f, "{color} has to decide here"),
            Self::Numbered(number) => write!(f, "it is numbered {number}"),
            Self::NoAction => f.write_str("it has no action"),
            Self::Position(error) => write!(f, "start position: {error}"),
            Self::OtherVariant(variant) => {
                write!(f, "the start position is of the {variant} variant")
            }
            Self::NoSuchVariant(name) => write!(f, "there is no variant “{name}”"),
            Self::Tag(text) => write!(f, "“{text}” is not a tag"),
            Self::Unwritable(tag) => {
                write!(f, "the tag “{tag}” would not read back equal")
            }
            Self::TooLong(tag, most) => {
                write!(f, "the tag “{tag}” is longer than {most} characters")
            }
            Self::TooMany(what, most) => write!(f, "a game has at most {most} {what}"),
            Self::OpenComment => f.write_str("a comment is not closed"),
            Self::NoSuchResult(text) => write!(f, "“{text}” is not a result"),
            Self::TwoResults(one, other) => write!(
                f,
                "the result is given as {} and as {}",
                result_text(*one),
                result_text(*other)
            ),
            Self::OtherResult { given, moves } => write!(
                f,
                "the result is given as {}, but the moves end in {moves}",
                result_text(*given)
            ),
            Self::Unexplained(result) => write!(
                f,
                "the result is given as {result}, but the moves do not end the game and no termination explains it"
            ),
            Self::Termination(termination) => {
                write!(
                    f,
                    "the termination “{}” does not fit the end of the game",
                    excerpt(&termination.to_string())
                )
            }
            Self::Sgf(reason) => f.write_str(reason),
        }
    }
}
