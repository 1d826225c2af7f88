//! From decisions as they were worded to actions, and why they cannot be taken.

use super::{MOVE, PASS, PLACE, RING, ROW};
use crate::game::{Action, Color, IllegalAction, Point, Position, Row, Stage};
use crate::session::decision::Decision;
use crate::session::game::Game;
use crate::session::phrases::{movable_rings, numbered_rows, targets_phrase, typed_action};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};

/// Actions, each with the position before it, and the position after the last one.
pub(in crate::session) type Steps = (Vec<(Position, Action)>, Position);

/// The first of several decisions that cannot be taken.
pub(in crate::session) struct WrongDecision {
    /// How many decisions come before it.
    pub(in crate::session) index: usize,
    /// The decision.
    pub(in crate::session) decision: Decision,
    /// Where it cannot be taken.
    pub(in crate::session) position: Position,
    /// Why not, in words for whoever takes it.
    pub(in crate::session) reason: Refusal,
}

/// The actions that decisions of a colour mean from a position of the game on.
pub(in crate::session) fn resolve(
    game: &Game,
    mut position: Position,
    color: Color,
    decisions: &[Decision],
) -> Result<Steps, Box<WrongDecision>> {
    let mut steps = Vec::new();
    for (index, &decision) in decisions.iter().enumerate() {
        let wrong = |position, reason| {
            Box::new(WrongDecision {
                index,
                decision,
                position,
                reason,
            })
        };
        let actions = if position.stage() == Stage::Over {
            Err(Refusal::new(Phrase::new("over-already")))
        } else if position.actor() == color {
            actions(&position, decision)
        } else {
            Err(Phrase::new("other-decides")
                .with("other", Arg::seat(game.seat(!color)))
                .into())
        };
        for action in actions.map_err(|reason| wrong(position, reason))? {
            let next = position
                .play(action)
                .map_err(|reason| wrong(position, illegal(&position, action, reason)))?;
            steps.push((position, action));
            position = next;
        }
    }
    Ok((steps, position))
}

/// The actions that a decision means at this stage.
fn actions(position: &Position, decision: Decision) -> Result<Vec<Action>, Refusal> {
    let stage = position.stage();
    let actor = position.actor();
    let rows = || numbered_rows(position, actor).into_iter().collect::<Arg>();
    let action = match (decision, stage) {
        (Decision::Exact(action), _) => action,
        (Decision::RowNumber(number), Stage::Row) => {
            let row = number
                .checked_sub(1)
                .and_then(|index| position.rows(actor).nth(index));
            match row {
                Some(row) => Action::Row(row),
                None => {
                    return Err(Phrase::new("no-such-row-number")
                        .with("number", number)
                        .with("rows", rows())
                        .into());
                }
            }
        }
        (Decision::Ring(point) | Decision::Point(point), Stage::Row) => {
            let mut standing = position.rows(actor);
            match (standing.next(), standing.next()) {
                (Some(row), None) => return Ok(vec![Action::Row(row), Action::Ring(point)]),
                _ => {
                    return Err(Phrase::new("choose-row-first")
                        .with("rows", rows())
                        .with("command", Arg::command("row 1"))
                        .into());
                }
            }
        }
        (Decision::Ring(point), _) | (Decision::Point(point), Stage::Ring) => Action::Ring(point),
        (Decision::Point(point), Stage::Place) => Action::Place(point),
        (Decision::Point(point), Stage::Move) => {
            if !position.rings(actor).contains(point) {
                return Err(illegal(
                    position,
                    Action::Place(point),
                    IllegalAction::NotYourRing(point, ring_color(position, point)),
                ));
            }
            return Err(Phrase::new("where-to")
                .with("point", point)
                .with("moves", Arg::command(format!("moves {point}")))
                .into());
        }
        (Decision::Points(from, to), Stage::Row) => match Row::new(from, to) {
            Some(row) => Action::Row(row),
            None => return Err(wrong_stage(position)),
        },
        (Decision::Points(from, to), _) => Action::Move { from, to },
        (Decision::RowNumber(_), _) | (Decision::Point(_), Stage::Over) => {
            return Err(wrong_stage(position));
        }
    };
    Ok(vec![action])
}

fn ring_color(position: &Position, point: Point) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|&color| position.rings(color).contains(point))
}

/// A decision as it could have been typed.
pub(super) fn typed(decision: Decision) -> String {
    match decision {
        Decision::Exact(action) => typed_action(action),
        Decision::Ring(point) => typed_action(Action::Ring(point)),
        Decision::RowNumber(number) => format!("row {number}"),
        Decision::Point(point) => point.to_string(),
        Decision::Points(from, to) => format!("{from} {to}"),
    }
}

/// Refuses with what the stage asks for instead.
fn wrong_stage(position: &Position) -> Refusal {
    let stage = position.stage();
    let refusal = Refusal::new(Phrase::new(format!("wrong-stage-{stage}")));
    match stage {
        Stage::Place => refusal.and(PLACE.usage_line()),
        Stage::Move if position.can_move(position.actor()) => refusal.and(MOVE.usage_line()),
        Stage::Move => refusal.and(PASS.usage_line()),
        Stage::Row => refusal.and(standing_rows(position)).and(ROW.usage_line()),
        Stage::Ring => refusal.and(own_rings(position)).and(RING.usage_line()),
        Stage::Over => refusal,
    }
}

fn standing_rows(position: &Position) -> Phrase {
    Phrase::new("rows-to-choose").with(
        "rows",
        numbered_rows(position, position.actor())
            .into_iter()
            .collect::<Arg>(),
    )
}

fn own_rings(position: &Position) -> Phrase {
    let rings = position.rings(position.actor());
    Phrase::new("own-rings").with("rings", rings.into_iter().collect::<Arg>())
}

/// Why an action is illegal, and what would be legal.
fn illegal(position: &Position, action: Action, reason: IllegalAction) -> Refusal {
    let with_targets = |refusal: Refusal| match action {
        Action::Move { from, .. } => refusal.and(targets_phrase(position, from)),
        _ => refusal,
    };
    match reason {
        IllegalAction::Over => Phrase::new("over-already").into(),
        IllegalAction::WrongStage { .. } => wrong_stage(position),
        IllegalAction::Occupied(point) => Phrase::new("illegal-occupied")
            .with("point", point)
            .with("board", Arg::command("board"))
            .into(),
        IllegalAction::NotYourRing(point, owner) => {
            let phrase = match owner {
                None => Phrase::new("illegal-no-ring"),
                Some(_) => Phrase::new("illegal-other-ring"),
            };
            Refusal::new(phrase.with("point", point)).and(own_rings(position))
        }
        IllegalAction::SamePoint(point) => with_targets(
            Phrase::new("illegal-same-point")
                .with("point", point)
                .into(),
        ),
        IllegalAction::NotInLine(from, to) => with_targets(
            Phrase::new("illegal-not-in-line")
                .with("from", from)
                .with("to", to)
                .into(),
        ),
        IllegalAction::RingInTheWay(point) => with_targets(
            Phrase::new("illegal-ring-in-the-way")
                .with("point", point)
                .into(),
        ),
        IllegalAction::MarkerThere(point) => with_targets(
            Phrase::new("illegal-marker-there")
                .with("point", point)
                .into(),
        ),
        IllegalAction::MustStopAt(point) => {
            with_targets(Phrase::new("illegal-must-stop").with("point", point).into())
        }
        IllegalAction::NoSuchRow(row) => {
            Refusal::new(Phrase::new("illegal-no-such-row").with("row", row))
                .and(standing_rows(position))
        }
        IllegalAction::MustMove => Refusal::new(Phrase::new("illegal-must-move").with(
            "rings",
            movable_rings(position).into_iter().collect::<Arg>(),
        )),
        IllegalAction::MustPass => Phrase::new("illegal-must-pass")
            .with("pass", Arg::command("pass"))
            .into(),
    }
}
