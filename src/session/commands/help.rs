//! `help`: lists the commands, or explains one of them.

use crate::session::draft::{Draft, Show};
use crate::session::options::{Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Commands, Group, Handled, Handler, Spec};

const COMMAND: OptionSpec = OptionSpec::optional("command", "option-command", Kind::Command);

pub(in crate::session) static HELP: Spec = Spec {
    aliases: &["h", "commands"],
    options: &[COMMAND],
    example: "help move",
    is_private: true,
    ..Spec::new("help", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let command = call.options.word(&COMMAND);
    Ok(match command.and_then(|word| call.commands.find(word)) {
        Some(spec) => explain(spec),
        None => list(call.commands),
    })
}

fn explain(spec: &Spec) -> Draft {
    let mut draft = Draft::say(Phrase::new(spec.explanation()), Show::Nothing);
    draft.text.extend(spec.details.map(|details| details()));
    draft.text.push(spec.usage_line());
    if !spec.aliases.is_empty() {
        let aliases = spec.aliases.iter().map(|alias| Arg::command(*alias));
        draft
            .text
            .push(Phrase::new("help-aliases").with("aliases", aliases.collect::<Arg>()));
    }
    let local = Arg::LocalCommand(spec.word.to_owned());
    draft
        .text
        .push(Phrase::new("help-local").with("word", local));
    draft
}

fn list(commands: Commands) -> Draft {
    let mut draft = Draft::say(
        Phrase::new("help-intro")
            .with("challenge", Arg::command("challenge @friend"))
            .with("play", Arg::command("play"))
            .with("tutorial", Arg::command("tutorial"))
            .with("rules", Arg::command("rules")),
        Show::Nothing,
    );
    for group in Group::ALL {
        let words = commands
            .iter()
            .filter(|spec| spec.group == group)
            .map(|spec| Arg::command(spec.word))
            .collect::<Arg>();
        draft
            .text
            .push(Phrase::new(group.title()).with("commands", words));
    }
    draft
        .text
        .push(Phrase::new("help-more").with("help", Arg::command("help move")));
    draft
}
