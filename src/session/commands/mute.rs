//! `mute` and `unmute`: moderators keep somebody from beginning anything for a while.

use jiff::SignedDuration;

use super::of_person::unknown;
use crate::session::challenges::meant;
use crate::session::draft::{Draft, Show};
use crate::session::moderation::{AuditNote, Mute};
use crate::session::options::{Kind, OptionSpec};
use crate::session::person::Person;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::Scope;
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec};
use crate::session::time_control::short_span;

const PLAYER: OptionSpec =
    OptionSpec::required("player", "option-mute", Kind::Person).written("<@player>");
const SPAN: OptionSpec =
    OptionSpec::optional("time", "option-mute-time", Kind::Span).written("[7d]");

/// How long a mute lasts if the command does not say.
const DEFAULT: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The longest mute: whoever deserves more is banned by the platform's own means.
const LONGEST: SignedDuration = SignedDuration::from_hours(365 * 24);

pub(super) static MUTE: Spec = Spec {
    options: &[PLAYER, SPAN],
    example: "mute @player 7d",
    lookups: &[Lookup::Rights],
    ..Spec::new("mute", Group::Moderate, Handler::Moderator(mute))
};

pub(super) static UNMUTE: Spec = Spec {
    options: &[PLAYER],
    example: "unmute @player",
    lookups: &[Lookup::Rights],
    ..Spec::new("unmute", Group::Moderate, Handler::Moderator(unmute))
};

fn mute(call: &Call<'_>) -> Handled {
    let person = named(call)?;
    let span = call.options.span(&SPAN).unwrap_or(DEFAULT).min(LONGEST);
    let until = call.context.now.checked_add(span).ok();
    let until = until.unwrap_or(jiff::Timestamp::MAX);
    let told = Phrase::new("mute-done")
        .with("by", Arg::Name(call.person.clone()))
        .with("player", Arg::Mention(person.clone()))
        .with("until", Arg::Time(until));
    let action = format!("mute {}", short_span(span));
    Ok(change(call, person, Some(until), told, action))
}

fn unmute(call: &Call<'_>) -> Handled {
    let person = named(call)?;
    let told = Phrase::new("unmute-done")
        .with("by", Arg::Name(call.person.clone()))
        .with("player", Arg::Mention(person.clone()));
    Ok(change(call, person, None, told, "unmute".to_owned()))
}

fn change(
    call: &Call<'_>,
    person: &Person,
    until: Option<jiff::Timestamp>,
    told: Phrase,
    action: String,
) -> Draft {
    let rights = call.context.rights.unwrap_or_default();
    let scope = match call.context.community {
        Some(_) if rights.server => Scope::Server,
        _ => Scope::Channel,
    };
    let mut draft = Draft::say(told, Show::Nothing);
    draft.moderation.audit = Some(AuditNote::new(call.person, action).about(person));
    draft.moderation.mute = Some(Mute {
        scope,
        person: person.clone(),
        until,
    });
    draft
}

/// The person whom a moderator names: not themselves, and not the bot.
fn named<'a>(call: &Call<'a>) -> Result<&'a Person, Refusal> {
    let context = call.context;
    let name = call.options.person(&PLAYER).unwrap_or_default();
    match meant(name, context.people.iter().chain([context.bot]))[..] {
        [person] if person == context.bot => Err(Phrase::new("mute-bot").into()),
        [person] if person == call.person => Err(Phrase::new("mute-self").into()),
        [person] => Ok(person),
        _ => Err(unknown(call, &Person::new(name, name))),
    }
}
