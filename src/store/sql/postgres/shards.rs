//! Which process each shard of a platform belongs to. When a process's row is deleted, its shards are
//! free. The shard that has gone longest without being taken goes first, so that none is left out
//! however often processes come and go.
//!
//! A shard within the range of a connected process goes to such a process, any other shard to a
//! process without a range. If several qualify, one with the fewest shards takes it.

use std::collections::BTreeSet;
use std::time::Duration;

use sqlx::{AnyPool, Row};

use super::membership::Membership;
use crate::store::{ShardChoice, Shards, StoreError};

/// A process that can connect.
struct Member {
    number: i64,
    choice: ShardChoice,
    /// How many shards it has.
    share: i64,
}

impl Member {
    /// Whether it has a range, and the shard lies within it.
    fn has_in_range(&self, shard: u32) -> bool {
        matches!(&self.choice, ShardChoice::Range(range) if range.contains(&shard))
    }
}

impl Membership {
    pub(in crate::store::sql) async fn shards(
        &self,
        db: &AnyPool,
        platform: &str,
        choice: &ShardChoice,
    ) -> Result<Shards, StoreError> {
        let counts = sqlx::query(
            "SELECT COALESCE((SELECT total FROM shard_counts WHERE platform = $1), 0),
                 (SELECT count(process) FROM shards WHERE platform = $1),
                 (SELECT count(*) FROM shard_counts
                  WHERE platform = $1 AND next_start <= clock_timestamp())",
        );
        let counts = counts.bind(platform).fetch_one(db).await?;
        let (total, taken) = (small(counts.try_get(0)?)?, small(counts.try_get(1)?)?);
        let may_begin = counts.try_get::<i64, _>(2)? > 0;
        let own =
            sqlx::query_scalar("SELECT shard FROM shards WHERE platform = $1 AND process = $2");
        let own = own.bind(platform).bind(self.number());
        let own: Vec<i64> = own.fetch_all(db).await?;
        let own = own.into_iter().map(small).collect::<Result<_, _>>()?;
        let members = members(db, platform).await?;
        let free = match taken < total {
            true => free(db, platform, total).await?,
            false => Vec::new(),
        };
        let is_in_range = |shard: u32| members.iter().any(|one| one.has_in_range(shard));
        let is_for_this = |shard: u32| match choice {
            ShardChoice::Auto => !is_in_range(shard),
            ShardChoice::Range(range) => range.contains(&shard),
        };
        let free_for_this = free.iter().filter(|&&shard| is_for_this(shard)).count();
        let any_takes_all = members.iter().any(|one| one.choice == ShardChoice::Auto);
        let is_unwanted = |shard: &u32| !any_takes_all && !is_in_range(*shard);
        let all_free = free.len();
        let unwanted: BTreeSet<u32> = free.into_iter().filter(is_unwanted).collect();
        let gives = match may_begin && unwanted.len() == all_free {
            true => gives(self.number(), &own, &members),
            false => None,
        };
        let is_this = |one: &Member| one.number == self.number();
        Ok(Shards {
            total,
            taken,
            own,
            can_connect: members.iter().any(is_this),
            other_can_connect: members.iter().any(|one| !is_this(one)),
            free: u32::try_from(free_for_this).unwrap_or(u32::MAX),
            unwanted,
            gives,
        })
    }

    pub(in crate::store::sql) async fn set_can_connect(
        &self,
        platform: &str,
        choice: Option<&ShardChoice>,
    ) -> Result<(), StoreError> {
        let range = match choice {
            Some(ShardChoice::Range(range)) => Some(range),
            Some(ShardChoice::Auto) | None => None,
        };
        let set = sqlx::query(
            "INSERT INTO process_platforms
                 (process, platform, takes_shards, first_shard, last_shard)
             SELECT number, $1, $3, $4, $5 FROM processes WHERE number = $2
             ON CONFLICT (process, platform) DO UPDATE SET takes_shards = excluded.takes_shards,
                 first_shard = excluded.first_shard, last_shard = excluded.last_shard",
        );
        let set = set.bind(platform).bind(self.number());
        let set = set.bind(i64::from(choice.is_some()));
        let set = set.bind(range.map(|range| i64::from(*range.start())));
        let set = set.bind(range.map(|range| i64::from(*range.end())));
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
             ), members AS (
                 SELECT first_shard, last_shard, (SELECT count(*) FROM shards
                     WHERE shards.platform = $1 AND shards.process = process_platforms.process) AS share
                 FROM process_platforms WHERE platform = $1 AND takes_shards = 1
             ), this AS (
                 SELECT min(first_shard) AS first_own, min(last_shard) AS last_own, (SELECT count(*)
                     FROM shards WHERE platform = $1 AND process = $4) AS own_share
                 FROM process_platforms WHERE platform = $1 AND process = $4
             ), next AS (
                 SELECT one, CASE WHEN number = 0 THEN $2 ELSE total END AS among FROM held
                 JOIN shard_counts ON platform = $1
                 CROSS JOIN this
                 CROSS JOIN generate_series(
                     CAST(0 AS bigint), CASE WHEN number = 0 THEN $2 ELSE total END - 1) AS one
                 LEFT JOIN shards ON shards.platform = $1 AND shard = one
                 WHERE process IS NULL
                 AND (first_own IS NULL OR one BETWEEN first_own AND last_own)
                 AND NOT EXISTS (SELECT 1 FROM members
                     WHERE one BETWEEN first_shard AND last_shard
                         AND (first_own IS NULL OR share < own_share)
                     OR first_shard IS NULL AND first_own IS NULL AND share < own_share)
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

/// The processes that can connect, the first one first.
async fn members(db: &AnyPool, platform: &str) -> Result<Vec<Member>, StoreError> {
    let members = sqlx::query(
        "SELECT one.process, first_shard, last_shard, count(shard)
         FROM process_platforms AS one LEFT JOIN shards
             ON shards.platform = one.platform AND shards.process = one.process
         WHERE one.platform = $1 AND takes_shards = 1
         GROUP BY one.process, first_shard, last_shard ORDER BY one.process",
    );
    let members = members.bind(platform).fetch_all(db).await?;
    let members = members.into_iter().map(|row| {
        let range = (row.try_get(1)?, row.try_get(2)?);
        Ok(Member {
            number: row.try_get(0)?,
            choice: match range {
                (Some(first), Some(last)) => ShardChoice::Range(small(first)?..=small(last)?),
                _ => ShardChoice::Auto,
            },
            share: row.try_get(3)?,
        })
    });
    members.collect()
}

/// Which of so many shards are free.
async fn free(db: &AnyPool, platform: &str, total: u32) -> Result<Vec<u32>, StoreError> {
    let free = sqlx::query_scalar(
        "SELECT one FROM generate_series(CAST(0 AS bigint), $2 - 1) AS one
         LEFT JOIN shards ON platform = $1 AND shard = one WHERE process IS NULL",
    );
    let free = free.bind(platform).bind(i64::from(total));
    let free: Vec<i64> = free.fetch_all(db).await?;
    free.into_iter().map(small).collect()
}

/// The shard that a process should release. A process without a range releases what lies within
/// another's range. Otherwise, a shard goes to a process that may take it and has at least two fewer.
fn gives(number: i64, own: &BTreeSet<u32>, members: &[Member]) -> Option<u32> {
    let this = members.iter().find(|one| one.number == number)?;
    let mut last_first = own.iter().rev().copied();
    let others = || members.iter().filter(|one| one.number != number);
    if this.choice != ShardChoice::Auto {
        let has_fewer = |one: &Member| one.share + 2 <= this.share;
        return last_first
            .find(|&shard| others().any(|one| one.has_in_range(shard) && has_fewer(one)));
    }
    let foreign = last_first
        .clone()
        .find(|&shard| others().any(|one| one.has_in_range(shard)));
    if foreign.is_some() {
        return foreign;
    }
    let alike = || members.iter().filter(|one| one.choice == ShardChoice::Auto);
    let least = alike().map(|one| one.share).min()?;
    // Of several, the first.
    let most = alike().rev().max_by_key(|one| one.share)?;
    (most.number == number && most.share >= least + 2)
        .then(|| last_first.next())
        .flatten()
}

fn milliseconds(interval: Duration) -> i64 {
    i64::try_from(interval.as_millis()).unwrap_or(i64::MAX)
}

fn small(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Unfit(format!("{number} shards")))
}
