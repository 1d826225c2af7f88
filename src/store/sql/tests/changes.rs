//! Changes: what is written together, refused, or read again.

use super::*;

#[tokio::test]
async fn what_is_written_is_read_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let place = lasting_place(&dir).await;
    let store = SqlStore::open(&place).await.unwrap();
    let log = vec![started(), placed("f6"), placed("a2")];
    let mut first = change("1", 0, log.clone());
    first.cursor = Some(SyncCursor {
        name: "matrix/bot".to_owned(),
        value: "s1".to_owned(),
    });
    assert_eq!(store.commit(first).await.unwrap(), Committed::Done(vec![1]));
    store.close().await;

    let store = SqlStore::open(&place).await.unwrap();
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
async fn who_hears_that_a_game_is_adjourned_hears_its_number() {
    let store = new_store().await;
    let game = Table::replay(table(), 0, &[started()]).unwrap();
    let game = game.adjourned(at(0)).unwrap();
    for (number, event) in (1..).zip(["1", "2", "3"]) {
        let after = 2 * (number - 1);
        let entries = vec![started(), entry(Event::Adjourned)];
        let mut adjourns = change(event, after, entries);
        adjourns.progress.as_mut().unwrap().adjourned = Some(game.clone());
        let command = "resume <number>";
        adjourns.replies = vec![Reply {
            choices: vec![Choice::new(Phrase::new("resume"), command)],
            ..Reply::say(Phrase::new("told").with("resume", Arg::command(command)))
        }];
        let committed = store.commit(adjourns).await.unwrap();
        let Committed::Done(ids) = committed else {
            panic!("{committed:?}");
        };
        let told = store.outgoing(ids[0]).await.unwrap().unwrap().reply;
        let command = format!("resume {number}");
        assert_eq!(told.choices[0].command, command);
        assert_eq!(told.text[0].args["resume"], Arg::Command(command));
    }
    let (games, total) = store.adjourned("console", "alice", 2).await.unwrap();
    let numbers: Vec<i64> = games.iter().map(|(number, ..)| *number).collect();
    assert_eq!((numbers, total), (vec![1, 2], 3));
    let found = store.continuation("console", 2).await.unwrap().unwrap();
    assert_eq!((found.number, found.game), (2, game));
    assert_eq!(found.entries, [started()]);
    for (platform, number) in [("discord", 2), ("console", 0), ("console", 4)] {
        assert_eq!(store.continuation(platform, number).await.unwrap(), None);
    }
}

#[tokio::test]
async fn reading_begins_at_the_last_start() {
    let store = new_store().await;
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
    let store = new_store().await;
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
    let one = new_store().await;
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
    let store = SqlStore::open(&lasting_place(&dir).await).await.unwrap();
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
async fn a_damaged_log_is_told_and_stays_as_it_is() {
    let store = new_store().await;
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
async fn a_text_that_not_every_database_keeps_spoils_nothing() {
    let store = new_store().await;
    // PostgreSQL refuses them, SQLite does not.
    let long: String = (0..4000).map(|_| rand::random_range('a'..='z')).collect();
    for event in ["a\0b", &long] {
        if let Err(error) = store.commit(change(event, 0, Vec::new())).await {
            assert!(matches!(error, StoreError::Unfit(_)), "{error}");
        }
        assert!(store.database.is_writable());
    }
    let done = store.commit(change("1", 0, vec![started()])).await;
    assert!(matches!(done.unwrap(), Committed::Done(_)));
    // In the log it is written as JSON does it.
    let mut entry = started();
    if let Event::Started { white, .. } = &mut entry.event {
        *white = Seat::Person(Person::new("alice", "a\0b"));
    }
    store
        .commit(change("2", 1, vec![entry.clone()]))
        .await
        .unwrap();
    assert_eq!(store.load(&table()).await.unwrap().entries, [entry]);
}

#[tokio::test]
async fn what_is_too_large_is_refused_and_spoils_nothing() {
    let store = new_store().await;
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
    let store = new_store().await;
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
        seen: 0,
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
    let store = new_store().await;
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
    assert_eq!(store.running_games("console").await.unwrap(), 3);
    assert_eq!(store.running_games("discord").await.unwrap(), 0);
}

#[tokio::test]
async fn nobody_watches_more_games_than_they_may() {
    let store = new_store().await;
    let watch = |event: &str, channel: &str, after, names: &[&str], most| {
        let mut change = change(event, after, vec![started()]);
        change.table.channel = channel.to_owned();
        let progress = change.progress.as_mut().unwrap();
        progress.watchers = Some(names.iter().map(|&name| name.to_owned()).collect());
        progress.most_watched = most;
        store.commit(change)
    };
    let done = |committed| matches!(committed, Committed::Done(_));
    assert!(done(watch("1", "a", 0, &["carol"], Some(2)).await.unwrap()));
    assert!(done(watch("2", "b", 0, &["carol"], Some(2)).await.unwrap()));
    let refused = watch("3", "c", 0, &["dave", "carol"], Some(2)).await;
    assert_eq!(refused.unwrap(), Committed::TooManyWatched);
    assert_eq!(store.watched_by("console", "dave").await.unwrap(), []);
    assert!(done(watch("3", "c", 0, &["dave"], Some(2)).await.unwrap()));
    // Who watches there already goes on, whoever else comes.
    assert!(done(
        watch("4", "a", 1, &["carol", "dave"], Some(2))
            .await
            .unwrap()
    ));
    let refused = watch("5", "b", 1, &["carol", "dave"], Some(2)).await;
    assert_eq!(refused.unwrap(), Committed::TooManyWatched);
    assert!(done(watch("5", "b", 1, &[], Some(2)).await.unwrap()));
    assert_eq!(store.watched_by("console", "carol").await.unwrap().len(), 1);
}
