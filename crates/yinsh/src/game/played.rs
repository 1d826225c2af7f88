//! Played actions, with the markers that they turned.

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::color::Color;
use super::position::Position;
use super::set::PointSet;

/// A played action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The player.
    pub by: Color,
    /// The action.
    pub action: Action,
    /// The markers that it turned; empty unless a ring jumped.
    pub turned: PointSet,
}

impl Played {
    /// An action that is legal in a position.
    #[must_use]
    pub fn new(position: &Position, action: Action) -> Self {
        let turned = match action {
            Action::Move { from, to } => position.turned_by(from, to),
            Action::Place(_) | Action::Row(_) | Action::Ring(_) | Action::Pass => PointSet::EMPTY,
        };
        Self {
            by: position.actor(),
            action,
            turned,
        }
    }

    /// A sequence of legal actions from a position on.
    #[must_use]
    pub fn sequence(start: &Position, actions: &[Action]) -> Vec<Self> {
        let mut position = *start;
        actions
            .iter()
            .map(|&action| {
                let played = Self::new(&position, action);
                position = position.play_unchecked(action);
                played
            })
            .collect()
    }

    /// The last turn of a sequence: the actions of one player at its end.
    #[must_use]
    pub fn last_turn(sequence: &[Self]) -> &[Self] {
        let start = sequence.last().map_or(0, |last| {
            sequence
                .iter()
                .rposition(|one| one.by != last.by)
                .map_or(0, |before| before + 1)
        });
        &sequence[start..]
    }
}
