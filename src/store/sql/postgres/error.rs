//! PostgreSQL's errors as the store's.

use std::io;
use std::sync::Arc;

use sqlx::postgres::PgDatabaseError;

use crate::store::sql::DatabaseLocation;
use crate::store::{DatabaseError, StoreError};

/// The class of an error: the first two characters of its code.
/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>
fn class(error: &sqlx::Error) -> Option<&str> {
    code(error)?.get(..2)
}

fn code(error: &sqlx::Error) -> Option<&str> {
    let error: &PgDatabaseError = error.as_database_error()?.try_downcast_ref()?;
    Some(error.code())
}

/// An error on opening a database.
pub(super) fn opening(location: &DatabaseLocation, error: sqlx::Error) -> StoreError {
    let name = location.to_string();
    let class = class(&error).map(str::to_owned);
    // Without the line of the server's source code.
    let cause: DatabaseError = match error.as_database_error() {
        Some(told) => Arc::new(io::Error::other(told.message().to_owned())),
        None => Arc::new(error),
    };
    match class.as_deref() {
        // Read-only transactions, missing privileges, a full disk.
        Some("25" | "42" | "53") => StoreError::Unwritable(name, cause),
        _ => StoreError::Unreachable(name, cause),
    }
}

/// Whether the server refused the data: their form, a constraint, or a limit.
pub(in crate::store::sql) fn is_of_the_data(error: &sqlx::Error) -> bool {
    matches!(class(error), Some("22" | "23" | "54"))
}

/// Whether the server rolled a transaction back: serialization failure, or deadlock.
pub(in crate::store::sql) fn is_conflict(error: &sqlx::Error) -> bool {
    matches!(code(error), Some("40001" | "40P01"))
}
