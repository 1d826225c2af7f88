//! Settings of persons, channels and servers.

use super::*;
use crate::session::{Mute, Scope, SettingsChange};
use crate::store::ScopedChange;

fn of_person(person: &str, settings: Settings) -> ScopedChange {
    ScopedChange {
        scope: Scope::Person,
        id: person.to_owned(),
        change: SettingsChange::Set(settings),
    }
}

#[tokio::test]
async fn places_have_settings_of_their_own() {
    let store = new_store().await;
    let set = |theme: &str| {
        SettingsChange::Set(Settings {
            theme: Some(theme.to_owned()),
            rated: Some(true),
            ..Settings::default()
        })
    };
    let changes = [
        (Scope::Channel, set("dark")),
        (Scope::Server, set("contrast")),
        (Scope::Person, set("classic")),
        (Scope::Channel, SettingsChange::Reset("theme")),
        (Scope::Channel, SettingsChange::Reset("view")),
    ];
    for (event, (scope, settings)) in (1..).zip(changes) {
        let mut change = change(&event.to_string(), 0, Vec::new());
        change.community = Some("club".to_owned());
        change.progress.as_mut().unwrap().setting = Some(ScopedChange {
            scope,
            id: "7".to_owned(),
            change: settings,
        });
        let done = Committed::Done(vec![event]);
        assert_eq!(store.commit(change).await.unwrap(), done);
    }
    let rated = Settings {
        rated: Some(true),
        ..Settings::default()
    };
    let contrast = Settings {
        theme: Some("contrast".to_owned()),
        ..rated.clone()
    };
    let platform = &table().platform;
    let mut places = store.place_settings(platform).await.unwrap();
    places.sort_by_key(|(scope, ..)| *scope);
    let seven = "7".to_owned();
    assert_eq!(
        places,
        [
            (Scope::Channel, seven.clone(), rated.clone()),
            (Scope::Server, seven, contrast)
        ]
    );
    let channel = store.settings_of(platform, Scope::Channel, "7").await;
    assert_eq!(channel.unwrap(), rated);
    let none = store.settings_of(platform, Scope::Channel, "8").await;
    assert_eq!(none.unwrap(), Settings::default());
    let community = store.community(&table()).await.unwrap();
    assert_eq!(community.as_deref(), Some("club"));
}

#[tokio::test]
async fn what_persons_set_is_kept_and_merged() {
    let dir = tempfile::tempdir().unwrap();
    let place = lasting_place(&dir).await;
    let store = SqlStore::open(&place).await.unwrap();
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
        change.progress.as_mut().unwrap().setting = Some(of_person(person, settings));
        for committed in [
            Committed::Done(vec![event]),
            // The same event again.
            Committed::Duplicate,
        ] {
            assert_eq!(store.commit(change.clone()).await.unwrap(), committed);
        }
    }
    store.close().await;
    let store = SqlStore::open(&place).await.unwrap();
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
    change.progress.as_mut().unwrap().setting = Some(of_person("bob", remind(Remind::Off)));
    store.commit(change).await.unwrap();
    let found = store.personal_settings(&table().platform, &persons).await;
    let found = found.unwrap();
    assert_eq!(found.of(&alice), Settings::default());
    assert_eq!(found.of(&bob), remind(Remind::Off));
}

#[tokio::test]
async fn what_is_set_for_a_channel_goes_with_it() {
    let store = new_store().await;
    let mute = Mute {
        person: Person::new("eve", "Eve"),
        scope: Scope::Channel,
        until: Some(at(1_000)),
    };
    let dark = Settings {
        theme: Some("dark".to_owned()),
        ..Settings::default()
    };
    let old = table();
    let new = TableKey::channel(&*old.platform, "new");
    let announced_at = |at: &TableKey| Settings {
        announceto: Some(Box::new(at.clone())),
        ..Settings::default()
    };
    let mut set = change("0", 0, Vec::new());
    set.progress.as_mut().unwrap().setting = Some(ScopedChange {
        scope: Scope::Server,
        id: "club".to_owned(),
        change: SettingsChange::Set(announced_at(&TableKey {
            thread: Some("results".to_owned()),
            ..old.clone()
        })),
    });
    store.commit(set).await.unwrap();
    let mut set = change("1", 0, Vec::new());
    let progress = set.progress.as_mut().unwrap();
    progress.setting = Some(ScopedChange {
        scope: Scope::Channel,
        id: old.channel.clone(),
        change: SettingsChange::Set(dark.clone()),
    });
    progress.moderation.mute = Some(mute);
    store.commit(set).await.unwrap();
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
    store.move_table(moved).await.unwrap();
    let server = store.settings_of(&new.platform, Scope::Server, "club");
    assert_eq!(server.await.unwrap(), announced_at(&new));
    for (place, settings, is_muted) in [(&old, Settings::default(), false), (&new, dark, true)] {
        let found = store.settings_of(&place.platform, Scope::Channel, &place.channel);
        assert_eq!(found.await.unwrap(), settings);
        let muted = store.muted_until(place, None, "eve", at(3)).await.unwrap();
        assert_eq!(muted.is_some(), is_muted);
    }
}
