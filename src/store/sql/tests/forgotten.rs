//! What others decided against somebody holds when they are forgotten, and names nobody.

use super::*;
use crate::session::{Block, Moderation, Mute, TurningPoints};

fn eve() -> Person {
    Person::new("eve", "Eve")
}

fn mute(person: Person, until: Option<Timestamp>) -> Moderation {
    Moderation {
        mute: Some(Mute {
            scope: Scope::Channel,
            person,
            until,
        }),
        ..Moderation::default()
    }
}

fn block(by: &str, person: Person, holds: bool) -> Moderation {
    Moderation {
        block: Some(Block {
            by: by.to_owned(),
            person,
            holds,
        }),
        ..Moderation::default()
    }
}

/// Writes what a command about people changes.
async fn write(store: &SqlStore, event: &str, moderation: Moderation) {
    let mut change = change(event, 0, Vec::new());
    change.seen = store.forgotten();
    change.progress.as_mut().unwrap().moderation = moderation;
    let written = store.commit(change).await.unwrap();
    assert!(matches!(written, Committed::Done(_)), "{written:?}");
}

async fn forget(store: &SqlStore, event: &str, person: Person) {
    let mut change = change(event, 0, Vec::new());
    change.seen = store.forgotten();
    change.author = Some(person.clone());
    change.progress.as_mut().unwrap().forgotten = Some(Forgetting {
        person,
        becomes: Person::forgotten(7),
        in_private: false,
    });
    store.commit(change).await.unwrap();
}

async fn muted(store: &SqlStore, person: &str) -> Option<Timestamp> {
    let here = table();
    let until = store.muted_until(&here, None, person, at(3));
    until.await.unwrap()
}

/// All mutes and blocks as they are stored.
async fn stored(store: &SqlStore) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT person || ' ' || until FROM mutes
         UNION ALL SELECT person || ' ' || blocked || ' ' || name FROM blocks",
    )
    .fetch_all(&store.readers())
    .await
    .unwrap()
}

#[tokio::test]
async fn mutes_and_blocks_outlast_their_person() {
    let store = new_store().await;
    write(&store, "1", mute(eve(), Some(at(1_000)))).await;
    write(&store, "2", block("alice", eve(), true)).await;
    write(&store, "3", block("eve", Person::new("bob", "Bob"), true)).await;
    for event in ["4", "5"] {
        forget(&store, event, eve()).await;
        assert_eq!(muted(&store, "eve").await, Some(at(1_000)));
        let blockers = store.blockers("console", "eve").await.unwrap();
        assert_eq!(blockers, ["alice"]);
        // Hers is gone.
        assert!(store.blockers("console", "bob").await.unwrap().is_empty());
        let blocked = store.blocked("console", "alice").await.unwrap();
        assert!(blocked[0].is_forgotten() && blocked[0].name == "someone");
        let rows = stored(&store).await;
        assert_eq!(rows.len(), 2);
        assert!(!rows.concat().to_lowercase().contains("eve"), "{rows:?}");
    }
    // Nobody else, and nobody on another platform.
    assert_eq!(muted(&store, "bob").await, None);
    assert!(store.blockers("matrix", "eve").await.unwrap().is_empty());
    // She is told that she is muted, and not by whom she is blocked.
    let data = store.personal_data("console", "eve", 1).await.unwrap();
    let lists = data.items.iter().map(|item| match item {
        StoredItem::Other(list, _) => *list,
        StoredItem::Game(_) => "games",
    });
    let lists: Vec<&str> = lists.collect();
    assert!(
        lists.contains(&"mutes") && !lists.contains(&"blocks"),
        "{lists:?}"
    );
    // Another mute takes the place of the one before, and both are taken back.
    write(&store, "6", mute(eve(), Some(at(500)))).await;
    assert_eq!(muted(&store, "eve").await, Some(at(500)));
    forget(&store, "7", eve()).await;
    write(&store, "8", mute(eve(), None)).await;
    assert_eq!(muted(&store, "eve").await, None);
    write(&store, "9", block("alice", eve(), false)).await;
    assert!(stored(&store).await.is_empty());
}

#[tokio::test]
async fn what_is_left_of_somebody_ends_with_its_cause() {
    let store = new_store().await;
    write(&store, "1", mute(eve(), Some(at(1_000)))).await;
    let bob = Person::new("bob", "Bob");
    write(&store, "2", mute(bob, Some(at(1_000)))).await;
    write(&store, "3", block("alice", eve(), true)).await;
    forget(&store, "4", eve()).await;
    let prune = |mutes_of_forgotten| PruneBefore {
        mutes_of_forgotten,
        ..PruneBefore::all(at(0))
    };
    store.prune(prune(at(1_000))).await.unwrap();
    assert_eq!(stored(&store).await.len(), 3);
    store.prune(prune(at(1_001))).await.unwrap();
    let rows = stored(&store).await;
    assert!(rows.len() == 2 && rows[0].starts_with("bob "), "{rows:?}");
    // A mute that has ended already leaves nothing.
    let zoe = Person::new("zoe", "Zoe");
    write(&store, "5", mute(zoe.clone(), Some(at(0)))).await;
    forget(&store, "6", zoe).await;
    assert_eq!(stored(&store).await, rows);
    // The block goes with its author.
    forget(&store, "7", Person::new("alice", "Alice")).await;
    assert_eq!(stored(&store).await, rows[..1]);
}

#[tokio::test]
async fn no_two_databases_know_somebody_by_the_same_fingerprint() {
    let mut found = Vec::new();
    for _ in 0..2 {
        let store = new_store().await;
        write(&store, "1", block("alice", eve(), true)).await;
        forget(&store, "2", eve()).await;
        let blocked = store.blocked("console", "alice").await.unwrap();
        found.push(blocked[0].id.clone());
    }
    assert_ne!(found[0], found[1]);
}

#[tokio::test]
async fn the_turning_points_of_a_record_name_nobody_any_more() {
    let store = new_store().await;
    // Records name people without their ids.
    let seat = |name: &str| Seat::Person(Person::new(name, name));
    let reviewed = Event::Reviewed {
        number: 0,
        turning: Some(Box::new(TurningPoints {
            seats: [seat("Ann"), seat("Eve")],
            points: Vec::new(),
        })),
    };
    let entry = Entry {
        at: at(0),
        event: reviewed,
    };
    let written = store.commit(change("1", 0, vec![entry])).await.unwrap();
    assert!(matches!(written, Committed::Done(_)), "{written:?}");
    let mut forgets = change("2", 1, Vec::new());
    forgets.author = Some(eve());
    forgets.progress.as_mut().unwrap().forgotten = Some(Forgetting {
        person: eve(),
        becomes: Person::forgotten(7),
        in_private: false,
    });
    store.commit(forgets).await.unwrap();
    let entries: Vec<String> = sqlx::query_scalar("SELECT entry FROM entries")
        .fetch_all(&store.readers())
        .await
        .unwrap();
    let [entry] = &entries[..] else {
        panic!("{entries:?}");
    };
    assert!(entry.contains("Ann") && !entry.contains("Eve"), "{entry}");
}

#[tokio::test]
async fn nobody_is_handed_what_is_about_an_id_that_differs_by_its_case() {
    let store = new_store().await;
    for (event, id) in [("1", "Eve"), ("2", "eve")] {
        let mut change = change(event, 0, Vec::new());
        change.author = Some(Person::new(id, id));
        change.progress = None;
        change.replies = vec![Reply::default()];
        store.commit(change).await.unwrap();
    }
    let data = store.personal_data("console", "eve", 1).await.unwrap();
    let [StoredItem::Other("answers", answer)] = data.items.as_slice() else {
        panic!("{:?}", data.items);
    };
    assert_eq!(answer["event"], "2");
}
