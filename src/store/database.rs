//! The open database: its connections, and whether they still lead to the file that has its name.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use jiff::Timestamp;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::watch;

use super::claim::Claim;
use super::file::{DatabaseFile, Loss, resolve};
use super::{Place, StoreError};
use crate::lock::lock;

/// Every step of the database's layout, oldest first.
pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("assets/migrations");

/// How long another program may hold the database before we give up. A backup tool's copy of a
/// small database takes well under this.
const PATIENCE: Duration = Duration::from_secs(5);

/// Readers beside the writer. Reading happens when a table wakes up and before a delivery; more
/// connections than this have never been busy at once on a small machine.
const READERS: u32 = 3;

/// The smallest thing that can be written and changes nothing: the number by which other programs
/// tell whose database it is.
pub(super) const WRITE: &str = "PRAGMA application_id = 1498305352"; // «YNSH»

/// The open database.
#[derive(Debug)]
pub(super) struct Database {
    place: Place,
    connections: RwLock<Connections>,
    /// Nothing for a database in memory.
    file: Mutex<Option<Held>>,
    /// Why the database cannot be used any more, once that is so.
    lost: watch::Sender<Option<StoreError>>,
}

/// The file, and the claim to it.
#[derive(Debug)]
struct Held {
    file: DatabaseFile,
    claim: Claim,
}

#[derive(Debug, Clone)]
struct Connections {
    readers: SqlitePool,
    writing: SqlitePool,
}

impl Connections {
    async fn close(self) {
        self.readers.close().await;
        self.writing.close().await;
    }
}

impl Database {
    /// Opens the database, makes it if it is not there, and brings its layout up to date.
    pub(super) async fn open(place: &Place) -> Result<Self, StoreError> {
        let held = match place {
            Place::File(path) => {
                let refused = |error: io::Error| StoreError::opening(place, error.into());
                let path = resolve(path).map_err(refused)?;
                let claim = claim(place, &path)?;
                let file = DatabaseFile::new(path).map_err(refused)?;
                Some(Held { file, claim })
            }
            Place::Memory => None,
        };
        let connections = connect(place, held.as_ref().map(|held| &held.file)).await?;
        let database = Self {
            place: place.clone(),
            connections: RwLock::new(connections),
            file: Mutex::new(held),
            lost: watch::Sender::new(None),
        };
        if let Some(held) = &mut *lock(&database.file) {
            held.file.note_side_files();
        }
        Ok(database)
    }

    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    fn connections(&self) -> Connections {
        let connections = self.connections.read();
        connections.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn readers(&self) -> SqlitePool {
        self.connections().readers
    }

    pub(super) fn writing(&self) -> SqlitePool {
        self.connections().writing
    }

    /// Whether whatever is written goes into the file that has the database's name.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        if let Some(error) = &*self.lost.borrow() {
            return Err(error.clone());
        }
        let held = lock(&self.file);
        match held.as_ref().and_then(|held| held.file.loss()) {
            None => Ok(()),
            Some(Loss::Gone | Loss::Side) => Err(StoreError::Gone(self.place.clone())),
            Some(Loss::Replaced) => Err(StoreError::Replaced(self.place.clone(), None)),
        }
    }

    /// Does what can be done once a check has failed: brings what was written to where it is found
    /// by its name, and opens that. Each step can be taken again if a later one fails.
    pub(super) async fn mend(&self) -> Result<(), StoreError> {
        if let Some(error) = &*self.lost.borrow() {
            return Err(error.clone());
        }
        let held = lock(&self.file).as_ref().map(|held| held.file.clone());
        let Some(file) = held else {
            return Ok(());
        };
        if !self.writing().is_closed() {
            match file.loss() {
                None => return Ok(()),
                Some(Loss::Gone) => {
                    let copy = self.copy(&file).await?;
                    file.keep_for_return(&copy)?;
                }
                Some(Loss::Side) => {
                    // What the lost file holds goes to where it is found without it.
                    let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
                    checkpoint.execute(&self.writing()).await?;
                }
                Some(Loss::Replaced) => {
                    let copy = self.copy(&file).await?;
                    return Err(self.give_up(&file, &copy).await?);
                }
            }
            self.connections().close().await;
        }
        if file.restored().try_exists()? && file.path().try_exists()? {
            return Err(self.give_up(&file, &file.restored()).await?);
        }
        let mut file = file.again()?;
        let stands = lock(&self.file)
            .as_ref()
            .is_some_and(|held| held.claim.stands());
        let claim = if stands {
            None
        } else {
            Some(claim(&self.place, file.path())?)
        };
        let connections = connect(&self.place, Some(&file)).await?;
        file.note_side_files();
        if let Some(held) = &mut *lock(&self.file) {
            held.file = file;
            if let Some(claim) = claim {
                held.claim = claim;
            }
        }
        let mut current = self
            .connections
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *current = connections;
        Ok(())
    }

    /// Writes all that is in the database into another file.
    async fn copy(&self, file: &DatabaseFile) -> Result<PathBuf, StoreError> {
        let copy = file.place_for_copy()?;
        let name = copy
            .to_str()
            .ok_or_else(|| StoreError::Unfit(format!("the path {}", copy.display())))?;
        sqlx::query("VACUUM INTO ?1")
            .bind(name)
            .execute(&self.writing())
            .await?;
        Ok(copy)
    }

    /// Leaves the name to whoever has put another file there: they may have wanted it.
    async fn give_up(&self, file: &DatabaseFile, copy: &Path) -> Result<StoreError, StoreError> {
        let behind = format!(".{}", Timestamp::now().as_second());
        let kept = file.keep_aside(copy, &behind)?;
        self.connections().close().await;
        // They would be taken for the other file's, and spoil it.
        file.remove_side_files()?;
        let error = StoreError::Replaced(self.place.clone(), Some(kept));
        self.lost.send_replace(Some(error.clone()));
        Ok(error)
    }

    /// Returns once the database cannot be used any more, with the reason.
    pub(super) async fn lost(&self) -> StoreError {
        let mut lost = self.lost.subscribe();
        match lost.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(error)) => error.clone(),
            _ => StoreError::Closed,
        }
    }

    /// Closes it, for another process to open.
    pub(super) async fn close(&self) {
        self.connections().close().await;
        *lock(&self.file) = None;
    }
}

/// Claims the file at a canonical path for this process.
fn claim(place: &Place, path: &Path) -> Result<Claim, StoreError> {
    Claim::take(path).map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::Locked(place.clone()),
        TryLockError::Error(error) => StoreError::opening(place, error.into()),
    })
}

/// Connects to the database, sees to its layout, and writes something: what stands against that is
/// to be said now, not at the first command.
async fn connect(place: &Place, file: Option<&DatabaseFile>) -> Result<Connections, StoreError> {
    let refused = |error| StoreError::opening(place, error);
    let options = match file {
        // The file is there: it is never made in place of one that has gone.
        Some(file) => SqliteConnectOptions::new()
            .filename(file.path())
            .journal_mode(SqliteJournalMode::Wal),
        None => SqliteConnectOptions::new().in_memory(true),
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
    sqlx::query(WRITE)
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
    Ok(Connections { readers, writing })
}
