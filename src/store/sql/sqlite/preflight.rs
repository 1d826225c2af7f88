//! Finds out whether a file could be opened as a database, without changing it.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use super::claim::Claim;
use super::error;
use super::file::{WAL, beside, resolve};
use super::inspect::{integrity_of, schema_of};
use super::snapshot::{options, refused};
use crate::files::{folder_of, try_folder};
use crate::store::StoreError;
use crate::store::sql::DatabaseLocation;
use crate::store::sql::preflight::{DamageCheck, Preflight};

/// Whether a database could be opened and written. The check for damage takes no longer than the
/// limit.
pub(in crate::store::sql) async fn preflight(
    path: &Path,
    limit: Duration,
) -> Result<Preflight, StoreError> {
    let name = || path.display().to_string();
    let location = DatabaseLocation::File(path.to_owned());
    let unreachable = |cause: io::Error| error::opening(&location, cause.into());
    let unwritable = |cause: io::Error| StoreError::Unwritable(name(), Arc::new(cause));
    let file = resolve(path).map_err(unreachable)?;
    if Claim::is_taken(&file).map_err(unreachable)? {
        return Ok(Preflight::InUse);
    }
    try_folder(folder_of(&file)).map_err(unwritable)?;
    match file.metadata() {
        Ok(found) if found.is_file() => {
            let opened = OpenOptions::new().write(true).open(&file);
            opened.map_err(unwritable)?;
            // As a start that was interrupted leaves it.
            if found.len() == 0 {
                return Ok(Preflight::Absent);
            }
        }
        Ok(_) => return Err(StoreError::NotOurs(name())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Preflight::Absent),
        Err(error) => return Err(unreachable(error)),
    }
    // Even a connection for reading alone would create the files beside it.
    let is_whole = !beside(&file, WAL).try_exists().map_err(unreachable)?;
    let mut connection = options(&file)
        .immutable(is_whole)
        .connect()
        .await
        .map_err(refused(path))?;
    let schema = schema_of(&mut connection, path).await?;
    let Ok(faults) = timeout(limit, integrity_of(&mut connection)).await else {
        // The connection is still at it.
        return Ok(Preflight::Present {
            schema,
            damage: DamageCheck::TooLong,
        });
    };
    if !faults.map_err(refused(path))?.is_empty() {
        return Err(StoreError::Corrupt(name()));
    }
    connection.close().await?;
    Ok(Preflight::Present {
        schema,
        damage: DamageCheck::Done,
    })
}
