//! What there is to learn from games: positions, each with the chance that its actor wins.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::games::Game;
use crate::engine::Score;
use crate::game::{Position, Stage};

/// One game in so many is kept apart to see what was learned.
const HELD_BACK: usize = 40;

/// What to learn from, and how.
#[derive(Debug, Clone)]
pub struct Course {
    /// Files of games.
    pub games: Vec<PathBuf>,
    /// How often every position is looked at.
    pub epochs: usize,
    /// How much the end of the game counts, 0.0 to 1.0; the rest is what the search thought.
    pub result: f32,
    /// Where chance begins.
    pub seed: u64,
}

/// A position and the chance that its actor wins, 0 to 1.
pub(super) struct Lesson {
    pub(super) position: Position,
    pub(super) chance: f32,
}

/// The chance of these odds (their natural logarithm).
pub(super) fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Cross-entropy of what was thought and what was right, less what no thought could avoid.
pub(super) fn loss(chance: f32, target: f32) -> f64 {
    let part = |p: f32, q: f32| {
        if p > 0.0 {
            f64::from(p) * (f64::from(p) / f64::from(q.max(1e-7))).ln()
        } else {
            0.0
        }
    };
    part(target, chance) + part(1.0 - target, 1.0 - chance)
}

/// The positions of a game in which a ring is placed or moved, and the engine had thought. The
/// chance is partly how the game ended (this share), partly what the search thought.
fn lessons(game: &Game, share: f32) -> impl Iterator<Item = Lesson> {
    game.positions().filter_map(move |(position, decision)| {
        let score = decision.score?;
        if !matches!(position.stage(), Stage::Place | Stage::Move) {
            return None;
        }
        let result = match game.result.winner() {
            None => 0.5,
            Some(winner) if winner == position.actor() => 1.0,
            Some(_) => 0.0,
        };
        let thought = sigmoid(f32::from(score) / Score::UNIT as f32);
        Some(Lesson {
            chance: share * result + (1.0 - share) * thought,
            position,
        })
    })
}

/// What went wrong, with the file that it went wrong with.
pub(super) fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// What is learned from files of games, made into samples: those to learn from, and those held
/// back to see what was learned.
///
/// # Errors
///
/// If a file cannot be read, or there are too few games in all.
pub(super) fn read<S>(
    course: &Course,
    sample: impl Fn(&Lesson) -> S,
    out: &mut impl Write,
) -> io::Result<(Vec<S>, Vec<S>)> {
    let (mut learned, mut held_back) = (Vec::new(), Vec::new());
    let mut count = 0;
    for path in &course.games {
        let bytes = fs::read(path).map_err(|error| about(path, &error))?;
        let mut rest = bytes.as_slice();
        while let Some(game) = Game::decode(&mut rest) {
            count += 1;
            let list = if count % HELD_BACK == 0 {
                &mut held_back
            } else {
                &mut learned
            };
            list.extend(lessons(&game, course.result).map(|lesson| sample(&lesson)));
        }
        if !rest.is_empty() {
            return Err(io::Error::other(format!(
                "{}: what stands after {count} games in all is no game",
                path.display()
            )));
        }
    }
    if learned.is_empty() || held_back.is_empty() {
        return Err(io::Error::other("there are too few games to learn from"));
    }
    writeln!(
        out,
        "{count} games, {} positions, {} held back",
        learned.len(),
        held_back.len()
    )?;
    Ok((learned, held_back))
}
