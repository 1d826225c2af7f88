//! The open database: its connections, and the claim that keeps other processes from writing it, or
//! lets only those write it that share it.

use std::cmp::Ordering;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool};
use tokio::time::sleep;

use super::address::Address;
use super::error;
use super::membership::Membership;
use super::migrations::{NEWEST, migrator};
use crate::store::sql::DatabaseLocation;
use crate::store::sql::error::migrating;
use crate::store::{ProcessOptions, StoreError};

/// The oldest version that is supported, as the server counts.
const OLDEST: i64 = 150_000;

/// Connections for reading.
const READERS: u32 = 4;

/// Connections for leases: one renews this process's, one checks those of others, one is for shards.
const LEASING: u32 = 3;

/// How long a connection is waited for: a server that was restarted is back soon, or it is told that
/// it is away.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// How often a database that is claimed is claimed again when it is opened, and the pauses between.
const CLAIMS: usize = 10;
const CLAIM_PAUSE: Duration = Duration::from_millis(100);

/// The advisory lock of the process that writes a database alone, or of all that share it ("YNSH").
pub(super) const CLAIM: i64 = 0x594e_5348;

/// The advisory lock of the process that migrates a database ("YNSM").
pub(super) const MIGRATING: i64 = 0x594e_534d;

/// Fails if the user may not write, or the server is one that only repeats another's changes. Writes
/// nothing.
pub(in crate::store::sql) const PROBE: &str = "UPDATE marks SET value = value WHERE name = ''";

/// Takes a lock, and has the server notice soon if this machine is gone without a word.
macro_rules! claiming {
    ($lock:literal) => {
        concat!(
            "SELECT CASE WHEN ",
            $lock,
            " AND set_config('tcp_keepalives_idle', '30', false) IS NOT NULL
                 AND set_config('tcp_keepalives_interval', '10', false) IS NOT NULL
                 AND set_config('tcp_keepalives_count', '3', false) IS NOT NULL
             THEN 1 ELSE 0 END"
        )
    };
}

/// The open database.
#[derive(Debug)]
pub(in crate::store::sql) struct PostgresDatabase {
    location: DatabaseLocation,
    readers: AnyPool,
    /// One connection, whose session holds the claim.
    writing: AnyPool,
    /// If other processes may write the database, too.
    membership: Option<Membership>,
}

impl PostgresDatabase {
    /// Opens the database and migrates its schema. Until it is closed no other process can open it, or
    /// only those that share it, too.
    pub(in crate::store::sql) async fn open(
        location: &DatabaseLocation,
        address: &Address,
        share: Option<ProcessOptions>,
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
        // The server frees the locks of a connection that ends.
        let lasting = |size| pool(size).max_lifetime(None).idle_timeout(None);
        let writing = lasting(1)
            .connect_with(options.clone())
            .await
            .map_err(refused)?;
        let leasing = |share| {
            let leasing = lasting(LEASING).connect_lazy_with(options.clone());
            Membership::new(share, leasing, address)
        };
        let database = Self {
            location: location.clone(),
            membership: share.map(leasing),
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
        let mut claims = 0;
        let mut is_told = false;
        while let Err(error) = self.claim_and_migrate(&mut connection).await {
            if claims == CLAIMS || !matches!(error, StoreError::Locked(_)) {
                return Err(error);
            }
            if is_held(&mut connection, MIGRATING).await.map_err(refused)? {
                if !is_told {
                    tracing::info!("waiting until another process has set up the database");
                }
                is_told = true;
            } else {
                claims += 1;
            }
            sleep(CLAIM_PAUSE).await;
        }
        match &self.membership {
            Some(membership) => membership.join(&mut connection).await,
            None => Ok(()),
        }
    }

    /// Claims the database, and migrates it unless others use it.
    async fn claim_and_migrate(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let refused = |cause| error::opening(&self.location, cause);
        let alone = self.lock(connection, Lock::Alone).await?;
        if alone {
            self.migrate(connection).await?;
        }
        if self.membership.is_none() {
            return match alone {
                true => Ok(()),
                false => Err(StoreError::Locked(self.location.to_string())),
            };
        }
        let shared = self.lock(connection, Lock::Shared).await?;
        if alone {
            unlock(connection, CLAIM).await.map_err(refused)?;
            return Ok(());
        }
        if !shared {
            return Err(StoreError::Locked(self.location.to_string()));
        }
        let newest = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations");
        let newest: i64 = newest.fetch_one(connection).await.map_err(refused)?;
        match newest.cmp(&NEWEST) {
            Ordering::Equal => Ok(()),
            Ordering::Greater => Err(StoreError::Newer(self.location.to_string(), newest)),
            // Processes of an older version would not understand it any more.
            Ordering::Less => Err(StoreError::Locked(self.location.to_string())),
        }
    }

    /// Brings the tables up to date. A process that is started meanwhile waits.
    async fn migrate(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let refused = |cause| error::opening(&self.location, cause);
        let lock = "SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END";
        let lock = sqlx::query(lock).bind(MIGRATING);
        lock.execute(&mut *connection).await.map_err(refused)?;
        migrator()
            .run(&mut *connection)
            .await
            .map_err(|cause| migrating(&self.location, cause, error::opening))?;
        unlock(connection, MIGRATING).await.map_err(refused)
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
        let (lock, membership) = match &self.membership {
            Some(membership) => (Lock::Shared, Some(membership)),
            None => (Lock::Alone, None),
        };
        if !self.lock(connection, lock).await? {
            return Err(StoreError::Locked(self.location.to_string()));
        }
        match membership {
            Some(membership) => membership.set_up(connection).await,
            None => Ok(()),
        }
    }

    /// Takes the claim if that is possible now.
    async fn lock(&self, connection: &mut AnyConnection, lock: Lock) -> Result<bool, StoreError> {
        let lock = sqlx::query_scalar(match lock {
            Lock::Alone => claiming!("pg_try_advisory_lock($1)"),
            Lock::Shared => claiming!("pg_try_advisory_lock_shared($1)"),
        });
        let locked: i64 = lock.bind(CLAIM).fetch_one(connection).await?;
        Ok(locked == 1)
    }

    /// How it is shared with other processes, if it is.
    pub(in crate::store::sql) const fn membership(&self) -> Option<&Membership> {
        self.membership.as_ref()
    }

    /// Joins the other processes under a new number.
    pub(in crate::store::sql) async fn rejoin(&self) -> Result<(), StoreError> {
        let mut connection = self.writing.acquire().await?;
        self.claim(&mut connection).await?;
        match &self.membership {
            Some(membership) => membership.join(&mut connection).await,
            None => Ok(()),
        }
    }

    /// Closes the database. Another process can open it then.
    pub(in crate::store::sql) async fn close(&self) {
        if let Some(membership) = &self.membership {
            membership.close().await;
        }
        self.readers.close().await;
        self.writing.close().await;
    }
}

/// How a process claims a database.
#[derive(Debug, Clone, Copy)]
enum Lock {
    /// For itself.
    Alone,
    /// With all others that share it.
    Shared,
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

/// Gives back an advisory lock of this connection.
async fn unlock(db: &mut AnyConnection, lock: i64) -> Result<(), sqlx::Error> {
    let unlock = sqlx::query("SELECT CASE WHEN pg_advisory_unlock($1) THEN 1 ELSE 0 END");
    unlock.bind(lock).execute(db).await?;
    Ok(())
}

/// Whether a connection to this database holds an advisory lock. Takes none.
pub(super) async fn is_held(db: &mut AnyConnection, lock: i64) -> Result<bool, sqlx::Error> {
    let holders = sqlx::query_scalar(
        "SELECT count(*) FROM pg_locks
         WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    let holders: i64 = holders.bind(lock).fetch_one(db).await?;
    Ok(holders > 0)
}
