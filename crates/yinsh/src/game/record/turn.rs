//! Turns: the consecutive actions of one player.

use std::fmt;

use super::fault::{RecordError, RecordReason};
use crate::game::action::Action;
use crate::game::color::Color;
use crate::game::position::Position;

/// A turn: all actions of a player until the other decides.
///
/// `Display` writes its notation: `xb1-b5xc2;d3-b3;xa2-e6xg7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Its number; white's are odd, black's are even.
    pub number: usize,
    /// The player.
    pub color: Color,
    /// The actions, at least one.
    pub actions: Vec<Action>,
}

impl Turn {
    /// Groups actions from a start position into turns, up to an illegal action.
    ///
    /// ```
    /// use yinsh::game::{Position, Turn, Variant};
    /// let actions = ["f6".parse()?, "a5".parse()?];
    /// let turns = Turn::group(&Position::start(Variant::Normal), &actions);
    /// assert_eq!(turns[1].number, 2);
    /// assert_eq!(turns[1].to_string(), "a5");
    /// # Ok::<(), yinsh::game::ActionError>(())
    /// ```
    #[must_use]
    pub fn group(start: &Position, actions: &[Action]) -> Vec<Self> {
        let mut turns: Vec<Self> = Vec::new();
        let mut line = ActionSequence::new(*start);
        for &action in actions {
            let color = line.position.actor();
            if line.push(action).is_err() {
                break;
            }
            match turns.last_mut() {
                Some(turn) if turn.color == color => turn.actions.push(action),
                _ => turns.push(Self {
                    number: line.turn,
                    color,
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

/// A sequence of actions, each checked by the rules as it is added.
pub(in crate::game) struct ActionSequence {
    /// The position after the actions so far.
    pub(in crate::game) position: Position,
    /// The actions so far.
    pub(in crate::game) actions: Vec<Action>,
    /// Number of the last action's turn; before the first action, one less than the first turn's.
    pub(super) turn: usize,
    /// The player of the last action.
    actor: Option<Color>,
}

impl ActionSequence {
    /// An empty sequence.
    pub(in crate::game) fn new(start: Position) -> Self {
        Self {
            position: start,
            actions: Vec::new(),
            turn: start.actor().index(),
            actor: None,
        }
    }

    /// The number of the turn to which the next action belongs.
    pub(in crate::game) fn next_turn(&self) -> usize {
        self.turn + usize::from(self.actor != Some(self.position.actor()))
    }

    /// An error in the last turn, or in the first if there is none.
    pub(in crate::game) fn at_end(&self, reason: RecordReason) -> RecordError {
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
    pub(in crate::game) fn at_turn_start(&self) -> bool {
        self.actor != Some(self.position.actor())
    }

    /// Adds an action, if it is legal.
    pub(in crate::game) fn push(&mut self, action: Action) -> Result<(), RecordError> {
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
