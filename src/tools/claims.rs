//! `ringleader claims`: hints as data, to be checked by another program.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{ToolVerdict, read_text};
use crate::engine::{
    Claim, Engine, EngineOptions, Line, NullMonitor, Score, SearchLimits, advise, explain,
    first_turn, percent,
};
use crate::game::{Action, GameRecord, Position, Stage};

/// Nodes searched for each hint by default; a hint in a chat has more.
pub const NODES: u64 = 20_000;

/// Size of the transposition table in bytes.
const HASH: usize = 4 << 20;

/// What to print.
#[derive(Debug, Clone, Copy)]
pub struct ClaimsRequest {
    /// Nodes searched for each hint, 1 or more.
    pub nodes: u64,
    /// Whether to tell of the actions that were played as well.
    pub played: bool,
}

/// Whose choice a line of the output is about.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum About {
    Hint,
    Played,
}

/// A line of the output.
#[derive(Debug, Serialize)]
struct Output {
    about: About,
    position: String,
    action: String,
    turn: Vec<String>,
    /// In whole per cent.
    chance: u32,
    claims: Vec<Claim>,
    more: Vec<Claim>,
}

impl Output {
    /// What is said of the first action of a line; nothing if it has none.
    fn new(about: About, position: &Position, line: &Line) -> Option<Self> {
        let action = line.actions.first()?.to_string();
        let claims = explain(position, line);
        let (mut told, against) = Claim::told(&claims);
        told.extend(against);
        Some(Self {
            about,
            position: position.to_string(),
            action,
            turn: first_turn(position, line)
                .iter()
                .map(ToString::to_string)
                .collect(),
            chance: percent(line.score.chance()),
            more: claims
                .into_iter()
                .filter(|claim| !told.contains(claim))
                .collect(),
            claims: told,
        })
    }
}

/// Where a hint is given, and the actions that were played from there on.
struct Case {
    position: Position,
    played: Vec<Action>,
}

/// The cases of a file, and what is wrong with it.
fn read(path: &Path) -> (Vec<Case>, Vec<String>) {
    let name = path.display();
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) => return (Vec::new(), vec![format!("{name}: {error}")]),
    };
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (mut cases, mut faults) = (Vec::new(), Vec::new());
    if lines().any(|line| line.parse::<Position>().is_ok()) {
        for line in lines() {
            match line.parse() {
                Ok(position) => cases.push(Case {
                    position,
                    played: Vec::new(),
                }),
                Err(error) => faults.push(format!("{name}: {error}: {line}")),
            }
        }
        return (cases, faults);
    }
    let games = GameRecord::parse_all(&text);
    if games.is_empty() {
        faults.push(format!("{name}: no position and no game found"));
    }
    for game in games {
        match game {
            Ok(game) => cases.extend(of_game(&game)),
            Err(error) => faults.push(format!("{name}: {error}")),
        }
    }
    (cases, faults)
}

/// The cases of a game: each position in which somebody decided.
fn of_game(game: &GameRecord) -> Vec<Case> {
    let mut position = game.first_position();
    let mut cases = Vec::new();
    for (index, &action) in game.actions.iter().enumerate() {
        cases.push(Case {
            position,
            played: game.actions[index..].to_vec(),
        });
        match position.play(action) {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    cases
}

/// The search behind the hints.
struct Advisor {
    engine: Engine,
    nodes: u64,
}

impl Advisor {
    /// What a hint recommends.
    fn advice(&mut self, position: &Position) -> Option<Line> {
        let nodes = self.nodes;
        let lines = advise(&mut self.engine, position, nodes, &mut NullMonitor);
        lines.into_iter().next()
    }

    fn best(&mut self, position: &Position) -> Option<Line> {
        let limits = SearchLimits {
            nodes: Some(self.nodes),
            ..SearchLimits::default()
        };
        let result = self.engine.search(position, &limits, &mut NullMonitor)?;
        result.lines.into_iter().next()
    }

    /// The actions that were played, with the score of the first one.
    fn played(&mut self, case: &Case) -> Option<Line> {
        let next = case.position.play(*case.played.first()?).ok()?;
        let score = match self.best(&next) {
            Some(best) if next.actor() == case.position.actor() => best.score,
            Some(best) => -best.score,
            None => return None,
        };
        let score = match score.end_in() {
            Some((true, actions)) => Score::win_in(actions + 1),
            Some((false, actions)) => -Score::win_in(actions + 1),
            None => score,
        };
        Some(Line {
            score,
            actions: case.played.clone(),
        })
    }
}

/// Writes a line of JSON for each hint in the positions and games of some files. Files and games
/// that cannot be read are reported to `notes`.
///
/// # Errors
///
/// `out` or `notes` cannot be written.
pub fn write(
    paths: &[PathBuf],
    request: ClaimsRequest,
    out: &mut impl Write,
    notes: &mut impl Write,
) -> io::Result<ToolVerdict> {
    let mut advisor = Advisor {
        engine: Engine::new(EngineOptions {
            hash: HASH,
            threads: 1,
            ..EngineOptions::default()
        }),
        nodes: request.nodes,
    };
    let mut verdict = ToolVerdict::Good;
    for path in paths {
        let (cases, faults) = read(path);
        for fault in faults {
            writeln!(notes, "{fault}")?;
            verdict = ToolVerdict::Bad;
        }
        for case in &cases {
            if case.position.stage() == Stage::Over {
                continue;
            }
            let best = advisor.advice(&case.position);
            let best = best.and_then(|line| Output::new(About::Hint, &case.position, &line));
            let played = if request.played {
                let line = advisor.played(case);
                line.and_then(|line| Output::new(About::Played, &case.position, &line))
            } else {
                None
            };
            for line in [best, played].into_iter().flatten() {
                serde_json::to_writer(&mut *out, &line)?;
                writeln!(out)?;
            }
        }
    }
    Ok(verdict)
}
