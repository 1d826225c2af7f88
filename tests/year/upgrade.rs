//! The database of an earlier version with which the year begins: games that go on, and a challenge
//! that has lapsed.

use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::game::{Action, Stage, Variant};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use super::challenges::SERVERS;
use super::console::time;
use super::game::{Seat, Terms};
use super::play;
use super::room::{Room, State};

/// A database of schema version 4, with a running game and a challenge that waits, as the program
/// of then left it.
const DUMP: &str = include_str!("../data/stored/tables-4.sql");

/// Number of the last reply in it.
pub(crate) const LAST_REPLY: u64 = 17;

/// When its game began: 2026-11-22T13:31:51Z.
const BEGUN: i64 = 1_795_354_311;

/// When its challenge lapses.
const LAPSES: i64 = 1_795_440_712;

/// Games that are added to it, in the same form.
const ADDED: i64 = 30;

/// Writes the database into a folder. Returns what is going on in it for a driver that starts at
/// `now`.
pub(crate) fn write(folder: &Path, random: &mut TestRng, now: i64) -> Vec<Room> {
    let mut script = DUMP.to_owned();
    let acted = |line: &str| {
        let (_, rest) = line.split_once(r#""acted":{"action":""#)?;
        rest.split_once('"')?.0.parse().ok()
    };
    let actions: Vec<Action> = DUMP.lines().filter_map(acted).collect();
    let mut rooms = vec![
        Room::new(0, "console", "main"),
        Room::new(1, "console", "other"),
    ];
    let two = |white: &str, black: &str| [white, black].map(|name| Seat::Person(name.to_owned()));
    begin(
        &mut rooms[0],
        two("alice", "bob"),
        Variant::Normal,
        BEGUN,
        &actions,
        now,
    );
    rooms[1].state = State::Challenge {
        by: "alice".to_owned(),
        other: "bob".to_owned(),
        named: true,
        terms: terms(two("alice", "bob"), Variant::Normal),
        expires: LAPSES,
    };
    for number in 0..ADDED {
        let index = rooms.len();
        let server = SERVERS[index % SERVERS.len()];
        let mut added = Room::new(index, server, &format!("{server}/r{index:04}"));
        let seats = two(&format!("q{number:03}"), &format!("r{number:03}"));
        let variant = [Variant::Normal, Variant::Blitz][random.random_range(0..2_usize)];
        let begun = BEGUN - random.random_range(0..40_000_000);
        begin(&mut added, seats, variant, begun, &[], now);
        let length = random.random_range(0..60);
        let mut played = Vec::new();
        let mut position = added.game().position;
        while played.len() < length
            && let Some(action) = play::choose(&position, random)
        {
            let next = position.play(action).unwrap();
            if next.stage() == Stage::Over {
                break;
            }
            position = next;
            played.push(action);
        }
        added.act(&played, now);
        insert(&mut script, &mut added);
        rooms.push(added);
    }
    let options = SqliteConnectOptions::new()
        .filename(folder.join("tables.db"))
        .create_if_missing(true)
        // The dump is in the order of the names.
        .foreign_keys(false);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let database = SqlitePool::connect_with(options).await.unwrap();
        let script = sqlx::AssertSqlSafe(script);
        sqlx::raw_sql(script).execute(&database).await.unwrap();
        database.close().await;
    });
    rooms
}

fn terms(seats: [Seat; 2], variant: Variant) -> Terms {
    Terms {
        seats,
        variant,
        rated: false,
        control: None,
        weekends_off: false,
    }
}

/// A game that began long ago. Its silence counts from the upgrade.
fn begin(
    room: &mut Room,
    seats: [Seat; 2],
    variant: Variant,
    begun: i64,
    actions: &[Action],
    now: i64,
) {
    room.begin(terms(seats, variant), 100, begun);
    room.game().server = None;
    room.act(actions, now);
    room.wake = now + begun % 1_000_000;
}

/// The rows of a game, in the form of the dump.
fn insert(script: &mut String, room: &mut Room) {
    let (id, channel) = (room.index + 1, room.name.clone());
    let game = room.game();
    let at = time(game.started);
    let people: Vec<&String> = game.people().collect();
    let person = |name: &str| format!(r#"{{"id":"{name}","name":"{name}"}}"#);
    let [white, black] = [0, 1].map(|color| person(people[color]));
    let variant = game.terms.variant;
    let mut events = vec![
        format!(
            r#"{{"challenged":{{"by":{white},"to":{black},"variant":"{variant}","color":{{"is":"white"}},"expires":"{at}"}}}}"#
        ),
        format!(
            r#"{{"accepted":{{"challenger":"{}","by":{black}}}}}"#,
            people[0]
        ),
        format!(
            r#"{{"started":{{"white":{{"person":{white}}},"black":{{"person":{black}}},"variant":"{variant}"}}}}"#
        ),
    ];
    let acted = |action: &Action| format!(r#"{{"acted":{{"action":"{action}"}}}}"#);
    events.extend(game.actions.iter().map(acted));
    let next = events.len();
    writeln!(
        script,
        "INSERT INTO tables VALUES({id},'console','{channel}','',2,{next},0,NULL);"
    )
    .unwrap();
    for name in people {
        writeln!(script, "INSERT INTO players VALUES({id},'{name}');").unwrap();
    }
    for (number, event) in events.iter().enumerate() {
        let entry = format!(r#"{{"at":"{at}","event":{event}}}"#);
        writeln!(
            script,
            "INSERT INTO entries VALUES({id},{number},'{entry}');"
        )
        .unwrap();
    }
}
