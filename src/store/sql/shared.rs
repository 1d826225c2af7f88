//! The store as one that several processes share. Without a membership nothing is shared, and all
//! tables are this process's.

use std::time::Duration;

use async_trait::async_trait;

use super::postgres::Membership;
use super::{SqlStore, owners, searches};
use crate::session::TableKey;
use crate::store::{
    Claim, EngineOutput, EngineRequest, ShardChoice, Shards, SharedState, SharedStore, StoreError,
    SyncCursor, TakenTable, WantedSearch,
};

impl SqlStore {
    fn membership(&self) -> Result<&Membership, StoreError> {
        self.database.membership().ok_or(StoreError::Closed)
    }
}

#[async_trait]
impl SharedStore for SqlStore {
    fn lease(&self) -> Duration {
        let membership = self.database.membership();
        membership.map_or(Duration::MAX, |one| one.options().lease)
    }

    fn number(&self) -> i64 {
        self.database.process()
    }

    async fn renew(&self) -> Result<(), StoreError> {
        self.membership()?.renew().await
    }

    async fn end_expired(&self) -> Result<Vec<i64>, StoreError> {
        self.membership()?.end_expired().await
    }

    async fn rejoin(&self) -> Result<(), StoreError> {
        self.database.rejoin().await
    }

    async fn leave(&self) -> Result<(), StoreError> {
        self.membership()?.leave().await
    }

    async fn attach(&self, platform: &str) -> Result<(), StoreError> {
        self.membership()?.attach(platform).await
    }

    async fn claim(&self, table: &TableKey, known: bool) -> Result<Claim, StoreError> {
        self.writer.claim(table, known).await
    }

    async fn release(&self, table: &TableKey) -> Result<(), StoreError> {
        self.writer.release(table).await
    }

    async fn take_over(
        &self,
        platform: &str,
        most: i64,
        own_after: Option<i64>,
    ) -> Result<Vec<TakenTable>, StoreError> {
        self.writer.take_over(platform, most, own_after).await
    }

    async fn hand_over(
        &self,
        table: &TableKey,
        job: String,
        author: Option<String>,
        cursor: Option<SyncCursor>,
    ) -> Result<bool, StoreError> {
        self.writer.hand_over(table, job, author, cursor).await
    }

    async fn handed_tables(&self) -> Result<Vec<TableKey>, StoreError> {
        owners::handed_tables(&self.readers(), self.number()).await
    }

    async fn has_handed(&self, table: &TableKey) -> Result<bool, StoreError> {
        owners::has_handed(&self.readers(), table).await
    }

    async fn handed_done(&self, id: i64) -> Result<(), StoreError> {
        self.writer.handed_done(id).await
    }

    async fn handed_failed(&self, id: i64) -> Result<bool, StoreError> {
        self.writer.handed_failed(id).await
    }

    async fn may_deliver(&self, reply: i64) -> Result<bool, StoreError> {
        owners::may_deliver(&self.readers(), self.number(), reply).await
    }

    async fn shards(&self, platform: &str, choice: &ShardChoice) -> Result<Shards, StoreError> {
        let membership = self.membership()?;
        membership.shards(&self.readers(), platform, choice).await
    }

    async fn set_can_connect(
        &self,
        platform: &str,
        choice: Option<&ShardChoice>,
    ) -> Result<(), StoreError> {
        self.membership()?.set_can_connect(platform, choice).await
    }

    async fn begin_session(&self, platform: &str, interval: Duration) -> Result<bool, StoreError> {
        self.membership()?.begin_session(platform, interval).await
    }

    async fn take_shard(
        &self,
        platform: &str,
        total: u32,
        interval: Duration,
    ) -> Result<bool, StoreError> {
        let membership = self.membership()?;
        membership.take_shard(platform, total, interval).await
    }

    async fn release_shard(&self, platform: &str, shard: u32) -> Result<(), StoreError> {
        self.membership()?.release_shard(platform, shard).await
    }

    async fn request_search(&self, wanted: WantedSearch) -> Result<i64, StoreError> {
        searches::request(&self.readers(), self.number(), &wanted).await
    }

    async fn search_outputs(&self) -> Result<Vec<EngineOutput>, StoreError> {
        searches::outputs(&self.readers(), self.number()).await
    }

    async fn withdraw_search(&self, id: i64) -> Result<(), StoreError> {
        searches::withdraw(&self.readers(), id).await
    }

    async fn take_search(&self, most: i64) -> Result<Option<EngineRequest>, StoreError> {
        searches::take(&self.readers(), self.number(), most).await
    }

    async fn answer_search(&self, id: i64, output: Option<String>) -> Result<(), StoreError> {
        searches::answer(&self.readers(), self.number(), id, output).await
    }

    async fn state(&self) -> Result<SharedState, StoreError> {
        let (state, forgotten) = owners::state(&self.readers()).await?;
        self.writer.note_forgotten(forgotten);
        Ok(state)
    }

    async fn news(&self, longest: Duration) {
        match self.database.membership() {
            Some(membership) => membership.news(longest).await,
            None => std::future::pending().await,
        }
    }

    async fn fenced(&self) {
        match self.database.membership() {
            Some(membership) => membership.fenced().await,
            None => std::future::pending().await,
        }
    }
}
