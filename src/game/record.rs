//! A game as it is kept: who played, where it started, what was decided, how it ended. Every
//! record that is read has been checked by the rules.
//!
//! Two written forms are known: the text form ([`GameRecord::to_text`]) and Boardspace's SGF
//! ([`GameRecord::to_sgf`]). [`GameRecord::parse_all`] tells them apart.

use std::fmt;
use std::ops::Range;

use super::action::{Action, ActionError};
use super::color::Color;
use super::excerpt::excerpt;
use super::position::{GameResult, Position, Variant};
use super::rules::IllegalAction;
use super::text::PositionError;

mod notation;

use notation::result_text;
pub(super) use notation::{Header, is_tag_name, plain_tags, quote, read_quoted};

/// How a game ended that its moves did not end, or why it has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// The loser gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// The loser ran out of time.
    Time,
    /// The game was broken off without a result.
    Unterminated,
    /// Something else, kept as it was written; it explains no result.
    Other(String),
}

impl Termination {
    /// Reads what a `[Termination "..."]` says. What is not known is kept as it is.
    ///
    /// ```
    /// use ringleader::game::Termination;
    /// assert_eq!(Termination::read("Time forfeit"), Termination::Time);
    /// assert_eq!(Termination::read("rain"), Termination::Other("rain".to_owned()));
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Self {
        match text.trim().to_lowercase().as_str() {
            "resignation" | "resigned" => Self::Resignation,
            "agreement" => Self::Agreement,
            // «Time forfeit» is what PGN writes.
            "time" | "time forfeit" => Self::Time,
            "unterminated" => Self::Unterminated,
            _ => Self::Other(text.to_owned()),
        }
    }

    /// Whether a game that its moves did not end can have a result for this reason.
    fn explains(&self, result: GameResult) -> bool {
        match self {
            Self::Resignation | Self::Time => result != GameResult::Draw,
            Self::Agreement => result == GameResult::Draw,
            Self::Unterminated | Self::Other(_) => false,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Time => "time",
            Self::Unterminated => "unterminated",
            Self::Other(text) => text,
        })
    }
}

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
    pub(super) const fn overall(reason: RecordReason) -> Self {
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
                    "the termination «{termination}» does not fit how the game ends"
                )
            }
            Self::Sgf(reason) => f.write_str(reason),
        }
    }
}

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

/// What one player did before the other decided again.
///
/// Its `Display` is its notation: `xb1-b5xc2;d3-b3;xa2-e6xg7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Its number; white's are odd, black's are even.
    pub number: usize,
    /// Who acted.
    pub color: Color,
    /// Where its actions lie among those of the game.
    pub range: Range<usize>,
    /// What was done; at least one action.
    pub actions: Vec<Action>,
}

impl Turn {
    /// The turns that actions from a start position make up. The actions are taken as far as
    /// they are legal.
    ///
    /// ```
    /// use ringleader::game::{Position, Turn, Variant};
    /// let actions = ["f6".parse()?, "a5".parse()?];
    /// let turns = Turn::group(&Position::start(Variant::Normal), &actions);
    /// assert_eq!(turns[1].number, 2);
    /// assert_eq!(turns[1].to_string(), "a5");
    /// # Ok::<(), ringleader::game::ActionError>(())
    /// ```
    #[must_use]
    pub fn group(start: &Position, actions: &[Action]) -> Vec<Self> {
        let mut turns: Vec<Self> = Vec::new();
        let mut line = Line::new(*start);
        for (index, &action) in actions.iter().enumerate() {
            let color = line.position.actor();
            if line.push(action).is_err() {
                break;
            }
            match turns.last_mut() {
                Some(turn) if turn.color == color => {
                    turn.range.end = index + 1;
                    turn.actions.push(action);
                }
                _ => turns.push(Self {
                    number: line.turn,
                    color,
                    range: index..index + 1,
                    actions: vec![action],
                }),
            }
        }
        turns
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for action in &self.actions {
            match (before, action) {
                (None, _) | (Some(Action::Row(_)), Action::Ring(_)) => {}
                _ => f.write_str(";")?,
            }
            write!(f, "{action}")?;
            before = Some(*action);
        }
        Ok(())
    }
}

/// Actions as they are read one after the other, each checked by the rules.
pub(super) struct Line {
    /// Where the actions so far have led.
    pub(super) position: Position,
    /// The actions so far.
    pub(super) actions: Vec<Action>,
    /// Number of the last action's turn; before the first action, one less than the first turn's.
    turn: usize,
    /// Who acted last.
    actor: Option<Color>,
}

impl Line {
    /// No action yet.
    pub(super) fn new(start: Position) -> Self {
        Self {
            position: start,
            actions: Vec::new(),
            turn: start.actor().index(),
            actor: None,
        }
    }

    /// The number of the turn to which the next action belongs.
    pub(super) fn next_turn(&self) -> usize {
        self.turn + usize::from(self.actor != Some(self.position.actor()))
    }

    /// An error of the last turn; without one, of the first that could be.
    pub(super) fn at_end(&self, reason: RecordReason) -> RecordError {
        let turn = if self.actor.is_none() {
            self.next_turn()
        } else {
            self.turn
        };
        RecordError {
            turn: Some(turn),
            reason,
        }
    }

    /// Whether the next action begins a turn.
    pub(super) fn at_turn_start(&self) -> bool {
        self.actor != Some(self.position.actor())
    }

    /// Plays an action.
    pub(super) fn push(&mut self, action: Action) -> Result<(), RecordError> {
        let turn = self.next_turn();
        let next = self.position.play(action).map_err(|error| RecordError {
            turn: Some(turn),
            reason: RecordReason::Illegal(error),
        })?;
        self.turn = turn;
        self.actor = Some(self.position.actor());
        self.position = next;
        self.actions.push(action);
        Ok(())
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
        Self::parse_all(text)
            .into_iter()
            .next()
            .unwrap_or(Err(RecordError::overall(RecordReason::NoAction)))
    }

    /// Reads all games of a text in either form. A faulty game does not hide the others.
    #[must_use]
    pub fn parse_all(text: &str) -> Vec<Result<Self, RecordError>> {
        match RecordForm::of(text) {
            RecordForm::Text => notation::read_all(text),
            RecordForm::Sgf => super::sgf::read_all(text),
        }
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
        if self.date.as_deref() == Some("") {
            return Err(RecordReason::Unwritable("Date"));
        }
        if let Some(termination @ Termination::Other(text)) = &self.termination
            && (text.is_empty() || Termination::read(text) != *termination)
        {
            return Err(RecordReason::Unwritable("Termination"));
        }
        for (index, (name, _)) in self.other_tags.iter().enumerate() {
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
            (None, None) => other || self.termination == Some(Termination::Unterminated),
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
