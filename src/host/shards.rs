//! The shards of a platform's connection, where several processes share them out.

use std::time::Duration;

use super::Host;
use crate::metrics;
use crate::store::{ShardChoice, Shards, SharedStore, StoreError};

impl Host {
    /// How long a process keeps what belongs to it without being heard of; `None` if this process is
    /// the only one, to which all shards belong.
    #[must_use]
    pub fn lease(&self) -> Option<Duration> {
        self.services.store.shared().map(SharedStore::lease)
    }

    /// How a platform's shards are divided, for a process that may take those of `choice`.
    ///
    /// # Errors
    ///
    /// The database failed, or is not shared.
    pub async fn shards(&self, platform: &str, choice: &ShardChoice) -> Result<Shards, StoreError> {
        let shards = self.shared_store()?.shards(platform, choice).await?;
        metrics::shards(platform, shards.total, shards.taken, shards.own.len());
        Ok(shards)
    }

    /// Records which shards this process may take; `None` if it cannot connect.
    ///
    /// # Errors
    ///
    /// The database failed, or is not shared; or this process was declared dead.
    pub async fn set_can_connect(
        &self,
        platform: &str,
        choice: Option<&ShardChoice>,
    ) -> Result<(), StoreError> {
        let shared = self.shared_store()?;
        shared.set_can_connect(platform, choice).await
    }

    /// Whether a session may begin; then none may within `interval`, in no process.
    ///
    /// # Errors
    ///
    /// The database failed, or is not shared.
    pub async fn begin_session(
        &self,
        platform: &str,
        interval: Duration,
    ) -> Result<bool, StoreError> {
        self.shared_store()?.begin_session(platform, interval).await
    }

    /// Takes a free shard, whose session may begin; no other session may begin within `interval`, in
    /// any process. Returns false if it is too soon, or if every free shard is for another process,
    /// such as one with fewer shards. If nobody has a shard, the number of shards becomes `total`.
    ///
    /// # Errors
    ///
    /// The database failed, or is not shared.
    pub async fn take_shard(
        &self,
        platform: &str,
        total: u32,
        interval: Duration,
    ) -> Result<bool, StoreError> {
        let shared = self.shared_store()?;
        shared.take_shard(platform, total, interval).await
    }

    /// Gives a shard away.
    ///
    /// # Errors
    ///
    /// The database failed, or is not shared.
    pub async fn release_shard(&self, platform: &str, shard: u32) -> Result<(), StoreError> {
        self.shared_store()?.release_shard(platform, shard).await
    }

    fn shared_store(&self) -> Result<&dyn SharedStore, StoreError> {
        self.services.store.shared().ok_or(StoreError::Closed)
    }
}
