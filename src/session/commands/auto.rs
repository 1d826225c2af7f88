//! `auto`: sets whether decisions without alternative are taken for a person.

use crate::session::draft::{Draft, Show};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::{Scope, Settings, SettingsChange};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const SWITCH: OptionSpec = OptionSpec::optional(
    "switch",
    "option-auto",
    Kind::Choice(Choices {
        words: &["on", "off"],
        also: &[("yes", "on"), ("no", "off")],
        has_default: false,
    }),
);

pub(super) static AUTO: Spec = Spec {
    aliases: &["autoplay"],
    options: &[SWITCH],
    example: "auto on",
    is_private: true,
    ..Spec::new("auto", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let set = call.options.word(&SWITCH).map(|word| word == "on");
    let now = set.unwrap_or_else(|| call.context.personal.of(call.person).plays_forced());
    let id = match (now, set.is_some()) {
        (true, false) => "auto-is-on",
        (true, true) => "auto-set-on",
        (false, false) => "auto-is-off",
        (false, true) => "auto-set-off",
    };
    let other = if now { "auto off" } else { "auto on" };
    let phrase = Phrase::new(id).with("other", Arg::command(other));
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.setting = set.map(|on| {
        let own = Settings {
            auto: Some(on),
            ..Settings::default()
        };
        (Scope::Person, SettingsChange::Set(own))
    });
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}
