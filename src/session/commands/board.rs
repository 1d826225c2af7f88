//! `board`: shows the board, as a picture or as text.

use crate::game::{Position, Turn};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::present::score;
use crate::session::reply::{BoardForm, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};
use crate::session::table::Game;

const FORM: OptionSpec = OptionSpec::optional(
    "form",
    "option-board-form",
    Kind::Choice(Choices {
        words: &["picture", "text"],
        also: &[("plain", "text")],
        has_default: true,
    }),
);

pub(super) static BOARD: Spec = Spec {
    aliases: &["b", "show"],
    options: &[FORM],
    ..Spec::new("board", Group::Look, Handler::Game(handle))
};

fn handle(call: &Call<'_>, game: &Game) -> Handled {
    if call.options.word(&FORM) != Some("text") {
        return Ok(Draft::silent(Show::PICTURE));
    }
    let mut draft = Draft::silent(Show::Board(BoardForm::Text, None));
    draft.text.push(Phrase::new("board-legend"));
    draft.text.push(score(game));
    let turns = Turn::group(&Position::start(game.variant), game.actions());
    if let Some(turn) = turns.last() {
        let turn = format!("{}. {turn}", turn.number);
        draft
            .text
            .push(Phrase::new("board-last").with("turn", turn));
    }
    Ok(draft)
}
