//! A bot moves from SQLite to PostgreSQL, by a file, in the middle of a game.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

mod postgres;

fn ringleader(folder: &Path, arguments: &[&str], input: &str) -> Output {
    std::fs::write(folder.join("input"), input).unwrap();
    Command::new(env!("CARGO_BIN_EXE_ringleader"))
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::from(
            std::fs::File::open(folder.join("input")).unwrap(),
        ))
        .output()
        .unwrap()
}

/// What a command that succeeds prints.
fn done(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = ringleader(folder, arguments, input);
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {log}");
    assert_eq!(log, "");
    String::from_utf8(output.stdout).unwrap()
}

/// Why a command fails.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = ringleader(folder, arguments, "");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test]
async fn a_game_goes_on_in_another_database() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let console = |database: &str, said: &str| {
        let arguments = ["console", "--no-pictures", "--database", database];
        done(folder, &arguments, said)
    };
    console(
        "a.db",
        "alice: !challenge @bob white\nbob: !accept\nalice: !place E4\n",
    );
    let export = ["db", "export", "--database", "a.db", "a.jsonl"];
    let told = done(folder, &export, "");
    assert!(told.starts_with("a.jsonl: "), "{told}");
    let told = refused(folder, &export);
    assert!(told.contains("a.jsonl: "), "{told}");

    let other = match postgres::server() {
        Some(server) => postgres::database(&server).await,
        None => "b.db".to_owned(),
    };
    done(
        folder,
        &["db", "import", "--database", &other, "a.jsonl"],
        "",
    );
    let told = refused(folder, &["db", "import", "--database", &other, "a.jsonl"]);
    assert!(told.contains("is not empty"), "{told}");
    done(
        folder,
        &["db", "export", "--database", &other, "b.jsonl"],
        "",
    );
    let read = |name| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(read("a.jsonl"), read("b.jsonl"));
    let placed = console(&other, "bob: !place E5\n");
    assert!(placed.contains("black ring on E5"), "{placed}");
}

#[test]
fn what_cannot_be_used_is_told_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let told = refused(
        folder,
        &["db", "export", "--database", "none.db", "a.jsonl"],
    );
    assert!(told.contains("there is no database none.db"), "{told}");
    let told = refused(
        folder,
        &["db", "import", "--database", "a.db", "none.jsonl"],
    );
    assert!(told.contains("none.jsonl: "), "{told}");
    let told = refused(folder, &["db", "import", "--database", "a.db", "input"]);
    assert!(told.contains("input: line 1 is not of an export"), "{told}");
    for name in ["none.db", "a.db", "a.jsonl"] {
        assert!(!folder.join(name).exists(), "{name}");
    }
}
