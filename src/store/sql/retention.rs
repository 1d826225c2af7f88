//! Deletes what is older than the operator wants it to be kept.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sqlx::AnyConnection;

use super::{moderation, outbox, reports};
use crate::store::{PruneBefore, StoreError};

/// Games or entries that are looked at in one statement.
const AT_ONCE: i64 = 1000;

/// Deletes old data. Returns the number of deleted rows.
pub(super) async fn prune(db: &mut AnyConnection, before: &PruneBefore) -> Result<u64, StoreError> {
    let mut deleted = reports::prune(db, before.moderation).await?;
    deleted += moderation::prune(db, before.moderation, before.mutes_of_forgotten).await?;
    deleted += outbox::prune(db, before.replies).await?;
    if let Some(before) = before.games {
        deleted += games(db, before).await?;
        deleted += logs(db, before).await?;
    }
    Ok(deleted)
}

/// Deletes finished games that ended before a moment. They are numbered as they ended.
async fn games(db: &mut AnyConnection, before: Timestamp) -> Result<u64, StoreError> {
    let mut deleted = 0;
    loop {
        let games: Vec<(i64, String)> =
            sqlx::query_as("SELECT number, game FROM archive ORDER BY number LIMIT $1")
                .bind(AT_ONCE)
                .fetch_all(&mut *db)
                .await?;
        let is_old = |text: &str| parsed::<Ended>(text).is_some_and(|game| game.ended < before);
        let old: Vec<i64> = games
            .iter()
            .filter(|(_, text)| is_old(text))
            .map(|&(number, _)| number)
            .collect();
        for number in &old {
            sqlx::query("DELETE FROM archive WHERE number = $1")
                .bind(number)
                .execute(&mut *db)
                .await?;
        }
        deleted += old.len() as u64;
        if (old.len() as u64) < AT_ONCE.unsigned_abs() {
            return Ok(deleted);
        }
    }
}

/// When a finished game ended.
#[derive(Deserialize)]
struct Ended {
    ended: Timestamp,
}

/// When an entry of a log was written.
#[derive(Deserialize)]
struct Written {
    at: Timestamp,
}

/// Reads JSON; nothing if it is damaged, which is kept.
fn parsed<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Whether an entry of a log was written before a moment.
fn is_written_before(entry: &str, before: Timestamp) -> bool {
    parsed::<Written>(entry).is_some_and(|entry| entry.at < before)
}

/// Deletes entries of logs before the last start, and whole logs at whose tables nothing goes on, unless
/// anything has happened since a moment. What belongs to an adjourned game stays.
async fn logs(db: &mut AnyConnection, before: Timestamp) -> Result<u64, StoreError> {
    // The last entry goes with all others of its table: a table that is read must be whole.
    let idle: Vec<(i64, String)> = sqlx::query_as(
        "SELECT id, entry FROM tables JOIN entries ON table_id = id AND number = next - 1
         WHERE first < next AND waits_engine = 0 AND wake_at IS NULL AND tournament IS NULL
         AND NOT EXISTS (SELECT 1 FROM players WHERE table_id = tables.id)
         AND NOT EXISTS (SELECT 1 FROM challenged WHERE table_id = tables.id)",
    )
    .fetch_all(&mut *db)
    .await?;
    for (table, last) in idle {
        if is_written_before(&last, before) {
            sqlx::query("UPDATE tables SET first = next WHERE id = $1")
                .bind(table)
                .execute(&mut *db)
                .await?;
        }
    }
    let tables: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM tables WHERE EXISTS (
             SELECT 1 FROM entries WHERE table_id = tables.id AND number < tables.first)",
    )
    .fetch_all(&mut *db)
    .await?;
    let mut deleted = 0;
    for table in tables {
        deleted += log(db, table, before).await?;
    }
    Ok(deleted)
}

/// Deletes a table's entries before the last start that are older than a moment. What belongs to an
/// adjourned game stays.
async fn log(db: &mut AnyConnection, table: i64, before: Timestamp) -> Result<u64, StoreError> {
    let (mut deleted, mut from) = (0, 0);
    loop {
        let entries: Vec<(i64, String)> = sqlx::query_as(
            "SELECT number, entry FROM entries WHERE table_id = $1 AND number >= $2
             AND number < (SELECT first FROM tables WHERE id = $1) AND NOT EXISTS (
                 SELECT 1 FROM adjourned WHERE adjourned.table_id = entries.table_id
                 AND entries.number BETWEEN adjourned.first AND adjourned.last)
             ORDER BY number LIMIT $3",
        )
        .bind(table)
        .bind(from)
        .bind(AT_ONCE)
        .fetch_all(&mut *db)
        .await?;
        let Some(&(last, _)) = entries.last() else {
            return Ok(deleted);
        };
        let mut is_any_old = false;
        for (number, entry) in entries {
            if is_written_before(&entry, before) {
                is_any_old = true;
                sqlx::query("DELETE FROM entries WHERE table_id = $1 AND number = $2")
                    .bind(table)
                    .bind(number)
                    .execute(&mut *db)
                    .await?;
                deleted += 1;
            }
        }
        // They are written in the order of time: what follows is younger.
        if !is_any_old {
            return Ok(deleted);
        }
        from = last + 1;
    }
}
