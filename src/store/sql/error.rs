//! The database's errors as the store's.

use std::io;
use std::sync::Arc;

use sqlx::migrate::MigrateError;

use super::{DatabaseLocation, postgres, sqlite};
use crate::store::StoreError;

/// An error on migrating a database. `opening` says what one of the database itself means.
pub(super) fn migrating(
    location: &DatabaseLocation,
    error: MigrateError,
    opening: fn(&DatabaseLocation, sqlx::Error) -> StoreError,
) -> StoreError {
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
            Some(sqlx::Error::ColumnDecode { .. }) => false,
            Some(error) => !is_of_the_data(error) && !postgres::is_conflict(error),
            None => true,
        },
        StoreError::Unfit(_)
        | StoreError::Stale
        | StoreError::Damaged { .. }
        | StoreError::DamagedReply(..)
        | StoreError::Busy(_)
        | StoreError::Fenced
        | StoreError::NotOwner(_) => false,
        _ => true,
    }
}

/// Whether the database rolled a transaction back because of a conflict: it can be retried.
pub(super) fn is_conflict(error: &StoreError) -> bool {
    match error {
        StoreError::Failed(cause) => cause.downcast_ref().is_some_and(postgres::is_conflict),
        _ => false,
    }
}

/// Whether the database refused the data.
fn is_of_the_data(error: &sqlx::Error) -> bool {
    sqlite::is_of_the_data(error) || postgres::is_of_the_data(error)
}

/// An error on writing: what the database refused once it would refuse again.
pub(super) fn writing(error: StoreError) -> StoreError {
    match &error {
        StoreError::Failed(cause) => match cause.downcast_ref() {
            Some(refused) if is_of_the_data(refused) => StoreError::Unfit(refused.to_string()),
            _ => error,
        },
        _ => error,
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
