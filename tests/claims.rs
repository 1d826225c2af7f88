//! What hints and reviews claim, checked by a program with rules of its own (`claims/`).

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "helpers of tests panic as tests do; clippy exempts only functions marked as tests"
)]

mod play;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use proptest::prelude::RngExt;
use ringleader::game::{GameRecord, Position, Stage, Variant};

/// Nodes searched for each hint: as good as a beginner's, which makes for variety.
const NODES: &str = "1000";

fn checker(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/claims")
        .join(name)
}

/// Whether there is a Python. Where tests that need it are required, there has to be one.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    let required = std::env::var_os("RINGLEADER_MATRIX_TESTS").is_some();
    assert!(found || !required, "no python3");
    if !found {
        println!("SKIPPED: no python3");
    }
    found
}

/// What `ringleader claims` prints about games or positions.
fn claims(text: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ringleader"))
        .args(["claims", "--played", "--nodes", NODES, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the checker on what the program printed: whether everything is true, and its report.
fn check(printed: &str) -> (bool, String) {
    let mut program = Command::new("python3")
        .arg(checker("check.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    input.write_all(printed.as_bytes()).unwrap();
    drop(input);
    let output = program.wait_with_output().unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

/// Games in which rows come about: every second decision is the engine's.
fn games(count: u64) -> String {
    let mut random = play::random(17);
    let mut text = String::new();
    for number in 0..count {
        let variant = [Variant::Normal, Variant::Blitz][number as usize % 2];
        let mut record = GameRecord {
            start: None,
            variant,
            ..GameRecord::default()
        };
        let mut position = Position::start(variant);
        while position.stage() != Stage::Over {
            let action = if random.random_ratio(1, 2) && position.stage() != Stage::Place {
                ringleader::engine::turn(&position, number)[0]
            } else {
                play::choose(&position, &mut random).unwrap()
            };
            record.actions.push(action);
            position = position.play(action).unwrap();
        }
        record.result = position.result();
        text.push_str(&record.to_text());
        text.push('\n');
    }
    text
}

#[test]
fn the_checker_s_rules_are_right() {
    if !has_python() {
        return;
    }
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft.epd");
    let output = Command::new("python3")
        .arg(checker("rules.py"))
        .args([suite.as_os_str(), "3".as_ref()])
        .output()
        .unwrap();
    let wrong = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{wrong}");
}

#[test]
fn every_claim_is_true() {
    if !has_python() {
        return;
    }
    let (good, report) = check(&claims(&games(8)));
    println!("{report}");
    assert!(good, "{report}");
    for kind in [
        "wins-now",
        "makes-row",
        "stops-row",
        "prepares-row",
        "builds-line",
        "breaks-line",
        "avoids-row",
        "gives-row",
        "allows-row",
        "leaves-row",
    ] {
        assert!(report.contains(&format!("\n{kind} ")), "{kind}: {report}");
    }
}

#[test]
fn real_games() {
    let Some(directory) = std::env::var_os("RINGLEADER_RECORDS") else {
        println!("left out: RINGLEADER_RECORDS names no directory with records of real games");
        return;
    };
    if !has_python() {
        return;
    }
    for file in std::fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "sgf") {
            let text = std::fs::read_to_string(&path).unwrap();
            let (good, report) = check(&claims(&text));
            assert!(good, "{}: {report}", path.display());
        }
    }
}

/// A claim that is not true is found, of whatever kind it is.
#[test]
fn the_checker_finds_what_is_false() {
    if !has_python() {
        return;
    }
    let printed = claims(&games(2));
    let (mut lines, mut planted) = (Vec::new(), 0);
    // What is said of one position is said of another one.
    let hints: Vec<serde_json::Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (hint, other) in hints.iter().zip(hints.iter().skip(3)) {
        let mut hint = hint.clone();
        let same = |claim: &serde_json::Value| {
            let all = [&hint["claims"], &hint["more"]];
            all.iter()
                .any(|list| list.as_array().unwrap().contains(claim))
        };
        let telling = |claim: &&serde_json::Value| claim.as_object().unwrap().len() > 1;
        let claims = other["claims"].as_array().unwrap().iter();
        let false_one = claims.filter(telling).find(|claim| !same(claim)).cloned();
        if let Some(claim) = false_one {
            hint["claims"] = serde_json::json!([claim]);
            hint["more"] = serde_json::json!([]);
            lines.push(hint.to_string());
            planted += 1;
        }
    }
    assert!(planted > 20, "{planted}");
    let (good, report) = check(&lines.join("\n"));
    assert!(!good);
    let found = report.lines().filter(|line| line.starts_with("false: "));
    // Some are true by chance, though not said.
    assert!(10 * found.count() > 9 * planted, "{planted}: {report}");
}
