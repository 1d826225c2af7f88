//! `forget-me`: deletes all that is stored about the author, after a confirmation.

use super::resign::ANSWER;
use crate::session::draft::{Draft, Show};
use crate::session::person::Person;
use crate::session::reply::{Arg, Keep, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

pub(super) static FORGET_ME: Spec = Spec {
    aliases: &["forgetme"],
    options: &[ANSWER],
    is_private: true,
    works_anywhere: true,
    ..Spec::new("forget-me", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let mut draft = match call.options.word(&ANSWER) {
        Some("yes") => Draft {
            forgotten: Some(Person::forgotten(call.context.random)),
            keep: Keep::NotEvenTable,
            ..Draft::say(Phrase::new("forgotten"), Show::Nothing)
        },
        Some(_) => Draft::say(Phrase::new("forget-not"), Show::Nothing),
        None => {
            let mut draft = Draft::say(Phrase::new("forget-sure"), Show::Nothing);
            draft
                .text
                .extend(["forget-games", "forget-stays"].map(Phrase::new));
            draft.text.push(
                Phrase::new("forget-how")
                    .with("data", Arg::command("my-data"))
                    .with("yes", Arg::command("forget-me yes")),
            );
            draft
        }
    };
    draft.only_for = call.context.unseen.then(|| call.person.clone());
    Ok(draft)
}
