//! Backups: a snapshot of the database and of the Matrix store, made beside a running bot.
//!
//! - `manifest`: what a backup consists of, with its checksums
//! - `folder`: the folder that holds backups: their names, and which are old
//! - `make`: makes one; `verify`: checks one; `restore`: puts one back
//! - `schedule`: makes them regularly while the bot runs

mod error;
mod folder;
mod make;
mod manifest;
mod restore;
mod schedule;
mod verify;

use std::path::PathBuf;

pub use error::BackupError;
pub use make::{Made, make};
pub use restore::{MatrixStore, Replace, Restored, restore};
pub(crate) use schedule::run;
pub use verify::{Finding, verify};

use crate::config::Config;
use crate::store::DatabaseLocation;

/// What is backed up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Originals {
    /// The database of the chat platforms.
    pub database: PathBuf,
    /// The folder of the Matrix store, if there is one.
    pub matrix: Option<PathBuf>,
}

impl Originals {
    /// What a configuration names.
    ///
    /// # Errors
    ///
    /// The database is on a server, which has backups of its own, or in memory.
    pub fn new(config: &Config) -> Result<Self, BackupError> {
        let database = match &config.database {
            DatabaseLocation::File(path) => path.clone(),
            DatabaseLocation::Memory => return Err(BackupError::InMemory),
            server @ DatabaseLocation::Postgres(_) => {
                return Err(BackupError::OnServer(server.to_string()));
            }
        };
        Ok(Self {
            database,
            matrix: config.matrix.as_ref().map(|matrix| matrix.store.clone()),
        })
    }
}
