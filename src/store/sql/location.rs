//! Where a database is.

use std::fmt;
use std::path::PathBuf;

use super::postgres::{Address, NoAddress};

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

impl DatabaseLocation {
    /// Reads what an operator writes: a path, `:memory:`, or the address of a database of a PostgreSQL
    /// server.
    ///
    /// # Errors
    ///
    /// It begins like an address, and is none.
    pub fn read(text: PathBuf) -> Result<Self, NoAddress> {
        match text.to_str() {
            Some(address) if Address::is_meant(address) => address.parse().map(Self::Postgres),
            Some(":memory:") => Ok(Self::Memory),
            _ => Ok(Self::File(text)),
        }
    }
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
