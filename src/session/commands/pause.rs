//! `pause` and `resume`: stop the clock for a while, if the other player agrees, and start it
//! again.

use crate::session::draft::{Draft, Show};
use crate::session::event::{Event, Offer};
use crate::session::needs::{Seated, timed};
use crate::session::offers::{make_offer, pause};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};

pub(super) static PAUSE: Spec = Spec {
    when_stale: WhenStale::Refuse,
    ..Spec::new("pause", Group::Settle, Handler::Seat(stop))
};

pub(super) static RESUME: Spec = Spec {
    aliases: &["unpause"],
    when_stale: WhenStale::Refuse,
    ..Spec::new("resume", Group::Settle, Handler::Seat(go_on))
};

fn stop(_: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
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

fn go_on(_: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    if timed(game)?.resumes().is_none() {
        return Err(Phrase::new("not-paused").into());
    }
    let phrase = Phrase::new("resumed").with("player", Arg::seat(game.seat(color)));
    Ok(Draft::say(phrase, Show::PICTURE).event(Event::Resumed))
}
