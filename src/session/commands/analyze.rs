//! `analyze`: asks the engine for a review of a finished game, the table's last one or one whose
//! record comes with the command.

use super::archived::{ask, named};
use super::record_options::{FILE, RECORD};
use crate::game::Position;
use crate::session::archive::FinishedGame;
use crate::session::draft::{Draft, Show};
use crate::session::event::{Event, PlayedGame};
use crate::session::game::Game;
use crate::session::needs::any_game;
use crate::session::person::{Person, Seat};
use crate::session::record::read_record;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::same_game::is_same_game;
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Menu, Spec};
use crate::session::table::Table;

pub(super) static ANALYZE: Spec = Spec {
    aliases: &["analyse", "review"],
    options: &[RECORD.written("[#123|record|file]"), FILE],
    lookups: &[Lookup::OwnGames],
    ask: Some(ask),
    menu: Some(Menu::Message("menu-analyze")),
    ..Spec::new("analyze", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let table = call.table;
    if !call.context.inherited.gives_reviews() {
        return Err(Phrase::new("reviews-off").into());
    }
    if table.review().is_some() {
        return Err(Phrase::new("review-under-way").into());
    }
    let text = call.options.text(&RECORD).unwrap_or_default();
    let game = if let Some(archived) = named(call)? {
        archived_game(&archived.game)?
    } else if text.trim().is_empty() && call.context.attachment.is_none() {
        last_game(table)?
    } else {
        recorded_game(call, text)?
    };
    let is_same = |running: &Game| is_same_game(game.start, &game.actions, running);
    if table.running().is_some_and(is_same) {
        return Err(in_progress());
    }
    // Of the games elsewhere only the rated ones matter: in others there are hints.
    let mut own = call.context.own_games.iter().filter(|game| game.rated);
    if own.any(is_same) {
        return Err(Phrase::new("review-of-rated").into());
    }
    if game.actions.is_empty() {
        return Err(Phrase::new("review-empty").into());
    }
    let begins = Phrase::new("review-begins")
        .with("white", Arg::seat(&game.seats[0]))
        .with("black", Arg::seat(&game.seats[1]));
    Ok(Draft::say(begins, Show::Nothing).event(Event::ReviewAsked {
        number: table.next(),
        by: call.person.clone(),
        game: Box::new(game),
    }))
}

/// Refuses the review of the game in progress. Its players may ask for hints, which the record
/// counts; nobody may ask behind their backs.
///
/// A record or a finished game that leads through the positions of the game is refused as well,
/// whatever the order of placement, the colours or the orientation of the board, and a player of a
/// rated game is refused at every table. Not detected: a position with one piece moved, or a request
/// by another person at another table.
fn in_progress() -> Refusal {
    Phrase::new("review-goes-on")
        .with("analyze", Arg::command("analyze"))
        .into()
}

/// A game of the archive.
fn archived_game(game: &FinishedGame) -> Result<PlayedGame, Refusal> {
    let Some(result) = game.result else {
        return Err(Phrase::new("review-unfinished").into());
    };
    Ok(PlayedGame {
        seats: game.seats.clone(),
        start: Position::start(game.variant),
        actions: game.actions.clone(),
        result,
        played_here: true,
    })
}

/// The last game at the table.
fn last_game(table: &Table) -> Result<PlayedGame, Refusal> {
    let game = any_game(table)?;
    let Some(result) = game.result() else {
        return Err(match game.is_over() {
            true => Phrase::new("review-unfinished").into(),
            false => in_progress(),
        });
    };
    Ok(PlayedGame {
        seats: game.seats().clone(),
        start: Position::start(game.variant),
        actions: game.actions().to_vec(),
        result,
        played_here: true,
    })
}

/// The game of the record that comes with the command.
fn recorded_game(call: &Call<'_>, text: &str) -> Result<PlayedGame, Refusal> {
    let (record, _) = read_record(call.spec, text, call.context)?;
    let Some(result) = record.result else {
        return Err(Phrase::new("review-unfinished").into());
    };
    let seat = |name: &str| Seat::Person(Person::new(name, name));
    Ok(PlayedGame {
        seats: [seat(&record.white), seat(&record.black)],
        start: record.first_position(),
        actions: record.actions,
        result,
        played_here: false,
    })
}
