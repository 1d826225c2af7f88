//! `opening`: how often each placement was played in other games, and how those ended.

use yinsh::openings::Known;

use crate::game::{Action, Color, Position, Stage, Variant};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::reply::{Arg, Phrase};
use crate::session::same_game::is_at;
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec};

/// Maximum number of placements listed for a position.
const MOST_TOLD: usize = 8;

pub(super) static OPENING: Spec = Spec {
    aliases: &["openings", "book"],
    lookups: &[Lookup::OwnGames],
    ..Spec::new("opening", Group::Look, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let game = call.table.game();
    if let Some(game) = game.filter(|_| call.table.running().is_some()) {
        if game.is_rated() && game.position().stage() == Stage::Place {
            return Err(Phrase::new("opening-rated").into());
        }
        let mut others = call.context.own_games.iter().filter(|game| game.is_rated());
        if others.any(|other| is_at(game.position(), other)) {
            return Err(Phrase::new("opening-of-rated").into());
        }
    }
    let start = Position::start(Variant::Normal);
    let position = game.map_or(&start, Game::position);
    let said = match (position.stage(), game) {
        (Stage::Place, _) | (_, None) => next(call, position),
        (_, Some(game)) => so_far(call, game),
    };
    Ok(Draft::say(said, Show::Nothing))
}

/// The placements known in a position.
fn next(call: &Call<'_>, position: &Position) -> Phrase {
    let openings = &call.context.policy.openings;
    let games = openings.games(position);
    if games == 0 {
        return Phrase::new("opening-unknown");
    }
    let known = openings.played(position);
    let told = known.iter().take(MOST_TOLD);
    let score = match position.actor() {
        Color::White => "opening-white",
        Color::Black => "opening-black",
    };
    Phrase::new("opening-next")
        .with("games", games as usize)
        .with("score", Phrase::new(score))
        .with(
            "placements",
            told.map(|known| placement(known, games, position.actor()))
                .collect::<Arg>(),
        )
}

/// A placement, its share of the games, and what it scored.
fn placement(known: &Known, games: u32, color: Color) -> Phrase {
    Phrase::new("opening-placement")
        .with("point", known.point.to_string())
        .with("share", rounded(share(known.tally.games, games)))
        .with("score", rounded(known.tally.score(color)))
}

/// The placements of a game, up to the first that no other game has.
fn so_far(call: &Call<'_>, game: &Game) -> Phrase {
    let openings = &call.context.policy.openings;
    let mut at = Position::start(Variant::Normal);
    let mut placements = Vec::new();
    for &action in game.actions() {
        let Action::Place(point) = action else {
            break;
        };
        let known = openings.of(&at, point);
        let name = match known {
            Some(_) => "opening-played",
            None => "opening-new",
        };
        let mut phrase = Phrase::new(name)
            .with("number", placements.len() + 1)
            .with("point", point.to_string());
        if let Some(tally) = known {
            let share = share(tally.games, openings.games(&at));
            phrase = phrase.with("share", rounded(share));
        }
        placements.push(phrase);
        if known.is_none() {
            // Everything after it is new, too.
            break;
        }
        // A game holds legal actions only.
        at = at.play_unchecked(action);
    }
    if placements.is_empty() {
        return Phrase::new("opening-unknown");
    }
    Phrase::new("opening-of-game").with("placements", placements.into_iter().collect::<Arg>())
}

/// One number as a fraction of another.
fn share(of: u32, all: u32) -> f64 {
    f64::from(of) / f64::from(all.max(1))
}

/// A fraction in whole per cent.
fn rounded(share: f64) -> usize {
    (100.0 * share).round() as usize
}
