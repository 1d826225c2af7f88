//! The open database: its connections, and its repair when the file is deleted or replaced.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use jiff::Timestamp;
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Executor};
use tokio::sync::watch;

use super::address::{self, Mode};
use super::claim::Claim;
use super::error;
use super::file::{DatabaseFile, FileLoss, resolve};
use super::migrations::migrator;
use crate::lock::lock;
use crate::store::StoreError;
use crate::store::sql::DatabaseLocation;
use crate::store::sql::error::migrating;

/// How long another program may lock the database. A backup tool copies a small database well
/// within this.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Connections for reading. Tables are read when they wake up and before a delivery; on a small
/// machine more than these have never been busy at once.
const READERS: u32 = 3;

/// A write that changes nothing: sets the number by which other programs recognise the format
/// ("YNSH").
pub(in crate::store::sql) const PROBE: &str = "PRAGMA application_id = 1498305352";

/// Notes for the next vacuum that a person has had their data deleted, in the number that SQLite keeps
/// for its users. It is changed with the transaction.
pub(in crate::store::sql) const WANTS_VACUUM: &str = "PRAGMA user_version = 1";

/// Notes that the database was vacuumed.
const VACUUMED: &str = "PRAGMA user_version = 0";

/// The open database.
#[derive(Debug)]
pub(in crate::store::sql) struct SqliteDatabase {
    location: DatabaseLocation,
    connections: RwLock<Connections>,
    /// `None` in memory.
    held: Mutex<Option<Held>>,
    /// Why the database is lost for good, once it is.
    lost: watch::Sender<Option<StoreError>>,
}

#[derive(Debug)]
struct Held {
    file: DatabaseFile,
    claim: Claim,
}

#[derive(Debug, Clone)]
struct Connections {
    readers: AnyPool,
    writing: AnyPool,
}

impl Connections {
    async fn close(self) {
        self.readers.close().await;
        self.writing.close().await;
    }
}

impl SqliteDatabase {
    /// Opens the database at a path, or one in memory, creates it if it does not exist, and migrates
    /// its schema.
    pub(in crate::store::sql) async fn open(
        location: &DatabaseLocation,
        path: Option<&Path>,
    ) -> Result<Self, StoreError> {
        let held = match path {
            Some(path) => {
                let refused = |cause: io::Error| error::opening(location, cause.into());
                let path = resolve(path).map_err(refused)?;
                let claim = claim(location, &path)?;
                let file = DatabaseFile::new(path).map_err(refused)?;
                Some(Held { file, claim })
            }
            None => None,
        };
        let connections = connect(location, held.as_ref().map(|held| &held.file)).await?;
        let database = Self {
            location: location.clone(),
            connections: RwLock::new(connections),
            held: Mutex::new(held),
            lost: watch::Sender::new(None),
        };
        if let Some(held) = &mut *lock(&database.held) {
            held.file.note_side_files();
        }
        Ok(database)
    }

    fn connections(&self) -> Connections {
        let connections = self.connections.read();
        connections.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(in crate::store::sql) fn readers(&self) -> AnyPool {
        self.connections().readers
    }

    pub(in crate::store::sql) fn writing(&self) -> AnyPool {
        self.connections().writing
    }

    /// Fails unless writes go to the file that has the database's name.
    pub(in crate::store::sql) fn check(&self) -> Result<(), StoreError> {
        if let Some(error) = &*self.lost.borrow() {
            return Err(error.clone());
        }
        let name = || self.location.to_string();
        let held = lock(&self.held);
        match held.as_ref().and_then(|held| held.file.loss()) {
            None => Ok(()),
            Some(FileLoss::Gone | FileLoss::SideFile) => Err(StoreError::Gone(name())),
            Some(FileLoss::Replaced) => Err(StoreError::Replaced(name(), None)),
        }
    }

    /// Repairs the database after a failed check: copies the data to where they are found by
    /// name, and opens that file. Each step can be repeated if a later one fails.
    pub(in crate::store::sql) async fn repair(&self) -> Result<(), StoreError> {
        if let Some(error) = &*self.lost.borrow() {
            return Err(error.clone());
        }
        let held = lock(&self.held).as_ref().map(|held| held.file.clone());
        let Some(file) = held else {
            return Ok(());
        };
        if !self.writing().is_closed() {
            match file.loss() {
                None => return Ok(()),
                Some(FileLoss::Gone) => {
                    let copy = self.copy(&file).await?;
                    file.keep_for_restore(&copy)?;
                }
                Some(FileLoss::SideFile) => {
                    // Moves what the deleted write-ahead log holds into the database file.
                    let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
                    checkpoint.execute(&self.writing()).await?;
                }
                Some(FileLoss::Replaced) => {
                    let copy = self.copy(&file).await?;
                    return Err(self.give_up(&file, &copy).await?);
                }
            }
            self.connections().close().await;
        }
        if file.restored().try_exists()? && file.path().try_exists()? {
            return Err(self.give_up(&file, &file.restored()).await?);
        }
        // Before a file gets the database's name: another process may have claimed it meanwhile.
        self.renew_claim(&file)?;
        let mut file = file.reopen()?;
        let connections = connect(&self.location, Some(&file)).await?;
        file.note_side_files();
        if let Some(held) = &mut *lock(&self.held) {
            held.file = file;
        }
        let mut current = self
            .connections
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *current = connections;
        Ok(())
    }

    /// Claims the database again if the lock file is gone.
    fn renew_claim(&self, file: &DatabaseFile) -> Result<(), StoreError> {
        let mut held = lock(&self.held);
        let Some(held) = held.as_mut().filter(|held| !held.claim.is_valid()) else {
            return Ok(());
        };
        held.claim = claim(&self.location, file.path())?;
        Ok(())
    }

    /// Moves all that is written into the database file and empties the write-ahead log, which holds
    /// what was deleted. False if that has to be tried again.
    pub(in crate::store::sql) async fn clear_log(&self) -> bool {
        let cleared = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)");
        match cleared.fetch_one(&self.writing()).await {
            Ok(0_i64) => true,
            Ok(_) => {
                tracing::debug!("the write-ahead log is in use; it is emptied later");
                false
            }
            Err(error) => {
                tracing::warn!(%error, "cannot empty the write-ahead log; trying again");
                false
            }
        }
    }

    /// Vacuums the database if anybody has had their data deleted since the last time, and it has at
    /// most so many bytes: SQLite may have left parts of what was deleted in gaps of its pages.
    pub(in crate::store::sql) async fn vacuum_if_wanted(&self, most: i64) {
        if let Err(error) = self.try_vacuum(most).await {
            tracing::warn!(%error, "cannot vacuum the database; trying again tomorrow");
        }
    }

    async fn try_vacuum(&self, most: i64) -> Result<(), StoreError> {
        let mut connection = self.writing().acquire().await?;
        let (is_wanted, size) = wants_vacuum(&mut connection).await?;
        if !is_wanted || size > most {
            return Ok(());
        }
        sqlx::query("VACUUM").execute(&mut *connection).await?;
        sqlx::query(VACUUMED).execute(&mut *connection).await?;
        drop(connection);
        self.clear_log().await;
        Ok(())
    }

    /// Copies the whole database into another file.
    async fn copy(&self, file: &DatabaseFile) -> Result<PathBuf, StoreError> {
        let copy = file.create_copy_file()?;
        let name = copy
            .to_str()
            .ok_or_else(|| StoreError::Unfit(format!("the path {}", copy.display())))?;
        sqlx::query("VACUUM INTO $1")
            .bind(name)
            .execute(&self.writing())
            .await?;
        Ok(copy)
    }

    /// Leaves the name to the file that replaced ours, which may be what the operator wants.
    async fn give_up(&self, file: &DatabaseFile, copy: &Path) -> Result<StoreError, StoreError> {
        let suffix = format!(".{}", Timestamp::now().as_second());
        let kept = file.keep_aside(copy, &suffix)?;
        self.connections().close().await;
        // SQLite would take them for the other file's, and corrupt it.
        file.remove_side_files()?;
        let error = StoreError::Replaced(self.location.to_string(), Some(kept));
        self.lost.send_replace(Some(error.clone()));
        Ok(error)
    }

    /// Sets for a connection that writes what SQLite keeps neither in the file nor for connections that
    /// come later.
    pub(in crate::store::sql) async fn set_up(
        connection: &mut AnyConnection,
    ) -> Result<(), sqlx::Error> {
        // A reply that was sent must survive a power cut. What people have deleted is overwritten.
        let set_up = connection.execute("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON");
        set_up.await.map(drop)
    }

    /// Returns once the database is lost for good, with the reason.
    pub(in crate::store::sql) async fn lost(&self) -> StoreError {
        let mut lost = self.lost.subscribe();
        match lost.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(error)) => error.clone(),
            _ => StoreError::Closed,
        }
    }

    /// Closes the database. Another process can open it then.
    pub(in crate::store::sql) async fn close(&self) {
        self.connections().close().await;
        *lock(&self.held) = None;
    }
}

/// Claims the file at a canonical path for this process.
pub(super) fn claim(location: &DatabaseLocation, path: &Path) -> Result<Claim, StoreError> {
    Claim::take(path).map_err(|refused| match refused {
        TryLockError::WouldBlock => StoreError::Locked(location.to_string()),
        TryLockError::Error(cause) => error::opening(location, cause.into()),
    })
}

/// Connects to the database, migrates it, and writes a probe, so that a database that cannot be
/// written is refused now and not at the first command.
async fn connect(
    location: &DatabaseLocation,
    file: Option<&DatabaseFile>,
) -> Result<Connections, StoreError> {
    let refused = |cause| error::opening(location, cause);
    let options = match file {
        // The file exists: SQLite must not create one in place of a file that has gone.
        Some(file) => address::options(file.path(), Mode::Write)?,
        None => address::in_memory()?,
    };
    let pool = || {
        // A database in memory lives as long as its one connection.
        AnyPoolOptions::new()
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
    };
    let writing = pool()
        .max_connections(1)
        .connect_with(options.clone())
        .await
        .map_err(refused)?;
    // The file keeps this.
    sqlx::query("PRAGMA journal_mode = WAL")
        .execute(&writing)
        .await
        .map_err(refused)?;
    let mut connection = writing.acquire().await.map_err(refused)?;
    SqliteDatabase::set_up(&mut connection)
        .await
        .map_err(refused)?;
    drop(connection);
    migrator()
        .run(&writing)
        .await
        .map_err(|cause| migrating(location, cause, error::opening))?;
    sqlx::query(PROBE)
        .execute(&writing)
        .await
        .map_err(refused)?;
    let readers = match file {
        Some(_) => pool()
            .max_connections(READERS)
            .connect_with(options)
            .await
            .map_err(refused)?,
        None => writing.clone(),
    };
    // The first read opens the write-ahead log, which stays readable even if its file is deleted.
    sqlx::query("SELECT 1 FROM tables LIMIT 1")
        .execute(&readers)
        .await
        .map_err(refused)?;
    Ok(Connections { readers, writing })
}

/// Whether the database is to be vacuumed, and its size in bytes. The number that SQLite keeps for its
/// users says so: migrations have a table of their own.
async fn wants_vacuum(db: &mut AnyConnection) -> Result<(bool, i64), StoreError> {
    let wants: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *db)
        .await?;
    let size = sqlx::query_scalar(
        "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    );
    Ok((wants != 0, size.fetch_one(db).await?))
}
