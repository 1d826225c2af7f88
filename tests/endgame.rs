//! The engine sees the true end of the game: it agrees with a solver that tries everything.

mod solver;

use ringleader::engine::{Engine, EngineOptions, NullMonitor, Score, SearchLimits};
use ringleader::game::{Position, Stage, Variant};
use solver::Solver;

/// A stream of numbers that look random.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// How the game ends for its actor if both play as well as can be: 1 won, 0 drawn, -1 lost.
/// `None` if so many ring moves do not decide it.
fn solve(position: &Position, moves: u32) -> Option<i32> {
    if let Some(result) = position.result() {
        return Some(match result.winner() {
            None => 0,
            Some(winner) if winner == position.actor() => 1,
            Some(_) => -1,
        });
    }
    let step = u32::from(position.stage() == Stage::Move);
    if moves < step {
        return None;
    }
    let mut best = Some(-1);
    for &action in &position.legal_actions() {
        let next = position.play_unchecked(action);
        let mut value = solve(&next, moves - step);
        if next.actor() != position.actor() {
            value = value.map(|value| -value);
        }
        if value == Some(1) {
            return value;
        }
        best = match (best, value) {
            (Some(best), Some(value)) => Some(best.max(value)),
            _ => None,
        };
    }
    best
}

/// A game in which chance decides everything, as it stands with so many markers left.
fn late(chance: &mut Chance, pool: u8, variant: Variant) -> Position {
    loop {
        let mut position = Position::start(variant);
        while position.stage() != Stage::Over {
            if position.stage() == Stage::Move && position.pool() == pool {
                return position;
            }
            let actions = position.legal_actions();
            position = position.play_unchecked(actions[chance.below(actions.len())]);
        }
    }
}

/// Positions that three ring moves decide, however they are played.
const SOLVED: usize = 1000;

#[test]
fn the_end_of_the_game_is_seen_as_a_solver_sees_it() {
    let mut chance = Chance(11);
    let mut seen = [0; 3];
    while seen.iter().sum::<usize>() < SOLVED {
        // Three markers take a solver long; a few such positions are enough.
        let pool = [1, 2, 2, 1, 2, 1, 2, 2, 1, 3][chance.below(10)];
        let variant = [Variant::Normal, Variant::Blitz][chance.below(2)];
        let position = late(&mut chance, pool, variant);
        // A row gives markers back, so that the end may be further off.
        let Some(truth) = solve(&position, 3) else {
            continue;
        };
        seen[(truth + 1) as usize] += 1;
        let mut engine = Engine::new(EngineOptions {
            hash: 1 << 20,
            ..EngineOptions::default()
        });
        let limits = SearchLimits {
            nodes: Some(400_000),
            depth: Some(12),
            ..SearchLimits::default()
        };
        let thought = engine.search(&position, &limits, &mut NullMonitor).unwrap();
        let score = thought.score().unwrap();
        let said = match score.end_in() {
            Some((true, _)) => 1,
            Some((false, _)) => -1,
            None => 0,
        };
        assert_eq!(said, truth, "{position}: {score}");
        assert!(truth != 0 || score == Score::EVEN, "{position}: {score}");
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// Nodes of a second on one core, with room to spare: see docs/engine.md.
const SECOND: u64 = 1_000_000;

/// Ring moves up to which proving a win again is a matter of seconds for all of them together.
const PROVED_AGAIN: u32 = 5;

#[test]
fn forced_wins_are_found_within_a_second() {
    // Made by `examples/forced_wins.rs`, which proves each win without the engine.
    let set = include_str!("data/wins.epd");
    let mut engine = Engine::new(EngineOptions {
        hash: 16 << 20,
        ..EngineOptions::default()
    });
    let mut missed = Vec::new();
    for line in set.lines() {
        let (position, moves) = line.split_once(" ;W").unwrap();
        let (position, moves): (Position, u32) =
            (position.parse().unwrap(), moves.parse().unwrap());
        engine.clear();
        let limits = SearchLimits {
            nodes: Some(SECOND),
            ..SearchLimits::default()
        };
        let thought = engine.search(&position, &limits, &mut NullMonitor).unwrap();
        if !matches!(thought.score().unwrap().end_in(), Some((true, _))) {
            missed.push(line);
            continue;
        }
        // What it plays keeps the win, if not always the shortest.
        let mut solver = Solver::new(position.actor(), u64::MAX);
        if moves <= PROVED_AGAIN {
            let next = position.play(thought.best().unwrap()).unwrap();
            assert_eq!(solver.wins(&next, moves + 1), Some(true), "{line}");
            assert_eq!(solver.wins(&position, moves - 2), Some(false), "{line}");
        }
    }
    assert!(missed.is_empty(), "not seen:\n{}", missed.join("\n"));
    assert!(set.lines().count() >= 150);
}
