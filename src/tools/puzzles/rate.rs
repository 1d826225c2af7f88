//! `ringleader puzzles rate`: predicts how difficult puzzles are from how likely the levels are to
//! solve them.
//!
//! A level has a strength and a puzzle a difficulty, both in Elo points: the level solves the puzzle
//! as often as it would win a game against a player of that rating (the model of Rasch). The
//! strengths are fitted to all puzzles but those that are held out. These are then played by the
//! levels, which shows what the prediction is worth.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::{read, read_text, select};
use crate::engine::{Engine, EngineOptions, Level};
use crate::session::PUZZLES;
use yinsh::puzzle::{Puzzle, chances, solves};

/// What to rate.
#[derive(Debug, Clone)]
pub struct RateRequest {
    /// The file of puzzles; those that are part of the program if there is none.
    pub file: Option<PathBuf>,
    /// The file to write.
    pub output: PathBuf,
    /// Number of puzzles worked on at once, at least 1.
    pub threads: usize,
    /// How often each level plays each puzzle that is held out.
    pub tries: u32,
}

/// One puzzle of so many is held out.
const HELD_OUT: usize = 5;

/// The rating of levels 4 and 5 on average, and of people whose strength is unknown: these levels
/// lose as much a decision as the middle bands of people.
const AVERAGE: f64 = 1_500.0;

/// What ratings may be.
const RATINGS: (f64, f64) = (600.0, 2_800.0);

/// Rounds of the fit: strengths by difficulties, and difficulties by strengths.
const ROUNDS: usize = 60;

/// The levels that try puzzles. The tenth is taken to solve all, so it tells nothing.
const TRIED: usize = 9;

/// Puzzles between two lines of progress.
const PROGRESS: usize = 500;

/// Chances of the levels to solve a puzzle.
type Chances = [f64; 10];

/// Size of the transposition table; the levels use smaller ones of their own.
const HASH: usize = 16 << 20;

/// Rates all puzzles, prints how far the prediction is right, and writes the puzzles in the order
/// of their ratings, which their names follow.
///
/// # Errors
///
/// A file cannot be read or written, a puzzle cannot be read, or a thread cannot be started.
pub fn rate(request: &RateRequest, out: &mut impl Write) -> io::Result<()> {
    let text = match &request.file {
        Some(file) => read_text(file)?,
        None => PUZZLES.to_owned(),
    };
    let puzzles = read(&text).into_iter().map(|(name, puzzle)| {
        puzzle.map_err(|reason| io::Error::other(format!("{name}: {reason}")))
    });
    let mut puzzles = puzzles.collect::<io::Result<Vec<Puzzle>>>()?;
    let chances = on_threads(request.threads, &puzzles, out, |engine, puzzle| {
        chances(engine, puzzle)
    })?;
    let is_held_out = |index: usize| index % HELD_OUT == HELD_OUT - 1;
    let fitted = (0..)
        .zip(&chances)
        .filter(|&(index, _)| !is_held_out(index));
    let strengths = strengths(&fitted.map(|(_, chances)| *chances).collect::<Vec<_>>());
    for (number, strength) in (1..).zip(&strengths[..TRIED]) {
        writeln!(out, "level {number}: strength {strength:.0}")?;
    }
    for (puzzle, chances) in puzzles.iter_mut().zip(&chances) {
        let rating = difficulty(chances, &strengths).clamp(RATINGS.0, RATINGS.1);
        puzzle.rating = rating.round() as u16;
    }
    if request.tries > 0 {
        let all = (0..).zip(&puzzles);
        let held_out = all.filter(|&(index, _)| is_held_out(index));
        let held_out: Vec<Puzzle> = held_out.map(|(_, puzzle)| puzzle.clone()).collect();
        let solved = on_threads(request.threads, &held_out, out, |engine, puzzle| {
            let levels = Level::all().take(TRIED);
            let tries = levels.flat_map(|level| (0..request.tries).map(move |seed| (level, seed)));
            let solved = tries.filter(|&(level, seed)| solves(engine, puzzle, level, seed.into()));
            solved.count() as f64
        })?;
        let ratings: Vec<f64> = held_out.iter().map(|one| -f64::from(one.rating)).collect();
        writeln!(
            out,
            "{} puzzles held out of the fit, each played {} times by levels 1 to {TRIED}: rank correlation of prediction and success {:.3}",
            held_out.len(),
            request.tries,
            rank_correlation(&ratings, &solved),
        )?;
    }
    distribution(&puzzles, out)?;
    select::name(&mut puzzles);
    let lines: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    fs::write(&request.output, lines)
}

/// What is found for each puzzle, by several threads.
fn on_threads<T: Send>(
    threads: usize,
    puzzles: &[Puzzle],
    out: &mut impl Write,
    find: impl Fn(&mut Engine, &Puzzle) -> T + Sync,
) -> io::Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let mut found: Vec<Option<T>> = puzzles.iter().map(|_| None).collect();
    thread::scope(|scope| -> io::Result<()> {
        for _ in 0..threads.max(1) {
            let (sender, next, find) = (sender.clone(), &next, &find);
            let work = move || {
                let mut engine = Engine::new(EngineOptions {
                    hash: HASH,
                    ..EngineOptions::default()
                });
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(index) else {
                        break;
                    };
                    if sender.send((index, find(&mut engine, puzzle))).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, work)?;
        }
        drop(sender);
        for (count, (index, value)) in (1..).zip(receiver) {
            found[index] = Some(value);
            if count % PROGRESS == 0 {
                writeln!(out, "{count} of {} puzzles", puzzles.len())?;
            }
        }
        Ok(())
    })?;
    let all: Option<Vec<T>> = found.into_iter().collect();
    all.ok_or_else(|| io::Error::other("a thread failed; not all puzzles were rated"))
}

/// The chance of a strength against a difficulty.
fn chance(strength: f64, difficulty: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((difficulty - strength) / 400.0))
}

/// Where a rising function reaches a value.
fn solve(value: f64, function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-5_000.0, 5_000.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if function(middle) < value {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The difficulty of a puzzle. A player of average strength who half solved it is added, so that
/// puzzles that all solve, or none, get one.
fn difficulty(chances: &Chances, strengths: &[f64; TRIED]) -> f64 {
    let solved: f64 = chances[..TRIED].iter().sum::<f64>() + 0.5;
    -solve(solved, |easiness| {
        let expected = strengths
            .iter()
            .map(|&strength| chance(strength, -easiness));
        expected.sum::<f64>() + chance(AVERAGE, -easiness)
    })
}

/// The strengths of the levels, by what they solve.
fn strengths(puzzles: &[Chances]) -> [f64; TRIED] {
    let mut strengths = [AVERAGE; TRIED];
    for _ in 0..ROUNDS {
        let difficulties: Vec<f64> = puzzles
            .iter()
            .map(|chances| difficulty(chances, &strengths))
            .collect();
        for (level, strength) in strengths.iter_mut().enumerate() {
            // As with a puzzle, one of average difficulty is added, half solved.
            let solved: f64 = puzzles.iter().map(|chances| chances[level]).sum::<f64>() + 0.5;
            *strength = solve(solved, |strength| {
                let expected = difficulties.iter().map(|&at| chance(strength, at));
                expected.sum::<f64>() + chance(strength, AVERAGE)
            });
        }
        let shift = AVERAGE - f64::midpoint(strengths[3], strengths[4]);
        for strength in &mut strengths {
            *strength += shift;
        }
    }
    strengths
}

/// Spearman's rank correlation; equal values share the mean of their ranks.
fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

/// The rank of each value, from 0.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for equal in order.chunk_by(|&one, &other| values[one] == values[other]) {
        for &index in equal {
            ranks[index] = first as f64 + (equal.len() as f64 - 1.0) / 2.0;
        }
        first += equal.len();
    }
    ranks
}

/// Prints how many puzzles there are of each difficulty.
fn distribution(puzzles: &[Puzzle], out: &mut impl Write) -> io::Result<()> {
    for low in (600..2_800_u16).step_by(200) {
        let high = if low == 2_600 { 2_801 } else { low + 200 };
        let between = puzzles
            .iter()
            .filter(|one| (low..high).contains(&one.rating));
        writeln!(out, "rating {low} to {}: {}", high - 1, between.count())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
        let falling = rank_correlation(&[1.0, 2.0, 3.0], &[6.0, 5.0, 1.0]);
        assert!((falling + 1.0).abs() < 1e-9, "{falling}");
        let none = rank_correlation(&[1.0, 2.0, 3.0, 4.0], &[2.0, 4.0, 1.0, 3.0]);
        assert!(none.abs() < 0.3, "{none}");
    }

    #[test]
    fn strengths_and_difficulties_are_found_again() {
        let real: [f64; TRIED] = [
            1200.0, 1300.0, 1400.0, 1450.0, 1550.0, 1600.0, 1700.0, 1900.0, 2300.0,
        ];
        let difficulties: Vec<f64> = (0..40).map(|at| 1000.0 + 40.0 * f64::from(at)).collect();
        let puzzles: Vec<Chances> = difficulties
            .iter()
            .map(|&at| {
                let mut chances = [1.0; 10];
                for (own, strength) in chances.iter_mut().zip(real) {
                    *own = chance(strength, at);
                }
                chances
            })
            .collect();
        let found = strengths(&puzzles);
        assert!(found.is_sorted(), "{found:?}");
        let predicted: Vec<f64> = puzzles.iter().map(|one| difficulty(one, &found)).collect();
        assert!(rank_correlation(&predicted, &difficulties) > 0.999);
    }
}
