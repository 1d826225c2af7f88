//! `board`: shows the board, as a picture or as text; of the game here, of one elsewhere, or of a finished
//! one.

use super::archive::line;
use super::archived::{self, GAME};
use super::elsewhere::{NUMBER, PLACE, ask, found, named};
use crate::game::{Color, Position, Turn};
use crate::session::archive::{Answer, ArchivedGame, GameElsewhere};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::needs::{any_game, running};
use crate::session::options::{Choices, Kind, OptionSpec, Options};
use crate::session::present::{board, score, turn_lines};
use crate::session::reply::{Arg, BoardForm, Phrase, Visual};
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
    options: &[FORM, GAME, NUMBER, PLACE],
    ask: Some(ask),
    in_exercises: true,
    ..Spec::new("board", Group::Look, Handler::Any(handle))
};

/// Whether the options name a game, here or elsewhere.
pub(super) fn names_game(options: &Options) -> bool {
    options.game().is_some() || named(options).is_some()
}

fn handle(call: &Call<'_>) -> Handled {
    let form = match call.options.word(&FORM) {
        Some("text") => BoardForm::Text,
        _ => BoardForm::Picture,
    };
    if let Some(finished) = archived::named(call)? {
        return Ok(of_finished(call, finished, form));
    }
    if named(call.options).is_some() {
        return match call.context.answer {
            Some(Answer::Game(Some(finished))) => Ok(of_finished(call, finished, form)),
            answer => of_running(call, found(answer)?, form),
        };
    }
    let game = any_game(call.table)?;
    if form == BoardForm::Picture {
        return Ok(Draft::silent(Show::PICTURE));
    }
    let mut draft = Draft::silent(Show::Board(form, None));
    draft.text.extend(in_words(game));
    Ok(draft)
}

/// The board of a finished game.
fn of_finished(call: &Call<'_>, finished: &ArchivedGame, form: BoardForm) -> Draft {
    let game = Game::from(&finished.game);
    let mut draft = Draft::say(line(finished), Show::Nothing);
    let board = board(call.table, &game, form, None, call.context.now);
    draft.visual = Some(Visual::Board(Box::new(board)));
    if form == BoardForm::Text {
        draft.text.extend(in_words(&game));
    }
    draft
}

/// The board of a game in progress at another table. It is shown to its player alone if nobody else may
/// see it here.
fn of_running(call: &Call<'_>, found: &GameElsewhere, form: BoardForm) -> Handled {
    let table = &found.table;
    let game = running(table)?;
    let mut draft = Draft::say(
        Phrase::new("board-elsewhere")
            .with("place", Arg::Place(table.key().clone()))
            .with("white", Arg::seat(game.seat(Color::White)))
            .with("black", Arg::seat(game.seat(Color::Black))),
        Show::Nothing,
    );
    draft.text.extend(turn_lines(game));
    let board = board(table, game, form, None, call.context.now);
    draft.visual = Some(Visual::Board(Box::new(board)));
    if form == BoardForm::Text {
        draft.text.extend(in_words(game));
    }
    draft.apart = true;
    draft.only_for = (!found.for_all).then(|| call.person.clone());
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
