//! Which process a shard of a platform's connection belongs to. A process that ends leaves its shards
//! with its row. Of those that are free, the one is taken that was taken the longest ago, so that none is
//! left out however often processes come and go.

use std::time::Duration;

use sqlx::{Connection, Row};

use super::membership::Membership;
use crate::store::{Shards, StoreError};

impl Membership {
    pub(in crate::store::sql) async fn shards(&self, platform: &str) -> Result<Shards, StoreError> {
        let counts = sqlx::query(
            "SELECT COALESCE((SELECT total FROM shard_counts WHERE platform = $1), 0),
                 (SELECT count(process) FROM shards WHERE platform = $1)",
        );
        let counts = counts.bind(platform).fetch_one(self.leasing()).await?;
        let own =
            sqlx::query_scalar("SELECT shard FROM shards WHERE platform = $1 AND process = $2");
        let own = own.bind(platform).bind(self.number());
        let own: Vec<i64> = own.fetch_all(self.leasing()).await?;
        let processes = sqlx::query_as(
            "SELECT process, (SELECT count(*) FROM shards
                 WHERE shards.platform = $1 AND shards.process = process_platforms.process)
             FROM process_platforms WHERE platform = $1 AND takes_shards = 1 ORDER BY process",
        );
        let processes: Vec<(i64, i64)> = processes.bind(platform).fetch_all(self.leasing()).await?;
        let process = |(number, _): &&(i64, i64)| *number == self.number();
        let share = processes.iter().find(process).map(|(_, share)| *share);
        let least = processes.iter().map(|(_, share)| *share).min();
        // Of several, the first.
        let most = processes.iter().rev().max_by_key(|(_, share)| *share);
        let gives = most.filter(|(_, most)| least.is_some_and(|least| *most >= least + 2));
        let (total, taken) = (small(counts.try_get(0)?)?, small(counts.try_get(1)?)?);
        Ok(Shards {
            total,
            taken,
            own: own.into_iter().map(small).collect::<Result<_, _>>()?,
            can_connect: share.is_some(),
            takes_next: share.is_some() && share == least,
            gives_one: taken >= total && gives.as_ref().is_some_and(process),
        })
    }

    pub(in crate::store::sql) async fn can_connect(
        &self,
        platform: &str,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE process_platforms SET takes_shards = 1 WHERE platform = $1 AND process = $2",
        )
        .bind(platform)
        .bind(self.number())
        .execute(self.leasing())
        .await?;
        Ok(())
    }

    pub(in crate::store::sql) async fn take_shard(
        &self,
        platform: &str,
        total: u32,
        interval: Duration,
    ) -> Result<bool, StoreError> {
        let mut connection = self.leasing().acquire().await?;
        let mut transaction = connection.begin().await?;
        let first = sqlx::query(
            "INSERT INTO shard_counts (platform, total, next_start)
             VALUES ($1, $2, clock_timestamp()) ON CONFLICT (platform) DO NOTHING",
        );
        let first = first.bind(platform).bind(i64::from(total));
        first.execute(&mut *transaction).await?;
        // From here on one process after another.
        let due = sqlx::query_scalar(
            "SELECT CASE WHEN next_start <= clock_timestamp() THEN 1 ELSE 0 END
             FROM shard_counts WHERE platform = $1 FOR UPDATE",
        );
        let due: i32 = due.bind(platform).fetch_one(&mut *transaction).await?;
        if due == 0 {
            return Ok(false);
        }
        let count = sqlx::query(
            "UPDATE shard_counts SET total = $2 WHERE platform = $1
             AND NOT EXISTS (SELECT 1 FROM shards WHERE platform = $1 AND process IS NOT NULL)",
        );
        let count = count.bind(platform).bind(i64::from(total));
        count.execute(&mut *transaction).await?;
        let free = sqlx::query_scalar(
            "SELECT one FROM shard_counts
             CROSS JOIN generate_series(CAST(0 AS bigint), total - 1) AS one
             LEFT JOIN shards ON shards.platform = $1 AND shard = one
             WHERE shard_counts.platform = $1 AND process IS NULL
             ORDER BY taken NULLS FIRST, one LIMIT 1",
        );
        let free: Option<i64> = free
            .bind(platform)
            .fetch_optional(&mut *transaction)
            .await?;
        let Some(free) = free else {
            return Ok(false);
        };
        let taken = sqlx::query(
            "INSERT INTO shards (platform, shard, process, taken)
             SELECT $1, $2, number, clock_timestamp() FROM processes WHERE number = $3
             FOR KEY SHARE
             ON CONFLICT (platform, shard)
             DO UPDATE SET process = excluded.process, taken = excluded.taken",
        );
        let taken = taken.bind(platform).bind(free).bind(self.number());
        if taken.execute(&mut *transaction).await?.rows_affected() == 0 {
            return Err(self.is_fenced());
        }
        let next = sqlx::query(
            "UPDATE shard_counts SET next_start = clock_timestamp() + $2 * interval '1 millisecond'
             WHERE platform = $1",
        );
        let interval = i64::try_from(interval.as_millis()).unwrap_or(i64::MAX);
        let next = next.bind(platform).bind(interval);
        next.execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(true)
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

fn small(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Unfit(format!("{number} shards")))
}
