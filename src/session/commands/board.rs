//! `board`: shows the board, as a picture or as text.

use super::archive::line;
use super::archived::{GAME, ask, named};
use crate::game::{Position, Turn};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::needs::any_game;
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::present::{board, score};
use crate::session::reply::{BoardForm, Phrase, Visual};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

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
    aliases: &["b"],
    options: &[FORM, GAME],
    ask: Some(ask),
    in_exercises: true,
    ..Spec::new("board", Group::Look, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let is_text = call.options.word(&FORM) == Some("text");
    if let Some(archived) = named(call)? {
        let game = Game::from(&archived.game);
        let mut draft = Draft::say(line(archived), Show::Nothing);
        let form = match is_text {
            true => BoardForm::Text,
            false => BoardForm::Picture,
        };
        let board = board(call.table, &game, form, None, call.context.now);
        draft.visual = Some(Visual::Board(Box::new(board)));
        if is_text {
            draft.text.extend(in_words(&game));
        }
        return Ok(draft);
    }
    let game = any_game(call.table)?;
    if !is_text {
        return Ok(Draft::silent(Show::PICTURE));
    }
    let mut draft = Draft::silent(Show::Board(BoardForm::Text, None));
    draft.text.extend(in_words(game));
    Ok(draft)
}

/// What a board as text goes with: what its signs mean, the score, and the last turn.
fn in_words(game: &Game) -> Vec<Phrase> {
    let mut text = vec![Phrase::new("board-legend"), score(game)];
    let turns = Turn::group(&Position::start(game.variant), game.actions());
    if let Some(turn) = turns.last() {
        let turn = format!("{}. {turn}", turn.number);
        text.push(Phrase::new("board-last").with("turn", turn));
    }
    text
}
