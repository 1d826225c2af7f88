//! What `set` and `settings` share: whose settings are meant, and what holds there.

use crate::session::options::{Choices, Kind, OptionSpec, Options};
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::keys::KeySpec;
use crate::session::settings::{Scope, Settings};
use crate::session::spec::Call;

/// Whose settings.
pub(super) const SCOPE: OptionSpec = OptionSpec::optional(
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

/// Whose settings are meant.
pub(super) fn scope(options: &Options) -> Scope {
    match options.word(&SCOPE) {
        Some("channel") => Scope::Channel,
        Some("server") => Scope::Server,
        _ => Scope::Person,
    }
}

/// The word of a scope, if it has to be said.
pub(super) const fn word(scope: Scope) -> Option<&'static str> {
    match scope {
        Scope::Person => None,
        Scope::Channel => Some("channel"),
        Scope::Server => Some("server"),
    }
}

/// That no server has settings there.
pub(super) fn no_server() -> Phrase {
    Phrase::new("setting-no-server").with("set", Arg::command("set channel"))
}

/// The command that lists the settings of a scope.
pub(super) fn list_command(scope: Scope) -> String {
    match word(scope) {
        Some(word) => format!("settings {word}"),
        None => "settings".to_owned(),
    }
}

/// What is set in a scope itself.
pub(super) fn own(call: &Call<'_>, scope: Scope) -> Settings {
    let place = call.context.place;
    match scope {
        Scope::Person => call.context.personal.of(call.person),
        Scope::Channel => place.channel.clone(),
        Scope::Server => place.server.clone(),
    }
}

/// What holds for a key in a scope, and who has set it.
pub(super) fn line(call: &Call<'_>, key: &KeySpec, scope: Scope) -> Phrase {
    let place = call.context.place;
    let own = call.context.personal.of(call.person);
    let built_in = Settings::built_in();
    let levels = [
        ("settings-own", &own),
        ("settings-table", call.table.settings()),
        ("settings-channel", &place.channel),
        ("settings-server", &place.server),
        ("settings-default", &place.platform),
        ("settings-default", &built_in),
    ];
    let above = match scope {
        Scope::Person => 0,
        Scope::Channel => 2,
        Scope::Server => 3,
    };
    let set = levels
        .into_iter()
        .skip(above)
        .find_map(|(level, settings)| Some((level, (key.value)(settings)?)));
    // The built-in settings are complete but for the channel of announcements.
    let nowhere = || ("settings-default", Phrase::new("setting-nowhere").into());
    let (level, value) = set.unwrap_or_else(nowhere);
    Phrase::new("settings-line")
        .with("key", key.name())
        .with("value", value)
        .with("level", Phrase::new(level))
        .with("about", Phrase::new(key.about))
}
