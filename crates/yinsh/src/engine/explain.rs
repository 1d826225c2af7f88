//! Explanations: the claims that are true of an action, the most important first.

mod lines;
mod markers;
mod outcome;
mod rings;
mod rows;

pub(crate) use rows::sure_row;

use super::claim::Claim;
use super::search_result::Line;
use crate::game::{Action, Color, Position, Stage};

/// An action, and what comes of it.
struct Deed<'a> {
    /// The player who acts.
    me: Color,
    /// The position before it.
    before: &'a Position,
    /// The action.
    action: Action,
    /// The position after it.
    next: Position,
    /// The position after the turn, as far as the line tells it.
    last: Position,
    /// The same if the other player is to move a ring there.
    end: Option<Position>,
    /// Whether the turn consists of this action alone.
    is_turn: bool,
}

impl<'a> Deed<'a> {
    /// The first action of a line; `None` if it is not legal.
    fn new(position: &'a Position, line: &Line) -> Option<Self> {
        let me = position.actor();
        let action = *line.actions.first()?;
        let next = position.play(action).ok()?;
        let turn = first_turn(position, line);
        let last = turn
            .iter()
            .fold(*position, |at, &action| at.play_unchecked(action));
        Some(Self {
            me,
            before: position,
            action,
            next,
            last,
            end: Some(last).filter(|end| end.stage() == Stage::Move && end.actor() == !me),
            is_turn: turn.len() == 1,
        })
    }
}

/// What the player does before the other one decides, as far as the line tells it.
///
/// ```
/// use yinsh::engine::{Line, Score, first_turn};
/// use yinsh::game::{Position, Variant};
/// let start = Position::start(Variant::Normal);
/// let line = Line { score: Score::EVEN, actions: vec!["f6".parse()?, "e5".parse()?] };
/// assert_eq!(first_turn(&start, &line), ["f6".parse()?]);
/// # Ok::<(), yinsh::game::ActionError>(())
/// ```
#[must_use]
pub fn first_turn(position: &Position, line: &Line) -> Vec<Action> {
    let me = position.actor();
    let mut at = *position;
    line.actions
        .iter()
        .map_while(|&action| {
            if at.actor() != me {
                return None;
            }
            at = at.play(action).ok()?;
            Some(action)
        })
        .collect()
}

/// The claims about the first action of a line that are true. The most important come first, those
/// against it last, except that a forced loss comes first. Empty for a line that does not begin
/// with a legal action, and for an action of which there is nothing to say.
///
/// ```
/// use yinsh::engine::{Claim, Line, Score, explain};
/// use yinsh::game::{Position, Variant};
/// let start = Position::start(Variant::Normal);
/// let line = Line { score: Score::EVEN, actions: vec!["f6".parse()?] };
/// assert_eq!(explain(&start, &line)[0], Claim::Central);
/// # Ok::<(), yinsh::game::ActionError>(())
/// ```
#[must_use]
pub fn explain(position: &Position, line: &Line) -> Vec<Claim> {
    let Some(deed) = Deed::new(position, line) else {
        return Vec::new();
    };
    let mut claims: Vec<Claim> = outcome::of(&deed, line.score).into_iter().collect();
    if position.count_legal_actions() == 1 {
        claims.push(Claim::OnlyChoice);
    }
    match deed.action {
        Action::Place(point) => rings::placed(&deed, point, &mut claims),
        Action::Move { from, to } => {
            rows::moved(&deed, &mut claims);
            lines::moved(&deed, &mut claims);
            markers::moved(&deed, &mut claims);
            rings::moved(&deed, (from, to), &mut claims);
        }
        Action::Row(_) => {
            rows::kept(&deed, &mut claims);
            rows::threatened(&deed, &mut claims);
        }
        Action::Ring(point) => {
            rows::threatened(&deed, &mut claims);
            rings::removed(&deed, point, &mut claims);
        }
        Action::Pass => {}
    }
    claims.sort_by_key(|claim| claim.rank());
    claims
}

#[cfg(test)]
mod tests;
