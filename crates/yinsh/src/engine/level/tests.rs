//! Tests of the levels.

use super::*;
use crate::engine::{EngineOptions, NullMonitor};
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
fn a_row_in_plain_sight_is_made() {
    let mut engine = engine();
    let position: Position = ROW_TO_MAKE.parse().unwrap();
    for number in 2..=8 {
        for seed in 0..6 {
            let turn = level(number).turn(&mut engine, &position, seed, &mut NullMonitor);
            assert!(
                turn.iter().any(|action| matches!(action, Action::Ring(_))),
                "level {number}: {turn:?}"
            );
        }
    }
}

#[test]
fn weaker_levels_lose_more_a_move() {
    let positions = [
        "4/4r2/m3M3/2MmmMMR1/m1rrmRM3/2RM3m1/2RmMM2r1/RMM5M/rmM5/7/4 w w move 0-0 normal",
        "3M/2r2Mm/2M3MM/2M3mrR/MMmMrmmmMM/mm5Mm/1mMm3RMR/3mMmmr1/3mRMRM/4m2/2M1 b b move 0-1 normal",
        "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 b b move 0-0 normal",
    ];
    let mut losses = [0.0; 3];
    for text in positions {
        let position: Position = text.parse().unwrap();
        let appeals = appeals_of(&position);
        for (loss, number) in losses.iter_mut().zip([1, 4, 8]) {
            let person = level(number).person().unwrap();
            for seed in 0..40 {
                let action = person.choose(&position, &appeals, seed);
                let chosen = appeals.iter().find(|appeal| Some(appeal.action) == action);
                *loss -= chosen.unwrap().judgement[2];
            }
        }
    }
    assert!(
        losses[0] > losses[1] && losses[1] >= losses[2],
        "{losses:?}"
    );
}

/// What draws a person to each action.
fn appeals_of(position: &Position) -> Vec<person::Appeal> {
    let limits = SearchLimits {
        depth: Some(person::DEPTH),
        lines: usize::MAX,
        ..SearchLimits::default()
    };
    let result = engine().search(position, &limits, &mut NullMonitor);
    appeals(position, &result.unwrap().lines)
}

#[test]
fn insight_finds_the_best_action_and_chance_varies_it() {
    let position: Position = ROW_TO_MAKE.replace("w w move", "b b move").parse().unwrap();
    let appeals = appeals_of(&position);
    let best = appeals.iter().find(|appeal| appeal.judgement[3] > 0.0);
    let best = best.unwrap().action;
    let chosen = |insight, spread| {
        let person = Person {
            insight,
            spread,
            place_spread: spread,
        };
        let chosen = (0..40).map(|seed| person.choose(&position, &appeals, seed).unwrap());
        chosen.collect::<Vec<Action>>()
    };
    let share = |actions: &[Action]| actions.iter().filter(|&&action| action == best).count();
    assert_eq!(share(&chosen(50.0, 0.0)), 40);
    assert!(share(&chosen(3.0, 1.0)) > share(&chosen(0.0, 1.0)));
    let mut varied = chosen(1.0, 2.0);
    varied.sort_by_key(Action::to_string);
    varied.dedup();
    assert!(varied.len() > 3, "{varied:?}");
}

#[test]
fn the_judgement_is_relative_to_the_best_action() {
    let appeals = appeals_of(&ROW_TO_MAKE.parse().unwrap());
    assert!(appeals.len() > 20);
    assert!(appeals.iter().any(|appeal| appeal.judgement[3] > 0.0));
    for appeal in &appeals {
        let [capped, behind, chance, is_best] = appeal.judgement;
        assert!(behind <= 0.0 && chance <= 0.0 && capped >= behind);
        assert_eq!(is_best > 0.0, behind == 0.0, "{}", appeal.action);
    }
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
                ([level(8), level(1)], GameResult::White)
            } else {
                ([level(1), level(8)], GameResult::Black)
            };
            game(&mut engine, levels, seed) == result
        })
        .count();
    assert!(won >= 5, "{won} of 6");
}
