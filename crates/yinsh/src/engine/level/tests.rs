//! Tests of the levels.

use super::*;
use crate::engine::{EngineOptions, NullMonitor, Score};
use crate::game::{GameResult, Variant};

fn engine() -> Engine {
    Engine::new(EngineOptions {
        hash: 1 << 20,
        ..EngineOptions::default()
    })
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// White has four in a row and completes it by moving the ring on E2.
const ROW_TO_MAKE: &str = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 normal";

#[test]
fn levels_go_from_one_to_ten_and_through_json() {
    assert_eq!(Level::all().count(), 10);
    assert_eq!(Level::new(0).or(Level::new(11)), None);
    let json = serde_json::to_string(&level(7)).unwrap();
    assert_eq!(json, "7");
    assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level(7));
    assert!(serde_json::from_str::<Level>("11").is_err());
}

#[test]
fn turns_follow_from_the_seed() {
    let mut engine = engine();
    let start = Position::start(Variant::Normal);
    for number in [1, 4, 6] {
        let mut turns = Vec::new();
        for seed in 0..8 {
            let turn = level(number).turn(&mut engine, &start, seed, &mut NullMonitor);
            assert_eq!(
                level(number).turn(&mut engine, &start, seed, &mut NullMonitor),
                turn
            );
            turns.push(turn);
        }
        turns.sort_by_key(|turn| turn[0].to_string());
        turns.dedup();
        assert!(turns.len() > 1, "level {number} always plays {turns:?}");
    }
}

#[test]
fn a_limited_level_does_not_touch_the_engines_table() {
    let limits = SearchLimits {
        depth: Some(4),
        ..SearchLimits::default()
    };
    let position: Position = ROW_TO_MAKE.parse().unwrap();
    let mut engine = engine();
    let mut nodes = || {
        engine
            .search(&position, &limits, &mut NullMonitor)
            .unwrap()
            .nodes
    };
    let (first, again) = (nodes(), nodes());
    assert!(again < first, "{again} of {first}");
    let mut other = self::engine();
    let turn = level(8).turn(&mut other, &position, 5, &mut NullMonitor);
    assert_eq!(
        level(8).turn(&mut engine, &position, 5, &mut NullMonitor),
        turn
    );
    let after = engine.search(&position, &limits, &mut NullMonitor).unwrap();
    assert!(after.nodes <= again, "{} of {again}", after.nodes);
}

#[test]
fn only_weak_levels_miss_a_row() {
    let mut engine = engine();
    let position: Position = ROW_TO_MAKE.parse().unwrap();
    let mut missed = |number, seeds| {
        (0..seeds)
            .filter(|&seed| {
                let turn = level(number).turn(&mut engine, &position, seed, &mut NullMonitor);
                !turn.iter().any(|action| matches!(action, Action::Row(_)))
            })
            .count()
    };
    let weakest = missed(1, 60);
    assert!((3..=30).contains(&weakest), "{weakest}");
    for number in 4..=6 {
        assert_eq!(missed(number, 12), 0, "level {number}");
    }
}

#[test]
fn weak_levels_overlook_threats_more_often() {
    let mut engine = engine();
    let position: Position = ROW_TO_MAKE.replace("w w move", "b b move").parse().unwrap();
    let mut overlooked = |number| {
        (0..24)
            .filter(|&seed| {
                let turn = level(number).turn(&mut engine, &position, seed, &mut NullMonitor);
                let next = turn.iter().fold(position, |next, &a| next.play(a).unwrap());
                next.legal_actions().iter().any(|&action| {
                    next.play_unchecked(action)
                        .rows(Color::White)
                        .next()
                        .is_some()
                })
            })
            .count()
    };
    let (first, sixth) = (overlooked(1), overlooked(6));
    assert!(first >= 9, "level 1 overlooks {first} of 24");
    assert!(sixth <= 1, "level 6 overlooks {sixth} of 24");
}

#[test]
fn better_actions_are_picked_more_often_and_much_worse_ones_never() {
    let position = Position::start(Variant::Normal);
    let lines: Vec<Line> = [("e4", 0), ("e5", -20), ("e6", -400)]
        .into_iter()
        .map(|(action, score)| Line {
            score: Score::new(score),
            actions: vec![action.parse().unwrap()],
        })
        .collect();
    let mut counts = [0; 3];
    for chance in 0..300 {
        let action = pick(&position, &lines, 0.05, chance).unwrap();
        let place = lines.iter().position(|line| line.actions[0] == action);
        counts[place.unwrap()] += 1;
    }
    assert!(counts[0] > counts[1] && counts[1] > 30, "{counts:?}");
    assert_eq!(counts[2], 0);
}

#[test]
fn a_turn_is_complete_though_its_time_is_up() {
    struct StoppedMonitor;
    impl SearchMonitor for StoppedMonitor {
        fn should_stop(&mut self) -> bool {
            true
        }
    }
    let mut engine = engine();
    let position: Position = ROW_TO_MAKE.parse().unwrap();
    let turn = Level::BEST.turn(&mut engine, &position, 1, &mut StoppedMonitor);
    assert!(
        turn.iter().any(|action| matches!(action, Action::Ring(_))),
        "{turn:?}"
    );
}

/// Plays a game between two levels.
fn game(engine: &mut Engine, levels: [Level; 2], seed: u64) -> GameResult {
    let mut position = Position::start(Variant::Blitz);
    while position.result().is_none() {
        let level = levels[position.actor().index()];
        for action in level.turn(engine, &position, seed, &mut NullMonitor) {
            position = position.play(action).unwrap();
        }
    }
    position.result().unwrap()
}

#[test]
fn a_much_stronger_level_wins() {
    let mut engine = engine();
    let won = (0..6)
        .filter(|&seed| {
            let (levels, result) = if seed % 2 == 0 {
                ([level(4), level(1)], GameResult::White)
            } else {
                ([level(1), level(4)], GameResult::Black)
            };
            game(&mut engine, levels, seed) == result
        })
        .count();
    assert!(won >= 5, "{won} of 6");
}
