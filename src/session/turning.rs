//! The turning points of a review as data: what was lost, and what was better. They outlast the review,
//! so that each can be looked at.

use serde::{Deserialize, Serialize};

use super::person::Seat;
use crate::engine::{Claim, Findings, TurningPoint};
use crate::game::{Action, Color, Position, Row, Turn};

/// The turning points of a reviewed game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurningPoints {
    /// Who played white and black.
    pub seats: [Seat; 2],
    /// The turning points, in the order of the game.
    pub points: Vec<Turning>,
}

/// A decision that lost much, and what was better.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turning {
    /// Number of its turn.
    pub turn: usize,
    /// The player who decided.
    pub by: Color,
    /// The position before it.
    pub position: Position,
    /// The action that was played.
    pub played: Action,
    /// The best action.
    pub better: Action,
    /// The player's chance of winning with the best action, in per cent.
    pub before: u32,
    /// The same with the action that was played.
    pub after: u32,
    /// What is true of the best action, the most important first; may be empty.
    pub because: Vec<Claim>,
    /// What speaks against the action that was played; may be empty.
    pub against: Vec<Claim>,
    /// The row that the other player took in the next turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Row>,
}

impl TurningPoints {
    /// Those of a game with these turns that was reviewed.
    pub(super) fn of(seats: &[Seat; 2], turns: &[Turn], findings: &Findings) -> Self {
        let points = findings.turning_points.iter();
        Self {
            seats: seats.clone(),
            points: points
                .filter_map(|point| Turning::of(point, turns))
                .collect(),
        }
    }
}

impl Turning {
    /// What is kept of a turning point; nothing if there is nothing better.
    fn of(point: &TurningPoint, turns: &[Turn]) -> Option<Self> {
        let decision = &point.decision;
        let next = turns
            .iter()
            .find(|turn| turn.number == decision.turn + 1 && turn.color != decision.by);
        Some(Self {
            turn: decision.turn,
            by: decision.by,
            position: point.position,
            played: decision.action,
            better: *point.better.actions.first()?,
            before: decision.before,
            after: decision.after,
            because: point.because.clone(),
            against: point.against.clone(),
            taken: next.and_then(|turn| {
                turn.actions.iter().find_map(|action| match action {
                    Action::Row(row) => Some(*row),
                    _ => None,
                })
            }),
        })
    }
}
