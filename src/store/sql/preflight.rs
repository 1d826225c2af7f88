//! Finds out whether a database could be opened, without changing it.

use std::time::Duration;

use super::{DatabaseLocation, postgres, sqlite};
use crate::store::StoreError;

/// The state of a database that could be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preflight {
    /// It does not exist, and can be created.
    Absent,
    /// It exists, and has no tables yet.
    Empty,
    /// It is there.
    Present {
        /// The number of its newest migration.
        schema: i64,
        /// Whether it was checked for damage.
        damage: DamageCheck,
    },
    /// Another process uses it, so it was not looked at.
    InUse,
}

/// Whether a database was checked for damage. None was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DamageCheck {
    /// All of it was.
    Done,
    /// There was no time for all of it.
    TooLong,
    /// Its server looks after its files.
    LeftToServer,
}

/// Whether a database could be opened and written. It is neither created nor brought up to date.
/// The check for damage takes no longer than the limit.
///
/// # Errors
///
/// Why it could not.
pub(crate) async fn preflight(
    location: &DatabaseLocation,
    limit: Duration,
) -> Result<Preflight, StoreError> {
    match location {
        DatabaseLocation::File(path) => sqlite::preflight(path, limit).await,
        DatabaseLocation::Memory => Ok(Preflight::Absent),
        DatabaseLocation::Postgres(address) => postgres::preflight(location, address).await,
    }
}
