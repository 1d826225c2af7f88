//! The coach: in a game against the bot, hints come by themselves, for whoever wants that.

use super::context::Context;
use super::event::{Event, HintAmount};
use super::game::Game;
use super::table::Table;

/// The hint that comes by itself, once the table has changed from `before` to `after`.
pub(super) fn hint(before: &Table, after: &Table, context: &Context<'_>) -> Option<Event> {
    let is_coached = |game: &&Game| game.coached;
    let game = after.running().filter(is_coached)?;
    let begins = before.running().filter(is_coached).is_none();
    // As long as the game does not move on, it was given, or is on its way.
    if !begins && before.version() == after.version() {
        return None;
    }
    let player = game.seat(game.position.actor()).person()?;
    let has_choice = game.position.count_legal_actions() > 1;
    let gives = context.inherited.gives_hints() && !game.is_paused() && game.hint.is_none();
    (has_choice && gives).then(|| Event::HintAsked {
        by: player.clone(),
        amount: HintAmount::Action,
        by_itself: true,
    })
}
