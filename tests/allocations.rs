//! The search does not allocate memory for each node.

use allocation_counter::measure;
use ringleader::engine::{Engine, EngineOptions, NullMonitor, SearchLimits};
use ringleader::game::Position;

/// Allocations allowed for each completed depth, for its result.
const PER_DEPTH: u64 = 16;

#[test]
fn more_nodes_take_no_more_allocations() {
    let position: Position = "4/7/2R3r1/5r3/7R2/1R5r1/1r1R6/4r4/5R2/7/4 w w move 0-0 normal"
        .parse()
        .unwrap();
    let mut engine = Engine::new(EngineOptions::default());
    let mut search = |nodes| {
        engine.clear();
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        let mut depth = 0;
        let cost = measure(|| {
            let result = engine.search(&position, &limits, &mut NullMonitor).unwrap();
            depth = u64::from(result.depth);
        });
        (cost.count_total, depth)
    };
    // The network is decoded by the first search.
    search(1_000);
    let (few, shallow) = search(10_000);
    let (many, deep) = search(300_000);
    assert!(few > 0 && deep > shallow);
    let allowed = few + PER_DEPTH * (deep - shallow);
    assert!(
        many <= allowed,
        "{many} allocations, {few} in a short search"
    );
}
