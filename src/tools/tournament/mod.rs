//! `ringleader match`: engine against engine.
//!
//! Openings are random and balanced, and each is played twice, with colours changed. A player's
//! budget is one for each ring that it places or moves; to choose a row or a ring to remove it
//! has a tenth of the time and nodes. Each game begins with nothing remembered, so that a match
//! with budgets of nodes or depth comes out the same however many games are played at a time.
//!
//! What is written: a line for each game with the score so far, then a summary, every line of
//! which begins with a word and a colon.

mod game;
mod opening;
mod player;
mod program;
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
pub use side::{Budget, Kind, Side, SideError};
pub use tally::{Conclusion, Sprt, Tally};

use super::Verdict;
use crate::chance::STEP;
use crate::game::Color;
use game::{Effort, Game, Terms};
use opening::Judge;
use player::Player;

/// What is played.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The sides; the score is the first one's.
    pub sides: [Side; 2],
    /// What sides may think that have no budget of their own.
    pub budget: Budget,
    /// How many openings are played, twice each.
    pub pairs: usize,
    /// How they are made.
    pub openings: Openings,
    /// Games played at a time, at least 1.
    pub concurrency: usize,
    /// Ends the match as soon as it has come to something.
    pub sprt: Option<Sprt>,
    /// How much more than its time another program may take.
    pub margin: Duration,
    /// Where the records are written.
    pub records: Option<PathBuf>,
}

impl Settings {
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

/// Says when Ctrl-C is pressed; the program does not end by it any more.
///
/// # Errors
///
/// The system gives no signals, or no thread to wait for them.
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

/// A game that a thread has played, or why it cannot play.
type News = Result<(usize, Game), String>;

/// Plays games until there are none left.
fn work(settings: &Settings, next: &AtomicUsize, stop: &AtomicBool, news: &Sender<News>) {
    let [first, second] = &settings.sides;
    let player = |side: &Side| Player::new(side).map_err(|fault| format!("{}: {fault}", side.name));
    let mut players = match player(first).and_then(|first| Ok([first, player(second)?])) {
        Ok(players) => players,
        Err(reason) => {
            let _ = news.send(Err(reason));
            return;
        }
    };
    let mut judge = Judge::new();
    while !stop.load(Ordering::Relaxed) {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let (pair, first_is_white) = place(index);
        if pair >= settings.pairs {
            break;
        }
        let terms = Terms {
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
            opening: judge.opening(&settings.openings, pair),
            round: (index + 1).to_string(),
        };
        let Some(game) = game::play(&mut players, terms, stop) else {
            break;
        };
        if news.send(Ok((index, game))).is_err() {
            break;
        }
    }
}

/// The pair that a game belongs to, and whether the first side has white in it.
const fn place(index: usize) -> (usize, bool) {
    (index / 2, index.is_multiple_of(2))
}

/// Plays a match, and writes how it goes. It ends early when `stop` is set.
///
/// The verdict is bad if the match was broken off, or a game was lost by a fault: time, an
/// illegal action, a crash.
///
/// # Errors
///
/// A program or a thread cannot be started; the records or `out` cannot be written.
pub fn run(settings: &Settings, stop: &AtomicBool, out: &mut impl Write) -> io::Result<Verdict> {
    let mut records = match &settings.records {
        None => None,
        Some(path) => Some(File::create(path).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?),
    };
    let mut tally = Tally::default();
    let mut efforts = [Effort::default(); 2];
    let next = AtomicUsize::new(0);
    // Stops what is under way, whoever asked for it.
    let halt = AtomicBool::new(false);
    let mut failed = None;
    thread::scope(|scope| {
        let (sender, news) = channel();
        for _ in 0..settings
            .concurrency
            .clamp(1, settings.pairs.clamp(1, usize::MAX / 2) * 2)
        {
            let sender = sender.clone();
            let (next, halt) = (&next, &halt);
            let work = move || work(settings, next, halt, &sender);
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
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
            let (index, game) = match news.recv_timeout(GLANCE) {
                Ok(Ok(game)) => game,
                Ok(Err(reason)) => {
                    halt.store(true, Ordering::Relaxed);
                    failed = Some(io::Error::other(reason));
                    continue;
                }
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => continue,
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
            };
            // What was under way when the match was decided counts no more.
            if settings
                .sprt
                .is_some_and(|sprt| tally.conclusion(sprt).is_some())
            {
                continue;
            }
            let (pair, first_is_white) = place(index);
            tally.add(pair, game.result, first_is_white);
            for (sum, effort) in efforts.iter_mut().zip(&game.efforts) {
                sum.add(effort);
            }
            let written = tell(settings, index, &game, &tally, out)
                .and_then(|()| keep(records.as_mut(), index, &game));
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
    summary(settings, &tally, &efforts, out)?;
    let broken_off = stop.load(Ordering::Relaxed);
    let faulty = efforts.iter().any(|effort| effort.faults > 0);
    Ok(if broken_off || faulty {
        Verdict::Bad
    } else {
        Verdict::Good
    })
}

/// How often to see whether Ctrl-C was pressed.
const GLANCE: Duration = Duration::from_millis(50);

/// Appends the record of a game.
fn keep(file: Option<&mut File>, index: usize, game: &Game) -> io::Result<()> {
    let Some(file) = file else {
        return Ok(());
    };
    let gap = if index > 0 { "\n" } else { "" };
    file.write_all(format!("{gap}{}", game.record.to_text()).as_bytes())
}

/// Writes the line of a game.
fn tell(
    settings: &Settings,
    index: usize,
    game: &Game,
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
        write!(out, ", llr {:.2}", tally.likelihood(sprt))?;
    }
    if let Some(fault) = &game.fault {
        write!(out, "; FAULT {fault}")?;
    }
    writeln!(out)?;
    out.flush()
}

/// Writes what the match has come to.
fn summary(
    settings: &Settings,
    tally: &Tally,
    efforts: &[Effort; 2],
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
            Some(Conclusion::Lower) => "the lower holds",
            Some(Conclusion::Higher) => "the higher holds",
            None => "undecided",
        };
        writeln!(
            out,
            "sprt: elo {} or {}, llr {:.2} of -{bound:.2} to {bound:.2}, {conclusion}",
            sprt.elo0,
            sprt.elo1,
            tally.likelihood(sprt),
            bound = Sprt::BOUND,
        )?;
    }
    for (place, effort) in ["first", "second"].iter().zip(efforts) {
        let moves = effort.moves.max(1) as f64;
        let time = effort.time.as_secs_f64();
        writeln!(
            out,
            "{place} per ring move: {:.0} nodes, depth {:.2}, {:.1} ms, {:.0} nodes/s",
            effort.nodes as f64 / moves,
            effort.depth as f64 / moves,
            1e3 * time / moves,
            effort.nodes as f64 / time.max(1e-9),
        )?;
        writeln!(
            out,
            "{place} slowest decision: {:.1} ms",
            1e3 * effort.slowest.as_secs_f64()
        )?;
    }
    for (place, effort) in ["first", "second"].iter().zip(efforts) {
        if effort.faults > 0 {
            writeln!(out, "{place} faults: {}", effort.faults)?;
        }
    }
    Ok(())
}
