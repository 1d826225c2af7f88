//! Sync cursors in SQLite: the table `marks`.

use sqlx::Row;
use sqlx::{AnyConnection, AnyPool};

use crate::store::{StoreError, SyncCursor};

pub(super) async fn cursor(db: &AnyPool, name: &str) -> Result<Option<String>, StoreError> {
    Ok(
        sqlx::query_scalar("SELECT value FROM marks WHERE name = $1")
            .bind(name)
            .fetch_optional(db)
            .await?,
    )
}

pub(super) async fn cursors(db: &AnyPool, prefix: &str) -> Result<Vec<SyncCursor>, StoreError> {
    let rows = sqlx::query(
        "SELECT name, value FROM marks WHERE substr(name, 1, length($1)) = $1 ORDER BY name",
    )
    .bind(prefix)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(SyncCursor {
                name: row.try_get(0)?,
                value: row.try_get(1)?,
            })
        })
        .collect()
}

pub(super) async fn set(db: &mut AnyConnection, cursor: &SyncCursor) -> Result<u64, StoreError> {
    let done = sqlx::query(
        "INSERT INTO marks (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(&cursor.name)
    .bind(&cursor.value)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

pub(super) async fn forget(db: &mut AnyConnection, name: &str) -> Result<u64, StoreError> {
    let done = sqlx::query("DELETE FROM marks WHERE name = $1")
        .bind(name)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}
