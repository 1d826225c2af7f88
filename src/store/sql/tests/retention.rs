//! What is older than the operator wants it to be kept.

use super::archive::resigned;
use super::*;
use crate::session::Place;

#[tokio::test]
async fn old_logs_go_where_nothing_goes_on_and_numbers_go_on() {
    let store = new_store().await;
    let log = vec![
        started(),
        placed("E5"),
        entry(Event::Resigned {
            by: crate::game::Color::White,
        }),
    ];
    store.commit(change("1", 0, log)).await.unwrap();
    // A game in progress stays, however old it is.
    let mut plays = change("2", 0, vec![started()]);
    plays.table = TableKey::channel("console", "other");
    plays.progress.as_mut().unwrap().players = Some(vec!["alice".to_owned()]);
    store.commit(plays).await.unwrap();
    // So does a tournament.
    let tournament = TableKey::channel("console", "tournament");
    let mut opened = change("2", 0, vec![placed("E5")]);
    opened.table = tournament.clone();
    opened.progress.as_mut().unwrap().tournament = Some(Some("0f".to_owned()));
    store.commit(opened).await.unwrap();
    let prune = |games| PruneBefore {
        games: Some(games),
        ..PruneBefore::all(at(0))
    };
    store.prune(prune(at(0))).await.unwrap();
    assert_eq!(store.load(&table()).await.unwrap().entries.len(), 3);
    store.prune(prune(at(1))).await.unwrap();
    let log = store.load(&table()).await.unwrap();
    assert_eq!((log.first, log.entries.len()), (3, 0));
    let folded = log.fold(table()).unwrap();
    assert_eq!((folded.next(), folded.game()), (3, None));
    let other = TableKey::channel("console", "other");
    assert_eq!(store.load(&other).await.unwrap().entries.len(), 1);
    assert_eq!(store.load(&tournament).await.unwrap().entries.len(), 1);
    // The table goes on.
    let begun = store.commit(change("3", 3, vec![started()])).await.unwrap();
    assert!(matches!(begun, Committed::Done(_)), "{begun:?}");
    assert_eq!(store.load(&table()).await.unwrap().entries.len(), 1);
}

/// The second at which a day begins.
fn day(number: i64) -> Timestamp {
    at(number * 24 * 3600)
}

#[tokio::test]
async fn finished_games_are_kept_as_long_as_the_operator_says() {
    let store = new_store().await;
    let place = Place {
        platform: "console".to_owned(),
        server: "club".to_owned(),
    };
    let play = async |number: u64, ended| {
        let next = store
            .load(&table())
            .await
            .unwrap()
            .fold(table())
            .unwrap()
            .next();
        let start = change(&format!("begins {number}"), next, vec![started()]);
        store.commit(start).await.unwrap();
        let log = store.load(&table()).await.unwrap();
        let mut end = resigned(&format!("ends {number}"), &log, "club");
        end.progress
            .as_mut()
            .unwrap()
            .finished
            .as_mut()
            .unwrap()
            .ended = ended;
        store.commit(end).await.unwrap();
        assert!(store.archived(number).await.unwrap().is_some());
    };
    let kept = async || {
        let mut numbers = Vec::new();
        for number in 1..=5 {
            if store.archived(number).await.unwrap().is_some() {
                numbers.push(number);
            }
        }
        let games = store.summaries(&place, "alice", Variant::default()).await;
        assert_eq!(games.unwrap().len(), numbers.len());
        numbers
    };
    for (number, ended) in [(1, day(0)), (2, day(10)), (3, day(40))] {
        play(number, ended).await;
    }
    // For good, if the operator says nothing.
    store.prune(PruneBefore::all(day(100))).await.unwrap();
    assert_eq!(kept().await, [1, 2, 3]);
    for (before, expected) in [
        (day(0), vec![1, 2, 3]),
        (day(10), vec![2, 3]),
        (day(11), vec![3]),
        (day(41), vec![]),
    ] {
        let before = PruneBefore {
            games: Some(before),
            ..PruneBefore::all(day(0))
        };
        store.prune(before).await.unwrap();
        assert_eq!(kept().await, expected);
    }
    // Numbers are not given twice.
    play(4, day(50)).await;
    assert_eq!(kept().await, [4]);
}

#[tokio::test]
async fn what_was_read_before_somebody_was_forgotten_is_stale() {
    let store = new_store().await;
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    let mut forgets = change("2", 1, Vec::new());
    forgets.progress.as_mut().unwrap().forgotten = Some(Forgetting {
        person: Person::new("alice", "Alice"),
        becomes: Person::forgotten(7),
        in_private: false,
    });
    assert_eq!(store.forgotten(), 0);
    store.commit(forgets).await.unwrap();
    assert_eq!(store.forgotten(), 1);
    let stale = store.commit(change("3", 1, vec![placed("E5")])).await;
    assert_eq!(stale.unwrap(), Committed::Stale);
    let mut fresh = change("3", 1, vec![placed("E5")]);
    fresh.seen = 1;
    let written = store.commit(fresh).await.unwrap();
    assert!(matches!(written, Committed::Done(_)), "{written:?}");
    let table = store.load(&table()).await.unwrap().fold(table()).unwrap();
    assert_eq!(table.players(), [Person::forgotten(7).id]);
}

#[tokio::test]
async fn what_is_stored_about_a_person_comes_in_parts_each_thing_once() {
    let store = new_store().await;
    let mut log = Vec::new();
    for number in 0..60 {
        log.push(entry(Event::Withdrawn {
            challenger: if number % 2 == 0 { "alice" } else { "bob" }.to_owned(),
        }));
    }
    store.commit(change("1", 0, log)).await.unwrap();
    let (mut found, mut part, mut parts) = (Vec::new(), 1, 1);
    while part <= parts {
        let data = store.personal_data("console", "alice", part).await.unwrap();
        assert!(!data.items.is_empty());
        found.extend(data.items.into_iter().filter_map(|item| match item {
            StoredItem::Other("log", item) => item["number"].as_u64(),
            _ => None,
        }));
        (part, parts) = (part + 1, data.parts);
    }
    assert!(parts > 1);
    assert_eq!(found, (0..60).step_by(2).collect::<Vec<u64>>());
    let beyond = store.personal_data("console", "alice", part).await.unwrap();
    assert!(beyond.items.is_empty());
}
