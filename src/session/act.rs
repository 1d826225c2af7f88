//! Deciding in a game: placing, moving, removing rows and rings.

use super::command::{Command, Decision, Spec};
use super::event::Event;
use super::handle::{Draft, Show, movable_rings, numbered_rows, running, seated};
use super::person::{Person, Seat};
use super::refusal::{Refusal, usage};
use super::reply::{Arg, Phrase};
use super::table::{Game, Table};
use crate::game::{Action, Color, IllegalAction, Played, Point, Position, Stage};

/// A single point at a stage at which it decides nothing, but names the actor's own ring, asks
/// where that ring can go.
pub(super) fn as_question(table: &Table, person: &Person, decisions: &[Decision]) -> Option<Point> {
    let game = table.running()?;
    let position = game.position();
    let actor = position.actor();
    match decisions {
        &[Decision::Point(point)]
            if position.stage() == Stage::Move
                && game.seat(actor).holds(person)
                && position.rings(actor).contains(point) =>
        {
            Some(point)
        }
        _ => None,
    }
}

/// Takes decisions of a person, or of the engine where no person is given: all or none.
pub(super) fn act(
    table: &Table,
    person: Option<&Person>,
    decisions: &[Decision],
) -> Result<Draft, Refusal> {
    let (game, color) = match person {
        Some(person) => seated(table, person)?,
        None => {
            let game = running(table)?;
            (game, game.position().actor())
        }
    };
    let mut position = *game.position();
    if position.actor() != color {
        return Err(not_your_turn(game));
    }
    let mut draft = Draft::silent(Show::PICTURE);
    let lapses = game.offer_lapses();
    for (index, &decision) in decisions.iter().enumerate() {
        let actions = if position.stage() == Stage::Over {
            Err(Refusal::new(Phrase::new("over-already")))
        } else if position.actor() == color {
            resolve(&position, decision)
        } else {
            Err(Phrase::new("other-decides")
                .with("other", Arg::seat(game.seat(!color)))
                .into())
        };
        let refused = |refusal: Refusal| {
            if decisions.len() == 1 {
                refusal
            } else {
                refusal.in_several(index, &worded(decision))
            }
        };
        for action in actions.map_err(refused)? {
            let next = position
                .play(action)
                .map_err(|reason| refused(explain(&position, action, reason)))?;
            let played = Played::new(&position, action);
            draft.text.push(told(game.seat(color), &position, played));
            draft.events.push(Event::Acted { action });
            position = next;
        }
    }
    if lapses {
        draft.text.push(Phrase::new("offer-lapsed"));
    }
    Ok(draft)
}

/// The actions that a decision means at this stage.
fn resolve(position: &Position, decision: Decision) -> Result<Vec<Action>, Refusal> {
    let stage = position.stage();
    let actor = position.actor();
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
                        .with(
                            "rows",
                            numbered_rows(position, actor).into_iter().collect::<Arg>(),
                        )
                        .into());
                }
            }
        }
        (Decision::Ring(point) | Decision::Point(point), Stage::Row) => {
            let mut rows = position.rows(actor);
            match (rows.next(), rows.next()) {
                (Some(row), None) => return Ok(vec![Action::Row(row), Action::Ring(point)]),
                _ => {
                    return Err(Phrase::new("choose-row-first")
                        .with(
                            "rows",
                            numbered_rows(position, actor).into_iter().collect::<Arg>(),
                        )
                        .with("command", Arg::command("row 1"))
                        .into());
                }
            }
        }
        (Decision::Ring(point), _) | (Decision::Point(point), Stage::Ring) => Action::Ring(point),
        (Decision::Point(point), Stage::Place) => Action::Place(point),
        (Decision::Point(point), Stage::Move) => {
            if !position.rings(actor).contains(point) {
                return Err(explain(
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
        (Decision::Points(from, to), Stage::Row) => match crate::game::Row::new(from, to) {
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

pub(super) fn not_your_turn(game: &Game) -> Refusal {
    let actor = game.position().actor();
    let phrase = Phrase::new("not-your-turn")
        .with("other", Arg::seat(game.seat(actor)))
        .with("color", actor)
        .with(
            "stage",
            Phrase::new(format!("stage-{}", game.position().stage())),
        );
    Refusal::new(phrase)
}

/// A decision as it could have been typed.
fn worded(decision: Decision) -> String {
    match decision {
        Decision::Exact(action) => typed(action),
        Decision::Ring(point) => format!("ring {point}"),
        Decision::RowNumber(number) => format!("row {number}"),
        Decision::Point(point) => point.to_string(),
        Decision::Points(from, to) => format!("{from} {to}"),
    }
}

/// An action as it is typed.
pub(super) fn typed(action: Action) -> String {
    match action {
        Action::Place(point) => format!("place {point}"),
        Action::Move { from, to } => format!("move {from} {to}"),
        Action::Row(row) => {
            let (start, end) = row.ends();
            format!("row {start} {end}")
        }
        Action::Ring(point) => format!("ring {point}"),
        Action::Pass => "pass".to_owned(),
    }
}

/// What happened, as a sentence.
fn told(seat: &Seat, position: &Position, played: Played) -> Phrase {
    let phrase = |id: &str| Phrase::new(id).with("player", Arg::seat(seat));
    match played.action {
        Action::Place(point) => phrase("told-place")
            .with("point", point)
            .with("color", played.by),
        Action::Move { from, to } => phrase("told-move")
            .with("from", from)
            .with("to", to)
            .with("turned", played.turned.len()),
        Action::Row(row) => phrase("told-row").with("row", row),
        Action::Ring(point) => phrase("told-ring")
            .with("point", point)
            .with("number", position.removed(played.by) + 1)
            .with("goal", position.variant().goal()),
        Action::Pass => phrase("told-pass"),
    }
}

/// What the stage asks for instead of what was tried.
fn wrong_stage(position: &Position) -> Refusal {
    let stage = position.stage();
    let mut refusal = Refusal::new(Phrase::new(format!("wrong-stage-{stage}")));
    if stage == Stage::Row {
        refusal = refusal.and(standing(position));
    }
    if stage == Stage::Ring {
        refusal = refusal.and(own_rings(position));
    }
    match Spec::find(position.asked()) {
        Some(spec) => refusal.and(usage(spec)),
        None => refusal,
    }
}

fn standing(position: &Position) -> Phrase {
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

/// Why an action is not legal, and what would be.
fn explain(position: &Position, action: Action, reason: IllegalAction) -> Refusal {
    let from_there = |refusal: Refusal| match action {
        Action::Move { from, .. } => refusal.and(reachable(position, from)),
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
        IllegalAction::SamePoint(point) => from_there(
            Phrase::new("illegal-same-point")
                .with("point", point)
                .into(),
        ),
        IllegalAction::NotInLine(from, to) => from_there(
            Phrase::new("illegal-not-in-line")
                .with("from", from)
                .with("to", to)
                .into(),
        ),
        IllegalAction::RingInTheWay(point) => from_there(
            Phrase::new("illegal-ring-in-the-way")
                .with("point", point)
                .into(),
        ),
        IllegalAction::MarkerThere(point) => from_there(
            Phrase::new("illegal-marker-there")
                .with("point", point)
                .into(),
        ),
        IllegalAction::MustStopAt(point) => {
            from_there(Phrase::new("illegal-must-stop").with("point", point).into())
        }
        IllegalAction::NoSuchRow(row) => {
            Refusal::new(Phrase::new("illegal-no-such-row").with("row", row))
                .and(standing(position))
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

/// Where a ring can go, as a sentence.
pub(super) fn reachable(position: &Position, from: Point) -> Phrase {
    let targets = position.targets(from);
    if targets.is_empty() {
        return Phrase::new("moves-none").with("from", from).with(
            "rings",
            movable_rings(position).into_iter().collect::<Arg>(),
        );
    }
    Phrase::new("moves-list")
        .with("from", from)
        .with("targets", targets.into_iter().collect::<Arg>())
}

/// The engine's run of decisions as a command.
#[must_use]
pub fn engine_command(actions: impl IntoIterator<Item = Action>) -> Command {
    Command::Act(actions.into_iter().map(Decision::Exact).collect())
}
