//! An action as it happened.

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::color::Color;
use super::position::Position;
use super::set::PointSet;

/// An action, who took it, and the markers that it turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who acted.
    pub by: Color,
    /// What they did.
    pub action: Action,
    /// The markers that were turned; none unless a ring jumped.
    pub turned: PointSet,
}

impl Played {
    /// What an action does in a position in which it is legal.
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
}
