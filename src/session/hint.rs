//! Hints: the engine's lines, in words and on the board.

use jiff::Timestamp;

use super::draft::{Draft, Show};
use super::event::{Event, HintAmount};
use super::game::{Game, HintRequest};
use super::phrases::{action_phrase, claims_phrase, typed_action};
use super::present::board;
use super::reply::{Arg, BoardForm, Choice, Phrase, Visual};
use super::table::Table;
use crate::engine::{Claim, Label, Line, Prospect, explain, percent};
use crate::game::{Action, PointSet, Position, Turn};

/// Turns of the expected continuation that are told: those further away seldom come true.
const TOLD_TURNS: usize = 4;

/// The answer to the pending request; nothing if there is none any more. The engine has failed if
/// it names no line.
pub(super) fn give_hint(table: &Table, lines: &[Line], now: Timestamp) -> Option<Draft> {
    let game = table.running()?;
    let request = game.hint()?;
    Some(Draft {
        only_for: Some(request.by.clone()),
        ..hint(table, game, request, lines, now)
    })
}

fn hint(
    table: &Table,
    game: &Game,
    request: &HintRequest,
    lines: &[Line],
    now: Timestamp,
) -> Draft {
    let Some(&action) = lines.first().and_then(|best| best.actions.first()) else {
        let sorry = Phrase::new("hint-failed").with("hint", Arg::command("hint"));
        return Draft::say(sorry, Show::Nothing).event(Event::HintFailed);
    };
    let mut draft = Draft::silent(Show::Nothing).event(Event::Hinted {
        to: game.position().actor(),
    });
    let mut board = board(table, game, BoardForm::Picture, None, now);
    match request.amount {
        HintAmount::Nudge => {
            draft.text.push(nudge(action));
            board.nudge = lit(game.position(), action);
        }
        HintAmount::Action | HintAmount::All => {
            board.hints = lines
                .iter()
                .filter_map(|line| line.actions.first().copied())
                .collect();
            draft.text = advice(game, lines, request.amount);
        }
    }
    draft.visual = Some(Visual::Board(Box::new(board)));
    draft.choices = choices(request, action);
    if request.by_itself {
        let off = Choice::new(Phrase::new("choice-coach-off"), "coach off");
        draft.choices.push(Choice {
            only_for: Some(request.by.clone()),
            ..off
        });
    }
    draft
}

/// A sentence that says where to look.
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

/// The points to look at, for the picture.
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

/// The best action and why; with everything asked for, also the others and what follows.
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
            .with("action", action_phrase(action))
            .with("command", Arg::command(typed_action(action))),
    );
    text.extend(because(position, best));
    text.push(chance(best));
    let loss = others
        .first()
        .map(|other| percent(best.score.chance()).saturating_sub(percent(other.score.chance())));
    text.extend(loss.map(|loss| match Label::of(loss) {
        Label::Blunder => Phrase::new("hint-clear"),
        Label::Mistake | Label::Inaccuracy => Phrase::new("hint-better"),
        Label::Good | Label::Best => Phrase::new("hint-close"),
    }));
    if amount == HintAmount::All {
        for other in others {
            let Some(&action) = other.actions.first() else {
                continue;
            };
            text.push(Phrase::new("hint-other").with("action", action_phrase(action)));
            text.extend(because(position, other));
            text.push(chance(other));
        }
        text.extend(continuation(game, best));
    } else if !others.is_empty() {
        let actions: Arg = others
            .iter()
            .filter_map(|other| other.actions.first().copied())
            .map(action_phrase)
            .collect();
        text.push(Phrase::new("hint-others").with("actions", actions));
    }
    text
}

/// The chance to win with a line.
fn chance(line: &Line) -> Phrase {
    let chance = percent(line.score.chance());
    let word = match Prospect::of(chance) {
        Prospect::Lost => "lost",
        Prospect::Bad => "bad",
        Prospect::Worse => "worse",
        Prospect::Even => "even",
        Prospect::Better => "better",
        Prospect::Good => "good",
        Prospect::Won => "won",
    };
    Phrase::new("hint-chance")
        .with("percent", chance as usize)
        .with("word", Phrase::new(format!("hint-chance-{word}")))
}

/// The turns that are expected to follow.
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
                        .map(|&action| action_phrase(action))
                        .collect::<Arg>(),
                )
        })
        .collect::<Arg>();
    Some(Phrase::new("hint-continuation").with("turns", told))
}

/// The choices of a hint: to play it, or to hear more.
fn choices(request: &HintRequest, action: Action) -> Vec<Choice> {
    let mut choices = Vec::new();
    if request.amount != HintAmount::Nudge {
        let label = Phrase::new("choice-do").with("action", action_phrase(action));
        choices.push(Choice::new(label, typed_action(action)));
    }
    if request.amount != HintAmount::All {
        let number = request.amount as usize + 2;
        choices.push(Choice::new(
            Phrase::new("choice-more"),
            format!("hint {number}"),
        ));
    }
    for choice in &mut choices {
        choice.only_for = Some(request.by.clone());
    }
    choices
}

/// What is true of a line, for it and against it.
fn because(position: &Position, line: &Line) -> Vec<Phrase> {
    let (good, against) = Claim::told(&explain(position, line));
    [("hint-because", good), ("hint-but", against)]
        .into_iter()
        .filter(|(_, claims)| !claims.is_empty())
        .map(|(id, claims)| claims_phrase(id, &claims))
        .collect()
}
