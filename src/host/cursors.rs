//! How far adapters have read their platforms.

use super::{Host, StoreError, SyncCursor};

impl Host {
    /// How far an adapter has read its platform.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn cursor(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.services.store.cursor(name).await
    }

    /// All sync cursors whose names start with `prefix`.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn cursors(&self, prefix: &str) -> Result<Vec<SyncCursor>, StoreError> {
        self.services.store.cursors(prefix).await
    }

    /// Stores how far an adapter has read its platform.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_cursor(&self, cursor: SyncCursor) -> Result<(), StoreError> {
        self.services.store.set_cursors(vec![cursor]).await
    }

    /// Stores how far an adapter has read several parts of its platform, all or none.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_cursors(&self, cursors: Vec<SyncCursor>) -> Result<(), StoreError> {
        self.services.store.set_cursors(cursors).await
    }

    /// Deletes the sync cursor of something that no longer exists.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn forget_cursor(&self, name: String) -> Result<(), StoreError> {
        self.services.store.forget_cursor(name).await
    }
}
