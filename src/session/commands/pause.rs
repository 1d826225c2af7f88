//! `pause`: stops the clock for a while, if the other player agrees.

use crate::session::event::Offer;
use crate::session::needs::{Seated, timed};
use crate::session::offers::{make_offer, pause};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};

pub(super) static PAUSE: Spec = Spec {
    when_stale: WhenStale::Refuse,
    ..Spec::new("pause", Group::Settle, Handler::Seat(stop))
};

fn stop(_: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    if game.tournament.is_some() {
        return Err(Phrase::new("tournament-no-pause").into());
    }
    if let Some(until) = timed(game)?.resumes() {
        return Err(Phrase::new("paused")
            .with("until", Arg::Time(until))
            .with("resume", Arg::command("resume"))
            .into());
    }
    if game.seat(!color).is_bot() {
        return Ok(pause());
    }
    if game.offer == Some((!color, Offer::Pause)) {
        return Ok(pause());
    }
    make_offer(seated, Offer::Pause)
}
