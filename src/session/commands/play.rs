//! `play`: a game against the bot.

use super::terms::{COLOR, TIME, VARIANT, WEEKENDS, terms_against_bot};
use crate::engine::Level;
use crate::session::options::{Kind, OptionSpec};
use crate::session::person::Seat;
use crate::session::reply::{Arg, Phrase, level_name};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec};
use crate::session::start::start_against_bot;

const LEVEL: OptionSpec = OptionSpec::optional("level", "option-level", Kind::Level);

pub(super) static PLAY: Spec = Spec {
    aliases: &["bot"],
    options: &[LEVEL, TIME, WEEKENDS, VARIANT, COLOR],
    example: "play 4 white",
    begins_game: Some(|_, _| true),
    lookups: &[Lookup::RunningGames],
    details: Some(levels),
    ..Spec::new("play", Group::Begin, Handler::Any(handle))
};

/// The levels with their names.
fn levels() -> Phrase {
    let levels = Level::all()
        .map(|level| {
            Phrase::new("level-named")
                .with("level", level.number())
                .with("name", level_name(level))
        })
        .collect::<Arg>();
    Phrase::new("help-levels").with("levels", levels)
}

fn handle(call: &Call<'_>) -> Handled {
    let options = call.options;
    start_against_bot(
        call.table,
        call.person,
        Seat::Bot(options.level().unwrap_or_default()),
        terms_against_bot(options)?,
        options.color(&COLOR).unwrap_or_default(),
        call.context,
    )
}
