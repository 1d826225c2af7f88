//! Why the store could not do what it was asked.

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

/// SQLite's primary result codes: <https://sqlite.org/rescode.html>.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
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

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(Arc::new(error))
    }
}
