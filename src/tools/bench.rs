//! `ringleader bench`: the engine's speed, and a node count that identifies its search.
//!
//! A fixed set of positions, of all stages and both variants, is searched to a fixed depth, each
//! with an empty transposition table. The node count changes only with the search or the
//! evaluation.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineOptions, NullMonitor, SearchLimits, SearchResult};
use crate::game::Position;

/// The positions, one on each line.
const POSITIONS: &str = include_str!("bench/positions.txt");

/// Default depth in ring moves: some seconds in all.
pub const DEPTH: u32 = 6;

/// Searches all positions to a depth in ring moves, and writes a line for each, and the totals.
///
/// # Errors
///
/// `out` cannot be written, or a position of the set is invalid.
pub fn run(depth: u32, out: &mut impl Write) -> io::Result<()> {
    let mut engine = Engine::new(EngineOptions::default());
    let limits = SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    };
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for (number, line) in (1..).zip(POSITIONS.lines()) {
        let position: Position = line
            .parse()
            .map_err(|error| io::Error::other(format!("position {number}: {error}")))?;
        engine.clear();
        let begin = Instant::now();
        let result = engine.search(&position, &limits, &mut NullMonitor);
        let took = begin.elapsed();
        let Some(result) = result else {
            return Err(io::Error::other(format!("position {number} is over")));
        };
        nodes += result.nodes;
        time += took;
        write_result(number, &position, &result, took, out)?;
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

fn write_result(
    number: usize,
    position: &Position,
    result: &SearchResult,
    took: Duration,
    out: &mut impl Write,
) -> io::Result<()> {
    write!(
        out,
        "position {number}: {} nodes, {:.1} ms, {:.0} nodes/s, depth {}",
        result.nodes,
        1e3 * took.as_secs_f64(),
        rate(result.nodes, took),
        result.depth
    )?;
    if let (Some(best), Some(score)) = (result.best(), result.score()) {
        write!(out, ", {best} {score}")?;
    }
    writeln!(out, ", {position}")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::{Stage, Variant};

    /// The output of a run, without what depends on the machine.
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
    fn node_counts_are_reproducible() {
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
