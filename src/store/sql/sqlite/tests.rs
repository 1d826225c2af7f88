//! Tests of SQLite databases: how they are opened, inspected and put back.

mod inspect;
mod opening;
mod preflight;
mod restore;

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

use super::migrations::migrator;
use super::*;
use crate::session::{Phrase, Reply, TableKey};
use crate::store::sql::tests::{change, file, placed, started, table};
use crate::store::sql::{DatabaseLocation, SqlStore};
use crate::store::{Committed, Store, StoreError, WaitingTable};

/// All files of a database.
const FILES: [&str; 3] = ["tables.db", "tables.db-wal", "tables.db-shm"];

pub(super) fn remove(folder: &Path, names: &[&str]) {
    for name in names {
        std::fs::remove_file(folder.join(name)).unwrap();
    }
}
