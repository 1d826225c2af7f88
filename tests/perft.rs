//! Perft: the reference counts of tests/data/perft.epd, by the library and by the program.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests panic as tests do; clippy exempts only functions marked as tests"
)]

use std::process::Command;

use ringleader::game::perft;
use ringleader::tools::perft::cases;

const SUITE: &str = include_str!("data/perft.epd");

/// Larger counts are left to `ringleader perft`, as they take minutes in a debug build.
const MOST_LEAVES: u64 = 50_000_000;

#[test]
fn counts_are_those_of_the_suite() {
    let mut checked = 0;
    for (number, case) in cases(SUITE) {
        let case = case.unwrap_or_else(|error| panic!("line {number}: {error}"));
        let line = SUITE.lines().nth(number - 1).unwrap();
        assert_eq!(line.split(" ;").next(), Some(&*case.position.to_string()));
        for &(depth, count) in &case.counts {
            if count <= MOST_LEAVES {
                assert_eq!(perft(&case.position, depth), count, "{} {depth}", case.name);
                checked += 1;
            }
        }
    }
    // 25 positions, all but four of them to depth 5.
    assert!(checked > 115, "{checked}");
}

/// Runs `ringleader perft`; returns its exit status and output.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ringleader"))
        .arg("perft")
        .args(arguments)
        .output()
        .unwrap();
    let written = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), written)
}

#[test]
fn the_program_checks_the_suite() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft.epd");
    let (status, written) = run(&[path, "--max-depth", "2"]);
    assert_eq!(status, Some(0), "{written}");
    assert_eq!(written.lines().count(), 50, "{written}");
    assert!(
        written.lines().all(|line| line.ends_with(" ok")),
        "{written}"
    );
    assert_eq!(written.lines().next(), Some("empty 1 85 ok"));
}

#[test]
fn the_program_reports_wrong_counts_and_invalid_lines() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("wrong.epd");
    let path = path.to_str().unwrap();
    let doctored = SUITE.replacen("D2 7140", "D2 7141", 1);
    std::fs::write(path, doctored).unwrap();
    let (status, written) = run(&[path, "--max-depth", "2"]);
    assert_eq!(status, Some(1));
    let wrong: Vec<&str> = written
        .lines()
        .filter(|line| !line.ends_with(" ok"))
        .collect();
    assert_eq!(wrong, ["empty 2 7140 WRONG (expected 7141)"]);

    let unreadable = SUITE.replacen("/10/9/8/7/4 w w move", "/10/9/8/7 w w move", 1);
    let unreadable = unreadable.replacen("R2R/", "R2RR/", 1);
    std::fs::write(path, unreadable).unwrap();
    let (status, written) = run(&[path, "--max-depth", "1"]);
    assert_eq!(status, Some(1));
    let bad = format!("{path}: line 2: line A has 4 points, A2 to A5");
    assert!(written.lines().any(|line| line == bad), "{written}");
    assert_eq!(
        written.lines().filter(|line| line.ends_with(" ok")).count(),
        24
    );

    let deep = format!("\u{feff}  # deep\n{}", SUITE.lines().next().unwrap());
    std::fs::write(path, deep.replace(";D1 85 ;D2 7140 ;D3 592620", "")).unwrap();
    let (status, written) = run(&[path, "--max-depth", "2"]);
    assert_eq!(status, Some(1));
    assert_eq!(
        written,
        format!("{path}: all counts are deeper than --max-depth\n")
    );

    let (status, written) = run(&["no-such-file.epd"]);
    assert_eq!(status, Some(1));
    assert!(written.starts_with("no-such-file.epd: "), "{written}");
}

#[test]
fn the_program_counts_one_position() {
    let start = "4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal";
    let (status, written) = run(&["--position", start, "--depth", "3"]);
    assert_eq!((status, &*written), (Some(0), "1 85\n2 7140\n3 592620\n"));
    assert_eq!(run(&["--position", "4/7", "--depth", "3"]).0, Some(2));
    for depth in ["0", "21"] {
        let (status, written) = run(&["--position", start, "--depth", depth]);
        assert_eq!((status, &*written), (Some(2), ""));
    }
    assert_eq!(run(&[]).0, Some(2));
}
