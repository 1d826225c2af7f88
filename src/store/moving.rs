//! A table moves to another key, in one transaction.
//!
//! The two tables trade keys: what stood at the new key, at which nothing is going on, stands at
//! the old one afterwards. What was heard at either key stays known there. What is still to be
//! said goes with the one who says it: the moved table's replies to its new key, and the answers
//! that were due at the new key stay there.

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::writer::{Said, Saying, note, number, say, set_up};
use super::{Committed, HostEvent, Move, StoreError};
use crate::session::TableKey;

/// Moves a table. As with a change, whatever stands against it is found first.
pub(super) async fn move_table(
    db: &mut SqliteConnection,
    moving: &Move,
) -> Result<Committed, StoreError> {
    let from = find(db, &moving.from).await?;
    let to = find(db, &moving.to).await?;
    if let Some((to, _)) = to {
        let heard = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND event = ?2)",
        )
        .bind(to)
        .bind(&moving.event)
        .fetch_one(&mut *db)
        .await?;
        if heard {
            return Ok(Committed::Known);
        }
    }
    for (row, after) in [from, to].into_iter().zip(moving.after) {
        if row.map_or(0, |(_, next)| next) != number(after)? {
            return Ok(Committed::Overtaken);
        }
    }
    let moved = match from {
        Some((id, _)) => id,
        None => set_up(db, &moving.from).await?,
    };
    let other = match to {
        Some((id, _)) => id,
        None => set_up(db, &moving.to).await?,
    };
    // No platform has no name: out of the way, while the other takes its place.
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
            .bind(key.thread.as_deref().unwrap_or_default())
            .execute(&mut *db)
            .await?;
    }
    // A platform may bring an event again, wherever the table stands by then. Those of the host
    // stay with the log that they are numbered by.
    let hosts = HostEvent::prefixes_of_a_log();
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
        .bind(&hosts)
        .execute(&mut *db)
        .await?;
    }
    // The log that has moved numbers its events too: another name for those of the host.
    sqlx::query(
        "UPDATE OR IGNORE outbox SET table_id = ?1, event = CASE WHEN EXISTS (
             SELECT 1 FROM json_each(?3) WHERE substr(event, 1, length(value)) = value
         ) THEN 'before:' || ?2 || ':' || event ELSE event END
         WHERE table_id = ?2 AND delivered_at IS NULL",
    )
    .bind(moved)
    .bind(other)
    .bind(&hosts)
    .execute(&mut *db)
    .await?;
    note(db, moved, &moving.event, moving.at).await?;
    let saying = Saying {
        event: &moving.event,
        reply_target: None,
        language: moving.language.as_deref(),
    };
    let replies = moving.reply.as_slice();
    let said = say(db, moved, &saying, replies, &Said::new(None, replies)?).await?;
    Ok(Committed::Done(said))
}

/// A table's number, and how many entries its log has.
async fn find(
    db: &mut SqliteConnection,
    table: &TableKey,
) -> Result<Option<(i64, i64)>, StoreError> {
    let row = sqlx::query(
        "SELECT id, next FROM tables WHERE platform = ?1 AND channel = ?2 AND thread = ?3",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(table.thread.as_deref().unwrap_or_default())
    .fetch_optional(db)
    .await?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .transpose()
}
