//! `resign`: gives the game up, after a confirmation.

use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::needs::Seated;
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};

const ANSWER: OptionSpec = OptionSpec::optional(
    "answer",
    "option-sure",
    Kind::Choice(Choices {
        words: &["yes", "no"],
        also: &[("y", "yes"), ("confirm", "yes"), ("n", "no")],
        has_default: false,
    }),
);

pub(super) static RESIGN: Spec = Spec {
    aliases: &["surrender"],
    options: &[ANSWER],
    when_stale: WhenStale::Refuse,
    ..Spec::new("resign", Group::Settle, Handler::Seat(handle))
};

fn handle(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    match call.options.word(&ANSWER) {
        // The result tells who resigned.
        Some("yes") => Ok(Draft::silent(Show::PICTURE).event(Event::Resigned { by: seated.color })),
        Some(_) => Ok(Draft::say(Phrase::new("resign-not"), Show::PICTURE)),
        None => {
            let mut draft = Draft::say(
                Phrase::new("resign-sure")
                    .with("player", Arg::Name(call.person.clone()))
                    .with("yes", Arg::command("resign yes"))
                    .with("no", Arg::command("resign no")),
                Show::PICTURE,
            );
            draft.choices = [("yes", true), ("no", false)]
                .map(|(answer, yes)| Choice {
                    only_for: Some(call.person.clone()),
                    ..Choice::answer(
                        Phrase::new(format!("choice-resign-{answer}")),
                        format!("resign {answer}"),
                        yes,
                    )
                })
                .into();
            Ok(draft)
        }
    }
}
