//! `ringleader puzzles`: makes puzzles, rates them, and proves that they are puzzles.

mod make;
mod rate;
mod select;
mod source;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

pub use make::{MakeRequest, make};
pub use rate::{RateRequest, rate};

use super::{ToolVerdict, read_text};
use crate::session::PUZZLES;
use yinsh::puzzle::{self, Judge, Puzzle, canonical};

/// Nodes searched for each decision to find a puzzle.
pub const MAKER_NODES: u64 = 2_500;

/// Nodes searched for each decision to prove it.
pub const JUDGE_NODES: u64 = 100 * MAKER_NODES;

/// The puzzles of a text, one on each line; empty lines and those that begin with `#` are skipped.
/// The name of one that cannot be read is its line number.
fn read(text: &str) -> Vec<(String, Result<Puzzle, String>)> {
    let lines = text.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| match line.parse::<Puzzle>() {
            Ok(puzzle) => (puzzle.name.clone(), Ok(puzzle)),
            Err(error) => {
                let name = line.split(';').next().filter(|name| {
                    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
                    (1..=40).contains(&name.len()) && name.chars().all(is_plain)
                });
                let name = name.map_or_else(|| format!("line {}", index + 1), ToOwned::to_owned);
                (name, Err(error.to_string()))
            }
        })
        .collect()
}

/// Proves all puzzles of a file, or of those that are part of the program, again. Prints a line for
/// each, in the order of the file: `NAME: ok` or `NAME: REASON`.
///
/// # Errors
///
/// The file cannot be read, `out` cannot be written, or a thread cannot be started.
pub fn check(
    file: Option<&Path>,
    nodes: u64,
    threads: usize,
    out: &mut impl Write,
) -> io::Result<ToolVerdict> {
    let text = match file {
        Some(file) => read_text(file)?,
        None => PUZZLES.to_owned(),
    };
    let puzzles = read(&text);
    if puzzles.is_empty() {
        return Err(io::Error::other("there is no puzzle in the file"));
    }
    let twins = twins(&puzzles);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, puzzles.len()) {
            let (sender, next, puzzles) = (sender.clone(), &next, &puzzles);
            let prove = move || {
                let mut judge = Judge::new(nodes);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, puzzle)) = puzzles.get(index) else {
                        break;
                    };
                    let fault = match puzzle {
                        Ok(puzzle) => puzzle::check(&mut judge, puzzle)
                            .err()
                            .map(|fault| fault.to_string()),
                        Err(reason) => Some(reason.clone()),
                    };
                    if sender.send((index, fault)).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, prove)?;
        }
        drop(sender);
        let mut verdict = ToolVerdict::Good;
        // Verdicts on puzzles that come after one that is still being proved.
        let mut early = HashMap::new();
        let mut shown = 0;
        for (index, fault) in receiver {
            early.insert(index, fault);
            while let Some(fault) = early.remove(&shown) {
                let name = &puzzles[shown].0;
                match twins[shown].clone().or(fault) {
                    None => writeln!(out, "{name}: ok")?,
                    Some(reason) => {
                        verdict = ToolVerdict::Bad;
                        writeln!(out, "{name}: {reason}")?;
                    }
                }
                shown += 1;
            }
        }
        if shown < puzzles.len() {
            return Err(io::Error::other(
                "a thread failed; not all puzzles were proved",
            ));
        }
        Ok(verdict)
    })
}

/// For each puzzle, what is wrong with it besides an earlier one: the same name, or the same
/// position under the symmetries of the board.
fn twins(puzzles: &[(String, Result<Puzzle, String>)]) -> Vec<Option<String>> {
    let (mut names, mut positions) = (HashSet::new(), HashMap::new());
    let fault = |(name, puzzle): &(String, Result<Puzzle, String>)| {
        let is_new = names.insert(name.clone());
        let puzzle = puzzle.as_ref().ok()?;
        match positions.entry(canonical(&puzzle.start)) {
            Entry::Vacant(entry) => {
                entry.insert(name.clone());
            }
            Entry::Occupied(twin) => {
                return Some(format!("the same position as in {}", twin.get()));
            }
        }
        (!is_new).then(|| "another puzzle has this name".to_owned())
    };
    puzzles.iter().map(fault).collect()
}
