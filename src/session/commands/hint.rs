//! `hint`: asks the engine what would be good to do.

use crate::session::draft::{Draft, Show};
use crate::session::event::{Event, HintAmount};
use crate::session::needs::Seated;
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::Phrase;
use crate::session::same_game::is_at;
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec, WhenStale};

const AMOUNT: OptionSpec = OptionSpec::optional(
    "amount",
    "option-hint",
    Kind::Choice(Choices {
        words: &["1", "2", "3"],
        also: &[],
        has_default: false,
    }),
);

pub(super) static HINT: Spec = Spec {
    aliases: &["tip", "advice"],
    options: &[AMOUNT],
    example: "hint 1",
    is_private: true,
    lookups: &[Lookup::OwnGames],
    when_stale: WhenStale::Refuse,
    in_exercises: true,
    ..Spec::new("hint", Group::Play, Handler::Turn(handle))
};

/// The answer comes once the engine has thought.
fn handle(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    if !call.context.inherited.gives_hints() {
        return Err(Phrase::new("hints-off").into());
    }
    if seated.game.is_rated() {
        return Err(Phrase::new("hint-rated").into());
    }
    let mut others = call.context.own_games.iter().filter(|game| game.is_rated());
    if others.any(|other| is_at(seated.game.position(), other)) {
        return Err(Phrase::new("hint-of-rated").into());
    }
    if seated.game.hint().is_some() {
        return Err(Phrase::new("hint-under-way").into());
    }
    let amount = call
        .options
        .word(&AMOUNT)
        .and_then(|number| HintAmount::of_number(number.parse().ok()?))
        .unwrap_or_default();
    Ok(Draft::silent(Show::Nothing).event(Event::HintAsked {
        by: call.person.clone(),
        amount,
        by_itself: false,
    }))
}
