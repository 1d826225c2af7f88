//! `show`: the position after a turn of a game, the table's or a finished one by its number, and a way from
//! there to the turns before and after.

use super::archived::{GAME, ask, named};
use crate::game::{Position, Turn};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::needs::any_game;
use crate::session::options::{Kind, OptionSpec};
use crate::session::present::board;
use crate::session::replay::ReplayedGame;
use crate::session::reply::{Arg, Board, BoardForm, Choice, Phrase, Visual};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const TURN: OptionSpec = OptionSpec::optional("turn", "option-turn", Kind::Number);

pub(super) static SHOW: Spec = Spec {
    options: &[TURN, GAME],
    example: "show 23",
    ask: Some(ask),
    ..Spec::new("show", Group::Look, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let archived = named(call)?.map(|archived| Game::from(&archived.game));
    let game = match &archived {
        Some(game) => game,
        None => any_game(call.table)?,
    };
    let start = Position::start(game.variant);
    let turns = Turn::group(&start, game.actions());
    let Some(last) = turns.last().map(|turn| turn.number) else {
        return Err(Phrase::new("replay-empty").into());
    };
    let command = |number: usize| match call.options.game() {
        Some(game) => format!("show {number} #{game}"),
        None => format!("show {number}"),
    };
    let number = call.options.number(&TURN).unwrap_or(last);
    if !(1..=last).contains(&number) {
        return Err(Phrase::new("replay-beyond")
            .with("turns", last)
            .with("replay", Arg::command(command(last)))
            .into());
    }
    let until = turns.iter().take_while(|turn| turn.number <= number);
    let one = ReplayedGame {
        seats: game.seats().clone(),
        start,
        actions: until.flat_map(|turn| &turn.actions).copied().collect(),
        from: number,
        to: number,
        result: None,
        end: None,
    };
    let (before, shown) = one.shown();
    let Some(turn) = shown.into_iter().next() else {
        return Err(Phrase::new("replay-empty").into());
    };
    let position = turn
        .played
        .iter()
        .fold(before, |at, played| at.play_unchecked(played.action));
    let view = board(call.table, game, BoardForm::Picture, None, call.context.now);
    let view = Board {
        position,
        result: view.result.filter(|_| number == last),
        caption: turn.caption.clone(),
        last: turn.played,
        clocks: view.clocks.filter(|_| number == last),
        ..view
    };
    let to = |label: &str, number: usize| {
        Choice::new(Phrase::new(label), command(number.clamp(1, last)))
    };
    // What somebody asks for where others read along is seen by all, and each goes on from it alone.
    let is_seen = call.context.version.is_none() && !call.context.unseen;
    Ok(Draft {
        text: vec![
            Phrase::new("show-turn")
                .with("number", number)
                .with("turns", last),
            turn.caption,
        ],
        visual: Some(Visual::Board(Box::new(view))),
        choices: vec![
            to("choice-first", 1),
            to("choice-previous", number - 1),
            to("choice-next", number + 1),
            to("choice-last", last),
        ],
        is_step: true,
        apart: true,
        only_for: (!is_seen).then(|| call.person.clone()),
        ..Draft::silent(Show::Nothing)
    })
}
