//! What must outlive the process: the tables' logs, what was heard, and what is still to be said.
//!
//! One SQLite database. A [`Change`] is written in one transaction, so that a command has been
//! heard, has changed its table and is answered, or none of the three. Whatever is written goes
//! through one writer, which puts the changes that have gathered while the disk was busy into
//! one transaction; reading goes on meanwhile.

mod change;
mod error;
mod moving;
mod read;
mod writer;

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

pub use change::{Answered, Change, Committed, Mark, Move, Progress};
pub use error::StoreError;
pub use read::{Log, Outgoing, Waits};
use writer::Writer;

/// Every step of the database's layout, oldest first.
static MIGRATIONS: Migrator = sqlx::migrate!("assets/migrations");

/// How long another program may hold the database before we give up. A backup tool's copy of a
/// small database takes well under this.
const PATIENCE: Duration = Duration::from_secs(5);

/// Readers beside the writer. Reading happens when a table wakes up and before a delivery; more
/// connections than this have never been busy at once on a small machine.
const READERS: u32 = 3;

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
    readers: SqlitePool,
    writing: SqlitePool,
    writer: Writer,
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings its layout up to date.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or is no database, another program holds it, or a newer version
    /// of this program has changed its layout.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        let refused = |error| StoreError::opening(place, error);
        if let Place::File(path) = place {
            make_private(path).map_err(|error| refused(error.into()))?;
        }
        let options = match place {
            Place::File(path) => SqliteConnectOptions::new()
                .filename(path)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal),
            Place::Memory => SqliteConnectOptions::new().in_memory(true),
        }
        // An answer that was given must survive a power cut.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(PATIENCE)
        .foreign_keys(true);
        let pool = || {
            // A database in memory lives as long as its one connection.
            SqlitePoolOptions::new()
                .idle_timeout(None)
                .max_lifetime(None)
                .test_before_acquire(false)
        };
        let writing = pool()
            .max_connections(1)
            .connect_with(options.clone())
            .await
            .map_err(refused)?;
        MIGRATIONS
            .run(&writing)
            .await
            .map_err(|error| StoreError::migrating(place, error))?;
        // A file that can be read but not written opens all the same; say so now, not at the
        // first command.
        sqlx::query("BEGIN IMMEDIATE; ROLLBACK")
            .execute(&writing)
            .await
            .map_err(refused)?;
        let readers = match place {
            Place::File(_) => pool()
                .max_connections(READERS)
                .connect_with(options)
                .await
                .map_err(refused)?,
            Place::Memory => writing.clone(),
        };
        let writer = Writer::start(writing.clone());
        Ok(Self {
            readers,
            writing,
            writer,
        })
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
    pub async fn set_mark(&self, mark: Mark) -> Result<(), StoreError> {
        self.set_marks(vec![mark]).await
    }

    /// Writes marks by themselves, all of them or none.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_marks(&self, marks: Vec<Mark>) -> Result<(), StoreError> {
        self.writer.set_marks(marks).await
    }

    /// Forgets a mark, if there is one of this name.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn forget_mark(&self, name: String) -> Result<(), StoreError> {
        self.writer.forget_mark(name).await
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
        self.readers.close().await;
        self.writing.close().await;
    }
}

/// Makes the file if it is not there, for nobody else to look into: it tells who plays where. What
/// SQLite puts beside it gets the same permissions.
fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
