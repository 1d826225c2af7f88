//! The one who writes: takes what has gathered, and makes one transaction of it.
//!
//! A commit waits for the disk. While it does, what other tables want written gathers in a queue,
//! and goes into the next transaction together.

use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep_until;

use super::database::Database;
use super::health::Health;
use super::moving::move_table;
use super::{Change, Committed, Move, StoreError, SyncCursor};
use crate::session::{Event, Person, Reply, TableKey};

/// The most that goes into one transaction, so that nobody waits long for strangers.
const BATCH: usize = 64;

/// The most that follows from one event, in bytes as it is stored. The longest game, imported, is
/// a twentieth of this.
const LARGEST: usize = 1 << 20;

/// Something to be written.
#[derive(Debug)]
enum Work {
    Commit(Box<Prepared>),
    Move(Box<Move>),
    Delivered(i64, Option<String>, Timestamp),
    Cursors(Vec<SyncCursor>),
    Forget(String),
    Prune(Timestamp),
    /// Nothing: whoever sends it learns that all before it is done.
    Finish,
}

/// What came of it.
#[derive(Debug)]
enum Done {
    Committed(Committed),
    Rows(u64),
}

type Answer = oneshot::Sender<Result<Done, StoreError>>;

/// A handle to the writer.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    queue: mpsc::UnboundedSender<(Work, Answer)>,
}

impl Writer {
    /// A writer that ends when its last handle is dropped.
    pub(super) fn start(database: Arc<Database>) -> Self {
        let (queue, work) = mpsc::unbounded_channel();
        tokio::spawn(write(database, work));
        Self { queue }
    }

    async fn ask(&self, work: Work) -> Result<Done, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.queue
            .send((work, answer))
            .map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    pub(super) async fn commit(&self, change: Change) -> Result<Committed, StoreError> {
        let prepared = Prepared::new(change)?;
        match self.ask(Work::Commit(Box::new(prepared))).await? {
            Done::Committed(committed) => Ok(committed),
            Done::Rows(_) => Err(StoreError::Closed),
        }
    }

    pub(super) async fn move_table(&self, moving: Move) -> Result<Committed, StoreError> {
        match self.ask(Work::Move(Box::new(moving))).await? {
            Done::Committed(committed) => Ok(committed),
            Done::Rows(_) => Err(StoreError::Closed),
        }
    }

    pub(super) async fn delivered(
        &self,
        id: i64,
        message: Option<String>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.ask(Work::Delivered(id, message, at)).await.map(drop)
    }

    pub(super) async fn set_cursors(&self, cursors: Vec<SyncCursor>) -> Result<(), StoreError> {
        self.ask(Work::Cursors(cursors)).await.map(drop)
    }

    pub(super) async fn forget_cursor(&self, name: String) -> Result<(), StoreError> {
        self.ask(Work::Forget(name)).await.map(drop)
    }

    pub(super) async fn prune(&self, before: Timestamp) -> Result<u64, StoreError> {
        match self.ask(Work::Prune(before)).await? {
            Done::Rows(rows) => Ok(rows),
            Done::Committed(_) => Ok(0),
        }
    }

    /// Waits until all that was asked for is written.
    pub(super) async fn finish(&self) {
        // It fails only if the writer is gone, and then nothing is left to be written either.
        let _ = self.ask(Work::Finish).await;
    }
}

/// The writer's life.
async fn write(database: Arc<Database>, mut queue: mpsc::UnboundedReceiver<(Work, Answer)>) {
    let mut health = Health::new();
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        let taken = tokio::select! {
            taken = queue.recv_many(&mut batch, BATCH) => taken,
            () = sleep_until(health.next_look()) => {
                health.look(&database).await;
                continue;
            }
        };
        if taken == 0 {
            return;
        }
        let (work, answers): (Vec<_>, Vec<_>) = batch.drain(..).unzip();
        let results = write_batch(&database, &mut health, &work).await;
        for (answer, result) in answers.into_iter().zip(results) {
            // Whoever asked may have gone; it is written all the same.
            let _ = answer.send(result);
        }
    }
}

/// Writes what has gathered, and tells of each what came of it.
async fn write_batch(
    database: &Database,
    health: &mut Health,
    work: &[Work],
) -> Vec<Result<Done, StoreError>> {
    let nothing = |error: &StoreError| work.iter().map(|_| Err(error.clone())).collect();
    if let Err(error) = health.ready(database).await {
        return nothing(&error);
    }
    let pool = database.writing();
    match transaction(&pool, work).await {
        Ok(done) => {
            health.good(database);
            done.into_iter().map(Ok).collect()
        }
        Err(error) if error.is_of_the_database() => {
            health.bad(database, &error);
            nothing(&error)
        }
        Err(error) if work.len() == 1 => vec![Err(error)],
        // One of them spoils it for all: each gets a transaction of its own.
        Err(_) => {
            let mut results = Vec::with_capacity(work.len());
            for one in work.chunks(1) {
                results.push(
                    transaction(&pool, one)
                        .await
                        .and_then(|mut done| done.pop().ok_or(StoreError::Closed)),
                );
            }
            results
        }
    }
}

/// Writes it all, or nothing.
async fn transaction(pool: &SqlitePool, work: &[Work]) -> Result<Vec<Done>, StoreError> {
    let mut connection = pool.acquire().await?;
    // The lock is taken at once: what is read before it is written stays true.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    match work_through(&mut transaction, work).await {
        Ok(done) => {
            if let Err(error) = transaction.commit().await {
                connection.close_on_drop();
                return Err(error.into());
            }
            Ok(done)
        }
        Err(error) => {
            // A database that is full may have rolled back by itself, and the connection does not
            // know. Another one does not suffer for it.
            if let Err(lost) = transaction.rollback().await {
                tracing::warn!(%error, %lost, "a connection to the database is given up");
                connection.close_on_drop();
            }
            Err(error)
        }
    }
}

/// Writes one thing after another.
async fn work_through(
    transaction: &mut SqliteConnection,
    work: &[Work],
) -> Result<Vec<Done>, StoreError> {
    let mut done = Vec::with_capacity(work.len());
    for one in work {
        done.push(match one {
            Work::Commit(change) => Done::Committed(commit(transaction, change).await?),
            Work::Move(moving) => Done::Committed(move_table(transaction, moving).await?),
            Work::Delivered(id, message, at) => {
                Done::Rows(delivered(transaction, *id, message.as_deref(), *at).await?)
            }
            Work::Cursors(cursors) => {
                let mut rows = 0;
                for cursor in cursors {
                    rows += set_cursor(transaction, cursor).await?;
                }
                Done::Rows(rows)
            }
            Work::Forget(name) => Done::Rows(forget_cursor(transaction, name).await?),
            Work::Prune(before) => Done::Rows(prune(transaction, *before).await?),
            Work::Finish => Done::Rows(0),
        });
    }
    Ok(done)
}

/// A change in the form in which it is stored.
#[derive(Debug)]
struct Prepared {
    change: Change,
    entries: Vec<String>,
    said: Said,
}

/// Replies in the form in which they are stored.
#[derive(Debug)]
pub(super) struct Said {
    author: Option<String>,
    replies: Vec<String>,
}

impl Said {
    pub(super) fn new(author: Option<&Person>, replies: &[Reply]) -> Result<Self, StoreError> {
        Ok(Self {
            author: author.map(json).transpose()?,
            replies: replies.iter().map(json).collect::<Result<_, _>>()?,
        })
    }
}

impl Prepared {
    /// The change, if it is not too large to be stored.
    fn new(change: Change) -> Result<Self, StoreError> {
        let progress = change.progress.iter();
        let prepared = Self {
            entries: progress
                .flat_map(|progress| &progress.entries)
                .map(json)
                .collect::<Result<_, _>>()?,
            said: Said::new(change.author.as_ref(), &change.replies)?,
            change,
        };
        let size = prepared.size();
        if size > LARGEST {
            return Err(StoreError::Unfit(format!(
                "what follows from one event takes {size} bytes, of {LARGEST} at most"
            )));
        }
        Ok(prepared)
    }

    fn size(&self) -> usize {
        let Change {
            table,
            event,
            reply_target,
            language,
            cursor,
            ..
        } = &self.change;
        let of = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        // Event, author and language stand beside each reply.
        let each = event.len() + of(&self.said.author) + of(language);
        let named = table.platform.len() + table.channel.len() + of(&table.thread);
        let marked = cursor
            .as_ref()
            .map_or(0, |cursor| cursor.name.len() + cursor.value.len());
        let answered = reply_target.as_ref().map_or(0, |target| target.len());
        let entries: usize = self.entries.iter().map(String::len).sum();
        let replies: usize = self
            .said
            .replies
            .iter()
            .map(|reply| reply.len() + each)
            .sum();
        event.len() + named + marked + answered + entries + replies
    }
}

/// Writes a change. Whatever stands against it is found before the first word is written, so
/// that the rest of the transaction need not suffer for it.
async fn commit(db: &mut SqliteConnection, prepared: &Prepared) -> Result<Committed, StoreError> {
    let change = &prepared.change;
    let TableKey {
        platform,
        channel,
        thread,
    } = &change.table;
    let thread = thread.as_deref().unwrap_or_default();
    let known = sqlx::query(
        "SELECT id, next, EXISTS (
             SELECT 1 FROM events WHERE table_id = tables.id AND event = ?4
         ) FROM tables WHERE platform = ?1 AND channel = ?2 AND thread = ?3",
    )
    .bind(platform)
    .bind(channel)
    .bind(thread)
    .bind(&change.event)
    .fetch_optional(&mut *db)
    .await?;
    let (known, next, heard) = match &known {
        Some(row) => (
            Some(row.try_get::<i64, _>(0)?),
            row.try_get(1)?,
            row.try_get(2)?,
        ),
        None => (None, 0_i64, false),
    };
    if heard {
        return Ok(Committed::Known);
    }
    if let Some(progress) = &change.progress
        && number(progress.after)? != next
    {
        return Ok(Committed::Overtaken);
    }
    let table = match known {
        Some(id) => id,
        None => set_up(db, &change.table).await?,
    };
    note(db, table, &change.event, change.at).await?;
    if let Some(progress) = &change.progress
        && !progress.entries.is_empty()
    {
        let mut first = None;
        let mut number = next;
        for (entry, stored) in progress.entries.iter().zip(&prepared.entries) {
            if matches!(entry.event, Event::Started { .. }) {
                first = Some(number);
            }
            sqlx::query("INSERT INTO entries (table_id, number, entry) VALUES (?1, ?2, ?3)")
                .bind(table)
                .bind(number)
                .bind(stored)
                .execute(&mut *db)
                .await?;
            number += 1;
        }
        sqlx::query(
            "UPDATE tables SET first = coalesce(?2, first), next = ?3, waits_engine = ?4,
             wake_at = ?5 WHERE id = ?1",
        )
        .bind(table)
        .bind(first)
        .bind(number)
        .bind(progress.waiting.engine)
        .bind(progress.waiting.wake_at.map(rounded_up))
        .execute(&mut *db)
        .await?;
        if let Some(players) = &progress.players {
            set_players(db, table, players).await?;
        }
    }
    let said = say(
        db,
        table,
        &Saying {
            event: &change.event,
            reply_target: change.reply_target.as_deref(),
            language: change.language.as_deref(),
        },
        &change.replies,
        &prepared.said,
    )
    .await?;
    for &reply in &change.supersedes {
        delivered(db, reply, None, change.at).await?;
    }
    if let Some(cursor) = &change.cursor {
        set_cursor(db, cursor).await?;
    }
    Ok(Committed::Done(said))
}

async fn set_players(
    db: &mut SqliteConnection,
    table: i64,
    players: &[String],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM players WHERE table_id = ?1")
        .bind(table)
        .execute(&mut *db)
        .await?;
    for player in players {
        sqlx::query("INSERT OR IGNORE INTO players (table_id, person) VALUES (?1, ?2)")
            .bind(table)
            .bind(player)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// A table at which nothing has happened.
pub(super) async fn set_up(db: &mut SqliteConnection, table: &TableKey) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "INSERT INTO tables (platform, channel, thread, first, next, waits_engine)
         VALUES (?1, ?2, ?3, 0, 0, 0) RETURNING id",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(table.thread.as_deref().unwrap_or_default())
    .fetch_one(db)
    .await?;
    Ok(row.try_get(0)?)
}

/// Notes that an event was heard.
pub(super) async fn note(
    db: &mut SqliteConnection,
    table: i64,
    event: &str,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO events (table_id, event, at) VALUES (?1, ?2, ?3)")
        .bind(table)
        .bind(event)
        .bind(at.as_millisecond())
        .execute(db)
        .await?;
    Ok(())
}

/// What replies answer.
pub(super) struct Saying<'a> {
    pub(super) event: &'a str,
    pub(super) reply_target: Option<&'a str>,
    pub(super) language: Option<&'a str>,
}

/// Puts replies into the outbox.
pub(super) async fn say(
    db: &mut SqliteConnection,
    table: i64,
    saying: &Saying<'_>,
    replies: &[Reply],
    stored: &Said,
) -> Result<Vec<i64>, StoreError> {
    let mut said = Vec::with_capacity(replies.len());
    for (part, (reply, text)) in (0_i64..).zip(replies.iter().zip(&stored.replies)) {
        let id = sqlx::query(
            "INSERT INTO outbox (table_id, event, part, author, language, reply, choices, answers)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING id",
        )
        .bind(table)
        .bind(saying.event)
        .bind(part)
        .bind(stored.author.as_deref())
        .bind(saying.language)
        .bind(text)
        .bind(!reply.choices.is_empty())
        .bind(saying.reply_target)
        .fetch_one(&mut *db)
        .await?
        .try_get(0)?;
        said.push(id);
    }
    Ok(said)
}

async fn delivered(
    db: &mut SqliteConnection,
    id: i64,
    message: Option<&str>,
    at: Timestamp,
) -> Result<u64, StoreError> {
    // What it answered is no longer needed, and may hold a token. One that is given up while it
    // is on its way may arrive all the same: its message stands, whichever is noted first.
    let done = sqlx::query(
        "UPDATE outbox SET delivered_at = ?2, message = ?3, answers = NULL
         WHERE id = ?1 AND message IS NULL",
    )
    .bind(id)
    .bind(at.as_millisecond())
    .bind(message)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

async fn set_cursor(db: &mut SqliteConnection, cursor: &SyncCursor) -> Result<u64, StoreError> {
    let done = sqlx::query(
        "INSERT INTO marks (name, value) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(&cursor.name)
    .bind(&cursor.value)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

async fn forget_cursor(db: &mut SqliteConnection, name: &str) -> Result<u64, StoreError> {
    let done = sqlx::query("DELETE FROM marks WHERE name = ?1")
        .bind(name)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

async fn prune(db: &mut SqliteConnection, before: Timestamp) -> Result<u64, StoreError> {
    let said = sqlx::query(
        "DELETE FROM outbox WHERE delivered_at < ?1 AND NOT (choices = 1 AND id = (
             SELECT max(later.id) FROM outbox AS later
             WHERE later.table_id = outbox.table_id AND later.choices = 1
               AND later.reply ->> '$.only_for' IS NULL
         ))",
    )
    .bind(before.as_millisecond())
    .execute(&mut *db)
    .await?;
    // An event whose answer is kept is kept too.
    let heard = sqlx::query(
        "DELETE FROM events WHERE at < ?1 AND NOT EXISTS (
             SELECT 1 FROM outbox
             WHERE outbox.table_id = events.table_id AND outbox.event = events.event
         )",
    )
    .bind(before.as_millisecond())
    .execute(db)
    .await?;
    Ok(said.rows_affected() + heard.rows_affected())
}

/// A number of entries as the database counts them.
pub(super) fn number(count: u64) -> Result<i64, StoreError> {
    i64::try_from(count).map_err(|_| StoreError::Unfit(format!("entry number {count}")))
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Unfit(error.to_string()))
}

/// A wake-up in milliseconds, never before its time.
fn rounded_up(at: Timestamp) -> i64 {
    at.as_millisecond() + i64::from(at.subsec_nanosecond() % 1_000_000 > 0)
}
