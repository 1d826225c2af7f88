//! Why a backup was not made, is not accepted, or was not put back.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::store::StoreError;

/// Why a backup was not made, is not accepted, or was not put back.
#[derive(Debug, Error)]
pub enum BackupError {
    /// There is no database.
    #[error("there is no database {}: nothing to back up", .0.display())]
    NoDatabase(PathBuf),
    /// The database is on a server.
    #[error(
        "the database {0} is on a server: back it up with pg_dump, put it back with pg_restore"
    )]
    OnServer(String),
    /// The database is in memory.
    #[error("a database in memory is gone when the program ends: there is nothing to back up")]
    InMemory,
    /// A file or a folder cannot be read or written.
    #[error("{}: {reason}", path.display())]
    Files {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A database cannot be read, or is used by a bot.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder is no backup, or one that is not whole.
    #[error("{} is no whole backup: {reason}", path.display())]
    NotWhole {
        /// The folder.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A newer version of this program has made the backup.
    #[error(
        "{} was made by a newer version of this program ({version}, format {format}): use that \
         version",
        path.display()
    )]
    Newer {
        /// The folder.
        path: PathBuf,
        /// The program's version.
        version: String,
        /// The format of the backup.
        format: u64,
    },
    /// A check found something wrong: nothing is put back.
    #[error("{} is damaged; nothing was changed: take another backup", .0.display())]
    Damaged(PathBuf),
    /// A database is there already.
    #[error(
        "there is a database {}; nothing was changed: with --replace it is kept aside under another \
         name, and the backup takes its place",
        .0.display()
    )]
    Occupied(PathBuf),
}

/// Adds the path to an error.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> BackupError {
    move |reason| BackupError::Files {
        path: path.to_owned(),
        reason,
    }
}
