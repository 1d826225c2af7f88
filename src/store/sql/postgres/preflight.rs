//! Finds out whether a server's database could be opened, without changing it.

use std::io;
use std::sync::Arc;

use sqlx::{AnyConnection, ConnectOptions, Connection};
use tokio::time::timeout;

use super::address::Address;
use super::database::{CLAIM, PATIENCE, PROBE, check_version, is_held};
use super::error;
use super::migrations::NEWEST;
use crate::store::StoreError;
use crate::store::sql::DatabaseLocation;
use crate::store::sql::preflight::{DamageCheck, Preflight};

/// Whether a database could be opened and written.
pub(in crate::store::sql) async fn preflight(
    location: &DatabaseLocation,
    address: &Address,
) -> Result<Preflight, StoreError> {
    let refused = |cause| error::opening(location, cause);
    let options = address.options().map_err(refused)?;
    let connected = timeout(PATIENCE, options.connect()).await;
    let connected =
        connected.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()));
    let mut connection = connected.map_err(refused)?;
    let found = look(location, &mut connection).await;
    connection.close().await.map_err(refused)?;
    found
}

async fn look(
    location: &DatabaseLocation,
    db: &mut AnyConnection,
) -> Result<Preflight, StoreError> {
    let refused = |cause| error::opening(location, cause);
    check_version(location, db).await?;
    let has_tables = sqlx::query_scalar(
        "SELECT CAST(count(*) AS bigint) FROM pg_class WHERE oid = to_regclass('_sqlx_migrations')",
    );
    let has_tables: i64 = has_tables.fetch_one(&mut *db).await.map_err(refused)?;
    if has_tables == 0 {
        return match may_create(db).await.map_err(refused)? {
            true => Ok(Preflight::Empty),
            false => Err(StoreError::Unwritable(
                location.to_string(),
                Arc::new(io::Error::other("its user may not create tables")),
            )),
        };
    }
    let newest = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations");
    let newest: i64 = newest.fetch_one(&mut *db).await.map_err(refused)?;
    if newest > NEWEST {
        return Err(StoreError::Newer(location.to_string(), newest));
    }
    if is_held(db, CLAIM).await.map_err(refused)? {
        return Ok(Preflight::InUse);
    }
    sqlx::query(PROBE).execute(db).await.map_err(refused)?;
    Ok(Preflight::Present {
        schema: newest,
        damage: DamageCheck::LeftToServer,
    })
}

/// Whether tables can be created: the server is none that only repeats another's changes, and the
/// user has the right.
async fn may_create(db: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let may = sqlx::query_scalar(
        "SELECT CASE WHEN current_setting('transaction_read_only') = 'off'
             AND has_schema_privilege(current_schema(), 'CREATE') THEN 1 ELSE 0 END",
    );
    let may: i64 = may.fetch_one(db).await?;
    Ok(may != 0)
}
