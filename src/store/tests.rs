//! Tests of the store.

use jiff::SignedDuration;

use super::*;
use crate::engine::Level;
use crate::game::{Action, Variant};
use crate::session::{
    Challenge, Choice, ColorChoice, Entry, Event, Person, Phrase, Reply, Seat, TableKey, Waiting,
};

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
        theme: None,
        flipped: false,
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
        }),
        replies: vec![Reply::say(Phrase::new("said").with("event", event))],
        author: Some(Person::new("alice", "Alice")),
        answers: None,
        language: Some("en".to_owned()),
        mark: None,
        supersedes: Vec::new(),
    }
}

fn file(dir: &tempfile::TempDir) -> Place {
    Place::File(dir.path().join("tables.db"))
}

#[tokio::test]
async fn what_is_written_is_read_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&file(&dir)).await.unwrap();
    let log = vec![started(), placed("f6"), placed("a2")];
    let mut first = change("1", 0, log.clone());
    first.mark = Some(Mark {
        name: "matrix/bot".to_owned(),
        value: "s1".to_owned(),
    });
    assert_eq!(store.commit(first).await.unwrap(), Committed::Done(vec![1]));
    store.close().await;

    let store = Store::open(&file(&dir)).await.unwrap();
    let read = store.load(&table()).await.unwrap();
    assert_eq!((read.first, &read.entries), (0, &log));
    assert_eq!(read.fold(table()).unwrap().next(), 3);
    assert_eq!(store.mark("matrix/bot").await.unwrap().unwrap(), "s1");
    assert_eq!(store.mark("matrix/other").await.unwrap(), None);
    let waits = store.outgoing(1).await.unwrap().unwrap();
    assert_eq!((waits.id, waits.event.as_str(), waits.part), (1, "1", 0));
    assert_eq!(waits.author.unwrap().name, "Alice");
    assert_eq!(waits.reply, change("1", 0, vec![]).replies[0]);
    assert_eq!(store.undelivered("console").await.unwrap(), [(table(), 1)]);
    assert_eq!(store.undelivered("matrix").await.unwrap(), []);
    store
        .delivered(1, Some("m".to_owned()), at(2))
        .await
        .unwrap();
    assert_eq!(store.undelivered("console").await.unwrap(), []);
}

#[tokio::test]
async fn reading_begins_at_the_last_start() {
    let store = Store::open(&Place::Memory).await.unwrap();
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
    let store = Store::open(&Place::Memory).await.unwrap();
    let once = change("1", 0, vec![started()]);
    store.commit(once.clone()).await.unwrap();
    assert_eq!(store.commit(once).await.unwrap(), Committed::Known);
    let again = change("1", 1, vec![placed("f6")]);
    assert_eq!(store.commit(again).await.unwrap(), Committed::Known);
    assert_eq!(store.load(&table()).await.unwrap().entries, [started()]);
    assert_eq!(store.outgoing(2).await.unwrap(), None);
    // The same id means something else at another table.
    let mut elsewhere = change("1", 0, vec![]);
    elsewhere.table.thread = Some("thread".to_owned());
    assert_eq!(
        store.commit(elsewhere).await.unwrap(),
        Committed::Done(vec![2])
    );
}

#[tokio::test]
async fn two_writers_cannot_both_win() {
    let dir = tempfile::tempdir().unwrap();
    let one = Store::open(&file(&dir)).await.unwrap();
    let other = Store::open(&file(&dir)).await.unwrap();
    one.commit(change("0", 0, vec![started()])).await.unwrap();
    let (a, b) = tokio::join!(
        one.commit(change("a", 1, vec![placed("f6")])),
        other.commit(change("b", 1, vec![placed("c3")])),
    );
    let (a, b) = (a.unwrap(), b.unwrap());
    let won = |committed: &Committed| matches!(committed, Committed::Done(_));
    assert!(won(&a) != won(&b), "{a:?} {b:?}");
    let loser = if won(&a) { b } else { a };
    assert_eq!(loser, Committed::Overtaken);
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
    let store = Store::open(&file(&dir)).await.unwrap();
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
            Committed::Overtaken => {}
            Committed::Known => panic!("every event is new"),
        }
    }
    assert_eq!(done, 100);
    assert_eq!(store.undelivered("console").await.unwrap().len(), 100);
}

#[tokio::test]
async fn a_table_that_waits_is_found() {
    let store = Store::open(&Place::Memory).await.unwrap();
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
    let store = Store::open(&Place::Memory).await.unwrap();
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
    assert_eq!(store.undelivered("console").await.unwrap(), [(table(), 2)]);
    assert_eq!(store.latest_choices(&table()).await.unwrap(), Some(latest));
    // Numbers are not given twice.
    let next = store.commit(change("5", 0, vec![])).await.unwrap();
    assert_eq!(next, Committed::Done(vec![5]));
}

#[tokio::test]
async fn a_damaged_log_is_told_and_stays_as_it_is() {
    let store = Store::open(&Place::Memory).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    sqlx::query("UPDATE entries SET entry = '{\"at\":0}'")
        .execute(&store.writing)
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
    let store = Store::open(&place).await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .execute(&store.writing)
    .await
    .unwrap();
    store.close().await;
    let error = Store::open(&place).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer(_, 9999)), "{error}");

    let text = dir.path().join("text.db");
    std::fs::write(&text, "A text that is no database at all. ".repeat(100)).unwrap();
    let error = Store::open(&Place::File(text)).await.unwrap_err();
    assert!(matches!(error, StoreError::NotOurs(_)), "{error}");

    let nowhere = dir.path().join("no such folder").join("tables.db");
    let error = Store::open(&Place::File(nowhere)).await.unwrap_err();
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
    let store = Store::open(&file(&dir)).await.unwrap();
    let reply = store.outgoing(1).await.unwrap().unwrap();
    assert_eq!((reply.answers, reply.reply), (None, Reply::default()));
}

#[tokio::test]
async fn a_database_that_was_full_is_written_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    // As many pages as there are, as if the disk had no more: only this connection is told.
    let limit = async |pragma: &'static str| {
        let done = sqlx::query(pragma).execute(&store.writing).await;
        done.unwrap();
    };
    let full = "PRAGMA max_page_count = 1";
    limit(full).await;
    let mut large = change("2", 1, vec![placed("f6")]);
    large.replies = vec![Reply::say(
        Phrase::new("said").with("event", "x".repeat(1 << 20)),
    )];
    for _ in 0..2 {
        let error = store.commit(large.clone()).await.unwrap_err();
        assert!(matches!(error, StoreError::Failed(_)), "{error}");
        // What was lost is not half there.
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
    let store = Store::open(&file(&dir)).await.unwrap();
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
    let error = Store::open(&place).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
}

#[tokio::test]
async fn marks_are_found_by_how_they_begin() {
    let store = Store::open(&Place::Memory).await.unwrap();
    let marks = |given: &[(&str, &str)]| {
        let given = given.iter().map(|(name, value)| Mark {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        });
        given.collect::<Vec<_>>()
    };
    store
        .set_marks(marks(&[("a:2", "old"), ("a:1", "x"), ("a:3", "v")]))
        .await
        .unwrap();
    store
        .set_marks(marks(&[("a:2", "y"), ("b:1", "z"), ("A:1", "w")]))
        .await
        .unwrap();
    for name in ["a:3", "none"] {
        store.forget_mark(name.to_owned()).await.unwrap();
    }
    for (begin, values) in [("a:", "x y"), ("a:1", "x"), ("%", ""), ("", "w x y z")] {
        let found = store.marks(begin).await.unwrap();
        let found: Vec<&str> = found.iter().map(|mark| mark.value.as_str()).collect();
        assert_eq!(found.join(" "), values, "{begin}");
    }
}

#[tokio::test]
async fn choices_before_a_reply_are_the_latest_of_its_table() {
    let store = Store::open(&Place::Memory).await.unwrap();
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
    let store = Store::open(&Place::Memory).await.unwrap();
    let change = Change {
        answers: Some("secret".to_owned().into()),
        ..change("1", 0, Vec::new())
    };
    let given = format!("{change:?}");
    store.commit(change).await.unwrap();
    let kept = store.outgoing(1).await.unwrap().unwrap();
    assert_eq!(kept.answers.as_deref(), Some("secret"));
    for shown in [given, format!("{kept:?}")] {
        assert!(
            shown.contains("Alice") && !shown.contains("secret"),
            "{shown}"
        );
    }
}

#[tokio::test]
async fn events_and_waiting_threads_are_found_by_their_channel() {
    let store = Store::open(&Place::Memory).await.unwrap();
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
