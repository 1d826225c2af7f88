//! The open database: its connections, and the claim that keeps other processes from writing it.

use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool};
use tokio::time::sleep;

use super::address::Address;
use super::error;
use super::migrations::migrator;
use crate::store::StoreError;
use crate::store::sql::DatabaseLocation;
use crate::store::sql::error::migrating;

/// The oldest version that is supported, as the server counts.
const OLDEST: i64 = 150_000;

/// Connections for reading.
const READERS: u32 = 4;

/// How long a connection is waited for: a server that was restarted is back soon, or it is told that
/// it is away.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// How often a database that is claimed is claimed again when it is opened, and the pauses between.
const CLAIMS: usize = 10;
const CLAIM_PAUSE: Duration = Duration::from_millis(100);

/// The advisory lock of the process that writes a database ("YNSH").
pub(super) const CLAIM: i64 = 0x594e_5348;

/// Fails if the user may not write, or the server is one that only repeats another's changes. Writes
/// nothing.
pub(in crate::store::sql) const PROBE: &str = "UPDATE marks SET value = value WHERE name = ''";

/// The open database.
#[derive(Debug)]
pub(in crate::store::sql) struct PostgresDatabase {
    location: DatabaseLocation,
    readers: AnyPool,
    /// One connection, whose session holds the claim.
    writing: AnyPool,
}

impl PostgresDatabase {
    /// Opens the database and migrates its schema. No other process can open it until it is closed.
    pub(in crate::store::sql) async fn open(
        location: &DatabaseLocation,
        address: &Address,
    ) -> Result<Self, StoreError> {
        let refused = |cause| error::opening(location, cause);
        let options = address.options().map_err(refused)?;
        let pool = |size| {
            // A connection may have been lost with the server since it was last used.
            AnyPoolOptions::new()
                .max_connections(size)
                .acquire_timeout(PATIENCE)
                .test_before_acquire(true)
        };
        let writing = pool(1)
            .connect_with(options.clone())
            .await
            .map_err(refused)?;
        let database = Self {
            location: location.clone(),
            readers: pool(READERS).connect_lazy_with(options),
            writing,
        };
        let opened = database.prepare().await;
        if opened.is_err() {
            database.close().await;
        }
        opened.map(|()| database)
    }

    async fn prepare(&self) -> Result<(), StoreError> {
        let refused = |cause| error::opening(&self.location, cause);
        let mut connection = self.writing.acquire().await.map_err(refused)?;
        check_version(&self.location, &mut connection).await?;
        // The server may not have noticed yet that the last process has ended.
        let mut claimed = self.claim(&mut connection).await;
        for _ in 0..CLAIMS {
            if !matches!(claimed, Err(StoreError::Locked(_))) {
                break;
            }
            sleep(CLAIM_PAUSE).await;
            claimed = self.claim(&mut connection).await;
        }
        claimed?;
        migrator()
            .run(&mut *connection)
            .await
            .map_err(|cause| migrating(&self.location, cause, error::opening))
    }

    pub(in crate::store::sql) fn readers(&self) -> AnyPool {
        self.readers.clone()
    }

    pub(in crate::store::sql) fn writing(&self) -> AnyPool {
        self.writing.clone()
    }

    /// Makes sure that this session is the one that may write. One that is new, because the server was
    /// restarted, claims the database again, unless another process was faster.
    ///
    /// A session may take its lock any number of times, and loses it when it ends. If this machine is
    /// gone without a word, the server ends it after a minute.
    pub(in crate::store::sql) async fn claim(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<(), StoreError> {
        let claim = sqlx::query_scalar(
            "SELECT CASE WHEN pg_try_advisory_lock($1)
                 AND set_config('tcp_keepalives_idle', '30', false) IS NOT NULL
                 AND set_config('tcp_keepalives_interval', '10', false) IS NOT NULL
                 AND set_config('tcp_keepalives_count', '3', false) IS NOT NULL
             THEN 1 ELSE 0 END",
        );
        match claim.bind(CLAIM).fetch_one(connection).await? {
            1_i64 => Ok(()),
            _ => Err(StoreError::Locked(self.location.to_string())),
        }
    }

    /// Closes the database. Another process can open it then.
    pub(in crate::store::sql) async fn close(&self) {
        self.readers.close().await;
        self.writing.close().await;
    }
}

/// Refuses a server that is too old.
pub(super) async fn check_version(
    location: &DatabaseLocation,
    db: &mut AnyConnection,
) -> Result<(), StoreError> {
    let version =
        sqlx::query_scalar("SELECT CAST(current_setting('server_version_num') AS bigint)");
    let version = version.fetch_one(db).await;
    let version: i64 = version.map_err(|cause| error::opening(location, cause))?;
    match version < OLDEST {
        true => Err(StoreError::Outdated(location.to_string(), version / 10_000)),
        false => Ok(()),
    }
}
