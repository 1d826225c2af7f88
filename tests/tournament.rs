//! `ringleader match`: matches by the program, with all kinds of players.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output};

use ringleader::game::{GameRecord, GameResult, Termination, Variant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ringleader");

fn play(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(PROGRAM)
        .arg("match")
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

fn records(path: &Path) -> Vec<GameRecord> {
    GameRecord::parse_all(&std::fs::read_to_string(path).unwrap())
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap()
}

/// A line of the summary.
fn line<'a>(text: &'a str, start: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(start))
        .unwrap_or_else(|| panic!("no {start} in {text}"))
}

#[test]
fn a_match_is_played_scored_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let arguments = [
        "--first",
        "hand,nodes=400",
        "--second",
        "uct,nodes=20,name=monte",
        "--games",
        "6",
        "--seed",
        "4",
        "--variant",
        "blitz",
        "--records",
        file.to_str().unwrap(),
    ];
    let (status, text, errors) = play(&arguments);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{text}");
    assert_eq!(line(&text, "games: "), "6");
    assert_eq!(line(&text, "second: "), "monte (nodes 20)");
    let counts: Vec<u64> = line(&text, "won-drawn-lost: ")
        .split('-')
        .map(|count| count.parse().unwrap())
        .collect();
    assert_eq!(counts.iter().sum::<u64>(), 6);
    assert!(counts[0] > counts[2], "{text}");

    let games = records(&file);
    assert_eq!(games.len(), 6);
    let mut points = 0;
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.variant, Variant::Blitz);
        let first_is_white = game.white == "hand,nodes=400";
        assert_eq!(first_is_white, index % 2 == 0);
        points += match game.result {
            Some(GameResult::White) => u64::from(first_is_white),
            Some(GameResult::Black) => u64::from(!first_is_white),
            _ => 0,
        };
    }
    assert_eq!(points, counts[0]);
    // The two games of a pair share their opening; other pairs have another.
    for pair in games.chunks(2) {
        assert_eq!(pair[0].actions[..12], pair[1].actions[..12]);
    }
    assert_ne!(games[0].actions[..12], games[2].actions[..12]);

    // With budgets of nodes, the match is the same at any concurrency.
    let again = folder.path().join("again.txt");
    let mut arguments = arguments;
    let again_text = again.to_str().unwrap();
    arguments[arguments.len() - 1] = again_text;
    let (_, text, _) = play(&[&arguments[..], &["--concurrency", "3"]].concat());
    assert_eq!(line(&text, "games: "), "6");
    let mut others = records(&again);
    others.sort_by_key(|game| game.other_tags.clone());
    assert_eq!(games, others);
}

#[test]
fn a_ugi_program_can_be_a_side() {
    let side = format!("ugi:{PROGRAM} ugi,Hash=2,Without=late-moves,nodes=200,name=other");
    let (status, text, errors) = play(&[
        "--first",
        "plain1",
        "--second",
        &side,
        "--games",
        "2",
        "--variant",
        "blitz",
    ]);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{text}");
    assert_eq!(line(&text, "games: "), "2");
    let nodes = line(&text, "second per ring move: ");
    assert!(!nodes.starts_with("0 nodes"), "{nodes}");
}

#[test]
fn a_sequential_test_ends_at_its_conclusion() {
    let (status, text, _) = play(&[
        "--first",
        "hand,nodes=500",
        "--second",
        "uct,nodes=2",
        "--games",
        "400",
        "--variant",
        "blitz",
        "--sprt",
        "0",
        "200",
    ]);
    assert_eq!(status, Some(0), "{text}");
    assert!(
        line(&text, "sprt: ").ends_with("the higher holds"),
        "{text}"
    );
    assert!(line(&text, "games: ").parse::<u64>().unwrap() < 400);
}

#[cfg(unix)]
#[test]
fn faulty_programs_lose() {
    let folder = tempfile::tempdir().unwrap();
    let greeting =
        "while read a b; do case $a in ugi) echo ugiok;; isready) echo readyok;; quit) exit;; go)";
    // Only "slow" may exceed its time, on any machine.
    let patient = "300000";
    for (name, go, margin, fault, termination) in [
        (
            "wrong",
            "echo bestmove a1",
            patient,
            "illegal action `a1`",
            Termination::Resignation,
        ),
        (
            "crash",
            "exit 3",
            patient,
            "the program has exited",
            Termination::Resignation,
        ),
        ("slow", "sleep 5", "50", "lost on time", Termination::Time),
    ] {
        let script = folder.path().join(name);
        std::fs::write(&script, format!("{greeting} {go};; esac; done")).unwrap();
        let file = folder.path().join("games.txt");
        let (status, text, _) = play(&[
            "--first",
            &format!("ugi:sh {},movetime=10", script.display()),
            "--second",
            "plain1",
            "--games",
            "2",
            "--margin",
            margin,
            "--records",
            file.to_str().unwrap(),
        ]);
        assert_eq!(status, Some(1), "{text}");
        assert_eq!(line(&text, "won-drawn-lost: "), "0-0-2");
        assert_eq!(line(&text, "first faults: "), "2");
        assert_eq!(
            text.matches(&format!("{}: {fault}", "movetime=10")).count(),
            2,
            "{text}"
        );
        for game in records(&file) {
            assert_eq!(game.termination, Some(termination.clone()));
        }
    }
    let (status, text, errors) = play(&["--first", "ugi:/nowhere/at/all", "--second", "uct"]);
    assert_eq!(status, Some(1));
    assert!(
        text.is_empty() && errors.contains("cannot be started"),
        "{errors}"
    );
}

#[cfg(unix)]
#[test]
fn a_program_with_too_much_output_is_ended() {
    let (status, text, errors) = play(&["--first", "ugi:yes", "--second", "plain1"]);
    assert_eq!(status, Some(1));
    assert!(
        text.is_empty() && errors.contains("too much output"),
        "{errors}"
    );
}

#[test]
fn an_invalid_side_is_refused() {
    let (status, _, errors) = play(&["--first", "hand,-salt", "--second", "uct"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("late-moves"), "{errors}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_its_summary() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(PROGRAM)
        .args([
            "match",
            "--first",
            "hand,nodes=50",
            "--second",
            "plain1",
            "--games",
            "9998",
        ])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    assert!(first.starts_with("game "), "{first}");
    let signal = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(signal.success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let games = rest.matches("game ").count() + 1;
    assert_eq!(line(&rest, "games: "), games.to_string());
}
