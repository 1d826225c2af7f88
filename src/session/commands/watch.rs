//! `watch`: has a person told of each turn of a game in private, quietly, until it ends.

use super::elsewhere::{NUMBER, PLACE, named, nowhere};
use crate::game::Color;
use crate::session::archive::{Answer, MeantGame, NamedGame, Question};
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::options::{Choices, Kind, OptionSpec, Options};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};
use crate::session::table::Table;
use crate::session::watching::{MOST_WATCHED, MOST_WATCHERS, WatchedGames};

const SWITCH: OptionSpec = OptionSpec::optional(
    "switch",
    "option-watch",
    Kind::Choice(Choices {
        words: &["on", "off"],
        also: &[("stop", "off"), ("end", "off")],
        has_default: true,
    }),
);

/// Which game, as this command lists those that are watched; or as `games` lists one's own.
const WHICH: OptionSpec = OptionSpec::optional(NUMBER.name, "option-watch-number", Kind::Number);

pub(super) static WATCH: Spec = Spec {
    aliases: &["follow"],
    options: &[SWITCH, WHICH, PLACE],
    is_private: true,
    ask: Some(|_| Some(Question::Watched)),
    meant: Some(meant),
    ..Spec::new("watch", Group::Look, Handler::Any(handle))
};

/// Whether it ends the watching.
fn ends(options: &Options) -> bool {
    options.word(&SWITCH) == Some("off")
}

/// The game that the command is for, unless it is that of the place.
fn meant(options: &Options) -> Option<MeantGame> {
    match (named(options), ends(options)) {
        (Some(NamedGame::Number(number)), true) => Some(MeantGame::Watched(Some(number))),
        (Some(named), _) => Some(MeantGame::Running(named)),
        (None, true) => Some(MeantGame::Watched(None)),
        (None, false) => None,
    }
}

fn handle(call: &Call<'_>) -> Handled {
    let Some(Answer::Watched(watched)) = call.context.answer else {
        return Err(Phrase::new("internal-error").into());
    };
    let is_nowhere = named(call.options).is_some() && !call.context.named;
    let mut draft = match (ends(call.options), call.table.running()) {
        (true, Some(game)) if !is_nowhere && call.table.is_watched_by(call.person) => {
            let by = call.person.id.clone();
            Draft::say(of_game("watch-off", call.table, game), Show::Nothing)
                .event(Event::Unwatched { by })
        }
        (true, _) => return Err(none_here(watched)),
        (false, _) if is_nowhere => return Err(nowhere()),
        (false, Some(game)) => begin(call, game, watched)?,
        (false, None) => {
            let mut draft = Draft::silent(Show::Nothing);
            draft.text = match watched.total {
                0 => vec![how()],
                _ => list(watched),
            };
            draft
        }
    };
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}

/// The person watches the table's game from here on.
fn begin(call: &Call<'_>, game: &Game, watched: &WatchedGames) -> Handled {
    let Call { table, person, .. } = *call;
    let with_list = |phrase: Phrase| list(watched).into_iter().fold(phrase.into(), Refusal::and);
    if game.color_of(person).is_some() {
        let own = Phrase::new("watch-own").with("remind", Arg::command("remind private"));
        return Err(with_list(own));
    }
    if watched.untold {
        let board = Arg::command("board");
        return Err(with_list(Phrase::new("watch-untold").with("board", board)));
    }
    if table.is_watched_by(person) {
        let off = Arg::command("watch off");
        return Err(Phrase::new("watch-already").with("off", off).into());
    }
    if table.watchers().len() >= MOST_WATCHERS {
        return Err(Phrase::new("watch-full").with("most", MOST_WATCHERS).into());
    }
    if watched.total >= MOST_WATCHED {
        return Err(with_list(
            Phrase::new("watch-too-many").with("most", MOST_WATCHED),
        ));
    }
    let begun = of_game("watch-on", table, game).with("off", Arg::command("watch off"));
    let by = person.clone();
    Ok(Draft::say(begun, Show::Nothing).event(Event::Watched { by }))
}

/// A sentence about a game.
fn of_game(id: &str, table: &Table, game: &Game) -> Phrase {
    Phrase::new(id)
        .with("place", Arg::Place(table.key().clone()))
        .with("white", Arg::seat(game.seat(Color::White)))
        .with("black", Arg::seat(game.seat(Color::Black)))
}

/// How to watch a game.
fn how() -> Phrase {
    Phrase::new("watch-how")
        .with("watch", Arg::command("watch"))
        .with("place", Arg::command("watch #place"))
}

/// The games that a person watches; nothing if there are none.
fn list(watched: &WatchedGames) -> Vec<Phrase> {
    if watched.total == 0 {
        return Vec::new();
    }
    let lines = watched.tables.iter().filter_map(|(number, table)| {
        let line = of_game("watch-game", table, table.running()?);
        Some(line.with("number", *number))
    });
    let mut text: Vec<Phrase> = lines.collect();
    let hidden = watched.total - text.len();
    if !text.is_empty() {
        text.insert(0, Phrase::new("watch-list"));
    }
    if hidden > 0 {
        text.push(Phrase::new("watch-elsewhere").with("count", hidden));
    }
    if let Some((number, _)) = watched.tables.first() {
        let off = Arg::command(format!("watch off {number}"));
        text.push(Phrase::new("watch-end").with("off", off));
    }
    text
}

/// The game that is meant is not watched.
fn none_here(watched: &WatchedGames) -> Refusal {
    match watched.total {
        0 => Phrase::new("watch-none").into(),
        _ => list(watched)
            .into_iter()
            .fold(Phrase::new("watch-which").into(), Refusal::and),
    }
}
