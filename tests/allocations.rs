//! The search allocates nothing as it goes: what it needs is there before the first node.

use allocation_counter::measure;
use ringleader::engine::{Engine, EngineOptions, NullMonitor, SearchLimits};
use ringleader::game::Position;

/// Allocations that one more finished depth may cost: its lines are told.
const TOLD: u64 = 16;

#[test]
fn more_nodes_take_no_more_allocations() {
    let position: Position = "4/7/2R3r1/5r3/7R2/1R5r1/1r1R6/4r4/5R2/7/4 w w move 0-0 normal"
        .parse()
        .unwrap();
    let mut engine = Engine::new(EngineOptions::default());
    let mut think = |nodes| {
        engine.clear();
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        let mut depth = 0;
        let cost = measure(|| {
            let thought = engine.search(&position, &limits, &mut NullMonitor).unwrap();
            depth = u64::from(thought.depth);
        });
        (cost.count_total, depth)
    };
    // The network is read when it is first asked.
    think(1_000);
    let (few, shallow) = think(10_000);
    let (many, deep) = think(300_000);
    assert!(few > 0 && deep > shallow);
    let allowed = few + TOLD * (deep - shallow);
    assert!(
        many <= allowed,
        "{many} allocations, {few} in a short search"
    );
}
