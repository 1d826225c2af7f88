//! Notes for the moderators of a place.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::{AnyConnection, AnyPool};

use super::tables::thread;
use crate::session::{Report, TableKey};
use crate::store::StoreError;

pub(super) async fn put(
    db: &mut AnyConnection,
    table: i64,
    platform: &str,
    report: &Report,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO reports (table_id, platform, server, person, name, at, note)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(table)
    .bind(platform)
    .bind(&report.server)
    .bind(&report.by.id)
    .bind(&report.by.name)
    .bind(at.as_millisecond())
    .bind(&report.note)
    .execute(db)
    .await?;
    Ok(())
}

/// How many notes a person has left on a platform since a moment, and how many were left at a
/// table.
pub(super) async fn since(
    db: &AnyPool,
    table: &TableKey,
    person: &str,
    since: Timestamp,
) -> Result<(usize, usize), StoreError> {
    let row = sqlx::query(
        "SELECT count(*) FILTER (WHERE person = $4), count(*) FILTER (WHERE table_id = (
             SELECT id FROM tables WHERE platform = $1 AND channel = $2 AND thread = $3))
         FROM reports WHERE platform = $1 AND at > $5",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .bind(person)
    .bind(since.as_millisecond())
    .fetch_one(db)
    .await?;
    let count = |count: i64| usize::try_from(count).unwrap_or_default();
    Ok((count(row.try_get(0)?), count(row.try_get(1)?)))
}

/// Deletes notes that are older than a moment.
pub(super) async fn prune(db: &mut AnyConnection, before: Timestamp) -> Result<u64, StoreError> {
    let deleted = sqlx::query("DELETE FROM reports WHERE at < $1")
        .bind(before.as_millisecond())
        .execute(db)
        .await?;
    Ok(deleted.rows_affected())
}
