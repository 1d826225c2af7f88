//! Tests of databases of a PostgreSQL server: how they are opened, claimed and looked at.

use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio::time::{sleep, timeout};

use super::database::{CLAIM, MIGRATING};
use super::membership;
use crate::session::{Scope, SettingsChange, TableKey};
use crate::store::sql::preflight::{DamageCheck, Preflight, preflight};
use crate::store::sql::tests::{change, placed, started, table};
use crate::store::sql::writer::Exclusion;
use crate::store::sql::{DatabaseLocation, SqlStore};
use crate::store::testing::postgres;
use crate::store::{
    Committed, ProcessOptions, ScopedChange, SharedStore, Store, StoreError, SyncCursor,
};

const LIMIT: Duration = Duration::from_secs(60);

/// A new database, if there is a server.
async fn database() -> Option<(String, DatabaseLocation)> {
    let address = postgres::database(&postgres::server()?).await;
    let location = DatabaseLocation::read(address.clone().into()).unwrap();
    Some((address, location))
}

/// Runs a statement, past the store.
async fn run(address: &str, sql: &'static str) {
    let mut connection = AnyConnection::connect(address).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_database_is_looked_at_and_not_touched() {
    let Some((address, location)) = database().await else {
        return;
    };
    let look = async || preflight(&location, LIMIT).await;
    for _ in 0..2 {
        assert_eq!(look().await.unwrap(), Preflight::Empty);
    }
    let store = SqlStore::open(&location).await.unwrap();
    assert_eq!(look().await.unwrap(), Preflight::InUse);
    store.close().await;
    let sound = Preflight::Present {
        schema: super::migrations::NEWEST,
        damage: DamageCheck::LeftToServer,
    };
    // The server takes a moment to notice that the connection is closed.
    let mut found = look().await.unwrap();
    for _ in 0..1000 {
        if found != Preflight::InUse {
            break;
        }
        sleep(Duration::from_millis(20)).await;
        found = look().await.unwrap();
    }
    assert_eq!(found, sound);

    let database = DatabaseLocation::read(address.replace("/test_", "/other_").into()).unwrap();
    let error = preflight(&database, LIMIT).await.unwrap_err();
    assert!(matches!(error, StoreError::Unreachable(..)), "{error}");

    let mut read_only = url::Url::parse(&address).unwrap();
    let option = "-c default_transaction_read_only=on";
    read_only.query_pairs_mut().append_pair("options", option);
    let read_only = DatabaseLocation::read(String::from(read_only).into()).unwrap();
    let error = preflight(&read_only, LIMIT).await.unwrap_err();
    assert!(matches!(error, StoreError::Unwritable(..)), "{error}");
    run(
        &address,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', true, '', 0)",
    )
    .await;
    let error = look().await.unwrap_err();
    assert!(matches!(error, StoreError::Newer(_, 9999)), "{error}");
    let error = SqlStore::open(&location).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer(_, 9999)), "{error}");
}

#[tokio::test]
async fn whoever_is_started_while_the_database_is_set_up_waits() {
    let Some((address, location)) = database().await else {
        return;
    };
    let mut other = AnyConnection::connect(&address).await.unwrap();
    for lock in [CLAIM, MIGRATING] {
        let lock = sqlx::query("SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END")
            .bind(lock)
            .execute(&mut other);
        lock.await.unwrap();
    }
    let finish = async {
        // Without the MIGRATING lock, the other process would give up after a second.
        sleep(Duration::from_secs(3)).await;
        other.close().await.unwrap();
    };
    let options = ProcessOptions {
        lease: LIMIT,
        name: Some("waits".to_owned()),
    };
    let (opened, ()) = tokio::join!(SqlStore::share(&location, options), finish);
    assert!(opened.unwrap().shared().is_some());
}

#[tokio::test]
async fn one_process_writes_it_and_lost_connections_are_made_again() {
    let Some((address, location)) = database().await else {
        return;
    };
    let store = SqlStore::open(&location).await.unwrap();
    let error = SqlStore::open(&location).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    store.commit(change("1", 0, vec![started()])).await.unwrap();

    // As if the server had been restarted.
    run(
        &address,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .await;
    let log = store.load(&table()).await.unwrap();
    assert_eq!(log.entries.len(), 1);
    let done = store.commit(change("2", 1, vec![placed("f6")])).await;
    assert!(matches!(done.unwrap(), Committed::Done(_)));
    let error = SqlStore::open(&location).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");

    store.close().await;
    let store = SqlStore::open(&location).await.unwrap();
    assert_eq!(store.load(&table()).await.unwrap().entries.len(), 2);
}

#[tokio::test]
async fn a_database_of_an_earlier_version_is_migrated_by_a_process_that_is_alone() {
    let Some((address, location)) = database().await else {
        return;
    };
    let store = SqlStore::open(&location).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    store.close().await;
    // As the version before left it.
    let before = "DROP TABLE tournament_games, engine_requests, shards, shard_counts, process_platforms, processes, owners, handovers, shared_state;
         ALTER TABLE outbox DROP COLUMN tally;
         ALTER TABLE tables DROP COLUMN tournament;
         DELETE FROM _sqlx_migrations WHERE version > 22";
    run(&address, before).await;
    let share = async |name: &str| {
        let options = ProcessOptions {
            lease: LIMIT,
            name: Some(name.to_owned()),
        };
        SqlStore::share(&location, options).await
    };
    let first = share("first").await.unwrap();
    first.claim(&table(), false).await.unwrap();
    let done = first.commit(change("2", 1, vec![placed("f6")])).await;
    assert!(matches!(done.unwrap(), Committed::Done(_)));
    let second = share("second").await.unwrap();
    second.close().await;
    // While another process runs, nothing is migrated.
    let newest = "DELETE FROM _sqlx_migrations
         WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    run(&address, newest).await;
    let error = share("third").await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    first.close().await;
}

#[tokio::test]
async fn processes_write_side_by_side_what_does_not_concern_the_same_table() {
    let Some((address, location)) = database().await else {
        return;
    };
    let options = ProcessOptions {
        lease: LIMIT,
        name: None,
    };
    let store = SqlStore::share(&location, options).await.unwrap();
    store.claim(&table(), false).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    let turn = |event: &str, after, point| {
        let turn = change(event, after, vec![placed(point)]);
        assert!(turn.progress.as_ref().unwrap().players.is_none());
        store.commit(turn)
    };
    // Another process that writes what concerns one table.
    let other_writes = async |table: &TableKey| {
        let mut other = AnyConnection::connect(&address).await.unwrap();
        sqlx::raw_sql("BEGIN").execute(&mut other).await.unwrap();
        let exclusion = Exclusion::Tables([table.clone()].into());
        membership::lock(&mut other, &exclusion).await.unwrap();
        other
    };
    let moment = Duration::from_millis(300);

    let mut elsewhere = table();
    elsewhere.thread = Some("t".to_owned());
    let other = other_writes(&elsewhere).await;
    let done = timeout(LIMIT, turn("2", 1, "f6")).await.unwrap();
    assert!(matches!(done.unwrap(), Committed::Done(_)));
    // Settings are everybody's: it is waited for.
    let mut setting = change("3", 2, Vec::new());
    setting.progress.as_mut().unwrap().setting = Some(ScopedChange {
        scope: Scope::Person,
        id: "alice".to_owned(),
        change: SettingsChange::Reset("tips"),
    });
    let mut setting = std::pin::pin!(store.commit(setting));
    assert!(timeout(moment, &mut setting).await.is_err());
    other.close().await.unwrap();
    let done = timeout(LIMIT, setting).await.unwrap();
    assert!(matches!(done.unwrap(), Committed::Done(_)));

    let other = other_writes(&table()).await;
    let mut same = std::pin::pin!(turn("4", 2, "e5"));
    assert!(timeout(moment, &mut same).await.is_err());
    other.close().await.unwrap();
    let done = timeout(LIMIT, same).await.unwrap();
    assert!(matches!(done.unwrap(), Committed::Done(_)));
    store.close().await;
}

#[tokio::test]
async fn a_write_that_the_server_undoes_for_another_is_tried_again() {
    let Some((address, location)) = database().await else {
        return;
    };
    let store = SqlStore::open(&location).await.unwrap();
    let cursors = |value: &str| {
        let cursor = |name: &str| SyncCursor {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        store.set_cursors(["a", "b"].map(cursor).to_vec())
    };
    cursors("1").await.unwrap();
    let mut other = AnyConnection::connect(&address).await.unwrap();
    let locked = "BEGIN; UPDATE marks SET value = '2' WHERE name = 'b'";
    sqlx::raw_sql(locked).execute(&mut other).await.unwrap();
    let waits = "SELECT count(*) FROM pg_locks WHERE NOT granted";
    let deadlock = async {
        // The store has written the one, and waits for the other.
        while 0
            == sqlx::query_scalar::<_, i64>(waits)
                .fetch_one(&mut other)
                .await
                .unwrap()
        {
            sleep(Duration::from_millis(10)).await;
        }
        let sql = "UPDATE marks SET value = '2' WHERE name = 'a'; COMMIT";
        sqlx::raw_sql(sql).execute(&mut other).await.unwrap();
    };
    let (written, ()) = tokio::join!(cursors("3"), deadlock);
    written.unwrap();
    for name in ["a", "b"] {
        assert_eq!(store.cursor(name).await.unwrap().as_deref(), Some("3"));
    }
    store.close().await;
}
