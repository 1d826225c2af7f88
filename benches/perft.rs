//! The speed of perft, to depth 4 with ten rings spread over the board.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that has nothing to measure has to fail"
)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ringleader::game::perft;
use ringleader::tools::perft::cases;

/// Depth: deep enough to measure the rules only, and still quick.
const DEPTH: u32 = 4;

fn spread(criterion: &mut Criterion) {
    let suite = include_str!("../tests/data/perft.epd");
    let case = cases(suite)
        .map(|(_, case)| case.expect("the suite is right"))
        .find(|case| case.name == "P4_spread")
        .expect("the suite has P4_spread");
    let (_, leaves) = case
        .counts
        .iter()
        .find(|(depth, _)| *depth == DEPTH)
        .expect("its count is known");
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(*leaves));
    group.bench_function("P4_spread 4", |bencher| {
        bencher.iter(|| perft(std::hint::black_box(&case.position), DEPTH));
    });
    group.finish();
}

criterion_group!(benches, spread);
criterion_main!(benches);
