//! Why the store failed.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use crate::session::TableKey;

/// The database library's own error.
pub type DatabaseError = Arc<dyn Error + Send + Sync>;

/// Why the store failed. Databases are named as the operator configured them.
#[derive(Debug, Clone, Error)]
pub enum StoreError {
    /// The database cannot be opened or created.
    #[error("cannot open the database {0}: {1}")]
    Unreachable(String, DatabaseError),
    /// Another process uses the database.
    #[error("the database {0} is in use by another program; stop that one first")]
    Locked(String),
    /// The database is readable but not writable.
    #[error("the database {0} cannot be written: {1}")]
    Unwritable(String, DatabaseError),
    /// The database file was deleted, or one that belongs to it.
    #[error("the database {0} was deleted while in use; it is put back as soon as possible")]
    Gone(String),
    /// Another file took the database's place. What had been written is kept at the path, if given.
    #[error("another file was put in place of the database {0} while in use{kept}", kept = kept(.1.as_ref()))]
    Replaced(String, Option<PathBuf>),
    /// The file belongs to something else.
    #[error("{0} is not a database of this program: name another file")]
    NotOurs(String),
    /// The database is damaged.
    #[error(
        "the database {0} is damaged: put a backup in its place (`ringleader restore --replace`), \
         or save what can be read (`sqlite3 {0} .recover`)"
    )]
    Corrupt(String),
    /// A newer version of this program has changed the schema.
    #[error(
        "the database {0} was written by a newer version of this program (schema version {1}); \
         use that version, or put back a backup from before (of a file: `ringleader restore --replace`)"
    )]
    Newer(String, i64),
    /// The database's server is too old. Its main version.
    #[error("the server of the database {0} is PostgreSQL {1}; version 15 or later is needed")]
    Outdated(String, i64),
    /// A stored log cannot be read.
    #[error("the stored data of the table {table} are damaged: {reason}")]
    Damaged {
        /// The table.
        table: TableKey,
        /// What is wrong.
        reason: String,
    },
    /// A stored reply cannot be read.
    #[error("the reply {0} of the outbox is damaged: {1}")]
    DamagedReply(i64, String),
    /// Other writers were faster, again and again.
    #[error("the table {0} is being changed by another program all the time")]
    Busy(TableKey),
    /// A person has had their data deleted meanwhile: what was read has to be read again.
    #[error("a person has had their data deleted meanwhile")]
    Stale,
    /// Another process has declared this one dead, as it was not heard of for too long.
    #[error("this process was not heard of for too long, and others have taken its tables over")]
    Fenced,
    /// The table belongs to another process.
    #[error("the table {0} belongs to another process")]
    NotOwner(TableKey),
    /// The data are too large, or of a form that cannot be stored.
    #[error("this cannot be stored: {0}")]
    Unfit(String),
    /// The store was closed.
    #[error("the database is closed")]
    Closed,
    /// The database failed.
    #[error("the database failed: {0}")]
    Failed(DatabaseError),
}

fn kept(path: Option<&PathBuf>) -> String {
    path.map(|path| {
        format!(
            "; what had been written is in {}: put that back, or start again with the other",
            path.display()
        )
    })
    .unwrap_or_default()
}
