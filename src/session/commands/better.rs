//! `better`: a turning point of the last review at the table: the board with what was played and what was
//! better, and what that would have led to.

use crate::session::draft::{Draft, Show};
use crate::session::options::{Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase, Visual};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const TURN: OptionSpec = OptionSpec::optional("turn", "option-turning", Kind::Number);

/// Which of several turning points in that turn.
const WHICH: OptionSpec = OptionSpec::optional("number", "option-turning-which", Kind::Number);

pub(super) static BETTER: Spec = Spec {
    options: &[TURN, WHICH],
    example: "better 23",
    ..Spec::new("better", Group::Look, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let Some(reviewed) = call.table.turning_points() else {
        return Err(Phrase::new("better-none")
            .with("analyze", Arg::command("analyze"))
            .into());
    };
    let points = &reviewed.points;
    let index = match call.options.number(&TURN) {
        None => (!points.is_empty()).then_some(0),
        Some(number) => {
            let in_turn = reviewed.in_turn(number);
            match call.options.number(&WHICH) {
                Some(which) => which
                    .checked_sub(1)
                    .and_then(|which| in_turn.get(which).copied()),
                // The review numbers its turning points, which may be meant as well.
                None => in_turn
                    .first()
                    .copied()
                    .or_else(|| number.checked_sub(1).filter(|&index| index < points.len())),
            }
        }
    };
    let Some(index) = index else {
        let turns = reviewed.choices().into_iter();
        let turns: Vec<Arg> = turns.map(|choice| Arg::command(choice.command)).collect();
        return Err(match turns.is_empty() {
            true => Phrase::new("review-no-points"),
            false => Phrase::new("better-elsewhere").with("turns", Arg::List(turns)),
        }
        .into());
    };
    let mut text = reviewed.told(index);
    text.extend(reviewed.also(index));
    let board = reviewed.board(index, call.table.settings());
    // The first answer is for everybody who reads along; from there each person goes on alone.
    let is_seen = call.context.version.is_none() && !call.context.unseen;
    Ok(Draft {
        text,
        visual: board.map(|board| Visual::Board(Box::new(board))),
        choices: reviewed.choices(),
        is_step: true,
        apart: true,
        only_for: (!is_seen).then(|| call.person.clone()),
        ..Draft::silent(Show::Nothing)
    })
}
