//! Moves a table to another key.
//!
//! The two tables swap keys: the table of the new key, at which nothing is going on, gets the old
//! one. Events handled at either key stay handled at both. Undelivered replies follow their
//! speaker: the moved table's to its new key, while replies due at the new key stay there. What is
//! set for a whole channel goes with its own table, unless the new one has settings of its own.

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::commit::{create_table, mark_handled, number};
use super::outbox::{self, Envelope, Serialized};
use super::tables::thread;
use super::{moderation, settings};
use crate::session::TableKey;
use crate::store::{Committed, HostEvent, StoreError, TableMove};

/// Moves a table. As with a change, whatever prevents it is found before the first write.
pub(super) async fn move_table(
    db: &mut SqliteConnection,
    moving: &TableMove,
) -> Result<Committed, StoreError> {
    let from = find(db, &moving.from).await?;
    let to = find(db, &moving.to).await?;
    if let Some((to, _)) = to {
        let handled = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND event = ?2)",
        )
        .bind(to)
        .bind(&moving.event)
        .fetch_one(&mut *db)
        .await?;
        if handled {
            return Ok(Committed::Duplicate);
        }
    }
    for (row, after) in [from, to].into_iter().zip(moving.after) {
        if row.map_or(0, |(_, next)| next) != number(after)? {
            return Ok(Committed::Conflict);
        }
    }
    let moved = match from {
        Some((id, _)) => id,
        None => create_table(db, &moving.from).await?,
    };
    let other = match to {
        Some((id, _)) => id,
        None => create_table(db, &moving.to).await?,
    };
    // Keys are unique, so one table steps aside first. No platform has an empty name.
    let nowhere = TableKey::channel("", "");
    for (table, key) in [
        (moved, &nowhere),
        (other, &moving.from),
        (moved, &moving.to),
    ] {
        sqlx::query("UPDATE tables SET platform = ?2, channel = ?3, thread = ?4 WHERE id = ?1")
            .bind(table)
            .bind(&key.platform)
            .bind(&key.channel)
            .bind(thread(key))
            .execute(&mut *db)
            .await?;
    }
    // A platform may send an event again, wherever the table is by then. The host's own events
    // stay with the log that numbers them.
    let prefixes = prefixes();
    for (table, of) in [(moved, other), (other, moved)] {
        sqlx::query(
            "INSERT OR IGNORE INTO events (table_id, event, at)
             SELECT ?1, event, at FROM events WHERE table_id = ?2
             AND NOT EXISTS (
                 SELECT 1 FROM json_each(?3) WHERE substr(event, 1, length(value)) = value
             )",
        )
        .bind(table)
        .bind(of)
        .bind(&prefixes)
        .execute(&mut *db)
        .await?;
    }
    // Both logs number the host's events: those of the other log are renamed.
    sqlx::query(
        "UPDATE OR IGNORE outbox SET table_id = ?1, event = CASE WHEN EXISTS (
             SELECT 1 FROM json_each(?3) WHERE substr(event, 1, length(value)) = value
         ) THEN 'before:' || ?2 || ':' || event ELSE event END
         WHERE table_id = ?2 AND delivered_at IS NULL",
    )
    .bind(moved)
    .bind(other)
    .bind(&prefixes)
    .execute(&mut *db)
    .await?;
    if moving.from.thread.is_none() && moving.to.thread.is_none() {
        let (platform, from, to) = (
            &moving.to.platform,
            &moving.from.channel,
            &moving.to.channel,
        );
        settings::move_channel(db, platform, from, to).await?;
        moderation::move_channel(db, platform, from, to).await?;
    }
    mark_handled(db, moved, &moving.event, moving.at).await?;
    let envelope = Envelope {
        event: &moving.event,
        urgent: true,
        reply_target: None,
        language: moving.language.as_deref(),
    };
    let replies = moving.reply.as_slice();
    let serialized = Serialized::new(None, replies)?;
    let queued = outbox::queue(db, moved, &envelope, replies, &serialized).await?;
    Ok(Committed::Done(queued))
}

/// What the ids of events that are numbered by a log start with, as a JSON list.
fn prefixes() -> String {
    let quoted = HostEvent::OF_A_LOG.map(|kind| format!("\"{}\"", kind.prefix()));
    format!("[{}]", quoted.join(","))
}

/// A table's id, and the length of its log.
async fn find(
    db: &mut SqliteConnection,
    table: &TableKey,
) -> Result<Option<(i64, i64)>, StoreError> {
    let row = sqlx::query(
        "SELECT id, next FROM tables WHERE platform = ?1 AND channel = ?2 AND thread = ?3",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_optional(db)
    .await?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .transpose()
}
