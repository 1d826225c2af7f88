//! A person's own games as lines of a list.

use crate::session::adjourned::AdjournedGame;
use crate::session::person::Person;
use crate::session::reply::{Arg, Phrase};
use crate::session::terms::Terms;

/// An adjourned game as one line.
pub(super) fn adjourned_line(number: usize, game: &AdjournedGame, person: &Person) -> Phrase {
    let terms = Terms {
        variant: game.variant,
        rated: game.rated,
        ..Terms::default()
    };
    Phrase::new("adjourned-game")
        .with("number", number)
        .with("other", Arg::seat_with_number(game.opponent_of(person)))
        .with("terms", terms.short_phrase())
        .with("adjourned", game.at.strftime("%Y-%m-%d").to_string())
}

/// That there are more games, which are not told here.
pub(super) fn elsewhere(count: usize) -> Option<Phrase> {
    (count > 0).then(|| Phrase::new("games-elsewhere").with("count", count))
}
