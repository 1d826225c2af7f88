//! Training data: positions of games, each with its target, the actor's chance of winning.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use super::training_game::TrainingGame;
use crate::engine::Score;
use crate::game::{Position, Stage};
use crate::tools::with_path;

/// One game in this many is held back for validation.
const HELD_BACK: usize = 40;

/// What to train with, and how.
#[derive(Debug, Clone)]
pub struct TrainingOptions {
    /// Files of games.
    pub games: Vec<PathBuf>,
    /// Number of passes over all positions.
    pub epochs: usize,
    /// Weight of the game's result in the target, 0.0 to 1.0; the rest is the search's score.
    pub result: f32,
    /// Seed of the shuffling.
    pub seed: u64,
}

/// A position and its target, 0 to 1.
pub(super) struct TrainingPosition {
    pub(super) position: Position,
    pub(super) target: f32,
}

/// The probability of natural log-odds.
pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The Kullback-Leibler divergence of a predicted chance from its target: the cross-entropy, less
/// the target's entropy.
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

/// The positions of a game in which the engine placed or moved a ring. `share` is the weight of the
/// result in the target.
fn training_positions(game: &TrainingGame, share: f32) -> impl Iterator<Item = TrainingPosition> {
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
        let searched = sigmoid(f32::from(score) / Score::CP_PER_LOGIT as f32);
        Some(TrainingPosition {
            target: share * result + (1.0 - share) * searched,
            position,
        })
    })
}

/// Reads files of games and makes samples of their positions: those to train with, and those held
/// back for validation.
///
/// # Errors
///
/// A file cannot be read, or there are too few games.
pub(super) fn read<S>(
    options: &TrainingOptions,
    sample: impl Fn(&TrainingPosition) -> S,
    out: &mut impl Write,
) -> io::Result<(Vec<S>, Vec<S>)> {
    let (mut training, mut held_back) = (Vec::new(), Vec::new());
    let mut count = 0;
    for path in &options.games {
        let bytes = fs::read(path).map_err(|error| with_path(path, &error))?;
        let mut rest = bytes.as_slice();
        while let Some(game) = TrainingGame::decode(&mut rest) {
            count += 1;
            let list = if count % HELD_BACK == 0 {
                &mut held_back
            } else {
                &mut training
            };
            let positions = training_positions(&game, options.result);
            list.extend(positions.map(|position| sample(&position)));
        }
        if !rest.is_empty() {
            return Err(io::Error::other(format!(
                "{}: invalid data after {count} games in all",
                path.display()
            )));
        }
    }
    if training.is_empty() || held_back.is_empty() {
        return Err(io::Error::other("too few games to train with"));
    }
    writeln!(
        out,
        "{count} games, {} positions, {} held back",
        training.len(),
        held_back.len()
    )?;
    Ok((training, held_back))
}
