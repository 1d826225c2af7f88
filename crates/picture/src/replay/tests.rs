//! Tests of replays, by an independent reader of the files.

use gif::{ColorOutput, DecodeOptions};
use image::{Rgba, RgbaImage};

use super::moments::Moment;
use super::*;
use crate::painter::Motion;
use yinsh::game::{Action, Stage, Turn, Variant};

/// A replay of a random game, up to some turn or to its end.
fn random_game(turns: usize, seed: u64) -> Replay {
    let start = Position::start(Variant::Normal);
    let (mut position, mut state) = (start, seed);
    let mut actions: Vec<Action> = Vec::new();
    while position.stage() != Stage::Over && Turn::group(&start, &actions).len() <= turns {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let legal = position.legal_actions();
        let action = legal[(state >> 33) as usize % legal.len()];
        actions.push(action);
        position = position.play(action).unwrap();
    }
    replay_of(start, &actions, turns)
}

/// A replay of the first turns of a game.
fn replay_of(start: Position, actions: &[Action], turns: usize) -> Replay {
    let mut played = Played::sequence(&start, actions).into_iter();
    let turns = Turn::group(&start, actions).into_iter().take(turns);
    let turns = turns.map(|turn| ReplayTurn {
        caption: format!(
            "{}. {}: {turn}",
            turn.number,
            ["alice", "Bob the Builder"][turn.color.index()]
        ),
        played: played.by_ref().take(turn.actions.len()).collect(),
    });
    Replay {
        turns: turns.collect(),
        names: ["alice".to_owned(), "Bob the Builder".to_owned()],
        title: "alice – Bob the Builder".to_owned(),
        ..Replay::new(start)
    }
}

/// The turn of a random game in which a row is removed first.
fn turn_with_a_row() -> Replay {
    let is_row = |played: &Played| matches!(played.action, Action::Row(_));
    let has_row = |turn: &ReplayTurn| turn.played.iter().any(is_row);
    let mut game = (1..)
        .map(|seed| random_game(90, seed))
        .find(|game| game.turns.iter().any(has_row))
        .unwrap();
    let first = game.turns.iter().position(has_row).unwrap();
    for turn in game.turns.drain(..first) {
        for played in turn.played {
            game.start = game.start.play(played.action).unwrap();
        }
    }
    game.turns.truncate(1);
    game
}

const LIMITS: ReplayLimits = ReplayLimits { bytes: 8_000_000 };

fn drawn(replay: &Replay, limits: ReplayLimits) -> DrawnReplay {
    let mut watch = |_| ControlFlow::Continue(());
    draw_replay(replay, limits, &mut watch).unwrap().unwrap()
}

/// What a viewer shows frame by frame, and for how long.
fn seen(file: &[u8]) -> Vec<(RgbaImage, u16)> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut reader = options.read_info(file).unwrap();
    let mut screen = RgbaImage::new(reader.width().into(), reader.height().into());
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        let (pixels, _) = frame.buffer.as_chunks::<4>();
        for (i, &pixel) in pixels.iter().enumerate() {
            if pixel[3] != 0 {
                let x = u32::from(frame.left) + i as u32 % u32::from(frame.width);
                let y = u32::from(frame.top) + i as u32 / u32::from(frame.width);
                screen.put_pixel(x, y, Rgba(pixel));
            }
        }
        frames.push((screen.clone(), frame.delay));
    }
    frames
}

/// A board in the colours of replays.
fn still(scene: &Scene) -> RgbaImage {
    let all = palette(scene.theme).unwrap();
    let few = few_colors(scene.theme, all).unwrap();
    let painter = Painter::new(scene).unwrap();
    let canvas = painter.paint();
    let indices = painter.indices(&canvas, all);
    RgbaImage::from_fn(canvas.width(), canvas.height(), |x, y| {
        let index = indices[(y * canvas.width() + x) as usize];
        let [r, g, b] = few.colors[usize::from(few.index[usize::from(index)])];
        Rgba([r, g, b, 255])
    })
}

#[test]
fn a_replay_begins_with_its_first_board_and_ends_with_its_last() {
    for theme in Theme::ALL {
        let replay = Replay {
            theme,
            end: Some("Bob the Builder gave up".to_owned()),
            result: Some(GameResult::White),
            ..random_game(14, 5)
        };
        let drawn = drawn(&replay, LIMITS);
        let frames = seen(&drawn.picture.bytes);
        assert_eq!(frames.len(), drawn.frames);
        let (width, height) = (drawn.picture.width, drawn.picture.height);
        assert_eq!((width, height), frames[0].0.dimensions());
        let last = frames.last().unwrap();
        assert!(
            last.0 == still(&replay.last_scene(width)),
            "{theme}: the last board"
        );
        assert_eq!(last.1, 400);
        let time: u64 = frames.iter().map(|(_, time)| u64::from(*time)).sum();
        assert_eq!(time, drawn.time);
        // The first board has white to move, as any picture of it.
        assert!(
            frames[0].0 == still(&replay.scene(width)),
            "{theme}: the first board"
        );
    }
}

#[test]
fn every_turn_has_frames_and_takes_about_a_second() {
    let replay = random_game(40, 3);
    let layout = Layout::new(400, Color::White);
    let all = moments(&replay, &layout);
    for turn in &replay.turns[..39] {
        let its: Vec<&Moment> = all
            .iter()
            .filter(|moment| moment.caption == turn.caption)
            .collect();
        let time: u16 = its.iter().map(|moment| moment.time).sum();
        let least = match turn.played[0].action {
            Action::Place(_) => 3,
            Action::Pass => 1,
            _ => 6,
        };
        assert!(its.len() >= least, "{}: {} frames", turn.caption, its.len());
        let most = if turn.played.len() > 1 { 400 } else { 140 };
        assert!((55..=most).contains(&time), "{}: {time}", turn.caption);
    }
}

#[test]
fn markers_turn_over_behind_the_ring() {
    let replay = random_game(60, 11);
    let layout = Layout::new(400, Color::White);
    let all = moments(&replay, &layout);
    let jump = replay
        .turns
        .iter()
        .find(|turn| turn.played[0].turned.len() >= 2)
        .unwrap();
    let turned = jump.played[0].turned;
    let its = all.iter().filter(|moment| moment.caption == jump.caption);
    let motions: Vec<&Motion> = its.filter_map(|moment| moment.motion.as_ref()).collect();
    // All have their old colour in the first frame, and their new one in the last.
    let colors = |motion: &Motion, point| {
        motion.moving.iter().find_map(|piece| match *piece {
            crate::painter::MovingPiece::Marker { color, at, .. } if at == point => Some(color),
            _ => None,
        })
    };
    let mut before = replay.start;
    for turn in replay
        .turns
        .iter()
        .take_while(|turn| turn.caption != jump.caption)
    {
        for played in &turn.played {
            before = before.play(played.action).unwrap();
        }
    }
    for point in turned {
        let old = match before.markers(Color::White).contains(point) {
            true => Color::White,
            false => Color::Black,
        };
        let seen: Vec<Color> = motions
            .iter()
            .filter_map(|motion| colors(motion, point))
            .collect();
        assert_eq!(seen.first(), Some(&old), "{point}");
        assert_eq!(seen.last(), Some(&!old), "{point}");
        let changes = seen.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(changes, 1, "{point}");
        assert!(!motions.last().unwrap().moving_markers.contains(point));
    }
}

#[test]
fn a_row_glows_before_it_is_removed() {
    let replay = turn_with_a_row();
    let layout = Layout::new(400, Color::White);
    let all = moments(&replay, &layout);
    let glowing = all.iter().filter(|moment| {
        moment
            .motion
            .as_ref()
            .is_some_and(|motion| motion.glow.is_some())
    });
    let glowing: Vec<&Moment> = glowing.collect();
    assert!(glowing.len() >= 5);
    let markers = |moment: &Moment| Color::ALL.map(|color| moment.position.markers(color).len());
    let (first, last) = (markers(glowing[0]), markers(glowing[4]));
    assert_eq!(first.iter().sum::<usize>(), last.iter().sum::<usize>() + 5);
    // The ring goes to its tray.
    let flies = |moment: &&Moment| {
        moment.position.removed(replay.turns[0].played[0].by) == 0
            && moment
                .motion
                .as_ref()
                .is_some_and(|motion| !motion.moving_rings.is_empty())
    };
    assert!(all.iter().filter(flies).count() >= 4);
    let end = replay.last_scene(400).position;
    assert_eq!(
        Color::ALL
            .map(|color| end.removed(color))
            .iter()
            .sum::<u8>(),
        1
    );
}

#[test]
fn a_replay_that_would_be_too_large_is_smaller_and_then_shorter() {
    let replay = random_game(24, 7);
    let whole = drawn(&replay, LIMITS);
    assert_eq!((whole.picture.width, whole.left_out), (WIDTHS[0], 0));
    let size = whole.picture.bytes.len();
    let smaller = drawn(&replay, ReplayLimits { bytes: size - 1 });
    assert!(smaller.picture.width < WIDTHS[0] && smaller.left_out == 0);
    let shorter = drawn(&replay, ReplayLimits { bytes: size / 4 });
    assert!(
        shorter.left_out > 0 && shorter.left_out < 24,
        "{}",
        shorter.left_out
    );
    assert!(shorter.picture.bytes.len() <= size / 4);
    let frames = seen(&shorter.picture.bytes);
    let end = replay.last_scene(shorter.picture.width);
    assert!(frames.last().unwrap().0 == still(&end));
    // A single turn may have any size.
    let single = drawn(&replay, ReplayLimits { bytes: 1 });
    assert_eq!(single.left_out, 23);
}

#[test]
fn a_replay_can_be_broken_off_at_any_frame() {
    let replay = random_game(12, 7);
    let mut parts = Vec::new();
    let mut watch = |part| {
        parts.push(part);
        match parts.len() {
            5 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    assert_eq!(draw_replay(&replay, LIMITS, &mut watch).unwrap(), None);
    assert_eq!(parts.len(), 5);
    assert!(parts.is_sorted() && parts[4] < 1.0);
}

#[test]
fn a_replay_without_turns_shows_its_board() {
    let replay = Replay::new(Position::start(Variant::Normal));
    let drawn = drawn(&replay, LIMITS);
    assert_eq!(seen(&drawn.picture.bytes).len(), 1);
}
