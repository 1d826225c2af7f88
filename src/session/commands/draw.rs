//! `draw`: offers a draw, or accepts the one that is offered.

use crate::session::event::Offer;
use crate::session::needs::Seated;
use crate::session::offers::{agree_on_draw, make_offer};
use crate::session::person::Seat;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};

pub(super) static DRAW: Spec = Spec {
    when_stale: WhenStale::Refuse,
    ..Spec::new("draw", Group::Settle, Handler::Seat(handle))
};

fn handle(_: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    if game.offer == Some((!color, Offer::Draw)) {
        return Ok(agree_on_draw(game, color));
    }
    match game.seat(!color) {
        Seat::Person(_) | Seat::Crowd(_) => make_offer(seated, Offer::Draw),
        Seat::Bot(_) => Err(Phrase::new("bot-plays-on").into()),
        program @ Seat::Program(_) => Err(Phrase::new("program-plays-on")
            .with("program", Arg::seat(program))
            .into()),
    }
}
