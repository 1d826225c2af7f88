//! What is said of the decisions in a puzzle: why they are good or bad, what refutes them, and
//! solutions in words.

use crate::engine::{self, Claim, Line, Score, explain};
use crate::game::{Action, Position, Stage, Turn};
use crate::session::phrases::action_phrase;
use crate::session::reply::{Arg, Phrase};

/// What is true of an action, for it and against it, given what follows. Nothing is said of how the
/// game will end.
pub(super) fn claims(position: &Position, actions: &[Action]) -> (Vec<Claim>, Vec<Claim>) {
    let line = Line {
        score: Score::EVEN,
        actions: actions.to_vec(),
    };
    Claim::told(&explain(position, &line))
}

/// What the other player gains by a reply, in words that do not say whose it is.
pub(super) fn gains(position: &Position, reply: Action) -> Vec<Claim> {
    let line = Line {
        score: Score::EVEN,
        actions: vec![reply],
    };
    let mut claims = explain(position, &line);
    claims.retain(|claim| matches!(claim, Claim::WinsNow | Claim::MakesRow { .. }));
    claims.truncate(1);
    claims
}

/// The turns of a solution, each with its colour; those of one player without.
pub(super) fn turns(position: &Position, line: &[Action]) -> Arg {
    let actions =
        |actions: &[Action]| -> Arg { actions.iter().copied().map(action_phrase).collect() };
    let turns = Turn::group(position, line);
    match &turns[..] {
        [turn] => actions(&turn.actions),
        turns => turns
            .iter()
            .map(|turn| {
                Phrase::new("puzzle-turn")
                    .with("color", turn.color)
                    .with("actions", actions(&turn.actions))
            })
            .collect(),
    }
}

/// What the other player could answer to a wrong action, by a short look ahead.
pub(super) fn refutation(before: &Position, after: &Position) -> Option<Action> {
    let is_reply = after.stage() != Stage::Over && after.actor() != before.actor();
    let reply = || engine::turn(after, 0).into_iter().next();
    is_reply.then(reply).flatten()
}
