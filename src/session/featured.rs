//! The featured game: of the games in progress in a channel, the one with the highest-rated players.
//! A game that stands still comes after the lively ones.

use std::cmp::Reverse;

use jiff::{SignedDuration, Timestamp};

use super::clock::Clock;
use super::game::Game;
use super::rating::Rating;
use super::table::Table;

/// How long after its last move a game counts as lively.
const LIVELY_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A game in progress, and what is known of how well its players play.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedTable {
    /// Its table.
    pub table: Table,
    /// The ratings of white and black. The bot has none, and neither has anyone without rated games.
    pub ratings: [Option<Rating>; 2],
}

impl RatedTable {
    /// Whether the game is not paused, its clock, if there is one, runs, and the last move is recent.
    #[must_use]
    pub fn is_lively(&self, now: Timestamp) -> bool {
        self.table.running().is_some_and(|game| {
            let stands = game.is_paused() || game.clock().is_some_and(Clock::is_standing);
            !stands && now.duration_since(game.last_action()) < LIVELY_FOR
        })
    }

    /// A conservative estimate of how strong both players are together: the sum of the lower bounds of
    /// the 95 % confidence intervals of their ratings (Glickman, "The Glicko-2 system").
    fn strength(&self, now: Timestamp) -> f64 {
        let lower_end = |rating: &Option<Rating>| {
            let rating = rating.unwrap_or_default().at(now);
            rating.rating - 2.0 * rating.deviation
        };
        self.ratings.iter().map(lower_end).sum()
    }
}

/// Sorts games, the best first; equal ones by their last moves, the most recent first.
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
