//! `abort`: calls the game off without a result, once the other player has left.

use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::needs::Seated;
use crate::session::person::Seat;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec, WhenStale};

pub(super) static ABORT: Spec = Spec {
    aliases: &["calloff"],
    lookups: &[Lookup::OpponentPresence],
    when_stale: WhenStale::Refuse,
    ..Spec::new("abort", Group::Settle, Handler::Seat(handle))
};

fn handle(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
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
        (Seat::Person(_), Some(true)) => Err(refused("abort-present")),
        (Seat::Person(_), None) => Err(refused("abort-unknown")),
        (Seat::Bot(_), _) => Err(refused("abort-bot")),
    }
}
