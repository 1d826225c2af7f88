//! `audit` and `reports`: what moderators did, and the notes that were left for them.

use crate::session::archive::{Answer, PAGE, Question};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Kind, OptionSpec};
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Lookup, Spec};

const PAGE_NUMBER: OptionSpec = OptionSpec::optional("page", "option-page", Kind::Number);

pub(super) static AUDIT: Spec = Spec {
    options: &[PAGE_NUMBER],
    is_private: true,
    works_anywhere: true,
    lookups: &[Lookup::Rights],
    ask: Some(|asking| Some(Question::Audit { page: page(asking) })),
    ..Spec::new("audit", Group::Moderate, Handler::Moderator(audit))
};

pub(super) static REPORTS: Spec = Spec {
    options: &[PAGE_NUMBER],
    is_private: true,
    works_anywhere: true,
    lookups: &[Lookup::Rights],
    ask: Some(|asking| Some(Question::Notes { page: page(asking) })),
    ..Spec::new("reports", Group::Moderate, Handler::Moderator(reports))
};

fn page(asking: &Asking<'_>) -> usize {
    asking.options.number(&PAGE_NUMBER).unwrap_or(1).max(1)
}

fn audit(call: &Call<'_>) -> Handled {
    let Some(Answer::Audit { entries, total }) = call.context.answer else {
        return Err(Phrase::new("internal-error").into());
    };
    let lines = entries.iter().map(|entry| {
        let note = &entry.note;
        let phrase = match &note.about {
            Some(about) => Phrase::new("audit-line-about").with("player", Arg::Name(about.clone())),
            None => Phrase::new("audit-line"),
        };
        phrase
            .with("at", Arg::Time(entry.at))
            .with("by", Arg::Name(note.by.clone()))
            .with("command", Arg::command(&note.action))
    });
    list(call, lines.collect(), *total, "audit-title", "audit-none")
}

fn reports(call: &Call<'_>) -> Handled {
    let Some(Answer::Notes { entries, total }) = call.context.answer else {
        return Err(Phrase::new("internal-error").into());
    };
    let lines = entries.iter().map(|entry| {
        Phrase::new("reports-line")
            .with("at", Arg::Time(entry.at))
            .with("by", Arg::Name(entry.by.clone()))
            .with("note", entry.note.as_str())
    });
    list(
        call,
        lines.collect(),
        *total,
        "reports-title",
        "reports-none",
    )
}

/// One page of a list, for the moderator alone.
fn list(call: &Call<'_>, lines: Vec<Phrase>, total: usize, title: &str, none: &str) -> Handled {
    let page = call.options.number(&PAGE_NUMBER).unwrap_or(1).max(1);
    let pages = total.div_ceil(PAGE).max(page);
    let mut draft = match lines.is_empty() {
        true => Draft::say(Phrase::new(none), Show::Nothing),
        false => Draft::say(
            Phrase::new(title)
                .with("total", total)
                .with("page", page)
                .with("pages", pages),
            Show::Nothing,
        ),
    };
    draft.text.extend(lines);
    draft.only_for = Some(call.person.clone());
    // In a room where everybody reads along, it comes as a private message.
    draft.private = !call.context.unseen;
    draft.beside = draft.private.then(|| Phrase::new("moderation-private"));
    let turn_to = |id: &str, page: usize| Choice {
        only_for: Some(call.person.clone()),
        ..Choice::new(Phrase::new(id), format!("{} {page}", call.spec.word))
    };
    // The choices of a private message would be for the table of that chat.
    if call.context.unseen && page < pages {
        draft.choices.push(turn_to("choice-older", page + 1));
    }
    if call.context.unseen && page > 1 {
        draft.choices.push(turn_to("choice-newer", page - 1));
    }
    Ok(draft)
}
