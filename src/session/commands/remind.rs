//! `remind`: sets where a person is reminded of their turn.

use crate::session::draft::{Draft, Show};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::{Remind, Settings};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const WHERE: OptionSpec = OptionSpec::optional(
    "where",
    "option-remind",
    Kind::Choice(Choices {
        words: &["off", "channel", "private"],
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
    let set = call.options.word(&WHERE).map(|word| match word {
        "off" => Remind::Off,
        "private" => Remind::Private,
        _ => Remind::Channel,
    });
    let remind = set.unwrap_or_else(|| call.context.personal.of(call.person).reminders());
    let id = match (remind, set.is_some()) {
        (Remind::Off, false) => "remind-now-off",
        (Remind::Off, true) => "remind-set-off",
        (Remind::Channel, false) => "remind-now-channel",
        (Remind::Channel, true) => "remind-set-channel",
        (Remind::Private, false) => "remind-now-private",
        (Remind::Private, true) => "remind-set-private",
    };
    let commands = ["off", "channel", "private"].map(|word| Arg::command(format!("remind {word}")));
    let phrase = Phrase::new(id).with("commands", commands.into_iter().collect::<Arg>());
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.personal = set.map(|remind| Settings {
        remind: Some(remind),
        ..Settings::default()
    });
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}
