//! SQLite's errors as the store's.

use std::io;
use std::sync::Arc;

use sqlx::migrate::MigrateError;

use super::location::DatabaseLocation;
use crate::store::StoreError;

/// SQLite's primary result codes: <https://sqlite.org/rescode.html>.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READ_ONLY: i32 = 8;
const INPUT_OUTPUT: i32 = 10;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const TOO_BIG: i32 = 18;
const CONSTRAINT: i32 = 19;
const MISMATCH: i32 = 20;
const NOT_A_DATABASE: i32 = 26;

/// SQLite's primary result code: the lowest byte of the extended one.
fn code(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// An error on opening a database.
pub(super) fn opening(location: &DatabaseLocation, error: sqlx::Error) -> StoreError {
    let name = location.to_string();
    match code(&error) {
        Some(BUSY | LOCKED) => StoreError::Locked(name),
        Some(NOT_A_DATABASE) => StoreError::NotOurs(name),
        Some(CORRUPT) => StoreError::Corrupt(name),
        Some(READ_ONLY | INPUT_OUTPUT | FULL) => StoreError::Unwritable(name, Arc::new(error)),
        _ => StoreError::Unreachable(name, Arc::new(error)),
    }
}

/// An error on migrating a database.
pub(super) fn migrating(location: &DatabaseLocation, error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(version) | MigrateError::VersionTooNew(version, _) => {
            StoreError::Newer(location.to_string(), version)
        }
        MigrateError::VersionMismatch(_) => StoreError::NotOurs(location.to_string()),
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            opening(location, error)
        }
        other => opening(location, sqlx::Error::Migrate(Box::new(other))),
    }
}

/// Whether the database failed, rather than refused the data: other writes would fail too.
pub(super) fn is_of_the_database(error: &StoreError) -> bool {
    match error {
        StoreError::Failed(cause) => match cause.downcast_ref::<sqlx::Error>() {
            Some(error) => {
                !matches!(code(error), Some(TOO_BIG | CONSTRAINT | MISMATCH))
                    && !matches!(error, sqlx::Error::ColumnDecode { .. })
            }
            None => true,
        },
        StoreError::Unfit(_)
        | StoreError::Stale
        | StoreError::Damaged { .. }
        | StoreError::DamagedReply(..)
        | StoreError::Busy(_) => false,
        _ => true,
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // While it is reopened, or for good.
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
