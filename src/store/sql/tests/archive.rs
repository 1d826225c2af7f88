//! Tests of the archive: a game is in it once its end is written, and only then.

use super::*;
use crate::session::{FinishedGame, Place, Summary, Table};

/// The end of a game, as the actor of its table commits it.
pub(super) fn resigned(event: &str, log: &Log, server: &str) -> Change {
    let mut table = log.fold(table()).unwrap();
    let end = entry(Event::Resigned {
        by: crate::game::Color::Black,
    });
    let before = table.clone();
    table.apply(&end).unwrap();
    let finished = table.ended_since(&before).unwrap().finished(Some(server));
    assert!(Table::ended_since(&table, &table).is_none());
    let mut change = change(event, before.next(), vec![end]);
    change.progress.as_mut().unwrap().finished = finished;
    change
}

fn console() -> Place {
    Place {
        platform: "console".to_owned(),
        server: "club".to_owned(),
    }
}

#[tokio::test]
async fn a_game_is_archived_with_its_end_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let place = lasting_place(&dir).await;
    let store = SqlStore::open(&place).await.unwrap();
    store
        .commit(change("1", 0, vec![started(), placed("E4")]))
        .await
        .unwrap();
    let log = store.load(&table()).await.unwrap();
    let end = resigned("2", &log, "club");
    // Somebody else was faster.
    let mut late = end.clone();
    late.progress.as_mut().unwrap().after = 1;
    assert_eq!(store.commit(late).await.unwrap(), Committed::Conflict);
    assert_eq!(store.archived(1).await.unwrap(), None);
    // A change that cannot be written.
    let mut large = end.clone();
    large.replies = vec![Reply::say(Phrase::new("x".repeat(1 << 20)))];
    store.commit(large).await.unwrap_err();
    assert_eq!(store.archived(1).await.unwrap(), None);
    assert!(matches!(
        store.commit(end.clone()).await.unwrap(),
        Committed::Done(_)
    ));
    assert_eq!(store.commit(end).await.unwrap(), Committed::Duplicate);
    store.close().await;
    let store = SqlStore::open(&place).await.unwrap();
    let archived = store.archived(1).await.unwrap().unwrap();
    assert_eq!(archived.game.server, "club");
    assert_eq!(archived.game.actions.len(), 1);
    assert_eq!(archived.game.times, [at(0)]);
    assert_eq!(store.archived(2).await.unwrap(), None);
    assert_eq!(
        store.last_archived(&table()).await.unwrap(),
        Some(archived.clone())
    );
    let variant = Variant::default();
    let mine = store.summaries(&console(), "alice", variant).await;
    let summary = Summary::of(&archived.game, archived.ratings);
    assert_eq!(mine.unwrap(), [summary]);
    let private = Place {
        server: String::new(),
        ..console()
    };
    let none = store.summaries(&private, "alice", variant).await;
    assert_eq!(none.unwrap(), []);
    let none = store.summaries(&console(), "bob", variant).await;
    assert_eq!(none.unwrap(), []);
}

#[tokio::test]
async fn a_damaged_game_is_left_out() {
    let store = new_store().await;
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    let log = store.load(&table()).await.unwrap();
    store.commit(resigned("2", &log, "club")).await.unwrap();
    sqlx::query("UPDATE archive SET game = '{', summary = '{'")
        .execute(&store.database.writing())
        .await
        .unwrap();
    assert_eq!(store.archived(1).await.unwrap(), None);
    let variant = Variant::default();
    let games = store.summaries(&console(), "alice", variant).await;
    assert_eq!(games.unwrap(), []);
}

#[tokio::test]
async fn a_game_that_runs_at_the_upgrade_is_archived_when_it_ends() {
    let dir = tempfile::tempdir().unwrap();
    let options = SqliteConnectOptions::new()
        .filename(dir.path().join("tables.db"))
        .create_if_missing(true);
    let earlier = SqlitePool::connect_with(options).await.unwrap();
    let before = Migrator::with_migrations(migrator().migrations[..4].to_vec());
    before.run(&earlier).await.unwrap();
    sqlx::raw_sql(
        r#"INSERT INTO tables (id, platform, channel, thread, first, next, waits_engine)
         VALUES (1, 'console', 'main', '', 0, 2, 0);
         INSERT INTO entries (table_id, number, entry) VALUES
         (1, 0, '{"at":"2026-11-22T09:30:06.547311747Z","event":{"started":{"white":{"person":{"id":"alice","name":"alice"}},"black":{"person":{"id":"bob","name":"bob"}},"variant":"normal"}}}'),
         (1, 1, '{"at":"2026-11-22T09:30:10.350600616Z","event":{"acted":{"action":"e1"}}}')"#,
    )
    .execute(&earlier)
    .await
    .unwrap();
    earlier.close().await;
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    let log = store.load(&table()).await.unwrap();
    assert_eq!(log.entries.len(), 2);
    store.commit(resigned("1", &log, "club")).await.unwrap();
    let FinishedGame {
        server,
        rated,
        times,
        levels,
        ..
    } = store.archived(1).await.unwrap().unwrap().game;
    assert_eq!((server.as_str(), rated), ("club", false));
    assert_eq!(levels, 1);
    assert_eq!(times, ["2026-11-22T09:30:10.350600616Z".parse().unwrap()]);
}
