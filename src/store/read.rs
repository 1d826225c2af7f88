//! What is read back.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{ReplyTarget, Store, StoreError, SyncCursor};
use crate::session::{Entry, LogError, Person, Reply, Table, TableKey, Waiting};

/// A table's log, from its last start on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// Number of the first entry.
    pub first: u64,
    /// The entries.
    pub entries: Vec<Entry>,
}

impl Log {
    /// The table as it stands.
    ///
    /// # Errors
    ///
    /// An entry does not fit those before it.
    pub fn fold(&self, key: TableKey) -> Result<Table, LogError> {
        Table::replay(key, self.first, &self.entries)
    }
}

/// A table that waits for something by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingTable {
    /// The table.
    pub table: TableKey,
    /// What it waits for; the moment is rounded up to a millisecond.
    pub waiting: Waiting,
}

/// A reply of the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Its number, greater than that of every reply before it.
    pub id: i64,
    /// Where it is said.
    pub table: TableKey,
    /// The event that it answers.
    pub event: String,
    /// Which of the answers to that event it is, from 0.
    pub part: i64,
    /// The person whom it answers; nobody if the engine or the clock caused it.
    pub author: Option<Person>,
    /// The language in which it is said, if that is known.
    pub language: Option<String>,
    /// The platform's id of the message that it answers, where that is not the event.
    pub reply_target: Option<ReplyTarget>,
    /// What is said.
    pub reply: Reply,
    /// The platform's id of the message that it became.
    pub message: Option<String>,
}

/// Everything that makes an [`Outgoing`], for use in front of conditions. The macro keeps the
/// statements constant text.
macro_rules! outgoing {
    ($rest:literal) => {
        concat!(
            "SELECT outbox.id, platform, channel, thread, event, part, author, language, reply, \
             message, answers FROM outbox JOIN tables ON tables.id = table_id ",
            $rest
        )
    };
}

/// The key of a table that stands in a row, in three columns from this one on.
fn key(row: &SqliteRow, first: usize) -> Result<TableKey, StoreError> {
    let thread: String = row.try_get(first + 2)?;
    Ok(TableKey {
        platform: row.try_get(first)?,
        channel: row.try_get(first + 1)?,
        thread: Some(thread).filter(|thread| !thread.is_empty()),
    })
}

impl Outgoing {
    fn read(row: &SqliteRow) -> Result<Self, StoreError> {
        let id = row.try_get(0)?;
        let damaged = |error: serde_json::Error| StoreError::DamagedReply(id, error.to_string());
        let author: Option<&str> = row.try_get(6)?;
        Ok(Self {
            id,
            table: key(row, 1)?,
            event: row.try_get(4)?,
            part: row.try_get(5)?,
            author: author
                .map(serde_json::from_str)
                .transpose()
                .map_err(damaged)?,
            language: row.try_get(7)?,
            reply: serde_json::from_str(row.try_get(8)?).map_err(damaged)?,
            message: row.try_get(9)?,
            reply_target: row.try_get::<Option<String>, _>(10)?.map(ReplyTarget::from),
        })
    }
}

impl Store {
    /// A table's log from its last start on, or from its beginning. Empty for a table at which
    /// nothing has happened.
    ///
    /// # Errors
    ///
    /// The database failed, or an entry cannot be understood.
    pub async fn load(&self, table: &TableKey) -> Result<Log, StoreError> {
        let rows = sqlx::query(
            "SELECT number, entry FROM tables JOIN entries ON table_id = id AND number >= first
             WHERE platform = ?1 AND channel = ?2 AND thread = ?3 ORDER BY number",
        )
        .bind(&table.platform)
        .bind(&table.channel)
        .bind(table.thread.as_deref().unwrap_or_default())
        .fetch_all(&self.readers())
        .await?;
        let damaged = |reason: String| StoreError::Damaged {
            table: table.clone(),
            reason,
        };
        let mut log = Log {
            first: 0,
            entries: Vec::with_capacity(rows.len()),
        };
        let mut expected = None;
        for row in &rows {
            let number: i64 = row.try_get(0)?;
            let first = *expected.get_or_insert(number);
            if first != number {
                return Err(damaged(format!("entry {first} is missing")));
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

    /// The tables of a platform that wait for something by themselves.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn waiting(&self, platform: &str) -> Result<Vec<WaitingTable>, StoreError> {
        let rows = sqlx::query(
            "SELECT platform, channel, thread, waits_engine, wake_at FROM tables
             WHERE platform = ?1 AND (waits_engine = 1 OR wake_at IS NOT NULL) ORDER BY id",
        )
        .bind(platform)
        .fetch_all(&self.readers())
        .await?;
        rows.iter()
            .map(|row| {
                let wake_at: Option<i64> = row.try_get(4)?;
                Ok(WaitingTable {
                    table: key(row, 0)?,
                    waiting: Waiting {
                        engine: row.try_get(3)?,
                        wake_at: wake_at.and_then(|at| Timestamp::from_millisecond(at).ok()),
                    },
                })
            })
            .collect()
    }

    /// What is still to be said on a platform: tables and numbers of replies, in order.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn undelivered(&self, platform: &str) -> Result<Vec<(TableKey, i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT platform, channel, thread, outbox.id
             FROM outbox JOIN tables ON tables.id = table_id
             WHERE delivered_at IS NULL AND platform = ?1 ORDER BY outbox.id",
        )
        .bind(platform)
        .fetch_all(&self.readers())
        .await?;
        rows.iter()
            .map(|row| Ok((key(row, 0)?, row.try_get(3)?)))
            .collect()
    }

    /// Number of tables of a platform at which a person plays.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn games_of(&self, platform: &str, person: &str) -> Result<u64, StoreError> {
        let games: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM players JOIN tables ON tables.id = table_id
             WHERE person = ?2 AND platform = ?1",
        )
        .bind(platform)
        .bind(person)
        .fetch_one(&self.readers())
        .await?;
        Ok(games.unsigned_abs())
    }

    /// The language in which a table was told something last, if that is known.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn language(&self, table: &TableKey) -> Result<Option<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT language FROM outbox JOIN tables ON tables.id = table_id
             WHERE platform = ?1 AND channel = ?2 AND thread = ?3 AND language IS NOT NULL
             AND reply ->> '$.only_for' IS NULL ORDER BY outbox.id DESC LIMIT 1",
        )
        .bind(&table.platform)
        .bind(&table.channel)
        .bind(table.thread.as_deref().unwrap_or_default())
        .fetch_optional(&self.readers())
        .await?)
    }

    /// A reply by its number.
    ///
    /// # Errors
    ///
    /// The database failed, or the reply cannot be understood.
    pub async fn outgoing(&self, id: i64) -> Result<Option<Outgoing>, StoreError> {
        sqlx::query(outgoing!("WHERE outbox.id = ?1"))
            .bind(id)
            .fetch_optional(&self.readers())
            .await?
            .as_ref()
            .map(Outgoing::read)
            .transpose()
    }

    /// The reply with choices that a message of the platform shows, at a table.
    ///
    /// # Errors
    ///
    /// The database failed, or the reply cannot be understood.
    pub async fn choices_of_message(
        &self,
        table: &TableKey,
        message: &str,
    ) -> Result<Option<Outgoing>, StoreError> {
        sqlx::query(outgoing!(
            "WHERE platform = ?1 AND channel = ?2 AND thread = ?3 AND choices = 1
             AND message = ?4 ORDER BY outbox.id DESC LIMIT 1"
        ))
        .bind(&table.platform)
        .bind(&table.channel)
        .bind(table.thread.as_deref().unwrap_or_default())
        .bind(message)
        .fetch_optional(&self.readers())
        .await?
        .as_ref()
        .map(Outgoing::read)
        .transpose()
    }

    /// Whether an event was heard at a table.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn heard(&self, table: &TableKey, event: &str) -> Result<bool, StoreError> {
        let heard = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM tables JOIN events ON table_id = id AND event = ?4
             WHERE platform = ?1 AND channel = ?2 AND thread = ?3)",
        )
        .bind(&table.platform)
        .bind(&table.channel)
        .bind(table.thread.as_deref().unwrap_or_default())
        .bind(event)
        .fetch_one(&self.readers())
        .await?;
        Ok(heard)
    }

    /// The table at which an event was heard, in a channel or in a thread of it.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn table_of_event(
        &self,
        platform: &str,
        channel: &str,
        event: &str,
    ) -> Result<Option<TableKey>, StoreError> {
        // In the order in which it stands: most events belong to other channels.
        sqlx::query(
            "SELECT platform, channel, thread FROM tables CROSS JOIN events ON table_id = tables.id
             AND event = ?3 WHERE platform = ?1 AND channel = ?2 ORDER BY tables.id LIMIT 1",
        )
        .bind(platform)
        .bind(channel)
        .bind(event)
        .fetch_optional(&self.readers())
        .await?
        .map(|row| key(&row, 0))
        .transpose()
    }

    /// The threads of a channel whose tables wait for a moment, the newest first.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn waiting_threads(
        &self,
        platform: &str,
        channel: &str,
    ) -> Result<Vec<TableKey>, StoreError> {
        sqlx::query(
            "SELECT platform, channel, thread FROM tables WHERE platform = ?1 AND channel = ?2
             AND thread <> '' AND wake_at IS NOT NULL ORDER BY id DESC",
        )
        .bind(platform)
        .bind(channel)
        .fetch_all(&self.readers())
        .await?
        .iter()
        .map(|row| key(row, 0))
        .collect()
    }

    /// The table at which a message of a channel shows a reply with choices.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn table_of_message(
        &self,
        platform: &str,
        channel: &str,
        message: &str,
    ) -> Result<Option<TableKey>, StoreError> {
        // A cross join is done in the order in which it stands: a channel may have many tables,
        // but few replies have become the same message.
        let row = sqlx::query(
            "SELECT platform, channel, thread FROM outbox CROSS JOIN tables ON tables.id = table_id
             WHERE choices = 1 AND message = ?3 AND platform = ?1 AND channel = ?2
             ORDER BY outbox.id DESC LIMIT 1",
        )
        .bind(platform)
        .bind(channel)
        .bind(message)
        .fetch_optional(&self.readers())
        .await?;
        row.map(|row| key(&row, 0)).transpose()
    }

    /// The latest reply of a table that offered choices.
    ///
    /// # Errors
    ///
    /// The database failed, or the reply cannot be understood.
    pub async fn latest_choices(&self, table: &TableKey) -> Result<Option<Outgoing>, StoreError> {
        sqlx::query(outgoing!(
            "WHERE platform = ?1 AND channel = ?2 AND thread = ?3 AND choices = 1
             ORDER BY outbox.id DESC LIMIT 1"
        ))
        .bind(&table.platform)
        .bind(&table.channel)
        .bind(table.thread.as_deref().unwrap_or_default())
        .fetch_optional(&self.readers())
        .await?
        .as_ref()
        .map(Outgoing::read)
        .transpose()
    }

    /// The latest reply with choices, not for one person alone, that was put into the outbox of
    /// the same table before.
    ///
    /// # Errors
    ///
    /// The database failed, or the reply cannot be understood.
    pub async fn choices_before(&self, reply: &Outgoing) -> Result<Option<Outgoing>, StoreError> {
        sqlx::query(outgoing!(
            "WHERE platform = ?1 AND channel = ?2 AND thread = ?3 AND choices = 1
             AND reply ->> '$.only_for' IS NULL
             AND outbox.id < ?4 ORDER BY outbox.id DESC LIMIT 1"
        ))
        .bind(&reply.table.platform)
        .bind(&reply.table.channel)
        .bind(reply.table.thread.as_deref().unwrap_or_default())
        .bind(reply.id)
        .fetch_optional(&self.readers())
        .await?
        .as_ref()
        .map(Outgoing::read)
        .transpose()
    }

    /// All marks whose names begin so.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn cursors(&self, begin: &str) -> Result<Vec<SyncCursor>, StoreError> {
        let rows = sqlx::query(
            "SELECT name, value FROM marks WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name",
        )
        .bind(begin)
        .fetch_all(&self.readers())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(SyncCursor {
                    name: row.try_get(0)?,
                    value: row.try_get(1)?,
                })
            })
            .collect()
    }

    /// A mark, if it was ever written.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn cursor(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(
            sqlx::query_scalar("SELECT value FROM marks WHERE name = ?1")
                .bind(name)
                .fetch_optional(&self.readers())
                .await?,
        )
    }
}
