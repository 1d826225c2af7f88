//! Hints: a player asks what would be good to do, the engine is asked, and its answer is put into
//! words and onto the board.

use super::act::{not_your_turn, typed};
use super::event::{Event, HintAmount};
use super::handle::{Draft, Outcome, Show, finish, picture, seated};
use super::house::Context;
use super::person::Person;
use super::refusal::Refusal;
use super::reply::{Arg, Choice, Phrase};
use super::table::{Game, HintRequest, Table};
use crate::engine::{Line, Reason, explain};
use crate::game::{Action, PointSet, Position, Row, Turn};

/// How much smaller, in chances to win, a line is at which others are called about as good.
const CLOSE: f64 = 0.04;

/// The same from which on nothing else comes near.
const CLEAR: f64 = 0.15;

/// Reasons that are told for each side of a line: the first ones tell most.
const TOLD_REASONS: usize = 3;

/// Turns of the expected continuation that are told: what is further away seldom comes true.
const TOLD_TURNS: usize = 4;

/// A player asks. The answer comes once the engine has thought.
pub(super) fn ask(table: &Table, person: &Person, amount: HintAmount) -> Result<Draft, Refusal> {
    let (game, color) = seated(table, person)?;
    if game.position().actor() != color {
        return Err(not_your_turn(game));
    }
    if game.hint().is_some() {
        return Err(Phrase::new("hint-under-way").into());
    }
    Ok(Draft::silent(Show::Nothing).event(Event::HintAsked {
        by: person.clone(),
        amount,
    }))
}

/// The engine answers; it has failed if there are no lines.
pub(super) fn advise(
    table: &Table,
    lines: &[Line],
    context: &Context<'_>,
) -> Result<Outcome, Refusal> {
    let wished = table.running().and_then(|game| Some((game, game.hint()?)));
    let Some((game, wish)) = wished else {
        // Nobody waits for it any more.
        return Ok(Outcome::nothing(table));
    };
    let mut outcome = finish(table, answer(table, game, wish, lines), context)?;
    for reply in &mut outcome.replies {
        reply.only_for = Some(wish.by.clone());
    }
    Ok(outcome)
}

/// What is answered to a wish.
fn answer(table: &Table, game: &Game, wish: &HintRequest, lines: &[Line]) -> Draft {
    let Some(&action) = lines.first().and_then(|best| best.actions.first()) else {
        let sorry = Phrase::new("hint-failed").with("hint", Arg::command("hint"));
        return Draft::say(sorry, Show::Nothing).event(Event::HintFailed);
    };
    let mut draft = Draft::silent(Show::Nothing).event(Event::Hinted {
        to: game.position().actor(),
    });
    let mut board = picture(table, game);
    match wish.amount {
        HintAmount::Nudge => {
            draft.text.push(nudge(action));
            board.nudge = lit(game.position(), action);
        }
        HintAmount::Action | HintAmount::All => {
            board.hints = lines
                .iter()
                .filter_map(|line| line.actions.first().copied())
                .collect();
            draft.text = advice(game, lines, wish.amount);
        }
    }
    draft.board = Some(board);
    draft.choices = choices(wish, action);
    draft
}

/// Where to look.
fn nudge(action: Action) -> Phrase {
    match action {
        Action::Place(point) => {
            Phrase::new("hint-nudge-place").with("line", point.letter().to_string())
        }
        Action::Move { from, .. } => Phrase::new("hint-nudge-move").with("point", from),
        Action::Row(row) => Phrase::new("hint-nudge-row").with("point", row.ends().0),
        Action::Ring(point) => {
            Phrase::new("hint-nudge-ring").with("line", point.letter().to_string())
        }
        Action::Pass => Phrase::new("hint-pass"),
    }
}

/// The points to look at.
fn lit(position: &Position, action: Action) -> PointSet {
    let along = |points: PointSet, letter: char| {
        points
            .into_iter()
            .filter(|point| point.letter() == letter)
            .collect()
    };
    match action {
        Action::Place(point) => along(position.empty(), point.letter()),
        Action::Move { from, .. } => PointSet::of(from),
        Action::Row(row) => PointSet::of(row.ends().0),
        Action::Ring(point) => along(position.rings(position.actor()), point.letter()),
        Action::Pass => PointSet::EMPTY,
    }
}

/// What to do and why; if all is to be told, also what else, and what follows.
fn advice(game: &Game, lines: &[Line], amount: HintAmount) -> Vec<Phrase> {
    let position = game.position();
    let mut text = Vec::new();
    let Some((best, others)) = lines.split_first() else {
        return text;
    };
    let Some(&action) = best.actions.first() else {
        return text;
    };
    text.push(
        Phrase::new("hint-best")
            .with("action", named(action))
            .with("command", Arg::command(typed(action))),
    );
    text.extend(because(position, best));
    text.push(chance(best));
    let gap = others
        .first()
        .map(|other| best.score.chance() - other.score.chance());
    text.extend(gap.map(|gap| match gap {
        CLEAR.. => Phrase::new("hint-clear"),
        CLOSE.. => Phrase::new("hint-better"),
        _ => Phrase::new("hint-close"),
    }));
    if amount == HintAmount::All {
        for other in others {
            let Some(&action) = other.actions.first() else {
                continue;
            };
            text.push(Phrase::new("hint-other").with("action", named(action)));
            text.extend(because(position, other));
            text.push(chance(other));
        }
        text.extend(continuation(game, best));
    } else if !others.is_empty() {
        let actions: Arg = others
            .iter()
            .filter_map(|other| other.actions.first().copied())
            .map(named)
            .collect();
        text.push(Phrase::new("hint-others").with("actions", actions));
    }
    text
}

/// How sure it is to win that way.
fn chance(line: &Line) -> Phrase {
    let percent = (line.score.chance() * 100.0).round().clamp(0.0, 100.0) as usize;
    let word = match percent {
        0..=2 => "lost",
        3..=24 => "bad",
        25..=41 => "worse",
        42..=58 => "even",
        59..=75 => "better",
        76..=97 => "good",
        _ => "won",
    };
    Phrase::new("hint-chance")
        .with("percent", percent)
        .with("word", Phrase::new(format!("hint-chance-{word}")))
}

/// What is expected to follow.
fn continuation(game: &Game, line: &Line) -> Option<Phrase> {
    let turns: Vec<Turn> = Turn::group(game.position(), &line.actions);
    if turns.len() < 2 {
        return None;
    }
    let told = turns
        .iter()
        .take(TOLD_TURNS)
        .map(|turn| {
            Phrase::new("hint-turn")
                .with("player", Arg::seat(game.seat(turn.color)))
                .with(
                    "actions",
                    turn.actions
                        .iter()
                        .map(|&action| named(action))
                        .collect::<Arg>(),
                )
        })
        .collect::<Arg>();
    Some(Phrase::new("hint-continuation").with("turns", told))
}

/// An action in few words.
pub(super) fn named(action: Action) -> Phrase {
    match action {
        Action::Place(point) => Phrase::new("action-place").with("point", point),
        Action::Move { from, to } => Phrase::new("action-move").with("from", from).with("to", to),
        Action::Row(row) => Phrase::new("action-row").with("row", row),
        Action::Ring(point) => Phrase::new("action-ring").with("point", point),
        Action::Pass => Phrase::new("action-pass"),
    }
}

/// What can be chosen with a hint: to do it, or to hear more.
fn choices(wish: &HintRequest, action: Action) -> Vec<Choice> {
    let mut choices = Vec::new();
    if wish.amount != HintAmount::Nudge {
        let label = Phrase::new("choice-do").with("action", named(action));
        choices.push(Choice::new(label, typed(action)));
    }
    if wish.amount != HintAmount::All {
        let number = wish.amount as usize + 2;
        choices.push(Choice::new(
            Phrase::new("choice-more"),
            format!("hint {number}"),
        ));
    }
    for choice in &mut choices {
        choice.only_for = Some(wish.by.clone());
    }
    choices
}

/// What speaks for a line, and what against it.
fn because(position: &Position, line: &Line) -> Vec<Phrase> {
    let reasons = explain(position, line);
    let (against, good): (Vec<Reason>, Vec<Reason>) =
        reasons.into_iter().partition(|reason| reason.is_against());
    [("hint-because", good), ("hint-but", against)]
        .into_iter()
        .filter(|(_, reasons)| !reasons.is_empty())
        .map(|(id, reasons)| reasons_phrase(id, &reasons))
        .collect()
}

/// A sentence with the reasons that tell most.
pub(super) fn reasons_phrase(id: &str, reasons: &[Reason]) -> Phrase {
    let told = reasons.iter().take(TOLD_REASONS).copied();
    Phrase::new(id).with("reasons", told.map(reason_phrase).collect::<Arg>())
}

/// A reason in words that follow «it».
pub(super) fn reason_phrase(reason: Reason) -> Phrase {
    let with_row = |id: &str, row: Row| Phrase::new(id).with("row", row);
    let counted = |id: &str, name: &str, count: u32| Phrase::new(id).with(name, count as usize);
    match reason {
        Reason::WinsNow => Phrase::new("reason-wins-now"),
        Reason::WinsIn { turns } => counted("reason-wins-in", "turns", turns),
        Reason::LosesIn { turns } => counted("reason-loses-in", "turns", turns),
        Reason::OnlyChoice => Phrase::new("reason-only-choice"),
        Reason::MakesRow { row } => with_row("reason-makes-row", row),
        Reason::KeepsRow { row } => with_row("reason-keeps-row", row),
        Reason::SureRow => Phrase::new("reason-sure-row"),
        Reason::StopsRow { row } => with_row("reason-stops-row", row),
        Reason::SetsUp { row } => with_row("reason-sets-up", row),
        Reason::Turns { count, of } => counted("reason-turns", "count", count).with("color", of),
        Reason::Central => Phrase::new("reason-central"),
        Reason::Reaches { points } => counted("reason-reaches", "points", points),
        Reason::Frees { moves } => counted("reason-frees", "moves", moves),
        Reason::Blocks { moves } => counted("reason-blocks", "moves", moves),
        Reason::LeastUse { points } => counted("reason-least-use", "points", points),
        Reason::GivesRow { row } => with_row("reason-gives-row", row),
        Reason::AllowsRow { row } => with_row("reason-allows-row", row),
        Reason::Quiet => Phrase::new("reason-quiet"),
    }
}
