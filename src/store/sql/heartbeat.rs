//! When the bot was up, in SQLite.

use jiff::Timestamp;
use sqlx::AnyConnection;
use sqlx::Row;

use super::owners;
use crate::store::{Outage, OutagesByPlatform, StoreError};

/// Notes that the bot is up on a platform.
pub(super) async fn beat(
    db: &mut AnyConnection,
    platform: &str,
    at: Timestamp,
) -> Result<u64, StoreError> {
    let done = sqlx::query(
        "INSERT INTO heartbeat (platform, at) VALUES ($1, $2)
         ON CONFLICT (platform) DO UPDATE SET at = excluded.at",
    )
    .bind(platform)
    .bind(at.as_millisecond())
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Stores the time since the last heartbeat of each platform as an outage, and returns all outages
/// of which not all tables were told. Where another process runs a platform's tables, there was none.
pub(super) async fn end_outages(
    db: &mut AnyConnection,
    process: Option<i64>,
    platforms: &[String],
    at: Timestamp,
) -> Result<OutagesByPlatform, StoreError> {
    let mut all = OutagesByPlatform::new();
    for platform in platforms {
        if let Some(process) = process
            && owners::is_run_elsewhere(db, process, platform).await?
        {
            beat(db, platform, at).await?;
        }
        let outages = end_outage(db, platform, at).await?;
        if !outages.is_empty() {
            all.insert(platform.clone(), outages);
        }
    }
    Ok(all)
}

async fn end_outage(
    db: &mut AnyConnection,
    platform: &str,
    at: Timestamp,
) -> Result<Vec<Outage>, StoreError> {
    sqlx::query(
        "INSERT INTO outages (platform, began, ended)
         SELECT platform, at, $2 FROM heartbeat WHERE platform = $1 AND at <> $2",
    )
    .bind(platform)
    .bind(at.as_millisecond())
    .execute(&mut *db)
    .await?;
    beat(db, platform, at).await?;
    let rows = sqlx::query("SELECT id, began, ended FROM outages WHERE platform = $1 ORDER BY id")
        .bind(platform)
        .fetch_all(db)
        .await?;
    let moment = |at| Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH);
    rows.iter()
        .map(|row| {
            Ok(Outage {
                id: row.try_get(0)?,
                from: moment(row.try_get(1)?),
                to: moment(row.try_get(2)?),
            })
        })
        .collect()
}

/// Forgets an outage of which all tables were told.
pub(super) async fn forget(db: &mut AnyConnection, outage: i64) -> Result<u64, StoreError> {
    let done = sqlx::query("DELETE FROM outages WHERE id = $1")
        .bind(outage)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}
