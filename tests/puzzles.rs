//! The puzzles that are part of the program: `ringleader puzzles check` proves them, and finds
//! faults that are planted in them.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests panic as tests do; clippy exempts only functions marked as tests"
)]

use std::io::Write;
use std::process::{Command, Stdio};

use ringleader::game::{Action, Position, Symmetry};
use ringleader::session::PUZZLES;
use yinsh::puzzle::{Puzzle, Theme};
use yinsh::split_mix::SplitMix;

/// Number of puzzles of the program that are proved here; `ringleader puzzles check` proves all.
const PROVED: usize = 40;

fn puzzles() -> Vec<Puzzle> {
    PUZZLES.lines().map(|line| line.parse().unwrap()).collect()
}

/// The exit status of `ringleader puzzles check`, and what it prints about some lines.
fn check(lines: &[String], nodes: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringleader"))
        .args(["puzzles", "check", "-"])
        .args(nodes)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.join("\n").as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

/// Puzzles from all over the file; others on each day of the seed.
fn sample(count: usize) -> Vec<Puzzle> {
    let mut all = puzzles();
    SplitMix::new(7).shuffle(&mut all);
    all.truncate(count);
    all
}

#[test]
fn a_sample_is_proved() {
    let lines: Vec<String> = sample(PROVED).iter().map(ToString::to_string).collect();
    let (status, printed) = check(&lines, &[]);
    assert_eq!(status, Some(0), "{printed}");
    assert_eq!(printed.lines().count(), PROVED);
    for (line, puzzle) in printed.lines().zip(sample(PROVED)) {
        assert_eq!(line, format!("{}: ok", puzzle.name));
    }
}

#[test]
fn there_are_some_of_each_theme() {
    let all = puzzles();
    for theme in Theme::ALL {
        let count = all.iter().filter(|one| one.themes.contains(&theme)).count();
        assert!(count > 10, "{theme}: {count}");
    }
}

#[test]
fn placements_are_proved() {
    let mut placements = puzzles();
    placements.retain(|puzzle| puzzle.themes.contains(&Theme::Placement));
    SplitMix::new(7).shuffle(&mut placements);
    placements.truncate(3);
    let lines: Vec<String> = placements.iter().map(ToString::to_string).collect();
    let (status, printed) = check(&lines, &[]);
    assert_eq!(status, Some(0), "{printed}");
    assert_eq!(printed.lines().count(), 3);
    // Another point is no solution, though it loses far less than 40 %.
    let mut wrong = placements.remove(0);
    let actions = wrong.start.legal_actions();
    wrong.line[0] = *actions.iter().find(|&&one| one != wrong.line[0]).unwrap();
    let (status, printed) = check(&[wrong.to_string()], &[]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.trim().ends_with(" is better"), "{printed}");
}

#[test]
fn all_can_be_read_and_are_named_in_order() {
    for (index, puzzle) in puzzles().iter().enumerate() {
        assert_eq!(puzzle.name, format!("p{:04}", index + 1));
        assert!(!puzzle.themes.is_empty(), "{puzzle}");
    }
    assert!(puzzles().is_sorted_by_key(|puzzle| puzzle.rating));
}

/// The text of a puzzle, reflected.
fn reflected(puzzle: &Puzzle) -> String {
    let symmetry = Symmetry::all().nth(5).unwrap();
    let text = puzzle.start.to_string();
    let (_, state) = text.split_once(' ').unwrap();
    let mut board = vec![vec!['.'; 12]; 11];
    for point in ringleader::game::Point::ALL {
        let image = symmetry.of(point);
        let piece = puzzle.start.piece(point).unwrap_or('1');
        board[usize::from(image.column())][usize::from(image.number())] = piece;
    }
    let lines: Vec<String> = board
        .iter()
        .map(|line| line.iter().filter(|&&piece| piece != '.').collect())
        .collect();
    let start: Position = join_empty(&format!("{} {state}", lines.join("/")))
        .parse()
        .unwrap();
    let actions: Vec<String> = puzzle
        .line
        .iter()
        .map(|action| image(*action, symmetry).to_string())
        .collect();
    let themes: Vec<String> = puzzle.themes.iter().map(ToString::to_string).collect();
    format!(
        "twin;{start};{};{};{}",
        actions.join(" "),
        themes.join(","),
        puzzle.rating
    )
}

/// Runs of ones as one number, on the board of a position's text.
fn join_empty(text: &str) -> String {
    let (board, state) = text.split_once(' ').unwrap();
    let lines = board.split('/').map(|line| {
        let (mut joined, mut run) = (String::new(), 0);
        for piece in line.chars() {
            if piece == '1' {
                run += 1;
                continue;
            }
            if run > 0 {
                joined.push_str(&run.to_string());
                run = 0;
            }
            joined.push(piece);
        }
        if run > 0 {
            joined.push_str(&run.to_string());
        }
        joined
    });
    format!("{} {state}", lines.collect::<Vec<_>>().join("/"))
}

fn image(action: Action, symmetry: Symmetry) -> Action {
    match action {
        Action::Place(point) => Action::Place(symmetry.of(point)),
        Action::Move { from, to } => Action::Move {
            from: symmetry.of(from),
            to: symmetry.of(to),
        },
        Action::Row(row) => {
            let (one, other) = row.ends();
            let row = ringleader::game::Row::new(symmetry.of(one), symmetry.of(other));
            Action::Row(row.unwrap())
        }
        Action::Ring(point) => Action::Ring(symmetry.of(point)),
        Action::Pass => Action::Pass,
    }
}

/// What is printed about a line after a good one, without its name.
fn fault(good: &Puzzle, bad: String) -> String {
    let (status, printed) = check(&[good.to_string(), bad], &[]);
    assert_eq!(status, Some(1), "{printed}");
    let lines: Vec<&str> = printed.lines().collect();
    let &[first, second] = lines.as_slice() else {
        panic!("{printed}");
    };
    assert_eq!(first, format!("{}: ok", good.name));
    second.split_once(": ").unwrap().1.to_owned()
}

#[test]
fn planted_faults_are_found() {
    let mut sample = sample(7);
    let other = sample.pop().unwrap();
    for good in sample {
        // A wrong line.
        let mut bad = good.clone();
        bad.name = "wrong".to_owned();
        let actions = good.start.legal_actions();
        let wrong = actions.iter().find(|&&action| action != good.line[0]);
        bad.line = vec![*wrong.unwrap()];
        let said = fault(&other, bad.to_string());
        assert!(
            said.starts_with("step 1, ") && said.ends_with(" is better"),
            "{said}"
        );
        // One that goes on for the other player.
        let mut at = good.start;
        for &action in &good.line {
            at = at.play(action).unwrap();
        }
        if at.actor() != good.solver()
            && let Some(&next) = at.legal_actions().first()
        {
            bad.line = good.line.clone();
            bad.line.push(next);
            let said = fault(&other, bad.to_string());
            assert_eq!(said, "the solution ends with the other player's action");
        }
        // A mirrored duplicate.
        let said = fault(&good, reflected(&good));
        assert_eq!(said, format!("the same position as in {}", good.name));
        // An illegal position: the pool is empty, with a row on the board, or with too many rings.
        let text = good.to_string().replacen(&good.name, "illegal", 1);
        let said = fault(&other, text.replacen('R', "RR", 1));
        assert!(said.starts_with("illegal position: "), "{said}");
        // An illegal solution.
        let (start, rest) = text
            .split_once(" normal;")
            .or_else(|| text.split_once(" blitz;"))
            .unwrap();
        let variant = good.start.variant();
        let (_, end) = rest.split_once(';').unwrap();
        let said = fault(&other, format!("{start} {variant};f6 f6;{end}"));
        assert!(said.starts_with("step 1, f6: "), "{said}");
    }
    // Many rings can be placed at first.
    let start = "4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal";
    let said = fault(&other, format!("open;{start};f6;placement;1000"));
    assert!(said.starts_with("step 1, f6: "), "{said}");
}

#[test]
fn what_is_no_puzzle_is_told_by_its_line() {
    let lines = ["# a comment".to_owned(), String::new(), "?;what".to_owned()];
    let (status, printed) = check(&lines, &[]);
    assert_eq!(status, Some(1));
    assert!(
        printed.starts_with("line 3: a puzzle has five parts"),
        "{printed}"
    );
}
