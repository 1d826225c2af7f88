//! `set`: changes a setting of a person, a channel or a server.

use super::settings::line;
use crate::session::draft::{Draft, Show};
use crate::session::moderation::AuditNote;
use crate::session::options::{Choices, Kind, OptionSpec, Options};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::keys::{Here, KeySpec, WORDS, key};
use crate::session::settings::{Scope, SettingsChange};
use crate::session::spec::{Call, Group, Handled, Handler, LONGEST_WORD, Lookup, Spec};

const SCOPE: OptionSpec = OptionSpec::optional(
    "for",
    "option-set-for",
    Kind::Choice(Choices {
        words: &["me", "channel", "server"],
        also: &[
            ("room", "channel"),
            ("guild", "server"),
            ("space", "server"),
        ],
        has_default: true,
    }),
);

const KEY: OptionSpec = OptionSpec::required(
    "key",
    "option-set-key",
    Kind::Choice(Choices {
        words: WORDS,
        also: &[
            ("time", "clock"),
            ("reminders", "remind"),
            ("hint", "hints"),
            ("review", "reviews"),
            ("lang", "language"),
        ],
        has_default: false,
    }),
)
.written("<key>");

const VALUE: OptionSpec = OptionSpec::optional("value", "option-set-value", Kind::Text);

/// The value that resets a setting.
const DEFAULT: &str = "default";

pub(super) static SET: Spec = Spec {
    options: &[SCOPE, KEY, VALUE],
    example: "set theme dark",
    details: Some(|| Phrase::new("help-set-details")),
    lookups: &[Lookup::Rights],
    works_anywhere: true,
    for_place: Some(|options| scope(options) != Scope::Person && !value(options).is_empty()),
    ..Spec::new("set", Group::More, Handler::Any(handle))
};

/// Where the setting is made.
fn here<'a>(call: &Call<'a>) -> Here<'a> {
    Here {
        policy: call.context.policy,
        table: call.table.key(),
    }
}

/// Whose settings are changed.
fn scope(options: &Options) -> Scope {
    match options.word(&SCOPE) {
        Some("channel") => Scope::Channel,
        Some("server") => Scope::Server,
        _ => Scope::Person,
    }
}

/// The value that is set; empty to ask for it.
fn value(options: &Options) -> &str {
    options.text(&VALUE).unwrap_or_default().trim()
}

fn handle(call: &Call<'_>) -> Handled {
    let Some(key) = call.options.word(&KEY).and_then(key) else {
        return Err(call.spec.missing());
    };
    let scope = scope(call.options);
    if !key.scopes.contains(&scope) {
        return Err(wrong_scope(key, scope));
    }
    let value = value(call.options);
    if value.is_empty() {
        let mut draft = Draft::say(line(call, key), Show::Nothing);
        draft.text.push(values(call, key, scope));
        draft.only_for = Some(call.person.clone());
        return Ok(draft);
    }
    allowed(call, scope)?;
    if key.word == "prefix" && call.context.inherited.command_prefix().is_empty() {
        return Err(Phrase::new("setting-prefix-slash").into());
    }
    let here = here(call);
    let in_threads = (key.read)(value, &here).is_some_and(|set| set.opens_threads());
    if in_threads && !call.context.threads {
        return Err(Phrase::new("setting-no-threads").into());
    }
    let (change, phrase) = if value.eq_ignore_ascii_case(DEFAULT) {
        let id = match scope {
            Scope::Person => "setting-reset-own",
            Scope::Channel => "setting-reset-channel",
            Scope::Server => "setting-reset-server",
        };
        (SettingsChange::Reset(key.word), Phrase::new(id))
    } else {
        let Some(set) = (key.read)(value, &here).filter(|set| set.fits(scope)) else {
            let shown: String = value.chars().take(LONGEST_WORD).collect();
            let phrase = Phrase::new("setting-bad-value")
                .with("value", shown)
                .with("key", key.word);
            return Err(Refusal::new(phrase).and(values(call, key, scope)));
        };
        let id = match scope {
            Scope::Person => "setting-set-own",
            Scope::Channel => "setting-set-channel",
            Scope::Server => "setting-set-server",
        };
        // What was read can be shown.
        let shown = (key.value)(&set).unwrap_or_else(|| value.into());
        (
            SettingsChange::Set(set),
            Phrase::new(id).with("value", shown),
        )
    };
    let phrase = phrase
        .with("key", key.word)
        .with("by", Arg::Name(call.person.clone()));
    let mut draft = Draft::say(phrase, Show::Nothing);
    if scope == Scope::Person {
        draft.only_for = Some(call.person.clone());
    }
    if scope != Scope::Person {
        let word = match scope {
            Scope::Server => "server",
            Scope::Channel | Scope::Person => "channel",
        };
        let shown: String = value.chars().take(LONGEST_WORD).collect();
        let action = format!("set {word} {} {shown}", key.word);
        draft.moderation.audit = Some(AuditNote::new(call.person, action));
    }
    draft.setting = Some((scope, change));
    Ok(draft)
}

/// Refuses whoever may not change the settings of a place.
fn allowed(call: &Call<'_>, scope: Scope) -> Result<(), Refusal> {
    let context = call.context;
    let (may, id) = match scope {
        Scope::Person => return Ok(()),
        Scope::Server if context.community.is_none() => {
            return Err(Phrase::new("setting-no-server")
                .with("set", Arg::command("set channel"))
                .into());
        }
        Scope::Channel => (
            context.rights.map(|rights| rights.channel),
            "setting-channel-rights",
        ),
        Scope::Server => (
            context.rights.map(|rights| rights.server),
            "setting-server-rights",
        ),
    };
    match may {
        Some(true) => Ok(()),
        Some(false) => Err(Phrase::new(id).into()),
        None => Err(Phrase::new("rights-unknown").into()),
    }
}

fn wrong_scope(key: &KeySpec, scope: Scope) -> Refusal {
    let phrase = match scope {
        Scope::Person => Phrase::new("setting-of-places")
            .with("channel", Arg::command(format!("set channel {}", key.word)))
            .with("server", Arg::command(format!("set server {}", key.word))),
        Scope::Channel | Scope::Server => {
            Phrase::new("setting-of-persons").with("set", Arg::command(format!("set {}", key.word)))
        }
    };
    phrase.with("key", key.word).into()
}

/// The values that a key takes, as commands.
fn values(call: &Call<'_>, key: &KeySpec, scope: Scope) -> Phrase {
    let word = match scope {
        Scope::Person => "",
        Scope::Channel => "channel ",
        Scope::Server => "server ",
    };
    let here = here(call);
    let fits = |value: &String| (key.read)(value, &here).is_some_and(|set| set.fits(scope));
    let values = (key.values)(call.context.policy);
    let commands = values
        .into_iter()
        .filter(fits)
        .chain([DEFAULT.to_owned()])
        .map(|value| Arg::command(format!("set {word}{} {value}", key.word)));
    Phrase::new("setting-values").with("commands", commands.collect::<Arg>())
}
