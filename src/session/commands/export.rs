//! `export`: hands out the record of the game as a file.

use super::archived::{GAME, named};
use crate::game::{Color, GameRecord};
use crate::session::archive::{Answer, Question};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::needs::any_game;
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::record::{archived_record, record_of, record_text};
use crate::session::reply::{Arg, File, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};

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
    options: &[FORM, GAME],
    example: "export sgf",
    ask: Some(ask),
    ..Spec::new("export", Group::More, Handler::Any(handle))
};

/// The archive knows the ratings before the table's last game, too.
fn ask(asking: &Asking<'_>) -> Option<Question> {
    let named = asking.options.game().map(Question::Game);
    Some(named.unwrap_or(Question::LastGame))
}

fn handle(call: &Call<'_>) -> Handled {
    let bot = call.context.bot;
    if let Some(archived) = named(call)? {
        let record = archived_record(archived, bot);
        return Ok(handed_out(
            call,
            &record,
            &Game::from(&archived.game),
            Show::Nothing,
        ));
    }
    let game = any_game(call.table)?;
    let record = match call.context.answer {
        Some(Answer::Game(Some(last))) if game.is_over() && last.game.started == game.started() => {
            archived_record(last, bot)
        }
        _ => record_of(game, bot),
    };
    Ok(handed_out(call, &record, game, Show::TurnIfRunning))
}

/// The record as a file.
fn handed_out(call: &Call<'_>, record: &GameRecord, game: &Game, show: Show) -> Draft {
    let (content, extension) = match call.options.word(&FORM) {
        Some("sgf") => (record.to_sgf(), "sgf"),
        _ => (record_text(record, game), "txt"),
    };
    let name = format!(
        "yinsh-{}.{extension}",
        game.started().strftime("%Y%m%d-%H%M%S")
    );
    let sgf = match call.options.game() {
        Some(number) => format!("export #{number} sgf"),
        None => "export sgf".to_owned(),
    };
    let mut draft = Draft::say(
        Phrase::new("exported")
            .with("white", Arg::seat(game.seat(Color::White)))
            .with("black", Arg::seat(game.seat(Color::Black)))
            .with("actions", game.actions().len())
            .with("sgf", Arg::command(sgf)),
        show,
    );
    draft.file = Some(File { name, content });
    draft
}
