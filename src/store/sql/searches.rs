//! Searches that processes want of those that work for others. Each step is one statement, so that a
//! process that hangs, or whose caller is gone, leaves nothing half done.

use std::time::Duration;

use sqlx::{AnyPool, Row};

use super::postgres::CHANNEL;
use crate::store::{EngineOutput, EngineRequest, StoreError, WantedSearch};

/// How often a search is begun: a worker may end with it.
const MOST_ATTEMPTS: i64 = 2;

/// Asks for a search. Returns its number.
pub(super) async fn request(
    db: &AnyPool,
    process: i64,
    wanted: &WantedSearch,
) -> Result<i64, StoreError> {
    let asked = sqlx::query(
        "WITH asked AS (
             INSERT INTO engine_requests (process, priority, owner, until, request)
             SELECT number, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', $5
             FROM processes WHERE number = $1 RETURNING id)
         SELECT id, CASE WHEN pg_notify($6, '') IS NULL THEN 1 ELSE 0 END FROM asked",
    );
    let left = i64::try_from(wanted.left.as_millis()).unwrap_or(i64::MAX);
    let asked = asked.bind(process).bind(wanted.priority).bind(wanted.owner);
    let asked = asked.bind(left).bind(&wanted.request).bind(CHANNEL);
    let asked = asked.fetch_optional(db).await?.ok_or(StoreError::Fenced)?;
    Ok(asked.try_get(0)?)
}

/// What was found for a process; an empty text where all attempts have failed. Forgets what it wants no
/// longer.
pub(super) async fn outputs(db: &AnyPool, process: i64) -> Result<Vec<EngineOutput>, StoreError> {
    let found = sqlx::query(
        "WITH old AS (DELETE FROM engine_requests
             WHERE process = $1 AND until < clock_timestamp() - interval '10 seconds')
         SELECT id, COALESCE(output, '') FROM engine_requests
         WHERE process = $1 AND (output IS NOT NULL OR worker IS NULL AND attempts >= $2)",
    );
    let found = found.bind(process).bind(MOST_ATTEMPTS);
    let found = found.fetch_all(db).await?;
    found
        .iter()
        .map(|row| {
            let (id, output) = (row.try_get(0)?, row.try_get(1)?);
            Ok(EngineOutput { id, output })
        })
        .collect()
}

pub(super) async fn withdraw(db: &AnyPool, id: i64) -> Result<(), StoreError> {
    let withdraw = sqlx::query("DELETE FROM engine_requests WHERE id = $1");
    withdraw.bind(id).execute(db).await?;
    Ok(())
}

/// Takes the next search for a worker, of a priority up to `most`: among those of one priority, that of
/// an owner for whom the fewest are made now.
pub(super) async fn take(
    db: &AnyPool,
    worker: i64,
    most: i64,
) -> Result<Option<EngineRequest>, StoreError> {
    let taken = sqlx::query(
        "UPDATE engine_requests SET worker = $1, attempts = attempts + 1 WHERE id = (
             SELECT id FROM engine_requests AS free
             WHERE worker IS NULL AND output IS NULL AND attempts < $2 AND priority <= $3
             AND until > clock_timestamp() + interval '100 milliseconds'
             ORDER BY priority, (SELECT count(worker) FROM engine_requests AS served
                 WHERE served.owner = free.owner), id
             LIMIT 1 FOR UPDATE OF free SKIP LOCKED)
         RETURNING id, priority, request,
             CAST(EXTRACT(EPOCH FROM until - clock_timestamp()) * 1000 AS bigint)",
    );
    let taken = taken.bind(worker).bind(MOST_ATTEMPTS).bind(most);
    let Some(taken) = taken.fetch_optional(db).await? else {
        return Ok(None);
    };
    let left: i64 = taken.try_get(3)?;
    Ok(Some(EngineRequest {
        id: taken.try_get(0)?,
        priority: taken.try_get(1)?,
        request: taken.try_get(2)?,
        left: Duration::from_millis(u64::try_from(left).unwrap_or_default()),
    }))
}

/// Stores what a worker has found. If it has failed, another attempt may be made.
pub(super) async fn answer(
    db: &AnyPool,
    worker: i64,
    id: i64,
    output: Option<String>,
) -> Result<(), StoreError> {
    let answer = sqlx::query(
        "WITH answered AS (
             UPDATE engine_requests SET output = $3, worker = NULL WHERE id = $1 AND worker = $2
             RETURNING id)
         SELECT CASE WHEN pg_notify($4, '') IS NULL THEN 1 ELSE 0 END FROM answered",
    );
    let answer = answer.bind(id).bind(worker).bind(output).bind(CHANNEL);
    answer.fetch_optional(db).await?;
    Ok(())
}
