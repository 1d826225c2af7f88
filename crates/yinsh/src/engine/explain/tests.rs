//! Tests of the explanations.

use super::*;
use crate::engine::Score;
use crate::game::{GameResult, Point, PointSet, Row, Variant};

/// A pseudo-random number.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 33) as usize
}

/// A random line of the rest of the turn.
fn turn(position: &Position, action: Action, seed: &mut u64) -> Line {
    let mut actions = vec![action];
    let mut after = position.play(action).unwrap();
    while after.actor() == position.actor() && after.stage() != Stage::Over {
        let choices = after.legal_actions();
        let action = choices[next(seed) % choices.len()];
        actions.push(action);
        after = after.play(action).unwrap();
    }
    Line {
        score: Score::EVEN,
        actions,
    }
}

/// Whether the player to move can complete a row by one move.
fn completes(position: &Position, row: Row) -> bool {
    let me = position.actor();
    position.legal_actions().iter().any(|&action| {
        let after = position.play(action).unwrap();
        (row.points() - after.markers(me)).is_empty()
    })
}

/// Asserts that a claim is true.
fn assert_true(position: &Position, line: &Line, claim: Claim) {
    let me = position.actor();
    let action = line.actions[0];
    let next = position.play(action).unwrap();
    let end = line
        .actions
        .iter()
        .fold(*position, |at, &action| at.play(action).unwrap());
    let stands = |row: Row, color| (row.points() - next.markers(color)).is_empty();
    match claim {
        Claim::WinsNow => assert_eq!(end.result(), Some(GameResult::win(me))),
        Claim::MakesRow { row } => {
            assert!(stands(row, me));
            assert!(!(row.points() - position.markers(me)).is_empty());
        }
        Claim::GivesRow { row } => assert!(stands(row, !me)),
        Claim::KeepsRow { row } => {
            let Action::Row(removed) = action else {
                panic!("no row is removed");
            };
            assert!(stands(row, me));
            assert!((row.points() & removed.points()).is_empty());
        }
        Claim::StopsRow { row } => {
            assert!(completes(&position.passed().unwrap(), row));
            assert!(!completes(&end, row));
        }
        Claim::AllowsRow { row } => {
            assert!(!completes(&position.passed().unwrap(), row));
            assert!(completes(&end, row));
        }
        Claim::PreparesRow { row } => {
            assert!(completes(&end.passed().unwrap(), row));
            if position.stage() == Stage::Move {
                assert!(!completes(position, row));
            }
        }
        Claim::SureRow => {
            for &reply in &end.legal_actions() {
                let after = end.play(reply).unwrap();
                if after.actor() == me {
                    let has = after.stage() == Stage::Row;
                    let rows = Row::along;
                    let all = Point::ALL
                        .into_iter()
                        .flat_map(|point| crate::game::Axis::ALL.map(|axis| rows(point, axis)));
                    assert!(has || all.flatten().any(|row| completes(&after, row)));
                }
            }
        }
        Claim::Turns { count, of } => {
            let turned = position.markers(of) - next.markers(of);
            assert_eq!(turned.len(), count as usize);
            assert!(count > 0);
        }
        Claim::Central => assert_eq!(position.stage(), Stage::Place),
        Claim::Reaches { points } => {
            let rings = next.rings(me) - position.rings(me);
            let ring = rings.iter().next().unwrap();
            assert_eq!(next.targets(ring).len(), points as usize);
        }
        Claim::GainsMoves { moves } => {
            assert_eq!(end.mobility(me), position.mobility(me) + moves);
        }
        Claim::TakesMoves { moves } => {
            assert_eq!(end.mobility(!me) + moves, position.mobility(!me));
        }
        Claim::LeastUse { points } => {
            for ring in position.rings(me) {
                assert!(position.targets(ring).len() >= points as usize);
            }
        }
        Claim::OnlyChoice => assert_eq!(position.legal_actions().len(), 1),
        Claim::WinsIn { .. } | Claim::LosesIn { .. } => panic!("the line has no proven score"),
        // tests/claims checks all kinds.
        _ => {}
    }
}

#[test]
fn claims_are_true() {
    let mut seed = 1;
    let mut said = std::collections::BTreeMap::<String, usize>::new();
    for game in 0..60 {
        let variant = [Variant::Normal, Variant::Blitz][game % 2];
        let mut position = Position::start(variant);
        while position.stage() != Stage::Over {
            let actions = position.legal_actions();
            let makes = actions.iter().copied().find(|&action| {
                let after = position.play(action).unwrap();
                after.stage() == Stage::Row && after.actor() == position.actor()
            });
            let mut tried: Vec<Action> = (0..3)
                .map(|_| actions[next(&mut seed) % actions.len()])
                .collect();
            tried.extend(makes);
            for &action in &tried {
                let line = turn(&position, action, &mut seed);
                let claims = explain(&position, &line);
                for claim in claims {
                    assert_true(&position, &line, claim);
                    let name = format!("{claim:?}");
                    let name = name.split(' ').next().unwrap().to_owned();
                    *said.entry(name).or_default() += 1;
                }
            }
            let choice = makes.filter(|_| next(&mut seed).is_multiple_of(2));
            position = position.play(choice.unwrap_or(tried[0])).unwrap();
        }
    }
    for name in [
        "WinsNow",
        "MakesRow",
        "StopsRow",
        "PreparesRow",
        "SureRow",
        "Turns",
        "Central",
        "Reaches",
        "TakesMoves",
        "LeastUse",
        "GivesRow",
        "AllowsRow",
        "DoubleThreat",
        "ForcesReply",
        "AvoidsRow",
        "KeepsThreat",
        "BreaksLine",
        "BuildsLine",
        "GuardsLine",
        "PreparesLine",
        "DeniesLine",
        "TurnsForGood",
        "SafeMarkers",
        "ThreatensTurns",
        "HampersRing",
        "ShutsIn",
        "MovesOut",
        "MostTurned",
        "MostMoves",
        "FewestMoves",
        "LeavesRow",
        "MissesRow",
    ] {
        assert!(
            said.get(name).is_some_and(|&count| count >= 3),
            "{name}: {said:?}"
        );
    }
}

fn explained(position: &str, score: Score, actions: &[&str]) -> Vec<Claim> {
    let line = Line {
        score,
        actions: actions.iter().map(|text| text.parse().unwrap()).collect(),
    };
    explain(&position.parse().unwrap(), &line)
}

fn row(one: &str, other: &str) -> Row {
    Row::new(one.parse().unwrap(), other.parse().unwrap()).unwrap()
}

/// White's ring on E2 leaves the fifth marker of a row; black stops it by I7–D2 only.
const FOUR: &str = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 normal";

#[test]
fn making_a_row_comes_first() {
    let claims = explained(FOUR, Score::EVEN, &["e2-f2", "xe2-e6", "xf2"]);
    assert_eq!(
        claims[0],
        Claim::MakesRow {
            row: row("E2", "E6")
        }
    );
    assert!(!claims.iter().any(|claim| claim.is_against()));
    // Not for black, whose markers these are not.
    let black = FOUR.replace("w w", "b b");
    let claims = explained(&black, Score::EVEN, &["d1-e1"]);
    assert!(!claims.contains(&Claim::MakesRow {
        row: row("E2", "E6")
    }));
}

#[test]
fn forced_wins_are_counted_in_turns() {
    let blitz = FOUR.replace("normal", "blitz");
    let all = ["e2-f2", "xe2-e6", "xf2"];
    let wins = |score, actions: &[&str]| explained(&blitz, score, actions)[0];
    assert_eq!(wins(Score::EVEN, &all), Claim::WinsNow);
    assert_eq!(wins(Score::win_in(3), &all[..1]), Claim::WinsNow);
    // The search may be wrong: black stops that.
    let claims = explained(&blitz, Score::win_in(5), &["f6-f7"]);
    assert!(
        !claims
            .iter()
            .any(|claim| matches!(claim, Claim::WinsIn { .. }))
    );
    let sure = "4/7/8/9/rRMMMM4/4R4/1R4R3/7r1/R5r1/2r2r1/4 w w move 0-0 blitz";
    assert_eq!(
        explained(sure, Score::win_in(5), &["g3-g4"])[0],
        Claim::WinsIn { turns: 2 }
    );
    let black = sure.replace("w w", "b b");
    assert_eq!(
        explained(&black, -Score::win_in(4), &["e1-d1"])[0],
        Claim::LosesIn { turns: 1 }
    );
}

#[test]
fn central_points_are_those_around_the_centre() {
    let central: PointSet = Point::ALL
        .into_iter()
        .filter(|&point| rings::distance_from_centre(point) <= 2)
        .collect();
    // The centre, six points around it, twelve around those.
    assert_eq!(central.len(), 19);
}
