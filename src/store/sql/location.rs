//! Where a database is.

use std::fmt;
use std::path::PathBuf;

use super::postgres::Address;

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseLocation {
    /// SQLite, in this file, which is created if it does not exist.
    File(PathBuf),
    /// SQLite, in memory, until the store is closed.
    Memory,
    /// A database of a PostgreSQL server.
    Postgres(Address),
}

impl fmt::Display for DatabaseLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Memory => f.write_str("memory"),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}
