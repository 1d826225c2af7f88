//! `undo`: takes back one's last turn, if the other player agrees.

use crate::session::event::Offer;
use crate::session::needs::Seated;
use crate::session::offers::{make_offer, take_back};
use crate::session::refusal::Refusal;
use crate::session::reply::Phrase;
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};

pub(super) static UNDO: Spec = Spec {
    aliases: &["takeback"],
    when_stale: WhenStale::Refuse,
    ..Spec::new("undo", Group::Settle, Handler::Seat(handle))
};

fn handle(_: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    let remaining = game
        .before_last_turn_of(color)
        .ok_or_else(|| Refusal::new(Phrase::new("undo-nothing")))?;
    if game.seat(!color).is_bot() {
        return Ok(take_back(game, color, remaining));
    }
    make_offer(seated, Offer::Undo)
}
