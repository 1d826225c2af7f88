//! What can be wrong with a record.

use std::fmt;

use super::notation::result_text;
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
    /// The number of the turn at fault (odd: white's). Where the result is, it is the last turn,
    /// or the first one that could be if there is none. None if the fault lies before the first
    /// turn.
    pub turn: Option<usize>,
    /// What is wrong.
    pub reason: RecordReason,
}

/// What can be wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordReason {
    /// A text is not an action.
    Action(ActionError),
    /// An action is not legal where it stands.
    Illegal(IllegalAction),
    /// Somebody else has to decide: this colour.
    NotTheirTurn(Color),
    /// The turn carries another number than its own.
    Numbered(usize),
    /// The turn holds no action.
    NoAction,
    /// The start position cannot be read.
    Position(PositionError),
    /// The start position is not of the variant that is named.
    OtherVariant(Variant),
    /// No variant has this name.
    NoSuchVariant(String),
    /// This tag is not written as a tag has to be.
    Tag(String),
    /// What is said in this tag would not read back equal.
    Unwritable(&'static str),
    /// The value of this tag is longer than so many characters.
    TooLong(String, usize),
    /// There are more of these than so many.
    TooMany(&'static str, usize),
    /// A comment does not end.
    OpenComment,
    /// No result is written like this.
    NoSuchResult(String),
    /// Two results are given that differ; `None` is `*`.
    TwoResults(Option<GameResult>, Option<GameResult>),
    /// The moves end the game otherwise than is said; `None` is `*`.
    OtherResult {
        /// What is said.
        given: Option<GameResult>,
        /// How the moves end the game.
        moves: GameResult,
    },
    /// The moves do not end the game, and nothing else explains its result.
    Unexplained(GameResult),
    /// The termination does not go with the result, or with a game that its moves end.
    Termination(Termination),
    /// It is not the kind of SGF that holds a game of YINSH.
    Sgf(String),
}

impl RecordError {
    /// An error that lies before the first turn.
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
            Self::NoAction => f.write_str("nothing is done in it"),
            Self::Position(error) => write!(f, "start position: {error}"),
            Self::OtherVariant(variant) => {
                write!(f, "the start position is of the {variant} variant")
            }
            Self::NoSuchVariant(name) => write!(f, "there is no variant «{name}»"),
            Self::Tag(text) => write!(f, "«{text}» is not a tag"),
            Self::Unwritable(tag) => {
                write!(f, "the tag «{tag}» would be read as something else")
            }
            Self::TooLong(tag, most) => {
                write!(f, "the tag «{tag}» is longer than {most} characters")
            }
            Self::TooMany(what, most) => write!(f, "a game has at most {most} {what}"),
            Self::OpenComment => f.write_str("a comment is not closed"),
            Self::NoSuchResult(text) => write!(f, "«{text}» is not a result"),
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
                    "the termination «{}» does not fit how the game ends",
                    excerpt(&termination.to_string())
                )
            }
            Self::Sgf(reason) => f.write_str(reason),
        }
    }
}
