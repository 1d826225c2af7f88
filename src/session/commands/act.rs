//! Decisions in a game: `place`, `move`, `row`, `ring` and `pass`, and points without a word.

mod resolve;

use resolve::typed;
pub(in crate::session) use resolve::{WrongDecision, resolve};

use super::moves::show_targets;
use super::tap::TAP;
use crate::game::{Action, ActionError, Color, Played, Point, Position, Row, Stage, read_points};
use crate::session::decision::{Decision, bad_point};
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::needs::Seated;
use crate::session::options::{Kind, OptionSpec};
use crate::session::phrases::told;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};
use crate::session::table::Table;
use crate::session::voting::cast;

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
    steps: Some(&TAP),
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
    steps: Some(&TAP),
    decision: Some(|spec, rest| match points(spec, rest)? {
        (from, Some(to)) => Ok(Decision::Exact(Action::Move { from, to })),
        (_, None) => Err(spec.missing()),
    }),
    ..decision("move")
};

pub(super) static ROW: Spec = Spec {
    aliases: &["r"],
    options: &[
        OptionSpec::optional("number", "option-row-number", Kind::Number).written("<number|end>"),
        OptionSpec::optional(
            "from",
            "option-row-end",
            Kind::Point(|position, _| {
                legal(position, |action| match action {
                    Action::Row(row) => Some(row.ends().0),
                    _ => None,
                })
            }),
        )
        .written(""),
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
        )
        .written("[end]"),
    ],
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
    steps: Some(&TAP),
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
        in_exercises: true,
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
    if game.voting().is_some() {
        return vote(call, game, color);
    }
    decide(game, color, call.options.decisions())
}

/// The engine's turn, if the bot holds the seat that has to decide. `stands_in` says that another
/// program, which holds the seat, could not decide.
pub(in crate::session) fn engine_turn(
    table: &Table,
    actions: &[Action],
    stands_in: bool,
) -> Option<Handled> {
    let seat = table.bot_decides()?;
    let game = table.running()?;
    let decisions: Vec<Decision> = actions.iter().copied().map(Decision::Exact).collect();
    let decided = decide(game, game.position().actor(), &decisions);
    Some(decided.map(|mut draft| {
        if stands_in {
            let told = Phrase::new("stood-in").with("program", Arg::seat(seat));
            draft.text.insert(0, told);
        }
        draft
    }))
}

/// Votes for decisions of a crowd.
fn vote(call: &Call<'_>, game: &Game, color: Color) -> Handled {
    let decisions = call.options.decisions();
    if decisions.len() > 1 {
        return Err(Phrase::new("vote-one").into());
    }
    let resolved = resolve(game, *game.position(), color, decisions);
    let (steps, _) = resolved.map_err(|wrong| wrong.reason)?;
    let actions = steps.into_iter().map(|(_, action)| action);
    cast(call, game, actions.collect())
}

/// Takes decisions of the actor, all or none.
fn decide(game: &Game, color: Color, decisions: &[Decision]) -> Handled {
    let resolved = resolve(game, *game.position(), color, decisions);
    let (steps, _) = resolved.map_err(|wrong| match decisions {
        [_] => wrong.reason,
        _ => wrong.reason.in_several(wrong.index, &typed(wrong.decision)),
    })?;
    let mut draft = Draft::silent(Show::PICTURE);
    for (position, action) in steps {
        let played = Played::new(&position, action);
        draft.text.push(told(game.seat(color), &position, played));
        draft.events.push(Event::Acted { action });
    }
    if game.offer_lapses() {
        draft.text.push(Phrase::new("offer-lapsed"));
    }
    Ok(draft)
}
