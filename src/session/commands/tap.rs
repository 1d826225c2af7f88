//! `tap`: a decision in steps, each a choice among few. An area of the board and a point in it, or
//! a ring and where it goes. What was chosen so far is in the command, so that nothing is kept.

use crate::game::{Action, Point, PointSet, Position, RINGS, Stage};
use crate::session::areas::areas;
use crate::session::draft::{Draft, Show};
use crate::session::needs::Seated;
use crate::session::options::{Kind, OptionSpec};
use crate::session::phrases::{movable_rings, targets_phrase, typed_action};
use crate::session::present::{board, choices};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Board, BoardForm, Choice, Control, Phrase, Visual};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};

/// An area by its number, or a page of a ring's targets.
const NUMBER: OptionSpec = OptionSpec::optional("number", "option-page", Kind::Number).internal();

const RING: OptionSpec = OptionSpec::optional(
    "point",
    "option-ring",
    Kind::Point(|position, _| movable_rings(position)),
)
.internal();

/// The number that cancels: areas and pages begin at 1.
const CANCEL: usize = 0;

pub(super) static TAP: Spec = Spec {
    aliases: &["pick"],
    options: &[NUMBER, RING],
    is_private: true,
    when_stale: WhenStale::Refuse,
    in_exercises: true,
    ..Spec::new("tap", Group::Play, Handler::Turn(handle))
};

fn handle(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    let game = seated.game;
    let position = game.position();
    let number = call.options.number(&NUMBER);
    let mut board = board(call.table, game, BoardForm::Picture, None, call.context.now);
    let step = match (position.stage(), call.options.point(&RING)) {
        _ if number == Some(CANCEL) => {
            let mut draft = Draft::say(Phrase::new("tap-cancelled"), Show::Nothing);
            draft.choices = choices(game)
                .into_iter()
                .filter(|choice| choice.command == TAP.word)
                .collect();
            return Ok(as_step(call, draft));
        }
        (Stage::Place, Some(_)) => {
            return Err(Phrase::new("moves-not-yet")
                .with("place", Arg::command("place <point>"))
                .into());
        }
        (Stage::Place, None) => match number {
            Some(number) => points(position, number, &mut board)?,
            None => which_area(position, &mut board),
        },
        (Stage::Move, None) if position.can_move(position.actor()) => {
            which_ring(position, &mut board)
        }
        (Stage::Move, Some(ring)) if position.can_move(position.actor()) => {
            let at_once = call.context.choices_at_once;
            which_target(position, ring, (number, at_once), &mut board)?
        }
        // The few choices that there are.
        (Stage::Move | Stage::Row | Stage::Ring | Stage::Over, _) => {
            return Ok(as_step(call, Draft::silent(Show::PICTURE)));
        }
    };
    let mut draft = Draft::say(step.question, Show::Nothing);
    draft.visual = Some(Visual::Board(Box::new(board)));
    draft.choices = step.choices;
    for choice in &mut draft.choices {
        choice.only_for = Some(call.person.clone());
    }
    Ok(as_step(call, draft))
}

/// What is asked, and the answers.
struct Step {
    question: Phrase,
    choices: Vec<Choice>,
}

/// The same, for whoever decides. What they ask for in front of all is answered so.
fn as_step(call: &Call<'_>, draft: Draft) -> Draft {
    let is_seen = call.context.version.is_none() && !call.context.unseen;
    Draft {
        is_step: true,
        only_for: (!is_seen).then(|| call.person.clone()),
        ..draft
    }
}

/// A choice whose number stands on the picture.
fn numbered(label: Phrase, command: String) -> Choice {
    Choice {
        is_drawn: true,
        ..Choice::new(label, command)
    }
}

/// A choice of this point.
fn of_point(point: Point, command: String) -> Choice {
    numbered(Phrase::new("choice-point").with("point", point), command)
}

/// A choice that leads to others.
fn control(id: &str, control: Control, command: impl Into<String>) -> Choice {
    Choice {
        control: Some(control),
        ..Choice::new(Phrase::new(id), command)
    }
}

fn cancel() -> Choice {
    control("choice-cancel", Control::Back, format!("tap {CANCEL}"))
}

/// The areas with empty points, each with its number.
fn open_areas(position: &Position) -> Vec<(Point, PointSet)> {
    let empty = position.empty();
    let areas = areas().into_iter();
    areas
        .filter(|area| area.points.into_iter().any(|point| empty.contains(point)))
        .map(|area| (area.middle, area.points))
        .collect()
}

/// Which part of the board a ring is placed in.
fn which_area(position: &Position, board: &mut Board) -> Step {
    let areas = open_areas(position);
    board.areas = areas.iter().map(|(_, points)| *points).collect();
    let choices = (1..).zip(&areas).map(|(number, (middle, _)): (usize, _)| {
        let label = Phrase::new("choice-area").with("point", *middle);
        numbered(label, format!("tap {number}"))
    });
    Step {
        question: Phrase::new("tap-area")
            .with("number", position.rings(position.actor()).len() + 1)
            .with("rings", RINGS),
        choices: choices.chain([cancel()]).collect(),
    }
}

/// Which point of an area a ring is placed on.
fn points(position: &Position, number: usize, board: &mut Board) -> Result<Step, Refusal> {
    let areas = open_areas(position);
    let area = number.checked_sub(1).and_then(|index| areas.get(index));
    let Some((middle, area)) = area else {
        return Err(Phrase::new("tap-no-area")
            .with("number", number)
            .with("last", areas.len())
            .into());
    };
    let empty = position.empty();
    board.areas = vec![*area];
    board.numbers = area
        .into_iter()
        .filter(|point| empty.contains(*point))
        .collect();
    let choices = board
        .numbers
        .iter()
        .map(|&point| of_point(point, typed_action(Action::Place(point))));
    Ok(Step {
        question: Phrase::new("tap-point").with("point", *middle),
        choices: choices
            .chain([control("choice-back", Control::Back, "tap")])
            .collect(),
    })
}

/// Which ring moves.
fn which_ring(position: &Position, board: &mut Board) -> Step {
    board.numbers = movable_rings(position);
    let choices = board
        .numbers
        .iter()
        .map(|&ring| of_point(ring, format!("tap {ring}")));
    Step {
        question: Phrase::new("tap-ring"),
        choices: choices.chain([cancel()]).collect(),
    }
}

/// Where a ring goes: a page of as many targets as are offered at once.
fn which_target(
    position: &Position,
    ring: Point,
    (page, at_once): (Option<usize>, Option<usize>),
    board: &mut Board,
) -> Result<Step, Refusal> {
    if !position.rings(position.actor()).contains(ring) {
        let rings = movable_rings(position);
        return Err(Phrase::new("moves-no-ring")
            .with("point", ring)
            .with("rings", rings.into_iter().collect::<Arg>())
            .into());
    }
    let targets: Vec<Point> = position.targets(ring).into_iter().collect();
    if targets.is_empty() {
        return Err(targets_phrase(position, ring).into());
    }
    let size = at_once.unwrap_or(targets.len()).max(1);
    let pages = targets.len().div_ceil(size);
    let page = page.unwrap_or(1).clamp(1, pages);
    let on_page = targets.chunks(size).nth(page - 1).unwrap_or_default();
    board.targets = Some(ring);
    board.numbers = on_page.to_vec();
    let mut choices: Vec<Choice> = on_page
        .iter()
        .map(|&to| of_point(to, typed_action(Action::Move { from: ring, to })))
        .collect();
    if page < pages {
        let command = format!("tap {ring} {}", page + 1);
        choices.push(control("choice-others", Control::More, command));
    }
    let back = match page {
        1 => "tap".to_owned(),
        _ => format!("tap {ring} {}", page - 1),
    };
    choices.push(control("choice-back", Control::Back, back));
    Ok(Step {
        question: Phrase::new("tap-target").with("from", ring),
        choices,
    })
}
