//! Which process a table belongs to, and jobs that are handed over, where several processes share the
//! database. All of it runs in the writer's transactions, one process at a time for each table.

use sqlx::{AnyConnection, AnyPool, Row};

use super::postgres::tell;
use super::tables::{flag, key, thread};
use super::{cursors, outbox};
use crate::session::{Person, TableKey, Waiting};
use crate::store::{
    Claim, Handed, HandedJob, SharedState, StoreError, SyncCursor, TakenTable, WORKER, WaitingTable,
};

/// Size limit of a job, in bytes.
const MOST_BYTES: usize = 8 << 20;

/// Most jobs that wait at a table.
const MOST_HANDED: i64 = 256;

/// How often a job is tried: those after it wait.
const MOST_ATTEMPTS: i64 = 5;

/// A job that is handed over.
#[derive(Debug)]
pub(super) struct HandedOver {
    pub(super) job: String,
    /// The id of the person whose it is.
    pub(super) author: Option<String>,
    pub(super) cursor: Option<SyncCursor>,
}

/// The process to which a table belongs, if that is alive.
async fn owner(db: &mut AnyConnection, table: &TableKey) -> Result<Option<i64>, StoreError> {
    let owner = sqlx::query_scalar(
        "SELECT process FROM owners JOIN processes ON number = process
         WHERE platform = $1 AND channel = $2 AND thread = $3",
    );
    let owner = owner.bind(&table.platform).bind(&table.channel);
    Ok(owner.bind(thread(table)).fetch_optional(db).await?)
}

/// Fails unless a table belongs to this process.
pub(super) async fn check(
    db: &mut AnyConnection,
    process: i64,
    table: &TableKey,
) -> Result<(), StoreError> {
    match owner(db, table).await? == Some(process) {
        true => Ok(()),
        false => Err(StoreError::NotOwner(table.clone())),
    }
}

/// Claims a table. Unless this process knows that the table is its own, it is told what is left to do:
/// the answer to a claim may have been lost.
pub(super) async fn claim(
    db: &mut AnyConnection,
    process: i64,
    table: &TableKey,
    known: bool,
) -> Result<Claim, StoreError> {
    let owner = owner(db, table).await?;
    if owner.is_some_and(|owner| owner != process) {
        return Ok(Claim::Other);
    }
    if owner.is_none() {
        take(db, process, table).await?;
    }
    let (undelivered, waits) = match owner.is_some() && known {
        true => (Vec::new(), false),
        false => (undelivered(db, table).await?, waits(db, table).await?),
    };
    let handed = handed(db, table).await?;
    Ok(Claim::Own {
        undelivered,
        handed,
        waits,
    })
}

/// Whether a table waits for the engine or for a moment.
async fn waits(db: &mut AnyConnection, table: &TableKey) -> Result<bool, StoreError> {
    let waits = sqlx::query(
        "SELECT 1 FROM tables WHERE platform = $1 AND channel = $2 AND thread = $3
         AND (waits_engine = 1 OR wake_at IS NOT NULL)",
    );
    let waits = waits.bind(&table.platform).bind(&table.channel);
    let found = waits.bind(thread(table)).fetch_optional(db).await?;
    Ok(found.is_some())
}

/// Has a free table belong to a process.
async fn take(db: &mut AnyConnection, process: i64, table: &TableKey) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO owners (platform, channel, thread, process) VALUES ($1, $2, $3, $4)
         ON CONFLICT (platform, channel, thread) DO UPDATE SET process = excluded.process",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .bind(process)
    .execute(db)
    .await?;
    Ok(())
}

async fn undelivered(db: &mut AnyConnection, table: &TableKey) -> Result<Vec<i64>, StoreError> {
    let replies = sqlx::query_scalar(
        "SELECT outbox.id FROM outbox JOIN tables ON tables.id = table_id
         WHERE platform = $1 AND channel = $2 AND thread = $3
         AND delivered_at IS NULL AND parked = 0 ORDER BY outbox.id",
    );
    let replies = replies.bind(&table.platform).bind(&table.channel);
    Ok(replies.bind(thread(table)).fetch_all(db).await?)
}

async fn handed(db: &mut AnyConnection, table: &TableKey) -> Result<Vec<Handed>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, job, reply FROM handovers
         WHERE platform = $1 AND channel = $2 AND thread = $3 ORDER BY id",
    );
    let rows = rows.bind(&table.platform).bind(&table.channel);
    let rows = rows.bind(thread(table)).fetch_all(db).await?;
    rows.iter()
        .map(|row| {
            let (job, reply): (Option<String>, Option<i64>) = (row.try_get(1)?, row.try_get(2)?);
            let job = match (job, reply) {
                (_, Some(reply)) => HandedJob::Deliver(reply),
                (job, None) => HandedJob::Job(job.unwrap_or_default()),
            };
            let id = row.try_get(0)?;
            Ok(Handed { id, job })
        })
        .collect()
}

/// Gives a table away, unless something is still to be done there.
pub(super) async fn release(
    db: &mut AnyConnection,
    process: i64,
    table: &TableKey,
) -> Result<u64, StoreError> {
    let done = sqlx::query(
        "DELETE FROM owners WHERE platform = $1 AND channel = $2 AND thread = $3 AND process = $4
         AND NOT EXISTS (SELECT 1 FROM handovers
             WHERE platform = $1 AND channel = $2 AND thread = $3)
         AND NOT EXISTS (SELECT 1 FROM tables
             WHERE platform = $1 AND channel = $2 AND thread = $3
             AND (waits_engine = 1 OR wake_at IS NOT NULL))
         AND NOT EXISTS (SELECT 1 FROM tables JOIN outbox ON table_id = tables.id
             WHERE platform = $1 AND channel = $2 AND thread = $3
             AND delivered_at IS NULL AND parked = 0)",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .bind(process)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Takes free tables of a platform at which something is to be done. If a number is given, those of
/// this process are among them, and all come after it.
pub(super) async fn take_over(
    db: &mut AnyConnection,
    process: i64,
    platform: &str,
    most: i64,
    own_after: Option<i64>,
) -> Result<Vec<TakenTable>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread, waits_engine, wake_at, id FROM tables
         WHERE id IN (
             SELECT id FROM tables
             WHERE platform = $1 AND (waits_engine = 1 OR wake_at IS NOT NULL)
             UNION SELECT table_id FROM outbox WHERE delivered_at IS NULL AND parked = 0)
         AND platform = $1 AND id > $3 AND NOT EXISTS (
             SELECT 1 FROM owners JOIN processes ON number = process
             WHERE owners.platform = tables.platform AND owners.channel = tables.channel
             AND owners.thread = tables.thread AND process <> $4)
         ORDER BY id LIMIT $2",
    );
    let rows = rows.bind(platform).bind(most).bind(own_after.unwrap_or(0));
    // No process has the number 0.
    let rows = rows.bind(own_after.map_or(0, |_| process));
    let rows = rows.fetch_all(&mut *db).await?;
    let mut taken = Vec::with_capacity(rows.len());
    for row in &rows {
        let table = key(row, 0)?;
        take(db, process, &table).await?;
        let wake_at: Option<i64> = row.try_get(4)?;
        taken.push(TakenTable {
            number: row.try_get(5)?,
            undelivered: undelivered(db, &table).await?,
            waiting: WaitingTable {
                table,
                waiting: Waiting {
                    engine: flag(row, 3)?,
                    wake_at: wake_at.and_then(|at| jiff::Timestamp::from_millisecond(at).ok()),
                },
            },
        });
    }
    Ok(taken)
}

/// Hands a job over to the process that a table belongs to. False if that is no other one.
pub(super) async fn hand_over(
    db: &mut AnyConnection,
    process: i64,
    table: &TableKey,
    handed: &HandedOver,
) -> Result<bool, StoreError> {
    let size = handed.job.len();
    if size > MOST_BYTES {
        return Err(StoreError::Unfit(format!("a job of {size} bytes")));
    }
    if owner(db, table).await?.is_none_or(|owner| owner == process) {
        return Ok(false);
    }
    let waiting = sqlx::query_scalar(
        "SELECT count(*) FROM handovers WHERE platform = $1 AND channel = $2 AND thread = $3",
    );
    let waiting = waiting.bind(&table.platform).bind(&table.channel);
    let waiting: i64 = waiting.bind(thread(table)).fetch_one(&mut *db).await?;
    if waiting >= MOST_HANDED {
        return Err(StoreError::Busy(table.clone()));
    }
    insert(db, table, Some(handed), None).await?;
    if let Some(cursor) = &handed.cursor {
        cursors::set(db, cursor).await?;
    }
    Ok(true)
}

async fn insert(
    db: &mut AnyConnection,
    table: &TableKey,
    job: Option<&HandedOver>,
    reply: Option<i64>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO handovers (platform, channel, thread, job, author, reply, created)
         VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .bind(job.map(|job| job.job.as_str()))
    .bind(job.and_then(|job| job.author.as_deref()))
    .bind(reply)
    .execute(&mut *db)
    .await?;
    tell(db).await
}

/// Hands over the delivery of those of these replies that are for tables of other processes.
pub(super) async fn hand_over_replies(
    db: &mut AnyConnection,
    process: i64,
    replies: &[i64],
) -> Result<(), StoreError> {
    for &reply in replies {
        let Some(table) = outbox::table_of(db, reply).await? else {
            continue;
        };
        if owner(db, &table)
            .await?
            .is_some_and(|owner| owner != process)
        {
            insert(db, &table, None, Some(reply)).await?;
        }
    }
    Ok(())
}

/// A job that was handed over is done.
pub(super) async fn handed_done(db: &mut AnyConnection, id: i64) -> Result<u64, StoreError> {
    let done = sqlx::query("DELETE FROM handovers WHERE id = $1");
    Ok(done.bind(id).execute(db).await?.rows_affected())
}

/// A job that was handed over has failed. It is deleted once it has too often; returns 1 then.
pub(super) async fn handed_failed(db: &mut AnyConnection, id: i64) -> Result<u64, StoreError> {
    let failed = sqlx::query("UPDATE handovers SET attempts = attempts + 1 WHERE id = $1");
    failed.bind(id).execute(&mut *db).await?;
    let given_up = sqlx::query("DELETE FROM handovers WHERE id = $1 AND attempts >= $2");
    let given_up = given_up.bind(id).bind(MOST_ATTEMPTS);
    Ok(given_up.execute(db).await?.rows_affected())
}

/// Deletes what a person has said or pressed and nobody has handled yet.
pub(super) async fn forget(
    db: &mut AnyConnection,
    platform: &str,
    person: &Person,
) -> Result<(), StoreError> {
    let forget = sqlx::query("DELETE FROM handovers WHERE platform = $1 AND author = $2");
    forget.bind(platform).bind(&person.id).execute(db).await?;
    Ok(())
}

/// Forgets which tables belonged to processes that have ended, and what was handed over and nobody has
/// done for a day.
pub(super) async fn prune(db: &mut AnyConnection) -> Result<(), StoreError> {
    for statement in [
        "DELETE FROM owners WHERE NOT EXISTS (SELECT 1 FROM processes WHERE number = process)",
        "DELETE FROM handovers WHERE created < clock_timestamp() - interval '1 day'",
    ] {
        sqlx::query(statement).execute(&mut *db).await?;
    }
    Ok(())
}

/// Whether another process that is alive runs the tables of a platform.
pub(super) async fn is_run_elsewhere(
    db: &mut AnyConnection,
    process: i64,
    platform: &str,
) -> Result<bool, StoreError> {
    let others = sqlx::query_scalar(
        "SELECT count(*) FROM process_platforms JOIN processes ON number = process
         WHERE platform = $1 AND attached = 1 AND process <> $2 AND expires > clock_timestamp()",
    );
    let others: i64 = others.bind(platform).bind(process).fetch_one(db).await?;
    Ok(others > 0)
}

/// What processes keep in memory that a change makes out of date.
#[derive(Debug, Clone, Copy)]
pub(super) enum Outdated {
    /// The settings of channels and servers.
    Settings,
    /// All that may name a person who has had their data deleted.
    Names,
}

/// Counts such a change, and tells the other processes.
pub(super) async fn count(db: &mut AnyConnection, what: Outdated) -> Result<(), StoreError> {
    let count = match what {
        Outdated::Settings => "UPDATE shared_state SET settings = settings + 1",
        Outdated::Names => "UPDATE shared_state SET forgotten = forgotten + 1",
    };
    sqlx::query(count).execute(&mut *db).await?;
    tell(db).await
}

/// The tables with jobs that were handed over, and that are a process's or free.
pub(super) async fn handed_tables(db: &AnyPool, process: i64) -> Result<Vec<TableKey>, StoreError> {
    let rows = sqlx::query(
        "SELECT DISTINCT platform, channel, thread FROM handovers WHERE NOT EXISTS (
             SELECT 1 FROM owners JOIN processes ON number = process
             WHERE owners.platform = handovers.platform AND owners.channel = handovers.channel
             AND owners.thread = handovers.thread AND process <> $1)",
    );
    let rows = rows.bind(process).fetch_all(db).await?;
    rows.iter().map(|row| key(row, 0)).collect()
}

/// Whether there are jobs at a table that were handed over.
pub(super) async fn has_handed(db: &AnyPool, table: &TableKey) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar(
        "SELECT count(*) FROM handovers WHERE platform = $1 AND channel = $2 AND thread = $3",
    );
    let found = found.bind(&table.platform).bind(&table.channel);
    let found: i64 = found.bind(thread(table)).fetch_one(db).await?;
    Ok(found > 0)
}

/// Whether a reply is still to be delivered, and by this process.
pub(super) async fn may_deliver(
    db: &AnyPool,
    process: i64,
    reply: i64,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar(
        "SELECT count(*) FROM outbox JOIN tables ON tables.id = table_id
         JOIN owners ON owners.platform = tables.platform AND owners.channel = tables.channel
             AND owners.thread = tables.thread
         JOIN processes ON number = process
         WHERE outbox.id = $1 AND delivered_at IS NULL AND process = $2",
    );
    let found: i64 = found.bind(reply).bind(process).fetch_one(db).await?;
    Ok(found > 0)
}

/// The counts of what has changed, and how many persons have had their data deleted.
pub(super) async fn state(db: &AnyPool) -> Result<(SharedState, u64), StoreError> {
    let row = sqlx::query(
        "SELECT settings, departures, forgotten,
             (SELECT count(*) FROM process_platforms JOIN processes ON number = process
              WHERE platform = $1 AND attached = 1 AND expires > clock_timestamp())
         FROM shared_state",
    );
    let row = row.bind(WORKER).fetch_one(db).await?;
    let state = SharedState {
        settings: row.try_get(0)?,
        departures: row.try_get(1)?,
        workers: row.try_get(3)?,
    };
    Ok((state, row.try_get::<i64, _>(2)?.unsigned_abs()))
}
