//! SQLite's errors as the store's.

use std::sync::Arc;

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

use crate::store::StoreError;
use crate::store::sql::DatabaseLocation;

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
    let error = error.as_database_error()?;
    let error: &SqliteError = error.try_downcast_ref()?;
    let code: i32 = error.code()?.parse().ok()?;
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

/// Whether SQLite refused the data.
pub(in crate::store::sql) fn is_of_the_data(error: &sqlx::Error) -> bool {
    matches!(code(error), Some(TOO_BIG | CONSTRAINT | MISMATCH))
}
