//! What follows a decision by itself: a decision without alternative is taken for whoever wants
//! that.

use super::context::Context;
use super::event::{Entry, Event};
use super::game::Game;
use super::phrases::told;
use super::reply::{Arg, Phrase};
use super::table::{LogError, Table};
use crate::game::{Action, Played};

/// Takes the decisions that follow by themselves, and returns their entries and sentences. This
/// ends, as every game does.
///
/// # Errors
///
/// An entry does not fit the table, which is a fault of the program.
pub(super) fn follow_up(
    table: &mut Table,
    context: &Context<'_>,
) -> Result<(Vec<Entry>, Vec<Phrase>), LogError> {
    let (mut entries, mut text) = (Vec::new(), Vec::new());
    while let Some((action, phrase)) = table.running().and_then(|game| next(game, context)) {
        let event = Event::Acted { action };
        let entry = Entry {
            at: context.now,
            event,
        };
        table.apply(&entry)?;
        entries.push(entry);
        text.push(phrase);
    }
    Ok((entries, text))
}

/// The next decision that is taken by itself, and the sentence that tells it.
fn next(game: &Game, context: &Context<'_>) -> Option<(Action, Phrase)> {
    let position = game.position();
    let seat = game.seat(position.actor());
    // Nobody may decide during a pause, and an offer would lapse before its answer.
    if game.is_paused() || game.offer.is_some() {
        return None;
    }
    let person = seat.person()?;
    if !context.personal.of(person).plays_forced() || !game.may_play_forced(position.actor()) {
        return None;
    }
    let &[action] = &*position.legal_actions() else {
        return None;
    };
    let told = told(seat, position, Played::new(position, action));
    let phrase = Phrase::new("played-for")
        .with("player", Arg::seat(seat))
        .with("told", told);
    Some((action, phrase))
}
