//! The puzzles that are part of the program, and which of them somebody is given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use yinsh::puzzle::{Puzzle, turns};
use yinsh::split_mix::SplitMix;

use super::rating::Rating;

/// The puzzles that are part of the program, one on each line.
pub const PUZZLES: &str = include_str!("../../assets/puzzles.txt");

/// The rating of a puzzle of which nobody has predicted one.
const UNKNOWN_RATING: u16 = 1500;

/// The deviation of a predicted rating.
const PREDICTED_DEVIATION: f64 = 200.0;

/// Among so many puzzles that suit a person best chance picks one.
const PICKED_AMONG: usize = 20;

/// All puzzles, by their ids.
static ALL: LazyLock<BTreeMap<u32, Puzzle>> = LazyLock::new(|| {
    let puzzles = PUZZLES.lines().filter_map(|line| line.parse().ok());
    let sound = puzzles.filter(is_sound);
    sound.map(|puzzle| (id(&puzzle), puzzle)).collect()
});

/// Whether the solution consists of legal actions. `ringleader puzzles check` proves the rest.
fn is_sound(puzzle: &Puzzle) -> bool {
    let mut line = puzzle.line.iter();
    let last = line.try_fold(puzzle.start, |at, &action| at.play(action));
    !puzzle.line.is_empty() && last.is_ok()
}

/// A number of 24 bits that stays with a puzzle whatever its name: a hash of its position (FNV-1a).
pub(super) fn id(puzzle: &Puzzle) -> u32 {
    let hash = key(puzzle).bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    (hash >> 24) ^ (hash & 0x00ff_ffff)
}

/// What the rating of a puzzle is stored by.
pub(super) fn key(puzzle: &Puzzle) -> String {
    puzzle.start.to_string()
}

/// The puzzle with an id.
pub(super) fn with_id(id: u32) -> Option<&'static Puzzle> {
    ALL.get(&id)
}

/// The day of a moment, by which puzzles of the day begin and end.
#[must_use]
pub fn utc_day(at: Timestamp) -> Date {
    TimeZone::UTC.to_datetime(at).date()
}

/// The lowest rating of a puzzle of the day. Most puzzles are easier: everybody would solve them.
const DAILY_FROM: u16 = 1150;

/// The puzzle of a day, the same for everybody: the one with the lowest random number for the day, so
/// that it rarely changes when puzzles are added or removed.
pub(super) fn of_day(day: Date) -> Option<(u32, &'static Puzzle)> {
    let seed = day.to_string().bytes().fold(0, |seed: u64, byte| {
        seed.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    let number = |id: u32| SplitMix::new(seed ^ (u64::from(id) << 32)).next();
    let suitable = ALL.iter().filter(|(_, puzzle)| puzzle.rating >= DAILY_FROM);
    let (&id, puzzle) = suitable.min_by_key(|&(&id, _)| number(id))?;
    Some((id, puzzle))
}

/// Whether a puzzle takes a single turn.
pub(super) fn is_short(puzzle: &Puzzle) -> bool {
    turns(&puzzle.start, &puzzle.line) == 1
}

/// The rating of a puzzle that nobody has tried.
pub(super) fn first_rating(puzzle: &Puzzle) -> Rating {
    match puzzle.rating {
        0 => Rating {
            rating: f64::from(UNKNOWN_RATING),
            ..Rating::default()
        },
        predicted => Rating {
            rating: f64::from(predicted),
            deviation: PREDICTED_DEVIATION,
            ..Rating::default()
        },
    }
}

/// A puzzle for somebody who has `had` some already: one of those that suit, and about as difficult
/// as a rating, by the `ratings` of those that somebody has tried. Nothing if there is none left.
pub(super) fn pick(
    suits: impl Fn(&Puzzle) -> bool,
    near: f64,
    ratings: &BTreeMap<u32, Rating>,
    had: &BTreeSet<u32>,
    random: u64,
) -> Option<(u32, &'static Puzzle)> {
    let left = ALL
        .iter()
        .map(|(&id, puzzle)| (id, puzzle))
        .filter(|(id, puzzle)| !had.contains(id) && suits(puzzle));
    let mut left: Vec<(f64, u64, u32, &Puzzle)> = left
        .map(|(id, puzzle)| {
            let rating = ratings.get(&id).copied();
            let rating = rating.unwrap_or_else(|| first_rating(puzzle));
            let distance = (rating.rating - near).abs();
            // Many are equally far away.
            let shuffled = SplitMix::new(random ^ u64::from(id)).next();
            (distance, shuffled, id, puzzle)
        })
        .collect();
    if left.len() > PICKED_AMONG {
        left.select_nth_unstable_by(PICKED_AMONG, |one, other| {
            one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
        });
        left.truncate(PICKED_AMONG);
    }
    let among = left.len();
    let picked = (among > 0).then(|| left.swap_remove(SplitMix::new(random).below(among)));
    picked.map(|(_, _, id, puzzle)| (id, puzzle))
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;
    use yinsh::puzzle::Theme;

    use super::*;

    #[test]
    fn all_puzzles_are_given() {
        let lines = PUZZLES.lines().count();
        // Puzzles with the same hash are rare.
        assert!(ALL.len() * 1000 >= lines * 995, "{} of {lines}", ALL.len());
        let mut had = BTreeSet::new();
        while let Some((id, _)) = pick(|_| true, 1500.0, &BTreeMap::new(), &had, had.len() as u64) {
            assert!(had.insert(id));
        }
        assert_eq!(had.len(), ALL.len());
    }

    #[test]
    fn a_puzzle_of_a_theme_is_given_as_long_as_there_is_one() {
        let of_theme = |puzzle: &Puzzle| puzzle.themes.contains(&Theme::DoubleRow);
        let mut had = BTreeSet::new();
        while let Some((id, puzzle)) = pick(of_theme, 900.0, &BTreeMap::new(), &had, 7) {
            assert!(puzzle.themes.contains(&Theme::DoubleRow));
            had.insert(id);
        }
        let all = ALL.values().filter(|puzzle| of_theme(puzzle));
        assert_eq!(had.len(), all.count());
        assert!(!had.is_empty());
    }

    #[test]
    fn every_day_has_its_puzzle() {
        let first: Date = "2026-11-25".parse().unwrap();
        let days: Vec<u32> = first
            .series(1.day())
            .take(30)
            .map(|day| of_day(day).unwrap().0)
            .collect();
        let different: BTreeSet<u32> = days.iter().copied().collect();
        assert!(different.len() > 20, "{days:?}");
        assert_eq!(of_day(first).unwrap().0, days[0]);
    }

    #[test]
    fn a_puzzle_that_suits_the_rating_is_given() {
        let (had, hard) = (BTreeSet::new(), *ALL.keys().last().unwrap());
        let rating = Rating {
            rating: 2400.0,
            ..Rating::default()
        };
        let all = ALL.keys().map(|&id| {
            (
                id,
                Rating {
                    rating: 1000.0,
                    ..rating
                },
            )
        });
        let mut ratings: BTreeMap<u32, Rating> = all.collect();
        ratings.insert(hard, rating);
        let given = |near: f64| -> BTreeSet<u32> {
            let given = (0..200).filter_map(|random| pick(|_| true, near, &ratings, &had, random));
            given.map(|(id, _)| id).collect()
        };
        assert!(given(2200.0).contains(&hard));
        assert!(!given(1100.0).contains(&hard));
        assert!(given(1100.0).len() >= PICKED_AMONG);
    }

    #[test]
    fn a_puzzle_has_the_predicted_rating_until_somebody_tries_it() {
        let mut puzzle = ALL.values().next().cloned().unwrap();
        puzzle.rating = 0;
        assert_eq!(first_rating(&puzzle), Rating::default());
        puzzle.rating = 2100;
        let rating = first_rating(&puzzle);
        assert_eq!(rating.rounded(), 2100);
        assert!(rating.deviation < Rating::default().deviation);
    }
}
