//! `ringleader match`: a match between two players.
//!
//! Openings are random and balanced, and each is played twice, with colours swapped. The budget is
//! for each ring that is placed or moved; a removal has a tenth of the time and nodes. Each game
//! begins with empty transposition tables, so that a match with budgets of nodes or depth is
//! reproducible at any concurrency.
//!
//! The output is a line for each game with the score so far, then a summary, each line of which
//! begins with a keyword and a colon.

mod game;
mod opening;
mod player;
mod side;
mod tally;

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

pub use opening::Openings;
pub use side::{Budget, PlayerKind, Side, SideError};
pub use tally::{Sprt, SprtConclusion, Tally};

use super::{ToolVerdict, with_path};
use crate::game::Color;
use game::{GameSetup, MatchGame, SideStats};
use opening::OpeningGenerator;
use player::Player;
use yinsh::split_mix::STEP;

/// The settings of a match.
#[derive(Debug, Clone)]
pub struct MatchSettings {
    /// The sides; the score is the first one's.
    pub sides: [Side; 2],
    /// The budget of sides without one of their own.
    pub budget: Budget,
    /// Number of openings, each played twice.
    pub pairs: usize,
    /// How the openings are made.
    pub openings: Openings,
    /// Number of games played at once, at least 1.
    pub concurrency: usize,
    /// Ends the match as soon as the test has a conclusion.
    pub sprt: Option<Sprt>,
    /// How far a program may exceed its time.
    pub margin: Duration,
    /// File for the records of all games.
    pub records: Option<PathBuf>,
}

impl MatchSettings {
    fn budgets(&self) -> [Budget; 2] {
        let budget = |side: &Side| {
            if side.budget.is_empty() {
                self.budget
            } else {
                side.budget
            }
        };
        [budget(&self.sides[0]), budget(&self.sides[1])]
    }
}

/// A flag that is set by Ctrl-C, which then no longer ends the program.
///
/// # Errors
///
/// No signal handler can be installed, or no thread can be started.
pub fn interruption() -> io::Result<Arc<AtomicBool>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let pressed = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&pressed);
    thread::Builder::new().spawn(move || {
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            shared.store(true, Ordering::Relaxed);
        }
    })?;
    Ok(pressed)
}

/// A game with its index, or why a thread cannot play.
type GameReport = Result<(usize, MatchGame), String>;

/// The body of a thread: plays games until none are left.
fn play_games(
    settings: &MatchSettings,
    next: &AtomicUsize,
    stop: &AtomicBool,
    reports: &Sender<GameReport>,
) {
    let [first, second] = &settings.sides;
    let player = |side: &Side| Player::new(side).map_err(|fault| format!("{}: {fault}", side.name));
    let mut players = match player(first).and_then(|first| Ok([first, player(second)?])) {
        Ok(players) => players,
        Err(reason) => {
            let _ = reports.send(Err(reason));
            return;
        }
    };
    let mut generator = OpeningGenerator::new();
    while !stop.load(Ordering::Relaxed) {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let (pair, first_is_white) = pair_of(index);
        if pair >= settings.pairs {
            break;
        }
        let setup = GameSetup {
            names: [&first.name, &second.name],
            budgets: settings.budgets(),
            variant: settings.openings.variant,
            margin: settings.margin,
            first_is_white,
            seed: settings
                .openings
                .seed
                .wrapping_add(index as u64)
                .wrapping_mul(STEP),
            opening: generator.opening(&settings.openings, pair),
            round: (index + 1).to_string(),
        };
        let Some(game) = game::play(&mut players, setup, stop) else {
            break;
        };
        if reports.send(Ok((index, game))).is_err() {
            break;
        }
    }
}

/// The pair that a game belongs to, and whether the first side has white in it.
const fn pair_of(index: usize) -> (usize, bool) {
    (index / 2, index.is_multiple_of(2))
}

/// Plays a match and writes its progress. It ends early when `stop` is set.
///
/// The verdict is bad if the match was interrupted, or a game was lost by a fault: time, an
/// illegal action, a crash.
///
/// # Errors
///
/// A program or a thread cannot be started; the records or `out` cannot be written.
pub fn run(
    settings: &MatchSettings,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> io::Result<ToolVerdict> {
    let mut records = match &settings.records {
        None => None,
        Some(path) => Some(File::create(path).map_err(|error| with_path(path, &error))?),
    };
    let mut tally = Tally::default();
    let mut stats = [SideStats::default(); 2];
    let next = AtomicUsize::new(0);
    // Stops the games in progress, for whatever reason.
    let halt = AtomicBool::new(false);
    let mut failed = None;
    thread::scope(|scope| {
        let (sender, reports) = channel();
        for _ in 0..settings
            .concurrency
            .clamp(1, settings.pairs.clamp(1, usize::MAX / 2) * 2)
        {
            let sender = sender.clone();
            let (next, halt) = (&next, &halt);
            let body = move || play_games(settings, next, halt, &sender);
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, body) {
                halt.store(true, Ordering::Relaxed);
                failed = Some(error);
                break;
            }
        }
        drop(sender);
        loop {
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            let (index, game) = match reports.recv_timeout(STOP_POLL) {
                Ok(Ok(game)) => game,
                Ok(Err(reason)) => {
                    halt.store(true, Ordering::Relaxed);
                    failed = Some(io::Error::other(reason));
                    continue;
                }
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => continue,
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
            };
            // Games that end after the conclusion do not count.
            if settings
                .sprt
                .is_some_and(|sprt| tally.conclusion(sprt).is_some())
            {
                continue;
            }
            let (pair, first_is_white) = pair_of(index);
            tally.add(pair, game.result, first_is_white);
            for (sum, stats) in stats.iter_mut().zip(&game.stats) {
                sum.add(stats);
            }
            let written = write_game(settings, index, &game, &tally, out)
                .and_then(|()| append_record(records.as_mut(), index, &game));
            if let Err(error) = written {
                halt.store(true, Ordering::Relaxed);
                failed = Some(error);
            }
            if settings
                .sprt
                .is_some_and(|sprt| tally.conclusion(sprt).is_some())
            {
                halt.store(true, Ordering::Relaxed);
            }
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    write_summary(settings, &tally, &stats, out)?;
    let is_interrupted = stop.load(Ordering::Relaxed);
    let is_faulty = stats.iter().any(|stats| stats.faults > 0);
    Ok(if is_interrupted || is_faulty {
        ToolVerdict::Bad
    } else {
        ToolVerdict::Good
    })
}

/// Polling interval for Ctrl-C.
const STOP_POLL: Duration = Duration::from_millis(50);

/// Appends the record of a game.
fn append_record(file: Option<&mut File>, index: usize, game: &MatchGame) -> io::Result<()> {
    let Some(file) = file else {
        return Ok(());
    };
    let gap = if index > 0 { "\n" } else { "" };
    file.write_all(format!("{gap}{}", game.record.to_text()).as_bytes())
}

/// Writes the line of a game.
fn write_game(
    settings: &MatchSettings,
    index: usize,
    game: &MatchGame,
    tally: &Tally,
    out: &mut impl Write,
) -> io::Result<()> {
    let end = game.record.final_position();
    write!(
        out,
        "game {}: {} - {} {}, rings {}-{}, {} actions; {tally}",
        index + 1,
        game.record.white,
        game.record.black,
        game.result,
        end.removed(Color::White),
        end.removed(Color::Black),
        game.record.actions.len(),
    )?;
    if let Some(sprt) = settings.sprt {
        write!(out, ", llr {:.2}", tally.likelihood_ratio(sprt))?;
    }
    if let Some(fault) = &game.fault {
        write!(out, "; FAULT {fault}")?;
    }
    writeln!(out)?;
    out.flush()
}

/// Writes the summary of the match.
fn write_summary(
    settings: &MatchSettings,
    tally: &Tally,
    stats: &[SideStats; 2],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out)?;
    let budgets = settings.budgets();
    for (place, (side, budget)) in ["first", "second"]
        .iter()
        .zip(settings.sides.iter().zip(budgets))
    {
        writeln!(out, "{place}: {} ({budget})", side.name)?;
    }
    writeln!(out, "games: {}", tally.played())?;
    let [won, drawn, lost] = tally.games;
    writeln!(out, "won-drawn-lost: {won}-{drawn}-{lost}")?;
    let pairs: Vec<String> = tally.pairs.iter().map(u64::to_string).collect();
    writeln!(out, "pairs: {} (2, 3/2, 1, 1/2, 0 points)", pairs.join(" "))?;
    writeln!(out, "score: {:.2} %", 100.0 * tally.score())?;
    if let Some([elo, low, high]) = tally.elo() {
        let error = (high - low) / 2.0;
        writeln!(
            out,
            "elo: {elo:+.1} +- {error:.1} ({low:+.1} to {high:+.1}, 95 %)"
        )?;
        writeln!(out, "los: {:.2} %", 100.0 * tally.superiority())?;
    }
    if let Some(sprt) = settings.sprt {
        let conclusion = match tally.conclusion(sprt) {
            Some(SprtConclusion::Lower) => "the lower holds",
            Some(SprtConclusion::Higher) => "the higher holds",
            None => "undecided",
        };
        writeln!(
            out,
            "sprt: elo {} or {}, llr {:.2} of -{bound:.2} to {bound:.2}, {conclusion}",
            sprt.elo0,
            sprt.elo1,
            tally.likelihood_ratio(sprt),
            bound = Sprt::BOUND,
        )?;
    }
    for (place, stats) in ["first", "second"].iter().zip(stats) {
        let moves = stats.moves.max(1) as f64;
        let time = stats.time.as_secs_f64();
        writeln!(
            out,
            "{place} per ring move: {:.0} nodes, depth {:.2}, {:.1} ms, {:.0} nodes/s",
            stats.nodes as f64 / moves,
            stats.depth as f64 / moves,
            1e3 * time / moves,
            stats.nodes as f64 / time.max(1e-9),
        )?;
        writeln!(
            out,
            "{place} slowest decision: {:.1} ms",
            1e3 * stats.slowest.as_secs_f64()
        )?;
    }
    for (place, stats) in ["first", "second"].iter().zip(stats) {
        if stats.faults > 0 {
            writeln!(out, "{place} faults: {}", stats.faults)?;
        }
    }
    Ok(())
}
