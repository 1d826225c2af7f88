//! A game in progress at another table that a command names: options that several commands share.

use super::archived;
use crate::session::archive::{Answer, GameElsewhere, NamedGame, Question};
use crate::session::options::{Kind, OptionSpec, Options};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::Asking;

/// Its number, as `games` lists it.
pub(super) const NUMBER: OptionSpec =
    OptionSpec::optional("number", "option-running-number", Kind::Number);

/// Its channel, room or thread.
pub(super) const PLACE: OptionSpec = OptionSpec::optional("place", "option-place", Kind::Place);

/// The game that the options name, if they name one.
pub(super) fn named(options: &Options) -> Option<NamedGame> {
    let place = options.place().map(str::to_owned).map(NamedGame::Place);
    place.or_else(|| options.number(&NUMBER).map(NamedGame::Number))
}

/// Asks for the game that the options name, finished or in progress.
pub(super) fn ask(asking: &Asking<'_>) -> Option<Question> {
    let running = || named(asking.options).map(Question::Running);
    archived::ask(asking).or_else(running)
}

/// The game that was asked for. One that may not be seen is like one that does not exist.
pub(super) fn found(answer: Option<&Answer>) -> Result<&GameElsewhere, Refusal> {
    match answer {
        Some(Answer::Running(Some(game))) => Ok(game),
        _ => Err(nowhere()),
    }
}

/// No game is there, or none that may be seen.
pub(super) fn nowhere() -> Refusal {
    Phrase::new("no-game-elsewhere")
        .with("games", Arg::command("games"))
        .into()
}
