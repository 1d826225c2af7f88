//! Moves a table to another key.
//!
//! The two tables swap keys: the table of the new key, at which nothing is going on, gets the old
//! one. Events handled at either key stay handled at both. Undelivered replies follow their
//! speaker: the moved table's to its new key, while replies due at the new key stay there. What is
//! set for a whole channel goes with its own table, unless the new one has settings of its own.

use sqlx::AnyConnection;
use sqlx::Row;

use super::commit::{create_table, mark_handled, number};
use super::outbox::{self, Envelope, Serialized};
use super::tables::thread;
use super::{moderation, settings};
use crate::session::TableKey;
use crate::store::{Committed, HostEvent, StoreError, TableMove};

/// Moves a table. As with a change, whatever prevents it is found before the first write.
pub(super) async fn move_table(
    db: &mut AnyConnection,
    moving: &TableMove,
) -> Result<Committed, StoreError> {
    let from = find(db, &moving.from).await?;
    let to = find(db, &moving.to).await?;
    if let Some((to, _)) = to {
        let handled = sqlx::query("SELECT 1 FROM events WHERE table_id = $1 AND event = $2")
            .bind(to)
            .bind(&moving.event)
            .fetch_optional(&mut *db)
            .await?;
        if handled.is_some() {
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
        sqlx::query("UPDATE tables SET platform = $2, channel = $3, thread = $4 WHERE id = $1")
            .bind(table)
            .bind(&key.platform)
            .bind(&key.channel)
            .bind(thread(key))
            .execute(&mut *db)
            .await?;
    }
    // A platform may send an event again, wherever the table is by then. The host's own events
    // stay with the log that numbers them.
    for (table, of) in [(moved, other), (other, moved)] {
        copy_events(db, of, table).await?;
    }
    move_undelivered(db, other, moved).await?;
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

/// Whether the id of an event is numbered by a log.
fn is_of_a_log(event: &str) -> bool {
    let mut kinds = HostEvent::OF_A_LOG.iter();
    kinds.any(|kind| event.starts_with(kind.prefix()))
}

/// Has the platform's events that were handled at one table be handled at another too.
async fn copy_events(db: &mut AnyConnection, from: i64, to: i64) -> Result<(), StoreError> {
    let events: Vec<(String, i64)> =
        sqlx::query_as("SELECT event, at FROM events WHERE table_id = $1")
            .bind(from)
            .fetch_all(&mut *db)
            .await?;
    for (event, at) in events {
        if !is_of_a_log(&event) {
            sqlx::query(
                "INSERT INTO events (table_id, event, at) VALUES ($1, $2, $3)
                 ON CONFLICT DO NOTHING",
            )
            .bind(to)
            .bind(event)
            .bind(at)
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}

/// Has undelivered replies of one table be those of another. Both logs number the host's events:
/// those of the first are renamed.
async fn move_undelivered(db: &mut AnyConnection, from: i64, to: i64) -> Result<(), StoreError> {
    let replies: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, event FROM outbox WHERE table_id = $1 AND delivered_at IS NULL")
            .bind(from)
            .fetch_all(&mut *db)
            .await?;
    for (reply, event) in replies {
        let event = match is_of_a_log(&event) {
            true => format!("before:{from}:{event}"),
            false => event,
        };
        sqlx::query(
            "UPDATE outbox SET table_id = $2, event = $3 WHERE id = $1 AND NOT EXISTS (
                 SELECT 1 FROM outbox AS there WHERE there.table_id = $2
                 AND there.event = $3 AND there.part = outbox.part)",
        )
        .bind(reply)
        .bind(to)
        .bind(event)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// A table's id, and the length of its log.
async fn find(db: &mut AnyConnection, table: &TableKey) -> Result<Option<(i64, i64)>, StoreError> {
    let row = sqlx::query(
        "SELECT id, next FROM tables WHERE platform = $1 AND channel = $2 AND thread = $3",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_optional(db)
    .await?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .transpose()
}
