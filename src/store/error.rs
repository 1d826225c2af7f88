//! Why the store could not do what it was asked.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use sqlx::migrate::MigrateError;
use thiserror::Error;

use super::Place;
use crate::session::TableKey;

/// Why the store could not do what it was asked.
#[derive(Debug, Clone, Error)]
pub enum StoreError {
    /// The file cannot be opened or made.
    #[error("cannot open the database {0}: {1}")]
    Unreachable(Place, Arc<sqlx::Error>),
    /// Another program holds the database.
    #[error("the database {0} is in use by another program; stop that one first")]
    Locked(Place),
    /// The file can be read, but not written.
    #[error("the database {0} cannot be written: {1}")]
    Unwritable(Place, Arc<sqlx::Error>),
    /// The file was deleted, or one that belongs to it.
    #[error("the database {0} was deleted while in use; it is put back as soon as possible")]
    Gone(Place),
    /// Another file was put where the database was. What had been written is kept.
    #[error("another file was put in place of the database {0} while in use{kept}", kept = kept(.1.as_ref()))]
    Replaced(Place, Option<PathBuf>),
    /// The file is something else.
    #[error("{0} is not a database of this program")]
    NotOurs(Place),
    /// A newer program has changed the layout.
    #[error(
        "the database {0} was written by a newer version of this program (its layout has step \
         {1}); use that version, or another database"
    )]
    Newer(Place, i64),
    /// What is stored cannot be understood.
    #[error("what is stored of the table {table} is damaged: {reason}")]
    Damaged {
        /// The table.
        table: TableKey,
        /// What is wrong.
        reason: String,
    },
    /// A reply of the outbox cannot be understood.
    #[error("the reply {0} of the outbox is damaged: {1}")]
    DamagedReply(i64, String),
    /// Other writers were quicker again and again.
    #[error("the table {0} is being changed by another program all the time")]
    Busy(TableKey),
    /// What was to be written does not fit a database.
    #[error("this cannot be stored: {0}")]
    Unfit(String),
    /// The store was closed.
    #[error("the database is closed")]
    Closed,
    /// The database failed.
    #[error("the database failed: {0}")]
    Failed(Arc<sqlx::Error>),
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

/// SQLite's primary result codes: <https://sqlite.org/rescode.html>.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READ_ONLY: i32 = 8;
const INPUT_OUTPUT: i32 = 10;
const FULL: i32 = 13;
const TOO_BIG: i32 = 18;
const CONSTRAINT: i32 = 19;
const MISMATCH: i32 = 20;
const NOT_A_DATABASE: i32 = 26;

/// SQLite's primary result code, which is the lowest byte of the extended one.
fn code(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

impl StoreError {
    /// What it means that a database cannot be opened.
    pub(super) fn opening(place: &Place, error: sqlx::Error) -> Self {
        match code(&error) {
            Some(BUSY | LOCKED) => Self::Locked(place.clone()),
            Some(NOT_A_DATABASE) => Self::NotOurs(place.clone()),
            Some(READ_ONLY | INPUT_OUTPUT | FULL) => {
                Self::Unwritable(place.clone(), Arc::new(error))
            }
            _ => Self::Unreachable(place.clone(), Arc::new(error)),
        }
    }

    /// What it means that a database cannot be brought up to date.
    pub(super) fn migrating(place: &Place, error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(step) | MigrateError::VersionTooNew(step, _) => {
                Self::Newer(place.clone(), step)
            }
            MigrateError::VersionMismatch(_) => Self::NotOurs(place.clone()),
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                Self::opening(place, error)
            }
            other => Self::opening(place, sqlx::Error::Migrate(Box::new(other))),
        }
    }
}

impl StoreError {
    /// Whether it lies in the database, and not in what was to be written: nothing else can be
    /// written either.
    pub(super) fn is_of_the_database(&self) -> bool {
        match self {
            Self::Failed(error) => {
                !matches!(code(error), Some(TOO_BIG | CONSTRAINT | MISMATCH))
                    && !matches!(**error, sqlx::Error::ColumnDecode { .. })
            }
            Self::Unfit(_) | Self::Damaged { .. } | Self::DamagedReply(..) | Self::Busy(_) => false,
            _ => true,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // For the moment while it is opened anew, or for good.
            sqlx::Error::PoolClosed => Self::Closed,
            error => Self::Failed(Arc::new(error)),
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        sqlx::Error::from(error).into()
    }
}
