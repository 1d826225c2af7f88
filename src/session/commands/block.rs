//! `block` and `unblock`: a person wants nothing to do with another one.

use super::of_person::{PLAYER, is_bot, is_unknown, person_meant, unknown};
use crate::session::archive::{Answer, Question};
use crate::session::draft::{Draft, Show};
use crate::session::moderation::Block;
use crate::session::person::Person;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};

pub(super) static BLOCK: Spec = Spec {
    aliases: &["ignore"],
    options: &[PLAYER],
    example: "block @player",
    is_private: true,
    ask: Some(ask),
    ..Spec::new("block", Group::More, Handler::Any(block))
};

pub(super) static UNBLOCK: Spec = Spec {
    options: &[PLAYER],
    example: "unblock @player",
    is_private: true,
    ask: Some(ask),
    ..Spec::new("unblock", Group::More, Handler::Any(unblock))
};

fn ask(_: &Asking<'_>) -> Option<Question> {
    Some(Question::Blocked)
}

fn block(call: &Call<'_>) -> Handled {
    let Some(person) = named(call)? else {
        return list(call);
    };
    let told = Phrase::new("block-done")
        .with("player", Arg::Name(person.clone()))
        .with("unblock", Arg::command("unblock @player"));
    Ok(change(call, person, true, told))
}

fn unblock(call: &Call<'_>) -> Handled {
    let Some(person) = named(call)? else {
        return list(call);
    };
    let blocked = blocked(call)?;
    // Who is here again after having been forgotten may be one of them. Only the store knows, and
    // nobody is told.
    let may_be = blocked.contains(&person) || blocked.iter().any(Person::is_forgotten);
    if !may_be {
        return Err(Phrase::new("unblock-not")
            .with("player", Arg::Name(person))
            .with("block", Arg::command("block"))
            .into());
    }
    let told = Phrase::new("unblock-done").with("player", Arg::Name(person.clone()));
    Ok(change(call, person, false, told))
}

/// The person whom the command names, if it names one. Refused where others read along.
fn named(call: &Call<'_>) -> Result<Option<Person>, Refusal> {
    if !call.context.unseen {
        return Err(Phrase::new("block-public")
            .with("block", Arg::command(call.spec.example()))
            .into());
    }
    let people = call.context.people;
    let Some(person) = person_meant(call.options, people) else {
        return Ok(None);
    };
    // Those who have been blocked can be named wherever they are.
    let blocked = blocked(call)?;
    let by_name = |one: &&Person| is_unknown(&person, people) && one.name == person.name;
    let known = blocked.iter().find(|one| **one == person);
    if let Some(known) = known.or_else(|| blocked.iter().find(by_name)) {
        return Ok(Some(known.clone()));
    }
    if is_bot(call, &person) {
        return Err(Phrase::new("block-bot").into());
    }
    if person == *call.person {
        return Err(Phrase::new("block-self").into());
    }
    // An id stands for somebody who is not here.
    if is_unknown(&person, people) && !person.id.contains(':') {
        return Err(unknown(call, &person));
    }
    Ok(Some(person))
}

/// Whom the author has blocked.
fn blocked<'a>(call: &Call<'a>) -> Result<&'a [Person], Refusal> {
    match call.context.answer {
        Some(Answer::Blocked(people)) => Ok(people),
        _ => Err(Phrase::new("internal-error").into()),
    }
}

fn change(call: &Call<'_>, person: Person, holds: bool, told: Phrase) -> Draft {
    let mut draft = Draft::say(told, Show::Nothing);
    draft.only_for = Some(call.person.clone());
    draft.moderation.block = Some(Block {
        by: call.person.id.clone(),
        person,
        holds,
    });
    draft
}

fn list(call: &Call<'_>) -> Handled {
    let people = blocked(call)?;
    let phrase = match people {
        [] => Phrase::new("block-none").with("block", Arg::command("block @player")),
        people => Phrase::new("block-list").with(
            "players",
            people.iter().cloned().map(Arg::Name).collect::<Arg>(),
        ),
    };
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}
