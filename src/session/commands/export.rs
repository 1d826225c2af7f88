//! `export`: hands out the record of the game as a file.

use crate::game::Color;
use crate::session::draft::{Draft, Show};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::record::record_of;
use crate::session::reply::{Arg, File, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};
use crate::session::table::Game;

const FORM: OptionSpec = OptionSpec::optional(
    "form",
    "option-record-form",
    Kind::Choice(Choices {
        words: &["text", "sgf"],
        also: &[],
        has_default: true,
    }),
);

pub(super) static EXPORT: Spec = Spec {
    aliases: &["record"],
    options: &[FORM],
    example: "export sgf",
    ..Spec::new("export", Group::More, Handler::Game(handle))
};

fn handle(call: &Call<'_>, game: &Game) -> Handled {
    let record = record_of(game, call.context.bot);
    let (content, extension) = match call.options.word(&FORM) {
        Some("sgf") => (record.to_sgf(), "sgf"),
        _ => (record.to_text(), "txt"),
    };
    let name = format!(
        "yinsh-{}.{extension}",
        game.started().strftime("%Y%m%d-%H%M%S")
    );
    let mut draft = Draft::say(
        Phrase::new("exported")
            .with("white", Arg::seat(game.seat(Color::White)))
            .with("black", Arg::seat(game.seat(Color::Black)))
            .with("actions", game.actions().len())
            .with("sgf", Arg::command("export sgf")),
        Show::TurnIfRunning,
    );
    draft.file = Some(File { name, content });
    Ok(draft)
}
