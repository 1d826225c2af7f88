//! One process at a time uses a database: a lock of the operating system, which ends with the
//! process.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::file::{Identity, beside, private};

/// This process's exclusive claim to a database, until it is dropped.
///
/// The lock is on a file beside the database: closing the database file itself anywhere in the
/// process would release SQLite's own locks. The lock file is never deleted, since another process
/// may be about to lock it.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    file: File,
}

impl Claim {
    /// Claims the database at this canonical path: all names of one file must share one lock.
    /// The error is [`TryLockError::WouldBlock`] if another process has claimed it.
    pub(super) fn take(database: &Path) -> Result<Self, TryLockError> {
        let path = beside(database, ".lock");
        let file = private(OpenOptions::new().write(true).create(true))
            .open(&path)
            .map_err(TryLockError::Error)?;
        match file.try_lock() {
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                tracing::warn!(
                    path = %path.display(),
                    "this file system has no locks: make sure that only one process uses the database"
                );
            }
            locked => locked?,
        }
        Ok(Self { path, file })
    }

    /// Whether another process has claimed the database at this canonical path. Claims nothing.
    pub(super) fn is_taken(database: &Path) -> io::Result<bool> {
        match File::open(beside(database, ".lock")) {
            Ok(file) => Ok(matches!(file.try_lock(), Err(TryLockError::WouldBlock))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Whether the lock file is still where another process would look for it.
    pub(super) fn is_valid(&self) -> bool {
        let locked = self.file.metadata().map(|locked| Identity::new(&locked));
        locked.is_ok_and(|locked| Identity::of(&self.path).ok().flatten() == Some(locked))
    }
}

impl Drop for Claim {
    /// Unlocks: closing alone would leave the lock to a child process that is about to start.
    fn drop(&mut self) {
        // If that fails, closing does it.
        let _ = self.file.unlock();
    }
}
