//! Tests of the review.

use super::*;
use crate::engine::{Engine, EngineOptions, NullMonitor, SearchLimits};
use crate::game::{Row, Variant};
use crate::split_mix::SplitMix;

fn search_result(score: Score, actions: &[&str]) -> SearchResult {
    let actions = actions.iter().map(|text| text.parse().unwrap()).collect();
    SearchResult {
        lines: vec![Line { score, actions }],
        depth: 4,
        selective_depth: 4,
        nodes: 1,
        threads: 1,
        fullness: 0,
    }
}

fn actions(texts: &[&str]) -> Vec<Action> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// White's ring on E2 leaves the fifth marker of a row, which wins in blitz.
const FOUR: &str = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 blitz";

#[test]
fn a_missed_win_is_a_turning_point() {
    let start: Position = FOUR.parse().unwrap();
    let mut review = Review::new(&start, &actions(&["f6-f7", "d1-d2"]));
    // The last position first.
    let positions: Vec<Position> = ["f6-f7", "d1-d2"]
        .iter()
        .fold(vec![start], |mut all, text| {
            all.push(all[all.len() - 1].play(text.parse().unwrap()).unwrap());
            all
        });
    for (index, depth, result) in [
        (2, None, search_result(Score::new(50), &["f7-f8"])),
        (1, None, search_result(Score::new(60), &["d1-d2"])),
        (
            0,
            None,
            search_result(Score::win_in(3), &["e2-f2", "xe2-e6", "xf2"]),
        ),
        // The played move that was not the best, one ring move less deep.
        (1, Some(3), search_result(Score::EVEN, &["d1-e1"])),
    ] {
        assert_eq!(review.findings(), None);
        let position = positions[index];
        assert_eq!(
            review.next_search(),
            Some(ReviewSearch {
                position,
                depth,
                lines: 1
            })
        );
        review.add(&result);
    }
    assert_eq!(review.progress(), (3, 3));
    assert_eq!(review.next_search(), None);
    let findings = review.findings().unwrap();
    let [start, after_one, after_two] = findings.chances[..] else {
        panic!("{:?}", findings.chances);
    };
    assert_eq!(start, 100);
    assert!(after_one == 50 && after_two > 50, "{after_one} {after_two}");
    assert_eq!(findings.first_turn, 1);
    let labels: Vec<Label> = findings.decisions.iter().map(|one| one.label).collect();
    assert_eq!(labels, [Label::Blunder, Label::Best]);
    let [point] = &findings.turning_points[..] else {
        panic!("{:?}", findings.turning_points);
    };
    assert_eq!((point.decision.turn, point.decision.loss), (1, 50));
    assert_eq!(point.because[0], Claim::WinsNow);
    let row = Row::new("e2".parse().unwrap(), "e6".parse().unwrap()).unwrap();
    assert!(point.because.contains(&Claim::MakesRow { row }));
    // The formula's value for a loss of 50 %, and no loss at all.
    let [white, black] = findings.accuracy.map(Option::unwrap);
    assert!((white - 8.53).abs() < 0.01, "{white}");
    assert!((black - 100.0).abs() < 0.01, "{black}");
}

#[test]
fn forced_decisions_are_neither_searched_nor_counted() {
    let start: Position = FOUR.parse().unwrap();
    let all = actions(&["e2-f2", "xe2-e6", "xf2"]);
    let mut review = Review::new(&start, &all);
    let mut requested = Vec::new();
    while let Some(ReviewSearch {
        position, depth, ..
    }) = review.next_search()
    {
        requested.push((position.stage(), depth));
        let best = position.legal_actions()[0].to_string();
        review.add(&search_result(Score::EVEN, &[&best]));
    }
    // The game is over at the end, and there is only one row to remove.
    let best = [(Stage::Ring, None), (Stage::Move, None)];
    assert_eq!(requested, [best[0], best[1], (Stage::Row, Some(3))]);
    let findings = review.findings().unwrap();
    assert!(findings.decisions[1].forced);
    assert_eq!(findings.chances, [50, 100]);
    assert_eq!(findings.accuracy[1], None);
}

#[test]
fn a_whole_game_is_reviewed() {
    let mut engine = Engine::new(EngineOptions::default());
    let limits = SearchLimits {
        nodes: Some(300),
        ..SearchLimits::default()
    };
    let start = Position::start(Variant::Blitz);
    let mut position = start;
    let mut played = Vec::new();
    while position.stage() != Stage::Over {
        let choices = position.legal_actions();
        // White plays any action, black the engine's.
        let action = if position.actor() == Color::White {
            choices[played.len() * 7 % choices.len()]
        } else {
            let result = engine.search(&position, &limits, &mut NullMonitor);
            result.unwrap().best().unwrap()
        };
        played.push(action);
        position = position.play(action).unwrap();
    }
    let mut review = Review::new(&start, &played).to_learn([true, false]);
    let (_, all) = review.progress();
    let mut most = 0;
    while let Some(ReviewSearch {
        position,
        depth,
        lines,
    }) = review.next_search()
    {
        assert!(review.progress() >= (most, all));
        (most, _) = review.progress();
        let limits = SearchLimits {
            depth,
            lines,
            ..limits.clone()
        };
        review.add(&engine.search(&position, &limits, &mut NullMonitor).unwrap());
    }
    assert_eq!(review.progress(), (all, all));
    let findings = review.findings().unwrap();
    assert_eq!(findings.decisions.len(), played.len());
    assert_eq!(
        findings.chances.len(),
        Turn::group(&start, &played).len() + 1
    );
    let [white, black] = findings.accuracy.map(Option::unwrap);
    assert!(white < black, "{white} {black}");
    assert!(findings.turning_points.len() <= TURNING_POINTS);
    let white_lost = findings.turning_points.iter().any(|point| {
        point.decision.by == Color::White && point.decision.label >= Label::Inaccuracy
    });
    assert!(white_lost, "{:?}", findings.turning_points);
    for point in &findings.turning_points {
        let least = findings
            .decisions
            .iter()
            .filter(|other| other.loss > point.decision.loss);
        assert!(least.count() < TURNING_POINTS);
        assert_ne!(point.better.actions[0], point.decision.action);
    }
    assert!(!findings.mistakes.is_empty());
    for mistake in &findings.mistakes {
        let decision = mistake.decision;
        assert!(findings.decisions.contains(&decision));
        assert!(decision.by == Color::White && decision.loss >= 10);
        assert_eq!(mistake.good[0], mistake.better.actions[0]);
        assert!(!mistake.good.contains(&decision.action));
        for (index, &action) in mistake.good.iter().enumerate() {
            assert!(mistake.position.play(action).is_ok());
            assert!(!mistake.good[..index].contains(&action));
        }
    }
}

#[test]
fn what_is_nearly_as_good_as_the_best_is_no_mistake() {
    let start: Position = FOUR.parse().unwrap();
    let line = |chance: f64, action: &str| {
        let cp = (0..2000).find(|&cp| Score::new(cp).chance() >= chance);
        Line {
            score: Score::new(cp.unwrap()),
            actions: actions(&[action]),
        }
    };
    // By a second look the move that was played is nearly as good, or worse.
    for (second, good) in [(0.88, None), (0.75, Some(&["e2-f2", "e2-g2"]))] {
        let mut review = Review::new(&start, &actions(&["f6-f7"])).to_learn([true; 2]);
        let played = SearchResult {
            // Of black.
            lines: vec![Line {
                score: -line(0.7, "d1-d2").score,
                actions: actions(&["d1-d2"]),
            }],
            ..search_result(Score::EVEN, &[])
        };
        let best = SearchResult {
            lines: vec![line(0.91, "e2-f2")],
            ..search_result(Score::EVEN, &[])
        };
        let looked = SearchResult {
            lines: vec![
                line(0.91, "e2-f2"),
                line(0.89, "e2-g2"),
                line(second, "f6-f7"),
            ],
            ..search_result(Score::EVEN, &[])
        };
        for result in [&played, &best, &played] {
            assert_eq!(review.next_search().unwrap().lines, 1);
            review.add(result);
        }
        assert_eq!(review.findings(), None);
        let search = review.next_search().unwrap();
        let expected = ReviewSearch {
            position: start,
            depth: Some(4),
            lines: mistake::LINES,
        };
        assert_eq!(search, expected);
        review.add(&looked);
        let mistakes = review.findings().unwrap().mistakes;
        let found: Vec<_> = mistakes
            .iter()
            .map(|mistake| mistake.good.clone())
            .collect();
        assert_eq!(
            found,
            good.map(|good| actions(good))
                .into_iter()
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_game_without_actions_and_one_with_an_illegal_one() {
    let start: Position = FOUR.parse().unwrap();
    for texts in [&[][..], &["a2"][..], &["e2-e6", "d1-d2"][..]] {
        let mut review = Review::new(&start, &actions(texts));
        assert_eq!(review.progress(), (0, 1));
        review.add(&search_result(Score::EVEN, &["e2-f2"]));
        let findings = review.findings().unwrap();
        assert_eq!((findings.decisions.len(), findings.chances.len()), (0, 1));
        assert_eq!(findings.accuracy, [None, None]);
    }
}

/// What players read of a review must not contradict itself.
fn check_agreement(findings: &Findings) {
    let mut before_turn = findings.chances[0];
    let mut decisions = findings.decisions.iter().peekable();
    for &chance in &findings.chances[1..] {
        let first = **decisions.peek().unwrap();
        let mut judged = None;
        while let Some(one) = decisions.next_if(|one| one.turn == first.turn) {
            assert!(one.before <= 100 && one.after <= 100, "{one:?}");
            assert_eq!(one.loss, one.before.saturating_sub(one.after), "{one:?}");
            assert_eq!(one.label, Label::of(one.loss), "{one:?}");
            let least = match one.label {
                Label::Best => 0..1,
                Label::Good => 1..5,
                Label::Inaccuracy => 5..10,
                Label::Mistake => 10..20,
                Label::Blunder => 20..101,
            };
            assert!(least.contains(&one.loss), "{one:?}");
            // Who chose nothing lost nothing.
            assert!(!one.forced || one.loss == 0, "{one:?}");
            if one.label >= Label::Inaccuracy || judged.is_some() {
                judged = Some(for_white(one.by, one.after));
            }
        }
        // The chart tells the chances that the words tell.
        assert_eq!(for_white(first.by, first.before), before_turn, "{first:?}");
        if let Some(judged) = judged {
            assert_eq!(chance, judged, "{first:?}");
        }
        before_turn = chance;
    }
    assert_eq!(decisions.next(), None);
    for color in Color::ALL {
        let own = || findings.decisions.iter().filter(|one| one.by == color);
        let losses = own().filter(|one| !one.forced).map(|one| one.loss);
        match findings.accuracy[color.index()] {
            None => assert_eq!(losses.count(), 0),
            Some(accuracy) => {
                assert!((0.0..=100.0).contains(&accuracy));
                let perfect = losses.max() == Some(0);
                assert_eq!(accuracy > 99.9, perfect, "{accuracy}");
            }
        }
    }
    // A point is one of the worst, and its claims fit its chances.
    for TurningPoint {
        decision,
        position,
        better,
        because,
        against,
    } in &findings.turning_points
    {
        assert!(decision.label >= Label::Inaccuracy, "{decision:?}");
        assert!(position.play(decision.action).is_ok());
        assert_ne!(better.actions.first(), Some(&decision.action));
        for claim in because {
            let wins = matches!(claim, Claim::WinsNow | Claim::WinsIn { .. });
            assert!(
                !claim.is_against() && (!wins || decision.before == 100),
                "{claim:?}"
            );
        }
        for claim in against {
            let loses = matches!(claim, Claim::LosesIn { .. });
            assert!(
                claim.is_against() && (!loses || decision.after == 0),
                "{claim:?}"
            );
        }
    }
    let bad = findings
        .decisions
        .iter()
        .filter(|one| one.label >= Label::Inaccuracy);
    assert_eq!(
        findings.turning_points.len(),
        bad.count().min(TURNING_POINTS)
    );
}

/// The review of a game in which the players choose at random now and then, as a seed tells.
fn reviewed(seed: u64, variant: Variant, slips: u64) -> Findings {
    let mut engine = Engine::new(EngineOptions {
        hash: 1 << 20,
        ..EngineOptions::default()
    });
    let limits = SearchLimits {
        nodes: Some(150),
        ..SearchLimits::default()
    };
    let start = Position::start(variant);
    let mut random = SplitMix::new(seed);
    let (mut position, mut played) = (start, Vec::new());
    while position.stage() != Stage::Over {
        let choices = position.legal_actions();
        let slip = (random.below(10) as u64) < slips;
        let action = if slip {
            choices[random.below(choices.len())]
        } else {
            let result = engine.search(&position, &limits, &mut NullMonitor);
            result.unwrap().best().unwrap()
        };
        played.push(action);
        position = position.play(action).unwrap();
    }
    let mut review = Review::new(&start, &played);
    while let Some(ReviewSearch {
        position,
        depth,
        lines,
    }) = review.next_search()
    {
        let limits = SearchLimits {
            depth,
            lines,
            ..limits.clone()
        };
        review.add(&engine.search(&position, &limits, &mut NullMonitor).unwrap());
    }
    review.findings().unwrap()
}

#[test]
fn accuracy_chances_and_words_agree() {
    let mut points = 0;
    for seed in 0..12 {
        let variant = [Variant::Blitz, Variant::Normal][seed as usize % 2];
        let findings = reviewed(seed, variant, seed % 6);
        points += findings.turning_points.len();
        check_agreement(&findings);
    }
    assert!(points > 12, "{points}");
}

#[test]
fn accuracy_falls_when_losses_grow() {
    let decision = |loss: u32| ReviewedDecision {
        turn: 1,
        by: Color::White,
        action: Action::Pass,
        before: 100,
        after: 100 - loss,
        loss,
        label: Label::of(loss),
        forced: false,
    };
    let of = |losses: &[u32]| {
        let decisions: Vec<ReviewedDecision> = losses.iter().map(|&loss| decision(loss)).collect();
        accuracy(&decisions, Color::White).unwrap()
    };
    for others in [&[][..], &[0, 0], &[3, 40, 0, 12], &[100]] {
        let with = |loss: u32| of(&[others, &[loss]].concat());
        let all: Vec<f64> = (0..=100).map(with).collect();
        assert!(all.is_sorted_by(|one, next| one >= next), "{all:?}");
        // Each class costs more than the one before.
        assert!(
            [0, 1, 5, 10, 20, 50]
                .map(with)
                .is_sorted_by(|one, next| one > next)
        );
    }
    assert_eq!(accuracy(&[decision(7)], Color::Black), None);
}

#[test]
fn chances_go_on_from_what_was_lost() {
    let start: Position = FOUR.parse().unwrap();
    let mut review = Review::new(&start, &actions(&["f6-f7", "d1-d2", "f7-f8"]));
    for score in [
        // Black wins in the end.
        Score::win_in(3),
        // White before the third move, and black after it, by a search that does not see that yet.
        Score::EVEN,
        Score::new(80),
        // Black at 73 %, who is at 53 % after the second move.
        Score::new(200),
        Score::new(-24),
        // White at 73 %, who is at 45 % after the first move.
        Score::new(200),
        Score::new(40),
    ] {
        review.add(&search_result(score, &["g9-g8"]));
    }
    assert_eq!(review.next_search(), None);
    let findings = review.findings().unwrap();
    let told: Vec<_> = findings
        .decisions
        .iter()
        .map(|one| (one.before, one.after, one.loss))
        .collect();
    assert_eq!(told, [(73, 45, 28), (55, 35, 20), (65, 0, 65)]);
    assert_eq!(findings.chances, [73, 45, 65, 0]);
    check_agreement(&findings);
}
