//! How games start, by whichever command.

use super::archive::LEVELS_VERSION;
use super::challenges::challengers_but;
use super::context::Context;
use super::draft::{Draft, Show};
use super::event::{Challenge, ColorChoice, Event};
use super::needs::{must_be_free, must_have_room};
use super::person::{Person, Seat};
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use super::settings::Settings;
use super::table::Table;
use super::terms::Terms;
use crate::game::Color;

/// The colour that a choice comes to.
pub(super) fn decide(choice: ColorChoice, context: &Context<'_>) -> Color {
    match choice {
        ColorChoice::Is(color) => color,
        ColorChoice::Random => Color::ALL[(context.random & 1) as usize],
    }
}

/// A game that starts at once. `one` plays `color`.
pub(super) fn start(
    table: &Table,
    one: Seat,
    color: Color,
    other: Seat,
    terms: Terms,
    context: &Context<'_>,
) -> Draft {
    let (event, phrase) = started(table, one, color, other, terms, context);
    let mut draft = Draft::say(phrase, Show::PICTURE).event(event);
    draft.text.extend(void(table, None));
    draft
}

/// A game against the bot or another program, in which the person plays what `choice` comes to.
pub(super) fn start_against_bot(
    table: &Table,
    person: &Person,
    bot: Seat,
    terms: Terms,
    choice: ColorChoice,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_be_free(table, person)?;
    must_have_room(person, person, context)?;
    let color = decide(choice, context);
    let person = Seat::Person(person.clone());
    Ok(start(table, person, color, bot, terms, context))
}

/// How everyone votes.
pub(super) fn vote_how() -> Phrase {
    Phrase::new("vote-how").with("votes", Arg::command("votes"))
}

/// A person accepts a challenge.
pub(super) fn accept_challenge(
    table: &Table,
    challenge: &Challenge,
    person: &Person,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_have_room(person, person, context)?;
    must_have_room(&challenge.by, person, context)?;
    let one = match &challenge.crowd {
        Some(crowd) => Seat::Crowd(crowd.clone()),
        None => Seat::Person(challenge.by.clone()),
    };
    let (event, phrase) = started(
        table,
        one,
        decide(challenge.color, context),
        Seat::Person(person.clone()),
        Terms::of(challenge),
        context,
    );
    let accepted = Phrase::new("accepted")
        .with("by", Arg::Name(person.clone()))
        .with("challenger", Arg::Name(challenge.by.clone()));
    let mut draft = Draft::say(accepted, Show::PICTURE)
        .event(Event::Accepted {
            challenger: challenge.by.id.clone(),
            by: person.clone(),
        })
        .event(event);
    draft.text.push(phrase);
    if challenge.crowd.is_some() {
        draft.text.push(vote_how());
    }
    if challenge.rated {
        draft.text.push(Phrase::new("started-rated"));
    }
    draft.text.extend(void(table, Some(&challenge.by)));
    Ok(draft)
}

/// The event and the sentence of a start. `one` plays `color`.
fn started(
    table: &Table,
    one: Seat,
    color: Color,
    other: Seat,
    terms: Terms,
    context: &Context<'_>,
) -> (Event, Phrase) {
    let (white, black) = match color {
        Color::White => (one, other),
        Color::Black => (other, one),
    };
    let phrase = Phrase::new(format!("started-{}", terms.variant))
        .with("white", Arg::seat_with_level(&white))
        .with("black", Arg::seat_with_level(&black));
    let phrase = match terms.time_phrase() {
        Some(time) => Phrase::new("started-timed")
            .with("started", phrase)
            .with("time", time),
        None => phrase,
    };
    let settings = Settings {
        // A person who plays the bot sees the board from their own side.
        view: white.is_bot().then_some(Color::Black),
        ..table.settings().clone()
    };
    let event = Event::Started {
        white,
        black,
        variant: terms.variant,
        time: terms.time,
        weekends_off: terms.weekends_off,
        rated: terms.rated,
        silence: true,
        server: context.server.map(str::to_owned),
        levels: LEVELS_VERSION,
        settings,
    };
    (event, phrase)
}

/// Tells the others whose challenges are void because a game starts.
pub(super) fn void(table: &Table, accepted: Option<&Person>) -> Option<Phrase> {
    let others = challengers_but(table, accepted);
    (!others.is_empty()).then(|| Phrase::new("challenges-void").with("by", Arg::List(others)))
}
