//! Tests of the SQLite store.

use std::path::Path;

use jiff::SignedDuration;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use super::database::MIGRATIONS;
use super::*;
use crate::engine::Level;
use crate::game::{Action, Variant};
use crate::session::{
    Challenge, Choice, ColorChoice, Entry, Event, Person, Phrase, Reply, Seat, TableKey, Waiting,
};
use crate::store::{HostEvent, Progress};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

fn table() -> TableKey {
    TableKey::channel("console", "main")
}

fn entry(event: Event) -> Entry {
    Entry { at: at(0), event }
}

fn started() -> Entry {
    entry(Event::Started {
        white: Seat::Person(Person::new("alice", "Alice")),
        black: Seat::Bot(Level::default()),
        variant: Variant::default(),
        settings: crate::session::Settings::default(),
    })
}

fn placed(point: &str) -> Entry {
    let action: Action = point.parse().unwrap();
    entry(Event::Acted { action })
}

fn choices() -> Reply {
    Reply {
        choices: vec![Choice::new(Phrase::new("row"), "row 1")],
        ..Reply::say(Phrase::new("which"))
    }
}

fn change(event: &str, after: u64, entries: Vec<Entry>) -> Change {
    Change {
        table: table(),
        event: event.to_owned(),
        at: at(1),
        progress: Some(Progress {
            after,
            entries,
            waiting: Waiting::default(),
            players: None,
            most_games: None,
        }),
        replies: vec![Reply::say(Phrase::new("said").with("event", event))],
        urgent: true,
        author: Some(Person::new("alice", "Alice")),
        reply_target: None,
        language: Some("en".to_owned()),
        cursor: None,
        supersedes: Vec::new(),
    }
}

async fn undelivered(store: &SqliteStore, platform: &str) -> Vec<(TableKey, i64)> {
    let all = store.undelivered(platform).await.unwrap();
    all.into_iter().map(|one| (one.table, one.reply)).collect()
}

fn file(dir: &tempfile::TempDir) -> Location {
    Location::File(dir.path().join("tables.db"))
}

#[tokio::test]
async fn what_is_written_is_read_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    let log = vec![started(), placed("f6"), placed("a2")];
    let mut first = change("1", 0, log.clone());
    first.cursor = Some(SyncCursor {
        name: "matrix/bot".to_owned(),
        value: "s1".to_owned(),
    });
    assert_eq!(store.commit(first).await.unwrap(), Committed::Done(vec![1]));
    store.close().await;

    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    let read = store.load(&table()).await.unwrap();
    assert_eq!((read.first, &read.entries), (0, &log));
    assert_eq!(read.fold(table()).unwrap().next(), 3);
    assert_eq!(store.cursor("matrix/bot").await.unwrap().unwrap(), "s1");
    assert_eq!(store.cursor("matrix/other").await.unwrap(), None);
    let waits = store.outgoing(1).await.unwrap().unwrap();
    assert_eq!((waits.id, waits.event.as_str(), waits.part), (1, "1", 0));
    assert_eq!(waits.author.unwrap().name, "Alice");
    assert_eq!(waits.reply, change("1", 0, vec![]).replies[0]);
    assert_eq!(undelivered(&store, "console").await, [(table(), 1)]);
    assert_eq!(store.undelivered("matrix").await.unwrap(), []);
    store
        .delivered(1, Some("m".to_owned()), at(2))
        .await
        .unwrap();
    assert_eq!(store.undelivered("console").await.unwrap(), []);
    // Giving it up afterwards changes nothing.
    store.delivered(1, None, at(3)).await.unwrap();
    let arrived = store.outgoing(1).await.unwrap().unwrap();
    assert_eq!(arrived.message.as_deref(), Some("m"));
}

#[tokio::test]
async fn reading_begins_at_the_last_start() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    store
        .commit(change("1", 0, vec![started(), placed("f6")]))
        .await
        .unwrap();
    store
        .commit(change("2", 2, vec![entry(Event::Flipped), started()]))
        .await
        .unwrap();
    store
        .commit(change("3", 4, vec![placed("c3")]))
        .await
        .unwrap();
    let log = store.load(&table()).await.unwrap();
    assert_eq!((log.first, log.entries), (3, vec![started(), placed("c3")]));
}

#[tokio::test]
async fn the_same_event_twice_changes_nothing_and_says_nothing() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let once = change("1", 0, vec![started()]);
    store.commit(once.clone()).await.unwrap();
    assert_eq!(store.commit(once).await.unwrap(), Committed::Duplicate);
    let again = change("1", 1, vec![placed("f6")]);
    assert_eq!(store.commit(again).await.unwrap(), Committed::Duplicate);
    assert_eq!(store.load(&table()).await.unwrap().entries, [started()]);
    assert_eq!(store.outgoing(2).await.unwrap(), None);
    // The same id at another table is another event.
    let mut elsewhere = change("1", 0, vec![]);
    elsewhere.table.thread = Some("thread".to_owned());
    assert_eq!(
        store.commit(elsewhere).await.unwrap(),
        Committed::Done(vec![2])
    );
}

#[tokio::test]
async fn two_writers_cannot_both_win() {
    let one = SqliteStore::open(&Location::Memory).await.unwrap();
    let other = one.clone();
    one.commit(change("0", 0, vec![started()])).await.unwrap();
    let (a, b) = tokio::join!(
        one.commit(change("a", 1, vec![placed("f6")])),
        other.commit(change("b", 1, vec![placed("c3")])),
    );
    let (a, b) = (a.unwrap(), b.unwrap());
    let won = |committed: &Committed| matches!(committed, Committed::Done(_));
    assert!(won(&a) != won(&b), "{a:?} {b:?}");
    let loser = if won(&a) { b } else { a };
    assert_eq!(loser, Committed::Conflict);
    assert_eq!(one.load(&table()).await.unwrap().entries.len(), 2);
    assert_eq!(
        other.outgoing(3).await.unwrap(),
        None,
        "the loser has said nothing"
    );
}

#[tokio::test]
async fn many_changes_at_once_are_each_written_or_refused() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    let all: Vec<_> = (0..200)
        .map(|number: u64| {
            let mut change = change(&format!("{number}"), 0, vec![started()]);
            change.table.channel = format!("{}", number / 2);
            let store = store.clone();
            tokio::spawn(async move { store.commit(change).await.unwrap() })
        })
        .collect();
    let mut done = 0;
    for one in all {
        match one.await.unwrap() {
            Committed::Done(_) => done += 1,
            Committed::Conflict => {}
            other => panic!("every event is new: {other:?}"),
        }
    }
    assert_eq!(done, 100);
    assert_eq!(store.undelivered("console").await.unwrap().len(), 100);
}

#[tokio::test]
async fn a_table_that_waits_is_found() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let mut waits = change("1", 0, vec![started()]);
    let progress = waits.progress.as_mut().unwrap();
    progress.waiting.engine = true;
    store.commit(waits).await.unwrap();
    let mut lapses = change("1", 0, vec![]);
    lapses.table.channel = "other".to_owned();
    let expires = at(9) + SignedDuration::from_nanos(1);
    lapses.progress = Some(Progress {
        after: 0,
        players: None,
        most_games: None,
        entries: vec![entry(Event::Challenged(Challenge {
            by: Person::new("alice", "Alice"),
            to: None,
            variant: Variant::default(),
            color: ColorChoice::Random,
            expires,
        }))],
        waiting: Waiting {
            engine: false,
            wake_at: Some(expires),
        },
    });
    store.commit(lapses).await.unwrap();
    let waiting = store.waiting("console").await.unwrap();
    assert_eq!(waiting.len(), 2);
    assert!(waiting[0].waiting.engine && waiting[0].table == table());
    assert_eq!(
        waiting[1].waiting.wake_at,
        Some(at(9) + SignedDuration::from_millis(1)),
        "never too early"
    );
    let done = change("2", 1, vec![placed("f6")]);
    store.commit(done).await.unwrap();
    assert_eq!(store.waiting("console").await.unwrap().len(), 1);
    assert_eq!(store.waiting("discord").await.unwrap().len(), 0);
}

#[tokio::test]
async fn what_is_old_goes_but_for_the_latest_choices() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    for number in 1..=4 {
        let mut change = change(&number.to_string(), 0, vec![]);
        if number < 4 {
            change.replies = vec![choices()];
        }
        store.commit(change).await.unwrap();
        if number != 2 {
            store
                .delivered(number, Some(format!("m{number}")), at(number))
                .await
                .unwrap();
        }
    }
    let latest = store.latest_choices(&table()).await.unwrap().unwrap();
    assert_eq!((latest.id, latest.message.as_deref()), (3, Some("m3")));
    let shown = store.choices_of_message(&table(), "m1").await.unwrap();
    assert_eq!(shown.unwrap().id, 1);
    let shown = store.choices_of_message(&table(), "m4").await.unwrap();
    assert_eq!(shown, None, "it offered none");
    // Replies 1 and 4 with their events.
    assert_eq!(store.prune(at(100)).await.unwrap(), 4);
    assert_eq!(store.outgoing(1).await.unwrap(), None);
    assert_eq!(undelivered(&store, "console").await, [(table(), 2)]);
    assert_eq!(store.latest_choices(&table()).await.unwrap(), Some(latest));
    // Numbers are not reused.
    let next = store.commit(change("5", 0, vec![])).await.unwrap();
    assert_eq!(next, Committed::Done(vec![5]));
}

#[tokio::test]
async fn a_damaged_log_is_told_and_stays_as_it_is() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    sqlx::query("UPDATE entries SET entry = '{\"at\":0}'")
        .execute(&store.database.writing())
        .await
        .unwrap();
    let error = store.load(&table()).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let mut sorry = change("2", 0, vec![]);
    sorry.progress = None;
    let said = store.commit(sorry).await.unwrap();
    assert_eq!(said, Committed::Done(vec![2]));
}

#[tokio::test]
async fn a_database_that_is_not_for_us_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let place = file(&dir);
    let store = SqliteStore::open(&place).await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .execute(&store.database.writing())
    .await
    .unwrap();
    store.close().await;
    let error = SqliteStore::open(&place).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer(_, 9999)), "{error}");

    let text = dir.path().join("text.db");
    std::fs::write(&text, "A text that is no database at all. ".repeat(100)).unwrap();
    let error = SqliteStore::open(&Location::File(text)).await.unwrap_err();
    assert!(matches!(error, StoreError::NotOurs(_)), "{error}");

    let nowhere = dir.path().join("no such folder").join("tables.db");
    let error = SqliteStore::open(&Location::File(nowhere))
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Unreachable(..)), "{error}");
}

#[tokio::test]
async fn a_database_of_an_earlier_version_is_brought_up_to_date() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tables.db");
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true);
    let earlier = SqlitePool::connect_with(options).await.unwrap();
    let first = Migrator::with_migrations(MIGRATIONS.migrations[..1].to_vec());
    first.run(&earlier).await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO tables (id, platform, channel, thread, first, next, waits_engine)
         VALUES (1, 'console', 'main', '', 0, 0, 0);
         INSERT INTO outbox (table_id, event, part, reply, choices)
         VALUES (1, '1', 0, '{\"text\":[]}', 0)",
    )
    .execute(&earlier)
    .await
    .unwrap();
    earlier.close().await;
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    let reply = store.outgoing(1).await.unwrap().unwrap();
    assert!(reply.urgent);
    assert_eq!((reply.reply_target, reply.reply), (None, Reply::default()));
}

#[tokio::test]
async fn a_database_that_was_full_is_written_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    // Limits the database to its present size, as if the disk were full. The limit is the
    // connection's own.
    let limit = async |pragma: &'static str| {
        let done = sqlx::query(pragma).execute(&store.database.writing()).await;
        done.unwrap();
    };
    let full = "PRAGMA max_page_count = 1";
    limit(full).await;
    let mut large = change("2", 1, vec![placed("f6")]);
    large.replies = vec![Reply::say(
        Phrase::new("said").with("event", "x".repeat(1 << 19)),
    )];
    for _ in 0..2 {
        let error = store.commit(large.clone()).await.unwrap_err();
        assert!(matches!(error, StoreError::Failed(_)), "{error}");
        // Nothing of it was written.
        assert_eq!(store.load(&table()).await.unwrap().entries, [started()]);
        limit(full).await;
    }
    limit("PRAGMA max_page_count = 1000000").await;
    assert_eq!(store.commit(large).await.unwrap(), Committed::Done(vec![2]));
    let entries = store.load(&table()).await.unwrap().entries;
    assert_eq!(entries, [started(), placed("f6")]);
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_look_into_a_new_database() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.path().display());
        names.push(entry.file_name());
    }
    assert!(names.len() > 1, "{names:?}");
}

#[tokio::test]
async fn a_database_that_another_program_holds_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let place = file(&dir);
    let path = dir.path().join("tables.db");
    let holder = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(
            SqliteConnectOptions::new()
                .filename(path)
                .create_if_missing(true),
        )
        .await
        .unwrap();
    let mut connection = holder.acquire().await.unwrap();
    sqlx::query("BEGIN EXCLUSIVE")
        .execute(&mut *connection)
        .await
        .unwrap();
    let error = SqliteStore::open(&place).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
}

#[tokio::test]
async fn marks_are_found_by_how_they_begin() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let marks = |given: &[(&str, &str)]| {
        let given = given.iter().map(|(name, value)| SyncCursor {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        });
        given.collect::<Vec<_>>()
    };
    store
        .set_cursors(marks(&[("a:2", "old"), ("a:1", "x"), ("a:3", "v")]))
        .await
        .unwrap();
    store
        .set_cursors(marks(&[("a:2", "y"), ("b:1", "z"), ("A:1", "w")]))
        .await
        .unwrap();
    for name in ["a:3", "none"] {
        store.forget_cursor(name.to_owned()).await.unwrap();
    }
    for (begin, values) in [("a:", "x y"), ("a:1", "x"), ("%", ""), ("", "w x y z")] {
        let found = store.cursors(begin).await.unwrap();
        let found: Vec<&str> = found.iter().map(|mark| mark.value.as_str()).collect();
        assert_eq!(found.join(" "), values, "{begin}");
    }
}

#[tokio::test]
async fn choices_before_a_reply_are_the_latest_of_its_table() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let mut ids = Vec::new();
    for (event, table, reply) in [
        ("1", "main", choices()),
        ("2", "other", choices()),
        ("3", "main", choices()),
        ("4", "main", Reply::say(Phrase::new("said"))),
    ] {
        let change = Change {
            table: TableKey::channel("console", table),
            progress: None,
            replies: vec![reply],
            ..change(event, 0, Vec::new())
        };
        match store.commit(change).await.unwrap() {
            Committed::Done(done) => ids.push(done[0]),
            other => panic!("{other:?}"),
        }
    }
    for (reply, before) in [(0, None), (1, None), (2, Some(0)), (3, Some(2))] {
        let reply = store.outgoing(ids[reply]).await.unwrap().unwrap();
        let found = store.choices_before(&reply).await.unwrap();
        assert_eq!(
            found.map(|one| one.id),
            before.map(|before: usize| ids[before])
        );
    }
}

#[tokio::test]
async fn what_is_answered_is_kept_and_not_shown() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let change = Change {
        reply_target: Some("secret".to_owned().into()),
        ..change("1", 0, Vec::new())
    };
    let given = format!("{change:?}");
    store.commit(change).await.unwrap();
    let kept = store.outgoing(1).await.unwrap().unwrap();
    assert_eq!(kept.reply_target.as_deref(), Some("secret"));
    for shown in [given, format!("{kept:?}")] {
        assert!(
            shown.contains("Alice") && !shown.contains("secret"),
            "{shown}"
        );
    }
}

#[tokio::test]
async fn events_and_waiting_threads_are_found_by_their_channel() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let key = |channel: &str, thread: &str| TableKey {
        thread: Some(thread.to_owned()).filter(|thread| !thread.is_empty()),
        ..TableKey::channel("discord", channel)
    };
    for (event, table, waits) in [
        ("1", key("a", ""), true),
        ("2", key("a", "x"), true),
        ("3", key("a", "y"), false),
        ("4", key("a", "z"), true),
        ("5", key("b", "z"), true),
    ] {
        let mut change = change(event, 0, vec![started()]);
        change.table = table;
        change.progress.as_mut().unwrap().waiting.wake_at = waits.then_some(at(9));
        store.commit(change).await.unwrap();
    }
    for (channel, event, found) in [
        ("a", "1", Some(key("a", ""))),
        ("a", "3", Some(key("a", "y"))),
        ("a", "5", None),
        ("b", "5", Some(key("b", "z"))),
        ("b", "6", None),
    ] {
        let known = store.table_of_event("discord", channel, event).await;
        assert_eq!(known.unwrap(), found, "{channel} {event}");
    }
    let waiting = store.waiting_threads("discord", "a").await.unwrap();
    assert_eq!(waiting, [key("a", "z"), key("a", "x")]);
    assert_eq!(store.waiting_threads("matrix", "a").await.unwrap(), []);
}

#[tokio::test]
async fn a_database_is_used_by_one_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    let mut names = vec![dir.path().join("tables.db"), dir.path().join("./tables.db")];
    #[cfg(unix)]
    {
        let link = dir.path().join("link.db");
        std::os::unix::fs::symlink("tables.db", &link).unwrap();
        names.push(link);
    }
    for name in &names {
        let error = SqliteStore::open(&Location::File(name.clone()))
            .await
            .unwrap_err();
        assert!(matches!(error, StoreError::Locked(_)), "{error}");
        let shown = error.to_string();
        assert!(shown.contains(&*name.to_string_lossy()), "{shown}");
    }
    // A process that is refused does not create a file in place of a deleted one.
    #[cfg(unix)]
    {
        remove(dir.path(), &FILES[..1]);
        let error = SqliteStore::open(&file(&dir)).await.unwrap_err();
        assert!(matches!(error, StoreError::Locked(_)), "{error}");
    }
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    store.close().await;
    SqliteStore::open(&Location::File(names.remove(1)))
        .await
        .unwrap();
}

/// All files of a database.
const FILES: [&str; 3] = ["tables.db", "tables.db-wal", "tables.db-shm"];

fn remove(folder: &Path, names: &[&str]) {
    for name in names {
        std::fs::remove_file(folder.join(name)).unwrap();
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_is_deleted_while_open_is_put_back() {
    let cases: [&dyn Fn(&Path); 5] = [
        &|folder| remove(folder, &FILES[..1]),
        &|folder| remove(folder, &FILES),
        &|folder| remove(folder, &FILES[1..]),
        &|folder| remove(folder, &FILES[1..2]),
        &|folder| std::fs::remove_dir_all(folder).unwrap(),
    ];
    for (case, delete) in cases.into_iter().enumerate() {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&file(&dir)).await.unwrap();
        store.commit(change("1", 0, vec![started()])).await.unwrap();
        delete(dir.path());
        let next = change("2", 1, vec![placed("f6")]);
        let said = store.commit(next).await.unwrap();
        assert_eq!(said, Committed::Done(vec![2]), "{case}");
        let read = store.load(&table()).await.unwrap();
        assert_eq!(read.entries, [started(), placed("f6")], "{case}");
        let again = SqliteStore::open(&file(&dir)).await.unwrap_err();
        assert!(matches!(again, StoreError::Locked(_)), "{case}: {again}");
        // What a kill at this moment leaves behind.
        let copy = tempfile::tempdir().unwrap();
        for name in &FILES[..2] {
            std::fs::copy(dir.path().join(name), copy.path().join(name)).unwrap();
        }
        let found = SqliteStore::open(&file(&copy)).await.unwrap();
        let read = found.load(&table()).await.unwrap();
        assert_eq!(read.entries, [started(), placed("f6")], "{case}");
        store.close().await;
        let store = SqliteStore::open(&file(&dir)).await.unwrap();
        let read = store.load(&table()).await.unwrap();
        assert_eq!(read.entries.len(), 2, "{case}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_deletion_is_noticed_while_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    remove(dir.path(), &FILES);
    while !dir.path().join(FILES[0]).exists() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let read = store.load(&table()).await;
    assert!(read.is_err() || read.unwrap().entries == [started()]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_cannot_be_put_back_refuses_until_it_can() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    let place = Location::File(folder.join("tables.db"));
    let store = SqliteStore::open(&place).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    // A file in place of the folder prevents writing.
    std::fs::write(&folder, "in the way").unwrap();
    let next = change("2", 1, vec![placed("f6")]);
    for _ in 0..3 {
        store.commit(next.clone()).await.unwrap_err();
    }
    let read = store.load(&table()).await.unwrap();
    assert_eq!(read.entries, [started()], "it can still be read");
    std::fs::remove_file(&folder).unwrap();
    while store.commit(next.clone()).await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    store.close().await;
    let store = SqliteStore::open(&place).await.unwrap();
    assert_eq!(store.load(&table()).await.unwrap().entries.len(), 2);
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_in_whose_place_another_is_put_is_kept_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    let other = tempfile::tempdir().unwrap();
    SqliteStore::open(&file(&other))
        .await
        .unwrap()
        .close()
        .await;
    std::fs::rename(other.path().join(FILES[0]), dir.path().join(FILES[0])).unwrap();
    let next = change("2", 1, vec![placed("f6")]);
    store.commit(next.clone()).await.unwrap_err();
    let StoreError::Replaced(_, Some(kept)) = store.lost().await else {
        panic!("it is not lost");
    };
    store.commit(next).await.unwrap_err();
    store.close().await;
    let kept = SqliteStore::open(&Location::File(kept)).await.unwrap();
    let read = kept.load(&table()).await.unwrap();
    assert_eq!(read.entries, [started()]);
    let other = SqliteStore::open(&file(&dir)).await.unwrap();
    assert_eq!(other.load(&table()).await.unwrap().entries, []);
}

#[tokio::test]
async fn a_start_finds_the_copy_that_was_to_be_put_back() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    store.close().await;
    let copy = dir.path().join("tables.db.restored");
    std::fs::rename(dir.path().join(FILES[0]), copy).unwrap();
    // A stale write-ahead log.
    std::fs::write(dir.path().join(FILES[1]), "left").unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    assert_eq!(store.load(&table()).await.unwrap().entries, [started()]);
}

#[tokio::test]
async fn what_is_too_large_is_refused_and_spoils_nothing() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let long = || "x".repeat(1 << 20);
    let mut reply = change("1", 0, vec![started()]);
    reply.replies = vec![Reply::say(Phrase::new("said").with("event", long()))];
    let mut author = change("1", 0, vec![started()]);
    author.author = Some(Person::new(long(), "alice"));
    let mut name = change("1", 0, vec![started()]);
    name.table.thread = Some(long());
    let many = vec![placed("f6"); 20_000];
    for large in [
        reply,
        author,
        name,
        change(&long(), 0, vec![]),
        change("1", 0, many),
    ] {
        let (refused, done) =
            tokio::join!(store.commit(large), store.commit(change("2", 0, vec![])),);
        let error = refused.unwrap_err();
        assert!(matches!(error, StoreError::Unfit(_)), "{error}");
        done.unwrap();
    }
    assert_eq!(store.load(&table()).await.unwrap().entries, []);
    let said = store.commit(change("1", 0, vec![started()])).await.unwrap();
    assert!(matches!(said, Committed::Done(_)));
}

#[tokio::test]
async fn what_the_host_made_stays_with_the_log_that_it_is_numbered_by() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let old = table();
    let new = TableKey::channel("console", "new");
    let heard = |event: &str, at: &TableKey| Change {
        table: at.clone(),
        ..change(event, 0, Vec::new())
    };
    let mut next = 0;
    for what in HostEvent::OF_A_LOG {
        for place in [&old, &new] {
            next += 1;
            store.commit(heard(&what.id(next), place)).await.unwrap();
        }
    }
    store.commit(heard("$old", &old)).await.unwrap();
    store.commit(heard("$new", &new)).await.unwrap();
    let moved = TableMove {
        from: old.clone(),
        to: new.clone(),
        event: "$upgrade".to_owned(),
        at: at(2),
        after: [0, 0],
        reply: None,
        language: None,
    };
    let done = store.move_table(moved).await.unwrap();
    assert_eq!(done, Committed::Done(vec![]));
    let mut next = 0;
    for what in HostEvent::OF_A_LOG {
        for (now, other) in [(&new, &old), (&old, &new)] {
            next += 1;
            let event = what.id(next);
            assert!(store.is_handled(now, &event).await.unwrap(), "{event}");
            assert!(!store.is_handled(other, &event).await.unwrap(), "{event}");
        }
    }
    for place in [&old, &new] {
        for event in ["$old", "$new"] {
            assert!(store.is_handled(place, event).await.unwrap(), "{event}");
        }
    }
    // Undelivered replies of one log do not block the other's.
    for what in HostEvent::OF_A_LOG {
        for place in [&old, &new] {
            for number in 1..=next {
                let event = heard(&what.id(number), place);
                let known = store.is_handled(place, &event.event).await.unwrap();
                let said = store.commit(event).await.unwrap();
                assert_eq!(known, said == Committed::Duplicate);
            }
        }
    }
}

#[tokio::test]
async fn nobody_plays_more_games_than_they_may() {
    let store = SqliteStore::open(&Location::Memory).await.unwrap();
    let begin = |event: &str, channel: &str, most| {
        let mut change = change(event, 0, vec![started()]);
        change.table.channel = channel.to_owned();
        let progress = change.progress.as_mut().unwrap();
        progress.players = Some(vec!["alice".to_owned(), "bob".to_owned()]);
        progress.most_games = most;
        store.commit(change)
    };
    let done = begin("1", "a", Some(1)).await.unwrap();
    assert_eq!(done, Committed::Done(vec![1]));
    let players = ["alice".to_owned(), "bob".to_owned()].to_vec();
    let refused = begin("2", "b", Some(1)).await.unwrap();
    assert_eq!(refused, Committed::TooManyGames(players));
    assert_eq!(store.outgoing(2).await.unwrap(), None);
    let done = begin("2", "b", None).await.unwrap();
    assert_eq!(done, Committed::Done(vec![2]));
    // Their own table does not count against them.
    let mut again = change("3", 1, vec![placed("f6")]);
    again.table.channel = "a".to_owned();
    let progress = again.progress.as_mut().unwrap();
    progress.players = Some(vec!["alice".to_owned()]);
    progress.most_games = Some(2);
    let done = store.commit(again).await.unwrap();
    assert_eq!(done, Committed::Done(vec![3]));
    assert_eq!(store.games_of("console", "alice").await.unwrap(), 2);
    assert_eq!(store.games_of("console", "bob").await.unwrap(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn a_deleted_database_that_another_process_has_claimed_is_not_restored() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    remove(dir.path(), &FILES);
    remove(dir.path(), &["tables.db.lock"]);
    let path = dir.path().canonicalize().unwrap().join(FILES[0]);
    let other = claim::Claim::take(&path).unwrap();
    let next = change("2", 1, vec![placed("f6")]);
    let error = store.commit(next.clone()).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    assert!(!path.exists());
    drop(other);
    while store.commit(next.clone()).await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(store.load(&table()).await.unwrap().entries.len(), 2);
}
