//! How long a picture takes, in whole and in parts, and how large its file is.
#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark has nobody to report to but the terminal"
)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use yinsh::game::{Played, Position};
use yinsh_picture::steps::{Painter, encode_canvas, forget};
use yinsh_picture::{Hint, Scene, Theme, draw};

/// A full board, with the last action shown.
fn scene() -> Scene {
    let before: Position = "R1MM/1MmMmR1/2mmmMMM/2MmMMMRM/mrrm1MMMm1/mm3MmR1/1mM1m1mrM1/2mrm1MRM/\
                            2mmM1M1/M3MM1/mMr1 w w move 0-0 normal"
        .parse()
        .expect("a position");
    let action = before.legal_actions()[0];
    let mut scene = Scene::new(before.play(action).expect("legal"));
    scene.names = ["alice".to_owned(), "Bob the Builder".to_owned()];
    scene.caption = "Bob the Builder, move a ring".to_owned();
    scene.last.push(Played::new(&before, action));
    scene
}

fn pictures(criterion: &mut Criterion) {
    let scene = scene();
    let mut hints = scene.clone();
    let actions = scene.position.legal_actions();
    hints.hints = actions[..3].iter().map(|&action| Hint { action }).collect();
    let mut rows = scene.clone();
    rows.position = ROWS.parse().expect("a position");
    for theme in Theme::ALL {
        for (what, scene) in [("full", &scene), ("hints", &hints), ("rows", &rows)] {
            for size in [400, 1000, 1600] {
                let mut scene = scene.clone();
                (scene.theme, scene.size) = (theme, size);
                let picture = draw(&scene).expect("a picture");
                let size = format!("{} x {}", picture.width, picture.height);
                println!("{theme}, {what}, {size}: {} bytes", picture.bytes.len());
            }
        }
    }
    let painter = Painter::new(&scene).expect("a painter");
    let board = painter.background();
    let mut painted = board.clone();
    painter.words(&mut painted);
    painter.pieces(&mut painted);

    let mut group = criterion.benchmark_group("picture");
    group.bench_function("background, cold", |b| {
        b.iter(|| {
            forget();
            Painter::new(black_box(&scene))
                .expect("a painter")
                .background()
        });
    });
    group.bench_function("background, warm", |b| b.iter(|| painter.background()));
    group.bench_function("text", |b| {
        b.iter_batched_ref(
            || board.clone(),
            |canvas| painter.words(canvas),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("pieces", |b| {
        b.iter_batched_ref(
            || board.clone(),
            |canvas| painter.pieces(canvas),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("encode", |b| {
        b.iter(|| encode_canvas(&painter, black_box(&painted)));
    });
    group.bench_function("whole, cold", |b| {
        b.iter(|| {
            forget();
            draw(black_box(&scene))
        });
    });
    group.bench_function("whole, warm", |b| b.iter(|| draw(black_box(&scene))));
    group.bench_function("whole with three hints, warm", |b| {
        b.iter(|| draw(black_box(&hints)));
    });
    group.bench_function("whole with rows, warm", |b| {
        b.iter(|| draw(black_box(&rows)));
    });
    group.finish();
}

/// A full board on which seven rows stand.
const ROWS: &str = "M1M1/3R3/2mM3R/1m1m1m1MM/3rmM1MmM/1r1mm1Mm1/1mrMmmmmmm/4mmm2/1m1mrmmr/\
                    MmR1Mm1/1RMR b b row 0-0 normal";

criterion_group!(benches, pictures);
criterion_main!(benches);
