//! Notes for the moderators of a place.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use crate::session::{Place, Report};
use crate::store::StoreError;

pub(super) async fn put(
    db: &mut SqliteConnection,
    table: i64,
    platform: &str,
    report: &Report,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO reports (table_id, platform, server, person, name, at, note)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
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
/// place.
pub(super) async fn since(
    db: &SqlitePool,
    place: &Place,
    person: &str,
    since: Timestamp,
) -> Result<(usize, usize), StoreError> {
    let row = sqlx::query(
        "SELECT count(*) FILTER (WHERE person = ?3), count(*) FILTER (WHERE server = ?2)
         FROM reports WHERE platform = ?1 AND at > ?4",
    )
    .bind(&place.platform)
    .bind(&place.server)
    .bind(person)
    .bind(since.as_millisecond())
    .fetch_one(db)
    .await?;
    let count = |count: i64| usize::try_from(count).unwrap_or_default();
    Ok((count(row.try_get(0)?), count(row.try_get(1)?)))
}
