//! Advice for a player: the best actions, the one to recommend first.

use super::claim::Claim;
use super::explain::explain;
use super::options::SearchLimits;
use super::scale::percent;
use super::search_result::{Line, SearchMonitor};
use super::searcher::Engine;
use crate::game::Position;

/// Number of actions of a hint: the best, and two others.
pub const ADVISED: usize = 3;

/// How much of the chance to win, in per cent, an action may lose and still be recommended because
/// there is a concrete cause for it. A player cannot tell the difference.
const NO_LOSS: u32 = 1;

/// Searches `nodes` positions for the best actions. Among those that are as good as the best, the
/// first one is one for which there is a concrete cause, as far as there is any. Empty if the game
/// is over.
pub fn advise(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    monitor: &mut dyn SearchMonitor,
) -> Vec<Line> {
    let limits = SearchLimits {
        nodes: Some(nodes),
        lines: ADVISED,
        ..SearchLimits::default()
    };
    let result = engine.search(position, &limits, monitor);
    let mut lines = result.map_or_else(Vec::new, |result| result.lines);
    if let Some(best) = lines.first().map(|line| percent(line.score.chance()))
        && let Some(index) = lines
            .iter()
            .take_while(|line| percent(line.score.chance()) + NO_LOSS >= best)
            .position(|line| has_cause(position, line))
    {
        lines[..=index].rotate_right(1);
    }
    lines
}

/// Whether a claim that is told for an action is a concrete cause.
fn has_cause(position: &Position, line: &Line) -> bool {
    let (told, _) = Claim::told(&explain(position, line));
    told.into_iter().any(Claim::is_concrete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{EngineOptions, NullMonitor};

    #[test]
    fn a_cause_comes_first_if_that_loses_nothing() {
        let position: Position = "3R/3Mr2/1R6/mr1r5/1m8/6Rr1/2m2R4/4r1R2/8/7/4 w w move 0-0 normal"
            .parse()
            .unwrap();
        let mut engine = Engine::new(EngineOptions::default());
        let lines = advise(&mut engine, &position, 20_000, &mut NullMonitor);
        assert_eq!(lines.len(), ADVISED);
        let chances: Vec<u32> = lines
            .iter()
            .map(|line| percent(line.score.chance()))
            .collect();
        let best = *chances.iter().max().unwrap();
        assert!(chances[0] + NO_LOSS >= best, "{chances:?}");
        let causes: Vec<bool> = lines
            .iter()
            .map(|line| has_cause(&position, line))
            .collect();
        let good = chances.iter().zip(&causes);
        let any = good
            .filter(|&(&chance, &cause)| cause && chance + NO_LOSS >= best)
            .count();
        assert_eq!(causes[0], any > 0, "{chances:?} {causes:?}");
    }
}
