//! `settings`: lists what is set here, and by whom, and offers to change it.

use super::setting_scope::{SCOPE, line, list_command, no_server, scope, word};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Kind, OptionSpec};
use crate::session::reply::{Arg, Choice, Control, Phrase};
use crate::session::settings::Scope;
use crate::session::settings::keys::{KEYS, KeySpec};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

/// A page of the keys that can be picked.
const PAGE: OptionSpec = OptionSpec::optional("number", "option-page", Kind::Number).internal();

pub(super) static SETTINGS: Spec = Spec {
    aliases: &["config", "preferences"],
    options: &[SCOPE, PAGE],
    is_private: true,
    works_anywhere: true,
    ..Spec::new("settings", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let scope = scope(call.options);
    if scope == Scope::Server && call.context.community.is_none() {
        return Err(no_server().into());
    }
    let head = match scope {
        Scope::Person => "settings-here",
        Scope::Channel => "settings-of-channel",
        Scope::Server => "settings-of-server",
    };
    let mut draft = Draft::say(Phrase::new(head), Show::Nothing);
    // Where a command is never a plain message, it has no prefix.
    let has_prefix = !call.context.inherited.command_prefix().is_empty();
    let keys = || KEYS.iter().filter(|key| has_prefix || key.word != "prefix");
    let listed = keys().filter(|key| scope == Scope::Person || key.scopes.contains(&scope));
    draft.text.extend(listed.map(|key| line(call, key, scope)));
    let set = |scope| match word(scope) {
        Some(word) => Arg::command(format!("set {word} theme dark")),
        None => Arg::command("set theme dark"),
    };
    draft.text.push(match scope {
        Scope::Person => Phrase::new("settings-how")
            .with("own", set(scope))
            .with("channel", set(Scope::Channel))
            .with("server", set(Scope::Server)),
        Scope::Channel | Scope::Server => Phrase::new("settings-how-place").with("set", set(scope)),
    });
    let offered: Vec<&KeySpec> = keys().filter(|key| key.scopes.contains(&scope)).collect();
    draft.choices = key_choices(call, &offered, scope);
    for choice in &mut draft.choices {
        choice.only_for = Some(call.person.clone());
    }
    draft.only_for = Some(call.person.clone());
    draft.is_step = true;
    Ok(draft)
}

/// A page of keys to pick from, and the ways to other pages and scopes.
fn key_choices(call: &Call<'_>, keys: &[&KeySpec], scope: Scope) -> Vec<Choice> {
    let size = call.context.choices_at_once.unwrap_or(keys.len()).max(1);
    let pages = keys.len().div_ceil(size).max(1);
    let page = call.options.number(&PAGE).unwrap_or(1).clamp(1, pages);
    let on_page = keys.chunks(size).nth(page - 1).unwrap_or_default();
    let list = list_command(scope);
    let pick = |key: &&KeySpec| {
        let command = match word(scope) {
            Some(word) => format!("set {word} {}", key.word),
            None => format!("set {}", key.word),
        };
        // They are equals.
        let label = Phrase::new("choice-value").with("value", key.name());
        Choice::new(label, command)
    };
    let mut choices: Vec<Choice> = on_page.iter().map(pick).collect();
    let control = |id: &str, control, command| Choice {
        control: Some(control),
        ..Choice::new(Phrase::new(id), command)
    };
    if page < pages {
        let next = format!("{list} {}", page + 1);
        choices.push(control("choice-others", Control::More, next));
    }
    if page > 1 {
        let before = format!("{list} {}", page - 1);
        choices.push(control("choice-back", Control::Back, before));
    } else if scope != Scope::Person {
        let own = list_command(Scope::Person);
        choices.push(control("choice-back", Control::Back, own));
    } else {
        let server = call.context.community.map(|_| Scope::Server);
        let places = [Scope::Channel].into_iter().chain(server);
        choices.extend(places.map(|scope| {
            let id = match scope {
                Scope::Server => "choice-server",
                Scope::Channel | Scope::Person => "choice-channel",
            };
            Choice {
                aside: true,
                ..Choice::new(Phrase::new(id), list_command(scope))
            }
        }));
    }
    choices
}
