//! `show`: the board after a turn of a game, the table's or a finished one by its number, with choices that
//! lead to other turns.

use super::archived::{GAME, ask, named};
use crate::game::{Action, Played, Position, Turn};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::needs::any_game;
use crate::session::options::{Kind, OptionSpec};
use crate::session::present::board;
use crate::session::replay::caption;
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
    let Some(turn) = turns.iter().find(|turn| turn.number == number) else {
        return Err(Phrase::new("replay-beyond")
            .with("turns", last)
            .with("replay", Arg::command(command(last)))
            .into());
    };
    let shown = turns.iter().take_while(|turn| turn.number <= number);
    let actions: Vec<Action> = shown.flat_map(|turn| &turn.actions).copied().collect();
    let position = actions
        .iter()
        .fold(start, |at, &action| at.play_unchecked(action));
    let caption = caption(&game.seats()[turn.color.index()], turn);
    let view = board(call.table, game, BoardForm::Picture, None, call.context.now);
    let view = Board {
        position,
        result: view.result.filter(|_| number == last),
        caption: caption.clone(),
        last: Played::last_turn(&Played::sequence(&start, &actions)).to_vec(),
        clocks: view.clocks.filter(|_| number == last),
        ..view
    };
    let to = |label: &str, number: usize| {
        Choice::new(Phrase::new(label), command(number.clamp(1, last)))
    };
    // The first answer is for everybody who reads along; from there each person goes on alone.
    let is_seen = call.context.version.is_none() && !call.context.unseen;
    Ok(Draft {
        text: vec![
            Phrase::new("show-turn")
                .with("number", number)
                .with("turns", last),
            caption,
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
