//! `votes`: what the people of a channel have voted for so far.

use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::present::{board, turn_lines};
use crate::session::reply::{Arg, BoardForm, Phrase, Visual};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};
use crate::session::voting::tally;

/// Maximum number of moves that are drawn on the board.
const MOST_DRAWN: usize = 3;

pub(super) static VOTES: Spec = Spec {
    aliases: &["tally"],
    ..Spec::new("votes", Group::Look, Handler::Running(handle))
};

fn handle(call: &Call<'_>, game: &Game) -> Handled {
    if game.voting().is_none() {
        return Err(Phrase::new("votes-no-vote")
            .with("command", Arg::command("vote-game"))
            .into());
    }
    let mut board = board(call.table, game, BoardForm::Picture, None, call.context.now);
    let counted = game.votes.tally();
    let drawn = counted.iter().filter_map(|(actions, _)| actions.first());
    board.hints = drawn.take(MOST_DRAWN).copied().collect();
    let mut draft = Draft::say(tally(game), Show::Nothing);
    draft.text.extend(turn_lines(game));
    draft.visual = Some(Visual::Board(Box::new(board)));
    draft.apart = true;
    Ok(draft)
}
