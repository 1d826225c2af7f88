//! Which process each shard of a platform belongs to. When a process's row is deleted, its shards are
//! free. The shard that has gone longest without being taken goes first, so that none is left out
//! however often processes come and go.

use std::time::Duration;

use sqlx::{AnyPool, Row};

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
        let processes = sqlx::query_as(
            "SELECT process, (SELECT count(*) FROM shards
                 WHERE shards.platform = $1 AND shards.process = process_platforms.process)
             FROM process_platforms WHERE platform = $1 AND takes_shards = 1 ORDER BY process",
        );
        let processes: Vec<(i64, i64)> = processes.bind(platform).fetch_all(db).await?;
        let process = |(number, _): &&(i64, i64)| *number == self.number();
        let share = processes.iter().find(process).map(|(_, share)| *share);
        let least = processes.iter().map(|(_, share)| *share).min();
        // Of several, the first.
        let most = processes.iter().rev().max_by_key(|(_, share)| *share);
        let gives = most.filter(|(_, most)| least.is_some_and(|least| *most >= least + 2));
        let (total, taken) = (small(counts.try_get(0)?)?, small(counts.try_get(1)?)?);
        let may_begin = counts.try_get::<i64, _>(2)? > 0;
        Ok(Shards {
            total,
            taken,
            own: own.into_iter().map(small).collect::<Result<_, _>>()?,
            can_connect: share.is_some(),
            takes_next: share.is_some() && share == least,
            gives_one: may_begin && taken >= total && gives.as_ref().is_some_and(process),
        })
    }

    pub(in crate::store::sql) async fn set_can_connect(
        &self,
        platform: &str,
        can: bool,
    ) -> Result<(), StoreError> {
        let set = sqlx::query(
            "UPDATE process_platforms SET takes_shards = $3 WHERE platform = $1 AND process = $2",
        );
        let set = set.bind(platform).bind(self.number()).bind(i64::from(can));
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
        let take = sqlx::query(
            "WITH held AS (
                 SELECT count(process) AS number FROM shards WHERE platform = $1
             ), next AS (
                 SELECT one, CASE WHEN number = 0 THEN $2 ELSE total END AS among FROM held
                 JOIN shard_counts ON platform = $1
                 CROSS JOIN generate_series(
                     CAST(0 AS bigint), CASE WHEN number = 0 THEN $2 ELSE total END - 1) AS one
                 LEFT JOIN shards ON shards.platform = $1 AND shard = one
                 WHERE process IS NULL ORDER BY taken NULLS FIRST, one LIMIT 1
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
        let take = take.bind(platform).bind(i64::from(total));
        let take = take.bind(milliseconds(interval));
        let taken = take.bind(self.number()).execute(self.leasing()).await?;
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

fn milliseconds(interval: Duration) -> i64 {
    i64::try_from(interval.as_millis()).unwrap_or(i64::MAX)
}

fn small(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Unfit(format!("{number} shards")))
}
