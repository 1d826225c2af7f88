//! Settings of persons.

use super::*;

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
