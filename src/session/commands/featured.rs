//! `featured`: shows the board of the channel's best game in progress.

use crate::game::Color;
use crate::session::archive::{Answer, Question};
use crate::session::draft::{Draft, Show};
use crate::session::needs::running;
use crate::session::present::{board, turn_lines};
use crate::session::reply::{Arg, BoardForm, Phrase, Visual};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

pub(super) static FEATURED: Spec = Spec {
    aliases: &["tv"],
    ask: Some(|_| Some(Question::Featured)),
    ..Spec::new("featured", Group::Look, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let now = call.context.now;
    let found = match call.context.answer {
        Some(Answer::Featured(found)) => found.as_deref(),
        _ => return Err(Phrase::new("internal-error").into()),
    };
    let Some(found) = found else {
        return Err(Phrase::new("featured-none")
            .with("challenge", Arg::command("challenge @friend"))
            .with("play", Arg::command("play"))
            .into());
    };
    let game = running(&found.table)?;
    let player = |color: Color| -> Arg {
        let seat = Arg::seat_with_number(game.seat(color));
        match found.ratings[color.index()] {
            Some(rating) => Phrase::new("featured-player")
                .with("player", seat)
                .with("rating", Arg::Number(rating.at(now).rounded()))
                .into(),
            None => seat,
        }
    };
    let title = Phrase::new("featured")
        .with("place", Arg::Place(found.table.key().clone()))
        .with("white", player(Color::White))
        .with("black", player(Color::Black));
    let mut draft = Draft::say(title, Show::Nothing);
    draft.text.extend(turn_lines(game));
    let board = board(&found.table, game, BoardForm::Picture, None, now);
    draft.visual = Some(Visual::Board(Box::new(board)));
    draft.apart = true;
    Ok(draft)
}
