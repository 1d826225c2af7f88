//! Which process each shard of a platform belongs to. When a process's row is deleted, its shards are
//! free. The shard that has gone longest without being taken goes first, so that none is left out
//! however often processes come and go. A process takes shards of a range: of those that may have a
//! shard, one with the fewest.

use std::ops::RangeInclusive;
use std::time::Duration;

use sqlx::{AnyPool, AssertSqlSafe, Row};

use super::membership::Membership;
use crate::store::{Shards, StoreError};

impl Membership {
    pub(in crate::store::sql) async fn shards(
        &self,
        db: &AnyPool,
        platform: &str,
    ) -> Result<Shards, StoreError> {
        let counts = sqlx::query(
            "SELECT COALESCE((SELECT total FROM shard_counts WHERE platform = $1), 0),
                 (SELECT count(process) FROM shards WHERE platform = $1),
                 (SELECT count(*) FROM shard_counts
                  WHERE platform = $1 AND next_start <= clock_timestamp())",
        );
        let counts = counts.bind(platform).fetch_one(db).await?;
        let own =
            sqlx::query_scalar("SELECT shard FROM shards WHERE platform = $1 AND process = $2");
        let own = own.bind(platform).bind(self.number());
        let own: Vec<i64> = own.fetch_all(db).await?;
        let own = own.into_iter().map(small).collect::<Result<_, _>>()?;
        let can_connect = sqlx::query_scalar(
            "SELECT count(first_shard) FROM process_platforms WHERE platform = $1 AND process = $2",
        );
        let can_connect = can_connect.bind(platform).bind(self.number());
        let can_connect: i64 = can_connect.fetch_one(db).await?;
        let (total, taken) = (small(counts.try_get(0)?)?, small(counts.try_get(1)?)?);
        let waiting = match taken < total {
            true => waiting(db, platform, total).await?,
            false => 0,
        };
        let may_begin = counts.try_get::<i64, _>(2)? > 0;
        let gives = match may_begin && waiting == 0 {
            true => gives(db, platform).await?,
            false => None,
        };
        let gives = gives.filter(|(process, _)| *process == self.number());
        Ok(Shards {
            total,
            taken,
            own,
            can_connect: can_connect > 0,
            waiting,
            gives: gives.map(|(_, shard)| small(shard)).transpose()?,
        })
    }

    pub(in crate::store::sql) async fn set_can_connect(
        &self,
        platform: &str,
        within: Option<RangeInclusive<u32>>,
    ) -> Result<(), StoreError> {
        let set = sqlx::query(
            "UPDATE process_platforms SET first_shard = $3, last_shard = $4
             WHERE platform = $1 AND process = $2",
        );
        let set = set.bind(platform).bind(self.number());
        let set = set.bind(within.as_ref().map(|within| i64::from(*within.start())));
        let set = set.bind(within.as_ref().map(|within| i64::from(*within.end())));
        match set.execute(self.leasing()).await?.rows_affected() {
            0 => Err(self.is_fenced()),
            _ => Ok(()),
        }
    }

    pub(in crate::store::sql) async fn begin_session(
        &self,
        platform: &str,
        interval: Duration,
    ) -> Result<bool, StoreError> {
        let begin = sqlx::query(
            "UPDATE shard_counts SET next_start = clock_timestamp() + $2 * interval '1 millisecond'
             WHERE platform = $1 AND next_start <= clock_timestamp()",
        );
        let begin = begin.bind(platform).bind(milliseconds(interval));
        Ok(begin.execute(self.leasing()).await?.rows_affected() > 0)
    }

    pub(in crate::store::sql) async fn take_shard(
        &self,
        platform: &str,
        within: RangeInclusive<u32>,
        total: u32,
        interval: Duration,
    ) -> Result<bool, StoreError> {
        let first = sqlx::query(
            "INSERT INTO shard_counts (platform, total, next_start)
             VALUES ($1, $2, clock_timestamp()) ON CONFLICT (platform) DO NOTHING",
        );
        let first = first.bind(platform).bind(i64::from(total));
        first.execute(self.leasing()).await?;
        // A single statement, so that a process that hangs cannot hold a lock between two. A process that
        // waits for it then finds that it is too soon, or that the shard is taken.
        let take = format!(
            "WITH members AS ({MEMBERS}), held AS (
                 SELECT count(process) AS number FROM shards WHERE platform = $1
             ), next AS (
                 SELECT one, CASE WHEN number = 0 THEN $2 ELSE total END AS among FROM held
                 JOIN shard_counts ON platform = $1
                 CROSS JOIN generate_series(
                     CAST(0 AS bigint), CASE WHEN number = 0 THEN $2 ELSE total END - 1) AS one
                 LEFT JOIN shards ON shards.platform = $1 AND shard = one
                 WHERE process IS NULL AND one BETWEEN $5 AND $6 AND NOT EXISTS (
                     SELECT 1 FROM members WHERE one BETWEEN first_shard AND last_shard
                     AND share < (SELECT count(*) FROM shards WHERE platform = $1 AND process = $4))
                 ORDER BY taken NULLS FIRST, one LIMIT 1
             ), due AS (
                 UPDATE shard_counts SET total = among,
                     next_start = clock_timestamp() + $3 * interval '1 millisecond'
                 FROM next WHERE platform = $1 AND next_start <= clock_timestamp()
                 RETURNING one
             )
             INSERT INTO shards (platform, shard, process, taken)
             SELECT $1, one, number, clock_timestamp() FROM due JOIN processes ON number = $4
             ON CONFLICT (platform, shard)
             DO UPDATE SET process = excluded.process, taken = excluded.taken
             WHERE shards.process IS NULL",
        );
        let take = sqlx::query(AssertSqlSafe(take)).bind(platform);
        let take = take.bind(i64::from(total)).bind(milliseconds(interval));
        let take = take.bind(self.number()).bind(i64::from(*within.start()));
        let take = take.bind(i64::from(*within.end()));
        let taken = take.execute(self.leasing()).await?;
        Ok(taken.rows_affected() > 0)
    }

    pub(in crate::store::sql) async fn release_shard(
        &self,
        platform: &str,
        shard: u32,
    ) -> Result<(), StoreError> {
        let release = sqlx::query(
            "UPDATE shards SET process = NULL WHERE platform = $1 AND shard = $2 AND process = $3",
        );
        let release = release.bind(platform).bind(i64::from(shard));
        let release = release.bind(self.number());
        release.execute(self.leasing()).await?;
        Ok(())
    }
}

/// The processes that can connect to the platform `$1`, the shards that each may take, and how many it
/// has.
const MEMBERS: &str = "SELECT process, first_shard, last_shard, (SELECT count(*) FROM shards
         WHERE shards.platform = $1 AND shards.process = process_platforms.process) AS share
     FROM process_platforms WHERE platform = $1 AND first_shard IS NOT NULL";

/// How many of `total` shards are free that a process may take.
async fn waiting(db: &AnyPool, platform: &str, total: u32) -> Result<u32, StoreError> {
    let waiting = format!(
        "WITH members AS ({MEMBERS})
         SELECT count(*) FROM generate_series(CAST(0 AS bigint), $2 - 1) AS one
         WHERE NOT EXISTS (SELECT 1 FROM shards
             WHERE platform = $1 AND shard = one AND process IS NOT NULL)
         AND EXISTS (SELECT 1 FROM members WHERE one BETWEEN first_shard AND last_shard)"
    );
    let waiting = sqlx::query_scalar(AssertSqlSafe(waiting)).bind(platform);
    small(waiting.bind(i64::from(total)).fetch_one(db).await?)
}

/// The process that is to give a shard away, and the shard: the process with the most shards, or else
/// the one that has been there for longest, of those that have one which another one may take that has
/// two fewer.
async fn gives(db: &AnyPool, platform: &str) -> Result<Option<(i64, i64)>, StoreError> {
    let gives = format!(
        "WITH members AS ({MEMBERS})
         SELECT process, shard FROM shards JOIN members AS giver USING (process)
         WHERE platform = $1 AND EXISTS (SELECT 1 FROM members AS other
             WHERE shard BETWEEN other.first_shard AND other.last_shard
             AND other.share + 2 <= giver.share)
         ORDER BY giver.share DESC, process, shard DESC LIMIT 1"
    );
    let gives = sqlx::query_as(AssertSqlSafe(gives)).bind(platform);
    Ok(gives.fetch_optional(db).await?)
}

fn milliseconds(interval: Duration) -> i64 {
    i64::try_from(interval.as_millis()).unwrap_or(i64::MAX)
}

fn small(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Unfit(format!("{number} shards")))
}
