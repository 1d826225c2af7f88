//! Tests of the store, on SQLite, and once more on PostgreSQL: see `testing.rs`.

mod archive;
mod changes;
mod forgotten;
mod heartbeat;
mod holidays;
mod outbox;
mod puzzles;
mod retention;
mod settings;
mod shards;
mod shared;
mod tables;
mod training;
mod transfer;

use jiff::SignedDuration;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use super::sqlite::migrator;
use super::*;
use crate::engine::Level;
use crate::game::{Action, Variant};
use crate::session::{
    Announcement, Arg, Challenge, Choice, ColorChoice, Entry, Event, Person, Phrase, Remind, Reply,
    Seat, Settings, StoredItem, Table, TableKey, Tally, TimeControl, Waiting,
};
use crate::store::testing::{lasting_place, place};
use crate::store::{Forgetting, HostEvent, Progress, PruneBefore};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

pub(super) fn table() -> TableKey {
    TableKey::channel("console", "main")
}

fn entry(event: Event) -> Entry {
    Entry { at: at(0), event }
}

pub(super) fn started() -> Entry {
    entry(Event::Started {
        white: Seat::Person(Person::new("alice", "Alice")),
        black: Seat::Bot(Level::default()),
        variant: Variant::default(),
        rated: false,
        server: None,
        time: TimeControl::Untimed,
        silence: true,
        weekends_off: false,
        levels: crate::session::LEVELS_VERSION,
        settings: crate::session::Settings::default(),
    })
}

pub(super) fn placed(point: &str) -> Entry {
    let action: Action = point.parse().unwrap();
    entry(Event::Acted { action })
}

fn choices() -> Reply {
    Reply {
        choices: vec![Choice::new(Phrase::new("row"), "row 1")],
        ..Reply::say(Phrase::new("which"))
    }
}

pub(super) fn change(event: &str, after: u64, entries: Vec<Entry>) -> Change {
    Change {
        table: table(),
        given_at: None,
        event: event.to_owned(),
        at: at(1),
        progress: Some(Progress {
            after,
            entries,
            waiting: Waiting::default(),
            ..Progress::default()
        }),
        replies: vec![Reply::say(Phrase::new("said").with("event", event))],
        urgent: true,
        author: Some(Person::new("alice", "Alice")),
        reply_target: None,
        language: Some("en".to_owned()),
        cursor: None,
        supersedes: Vec::new(),
        community: None,
        seen: 0,
    }
}

async fn undelivered(store: &SqlStore, platform: &str) -> Vec<(TableKey, i64)> {
    let all = store.undelivered(platform).await.unwrap();
    all.into_iter().map(|one| (one.table, one.reply)).collect()
}

pub(super) fn file(dir: &tempfile::TempDir) -> DatabaseLocation {
    DatabaseLocation::File(dir.path().join("tables.db"))
}

/// An empty store.
async fn new_store() -> SqlStore {
    SqlStore::open(&place().await).await.unwrap()
}
