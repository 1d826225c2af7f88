//! `ringleader learn levels`: what people of some strength lose a move, how they choose, and how
//! the levels compare.
//!
//! Searches are appended to files in a working directory, so that an interrupted run continues
//! where it stopped.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::engine::baseline::Dumbot;
use crate::engine::{Engine, EngineOptions, Level, NullMonitor, SearchLimits};
use crate::game::{Action, Color, GameRecord, Position, Stage};
use crate::tools::{read_text, with_path};

mod logit;
mod people;

use people::{Band, Decision, bands};

/// Size of the transposition table for judging.
const HASH: usize = 16 << 20;

/// Decisions of people between two lines of progress.
const PROGRESS: usize = 500;

/// What to learn from.
#[derive(Debug, Clone)]
pub struct LevelFit {
    /// The directory of games, searched with its subdirectories.
    pub games: PathBuf,
    /// The directory for what was searched.
    pub work: PathBuf,
    /// Name of the robot, whose moves are no person's.
    pub robot: String,
    /// Nodes of a search that judges.
    pub nodes: u64,
    /// Maximum number of decisions of each band that its level is compared on.
    pub decisions: usize,
    /// Whether to fit the weights of habits and judgement anew.
    pub weights: bool,
}

/// The chance of winning before and after an action, for the one who acts.
type Judged = (f64, f64);

/// Judges actions, remembering what it searched.
struct Judge {
    engine: Engine,
    nodes: u64,
    known: HashMap<String, Judged>,
    file: std::fs::File,
    path: PathBuf,
}

impl Judge {
    fn open(work: &Path, nodes: u64) -> io::Result<Self> {
        std::fs::create_dir_all(work).map_err(|error| with_path(work, &error))?;
        let path = work.join(format!("judged-{nodes}.tsv"));
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|error| with_path(&path, &error))?,
        };
        let mut known = HashMap::new();
        for line in text.lines() {
            let mut parts = line.split('\t');
            // An interrupted run may leave an incomplete line.
            if let (Some(key), Some(before), Some(after), Some("")) =
                (parts.next(), parts.next(), parts.next(), parts.next())
                && let (Ok(before), Ok(after)) = (before.parse(), after.parse())
            {
                known.insert(key.to_owned(), (before, after));
            }
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(|error| with_path(&path, &error))?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file).map_err(|error| with_path(&path, &error))?;
        }
        let options = EngineOptions {
            hash: HASH,
            ..EngineOptions::default()
        };
        Ok(Self {
            engine: Engine::new(options),
            nodes,
            known,
            file,
            path,
        })
    }

    /// What an action makes of the actor's chance of winning. The position after it is searched
    /// one ring move less deep, as in a review.
    fn judge(&mut self, position: &Position, action: Action) -> io::Result<Judged> {
        let key = format!("{position} {action}");
        if let Some(judged) = self.known.get(&key) {
            return Ok(*judged);
        }
        self.engine.clear();
        let limits = SearchLimits {
            nodes: Some(self.nodes),
            ..SearchLimits::default()
        };
        let Some(best) = self.engine.search(position, &limits, &mut NullMonitor) else {
            return Ok((0.5, 0.5));
        };
        let before = best.score().map_or(0.5, crate::engine::Score::chance);
        let after = if best.best() == Some(action) {
            before
        } else {
            self.after(position, action, best.depth.saturating_sub(1).max(1))
        };
        writeln!(self.file, "{key}\t{before:.6}\t{after:.6}\t")
            .map_err(|error| with_path(&self.path, &error))?;
        self.known.insert(key, (before, after));
        Ok((before, after))
    }

    fn after(&mut self, position: &Position, action: Action, depth: u32) -> f64 {
        let me = position.actor();
        let next = position.play_unchecked(action);
        if let Some(result) = next.result() {
            return match result.winner() {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == me)),
            };
        }
        let limits = SearchLimits {
            depth: Some(depth),
            ..SearchLimits::default()
        };
        let result = self.engine.search(&next, &limits, &mut NullMonitor);
        let chance = result
            .and_then(|result| result.score())
            .map_or(0.5, crate::engine::Score::chance);
        if next.actor() == me {
            chance
        } else {
            1.0 - chance
        }
    }
}

/// The records in a directory and its subdirectories, in the order of their paths.
fn records(folder: &Path) -> io::Result<Vec<(String, GameRecord)>> {
    let mut records = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type().is_file() && path.extension().is_some_and(|name| name == "sgf") {
            let text = read_text(path).map_err(|error| with_path(path, &error))?;
            if let Ok(record) = GameRecord::parse(&text) {
                records.push((path.display().to_string(), record));
            }
        }
    }
    Ok(records)
}

/// The name of who plays a colour.
fn player(record: &GameRecord, color: Color) -> &str {
    match color {
        Color::White => &record.white,
        Color::Black => &record.black,
    }
}

/// Whether a decision is one that levels and people are compared on.
fn is_choice(position: &Position) -> bool {
    matches!(position.stage(), Stage::Place | Stage::Move) && position.count_legal_actions() > 1
}

/// Judges all decisions of people, prints the bands, the stand-in's agreement with the robot, the
/// weights if they are wanted, and how each level compares with its band.
///
/// # Errors
///
/// The games cannot be read, or the working directory cannot be written.
pub fn levels(task: &LevelFit, out: &mut impl Write) -> io::Result<()> {
    let records = records(&task.games)?;
    writeln!(out, "{} games", records.len())?;
    stand_in(&records, &task.robot, out)?;
    let mut judge = Judge::open(&task.work, task.nodes)?;
    let mut decisions = Vec::new();
    for (file, record) in &records {
        for (position, &action) in record.positions().zip(&record.actions) {
            let name = player(record, position.actor());
            if name == task.robot || !is_choice(&position) {
                continue;
            }
            let (before, after) = judge.judge(&position, action)?;
            decisions.push(Decision {
                person: people::person(name, file),
                position,
                action,
                loss: (before - after).max(0.0),
            });
            if decisions.len() % PROGRESS == 0 {
                writeln!(out, "{} decisions judged", decisions.len())?;
            }
        }
    }
    let bands = bands(&decisions);
    if task.weights {
        logit::fit(&decisions, out)?;
    }
    writeln!(
        out,
        "| level | people | decisions | people lose | level loses | ratio | moves matched |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for (band, level) in bands.iter().zip(Level::all()) {
        compare(band, level, task.decisions, &mut judge, out)?;
    }
    Ok(())
}

/// Prints a level's line: it decides in positions of its band's people.
fn compare(
    band: &Band<'_>,
    level: Level,
    most: usize,
    judge: &mut Judge,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut engine = Engine::new(EngineOptions {
        hash: HASH,
        ..EngineOptions::default()
    });
    let (mut count, mut people, mut lost, mut matched) = (0_u32, 0.0, 0.0, 0_u32);
    for (seed, decision) in (0..).zip(people::spread(&band.decisions, most)) {
        let turn = level.turn(&mut engine, &decision.position, seed, &mut NullMonitor);
        let Some(&action) = turn.first() else {
            continue;
        };
        let (before, after) = judge.judge(&decision.position, action)?;
        count += 1;
        people += decision.loss;
        lost += (before - after).max(0.0);
        matched += u32::from(action == decision.action);
    }
    let share = |sum: f64| 100.0 * sum / f64::from(count.max(1));
    writeln!(
        out,
        "| {level} | {} | {count} | {:.2} % | {:.2} % | {:.2} | {:.1} % |",
        band.people,
        share(people),
        share(lost),
        lost / people,
        share(f64::from(matched)),
    )
}

/// Prints how often the stand-in plays what the robot played.
fn stand_in(records: &[(String, GameRecord)], robot: &str, out: &mut impl Write) -> io::Result<()> {
    // With the drawn first moves, and without.
    let (mut all, mut same) = ([0_u32; 2], [0_u32; 2]);
    for (_, record) in records {
        for (position, &action) in record.positions().zip(&record.actions) {
            let is_its = player(record, position.actor()) == robot;
            if !is_its || position.stage() != Stage::Move || !is_choice(&position) {
                continue;
            }
            let choice = Dumbot.choose(&position, 0, &mut NullMonitor);
            let is_same = choice.is_some_and(|choice| choice.action == action);
            let from = usize::from(!Dumbot.draws(&position));
            for at in 0..=from {
                all[at] += 1;
                same[at] += u32::from(is_same);
            }
        }
    }
    let share = |at: usize| 100.0 * f64::from(same[at]) / f64::from(all[at].max(1));
    writeln!(
        out,
        "the stand-in plays {} of {} ring moves of {robot} ({:.1} %), {} of {} without those that are drawn ({:.1} %)",
        same[0],
        all[0],
        share(0),
        same[1],
        all[1],
        share(1),
    )
}
