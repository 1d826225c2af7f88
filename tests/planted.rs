//! Planted panics: each costs one event and one log line, and nothing else.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Write;
use std::process::{Command, Stdio};

/// What is said where something of ours failed.
const SORRY: [&str; 2] = [
    "Something went wrong on my side",
    "couldn't put the answer into words",
];

/// A short game against the bot, which may take one of the points itself. The second command is the one
/// that fails.
const SCRIPT: &str = "\
    alice: !help\n\
    alice: !play 1 white\n\
    alice: !play 1 white\n\
    alice: !place E5\n\
    alice: !place F6\n\
    alice: !place G7\n\
    alice: !status\n";

/// Plays the script with a planted failure; returns what is shown and what is logged.
fn play(planted: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringleader"))
        .current_dir(folder.path())
        .args(["console", "--in-memory", "--pictures", "pictures"])
        .env("FAILPOINTS", planted)
        .env_remove("RUST_LOG")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(SCRIPT.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    (String::from_utf8(output.stdout).unwrap(), log)
}

fn check(planted: &str, sorry: usize, logged: &str) {
    let (shown, log) = play(planted);
    let said = SORRY.map(|sentence| shown.matches(sentence).count());
    assert_eq!(said.iter().sum::<usize>(), sorry, "{shown}\n{log}");
    assert_eq!(log.matches("panicked at").count(), 1, "{log}");
    assert_eq!(log.matches(logged).count(), 1, "{log}");
    // The game has begun, the bot has taken its turns, and the last command is answered.
    assert!(shown.contains("place ring 3 of 5"), "{shown}\n{log}");
}

#[test]
fn in_a_command() {
    check("table-command=1*off->1*panic->off", 1, "a command failed");
}

#[test]
fn in_rendering() {
    check(
        "render=1*off->1*panic->off",
        1,
        "rendering a reply panicked",
    );
}

#[test]
fn in_the_engine() {
    check("engine=1*panic->off", 0, "the engine panicked");
}
