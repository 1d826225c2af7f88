//! Copies of SQLite databases that a running program may be writing.

use std::fs::File;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use super::database::BUSY_TIMEOUT;
use super::error;
use super::file::create;
use crate::store::StoreError;
use crate::store::sql::DatabaseLocation;

/// Connects to a database for reading alone. Whoever writes it is not held up.
pub(super) async fn connect(path: &Path) -> Result<SqliteConnection, StoreError> {
    options(path).connect().await.map_err(refused(path))
}

pub(super) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .busy_timeout(BUSY_TIMEOUT)
        // A large database takes its time; that is nothing to report.
        .disable_statement_logging()
}

pub(super) fn refused(path: &Path) -> impl Fn(sqlx::Error) -> StoreError {
    let location = DatabaseLocation::File(path.to_owned());
    move |cause| error::opening(&location, cause)
}

/// Copies any SQLite database, as it is at one moment, into a new file that only the owner can
/// read. The copy is on the disk when this returns. Nothing that was deleted is in it.
///
/// # Errors
///
/// The database cannot be read or is damaged, or the copy cannot be written.
pub(crate) async fn snapshot(from: &Path, to: &Path) -> Result<(), StoreError> {
    let mut connection = connect(from).await?;
    create(to)?;
    let name = to
        .to_str()
        .ok_or_else(|| StoreError::Unfit(format!("the path {}", to.display())))?;
    sqlx::query("VACUUM INTO $1")
        .bind(name)
        .execute(&mut connection)
        .await
        .map_err(refused(from))?;
    connection.close().await?;
    File::open(to)?.sync_all()?;
    Ok(())
}
