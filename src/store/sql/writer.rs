//! The writer task: turns queued writes into transactions.
//!
//! A commit waits for the disk. What other tables want written meanwhile is queued, and goes into
//! the next transaction together. Where several processes share the database, `exclusion` decides which
//! of their transactions can run at the same time.

mod exclusion;

pub(super) use exclusion::Exclusion;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use fail::fail_point;
use jiff::Timestamp;
use sqlx::AnyConnection;
use sqlx::Connection;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep_until;

use super::commit::{Prepared, commit};
use super::database::Database;
use super::error::{is_conflict, is_of_the_database, writing};
use super::health::Health;
use super::move_table::move_table;
use super::owners::{self, HandedOver, Outdated};
use super::{cursors, heartbeat, holidays, outbox, retention, tournaments};
use crate::metrics::{self, DatabaseOperation};
use crate::session::{TableKey, TournamentGame};
use crate::store::{
    Change, Claim, Committed, OutagesByPlatform, PruneBefore, StoreError, SyncCursor, TableMove,
    TakenTable, UntoldHoliday,
};

/// Most writes in one transaction, so that nobody waits long for others.
const BATCH: usize = 64;

/// Maximum number of attempts at a transaction that the database rolls back because of a conflict with
/// another process.
const ATTEMPTS: usize = 5;

/// Size of a database, in bytes, up to which it is vacuumed at once: others wait that long. A larger one
/// is vacuumed within a day.
const SOON: i64 = 64 << 20;

#[derive(Debug)]
enum Write {
    Commit(Box<Prepared>),
    Move(Box<TableMove>),
    Delivered(i64, Option<String>, Timestamp),
    Park(i64),
    Unpark(i64),
    UnparkAll(TableKey, usize, Timestamp),
    SetCursors(Vec<SyncCursor>),
    ForgetCursor(String),
    Prune(PruneBefore),
    Heartbeat(Vec<String>, Timestamp),
    EndOutages(Vec<String>, Timestamp),
    ForgetOutage(i64),
    ReminderRemoved(i64),
    HolidayTold(String, UntoldHoliday),
    ResultsRecorded(Vec<TournamentGame>),
    Claim(TableKey, bool),
    Release(TableKey),
    TakeOver(String, i64, Option<i64>),
    HandOver(TableKey, HandedOver),
    HandedDone(i64),
    HandedFailed(i64),
    /// Nothing: the answer comes when everything before it is written.
    Flush,
}

#[derive(Debug)]
enum Written {
    Committed(Committed),
    Outages(OutagesByPlatform),
    Rows(u64),
    Replies(Vec<i64>),
    Claimed(Claim),
    TakenOver(Vec<TakenTable>),
    /// Something was deleted of which nothing may be left.
    Deleted,
}

impl Written {
    /// Whether the log may hold what is deleted.
    const fn leaves_traces(&self) -> bool {
        matches!(self, Self::Deleted)
    }
}

/// A write, and the number of the process that wants it: a process may get a new one meanwhile.
type Wanted = (i64, Write);

type ResultSender = oneshot::Sender<Result<Written, StoreError>>;

/// A handle to the writer task.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    queue: mpsc::UnboundedSender<(Wanted, ResultSender)>,
    /// How many persons have had their data deleted.
    forgotten: Arc<AtomicU64>,
    database: Arc<Database>,
}

impl Writer {
    /// Starts a task that ends when its last handle is dropped.
    pub(super) fn start(database: Arc<Database>) -> Self {
        let (queue, writes) = mpsc::unbounded_channel();
        let forgotten = Arc::new(AtomicU64::new(0));
        tokio::spawn(run(Arc::clone(&database), writes, Arc::clone(&forgotten)));
        Self {
            queue,
            forgotten,
            database,
        }
    }

    /// Notes how many persons have had their data deleted, as the database counts it.
    pub(super) fn note_forgotten(&self, count: u64) {
        self.forgotten.fetch_max(count, Ordering::AcqRel);
    }

    /// How many persons have had their data deleted since the start.
    pub(super) fn forgotten(&self) -> u64 {
        self.forgotten.load(Ordering::Acquire)
    }

    async fn write(&self, write: Write) -> Result<Written, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.queue
            .send(((self.database.process(), write), answer))
            .map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    pub(super) async fn commit(&self, change: Change) -> Result<Committed, StoreError> {
        let prepared = Prepared::new(change)?;
        match self.write(Write::Commit(Box::new(prepared))).await? {
            Written::Committed(committed) => Ok(committed),
            _ => Err(StoreError::Closed),
        }
    }

    pub(super) async fn move_table(&self, moving: TableMove) -> Result<Committed, StoreError> {
        match self.write(Write::Move(Box::new(moving))).await? {
            Written::Committed(committed) => Ok(committed),
            _ => Err(StoreError::Closed),
        }
    }

    pub(super) async fn delivered(
        &self,
        reply: i64,
        message: Option<String>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let write = Write::Delivered(reply, message, at);
        self.write(write).await.map(drop)
    }

    pub(super) async fn park(&self, reply: i64) -> Result<(), StoreError> {
        self.write(Write::Park(reply)).await.map(drop)
    }

    pub(super) async fn unpark(&self, reply: i64) -> Result<bool, StoreError> {
        let written = self.write(Write::Unpark(reply)).await?;
        Ok(matches!(written, Written::Rows(rows) if rows > 0))
    }

    pub(super) async fn unpark_all(
        &self,
        table: TableKey,
        most: usize,
        at: Timestamp,
    ) -> Result<Vec<i64>, StoreError> {
        match self.write(Write::UnparkAll(table, most, at)).await? {
            Written::Replies(replies) => Ok(replies),
            _ => Err(StoreError::Closed),
        }
    }

    pub(super) async fn set_cursors(&self, cursors: Vec<SyncCursor>) -> Result<(), StoreError> {
        self.write(Write::SetCursors(cursors)).await.map(drop)
    }

    pub(super) async fn forget_cursor(&self, name: String) -> Result<(), StoreError> {
        self.write(Write::ForgetCursor(name)).await.map(drop)
    }

    pub(super) async fn prune(&self, before: PruneBefore) -> Result<u64, StoreError> {
        match self.write(Write::Prune(before)).await? {
            Written::Rows(rows) => Ok(rows),
            _ => Ok(0),
        }
    }

    pub(super) async fn heartbeat(
        &self,
        platforms: Vec<String>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let write = Write::Heartbeat(platforms, at);
        self.write(write).await.map(drop)
    }

    pub(super) async fn end_outages(
        &self,
        platforms: Vec<String>,
        at: Timestamp,
    ) -> Result<OutagesByPlatform, StoreError> {
        match self.write(Write::EndOutages(platforms, at)).await? {
            Written::Outages(outages) => Ok(outages),
            _ => Err(StoreError::Closed),
        }
    }

    pub(super) async fn forget_outage(&self, outage: i64) -> Result<(), StoreError> {
        self.write(Write::ForgetOutage(outage)).await.map(drop)
    }

    pub(super) async fn reminder_removed(&self, reply: i64) -> Result<(), StoreError> {
        self.write(Write::ReminderRemoved(reply)).await.map(drop)
    }

    pub(super) async fn holiday_told(
        &self,
        platform: String,
        told: UntoldHoliday,
    ) -> Result<(), StoreError> {
        self.write(Write::HolidayTold(platform, told))
            .await
            .map(drop)
    }

    pub(super) async fn results_recorded(
        &self,
        games: Vec<TournamentGame>,
    ) -> Result<(), StoreError> {
        self.write(Write::ResultsRecorded(games)).await.map(drop)
    }

    pub(super) async fn claim(&self, table: &TableKey, known: bool) -> Result<Claim, StoreError> {
        match self.write(Write::Claim(table.clone(), known)).await? {
            Written::Claimed(claim) => Ok(claim),
            _ => Err(StoreError::Closed),
        }
    }

    pub(super) async fn release(&self, table: &TableKey) -> Result<(), StoreError> {
        self.write(Write::Release(table.clone())).await.map(drop)
    }

    pub(super) async fn take_over(
        &self,
        platform: &str,
        most: i64,
        own_after: Option<i64>,
    ) -> Result<Vec<TakenTable>, StoreError> {
        let write = Write::TakeOver(platform.to_owned(), most, own_after);
        match self.write(write).await? {
            Written::TakenOver(taken) => Ok(taken),
            _ => Err(StoreError::Closed),
        }
    }

    pub(super) async fn hand_over(
        &self,
        table: &TableKey,
        job: String,
        author: Option<String>,
        cursor: Option<SyncCursor>,
    ) -> Result<bool, StoreError> {
        let handed = HandedOver {
            job,
            author,
            cursor,
        };
        let write = Write::HandOver(table.clone(), handed);
        let written = self.write(write).await?;
        Ok(matches!(written, Written::Rows(rows) if rows > 0))
    }

    pub(super) async fn handed_done(&self, id: i64) -> Result<(), StoreError> {
        self.write(Write::HandedDone(id)).await.map(drop)
    }

    pub(super) async fn handed_failed(&self, id: i64) -> Result<bool, StoreError> {
        let written = self.write(Write::HandedFailed(id)).await?;
        Ok(matches!(written, Written::Rows(rows) if rows > 0))
    }

    /// Waits until everything queued so far is written.
    pub(super) async fn finish(&self) {
        // It fails only if the writer has ended, and then nothing is queued.
        let _ = self.write(Write::Flush).await;
    }
}

async fn run(
    database: Arc<Database>,
    mut queue: mpsc::UnboundedReceiver<(Wanted, ResultSender)>,
    forgotten: Arc<AtomicU64>,
) {
    let mut health = Health::new();
    // Whether the write-ahead log may hold what was deleted.
    let mut has_traces = false;
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        let taken = tokio::select! {
            taken = queue.recv_many(&mut batch, BATCH) => taken,
            () = sleep_until(health.next_check()) => {
                health.check(&database).await;
                continue;
            }
        };
        if taken == 0 {
            return;
        }
        let (writes, answers): (Vec<_>, Vec<_>) = batch.drain(..).unzip();
        let known = forgotten.load(Ordering::Acquire);
        let results = write_batch(&database, &mut health, &writes, &forgotten).await;
        let is_deleted = results.iter().flatten().any(Written::leaves_traces);
        has_traces |= forgotten.load(Ordering::Acquire) > known || is_deleted;
        if has_traces {
            has_traces = !database.clear_log().await;
        }
        if is_deleted {
            // The answer to whoever was forgotten is delivered.
            database.vacuum_if_wanted(SOON).await;
        }
        if writes
            .iter()
            .any(|(_, write)| matches!(write, Write::Prune(_)))
        {
            database.vacuum_if_wanted(i64::MAX).await;
        }
        for (answer, result) in answers.into_iter().zip(results) {
            // The caller may have gone; it is written all the same.
            let _ = answer.send(result);
        }
    }
}

/// Writes a batch. Returns one result for each write.
async fn write_batch(
    database: &Database,
    health: &mut Health,
    writes: &[Wanted],
    forgotten: &AtomicU64,
) -> Vec<Result<Written, StoreError>> {
    let all_failed = |error: &StoreError| writes.iter().map(|_| Err(error.clone())).collect();
    if let Err(error) = health.ensure_ready(database).await {
        return all_failed(&error);
    }
    let begun = Instant::now();
    let done = transaction(database, writes, forgotten).await;
    metrics::database(DatabaseOperation::Write, begun.elapsed());
    match done {
        Ok(written) => {
            health.succeeded(database);
            written.into_iter().map(Ok).collect()
        }
        Err(error) if is_of_the_database(&error) => {
            health.failed(database, &error);
            all_failed(&error)
        }
        Err(error) if writes.len() == 1 => vec![Err(error)],
        // One write fails them all: each gets a transaction of its own.
        Err(_) => {
            let mut results = Vec::with_capacity(writes.len());
            for one in writes.chunks(1) {
                results.push(
                    transaction(database, one, forgotten)
                        .await
                        .and_then(|mut written| written.pop().ok_or(StoreError::Closed)),
                );
            }
            results
        }
    }
}

async fn transaction(
    database: &Database,
    writes: &[Wanted],
    forgotten: &AtomicU64,
) -> Result<Vec<Written>, StoreError> {
    let mut attempts = 1;
    loop {
        match try_transaction(database, writes, forgotten).await {
            Err(error) if is_conflict(&error) && attempts < ATTEMPTS => {
                tracing::debug!(%error, "retrying a transaction after a conflict with another process");
                attempts += 1;
            }
            done => return done,
        }
    }
}

async fn try_transaction(
    database: &Database,
    writes: &[Wanted],
    forgotten: &AtomicU64,
) -> Result<Vec<Written>, StoreError> {
    let mut connection = database.writing().acquire().await?;
    database.set_up(&mut connection).await?;
    let mut transaction = connection.begin_with(database.begin()).await?;
    let mut count = forgotten.load(Ordering::Acquire);
    let entered = match database.membership() {
        Some(membership) => {
            let exclusion = Exclusion::of(writes);
            let entered = membership.enter(&mut transaction, &exclusion);
            entered.await.map(Some)
        }
        None => Ok(None),
    };
    let entered = entered.map(|known| count = known.unwrap_or(count));
    let done = match entered {
        Ok(()) => write_all(database, &mut transaction, writes, &mut count).await,
        Err(error) => Err(error),
    };
    match done {
        Ok(written) => {
            fail_point!("commit");
            if let Err(error) = transaction.commit().await {
                connection.close_on_drop();
                return Err(error.into());
            }
            fail_point!("committed");
            forgotten.fetch_max(count, Ordering::AcqRel);
            Ok(written)
        }
        Err(error) => {
            // A full database may have rolled back by itself without the connection knowing; a new
            // connection is not affected.
            if let Err(lost) = transaction.rollback().await {
                tracing::warn!(%error, %lost, "closing a database connection after a failed rollback");
                connection.close_on_drop();
            }
            Err(writing(error))
        }
    }
}

async fn write_all(
    database: &Database,
    db: &mut AnyConnection,
    writes: &[Wanted],
    forgotten: &mut u64,
) -> Result<Vec<Written>, StoreError> {
    fail_point!("write", |_| {
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        Err(StoreError::Failed(Arc::new(full)))
    });
    let process = database.process();
    let shared = database.membership().map(|_| process);
    let mut written = Vec::with_capacity(writes.len());
    for (wanted_by, write) in writes {
        if *wanted_by != process {
            // This process was declared dead meanwhile, and goes on under a new number.
            return Err(StoreError::Fenced);
        }
        written.push(match write {
            // It may name somebody who has had their data deleted since.
            Write::Commit(change) if change.seen() != *forgotten => {
                Written::Committed(Committed::Stale)
            }
            Write::Move(moving) if moving.seen != *forgotten => {
                Written::Committed(Committed::Stale)
            }
            Write::Commit(change) => {
                if let Some(process) = shared {
                    owners::check(db, process, change.table()).await?;
                }
                let committed = commit(db, change).await?;
                if let Committed::Done(replies) = &committed {
                    if let Some(person) = change.forgets() {
                        database.note_deletion(db, change.table(), person).await?;
                        *forgotten += 1;
                    }
                    if let Some(process) = shared {
                        share(db, process, change, replies).await?;
                    }
                }
                Written::Committed(committed)
            }
            Write::Move(moving) => {
                if let Some(process) = shared {
                    owners::check(db, process, &moving.from).await?;
                    owners::check(db, process, &moving.to).await?;
                    owners::count(db, Outdated::Settings).await?;
                }
                Written::Committed(move_table(db, moving).await?)
            }
            Write::Claim(table, known) => {
                Written::Claimed(owners::claim(db, process, table, *known).await?)
            }
            Write::Release(table) => Written::Rows(owners::release(db, process, table).await?),
            Write::TakeOver(platform, most, own_after) => Written::TakenOver(
                owners::take_over(db, process, platform, *most, *own_after).await?,
            ),
            Write::HandOver(table, job) => {
                let handed = owners::hand_over(db, process, table, job).await?;
                Written::Rows(u64::from(handed))
            }
            Write::HandedFailed(id) => Written::Rows(owners::handed_failed(db, *id).await?),
            Write::HandedDone(id) => Written::Rows(owners::handed_done(db, *id).await?),
            Write::Delivered(reply, message, at) => {
                match outbox::delete_fleeting(db, *reply).await? {
                    true => Written::Deleted,
                    false => {
                        Written::Rows(outbox::delivered(db, *reply, message.as_deref(), *at).await?)
                    }
                }
            }
            Write::Park(reply) => Written::Rows(outbox::park(db, *reply).await?),
            Write::Unpark(reply) => Written::Rows(outbox::unpark(db, *reply).await?),
            Write::UnparkAll(table, most, at) => {
                Written::Replies(outbox::unpark_all(db, table, *most, *at).await?)
            }
            Write::SetCursors(all) => {
                let mut rows = 0;
                for cursor in all {
                    rows += cursors::set(db, cursor).await?;
                }
                Written::Rows(rows)
            }
            Write::ForgetCursor(name) => Written::Rows(cursors::forget(db, name).await?),
            Write::Prune(before) => {
                if database.can_be_shared() {
                    owners::prune(db).await?;
                }
                Written::Rows(retention::prune(db, before).await?)
            }
            Write::Heartbeat(platforms, at) => {
                let mut rows = 0;
                for platform in platforms {
                    rows += heartbeat::beat(db, platform, *at).await?;
                }
                Written::Rows(rows)
            }
            Write::EndOutages(platforms, at) => {
                Written::Outages(heartbeat::end_outages(db, shared, platforms, *at).await?)
            }
            Write::ForgetOutage(outage) => Written::Rows(heartbeat::forget(db, *outage).await?),
            Write::ReminderRemoved(reply) => {
                Written::Rows(outbox::reminder_removed(db, *reply).await?)
            }
            Write::HolidayTold(platform, one) => {
                Written::Rows(holidays::told(db, platform, one).await?)
            }
            Write::ResultsRecorded(games) => Written::Rows(tournaments::recorded(db, games).await?),
            Write::Flush => Written::Rows(0),
        });
    }
    Ok(written)
}

/// Tells the other processes what a change means to them: replies at their tables, and what they keep
/// in memory.
async fn share(
    db: &mut AnyConnection,
    process: i64,
    change: &Prepared,
    replies: &[i64],
) -> Result<(), StoreError> {
    if change.speaks_elsewhere() {
        owners::hand_over_replies(db, process, replies).await?;
    }
    if change.sets_a_place() {
        owners::count(db, Outdated::Settings).await?;
    }
    if change.forgets().is_some() {
        owners::count(db, Outdated::Names).await?;
        owners::count(db, Outdated::Settings).await?;
    }
    Ok(())
}
