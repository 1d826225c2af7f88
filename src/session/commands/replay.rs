//! `replay`: asks for an animation of a game, the table's or a finished one by its number.

use super::archived::{GAME, ask, named};
use crate::game::{Position, Turn};
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::needs::any_game;
use crate::session::options::{Kind, OptionSpec};
use crate::session::present::result_line;
use crate::session::refusal::Refusal;
use crate::session::replay::ReplayedGame;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const TURNS: OptionSpec = OptionSpec::optional("turns", "option-turns", Kind::Turns);

pub(super) static REPLAY: Spec = Spec {
    aliases: &["animate", "gif"],
    options: &[GAME, TURNS],
    example: "replay 20-40",
    ask: Some(ask),
    ..Spec::new("replay", Group::Look, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    if call.table.replay_request().is_some() {
        return Err(Phrase::new("replay-under-way").into());
    }
    let game = match named(call)? {
        Some(archived) => replayed(call, &Game::from(&archived.game))?,
        None => replayed(call, any_game(call.table)?)?,
    };
    Ok(
        Draft::say(game.begins(), Show::Nothing).event(Event::ReplayAsked {
            number: call.table.next(),
            by: call.person.clone(),
            game: Box::new(game),
        }),
    )
}

/// The requested turns; all by default.
fn replayed(call: &Call<'_>, game: &Game) -> Result<ReplayedGame, Refusal> {
    let start = Position::start(game.variant);
    let turns = Turn::group(&start, game.actions());
    let Some(last) = turns.last().map(|turn| turn.number) else {
        return Err(Phrase::new("replay-empty").into());
    };
    let (from, to) = call.options.turns(&TURNS).unwrap_or((None, None));
    let (from, to) = (from.unwrap_or(1).max(1), to.unwrap_or(last).max(1));
    // The same command with other turns.
    let instead = |from: usize, to: usize| {
        let game = call.options.game().map(|number| format!("#{number} "));
        Arg::command(format!("replay {}{from}-{to}", game.unwrap_or_default()))
    };
    if from > last {
        return Err(Phrase::new("replay-beyond")
            .with("turns", last)
            .with("replay", instead(1, last))
            .into());
    }
    if from > to {
        return Err(Phrase::new("replay-backwards")
            .with("from", from)
            .with("to", to)
            .with("replay", instead(to, from))
            .into());
    }
    let to = to.min(last);
    let shown = turns.iter().take_while(|turn| turn.number <= to);
    let is_whole = to == last && game.is_over();
    Ok(ReplayedGame {
        seats: game.seats().clone(),
        start,
        actions: shown.flat_map(|turn| &turn.actions).copied().collect(),
        from,
        to,
        result: game.result().filter(|_| is_whole),
        end: is_whole.then(|| result_line(game)),
    })
}
