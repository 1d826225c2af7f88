//! `ringleader bench`: how fast the engine is, and whether it is still the same.
//!
//! A fixed set of positions, of all stages and both variants, is looked at to a fixed depth, each
//! with nothing remembered. The count of nodes changes only when the search or the evaluation
//! does.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::engine::{Engine, Limits, Options, Patience, Thought};
use crate::game::Position;

/// The positions, one a line.
const POSITIONS: &str = include_str!("bench/positions.txt");

/// Depth in ring moves that takes some seconds in all.
pub const DEPTH: u32 = 6;

/// Looks at all positions to a depth in ring moves, and writes a line for each, and the sums.
///
/// # Errors
///
/// `out` cannot be written, or a position of the set is none.
pub fn run(depth: u32, out: &mut impl Write) -> io::Result<()> {
    let mut engine = Engine::new(Options::default());
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for (number, line) in (1..).zip(POSITIONS.lines()) {
        let position: Position = line
            .parse()
            .map_err(|error| io::Error::other(format!("position {number}: {error}")))?;
        engine.forget();
        let begin = Instant::now();
        let thought = engine.think(&position, &limits, &mut Patience);
        let took = begin.elapsed();
        let Some(thought) = thought else {
            return Err(io::Error::other(format!("position {number} is over")));
        };
        nodes += thought.nodes;
        time += took;
        tell(number, &position, &thought, took, out)?;
        out.flush()?;
    }
    writeln!(
        out,
        "total: {nodes} nodes, {:.0} ms, {:.0} nodes/s",
        1e3 * time.as_secs_f64(),
        rate(nodes, time)
    )
}

fn rate(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9)
}

fn tell(
    number: usize,
    position: &Position,
    thought: &Thought,
    took: Duration,
    out: &mut impl Write,
) -> io::Result<()> {
    write!(
        out,
        "position {number}: {} nodes, {:.1} ms, {:.0} nodes/s, depth {}",
        thought.nodes,
        1e3 * took.as_secs_f64(),
        rate(thought.nodes, took),
        thought.depth
    )?;
    if let (Some(best), Some(score)) = (thought.best(), thought.score()) {
        write!(out, ", {best} {score}")?;
    }
    writeln!(out, ", {position}")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::{Stage, Variant};

    /// What is written of a run, without what depends on the machine.
    fn counts() -> Vec<String> {
        let mut out = Vec::new();
        run(2, &mut out).unwrap();
        String::from_utf8(out)
            .unwrap()
            .lines()
            .map(|line| line.split(" nodes").next().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn the_counts_are_the_same_each_time() {
        let first = counts();
        assert_eq!(first, counts());
        assert_eq!(first.len(), POSITIONS.lines().count() + 1);
        let total: u64 = first.last().unwrap()["total: ".len()..].parse().unwrap();
        assert!(total > 1_000, "{total}");
    }

    #[test]
    fn the_positions_are_of_all_kinds() {
        let positions: Vec<Position> = POSITIONS
            .lines()
            .map(|line| line.parse().unwrap())
            .collect();
        let kinds: HashSet<(Stage, Variant)> = positions
            .iter()
            .map(|position| (position.stage(), position.variant()))
            .collect();
        assert!(positions.len() >= 30);
        for stage in [Stage::Place, Stage::Move, Stage::Row, Stage::Ring] {
            assert!(kinds.contains(&(stage, Variant::Normal)), "{stage}");
            assert!(kinds.contains(&(stage, Variant::Blitz)), "{stage}");
        }
        let different: HashSet<Position> = positions.iter().copied().collect();
        assert_eq!(different.len(), positions.len());
    }
}
