//! `settings`: lists what is set here, and by whom.

use crate::session::draft::{Draft, Show};
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::Settings;
use crate::session::settings::keys::{KEYS, KeySpec};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

pub(super) static SETTINGS: Spec = Spec {
    aliases: &["config", "preferences"],
    is_private: true,
    works_anywhere: true,
    ..Spec::new("settings", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let mut draft = Draft::say(Phrase::new("settings-here"), Show::Nothing);
    // Where a command is never a plain message, it has no prefix.
    let has_prefix = !call.context.inherited.command_prefix().is_empty();
    let keys = KEYS.iter().filter(|key| has_prefix || key.word != "prefix");
    draft.text.extend(keys.map(|key| line(call, key)));
    draft.text.push(
        Phrase::new("settings-how")
            .with("own", Arg::command("set theme dark"))
            .with("channel", Arg::command("set channel theme dark"))
            .with("server", Arg::command("set server theme dark")),
    );
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}

/// What holds for a key, and who has set it.
pub(super) fn line(call: &Call<'_>, key: &KeySpec) -> Phrase {
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
    let set = levels
        .into_iter()
        .find_map(|(level, settings)| Some((level, (key.value)(settings)?)));
    // The built-in settings are complete but for the channel of announcements.
    let nowhere = || ("settings-default", Phrase::new("setting-nowhere").into());
    let (level, value) = set.unwrap_or_else(nowhere);
    Phrase::new("settings-line")
        .with("key", key.word)
        .with("value", value)
        .with("level", Phrase::new(level))
        .with("about", Phrase::new(key.about))
}
