//! Games whose place is gone: a deleted channel or thread, a room or server that the bot has left; and
//! places that it leaves because it may not speak there.

use super::adjourned::resume_it;
use super::context::Context;
use super::draft::{Draft, Outcome, Show};
use super::event::Event;
use super::game::Game;
use super::person::Person;
use super::refusal::Refusal;
use super::reply::{Arg, Phrase, Reply};
use super::settings::Remind;
use super::table::Table;
use crate::game::Color;

/// The place of a table is gone: its game is adjourned, and its players are told in private. Its
/// tournament is called off, and no more are opened there. If the place is not gone `for_good`, an
/// untimed game stays, and a tournament that does not start by itself.
pub(super) fn place_gone(
    table: &Table,
    for_good: bool,
    context: &Context<'_>,
) -> Result<Outcome, Refusal> {
    let running = table.running();
    let game = running.filter(|game| for_good || game.clock().is_some());
    let events = [
        table.schedule().map(|_| Event::ScheduleEnded),
        table
            .tournament()
            .filter(|one| one.goes_on() && (for_good || one.starts_by_itself()))
            .map(|_| Event::TournamentCalledOff),
        game.map(|_| Event::Adjourned),
    ];
    let mut draft = Draft::silent(Show::Nothing);
    draft.events.extend(events.into_iter().flatten());
    if draft.events.is_empty() {
        return Ok(Outcome::nothing(table));
    }
    let mut outcome = draft.into_outcome(table, context)?;
    let Some(game) = game else {
        return Ok(outcome);
    };
    for color in Color::ALL {
        if let Some(person) = game.seat(color).responsible()
            && context.reminders_of(person) != Remind::Off
        {
            outcome.replies.push(Reply {
                text: vec![told(game, color, person, for_good)],
                only_for: Some(person.clone()),
                private: true,
                version: outcome.table.version(),
                ..Reply::default()
            });
        }
    }
    Ok(outcome)
}

/// The bot leaves the place of a table because it may not speak there: who invited it is told in private.
pub(super) fn may_not_speak(table: &Table, inviter: &Person) -> Outcome {
    let mut outcome = Outcome::nothing(table);
    outcome.replies.push(Reply {
        text: vec![
            Phrase::new("may-not-speak")
                .with("person", Arg::Mention(inviter.clone()))
                .with("place", Arg::Place(table.key().clone())),
        ],
        only_for: Some(inviter.clone()),
        private: true,
        version: table.version(),
        ..Reply::default()
    });
    outcome
}

/// What a player is told of a game whose place is gone.
fn told(game: &Game, color: Color, person: &Person, for_good: bool) -> Phrase {
    let other = game.seat(!color);
    let phrase = match (for_good, other.is_bot()) {
        (true, false) => Phrase::new("place-gone"),
        (true, true) => Phrase::new("place-gone-bot"),
        (false, false) => Phrase::new("place-left"),
        (false, true) => Phrase::new("place-left-bot"),
    };
    phrase
        .with("player", Arg::Mention(person.clone()))
        .with("other", Arg::seat(other))
        .with("resume", Arg::command(resume_it()))
}
