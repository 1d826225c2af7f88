//! `set`: changes a setting of a person, a channel or a server.

use super::setting_scope::{SCOPE, line, list_command, no_server, own, scope, word};
use crate::session::draft::{Draft, Show};
use crate::session::moderation::AuditNote;
use crate::session::options::{Choices, Kind, OptionSpec, Options};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Choice, Control, Phrase};
use crate::session::settings::keys::{DEFAULT, Here, KeySpec, WORDS, key};
use crate::session::settings::{Scope, Settings, SettingsChange};
use crate::session::spec::{Call, Group, Handled, Handler, LONGEST_WORD, Lookup, Spec};

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

/// Longest text that is taken for a word in another language, in bytes.
const LONGEST_LOCAL: usize = 64;

pub(super) static SET: Spec = Spec {
    options: &[SCOPE, KEY, VALUE],
    example: "set theme dark",
    details: Some(|| Phrase::new("help-set-details")),
    lookups: &[Lookup::Rights],
    works_anywhere: true,
    for_place: Some(|options| scope(options) != Scope::Person),
    ..Spec::new("set", Group::More, Handler::Any(handle))
};

/// Where the setting is made.
fn here<'a>(call: &Call<'a>) -> Here<'a> {
    Here {
        policy: call.context.policy,
        table: call.table.key(),
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
        return Ok(ask(call, key, scope));
    }
    allowed(call, scope)?;
    if key.word == "prefix" && call.context.inherited.command_prefix().is_empty() {
        return Err(Phrase::new("setting-prefix-slash").into());
    }
    let typed = value;
    let value = english(call, key, typed);
    let set = (key.read)(value, &here(call));
    let in_threads = set.as_ref().is_some_and(Settings::opens_threads);
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
        let Some(set) = set.filter(|set| set.fits(scope)) else {
            let shown: String = typed.chars().take(LONGEST_WORD).collect();
            let phrase = Phrase::new("setting-bad-value")
                .with("value", shown)
                .with("key", key.name());
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
        .with("key", key.name())
        .with("by", Arg::Name(call.person.clone()));
    let mut draft = Draft::say(phrase, Show::Nothing);
    if scope == Scope::Person {
        draft.only_for = Some(call.person.clone());
        draft.is_step = true;
        draft.choices.extend(back(call, scope));
    }
    if let Some(word) = word(scope) {
        let shown: String = value.chars().take(LONGEST_WORD).collect();
        let action = format!("set {word} {} {shown}", key.word);
        draft.moderation.audit = Some(AuditNote::new(call.person, action));
    }
    draft.setting = Some((scope, change));
    Ok(draft)
}

/// Refuses whoever may not change the settings of a place.
fn allowed(call: &Call<'_>, scope: Scope) -> Result<(), Phrase> {
    let context = call.context;
    let (may, id) = match scope {
        Scope::Person => return Ok(()),
        Scope::Server if context.community.is_none() => return Err(no_server()),
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
        Some(false) => Err(Phrase::new(id)),
        None => Err(Phrase::new("rights-unknown")),
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
    phrase.with("key", key.name()).into()
}

/// The values that a key takes, as commands.
fn values(call: &Call<'_>, key: &KeySpec, scope: Scope) -> Phrase {
    let values = fitting(call, key, scope).into_iter();
    let commands = values
        .map(|(value, _)| value)
        .chain([DEFAULT.to_owned()])
        .map(|value| Arg::command(command(key, scope, &value)));
    Phrase::new("setting-values").with("commands", commands.collect::<Arg>())
}

/// The values that a key takes in a scope, and what they set.
fn fitting(call: &Call<'_>, key: &KeySpec, scope: Scope) -> Vec<(String, Settings)> {
    let here = here(call);
    let values = (key.values)(call.context.policy).into_iter();
    values
        .filter_map(|value| (key.read)(&value, &here).map(|set| (value, set)))
        .filter(|(_, set)| set.fits(scope))
        .filter(|(_, set)| call.context.threads || !set.opens_threads())
        .collect()
}

/// The command that sets a value.
fn command(key: &KeySpec, scope: Scope, value: &str) -> String {
    match word(scope) {
        Some(scope) => format!("set {scope} {} {value}", key.word),
        None => format!("set {} {value}", key.word),
    }
}

/// What is set, and what it can be set to.
fn ask(call: &Call<'_>, key: &KeySpec, scope: Scope) -> Draft {
    let mut draft = Draft::say(line(call, key, scope), Show::Nothing);
    draft.only_for = Some(call.person.clone());
    draft.is_step = true;
    match allowed(call, scope) {
        Err(refusal) => draft.text.push(refusal),
        Ok(()) => {
            if key.is_open {
                draft.text.push(values(call, key, scope));
            }
            draft.choices = value_choices(call, key, scope);
        }
    }
    draft.choices.extend(back(call, scope));
    for choice in &mut draft.choices {
        choice.only_for = Some(call.person.clone());
    }
    draft
}

/// The way back to the list of settings, for whoever came from there.
fn back(call: &Call<'_>, scope: Scope) -> Option<Choice> {
    let is_pressed = call.context.version.is_some();
    is_pressed.then(|| Choice {
        control: Some(Control::Back),
        only_for: Some(call.person.clone()),
        ..Choice::new(Phrase::new("choice-back"), list_command(scope))
    })
}

/// The values that a key takes, of which the present one is marked, and `default`.
fn value_choices(call: &Call<'_>, key: &KeySpec, scope: Scope) -> Vec<Choice> {
    let present = (key.value)(&own(call, scope));
    let choice = |is_present: bool, label: Arg, value: &str| {
        let label = match is_present {
            true => Phrase::new("choice-present").with("value", label).into(),
            false => label,
        };
        // They are equals.
        let label = Phrase::new("choice-value").with("value", label);
        Choice::new(label, command(key, scope, value))
    };
    let mut choices = Vec::new();
    let mut is_there = present.is_none();
    for (value, set) in fitting(call, key, scope) {
        let Some(label) = (key.value)(&set) else {
            continue;
        };
        let is_present = present.as_ref() == Some(&label);
        is_there |= is_present;
        choices.push(choice(is_present, label, &value));
    }
    if let Some(Arg::Text(value)) = present.as_ref().filter(|_| !is_there) {
        choices.insert(0, choice(true, value.as_str().into(), value));
    }
    let default = Phrase::new("choice-default").into();
    choices.push(choice(present.is_none(), default, DEFAULT));
    choices
}

/// A value in English, if it is one in another language, of which the words may be apart. What the
/// key takes as it is stays so.
fn english<'a>(call: &Call<'_>, key: &KeySpec, value: &'a str) -> &'a str {
    if value.len() > LONGEST_LOCAL || (key.read)(value, &here(call)).is_some() {
        return value;
    }
    let words: Vec<&str> = value.split_whitespace().collect();
    call.commands.value(&words.join("-")).unwrap_or(value)
}
