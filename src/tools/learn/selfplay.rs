//! `ringleader learn games`: the engine plays against itself.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::chance::Chance;
use super::games::{Decision, Game};
use super::lesson::about;
use crate::engine::{Engine, Limits, Options, Patience};
use crate::game::{GameResult, Position, Stage, Variant};

/// How the games are played.
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// How many games.
    pub games: u64,
    /// Positions that the engine looks at for each decision.
    pub nodes: u64,
    /// Where chance begins.
    pub seed: u64,
    /// Games that are played at once.
    pub threads: usize,
    /// The file that they are appended to.
    pub output: PathBuf,
    /// The engine that plays.
    pub options: Options,
}

/// Range of the chance in the engine's judgement, so that games differ without being foolish.
const WHIM: u32 = 12;

/// Ring moves that chance takes at most, after it has placed all rings.
const RANDOM_MOVES: usize = 4;

/// One game in so many is blitz.
const BLITZ: usize = 10;

/// Plays the games and appends them to the file, a game at a time, so that what is there can be
/// learned from at any time. The file is the same however many threads play: games stand in the
/// order of their seeds.
///
/// # Errors
///
/// If the file cannot be written.
pub fn self_play(task: &SelfPlay, out: &mut impl Write) -> io::Result<()> {
    let named = |error| about(&task.output, &error);
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&task.output)
        .map_err(named)?;
    let mut end = file.metadata().map_err(named)?.len();
    let next = AtomicU64::new(0);
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::scope(|scope| {
        let mut players = Vec::new();
        for _ in 0..task.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            let player = move || {
                let mut engine = Engine::new(task.options.clone());
                let _last = LastGame(next, task.games);
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
        // Games that ended before one of an earlier seed.
        let mut early = BTreeMap::new();
        let (mut games, mut decisions) = (0, 0);
        for (number, game) in receiver {
            early.insert(number, game);
            while let Some(game) = early.remove(&games) {
                let mut bytes = Vec::new();
                game.encode(&mut bytes);
                if let Err(error) = file.write_all(&bytes) {
                    // Half a game at the end would spoil what comes after it.
                    let _ = file.set_len(end);
                    return Err(named(error));
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
                .map_err(|_| io::Error::other("a game broke off; those before it are kept"))?;
        }
        Ok(())
    })
}

/// Lets no further game begin once a player has failed: none after it would be kept.
struct LastGame<'a>(&'a AtomicU64, u64);

impl Drop for LastGame<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(self.1, Ordering::Relaxed);
        }
    }
}

/// Plays one game. Chance places some of the rings, all of them in most games, and then often
/// makes a few moves.
fn play(engine: &mut Engine, nodes: u64, seed: u64) -> Game {
    let mut chance = Chance::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ seed);
    engine.forget();
    let variant = match chance.below(BLITZ) {
        0 => Variant::Blitz,
        _ => Variant::Normal,
    };
    let random = match chance.below(3) {
        0 => chance.below(10),
        _ => 10 + chance.below(RANDOM_MOVES + 1),
    };
    let limits = Limits {
        nodes: Some(nodes),
        whim: WHIM,
        seed: chance.next(),
        ..Limits::default()
    };
    let mut position = Position::start(variant);
    let mut decisions = Vec::new();
    while position.stage() != Stage::Over {
        let actions = position.legal_actions();
        let decision = if decisions.len() < random {
            Some(Decision {
                action: actions[chance.below(actions.len())],
                score: None,
            })
        } else {
            engine
                .think(&position, &limits, &mut Patience)
                .and_then(|thought| {
                    Some(Decision {
                        action: thought.best()?,
                        score: Some(thought.score()?.units() as i16),
                    })
                })
        };
        let Some(decision) = decision else { break };
        position = position.play_unchecked(decision.action);
        decisions.push(decision);
    }
    Game {
        variant,
        decisions,
        result: position.result().unwrap_or(GameResult::Draw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_the_same_however_many_threads_play() {
        let folder = tempfile::tempdir().unwrap();
        let played = |threads: usize| {
            let task = SelfPlay {
                games: 5,
                nodes: 40,
                seed: 3,
                threads,
                output: folder.path().join(threads.to_string()),
                options: Options {
                    hash: 1 << 16,
                    ..Options::default()
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
