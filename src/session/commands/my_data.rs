//! `my-data`: hands the author a file with all that is stored about them.

use crate::session::archive::{Answer, Question};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Kind, OptionSpec};
use crate::session::reply::{Arg, File, Keep, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};

/// Number of the part of what does not fit into one file.
const PART: OptionSpec = OptionSpec::optional("part", "option-part", Kind::Number);

pub(super) static MY_DATA: Spec = Spec {
    aliases: &["mydata"],
    options: &[PART],
    is_private: true,
    works_anywhere: true,
    ask: Some(ask),
    ..Spec::new("my-data", Group::More, Handler::Any(handle))
};

fn ask(asking: &Asking<'_>) -> Option<Question> {
    let part = asking.options.number(&PART).unwrap_or(1).max(1);
    Some(Question::MyData { part })
}

fn handle(call: &Call<'_>) -> Handled {
    let Some(Answer::MyData(data)) = call.context.answer else {
        return Err(Phrase::new("internal-error").into());
    };
    let (part, parts) = (data.part, data.parts);
    if part > parts {
        let last = Arg::command(format!("my-data {parts}"));
        return Err(Phrase::new("my-data-no-part").with("last", last).into());
    }
    let told = Phrase::new("my-data").with("forget", Arg::command("forget-me"));
    let mut draft = Draft::say(told, Show::Nothing);
    if part < parts {
        let next = Arg::command(format!("my-data {}", part + 1));
        draft.text.push(
            Phrase::new("my-data-more")
                .with("part", part)
                .with("parts", parts)
                .with("next", next),
        );
    }
    draft.file = Some(File {
        name: format!("yinsh-my-data-{part}.json"),
        content: data.content.clone(),
    });
    draft.only_for = Some(call.person.clone());
    draft.keep = Keep::Nothing;
    if !call.context.unseen {
        // Where others would read it, it comes as a private message.
        draft.private = true;
        draft.beside = Some(Phrase::new("my-data-private").with("data", Arg::command("my-data")));
    }
    Ok(draft)
}
