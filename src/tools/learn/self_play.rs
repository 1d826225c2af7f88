//! `ringleader learn games`: self-play games of the engine.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::training_game::{ScoredAction, TrainingGame};
use crate::engine::{Engine, EngineOptions, NullMonitor, SearchLimits};
use crate::game::{GameResult, Position, Stage, Variant};
use crate::tools::with_path;
use yinsh::split_mix::SplitMix;

/// How games are played.
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// Number of games.
    pub games: u64,
    /// Nodes searched for each decision.
    pub nodes: u64,
    /// Seed of the first game; each further game has the next.
    pub seed: u64,
    /// Number of games played at once.
    pub threads: usize,
    /// The file that they are appended to.
    pub output: PathBuf,
    /// The engine that plays.
    pub options: EngineOptions,
}

/// Amplitude of the noise in evaluations, in cp: games differ without being foolish.
const NOISE: u32 = 12;

/// Maximum number of random moves after the rings are placed.
const RANDOM_MOVES: usize = 4;

/// One game in this many is blitz.
const BLITZ: usize = 10;

/// Plays games and appends them to the file one at a time, so that the file is valid at any time.
/// It is the same for any number of threads: games are in the order of their seeds.
///
/// # Errors
///
/// The file cannot be written.
pub fn self_play(task: &SelfPlay, out: &mut impl Write) -> io::Result<()> {
    let with_path = |error| with_path(&task.output, &error);
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&task.output)
        .map_err(with_path)?;
    let mut end = file.metadata().map_err(with_path)?.len();
    let next = AtomicU64::new(0);
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::scope(|scope| {
        let mut players = Vec::new();
        for _ in 0..task.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            let player = move || {
                let mut engine = Engine::new(task.options.clone());
                let _guard = StopOnPanic(next, task.games);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= task.games {
                        break;
                    }
                    let game = play(&mut engine, task.nodes, task.seed.wrapping_add(number));
                    if sender.send((number, game)).is_err() {
                        break;
                    }
                }
            };
            players.push(thread::Builder::new().spawn_scoped(scope, player)?);
        }
        drop(sender);
        // Games that ended before one with a lower seed.
        let mut early = BTreeMap::new();
        let (mut games, mut decisions) = (0, 0);
        for (number, game) in receiver {
            early.insert(number, game);
            while let Some(game) = early.remove(&games) {
                let mut bytes = Vec::new();
                game.encode(&mut bytes);
                if let Err(error) = file.write_all(&bytes) {
                    // An incomplete game would make what follows it unreadable.
                    let _ = file.set_len(end);
                    return Err(with_path(error));
                }
                end += bytes.len() as u64;
                games += 1;
                decisions += game.decisions.len();
                if games % 100 == 0 || games == task.games {
                    writeln!(out, "{games} games, {decisions} decisions")?;
                }
            }
        }
        for player in players {
            player
                .join()
                .map_err(|_| io::Error::other("a game failed; those before it are kept"))?;
        }
        Ok(())
    })
}

/// Lets no further game begin once a thread has panicked, as no later game could be kept.
struct StopOnPanic<'a>(&'a AtomicU64, u64);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(self.1, Ordering::Relaxed);
        }
    }
}

/// Plays a game. In one of three, some of the rings are placed at random; in the others all are,
/// followed by up to [`RANDOM_MOVES`] random moves.
fn play(engine: &mut Engine, nodes: u64, seed: u64) -> TrainingGame {
    let mut random = SplitMix::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ seed);
    engine.clear();
    let variant = match random.below(BLITZ) {
        0 => Variant::Blitz,
        _ => Variant::Normal,
    };
    let random_actions = match random.below(3) {
        0 => random.below(10),
        _ => 10 + random.below(RANDOM_MOVES + 1),
    };
    let limits = SearchLimits {
        nodes: Some(nodes),
        noise: NOISE,
        seed: random.next(),
        ..SearchLimits::default()
    };
    let mut position = Position::start(variant);
    let mut decisions = Vec::new();
    while position.stage() != Stage::Over {
        let actions = position.legal_actions();
        let decision = if decisions.len() < random_actions {
            Some(ScoredAction {
                action: actions[random.below(actions.len())],
                score: None,
            })
        } else {
            engine
                .search(&position, &limits, &mut NullMonitor)
                .and_then(|result| {
                    Some(ScoredAction {
                        action: result.best()?,
                        score: Some(result.score()?.cp() as i16),
                    })
                })
        };
        let Some(decision) = decision else { break };
        position = position.play_unchecked(decision.action);
        decisions.push(decision);
    }
    TrainingGame {
        variant,
        decisions,
        result: position.result().unwrap_or(GameResult::Draw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_do_not_depend_on_the_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let played = |threads: usize| {
            let task = SelfPlay {
                games: 5,
                nodes: 40,
                seed: 3,
                threads,
                output: folder.path().join(threads.to_string()),
                options: EngineOptions {
                    hash: 1 << 16,
                    ..EngineOptions::default()
                },
            };
            self_play(&task, &mut io::sink()).unwrap();
            std::fs::read(&task.output).unwrap()
        };
        let alone = played(1);
        assert!(!alone.is_empty());
        assert_eq!(played(3), alone);
    }
}
