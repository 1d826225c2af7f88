//! The featured game: of those that are being played in a channel, the one whose players are rated
//! best. One that stands still comes after those in which something happens.

use std::cmp::Reverse;

use jiff::{SignedDuration, Timestamp};

use super::clock::Clock;
use super::game::Game;
use super::rating::Rating;
use super::table::Table;

/// How long ago the last move of a game may be in which something happens.
const LIVELY_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A game in progress, and what is known of how well its players play.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedTable {
    /// Its table.
    pub table: Table,
    /// The ratings of white and black. The bot has none, nor has who has not played a rated game.
    pub ratings: [Option<Rating>; 2],
}

impl RatedTable {
    /// Whether something happens in the game: its clock, if there is one, runs, and the last move is
    /// not long ago.
    #[must_use]
    pub fn is_lively(&self, now: Timestamp) -> bool {
        self.table.running().is_some_and(|game| {
            let stands = game.is_paused() || game.clock().is_some_and(Clock::is_standing);
            !stands && now.duration_since(game.last_action()) < LIVELY_FOR
        })
    }

    /// How well the players certainly play, together: the lower ends of the intervals in which their
    /// ratings lie with a probability of 95 % (Glickman, "The Glicko-2 system", step 1).
    fn strength(&self, now: Timestamp) -> f64 {
        let lower_end = |rating: &Option<Rating>| {
            let rating = rating.unwrap_or_default().at(now);
            rating.rating - 2.0 * rating.deviation
        };
        self.ratings.iter().map(lower_end).sum()
    }
}

/// Sorts games, the best first; of equal ones, that in which something was played last.
pub fn by_strength(games: &mut [RatedTable], now: Timestamp) {
    let stands_still = |one: &RatedTable| !one.is_lively(now);
    let last = |one: &RatedTable| Reverse(one.table.running().map(Game::last_action));
    games.sort_by(|a, b| {
        let liveliness = stands_still(a).cmp(&stands_still(b));
        liveliness
            .then_with(|| b.strength(now).total_cmp(&a.strength(now)))
            .then_with(|| last(a).cmp(&last(b)))
    });
}
