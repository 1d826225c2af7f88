//! Where a SQLite database is.

use std::fmt;
use std::path::PathBuf;

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseLocation {
    /// In this file, which is created if it does not exist.
    File(PathBuf),
    /// In memory, until the store is closed.
    Memory,
}

impl fmt::Display for DatabaseLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Memory => f.write_str("memory"),
        }
    }
}
