//! Finds positions in which the player to move can force a win, and prints them with the number of
//! ring moves that it takes. `tests/data/wins.epd` was made this way; the positions depend on the
//! network.
//!
//! `cargo run --release --no-default-features --example forced_wins -- 150`

#[path = "../tests/solver/mod.rs"]
mod solver;

use ringleader::engine::{Engine, EngineOptions, NullMonitor, SearchLimits};
use ringleader::game::{Position, Stage, Variant};
use solver::Solver;

/// Maximum length of the wins, in ring moves of both players.
const LONGEST: u32 = 7;

/// Budget of the solver for a position, in positions.
const BUDGET: u64 = 20_000_000;

/// The positions of a self-play game with few nodes, so that there are mistakes to punish.
fn game(engine: &mut Engine, seed: u64) -> Vec<Position> {
    let variant = [Variant::Normal, Variant::Normal, Variant::Blitz][(seed % 3) as usize];
    let mut position = Position::start(variant);
    let mut positions = Vec::new();
    engine.clear();
    while position.stage() != Stage::Over {
        positions.push(position);
        let limits = SearchLimits {
            nodes: Some(60),
            noise: 40,
            seed,
            ..SearchLimits::default()
        };
        let best = engine
            .search(&position, &limits, &mut NullMonitor)
            .and_then(|result| result.best());
        let Some(action) = best else { break };
        position = position.play_unchecked(action);
    }
    positions
}

/// Number of ring moves to a forced win of the player to move, if one can be proved.
fn distance(position: &Position) -> Option<u32> {
    let mut solver = Solver::new(position.actor(), BUDGET);
    for moves in (1..=LONGEST).step_by(2) {
        if solver.wins(position, moves)? {
            return Some(moves);
        }
    }
    None
}

#[expect(clippy::print_stdout, reason = "a program for the terminal")]
fn main() {
    let wanted: usize = std::env::args()
        .nth(1)
        .and_then(|count| count.parse().ok())
        .unwrap_or(150);
    let mut engine = Engine::new(EngineOptions {
        hash: 1 << 20,
        ..EngineOptions::default()
    });
    // The same number of each length.
    let mut missing = [0, 0, wanted / 3, wanted / 3, wanted - 2 * (wanted / 3)];
    for seed in 1.. {
        if missing == [0; 5] {
            break;
        }
        // From the end backwards, as far as the win can be proved.
        let positions = game(&mut engine, seed);
        let winner = positions.last().map(Position::actor);
        let found = positions
            .iter()
            .rev()
            .filter(|position| position.stage() == Stage::Move && Some(position.actor()) == winner)
            .map_while(|position| Some((distance(position)?, position)))
            .max_by_key(|&(moves, _)| moves);
        if let Some((moves, position)) = found {
            let missing = &mut missing[moves as usize / 2 + 1];
            if *missing > 0 {
                *missing -= 1;
                println!("{position} ;W{moves}");
            }
        }
    }
}
