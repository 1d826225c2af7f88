//! Tests of the SQLite store.

mod archive;
mod heartbeat;
mod holidays;
mod opening;
mod restore;

use std::path::Path;

use jiff::SignedDuration;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use super::migrations::migrator;
use super::*;
use crate::engine::Level;
use crate::game::{Action, Variant};
use crate::session::{
    Challenge, Choice, ColorChoice, Entry, Event, Person, Phrase, Remind, Reply, Seat, Settings,
    TableKey, TimeControl, Waiting,
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
        rated: false,
        server: None,
        time: TimeControl::Untimed,
        silence: true,
        weekends_off: false,
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
    }
}

async fn undelivered(store: &SqliteStore, platform: &str) -> Vec<(TableKey, i64)> {
    let all = store.undelivered(platform).await.unwrap();
    all.into_iter().map(|one| (one.table, one.reply)).collect()
}

fn file(dir: &tempfile::TempDir) -> DatabaseLocation {
    DatabaseLocation::File(dir.path().join("tables.db"))
}

/// All files of a database.
const FILES: [&str; 3] = ["tables.db", "tables.db-wal", "tables.db-shm"];

fn remove(folder: &Path, names: &[&str]) {
    for name in names {
        std::fs::remove_file(folder.join(name)).unwrap();
    }
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
    let one = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
    let mut waits = change("1", 0, vec![started()]);
    let progress = waits.progress.as_mut().unwrap();
    progress.waiting.engine = true;
    store.commit(waits).await.unwrap();
    let mut lapses = change("1", 0, vec![]);
    lapses.table.channel = "other".to_owned();
    let expires = at(9) + SignedDuration::from_nanos(1);
    lapses.progress = Some(Progress {
        entries: vec![entry(Event::Challenged(Challenge {
            by: Person::new("alice", "Alice"),
            to: None,
            variant: Variant::default(),
            color: ColorChoice::Random,
            rated: false,
            expires,
            weekends_off: false,
            time: TimeControl::Untimed,
        }))],
        waiting: Waiting {
            engine: false,
            wake_at: Some(expires),
        },
        ..Progress::default()
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
async fn a_reminder_is_kept_until_its_message_is_gone() {
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
    let mut reminds = change("clock:1", 0, vec![]);
    reminds.replies = vec![Reply {
        reminder: Some(1),
        ..Reply::say(Phrase::new("reminder"))
    }];
    store.commit(reminds).await.unwrap();
    store
        .delivered(1, Some("m1".to_owned()), at(1))
        .await
        .unwrap();
    assert_eq!(store.prune(at(100)).await.unwrap(), 0);
    let mut later = change("2", 0, vec![]);
    later.replies = vec![Reply {
        version: 1,
        ..choices()
    }];
    store.commit(later).await.unwrap();
    let outdated = store.outdated_reminders(2).await.unwrap();
    let [reminder] = &outdated[..] else {
        panic!("{outdated:?}");
    };
    assert_eq!((reminder.reply, reminder.message.as_str()), (1, "m1"));
    store.reminder_removed(1).await.unwrap();
    assert_eq!(store.outdated_reminders(2).await.unwrap().len(), 0);
    // With its event.
    assert_eq!(store.prune(at(100)).await.unwrap(), 2);
}

#[tokio::test]
async fn a_damaged_log_is_told_and_stays_as_it_is() {
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
async fn marks_are_found_by_how_they_begin() {
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
    let mut ids = Vec::new();
    for (event, table, reply) in [
        ("1", "main", choices()),
        ("2", "other", choices()),
        ("3", "main", choices()),
        ("4", "main", Reply::say(Phrase::new("said"))),
    ] {
        let change = Change {
            table: TableKey::channel("console", table),
            given_at: None,
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
async fn what_is_too_large_is_refused_and_spoils_nothing() {
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
    let old = table();
    let new = TableKey::channel("console", "new");
    let heard = |event: &str, at: &TableKey| Change {
        table: at.clone(),
        given_at: None,
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
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
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
    // Who plays there already may go on, whoever else comes or leaves.
    let again = |players: &[&str]| {
        let mut again = change("3", 1, vec![placed("f6")]);
        again.table.channel = "a".to_owned();
        let progress = again.progress.as_mut().unwrap();
        progress.players = Some(players.iter().map(|&name| name.to_owned()).collect());
        progress.most_games = Some(1);
        store.commit(again)
    };
    let mut third = change("4", 0, vec![started()]);
    third.table.channel = "c".to_owned();
    third.progress.as_mut().unwrap().players = Some(vec!["carol".to_owned()]);
    let done = store.commit(third).await.unwrap();
    assert_eq!(done, Committed::Done(vec![3]));
    let refused = again(&["alice", "carol"]).await.unwrap();
    assert_eq!(refused, Committed::TooManyGames(vec!["carol".to_owned()]));
    let done = again(&["alice"]).await.unwrap();
    assert_eq!(done, Committed::Done(vec![4]));
    assert_eq!(store.games_of("console", "alice").await.unwrap(), 2);
    assert_eq!(store.games_of("console", "bob").await.unwrap(), 1);
}

#[tokio::test]
async fn what_persons_set_is_kept_and_merged() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    let (alice, bob) = (Person::new("alice", "Alice"), Person::new("bob", "Bob"));
    let remind = |remind| Settings {
        remind: Some(remind),
        ..Settings::default()
    };
    let themed = Settings {
        theme: Some("dark".to_owned()),
        ..Settings::default()
    };
    let set = [
        ("alice", remind(Remind::Off)),
        ("alice", themed.clone()),
        ("bob", remind(Remind::Private)),
        ("alice", remind(Remind::Channel)),
    ];
    for (event, (person, settings)) in (1..).zip(set) {
        let mut change = change(&event.to_string(), 0, Vec::new());
        change.progress.as_mut().unwrap().personal = Some((person.to_owned(), settings));
        for committed in [
            Committed::Done(vec![event]),
            // The same event again.
            Committed::Duplicate,
        ] {
            assert_eq!(store.commit(change.clone()).await.unwrap(), committed);
        }
    }
    store.close().await;
    let store = SqliteStore::open(&file(&dir)).await.unwrap();
    let persons = ["alice", "bob", "carol"].map(str::to_owned);
    let found = store
        .personal_settings(&table().platform, &persons)
        .await
        .unwrap();
    let own = Settings {
        remind: Some(Remind::Channel),
        ..themed
    };
    assert_eq!(found.of(&alice), own);
    assert_eq!(found.of(&bob), remind(Remind::Private));
    assert_eq!(
        found.of(&Person::new("carol", "Carol")),
        Settings::default()
    );
    let found = store
        .personal_settings(&table().platform, &persons[1..])
        .await
        .unwrap();
    assert_eq!(found.of(&alice), Settings::default());
    let elsewhere = store.personal_settings("other", &persons).await.unwrap();
    assert_eq!(elsewhere.of(&bob), Settings::default());
    // What cannot be read is replaced.
    sqlx::query("UPDATE settings SET settings = '{'")
        .execute(&store.database.writing())
        .await
        .unwrap();
    let mut change = change("5", 0, Vec::new());
    change.progress.as_mut().unwrap().personal = Some(("bob".to_owned(), remind(Remind::Off)));
    store.commit(change).await.unwrap();
    let found = store.personal_settings(&table().platform, &persons).await;
    let found = found.unwrap();
    assert_eq!(found.of(&alice), Settings::default());
    assert_eq!(found.of(&bob), remind(Remind::Off));
}

#[tokio::test]
async fn an_event_from_another_table_is_handled_and_answered_there() {
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
    let chat = TableKey::channel("test", "@alice");
    let mut game = change("1", 0, vec![started()]);
    game.table.platform = "test".to_owned();
    store.commit(game.clone()).await.unwrap();
    let planned = Change {
        given_at: Some(chat.clone()),
        ..change("10", 1, vec![placed("f6")])
    };
    let planned = Change {
        table: game.table.clone(),
        ..planned
    };
    assert_eq!(
        store.commit(planned.clone()).await.unwrap(),
        Committed::Done(vec![2])
    );
    // Even if it is taken to be for another table then.
    let other = Change {
        table: TableKey::channel("test", "other"),
        ..planned.clone()
    };
    for again in [planned, other] {
        assert_eq!(store.commit(again).await.unwrap(), Committed::Duplicate);
    }
    assert_eq!(store.load(&game.table).await.unwrap().entries.len(), 2);
    assert!(store.load(&chat).await.unwrap().entries.is_empty());
    let waiting = undelivered(&store, "test").await;
    assert_eq!(waiting, [(game.table, 1), (chat.clone(), 2)]);
    assert!(store.is_handled(&chat, "10").await.unwrap());
}
