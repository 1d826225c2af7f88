//! `report`: leaves a note for the moderators of the place.

use crate::session::archive::{Answer, Question, Report};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};

const NOTE: OptionSpec = OptionSpec::required("note", "option-note", Kind::Text);

/// Longest note, in characters: enough for what happened, too little for a log.
const LONGEST: usize = 500;

/// Most notes of one person in a day, at all tables of a platform.
const MOST_OF_ONE: usize = 5;

/// Most notes of one table in a day, so that many people cannot fill the disk, and those of one room
/// leave the others theirs.
const MOST_OF_TABLE: usize = 100;

pub(super) static REPORT: Spec = Spec {
    options: &[NOTE],
    example: "report bob asked for help in game #123",
    is_private: true,
    needs_moderators: true,
    ask: Some(ask),
    ..Spec::new("report", Group::More, Handler::Any(handle))
};

fn ask(_: &Asking<'_>) -> Option<Question> {
    Some(Question::Reports)
}

fn handle(call: &Call<'_>) -> Handled {
    let Some(server) = call.context.server else {
        return Err(Phrase::new("report-nobody")
            .with("report", Arg::command("report"))
            .into());
    };
    let note = call.options.text(&NOTE).unwrap_or_default().trim();
    if note.is_empty() {
        return Err(call.spec.missing());
    }
    let length = note.chars().count();
    if length > LONGEST {
        return Err(Phrase::new("report-too-long")
            .with("most", LONGEST)
            .with("length", length)
            .into());
    }
    let Some(&Answer::Reports { own, here }) = call.context.answer else {
        return Err(Phrase::new("internal-error").into());
    };
    if own >= MOST_OF_ONE || here >= MOST_OF_TABLE {
        return Err(Phrase::new("report-too-many").into());
    }
    let mut draft = Draft::say(Phrase::new("reported"), Show::Nothing);
    draft.report = Some(Report {
        by: call.person.clone(),
        server: server.to_owned(),
        note: note.to_owned(),
    });
    // Nobody needs to know, where that can be told in private.
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}
