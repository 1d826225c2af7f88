//! The outbox in SQLite: replies that are to be delivered, and those that were.

use futures_util::TryStreamExt;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool};

use super::tables::{self, flag, key, thread};
use crate::session::{Keep, Person, Reply, TableKey};
use crate::store::{Backlog, HostEvent, Outgoing, Reminder, ReplyTarget, StoreError, Undelivered};

/// Selects all columns of an [`Outgoing`]. A macro, so that statements stay constant text.
macro_rules! outgoing {
    ($rest:literal) => {
        concat!(
            "SELECT outbox.id, platform, channel, thread, event, part, author, language, reply, \
             message, answers, urgent FROM outbox JOIN tables ON tables.id = table_id ",
            $rest
        )
    };
}

fn read(row: &AnyRow) -> Result<Outgoing, StoreError> {
    let id = row.try_get(0)?;
    let author: Option<&str> = row.try_get(6)?;
    Ok(Outgoing {
        id,
        table: key(row, 1)?,
        event: row.try_get(4)?,
        part: row.try_get(5)?,
        urgent: flag(row, 11)?,
        author: author.map(|author| parsed(id, author)).transpose()?,
        language: row.try_get(7)?,
        reply: parsed(id, row.try_get(8)?)?,
        message: row.try_get(9)?,
        reply_target: row.try_get::<Option<String>, _>(10)?.map(ReplyTarget::from),
    })
}

pub(super) async fn outgoing(db: &AnyPool, reply: i64) -> Result<Option<Outgoing>, StoreError> {
    sqlx::query(outgoing!("WHERE outbox.id = $1"))
        .bind(reply)
        .fetch_optional(db)
        .await?
        .as_ref()
        .map(read)
        .transpose()
}

pub(super) async fn undelivered(
    db: &AnyPool,
    platform: &str,
) -> Result<Vec<Undelivered>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread, outbox.id
         FROM outbox CROSS JOIN tables
         WHERE tables.id = table_id AND delivered_at IS NULL AND parked = 0 AND platform = $1
         ORDER BY outbox.id",
    )
    .bind(platform)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Undelivered {
                table: key(row, 0)?,
                reply: row.try_get(3)?,
            })
        })
        .collect()
}

/// The table of a reply.
pub(super) async fn table_of(
    db: &mut AnyConnection,
    reply: i64,
) -> Result<Option<TableKey>, StoreError> {
    let row = sqlx::query(
        "SELECT platform, channel, thread FROM outbox JOIN tables ON tables.id = table_id
         WHERE outbox.id = $1",
    );
    let row = row.bind(reply).fetch_optional(db).await?;
    row.map(|row| key(&row, 0)).transpose()
}

pub(super) async fn backlog(db: &AnyPool) -> Result<Backlog, StoreError> {
    let row = sqlx::query(
        "SELECT count(*), min(events.at) FROM outbox
         LEFT JOIN events ON events.table_id = outbox.table_id AND events.event = outbox.event
         WHERE delivered_at IS NULL AND parked = 0",
    )
    .fetch_one(db)
    .await?;
    let oldest: Option<i64> = row.try_get(1)?;
    Ok(Backlog {
        replies: row.try_get::<i64, _>(0)?.unsigned_abs(),
        oldest: oldest.and_then(|at| Timestamp::from_millisecond(at).ok()),
    })
}

pub(super) async fn choices_of_message(
    db: &AnyPool,
    table: &TableKey,
    message: &str,
) -> Result<Option<Outgoing>, StoreError> {
    sqlx::query(outgoing!(
        "WHERE platform = $1 AND channel = $2 AND thread = $3 AND choices = 1
         AND message = $4 ORDER BY outbox.id DESC LIMIT 1"
    ))
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .bind(message)
    .fetch_optional(db)
    .await?
    .as_ref()
    .map(read)
    .transpose()
}

pub(super) async fn latest_choices(
    db: &AnyPool,
    table: &TableKey,
) -> Result<Option<Outgoing>, StoreError> {
    sqlx::query(outgoing!(
        "WHERE platform = $1 AND channel = $2 AND thread = $3 AND choices = 1
         ORDER BY outbox.id DESC LIMIT 1"
    ))
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_optional(db)
    .await?
    .as_ref()
    .map(read)
    .transpose()
}

pub(super) async fn choices_before(
    db: &AnyPool,
    reply: &Outgoing,
) -> Result<Option<Outgoing>, StoreError> {
    let mut rows = sqlx::query(outgoing!(
        "WHERE platform = $1 AND channel = $2 AND thread = $3 AND choices = 1
         AND for_everyone = 1 AND outbox.id < $4 ORDER BY outbox.id DESC"
    ))
    .bind(&reply.table.platform)
    .bind(&reply.table.channel)
    .bind(thread(&reply.table))
    .bind(reply.id)
    .fetch(db);
    while let Some(row) = rows.try_next().await? {
        let before = read(&row)?;
        if !before.reply.apart {
            return Ok(Some(before));
        }
    }
    Ok(None)
}

/// The message of the tallies of a round of votes.
pub(super) async fn message_of_tally(
    db: &AnyPool,
    table: &TableKey,
    round: Timestamp,
) -> Result<Option<String>, StoreError> {
    Ok(sqlx::query_scalar(
        "SELECT message FROM outbox JOIN tables ON tables.id = table_id
         WHERE platform = $1 AND channel = $2 AND thread = $3 AND tally = $4
         AND message IS NOT NULL ORDER BY outbox.id DESC LIMIT 1",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .bind(round.as_millisecond())
    .fetch_optional(db)
    .await?)
}

/// What the ids of the timers' events lie between, which are those of reminders.
const TIMERS: [&str; 2] = ["clock:", "clock;"];

pub(super) async fn outdated_reminders(
    db: &AnyPool,
    reply: i64,
) -> Result<Vec<Reminder>, StoreError> {
    let row = sqlx::query("SELECT table_id, reply FROM outbox WHERE id = $1")
        .bind(reply)
        .fetch_optional(db)
        .await?;
    let Some(row) = row else {
        return Ok(Vec::new());
    };
    let table: i64 = row.try_get(0)?;
    let new: Reply = parsed(reply, row.try_get(1)?)?;
    let rows = sqlx::query(
        "SELECT id, message, reply FROM outbox WHERE table_id = $1 AND id < $2
         AND event > $3 AND event < $4 AND reminder = 1 AND message IS NOT NULL ORDER BY id",
    )
    .bind(table)
    .bind(reply)
    .bind(TIMERS[0])
    .bind(TIMERS[1])
    .fetch_all(db)
    .await?;
    let mut outdated = Vec::with_capacity(rows.len());
    for row in &rows {
        let id = row.try_get(0)?;
        if parsed::<Reply>(id, row.try_get(2)?)?.is_outdated_by(&new) {
            outdated.push(Reminder {
                reply: id,
                message: row.try_get(1)?,
            });
        }
    }
    Ok(outdated)
}

/// Reads a stored reply.
fn parsed<T: DeserializeOwned>(id: i64, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::DamagedReply(id, error.to_string()))
}

/// Notes that the message of a reminder is gone.
pub(super) async fn reminder_removed(
    db: &mut AnyConnection,
    reply: i64,
) -> Result<u64, StoreError> {
    let done = sqlx::query("UPDATE outbox SET message = NULL WHERE id = $1")
        .bind(reply)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

pub(super) async fn table_of_message(
    db: &AnyPool,
    platform: &str,
    channel: &str,
    message: &str,
) -> Result<Option<TableKey>, StoreError> {
    // A channel may have many tables, but few replies have become the same message: those come first.
    let row = sqlx::query(
        "SELECT platform, channel, thread FROM tables WHERE id = (
             SELECT table_id FROM outbox WHERE choices = 1 AND message = $3 AND EXISTS (
                 SELECT 1 FROM tables WHERE id = table_id AND platform = $1 AND channel = $2)
             ORDER BY outbox.id DESC LIMIT 1)",
    )
    .bind(platform)
    .bind(channel)
    .bind(message)
    .fetch_optional(db)
    .await?;
    row.map(|row| key(&row, 0)).transpose()
}

pub(super) async fn language(db: &AnyPool, table: &TableKey) -> Result<Option<String>, StoreError> {
    Ok(sqlx::query_scalar(
        "SELECT language FROM outbox JOIN tables ON tables.id = table_id
         WHERE platform = $1 AND channel = $2 AND thread = $3 AND language IS NOT NULL
         AND for_everyone = 1 ORDER BY outbox.id DESC LIMIT 1",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_optional(db)
    .await?)
}

/// What all replies to one event have in common.
pub(super) struct Envelope<'a> {
    pub(super) event: &'a str,
    pub(super) urgent: bool,
    pub(super) reply_target: Option<&'a str>,
    pub(super) language: Option<&'a str>,
}

/// Replies and whom they answer, as JSON.
#[derive(Debug)]
pub(super) struct Serialized {
    pub(super) author: Option<String>,
    pub(super) replies: Vec<String>,
}

impl Serialized {
    pub(super) fn new(author: Option<&Person>, replies: &[Reply]) -> Result<Self, StoreError> {
        Ok(Self {
            author: author.map(json).transpose()?,
            replies: replies.iter().map(json).collect::<Result<_, _>>()?,
        })
    }
}

pub(super) fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Unfit(error.to_string()))
}

/// Queues replies, and returns their numbers.
pub(super) async fn queue(
    db: &mut AnyConnection,
    table: i64,
    envelope: &Envelope<'_>,
    replies: &[Reply],
    serialized: &Serialized,
) -> Result<Vec<i64>, StoreError> {
    let mut queued = Vec::with_capacity(replies.len());
    for (part, (reply, text)) in (0_i64..).zip(replies.iter().zip(&serialized.replies)) {
        let id = sqlx::query(
            "INSERT INTO outbox
             (table_id, event, part, author, language, reply, choices, answers, urgent,
              for_everyone, reminder, fleeting, tally)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id",
        )
        .bind(table)
        .bind(envelope.event)
        .bind(part)
        .bind(serialized.author.as_deref())
        .bind(envelope.language)
        .bind(text)
        .bind(i64::from(!reply.choices.is_empty()))
        .bind(envelope.reply_target)
        .bind(i64::from(envelope.urgent))
        .bind(i64::from(reply.only_for.is_none()))
        .bind(i64::from(reply.reminder.is_some()))
        .bind(i64::from(reply.keep != Keep::Usual))
        .bind(reply.tally.map(|tally| tally.round.as_millisecond()))
        .fetch_one(&mut *db)
        .await?
        .try_get(0)?;
        queued.push(id);
    }
    Ok(queued)
}

/// Deletes a reply that was delivered or given up, if nothing is to be kept of it. True if it was
/// deleted.
pub(super) async fn delete_fleeting(
    db: &mut AnyConnection,
    reply: i64,
) -> Result<bool, StoreError> {
    let row =
        sqlx::query("DELETE FROM outbox WHERE id = $1 AND fleeting = 1 RETURNING table_id, reply")
            .bind(reply)
            .fetch_optional(&mut *db)
            .await?;
    let Some(row) = row else {
        return Ok(false);
    };
    let (table, text): (i64, &str) = (row.try_get(0)?, row.try_get(1)?);
    if parsed::<Reply>(reply, text)?.keep == Keep::NotEvenTable {
        tables::delete_empty(db, table).await?;
    }
    Ok(true)
}

/// Marks a reply as delivered, or as given up if it became no message.
pub(super) async fn delivered(
    db: &mut AnyConnection,
    reply: i64,
    message: Option<&str>,
    at: Timestamp,
) -> Result<u64, StoreError> {
    // The reply target is no longer needed, and may hold a token. A reply that is given up while
    // it is on its way may arrive all the same: its message is kept, whichever is noted first.
    let done = sqlx::query(
        "UPDATE outbox SET delivered_at = $2, message = $3, answers = NULL, parked = 0
         WHERE id = $1 AND message IS NULL",
    )
    .bind(reply)
    .bind(at.as_millisecond())
    .bind(message)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Parks a reply until something happens at its table.
pub(super) async fn park(db: &mut AnyConnection, reply: i64) -> Result<u64, StoreError> {
    let done = sqlx::query("UPDATE outbox SET parked = 1 WHERE id = $1 AND delivered_at IS NULL")
        .bind(reply)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

/// Ends that for one reply.
pub(super) async fn unpark(db: &mut AnyConnection, reply: i64) -> Result<u64, StoreError> {
    let done = sqlx::query("UPDATE outbox SET parked = 0 WHERE id = $1 AND parked = 1")
        .bind(reply)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

pub(super) async fn has_parked(db: &AnyPool, table: &TableKey) -> Result<bool, StoreError> {
    let found = sqlx::query(
        "SELECT 1 FROM tables JOIN outbox ON table_id = tables.id AND parked = 1
         WHERE platform = $1 AND channel = $2 AND thread = $3 LIMIT 1",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Ends that for all replies of a table, and returns the latest `most`. The others are given up.
pub(super) async fn unpark_all(
    db: &mut AnyConnection,
    table: &TableKey,
    most: usize,
    at: Timestamp,
) -> Result<Vec<i64>, StoreError> {
    let mut replies: Vec<i64> = sqlx::query_scalar(
        "SELECT outbox.id FROM tables JOIN outbox ON table_id = tables.id AND parked = 1
         WHERE platform = $1 AND channel = $2 AND thread = $3 ORDER BY outbox.id",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_all(&mut *db)
    .await?;
    let latest = replies.split_off(replies.len().saturating_sub(most));
    for reply in replies {
        delivered(db, reply, None, at).await?;
    }
    for &reply in &latest {
        unpark(db, reply).await?;
    }
    Ok(latest)
}

/// Deletes delivered and parked replies and handled events older than `before`, except each table's
/// latest reply with choices, and reminders whose messages stand.
pub(super) async fn prune(db: &mut AnyConnection, before: Timestamp) -> Result<u64, StoreError> {
    let parked = sqlx::query(
        "DELETE FROM outbox WHERE parked = 1 AND EXISTS (
             SELECT 1 FROM events WHERE events.table_id = outbox.table_id
             AND events.event = outbox.event AND at < $1
         )",
    )
    .bind(before.as_millisecond())
    .execute(&mut *db)
    .await?;
    let replies = sqlx::query(
        "DELETE FROM outbox WHERE delivered_at < $1 AND NOT (choices = 1 AND id = (
             SELECT max(later.id) FROM outbox AS later
             WHERE later.table_id = outbox.table_id AND later.choices = 1
               AND later.for_everyone = 1
         )) AND NOT (message IS NOT NULL AND reminder = 1)",
    )
    .bind(before.as_millisecond())
    .execute(&mut *db)
    .await?;
    // An event whose reply is kept is kept too. So is that a table was told of an outage, as long as
    // others are still to be told: it would be told again.
    let events = sqlx::query(
        "DELETE FROM events WHERE at < $1 AND NOT EXISTS (
             SELECT 1 FROM outbox
             WHERE outbox.table_id = events.table_id AND outbox.event = events.event
         ) AND NOT EXISTS (SELECT 1 FROM outages WHERE events.event = $2 || outages.id)",
    )
    .bind(before.as_millisecond())
    .bind(HostEvent::Outage.prefix())
    .execute(db)
    .await?;
    Ok(parked.rows_affected() + replies.rows_affected() + events.rows_affected())
}
