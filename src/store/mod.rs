//! What must outlive the process: the tables' logs, what was heard, and what is still to be said.
//!
//! One SQLite database. A [`Change`] is written in one transaction, so that a command has been
//! heard, has changed its table and is answered, or none of the three. Whatever is written goes
//! through one writer, which puts the changes that have gathered while the disk was busy into
//! one transaction; reading goes on meanwhile.

mod change;
mod claim;
mod database;
mod error;
mod file;
mod health;
mod host_event;
mod moving;
mod read;
mod writer;

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use sqlx::sqlite::SqlitePool;

pub use change::{Change, Committed, Move, Progress, ReplyTarget, SyncCursor};
use database::Database;
pub use error::StoreError;
pub use host_event::HostEvent;
pub use read::{Log, Outgoing, WaitingTable};
use writer::Writer;

/// Where the data are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In this file, which is made if it is not there.
    File(PathBuf),
    /// In memory, until the store is closed.
    Memory,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Memory => f.write_str("memory"),
        }
    }
}

/// The open database. Clones are handles to the same one.
#[derive(Debug, Clone)]
pub struct Store {
    database: Arc<Database>,
    writer: Writer,
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings its layout up to date. Until it
    /// is closed, or the process has ended, no other process can open it.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or written or is no database, another program holds it, or a
    /// newer version of this program has changed its layout.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        let database = Arc::new(Database::open(place).await?);
        let writer = Writer::start(Arc::clone(&database));
        Ok(Self { database, writer })
    }

    /// The connections for reading.
    fn readers(&self) -> SqlitePool {
        self.database.readers()
    }

    /// Returns once the database cannot be used any more, with the reason: another file was put
    /// in its place.
    pub async fn lost(&self) -> StoreError {
        self.database.lost().await
    }

    /// Writes a change, all of it or nothing.
    ///
    /// # Errors
    ///
    /// The database failed; nothing was written.
    pub async fn commit(&self, change: Change) -> Result<Committed, StoreError> {
        self.writer.commit(change).await
    }

    /// Moves a table to another key, all of it or nothing.
    ///
    /// # Errors
    ///
    /// The database failed; nothing was written.
    pub async fn move_table(&self, moving: Move) -> Result<Committed, StoreError> {
        self.writer.move_table(moving).await
    }

    /// Notes that a reply of the outbox was delivered, and the platform's id of the message that
    /// it became.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn delivered(
        &self,
        id: i64,
        message: Option<String>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.delivered(id, message, at).await
    }

    /// Writes a mark by itself.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_cursor(&self, cursor: SyncCursor) -> Result<(), StoreError> {
        self.set_cursors(vec![cursor]).await
    }

    /// Writes marks by themselves, all of them or none.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_cursors(&self, cursors: Vec<SyncCursor>) -> Result<(), StoreError> {
        self.writer.set_cursors(cursors).await
    }

    /// Forgets a mark, if there is one of this name.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn forget_cursor(&self, name: String) -> Result<(), StoreError> {
        self.writer.forget_cursor(name).await
    }

    /// Forgets what was heard and what was delivered before a moment, but for each table's
    /// latest reply with choices. Returns the number of rows that went.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn prune(&self, before: Timestamp) -> Result<u64, StoreError> {
        self.writer.prune(before).await
    }

    /// Closes the database once all that was given to it is written.
    pub async fn close(self) {
        self.writer.finish().await;
        self.database.close().await;
    }
}

#[cfg(test)]
mod tests;
