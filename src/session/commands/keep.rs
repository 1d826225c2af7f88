//! `keep`: says that a game in which nothing happens is still on.

use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::needs::Seated;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

pub(super) static KEEP: Spec = Spec {
    aliases: &["keepgoing"],
    ..Spec::new("keep", Group::Settle, Handler::Seat(handle))
};

fn handle(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    if seated.game.clock().is_some() {
        return Err(Phrase::new("keep-timed").into());
    }
    let phrase = Phrase::new("kept").with("player", Arg::Name(call.person.clone()));
    Ok(Draft::say(phrase, Show::Turn).event(Event::Kept { by: seated.color }))
}
