//! `resign`: gives the game up, after a confirmation.

use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::needs::Seated;
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};

/// Whether the author is sure.
pub(super) const ANSWER: OptionSpec = OptionSpec::optional(
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
    Ok(match call.options.word(&ANSWER) {
        // The result tells who resigned.
        Some("yes") => Draft::silent(Show::PICTURE).event(Event::Resigned { by: seated.color }),
        Some(_) => plays_on(),
        None => {
            let yes = Phrase::new("choice-resign-yes");
            ask_if_sure(call, Phrase::new("resign-sure"), yes, "resign")
        }
    })
}

/// The author would rather not.
pub(super) fn plays_on() -> Draft {
    Draft::say(Phrase::new("resign-not"), Show::PICTURE)
}

/// Asks the author to confirm a command by the option [`ANSWER`]. `yes` is the label for it.
pub(super) fn ask_if_sure(call: &Call<'_>, question: Phrase, yes: Phrase, command: &str) -> Draft {
    let answers = ["yes", "no"].map(|answer| format!("{command} {answer}"));
    let question = question
        .with("player", Arg::Name(call.person.clone()))
        .with("yes", Arg::command(&*answers[0]))
        .with("no", Arg::command(&*answers[1]));
    let mut draft = Draft::say(question, Show::PICTURE);
    let labels = [yes, Phrase::new("choice-resign-no")];
    let choices = answers.into_iter().zip(labels).zip([true, false]);
    draft.choices = choices
        .map(|((command, label), yes)| Choice {
            only_for: Some(call.person.clone()),
            grave: yes,
            ..Choice::answer(label, command, yes)
        })
        .collect();
    draft
}
