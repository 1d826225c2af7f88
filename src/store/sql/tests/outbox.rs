//! Replies in the outbox, their choices and reminders.

use super::*;

#[tokio::test]
async fn what_is_old_goes_but_for_the_latest_choices() {
    let store = new_store().await;
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
    assert_eq!(store.prune(PruneBefore::all(at(100))).await.unwrap(), 4);
    assert_eq!(store.outgoing(1).await.unwrap(), None);
    assert_eq!(undelivered(&store, "console").await, [(table(), 2)]);
    assert_eq!(store.latest_choices(&table()).await.unwrap(), Some(latest));
    // Numbers are not reused.
    let next = store.commit(change("5", 0, vec![])).await.unwrap();
    assert_eq!(next, Committed::Done(vec![5]));
}

#[tokio::test]
async fn a_reminder_is_kept_until_its_message_is_gone() {
    let store = new_store().await;
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
    assert_eq!(store.prune(PruneBefore::all(at(100))).await.unwrap(), 0);
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
    assert_eq!(store.prune(PruneBefore::all(at(100))).await.unwrap(), 2);
}

#[tokio::test]
async fn choices_before_a_reply_are_the_latest_of_its_table() {
    let store = new_store().await;
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
async fn tallies_of_a_round_are_one_message() {
    let store = new_store().await;
    let mut ids = Vec::new();
    for (event, round, number) in [("1", 10, 1), ("2", 10, 2), ("3", 20, 1)] {
        let tally = Reply {
            tally: Some(Tally {
                round: at(round),
                number,
            }),
            ..Reply::say(Phrase::new("said"))
        };
        let change = Change {
            progress: None,
            replies: vec![tally],
            ..change(event, 0, Vec::new())
        };
        match store.commit(change).await.unwrap() {
            Committed::Done(done) => ids.push(done[0]),
            other => panic!("{other:?}"),
        }
    }
    let message = async |round| store.message_of_tally(&table(), at(round)).await.unwrap();
    assert_eq!(message(10).await, None);
    let delivered = store.delivered(ids[0], Some("m1".to_owned()), at(11));
    delivered.await.unwrap();
    assert_eq!(message(10).await.as_deref(), Some("m1"));
    // One that was given up, and one that became another message.
    store.delivered(ids[1], None, at(12)).await.unwrap();
    assert_eq!(message(10).await.as_deref(), Some("m1"));
    let delivered = store.delivered(ids[2], Some("m2".to_owned()), at(21));
    delivered.await.unwrap();
    assert_eq!(message(10).await.as_deref(), Some("m1"));
    assert_eq!(message(20).await.as_deref(), Some("m2"));
    let other = TableKey::channel("console", "other");
    let found = store.message_of_tally(&other, at(10)).await.unwrap();
    assert_eq!(found, None);
}

#[tokio::test]
async fn what_is_answered_is_kept_and_not_shown() {
    let store = new_store().await;
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
async fn an_event_from_another_table_is_handled_and_answered_there() {
    let store = new_store().await;
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

#[tokio::test]
async fn parked_replies_wait_for_their_table() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&folder)).await.unwrap();
    for number in 0..5 {
        store
            .commit(change(&number.to_string(), 0, vec![]))
            .await
            .unwrap();
    }
    assert!(!store.has_parked(&table()).await.unwrap());
    for reply in 1..=4 {
        store.park(reply).await.unwrap();
    }
    store.close().await;
    let store = SqlStore::open(&file(&folder)).await.unwrap();
    assert_eq!(undelivered(&store, "console").await, [(table(), 5)]);
    assert!(store.has_parked(&table()).await.unwrap());
    let other = TableKey::channel("console", "other");
    assert!(!store.has_parked(&other).await.unwrap());
    assert!(store.unpark_all(&other, 2, at(2)).await.unwrap().is_empty());
    assert!(store.unpark(2).await.unwrap());
    assert!(!store.unpark(2).await.unwrap());
    // The latest are to be delivered, the others given up.
    assert_eq!(store.unpark_all(&table(), 2, at(2)).await.unwrap(), [3, 4]);
    assert!(!store.has_parked(&table()).await.unwrap());
    let left: Vec<i64> = undelivered(&store, "console")
        .await
        .into_iter()
        .map(|one| one.1)
        .collect();
    assert_eq!(left, [2, 3, 4, 5]);
    // One that is delivered is not parked, whichever is noted first.
    store.delivered(5, None, at(3)).await.unwrap();
    store.park(5).await.unwrap();
    assert!(!store.has_parked(&table()).await.unwrap());
    // Nobody came back for it.
    store.park(4).await.unwrap();
    store.prune(PruneBefore::all(at(100))).await.unwrap();
    assert_eq!(store.outgoing(4).await.unwrap(), None);
    assert!(store.outgoing(3).await.unwrap().is_some());
}

#[tokio::test]
async fn an_announcement_waits_in_its_own_channel() {
    let store = new_store().await;
    let news = TableKey::channel("console", "news");
    let mut ends = change("1", 0, vec![started()]);
    ends.progress.as_mut().unwrap().announcement = Some(Announcement {
        to: news.clone(),
        reply: Reply::say(Phrase::new("announced")),
    });
    let done = store.commit(ends.clone()).await.unwrap();
    assert_eq!(done, Committed::Done(vec![1, 2]));
    assert_eq!(store.commit(ends).await.unwrap(), Committed::Duplicate);
    let waiting = undelivered(&store, "console").await;
    assert_eq!(waiting, [(table(), 1), (news, 2)]);
    let announced = store.outgoing(2).await.unwrap().unwrap();
    assert_eq!(announced.language.as_deref(), Some("en"));
}

#[tokio::test]
async fn what_waits_is_counted_from_the_first_event_on() {
    let store = new_store().await;
    assert_eq!(store.backlog().await.unwrap(), Backlog::default());
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    for (event, second) in [("2", 7), ("3", 5), ("4", 9)] {
        let mut later = change(event, 1, vec![]);
        later.at = at(second);
        store.commit(later).await.unwrap();
    }
    store.delivered(1, None, at(10)).await.unwrap();
    let waits = |replies, second| Backlog {
        replies,
        oldest: Some(at(second)),
    };
    assert_eq!(store.backlog().await.unwrap(), waits(3, 5));
    store.delivered(3, None, at(11)).await.unwrap();
    assert_eq!(store.backlog().await.unwrap(), waits(2, 7));
    // There is nothing to answer: it does not count.
    store.park(2).await.unwrap();
    assert_eq!(store.backlog().await.unwrap(), waits(1, 9));
}
