//! Deletes what is older than the operator wants it to be kept.

use jiff::Timestamp;
use sqlx::sqlite::SqliteConnection;

use super::{moderation, outbox, reports};
use crate::store::{PruneBefore, StoreError};

/// Games that are looked at in one statement.
const AT_ONCE: i64 = 1000;

/// Deletes old data. Returns the number of deleted rows.
pub(super) async fn prune(
    db: &mut SqliteConnection,
    before: &PruneBefore,
) -> Result<u64, StoreError> {
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
async fn games(db: &mut SqliteConnection, before: Timestamp) -> Result<u64, StoreError> {
    let mut deleted = 0;
    loop {
        let done = sqlx::query(
            "DELETE FROM archive WHERE number IN (
                 SELECT number FROM archive ORDER BY number LIMIT ?2
             ) AND json_valid(game) AND game ->> '$.ended' < ?1",
        )
        .bind(before.to_string())
        .bind(AT_ONCE)
        .execute(&mut *db)
        .await?;
        deleted += done.rows_affected();
        if done.rows_affected() < AT_ONCE.unsigned_abs() {
            return Ok(deleted);
        }
    }
}

/// Deletes entries of logs before the last start, and whole logs at whose tables nothing goes on, unless
/// anything has happened since a moment. What belongs to an adjourned game stays.
async fn logs(db: &mut SqliteConnection, before: Timestamp) -> Result<u64, StoreError> {
    // The last entry goes with all others of its table: a table that is read must be whole.
    sqlx::query(
        "UPDATE tables SET first = next WHERE first < next AND waits_engine = 0 AND wake_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM players WHERE table_id = tables.id)
         AND NOT EXISTS (SELECT 1 FROM challenged WHERE table_id = tables.id)
         AND (SELECT entry ->> '$.at' FROM entries
              WHERE table_id = tables.id AND number = next - 1) < ?1",
    )
    .bind(before.to_string())
    .execute(&mut *db)
    .await?;
    let done = sqlx::query(
        "DELETE FROM entries WHERE number < (SELECT first FROM tables WHERE id = table_id)
         AND json_valid(entry) AND entry ->> '$.at' < ?1 AND NOT EXISTS (
             SELECT 1 FROM adjourned WHERE adjourned.table_id = entries.table_id
             AND entries.number BETWEEN adjourned.first AND adjourned.last)",
    )
    .bind(before.to_string())
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
