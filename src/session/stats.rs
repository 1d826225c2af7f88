//! Statistics: what a person's finished games come to.

use std::collections::BTreeMap;

use super::archive::Summary;
use super::person::{Person, Seat};
use super::reply::Phrase;
use crate::engine::Level;
use crate::game::Point;

/// Ratings of the bot's levels on a scale of their own, Elo points above level 1. The last two levels
/// are higher than could be measured. See docs/measurements.md.
const LEVEL_RATINGS: [u32; 8] = [0, 70, 310, 360, 430, 500, 600, 990];

/// The rating of a level on the scale of the levels; `None` for the best two.
pub(super) fn level_rating(level: Level) -> Option<u32> {
    let index = usize::from(level.number()).checked_sub(1)?;
    LEVEL_RATINGS.get(index).copied()
}

/// How a game ended for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Score {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// Numbers of games won, drawn and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    pub(super) won: usize,
    pub(super) drawn: usize,
    pub(super) lost: usize,
}

impl Tally {
    pub(super) const fn total(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    const fn add(&mut self, score: Score) {
        match score {
            Score::Won => self.won += 1,
            Score::Drawn => self.drawn += 1,
            Score::Lost => self.lost += 1,
        }
    }

    /// The message with these numbers.
    pub(super) fn phrase(&self, id: &str) -> Phrase {
        Phrase::new(id)
            .with("games", self.total())
            .with("won", self.won)
            .with("drawn", self.drawn)
            .with("lost", self.lost)
    }
}

/// What a person's finished games in one variant come to. Games that were called off count for
/// nothing, and a seat that changed hands after rings had been moved counts for neither holder; the
/// other player's game counts unless the bot took over, but not as one against the new holder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Stats {
    /// Against people.
    pub(super) people: Tally,
    /// The same, by the person's colour.
    pub(super) by_color: [Tally; 2],
    /// Those that were decided by the clock.
    pub(super) on_time: Tally,
    /// Against one person.
    pub(super) against: Tally,
    /// Against the bot, by level and version of the levels.
    pub(super) bot: BTreeMap<(u8, u32), Tally>,
    /// Against other programs, by their names.
    pub(super) programs: BTreeMap<String, Tally>,
    /// The latest games against people that ended alike: how many, and how.
    pub(super) streak: Option<(usize, Score)>,
    /// Where the person likes to place the first ring, and how often.
    pub(super) first_ring: Option<(Point, usize)>,
}

impl Stats {
    /// What games, oldest first, come to for one of their players.
    pub(super) fn of<'a>(
        person: &Person,
        against: Option<&Person>,
        games: impl IntoIterator<Item = &'a Summary>,
    ) -> Self {
        let mut stats = Self::default();
        let mut rings: BTreeMap<Point, usize> = BTreeMap::new();
        for game in games {
            let (Some(color), Some(result)) = (game.color_of(person), game.result) else {
                continue;
            };
            // Nobody in that seat has played the whole game, or many have.
            let own = &game.seats[color.index()];
            let other = &game.seats[(!color).index()];
            let has_crowd = [own, other]
                .iter()
                .any(|seat| matches!(seat, Seat::Crowd(_)));
            if game.handed_over[color.index()] || has_crowd {
                continue;
            }
            let other_left = game.handed_over[(!color).index()];
            let score = match result.winner() {
                None => Score::Drawn,
                Some(winner) if winner == color => Score::Won,
                Some(_) => Score::Lost,
            };
            if let Some(ring) = game.first_rings[color.index()] {
                *rings.entry(ring).or_default() += 1;
            }
            match other {
                Seat::Bot(_) | Seat::Program(_) if other_left => {}
                Seat::Bot(level) => {
                    let level = (level.number(), game.levels);
                    stats.bot.entry(level).or_default().add(score);
                }
                Seat::Crowd(_) => {}
                Seat::Program(name) => {
                    stats.programs.entry(name.clone()).or_default().add(score);
                }
                Seat::Person(other) => {
                    stats.people.add(score);
                    stats.by_color[color.index()].add(score);
                    if game.on_time {
                        stats.on_time.add(score);
                    }
                    if Some(other) == against && !other_left {
                        stats.against.add(score);
                    }
                    stats.streak = Some(match stats.streak {
                        Some((length, before)) if before == score => (length + 1, score),
                        _ => (1, score),
                    });
                }
            }
        }
        // The most frequent; among equals the first in the alphabet.
        stats.first_ring = rings.into_iter().rev().max_by_key(|(_, times)| *times);
        stats
    }
}

/// Maximum number of games on a rating chart; more would be too dense to read.
const MOST_GAMES: usize = 300;

/// A person's ratings before the first of the latest rated games, and after each; and the number
/// of rated games before them.
pub(super) fn ratings_over_time(person: &Person, games: &[Summary]) -> (usize, Vec<(i32, u16)>) {
    let changes: Vec<_> = games
        .iter()
        .filter_map(|game| {
            let color = game.color_of(person)?.index();
            let ratings = game.ratings?;
            Some((ratings.before[color], ratings.after[color]))
        })
        .collect();
    let before = changes.len().saturating_sub(MOST_GAMES);
    let shown = &changes[before..];
    let rounded = |rating: &super::rating::Rating| {
        (
            i32::try_from(rating.rounded()).unwrap_or_default(),
            u16::try_from(rating.rounded_deviation()).unwrap_or_default(),
        )
    };
    let first = shown.first().map(|(before, _)| rounded(before));
    let after = shown.iter().map(|(_, after)| rounded(after));
    (before, first.into_iter().chain(after).collect())
}
