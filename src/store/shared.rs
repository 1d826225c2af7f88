//! Several processes on one database: leases with fencing numbers, tables and shards that belong to a
//! process, and jobs that are handed over to the process that a table belongs to.
//!
//! A process lives as long as its row in the database, which it renews. Whoever finds that the lease
//! has expired, by the clock of the database, deletes the row; from then on everything that the
//! process writes is refused as [`StoreError::Fenced`], and its tables are free. It may go on under a
//! new number.
//!
//! Processes write in parallel. Writes to the same table, and writes that concern several tables, are
//! serialized, so that each reads what earlier ones wrote.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::Duration;

use async_trait::async_trait;

use super::{StoreError, SyncCursor, WaitingTable};
use crate::session::TableKey;

/// How a process shares a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessOptions {
    /// How long a process counts as alive after it was last heard of.
    pub lease: Duration,
    /// What it is called, if that is known. If a process of this name is gone without a word, its lease
    /// is not waited for.
    pub name: Option<String>,
}

/// Whether a table belongs to this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// It does.
    Own {
        /// Replies to be delivered, oldest first, if it was not known to belong to this process.
        undelivered: Vec<i64>,
        /// What was handed over, oldest first.
        handed: Vec<Handed>,
        /// Whether it waits for the engine or for a moment, and was not known to belong to this process.
        waits: bool,
    },
    /// It belongs to another one, which is alive.
    Other,
}

/// A job that was handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handed {
    /// Its number.
    pub id: i64,
    /// What is to be done.
    pub job: HandedJob,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandedJob {
    /// What the host has written.
    Job(String),
    /// Deliver this reply.
    Deliver(i64),
}

/// A table that has come to belong to this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenTable {
    /// Its number.
    pub number: i64,
    /// The table, and what it waits for.
    pub waiting: WaitingTable,
    /// Replies to be delivered, oldest first.
    pub undelivered: Vec<i64>,
}

/// What has changed that processes keep in memory: counts that grow with each change, except `workers`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SharedState {
    /// Of settings of channels and servers.
    pub settings: i64,
    /// Processes that have ended, and left tables.
    pub departures: i64,
    /// How many processes work for others now.
    pub workers: i64,
}

/// A search to ask workers for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedSearch {
    /// Smaller ones go first.
    pub priority: i64,
    /// Identifies who waits for it: owners take turns.
    pub owner: i64,
    /// How long its output stays useful.
    pub left: Duration,
    /// The search, as the host encodes it.
    pub request: String,
}

/// A search that another process wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineRequest {
    /// Its number.
    pub id: i64,
    /// Its priority.
    pub priority: i64,
    /// How long its output stays useful.
    pub left: Duration,
    /// The search, as the host encodes it.
    pub request: String,
}

/// What a worker has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOutput {
    /// The number of the request.
    pub id: i64,
    /// The output, as the worker's host encodes it.
    pub output: String,
}

/// The name that workers attach in place of a platform.
pub const WORKER: &str = "engine";

/// How a platform's shards are divided among the processes that can connect.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shards {
    /// How many there are; 0 until the first one is taken.
    pub total: u32,
    /// Those of this process, from 0.
    pub own: BTreeSet<u32>,
    /// How many belong to any process.
    pub taken: u32,
    /// Whether this process has reported that it can connect.
    pub can_connect: bool,
    /// Whether another process has reported that it can.
    pub other_can_connect: bool,
    /// How many free shards this process may take, now or once it can connect.
    pub free: u32,
    /// Free shards that no connected process may take.
    pub unwanted: BTreeSet<u32>,
    /// The shard this process should now release to another one.
    pub gives: Option<u32>,
}

/// Which shards a process may take.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ShardChoice {
    /// An equal share of the shards outside every range.
    #[default]
    Auto,
    /// Only the shards in this range, both ends included; the first shard is 0.
    Range(RangeInclusive<u32>),
}

/// A database that other processes use as well.
#[async_trait]
pub trait SharedStore: Send + Sync {
    /// How long a process counts as alive after it was last heard of.
    fn lease(&self) -> Duration;

    /// The fencing number of this process.
    fn number(&self) -> i64;

    /// Says that this process is alive. [`StoreError::Fenced`] if it was declared dead.
    async fn renew(&self) -> Result<(), StoreError>;

    /// Declares processes dead whose leases have expired. Returns their numbers.
    async fn end_expired(&self) -> Result<Vec<i64>, StoreError>;

    /// Goes on under a new number, with no tables.
    async fn rejoin(&self) -> Result<(), StoreError>;

    /// Ends this process: its tables are free at once.
    async fn leave(&self) -> Result<(), StoreError>;

    /// Notes that this process runs the tables of a platform.
    async fn attach(&self, platform: &str) -> Result<(), StoreError>;

    /// Claims a table: it belongs to this process if it is free. `known` says that it has belonged to
    /// it before, so that only what was handed over is still to be done.
    async fn claim(&self, table: &TableKey, known: bool) -> Result<Claim, StoreError>;

    /// Gives a table away, unless something is still to be done there.
    async fn release(&self, table: &TableKey) -> Result<(), StoreError>;

    /// Takes free tables of a platform at which something is to be done, `most` at a time, in the order
    /// of their numbers. If a number is given, tables that this process has are among them, and all come
    /// after it: this process may not have been told what it has taken.
    async fn take_over(
        &self,
        platform: &str,
        most: i64,
        own_after: Option<i64>,
    ) -> Result<Vec<TakenTable>, StoreError>;

    /// Hands a job of a person over to the process that a table belongs to, with a cursor that says how
    /// far the platform was read. False if the table belongs to no other process.
    async fn hand_over(
        &self,
        table: &TableKey,
        job: String,
        author: Option<String>,
        cursor: Option<SyncCursor>,
    ) -> Result<bool, StoreError>;

    /// The tables with jobs that were handed over, and that are this process's or free.
    async fn handed_tables(&self) -> Result<Vec<TableKey>, StoreError>;

    /// Whether there are jobs at a table that were handed over.
    async fn has_handed(&self, table: &TableKey) -> Result<bool, StoreError>;

    /// A job that was handed over is done.
    async fn handed_done(&self, id: i64) -> Result<(), StoreError>;

    /// A job that was handed over has failed. True if it is given up, as it has failed too often.
    async fn handed_failed(&self, id: i64) -> Result<bool, StoreError>;

    /// Whether a reply is still to be delivered, and by this process.
    async fn may_deliver(&self, reply: i64) -> Result<bool, StoreError>;

    /// The shards of a platform's connection.
    async fn shards(&self, platform: &str, choice: &ShardChoice) -> Result<Shards, StoreError>;

    /// Records which shards this process may take; `None` if it cannot connect.
    async fn set_can_connect(
        &self,
        platform: &str,
        choice: Option<&ShardChoice>,
    ) -> Result<(), StoreError>;

    /// Whether a session may begin; then none may within `interval`.
    async fn begin_session(&self, platform: &str, interval: Duration) -> Result<bool, StoreError>;

    /// Takes a free shard, whose session may begin; no other session may begin within `interval`.
    /// Returns false if it is too soon, or if every free shard is for another process, such as one
    /// with fewer shards. If nobody has a shard, the number of shards becomes `total`.
    async fn take_shard(
        &self,
        platform: &str,
        total: u32,
        interval: Duration,
    ) -> Result<bool, StoreError>;

    /// Gives a shard away.
    async fn release_shard(&self, platform: &str, shard: u32) -> Result<(), StoreError>;

    /// Asks the workers for a search. Returns its number.
    async fn request_search(&self, wanted: WantedSearch) -> Result<i64, StoreError>;

    /// What workers have found for this process. It stays until it is [withdrawn](Self::withdraw_search).
    async fn search_outputs(&self) -> Result<Vec<EngineOutput>, StoreError>;

    /// Forgets a search that this process has asked for.
    async fn withdraw_search(&self, id: i64) -> Result<(), StoreError>;

    /// Takes the next search for this process, which works for others, of a priority up to `most`.
    async fn take_search(&self, most: i64) -> Result<Option<EngineRequest>, StoreError>;

    /// Stores what this process has found for another one, if that still wants it; `None` if it has
    /// failed.
    async fn answer_search(&self, id: i64, output: Option<String>) -> Result<(), StoreError>;

    /// What has changed. Also brings [`Store::forgotten`](super::Store::forgotten) up to date.
    async fn state(&self) -> Result<SharedState, StoreError>;

    /// Returns when another process may have something to tell, or after `longest`.
    async fn news(&self, longest: Duration);

    /// Returns once a write was refused because this process was declared dead.
    async fn fenced(&self);
}
