//! Tests of whether a database could be opened, which changes nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use super::super::preflight::preflight;
use super::*;
use crate::store::sql::preflight::{DamageCheck, Preflight};

const LIMIT: Duration = Duration::from_secs(60);

/// Every file of a folder with its content.
fn files(dir: &tempfile::TempDir) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir.path()).unwrap();
    let read = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, std::fs::read(entry.path()).unwrap())
    };
    entries.map(|entry| read(entry.unwrap())).collect()
}

#[tokio::test]
async fn a_database_is_looked_at_and_not_touched() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tables.db");
    let look = async || {
        let before = files(&dir);
        let found = preflight(&path, LIMIT).await;
        assert_eq!(files(&dir), before);
        found
    };
    assert_eq!(look().await.unwrap(), Preflight::Absent);
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    // SQLite's index of the write-ahead log is memory that is shared with whoever has it open.
    assert_eq!(preflight(&path, LIMIT).await.unwrap(), Preflight::InUse);
    store.close().await;
    let sound = Preflight::Present {
        schema: super::super::migrations::NEWEST,
        damage: DamageCheck::Done,
    };
    assert_eq!(look().await.unwrap(), sound);

    let store = SqlStore::open(&file(&dir)).await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .execute(&store.database.writing())
    .await
    .unwrap();
    store.close().await;
    let error = look().await.unwrap_err();
    assert!(matches!(error, StoreError::Newer(_, 9999)), "{error}");

    std::fs::write(&path, "no database at all. ".repeat(100)).unwrap();
    let error = look().await.unwrap_err();
    assert!(matches!(error, StoreError::NotOurs(_)), "{error}");

    let nowhere = dir.path().join("none/tables.db");
    let error = preflight(&nowhere, LIMIT).await.unwrap_err();
    assert!(matches!(error, StoreError::Unreachable(..)), "{error}");
}

#[tokio::test]
async fn damage_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tables.db");
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    let page: i64 = sqlx::query_scalar("SELECT rootpage FROM sqlite_schema WHERE name = 'tables'")
        .fetch_one(&store.readers())
        .await
        .unwrap();
    store.close().await;
    let start = (usize::try_from(page).unwrap() - 1) * 4096;
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[start..start + 4096].fill(0xff);
    std::fs::write(&path, bytes).unwrap();
    let error = preflight(&path, LIMIT).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
}
