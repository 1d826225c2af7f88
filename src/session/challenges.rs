//! Open challenges: who made them, who may answer them, and when they lapse.

use super::context::Context;
use super::draft::{Draft, Show};
use super::event::{Challenge, ColorChoice, Event};
use super::namesakes::Namesakes;
use super::needs::must_have_room;
use super::person::Person;
use super::refusal::Refusal;
use super::reply::{Arg, Choice, Phrase};
use super::table::Table;
use super::terms::Terms;
use super::votes::Crowd;

/// Most open challenges at one table; more would only be noise.
const MOST_CHALLENGES: usize = 10;

/// Whether this is the person's id, with or without its `@`. Ids are case-sensitive.
pub(super) fn has_id(person: &Person, id: &str) -> bool {
    person.id.trim_start_matches('@') == id.trim_start_matches('@')
}

/// Which of these persons are meant by an id or a name, once each. An id goes before a name; text
/// that can only be an id, as on Matrix, is no name.
pub(super) fn meant<'a>(
    name: &str,
    persons: impl Iterator<Item = &'a Person> + Clone,
) -> Vec<&'a Person> {
    if let Some(person) = persons.clone().find(|person| has_id(person, name)) {
        return vec![person];
    }
    let mut found: Vec<&Person> = Vec::new();
    if name.contains(':') {
        return found;
    }
    let name = name.trim_start_matches('@').to_lowercase();
    for person in persons {
        if person.name.to_lowercase() == name && !found.contains(&person) {
            found.push(person);
        }
    }
    found
}

/// Whether the person of this id or name has an open challenge, or offers their seat.
pub(super) fn is_open(table: &Table, by: &str) -> bool {
    let seat = table.seat_offer().map(|(_, by, _)| by);
    let people = table.challenges.iter().map(|one| &one.by).chain(seat);
    !meant(by, people).is_empty()
}

/// The person of this id or name. `command` shows how to mention one.
pub(super) fn the_one<'a>(
    name: &str,
    people: impl Iterator<Item = &'a Person> + Clone,
    command: &str,
) -> Result<&'a Person, Refusal> {
    let id = match meant(name, people)[..] {
        [known] => return Ok(known),
        [] => "challenge-unknown",
        _ => "player-several",
    };
    Err(Phrase::new(id)
        .with("name", Arg::typed_name(name))
        .with("command", Arg::command(command))
        .into())
}

/// A new challenge, to a person or to anyone. With a crowd, the challenger plays together with it.
pub(super) fn challenge(
    table: &Table,
    person: &Person,
    to: Option<Person>,
    terms: Terms,
    color: ColorChoice,
    crowd: Option<Crowd>,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_have_room(person, person, context)?;
    if table.challenges.iter().any(|one| one.by == *person) {
        return Err(Phrase::new("challenge-waits")
            .with("withdraw", Arg::command("withdraw"))
            .into());
    }
    if table.challenges.len() >= MOST_CHALLENGES {
        return Err(Phrase::new("challenges-full").into());
    }
    // Past the end of time, the challenge lasts as long as can be written down.
    let expires = context
        .now
        .checked_add(context.policy.challenge_lasts)
        .unwrap_or(jiff::Timestamp::MAX);
    let id = match (&to, &crowd) {
        (Some(_), None) => "challenged",
        (Some(_), Some(_)) => "vote-challenged",
        (None, _) => "challenged-anyone",
    };
    let takes = match color {
        ColorChoice::Is(color) => Phrase::new(format!("takes-{color}")),
        ColorChoice::Random => Phrase::new("takes-random"),
    };
    let mut phrase = Phrase::new(id)
        .with("by", Arg::Name(person.clone()))
        .with("variant", terms.phrase())
        .with(
            "color",
            match terms.time_phrase() {
                Some(time) => Phrase::new("takes-timed")
                    .with("time", time)
                    .with("color", takes),
                None => takes,
            },
        )
        .with("expires", Arg::Time(expires))
        .with("accept", Arg::command("accept"))
        .with("decline", Arg::command("decline"))
        .with("withdraw", Arg::command("withdraw"));
    if let Some(to) = &to {
        phrase = phrase.with("to", Arg::Mention(to.clone()));
    }
    let mut choices = vec![answer_choice("accept", true, person)];
    if to.is_some() {
        choices.push(answer_choice("decline", false, person));
    }
    let mut draft = Draft::say(phrase, Show::Nothing).event(Event::Challenged(Challenge {
        by: person.clone(),
        to,
        variant: terms.variant,
        color,
        rated: terms.rated,
        expires,
        time: terms.time,
        weekends_off: terms.weekends_off,
        crowd,
    }));
    draft.choices = choices;
    Ok(draft)
}

/// The choice to accept or decline the challenge of one person, whatever else is open.
fn answer_choice(command: &str, yes: bool, challenger: &Person) -> Choice {
    Choice::answer(
        Phrase::new(format!("choice-{command}")),
        format!("{command} @{}", challenger.id.trim_start_matches('@')),
        yes,
    )
}

/// The challenge that a person means to answer. `open_too`: it may be one to anyone.
pub(super) fn addressed<'a>(
    table: &'a Table,
    person: &Person,
    of: Option<&str>,
    open_too: bool,
    context: &Context<'_>,
) -> Result<&'a Challenge, Refusal> {
    // The timer may be late: what has lapsed cannot be answered.
    let mine = |one: &&Challenge| {
        one.expires > context.now
            && match &one.to {
                Some(to) => to == person,
                None => open_too && one.by != *person,
            }
    };
    let challengers = || table.challenges.iter().filter(mine).map(|one| &one.by);
    let meant = of.map(|name| meant(name, challengers()));
    let named = |one: &&Challenge| meant.as_ref().is_none_or(|meant| meant.contains(&&one.by));
    let mut found = table.challenges.iter().filter(mine).filter(named);
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (Some(one), Some(other)) => {
            let by: Arg = [one, other]
                .into_iter()
                .chain(found)
                .map(|one| Arg::Name(one.by.clone()))
                .collect();
            Err(Phrase::new("challenge-which")
                .with("by", by)
                .with("accept", Arg::command("accept @friend"))
                .into())
        }
        (None, _) => Err(none_addressed(table, person)),
    }
}

fn none_addressed(table: &Table, person: &Person) -> Refusal {
    if table.challenges.iter().any(|one| one.by == *person) {
        return Phrase::new("challenge-own")
            .with("withdraw", Arg::command("withdraw"))
            .into();
    }
    if let Some(one) = table.challenges.first()
        && let Some(to) = &one.to
    {
        return Phrase::new("challenge-not-yours")
            .with("by", Arg::Name(one.by.clone()))
            .with("to", Arg::Name(to.clone()))
            .into();
    }
    Phrase::new("challenge-none")
        .with("challenge", Arg::command("challenge @friend"))
        .with("play", Arg::command("play"))
        .into()
}

/// The names of all who have an open challenge, but one of them.
pub(super) fn challengers_but(table: &Table, but: Option<&Person>) -> Vec<Arg> {
    table
        .challenges
        .iter()
        .filter(|one| Some(&one.by) != but)
        .map(|one| Arg::Name(one.by.clone()))
        .collect()
}

/// Lets the challenges lapse whose time is up; nothing if there are none.
pub(super) fn lapse(table: &Table, context: &Context<'_>) -> Option<Draft> {
    let mut draft = Draft::silent(Show::Nothing);
    for one in &table.challenges {
        if one.expires > context.now {
            continue;
        }
        let again = match &one.crowd {
            Some(_) => "vote-game @friend",
            None => "challenge @friend",
        };
        draft.text.push(
            Phrase::new("expired")
                .with("by", Arg::Mention(one.by.clone()))
                .with("challenge", Arg::command(again)),
        );
        draft.events.push(Event::Expired {
            challenger: one.by.id.clone(),
        });
    }
    (!draft.events.is_empty()).then_some(draft)
}

/// The open challenges in words, and the choices to accept them.
pub(super) fn open_challenges(table: &Table) -> (Vec<Phrase>, Vec<Choice>) {
    // Each choice stands alone, so it has to tell namesakes apart by itself.
    let namesakes = Namesakes::among("", table.challenges.iter().map(|one| &one.by));
    let lines: Vec<Phrase> = table
        .challenges
        .iter()
        .map(|one| {
            let phrase = Phrase::new(match (&one.to, &one.crowd) {
                (Some(_), None) => "status-challenge",
                (Some(_), Some(_)) => "status-vote-challenge",
                (None, _) => "status-challenge-anyone",
            })
            .with("by", Arg::Name(one.by.clone()))
            .with("variant", Terms::of(one).full_phrase())
            .with("accept", Arg::command("accept"))
            .with("expires", Arg::Time(one.expires));
            match &one.to {
                Some(to) => phrase.with("to", Arg::Name(to.clone())),
                None => phrase,
            }
        })
        .collect();
    let choices = table
        .challenges
        .iter()
        .map(|one| Choice {
            label: Phrase::new("choice-accept-of")
                .with("by", Arg::Name(namesakes.tell(&one.by).into_owned())),
            ..answer_choice("accept", true, &one.by)
        })
        .collect();
    (lines, choices)
}
