//! One process at a time uses a database: a lock of the operating system, which ends with the
//! process however that ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::file::{Identity, beside, private};

/// The claim of this process to a database, until it is dropped.
///
/// What is locked is a file beside the database: closing the database file itself anywhere in the
/// process would take SQLite's own locks away. The lock file stays when the claim ends, since
/// another process may be about to lock it.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    file: File,
}

impl Claim {
    /// Claims the database at this path, which has to be canonical: two names of one file are to
    /// meet. The error is [`TryLockError::WouldBlock`] if another process has it.
    pub(super) fn take(database: &Path) -> Result<Self, TryLockError> {
        let path = beside(database, ".lock");
        let file = private(OpenOptions::new().write(true).create(true))
            .open(&path)
            .map_err(TryLockError::Error)?;
        match file.try_lock() {
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                tracing::warn!(
                    path = %path.display(),
                    "this file system has no locks: see to it that one process alone uses the database"
                );
            }
            locked => locked?,
        }
        Ok(Self { path, file })
    }

    /// Whether the lock is still where another process would look for it.
    pub(super) fn stands(&self) -> bool {
        let known = self.file.metadata().map(|known| Identity::new(&known));
        known.is_ok_and(|known| Identity::of(&self.path).ok().flatten() == Some(known))
    }
}
