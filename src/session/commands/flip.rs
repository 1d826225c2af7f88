//! `flip`: turns the table's board around.

use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::needs::may_arrange;
use crate::session::reply::Phrase;
use crate::session::settings::Settings;
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

pub(super) static FLIP: Spec = Spec {
    aliases: &["turnround"],
    ..Spec::new("flip", Group::More, Handler::Game(handle))
};

fn handle(call: &Call<'_>, _: &Game) -> Handled {
    may_arrange(call.table, call.person)?;
    let settings = call.table.settings();
    let view = !settings.over(call.context.inherited).board_view();
    let settings = Settings {
        view: Some(view),
        ..settings.clone()
    };
    let phrase = Phrase::new("flipped").with("color", view);
    Ok(Draft::say(phrase, Show::PICTURE).event(Event::Configured { settings }))
}
