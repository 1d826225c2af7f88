//! Reads tables: their logs, what they wait for, who plays, and which events were handled.
//!
//! SQLite would rather look at each table of a platform than at those of a person. `CROSS JOIN` has it
//! begin with what is left of the words: <https://sqlite.org/optoverview.html#crossjoin>.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool};

use crate::session::{TableKey, Waiting};
use crate::store::{Log, StoreError, WaitingTable};

/// A table's thread as it is stored: empty for the table of the whole channel.
pub(super) fn thread(table: &TableKey) -> &str {
    table.thread.as_deref().unwrap_or_default()
}

/// The key in a row's columns platform, channel and thread, from column `first` on.
pub(super) fn key(row: &AnyRow, first: usize) -> Result<TableKey, StoreError> {
    let thread: String = row.try_get(first + 2)?;
    Ok(TableKey {
        platform: row.try_get(first)?,
        channel: row.try_get(first + 1)?,
        thread: Some(thread).filter(|thread| !thread.is_empty()),
    })
}

/// Reads a column that holds 0 or 1, as sqlx's Any driver has no booleans for SQLite.
pub(super) fn flag(row: &AnyRow, column: usize) -> Result<bool, sqlx::Error> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}

pub(super) async fn load(db: &AnyPool, table: &TableKey) -> Result<Log, StoreError> {
    let rows = sqlx::query(
        "SELECT number, entry FROM tables JOIN entries ON table_id = id AND number >= first
         WHERE platform = $1 AND channel = $2 AND thread = $3 ORDER BY number",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_all(db)
    .await?;
    let damaged = |reason: String| StoreError::Damaged {
        table: table.clone(),
        reason,
    };
    let mut log = Log {
        first: 0,
        entries: Vec::with_capacity(rows.len()),
    };
    if rows.is_empty() {
        // What was there may have been too old to be kept.
        let first: Option<i64> = sqlx::query_scalar(
            "SELECT first FROM tables WHERE platform = $1 AND channel = $2 AND thread = $3",
        )
        .bind(&table.platform)
        .bind(&table.channel)
        .bind(thread(table))
        .fetch_optional(db)
        .await?;
        log.first = first.unwrap_or_default().unsigned_abs();
    }
    let mut expected = None;
    for row in &rows {
        let number: i64 = row.try_get(0)?;
        let next = *expected.get_or_insert(number);
        if next != number {
            return Err(damaged(format!("entry {next} is missing")));
        }
        expected = Some(number + 1);
        if log.entries.is_empty() {
            log.first = u64::try_from(number)
                .map_err(|_| damaged(format!("an entry has number {number}")))?;
        }
        let entry = serde_json::from_str(row.try_get(1)?)
            .map_err(|error| damaged(format!("entry {number}: {error}")))?;
        log.entries.push(entry);
    }
    Ok(log)
}

pub(super) async fn community(
    db: &AnyPool,
    table: &TableKey,
) -> Result<Option<String>, StoreError> {
    let found: Option<Option<String>> = sqlx::query_scalar(
        "SELECT community FROM tables WHERE platform = $1 AND channel = $2 AND thread = $3",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_optional(db)
    .await?;
    Ok(found.flatten())
}

pub(super) async fn waiting(db: &AnyPool, platform: &str) -> Result<Vec<WaitingTable>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread, waits_engine, wake_at FROM tables
         WHERE platform = $1 AND (waits_engine = 1 OR wake_at IS NOT NULL) ORDER BY id",
    )
    .bind(platform)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            let wake_at: Option<i64> = row.try_get(4)?;
            Ok(WaitingTable {
                table: key(row, 0)?,
                waiting: Waiting {
                    engine: flag(row, 3)?,
                    wake_at: wake_at.and_then(|at| Timestamp::from_millisecond(at).ok()),
                },
            })
        })
        .collect()
}

pub(super) async fn waiting_threads(
    db: &AnyPool,
    platform: &str,
    channel: &str,
) -> Result<Vec<TableKey>, StoreError> {
    sqlx::query(
        // Those that wait are more than those of a channel: their index is kept out of it.
        "SELECT platform, channel, thread FROM tables WHERE platform = $1 AND channel = $2
         AND thread <> '' AND COALESCE(wake_at, 0) > 0
         AND NOT EXISTS (SELECT 1 FROM players WHERE table_id = tables.id) ORDER BY id DESC",
    )
    .bind(platform)
    .bind(channel)
    .fetch_all(db)
    .await?
    .iter()
    .map(|row| key(row, 0))
    .collect()
}

pub(super) async fn tables_of(
    db: &AnyPool,
    platform: &str,
    person: &str,
) -> Result<Vec<TableKey>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread FROM players CROSS JOIN tables
         WHERE tables.id = table_id AND person = $2 AND platform = $1 ORDER BY tables.id",
    )
    .bind(platform)
    .bind(person)
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| key(row, 0)).collect()
}

pub(super) async fn watched_by(
    db: &AnyPool,
    platform: &str,
    person: &str,
) -> Result<Vec<TableKey>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread FROM watchers CROSS JOIN tables
         WHERE tables.id = table_id AND person = $2 AND platform = $1 ORDER BY tables.id",
    )
    .bind(platform)
    .bind(person)
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| key(row, 0)).collect()
}

/// Newest first: a table with challenges wakes when the first of them lapses.
pub(super) async fn challenges_to(
    db: &AnyPool,
    platform: &str,
    person: &str,
    most: usize,
) -> Result<Vec<TableKey>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread FROM challenged CROSS JOIN tables
         WHERE tables.id = table_id AND person = $2 AND platform = $1 ORDER BY wake_at DESC NULLS LAST LIMIT $3",
    )
    .bind(platform)
    .bind(person)
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| key(row, 0)).collect()
}

pub(super) async fn played_in(db: &AnyPool, place: &TableKey) -> Result<Vec<TableKey>, StoreError> {
    tables_in(
        db,
        place,
        "SELECT platform, channel, thread FROM tables WHERE platform = $1 AND channel = $2
         AND ($3 = '' OR thread = $3)
         AND EXISTS (SELECT 1 FROM players WHERE table_id = tables.id) ORDER BY id",
    )
    .await
}

pub(super) async fn active_in(db: &AnyPool, place: &TableKey) -> Result<Vec<TableKey>, StoreError> {
    tables_in(
        db,
        place,
        "SELECT platform, channel, thread FROM tables WHERE platform = $1 AND channel = $2
         AND ($3 = '' OR thread = $3)
         AND (wake_at IS NOT NULL OR tournament IS NOT NULL
              OR EXISTS (SELECT 1 FROM players WHERE table_id = tables.id)) ORDER BY id",
    )
    .await
}

/// Tables in a place, by a query that takes the platform, the channel, and the thread or nothing.
async fn tables_in(
    db: &AnyPool,
    place: &TableKey,
    query: &'static str,
) -> Result<Vec<TableKey>, StoreError> {
    let rows = sqlx::query(query)
        .bind(&place.platform)
        .bind(&place.channel)
        .bind(thread(place))
        .fetch_all(db)
        .await?;
    rows.iter().map(|row| key(row, 0)).collect()
}

pub(super) async fn played_at(
    db: &AnyPool,
    platform: &str,
    name: &str,
) -> Result<Vec<TableKey>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread FROM tables WHERE platform = $1
         AND (channel = $2 AND thread = '' OR thread = $2)
         AND EXISTS (SELECT 1 FROM players WHERE table_id = tables.id) ORDER BY id",
    )
    .bind(platform)
    .bind(name)
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| key(row, 0)).collect()
}

pub(super) async fn games_of(
    db: &AnyPool,
    platform: &str,
    person: &str,
) -> Result<u64, StoreError> {
    let games: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM players CROSS JOIN tables
         WHERE tables.id = table_id AND person = $2 AND platform = $1",
    )
    .bind(platform)
    .bind(person)
    .fetch_one(db)
    .await?;
    Ok(games.unsigned_abs())
}

pub(super) async fn running_games(db: &AnyPool, platform: &str) -> Result<u64, StoreError> {
    let games: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM tables WHERE platform = $1
         AND EXISTS (SELECT 1 FROM players WHERE table_id = tables.id)",
    )
    .bind(platform)
    .fetch_one(db)
    .await?;
    Ok(games.unsigned_abs())
}

pub(super) async fn is_handled(
    db: &AnyPool,
    table: &TableKey,
    event: &str,
) -> Result<bool, StoreError> {
    let handled = sqlx::query(
        "SELECT 1 FROM tables JOIN events ON table_id = id AND event = $4
         WHERE platform = $1 AND channel = $2 AND thread = $3",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .bind(event)
    .fetch_optional(db)
    .await?;
    Ok(handled.is_some())
}

pub(super) async fn table_of_event(
    db: &AnyPool,
    platform: &str,
    channel: &str,
    event: &str,
) -> Result<Option<TableKey>, StoreError> {
    // Most events belong to other channels: its tables come first.
    sqlx::query(
        "SELECT platform, channel, thread FROM tables WHERE platform = $1 AND channel = $2
         AND EXISTS (SELECT 1 FROM events WHERE table_id = tables.id AND event = $3)
         ORDER BY id LIMIT 1",
    )
    .bind(platform)
    .bind(channel)
    .bind(event)
    .fetch_optional(db)
    .await?
    .map(|row| key(&row, 0))
    .transpose()
}

/// Deletes a table at which nothing has happened and nothing is to be said, with the ids of its events.
pub(super) async fn delete_empty(db: &mut AnyConnection, table: i64) -> Result<(), StoreError> {
    let empty = sqlx::query(
        "SELECT 1 FROM tables WHERE id = $1 AND next = 0 AND NOT EXISTS (
             SELECT 1 FROM outbox WHERE table_id = $1
             UNION ALL SELECT 1 FROM archive WHERE table_id = $1
             UNION ALL SELECT 1 FROM adjourned WHERE table_id = $1
             UNION ALL SELECT 1 FROM reports WHERE table_id = $1
             UNION ALL SELECT 1 FROM players WHERE table_id = $1
             UNION ALL SELECT 1 FROM watchers WHERE table_id = $1
             UNION ALL SELECT 1 FROM challenged WHERE table_id = $1)",
    )
    .bind(table)
    .fetch_optional(&mut *db)
    .await?;
    if empty.is_some() {
        for statement in [
            "DELETE FROM events WHERE table_id = $1",
            "DELETE FROM tables WHERE id = $1",
        ] {
            sqlx::query(statement).bind(table).execute(&mut *db).await?;
        }
    }
    Ok(())
}
