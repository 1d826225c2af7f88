//! `ringleader puzzles make`: looks for puzzles in games, and keeps those that are proved.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::{JUDGE_NODES, MAKER_NODES, read, read_text, select, source};
use crate::game::{GameRecord, Position, Stage};
use yinsh::puzzle::{self, Fault, Judge, Puzzle, canonical};

/// What to make.
#[derive(Debug, Clone)]
pub struct MakeRequest {
    /// Files of records to look in first.
    pub records: Vec<PathBuf>,
    /// Number of puzzles.
    pub count: usize,
    /// The file that is written at the end.
    pub output: PathBuf,
    /// The file to which puzzles are appended as they are found. What is in it is not done again.
    pub work: PathBuf,
    /// Number of games that are looked in at once, at least 1.
    pub threads: usize,
    /// Number of games to play, at most, or how often rings are placed.
    pub games: u64,
    /// Whether rings are placed at random in place of playing games.
    pub placements: bool,
}

/// Marks a game that was looked in to its end, in the work file.
const DONE: &str = "# done ";

/// The same for rings that were placed at random.
const PLACED: &str = "# placed ";

/// The least number of actions between the beginnings of two puzzles of a game.
const APART: usize = 3;

/// What was found in a game: its number, and its puzzles.
type Found = (u64, Vec<Puzzle>);

/// Makes puzzles: looks in the records, then plays games until it has enough or `games` are played.
/// Can be stopped, and goes on where it was.
///
/// # Errors
///
/// A file cannot be read or written, or a thread cannot be started.
pub fn make(request: &MakeRequest, stop: &AtomicBool, out: &mut impl Write) -> io::Result<()> {
    let mark = if request.placements { PLACED } else { DONE };
    let mut recorded = Vec::new();
    for path in &request.records {
        let text = read_text(path)?;
        recorded.extend(GameRecord::parse_all(&text).into_iter().flatten());
    }
    let done = if request.work.exists() {
        fs::read_to_string(&request.work)?
    } else {
        String::new()
    };
    let mut kept: Vec<Puzzle> = read(&done)
        .into_iter()
        .filter_map(|(_, puzzle)| puzzle.ok())
        .collect();
    let done: HashSet<u64> = done
        .lines()
        .filter_map(|line| line.strip_prefix(mark)?.parse().ok())
        .collect();
    let mut known: HashSet<String> = kept.iter().map(|puzzle| canonical(&puzzle.start)).collect();
    let mut work = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&request.work)?;
    let records = recorded.len() as u64;
    let last = records + request.games;
    let next = AtomicU64::new(0);
    let (sender, receiver) = channel::<Found>();
    thread::scope(|scope| -> io::Result<()> {
        for _ in 0..request.threads.max(1) {
            let (sender, next, done, recorded) = (sender.clone(), &next, &done, &recorded);
            let look = move || {
                let mut finder = Finder::new();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= last {
                        break;
                    }
                    if done.contains(&number) {
                        continue;
                    }
                    let positions = match recorded.get(number as usize) {
                        Some(game) => source::recorded(game),
                        None if request.placements => source::placed(number - records),
                        None => source::played(number - records),
                    };
                    let found = finder.look(number, &positions);
                    if sender.send((number, found)).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, look)?;
        }
        drop(sender);
        let mut games = done.len();
        for (number, found) in receiver {
            let mut text = String::new();
            for puzzle in found {
                if known.insert(canonical(&puzzle.start)) {
                    text.push_str(&format!("{puzzle}\n"));
                    kept.push(puzzle);
                }
            }
            text.push_str(&format!("{mark}{number}\n"));
            work.write_all(text.as_bytes())?;
            games += 1;
            if games.is_multiple_of(20) {
                writeln!(out, "{games} games, {} puzzles", kept.len())?;
                if select::are_enough(&kept, request.count) {
                    next.store(last, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    })?;
    let chosen = select::select(kept, request.count);
    let text: String = chosen.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    write(&request.output, &text)?;
    select::summary(&chosen, out)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}

/// Looks for puzzles.
struct Finder {
    maker: Judge,
    judge: Judge,
}

impl Finder {
    fn new() -> Self {
        Self {
            maker: Judge::new(MAKER_NODES),
            judge: Judge::new(JUDGE_NODES),
        }
    }

    /// The puzzles that begin in the positions of a game and are proved.
    fn look(&mut self, number: u64, positions: &[Position]) -> Vec<Puzzle> {
        let mut found = Vec::new();
        let mut from = 0;
        for (index, position) in positions.iter().enumerate() {
            if index < from || position.stage() == Stage::Over {
                continue;
            }
            let Some(puzzle) = puzzle::find(&mut self.maker, position) else {
                continue;
            };
            if let Some(mut puzzle) = self.proved(puzzle) {
                puzzle.name = format!("g{number}-{index}");
                from = index + puzzle.line.len().max(APART);
                found.push(puzzle);
            }
        }
        found
    }

    /// The puzzle, with the themes that the judge finds, if it is proved. A solution of which only
    /// the beginning can be proved is cut.
    fn proved(&mut self, mut puzzle: Puzzle) -> Option<Puzzle> {
        loop {
            match puzzle::prove(&mut self.judge, &puzzle) {
                Ok(themes) => {
                    puzzle.themes = themes;
                    return Some(puzzle);
                }
                Err(
                    Fault::Better { step, .. } | Fault::Second { step, .. } | Fault::Reply(step, _),
                ) if step > 1 => {
                    puzzle.line.truncate(step - 1);
                    let solver = puzzle.solver();
                    let mut actors = Vec::new();
                    let mut at = puzzle.start;
                    for &action in &puzzle.line {
                        actors.push((at.actor(), at.legal_actions().len()));
                        at = at.play(action).ok()?;
                    }
                    let end = actors
                        .iter()
                        .rposition(|&(actor, choices)| actor == solver && choices > 1)?;
                    puzzle.line.truncate(end + 1);
                }
                Err(_) => return None,
            }
        }
    }
}
