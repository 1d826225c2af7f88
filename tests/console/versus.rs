//! Games against other programs: against this one by UGI, and against programs that fail.

use std::fs;
use std::path::Path;

use crate::{Room, play_to_the_end};

/// A room in which a program plays: `rival`.
fn room(command: &[&str]) -> Room {
    let room = Room::new();
    let config = format!(
        "[pictures]\nsize = 400\n[engine]\ntime = '100ms'\n\
         [players.rival]\ncommand = {command:?}\ntime = '100ms'\n"
    );
    fs::write(room.folder.path().join("config.toml"), config).unwrap();
    room
}

/// A shell script that does this when it is asked for a move.
fn script(folder: &Path, go: &str) -> String {
    let path = folder.join("rival");
    let text = format!(
        "while read -r line; do case $line in ugi) echo ugiok;; \
         isready) echo readyok;; quit) exit;; go*) {go};; esac; done\n"
    );
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Begins a game against the program and resigns it. Returns what was said and what was logged.
fn short_game(room: &Room) -> (String, String) {
    let said = b"!versus rival blitz black\n!A2\n!resign yes\n!stats\n";
    let mut console = room.console();
    console.envs([("RINGLEADER_WORD", "hush"), ("PGPASSWORD", "hush")]);
    let mut child = console.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), said).unwrap();
    let output = child.wait_with_output().unwrap();
    let [said, log] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (said, log)
}

#[tokio::test]
async fn a_program_plays_a_game_to_the_end() {
    let room = room(&[env!("CARGO_BIN_EXE_ringleader"), "ugi"]);
    play_to_the_end(&room, "dana: !versus rival blitz black").await;
    let said = room.output(b"dana: !stats blitz\n");
    assert!(
        said.contains("Against other programs (not rated): rival: "),
        "{said}"
    );
}

#[test]
fn the_bot_stands_in_for_a_program_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    for (go, fault) in [
        ("exit", "the program has exited"),
        ("echo bestmove a1", "illegal action `a1`"),
        (":", "lost on time after"),
    ] {
        let room = room(&["sh", &script(folder.path(), go)]);
        let (said, log) = short_game(&room);
        let told = "rival couldn't move, so I've played this turn in its place.";
        assert_eq!(said.matches(told).count(), 2, "{said}");
        assert!(said.contains("@you (black), place ring 2 of 5"), "{said}");
        assert!(log.contains(fault), "{log}");
    }
    let (said, log) = short_game(&room(&["false"]));
    assert!(said.contains("rival couldn't move"), "{said}");
    assert!(log.contains("a program did not make its turn"), "{log}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_is_killed_with_what_it_has_started() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let begin = format!("sleep 4321 & echo $! >> {}", started.display());
    for go in [
        format!("{begin}; wait"),
        format!("{begin}; exit"),
        format!("{begin}; echo bestmove A3"),
    ] {
        short_game(&room(&["sh", &script(folder.path(), &go)]));
    }
    let started = fs::read_to_string(started).unwrap();
    assert_eq!(started.lines().count(), 9, "{started}");
    for process in started.lines() {
        // A zombie has ended, too.
        let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{state}");
    }
}

#[test]
fn a_program_learns_no_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen");
    let go = format!("env > {}; echo bestmove A2", seen.display());
    short_game(&room(&["sh", &script(folder.path(), &go)]));
    let seen = fs::read_to_string(seen).unwrap();
    assert!(seen.contains("PATH="), "{seen}");
    assert!(!seen.contains("hush"), "{seen}");
}
