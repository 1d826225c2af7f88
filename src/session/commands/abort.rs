//! `abort`: calls the game off without a result: a player once the other one has left, a moderator
//! at any time.

use super::adjudicate::end;
use crate::game::Color;
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::needs::{moderates, seated};
use crate::session::person::Seat;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec, WhenStale};

pub(super) static ABORT: Spec = Spec {
    aliases: &["calloff"],
    lookups: &[Lookup::OpponentPresence, Lookup::Rights],
    when_stale: WhenStale::Refuse,
    ..Spec::new("abort", Group::Settle, Handler::Running(handle))
};

fn handle(call: &Call<'_>, game: &Game) -> Handled {
    let moderates = moderates(call.context).is_ok();
    let own = game.color_of(call.person);
    // A moderator who began a game for a crowd against the bot is still one. Against a person, neither
    // they nor that person are.
    let is_against_bot = |color: Color| game.crowd().is_some() && game.seat(!color).is_bot();
    let Some(color) = own.filter(|&color| !moderates || !is_against_bot(color)) else {
        // A spectator is told so, if they are no moderator either.
        if !moderates {
            seated(call.table, call.person)?;
        }
        return Ok(end(call, game, None, "abort".to_owned()));
    };
    let other = game.seat(!color);
    let refused = |id| {
        Phrase::new(id)
            .with("other", Arg::seat(other))
            .with("draw", Arg::command("draw"))
            .with("resign", Arg::command("resign"))
            .into()
    };
    match (other, call.context.other_present) {
        // The result tells who has left.
        (Seat::Person(_), Some(false)) => {
            Ok(Draft::silent(Show::PICTURE).event(Event::Aborted { by: color }))
        }
        (Seat::Person(_), Some(true)) | (Seat::Crowd(_), _) => Err(refused("abort-present")),
        (Seat::Person(_), None) => Err(refused("abort-unknown")),
        (Seat::Bot(_), _) => Err(refused("abort-bot")),
        (Seat::Program(_), _) => Err(refused("abort-program")),
    }
}
