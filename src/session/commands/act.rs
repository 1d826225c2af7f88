//! Decisions in a game: `place`, `move`, `row`, `ring` and `pass`, and points without a word.

use super::moves::show_targets;
use crate::game::{
    Action, ActionError, Color, IllegalAction, Played, Point, Position, Row, Stage, read_points,
};
use crate::session::decision::{Decision, bad_point};
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::needs::Seated;
use crate::session::options::{Kind, OptionSpec};
use crate::session::phrases::{movable_rings, numbered_rows, targets_phrase, told, typed_action};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};
use crate::session::table::Table;

pub(super) static PLACE: Spec = Spec {
    aliases: &["p", "put"],
    options: &[OptionSpec::required(
        "point",
        "option-point",
        Kind::Point(|position, _| {
            legal(position, |action| match action {
                Action::Place(point) => Some(point),
                _ => None,
            })
        }),
    )],
    example: "place A4",
    decision: Some(|spec, rest| match points(spec, rest)? {
        (point, None) => Ok(Decision::Exact(Action::Place(point))),
        (_, Some(_)) => Err(spec.unexpected(rest)),
    }),
    ..decision("place")
};

pub(in crate::session) static MOVE: Spec = Spec {
    aliases: &["m", "mv"],
    options: &[
        OptionSpec::required(
            "from",
            "option-from",
            Kind::Point(|position, _| {
                legal(position, |action| match action {
                    Action::Move { from, .. } => Some(from),
                    _ => None,
                })
            }),
        ),
        OptionSpec::required(
            "to",
            "option-to",
            Kind::Point(|position, chosen| {
                legal(position, |action| match action {
                    Action::Move { from, to } if chosen.is_none_or(|ring| ring == from) => Some(to),
                    _ => None,
                })
            }),
        ),
    ],
    example: "move E4 E10",
    decision: Some(|spec, rest| match points(spec, rest)? {
        (from, Some(to)) => Ok(Decision::Exact(Action::Move { from, to })),
        (_, None) => Err(spec.missing()),
    }),
    ..decision("move")
};

pub(super) static ROW: Spec = Spec {
    aliases: &["r"],
    options: &[
        OptionSpec::optional("number", "option-row-number", Kind::Number),
        OptionSpec::optional(
            "from",
            "option-row-end",
            Kind::Point(|position, _| {
                legal(position, |action| match action {
                    Action::Row(row) => Some(row.ends().0),
                    _ => None,
                })
            }),
        ),
        OptionSpec::optional(
            "to",
            "option-row-other-end",
            Kind::Point(|position, chosen| {
                legal(position, |action| match action {
                    Action::Row(row) => {
                        let (start, end) = row.ends();
                        chosen.is_none_or(|point| point == start).then_some(end)
                    }
                    _ => None,
                })
            }),
        ),
    ],
    usage: Some("row <number> | row <end> <end>"),
    example: "row E5 E9",
    decision: Some(|spec, rest| {
        let number = rest.strip_prefix('#').unwrap_or(rest);
        if let Ok(number) = number.parse() {
            return Ok(Decision::RowNumber(number));
        }
        let (start, Some(end)) = points(spec, rest)? else {
            return Err(spec.missing());
        };
        match Row::new(start, end) {
            Some(row) => Ok(Decision::Exact(Action::Row(row))),
            None => Err(bad_point(ActionError::NotFive(start, end)).and(spec.usage_line())),
        }
    }),
    ..decision("row")
};

pub(super) static RING: Spec = Spec {
    aliases: &["take"],
    options: &[OptionSpec::required(
        "point",
        "option-ring",
        Kind::Point(|position, _| match position.stage() {
            // Where only one row stands, it goes with the ring.
            Stage::Row | Stage::Ring => position.rings(position.actor()).into_iter().collect(),
            Stage::Place | Stage::Move | Stage::Over => Vec::new(),
        }),
    )],
    example: "ring C3",
    decision: Some(|spec, rest| match points(spec, rest)? {
        (point, None) => Ok(Decision::Ring(point)),
        (_, Some(_)) => Err(spec.unexpected(rest)),
    }),
    ..decision("ring")
};

pub(super) static PASS: Spec = Spec {
    decision: Some(|spec, rest| match rest {
        "" => Ok(Decision::Exact(Action::Pass)),
        rest => Err(spec.unexpected(rest)),
    }),
    ..decision("pass")
};

/// A command that is a decision.
const fn decision(word: &'static str) -> Spec {
    Spec {
        when_stale: WhenStale::Refuse,
        ..Spec::new(word, Group::Play, Handler::Turn(act))
    }
}

/// One or two points behind a word.
fn points(spec: &Spec, rest: &str) -> Result<(Point, Option<Point>), Refusal> {
    if rest.is_empty() {
        return Err(spec.missing());
    }
    match read_points(rest) {
        Ok(Some(points)) => Ok(points),
        Ok(None) => Err(spec.unexpected(rest)),
        Err(error) => Err(bad_point(error).and(spec.usage_line())),
    }
}

/// The points that `pick` takes from the legal actions, in order.
pub(super) fn legal(position: &Position, pick: impl Fn(Action) -> Option<Point>) -> Vec<Point> {
    let actions = position.legal_actions();
    let mut points: Vec<Point> = actions.iter().copied().filter_map(pick).collect();
    points.sort_unstable();
    points.dedup();
    points
}

fn act(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    let position = game.position();
    // The player's own ring alone, at the stage of moves, asks where it can go.
    if let &[Decision::Point(point)] = call.options.decisions()
        && position.stage() == Stage::Move
        && position.rings(color).contains(point)
    {
        return show_targets(game, Some(point));
    }
    decide(game, color, call.options.decisions())
}

/// The engine's turn, if the bot holds the seat that has to decide.
pub(in crate::session) fn engine_turn(table: &Table, actions: &[Action]) -> Option<Handled> {
    table.bot_decides()?;
    let game = table.running()?;
    let decisions: Vec<Decision> = actions.iter().copied().map(Decision::Exact).collect();
    Some(decide(game, game.position().actor(), &decisions))
}

/// Takes decisions of the actor, all or none.
fn decide(game: &Game, color: Color, decisions: &[Decision]) -> Handled {
    let mut position = *game.position();
    let mut draft = Draft::silent(Show::PICTURE);
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
                refusal.in_several(index, &typed(decision))
            }
        };
        for action in actions.map_err(refused)? {
            let next = position
                .play(action)
                .map_err(|reason| refused(illegal(&position, action, reason)))?;
            let played = Played::new(&position, action);
            draft.text.push(told(game.seat(color), &position, played));
            draft.events.push(Event::Acted { action });
            position = next;
        }
    }
    if game.offer_lapses() {
        draft.text.push(Phrase::new("offer-lapsed"));
    }
    Ok(draft)
}

/// The actions that a decision means at this stage.
fn resolve(position: &Position, decision: Decision) -> Result<Vec<Action>, Refusal> {
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
fn typed(decision: Decision) -> String {
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
