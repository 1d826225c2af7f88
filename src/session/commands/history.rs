//! `history`: lists the turns of the game.

use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::record::record_of;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

/// Most bytes of a list of turns in one reply: chat platforms cut or refuse longer messages
/// (Discord's limit is 2,000 characters), and the rest of the reply needs room too.
const LONGEST: usize = 1200;

pub(super) static HISTORY: Spec = Spec {
    aliases: &["turns", "log"],
    ..Spec::new("history", Group::Look, Handler::Game(handle))
};

fn handle(call: &Call<'_>, game: &Game) -> Handled {
    let turns: Vec<String> = record_of(game, call.context.bot)
        .turns()
        .iter()
        .map(|turn| format!("{}. {turn}", turn.number))
        .collect();
    if turns.is_empty() {
        return Ok(Draft::say(Phrase::new("history-empty"), Show::Turn));
    }
    // The newest turns matter most.
    let mut length = 0;
    let shown = turns
        .iter()
        .rev()
        .take_while(|turn| {
            length += turn.len() + 1;
            length <= LONGEST
        })
        .count();
    let left_out = turns.len() - shown;
    let mut draft = Draft::silent(Show::Turn);
    if left_out > 0 {
        draft.text.push(
            Phrase::new("history-left-out")
                .with("turns", left_out)
                .with("export", Arg::command("export")),
        );
    }
    draft
        .text
        .push(Phrase::new("history").with("turns", turns[left_out..].join(" ")));
    Ok(draft)
}
