//! Logs and replies that version 0.1.0 has stored can be read.

use super::Room;
use crate::engine::Level;
use crate::game::Color;
use crate::session::Visual;
use crate::session::{Entry, Event, Game, LEVELS_VERSION, Reply, Seat, Settings, Table, TableKey};

const LOG: &str = include_str!("../../../tests/data/stored/log.jsonl");
const REPLIES: &str = include_str!("../../../tests/data/stored/replies.jsonl");

fn settings(theme: Option<&str>, view: Option<Color>) -> Settings {
    Settings {
        theme: theme.map(str::to_owned),
        view,
        ..Settings::default()
    }
}

#[test]
fn old_logs_are_folded() {
    let read = |line: &str| serde_json::from_str::<Entry>(line).unwrap();
    let log: Vec<Entry> = LOG.lines().map(read).collect();
    let mut table = Table::new(TableKey::channel("console", "main"));
    let mut seen = Vec::new();
    for entry in &log {
        table.apply(entry).unwrap();
        if seen.last() != Some(table.settings()) {
            seen.push(table.settings().clone());
        }
    }
    let expected = [
        settings(None, None),
        settings(Some("dark"), None),
        settings(Some("dark"), Some(Color::Black)),
        // The next game starts.
        settings(Some("dark"), None),
        settings(Some("dark"), Some(Color::Black)),
        settings(Some("dark"), Some(Color::White)),
    ];
    assert_eq!(seen, expected);
    let game = table.running().unwrap();
    assert_eq!(game.seat(Color::White), &Seat::Bot(Level::new(2).unwrap()));
    // What is written from now on is read as the same.
    let written = serde_json::to_string(&log).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Entry>>(&written).unwrap(), log);
}

#[test]
fn a_game_keeps_the_levels_that_it_began_with() {
    let old = LOG
        .lines()
        .rfind(|line| line.contains("\"started\""))
        .unwrap();
    let new = old.replacen("\"variant\"", "\"levels\":2,\"variant\"", 1);
    for (line, levels) in [(old, 1), (&new, 2)] {
        let started: Entry = serde_json::from_str(line).unwrap();
        let at = started.at;
        let by = Color::Black;
        let resigned = Event::Resigned { by };
        let log = [
            started,
            Entry {
                at,
                event: resigned,
            },
        ];
        let table = Table::replay(TableKey::channel("console", "main"), 0, &log).unwrap();
        let finished = table.game().unwrap().finished(None).unwrap();
        assert_eq!(finished.levels, levels);
        assert_eq!(Game::from(&finished).levels, levels);
    }
    // A new game has the present ones, in its log as well.
    let mut room = Room::new();
    room.say("alice", "!play 3 white");
    let started = serde_json::to_value(&room.log[0]).unwrap();
    assert_eq!(started["event"]["started"]["levels"], LEVELS_VERSION);
    room.say("alice", "!resign yes");
    let finished = room.table.game().unwrap().finished(None).unwrap();
    assert_eq!(finished.levels, LEVELS_VERSION);
}

#[test]
fn old_replies_are_read() {
    let mut seen = Vec::new();
    for line in REPLIES.lines() {
        let reply: Reply = serde_json::from_str(line).unwrap();
        let written = serde_json::to_string(&reply).unwrap();
        assert_eq!(serde_json::from_str::<Reply>(&written).unwrap(), reply);
        seen.extend(reply.visual.map(|visual| match visual {
            Visual::Board(board) => board.settings,
            Visual::Curve(curve) => curve.settings,
            other => panic!("not in those days: {other:?}"),
        }));
    }
    assert!(seen.contains(&settings(None, Some(Color::White))));
    assert!(seen.contains(&settings(Some("dark"), Some(Color::Black))));
    assert!(seen.contains(&settings(Some("dark"), None)), "the curve");
    assert_eq!(seen.len(), 10);
}
