//! How long replays take to draw, and how large they are.
#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark has nobody to report to but the terminal"
)]

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use yinsh::game::{Action, Played, Position, Stage, Turn, Variant};
use yinsh_picture::{DrawnReplay, Replay, ReplayLimits, ReplayTurn, Theme, draw_replay};

/// The first `turns` turns of a random game: the first that has as many, or else the longest.
fn game(turns: usize) -> Replay {
    let start = Position::start(Variant::Normal);
    let games = (1..=MOST_GAMES).map(random_actions);
    let mut longest: Vec<Action> = Vec::new();
    for actions in games {
        let length = |actions: &[Action]| Turn::group(&start, actions).len();
        if length(&actions) > length(&longest) {
            longest = actions;
        }
        if length(&longest) >= turns {
            break;
        }
    }
    let mut played = Played::sequence(&start, &longest).into_iter();
    let grouped = Turn::group(&start, &longest).into_iter().take(turns);
    let turns = grouped.map(|turn| ReplayTurn {
        caption: format!("{}. Bob the Builder: {turn}", turn.number),
        played: played.by_ref().take(turn.actions.len()).collect(),
    });
    Replay {
        turns: turns.collect(),
        names: ["alice".to_owned(), "Bob the Builder".to_owned()],
        title: "alice – Bob the Builder".to_owned(),
        ..Replay::new(start)
    }
}

/// Maximum number of games to find a long one in.
const MOST_GAMES: u64 = 2000;

/// The actions of a random game.
fn random_actions(seed: u64) -> Vec<Action> {
    let mut position = Position::start(Variant::Normal);
    let (mut state, mut actions) = (seed, Vec::new());
    while position.stage() != Stage::Over {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let legal = position.legal_actions();
        let action = legal[(state >> 33) as usize % legal.len()];
        actions.push(action);
        position = position.play(action).expect("legal");
    }
    actions
}

fn drawn(replay: &Replay) -> DrawnReplay {
    let limits = ReplayLimits { bytes: 8_000_000 };
    draw_replay(replay, limits, &mut |_| ControlFlow::Continue(()))
        .expect("a replay")
        .expect("nobody breaks it off")
}

fn replays(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay");
    group.sample_size(10);
    group.sampling_mode(SamplingMode::Flat);
    for turns in [30, 70, 86] {
        let mut replay = game(turns);
        for theme in Theme::ALL {
            replay.theme = theme;
            let begun = std::time::Instant::now();
            let drawn = drawn(&replay);
            let took = begun.elapsed();
            let picture = &drawn.picture;
            println!(
                "{theme}, {} turns, {} x {}: {} bytes, {} frames, {} s, drawn in {took:.2?}",
                replay.turns.len(),
                picture.width,
                picture.height,
                picture.bytes.len(),
                drawn.frames,
                drawn.time / 100,
            );
        }
        replay.theme = Theme::Classic;
        group.bench_function(format!("{turns} turns"), |b| {
            b.iter(|| self::drawn(black_box(&replay)));
        });
    }
    group.finish();
}

criterion_group!(benches, replays);
criterion_main!(benches);
