//! Tables that are found by what they wait for, and marks.

use super::*;

#[tokio::test]
async fn a_table_that_waits_is_found() {
    let store = new_store().await;
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
            crowd: None,
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
async fn marks_are_found_by_how_they_begin() {
    let store = new_store().await;
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
async fn events_and_waiting_threads_are_found_by_their_channel() {
    let store = new_store().await;
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
