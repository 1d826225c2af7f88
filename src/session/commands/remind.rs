//! `remind`: sets where a person is reminded of their turn.

use crate::session::draft::{Draft, Show};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::{Remind, Scope, Settings, SettingsChange};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const WHERE: OptionSpec = OptionSpec::optional(
    "where",
    "option-remind",
    Kind::Choice(Choices {
        words: Remind::WORDS,
        also: &[
            ("none", "off"),
            ("on", "channel"),
            ("room", "channel"),
            ("dm", "private"),
        ],
        has_default: false,
    }),
);

pub(super) static REMIND: Spec = Spec {
    aliases: &["reminders"],
    options: &[WHERE],
    example: "remind private",
    is_private: true,
    ..Spec::new("remind", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let set = call.options.word(&WHERE).and_then(Remind::of_word);
    let own = call.context.personal.of(call.person);
    let remind = set.unwrap_or_else(|| own.over(call.context.inherited).reminders());
    let id = match (remind, set.is_some()) {
        (Remind::Off, false) => "remind-now-off",
        (Remind::Off, true) => "remind-set-off",
        (Remind::Channel, false) => "remind-now-channel",
        (Remind::Channel, true) => "remind-set-channel",
        (Remind::Private, false) => "remind-now-private",
        (Remind::Private, true) => "remind-set-private",
    };
    let commands = Remind::WORDS.iter();
    let commands = commands.map(|word| Arg::command(format!("remind {word}")));
    let phrase = Phrase::new(id).with("commands", commands.collect::<Arg>());
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.setting = set.map(|remind| {
        let own = Settings {
            remind: Some(remind),
            ..Settings::default()
        };
        (Scope::Person, SettingsChange::Set(own))
    });
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}
