//! A finished game that a command names by its number: an option that several commands share.

use crate::session::archive::{Answer, ArchivedGame, Question};
use crate::session::options::{Kind, NO_GAME, OptionSpec};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Asking, Call};

/// The game's number.
pub(super) const GAME: OptionSpec = OptionSpec::optional("game", "option-game", Kind::Game);

/// Asks for the game that the options name, if they name one.
pub(super) fn ask(asking: &Asking<'_>) -> Option<Question> {
    asking.options.game().map(Question::Game)
}

/// The game that the options name, if they name one.
pub(super) fn named<'a>(call: &Call<'a>) -> Result<Option<&'a ArchivedGame>, Refusal> {
    let Some(number) = call.options.game() else {
        return Ok(None);
    };
    match call.context.answer {
        Some(Answer::Game(Some(game))) if game.number == number => Ok(Some(game)),
        _ => {
            let phrase = match number {
                NO_GAME => Phrase::new("no-such-number"),
                _ => Phrase::new("no-such-game").with("number", Arg::Text(format!("#{number}"))),
            };
            Err(phrase.with("archive", Arg::command("archive")).into())
        }
    }
}
