//! What follows a decision, or the refusal of an offer, by itself: conditional moves, and decisions without alternative for
//! whoever wants that.

use super::context::Context;
use super::event::{Entry, Event};
use super::game::Game;
use super::phrases::told;
use super::reply::{Arg, Phrase};
use super::table::{LogError, Table};
use crate::game::{Action, Color, Played};

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
    let mut before = None;
    while let Some(game) = table.running()
        && let Some((action, why)) = next(game, context)
    {
        let seat = game.seat(game.position().actor());
        let told = told(seat, game.position(), Played::new(game.position(), action));
        let by = (why, game.position().actor());
        text.push(match before.replace(by) == Some(by) {
            true => told,
            false => Phrase::new(why)
                .with("player", Arg::seat(seat))
                .with("told", told),
        });
        if game.offer_lapses() {
            text.push(Phrase::new("offer-lapsed"));
        }
        let event = Event::Acted { action };
        let entry = Entry {
            at: context.now,
            event,
        };
        table.apply(&entry)?;
        entries.push(entry);
    }
    Ok((entries, text))
}

/// The next decision that is taken by itself, and the name of the sentence that tells why.
fn next(game: &Game, context: &Context<'_>) -> Option<(Action, &'static str)> {
    let position = game.position();
    let actor = position.actor();
    // Nobody may decide during a pause, and a seat is offered until its player's next action.
    let offers_seat = |(by, _): &(Color, _)| *by == actor;
    if game.is_paused() || game.seat_offer.as_ref().is_some_and(offers_seat) {
        return None;
    }
    if game.voting().is_some() {
        // There is nothing to vote on.
        return match *position.legal_actions() {
            [action] if !game.offer_lapses() => Some((action, "played-for-all")),
            _ => None,
        };
    }
    let person = game.seat(actor).person()?;
    let answer = game.conditions_of(actor).answer(game.actions());
    if let Some(answer) = answer.filter(|&action| position.check(action).is_ok()) {
        return Some((answer, "played-conditional"));
    }
    // What was planned is played whatever is offered, as by hand. A decision that nobody chose must
    // not let an offer lapse before its answer.
    if game.offer.is_some()
        || !context.personal.of(person).plays_forced()
        || !game.may_play_forced(actor)
    {
        return None;
    }
    match *position.legal_actions() {
        [action] => Some((action, "played-for")),
        _ => None,
    }
}
