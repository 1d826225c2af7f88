//! Tests of puzzles: their text form, how they are found, and faults that are found in them.

use super::*;

/// White's ring on E2 leaves the fifth marker of a row, which wins in blitz.
const FOUR: &str = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 blitz";

/// Nodes of the searches.
const NODES: u64 = 5_000;

fn puzzle(line: &str, themes: &str) -> Puzzle {
    format!("four;{FOUR};{line};{themes};1200").parse().unwrap()
}

fn fault(puzzle: &Puzzle) -> String {
    let fault = check(&mut Judge::new(NODES), puzzle).err();
    fault.map_or_else(|| "ok".to_owned(), |fault| fault.to_string())
}

/// White can stop Black's last row by one move only.
const STOP: &str =
    "4/3M3/1M6/1Mm1m4/2mMr1m3/2mmRr3/1M1MmRmM2/2RMm1mm1/3mr3/7/4 w w move 2-2 normal";

fn found() -> Puzzle {
    find(&mut Judge::new(NODES), &STOP.parse().unwrap()).unwrap()
}

#[test]
fn what_is_printed_is_read() {
    let text = format!("p0001;{FOUR};e2-f2 d1-d2;win,row,blitz;987");
    let puzzle: Puzzle = text.parse().unwrap();
    assert_eq!(puzzle.to_string(), text);
    assert_eq!(puzzle.solver(), Color::White);
    for (wrong, error) in [
        (text.replace(";987", ""), PuzzleError::Parts),
        (text.replace("p0001", "p 1"), PuzzleError::Name),
        (text.replace("p0001", &"p".repeat(41)), PuzzleError::Name),
        (text.replace("win", "won"), PuzzleError::Theme("won".into())),
        (text.replace("987", "-1"), PuzzleError::Rating("-1".into())),
    ] {
        assert_eq!(wrong.parse::<Puzzle>(), Err(error));
    }
    assert!(text.replace("e2", "e99").parse::<Puzzle>().is_err());
    assert!(text.replace("rr1", "rrr").parse::<Puzzle>().is_err());
}

#[test]
fn the_only_move_that_stops_a_row_is_found() {
    let mut puzzle = found();
    puzzle.name = "stop".to_owned();
    assert_eq!(puzzle.line[0].to_string(), "f6-f3");
    assert!(puzzle.themes.contains(&Theme::Stop), "{puzzle}");
    assert_eq!(fault(&puzzle), "ok");
}

#[test]
fn what_has_several_solutions_is_no_puzzle() {
    let start: Position = FOUR.parse().unwrap();
    assert!(find(&mut Judge::new(NODES), &start).is_none());
}

#[test]
fn faults_are_found() {
    let good = found();
    let mut wrong = good.clone();
    let other = |action: &&Action| **action != good.line[0];
    wrong.line[0] = *good.start.legal_actions().iter().find(other).unwrap();
    assert!(fault(&wrong).ends_with(": f6-f3 is better"));
    let mut themes = good.clone();
    themes.themes = vec![Theme::Placement];
    assert!(fault(&themes).starts_with("its themes are "));
    let mut both = good.clone();
    both.line.truncate(1);
    let next = both.start.play(both.line[0]).unwrap().legal_actions()[0];
    both.line.push(next);
    assert!(!fault(&both).ends_with("ok"));
    // Two moves complete the row.
    assert!(fault(&puzzle("e2-f2", "win,row,blitz")).starts_with("step 1, e2-f2: "));
    assert!(fault(&puzzle("e9-e8", "win,row,blitz")).starts_with("step 1, "));
    assert!(!fault(&puzzle("", "win,row,blitz")).ends_with("ok"));
}

#[test]
fn turns_are_those_of_the_solver() {
    let start = Position::start(crate::game::Variant::Normal);
    let line = |text: &str| -> Vec<Action> {
        text.split_whitespace()
            .map(|action| action.parse().unwrap())
            .collect()
    };
    assert_eq!(turns(&start, &[]), 0);
    assert_eq!(turns(&start, &line("f6")), 1);
    assert_eq!(turns(&start, &line("f6 e5 f5")), 2);
    assert_eq!(turns(&start, &line("f6 f6 f5")), 1);
}

/// Black can place a ring on one point only that is right.
const PLACE: &str = "4/7/5R2/9/10/5r3/2R1R1Rr2/9/3R4/1rr4/4 b b place 0-0 blitz";

#[test]
fn a_placement_is_a_puzzle_if_every_other_point_loses_enough() {
    let mut judge = Judge::new(NODES / 2);
    let start: Position = PLACE.parse().unwrap();
    let mut puzzle = find(&mut judge, &start).unwrap();
    puzzle.name = "place".to_owned();
    assert_eq!(puzzle.line[0].to_string(), "g7");
    assert_eq!(puzzle.themes, [Theme::Placement, Theme::Blitz]);
    assert_eq!(check(&mut judge, &puzzle), Ok(()));
    // The first ring can be placed on several points.
    let start = Position::start(crate::game::Variant::Blitz);
    assert!(find(&mut judge, &start).is_none());
    let mut open = puzzle.clone();
    open.start = start;
    let best = judge.judge(&start).unwrap().best;
    open.line = best.actions[..1].to_vec();
    let fault = check(&mut judge, &open).unwrap_err();
    assert!(matches!(fault, Fault::Second { .. }), "{fault}");
}
