//! Tests of what is found wrong in a database.

use super::super::inspect::{inspect, integrity, schema};
use super::super::migrations::NEWEST;
use super::*;

/// A database with a game, after these statements.
async fn inspected(statements: &'static str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    let mut begun = change("1", 0, vec![started(), placed("f6")]);
    if let Some(progress) = &mut begun.progress {
        progress.waiting.engine = true;
        progress.players = Some(vec!["alice".to_owned()]);
    }
    store.commit(begun).await.unwrap();
    sqlx::raw_sql(statements)
        .execute(&store.database.writing())
        .await
        .unwrap();
    store.close().await;
    let path = dir.path().join("tables.db");
    assert_eq!(integrity(&path).await.unwrap(), Vec::<String>::new());
    assert_eq!(schema(&path).await.unwrap(), NEWEST);
    let found = inspect(&path).await.unwrap();
    assert_eq!(found.tables, 1);
    found.faults
}

#[tokio::test]
async fn a_log_that_does_not_lead_to_its_state_is_found() {
    assert_eq!(inspected("").await, Vec::<String>::new());
    for (statements, told) in [
        (
            "DELETE FROM entries WHERE number = 1",
            "the log has 1 entries, not 2",
        ),
        (
            "DELETE FROM entries WHERE number = 0",
            "belongs to a game, but none is",
        ),
        (
            "UPDATE entries SET entry = '{}' WHERE number = 1",
            "entry 1: missing field",
        ),
        (
            "UPDATE entries SET entry = replace(entry, 'F6', 'A1') WHERE number = 1;
             UPDATE entries SET entry = replace(entry, 'f6', 'a1') WHERE number = 1",
            "entry 1",
        ),
        ("UPDATE tables SET next = 3", "the log has 2 entries, not 3"),
        ("UPDATE tables SET waits_engine = 0", "would never be asked"),
        ("UPDATE players SET person = 'bob'", "other people play"),
        (
            "INSERT INTO adjourned (table_id, first, last, platform, game)
             SELECT id, 5, 9, 'console', '{}' FROM tables",
            "the adjourned game 1 has no entries",
        ),
        (
            "INSERT INTO archive (table_id, platform, server, variant, game, summary)
             SELECT id, 'console', '', 'normal', '{}', '{}' FROM tables",
            "the finished game 1 is damaged",
        ),
    ] {
        let faults = inspected(statements).await;
        assert_eq!(faults.len(), 1, "{statements}: {faults:?}");
        assert!(faults[0].contains(told), "{told}: {faults:?}");
    }
}

#[tokio::test]
async fn a_database_of_an_earlier_schema_is_inspected_in_a_copy() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tables.db");
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        .foreign_keys(false);
    let earlier = SqlitePool::connect_with(options).await.unwrap();
    let dump = include_str!("../../../../../tests/data/stored/tables-4.sql");
    sqlx::raw_sql(dump).execute(&earlier).await.unwrap();
    earlier.close().await;
    let before = std::fs::read(&path).unwrap();
    let found = inspect(&path).await.unwrap();
    assert_eq!((found.tables, found.faults), (2, Vec::new()));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(schema(&path).await.unwrap(), 4);
}

#[tokio::test]
async fn a_truncated_database_is_refused_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    store.close().await;
    let path = dir.path().join("tables.db");
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let error = SqlStore::open(&file(&dir)).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
    assert!(error.to_string().contains("ringleader restore"), "{error}");
    let error = schema(&path).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
}
