//! The open database of a store: SQLite or PostgreSQL.

use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::{AnyConnection, AnyPool};

use super::postgres::{self, Membership, PostgresDatabase};
use super::sqlite::{self, SqliteDatabase};
use super::{DatabaseLocation, owners};
use crate::session::{Person, TableKey};
use crate::store::{ProcessOptions, StoreError};

/// The open database.
#[derive(Debug)]
pub(super) struct Database {
    location: DatabaseLocation,
    kind: Kind,
    /// Whether the last write succeeded.
    writable: AtomicBool,
}

#[derive(Debug)]
enum Kind {
    Sqlite(SqliteDatabase),
    Postgres(PostgresDatabase),
}

impl Database {
    /// Opens the database and migrates its schema. A database of a server may be shared with other
    /// processes.
    pub(super) async fn open(
        location: &DatabaseLocation,
        share: Option<ProcessOptions>,
    ) -> Result<Self, StoreError> {
        let kind = match location {
            DatabaseLocation::File(path) => {
                Kind::Sqlite(SqliteDatabase::open(location, Some(path)).await?)
            }
            DatabaseLocation::Memory => Kind::Sqlite(SqliteDatabase::open(location, None).await?),
            DatabaseLocation::Postgres(address) => {
                Kind::Postgres(PostgresDatabase::open(location, address, share).await?)
            }
        };
        Ok(Self {
            location: location.clone(),
            kind,
            writable: AtomicBool::new(true),
        })
    }

    pub(super) fn location(&self) -> &DatabaseLocation {
        &self.location
    }

    /// Whether the last write succeeded.
    pub(super) fn is_writable(&self) -> bool {
        self.writable.load(Ordering::Relaxed)
    }

    pub(super) fn set_writable(&self, writable: bool) {
        self.writable.store(writable, Ordering::Relaxed);
    }

    /// Connections for reading.
    pub(super) fn readers(&self) -> AnyPool {
        match &self.kind {
            Kind::Sqlite(database) => database.readers(),
            Kind::Postgres(database) => database.readers(),
        }
    }

    /// The one connection for writing.
    pub(super) fn writing(&self) -> AnyPool {
        match &self.kind {
            Kind::Sqlite(database) => database.writing(),
            Kind::Postgres(database) => database.writing(),
        }
    }

    /// Prepares the connection for writing before each transaction: it may be a new one.
    pub(super) async fn set_up(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Sqlite(_) => Ok(SqliteDatabase::set_up(connection).await?),
            Kind::Postgres(database) => database.claim(connection).await,
        }
    }

    /// The statement that begins a transaction in which what is read before it is written stays true.
    pub(super) fn begin(&self) -> &'static str {
        match &self.kind {
            // Takes the write lock at once.
            Kind::Sqlite(_) => "BEGIN IMMEDIATE",
            // There is no other writer, or none that writes the same: see `Exclusion`.
            Kind::Postgres(_) => "BEGIN ISOLATION LEVEL READ COMMITTED",
        }
    }

    /// How the database is shared with other processes, if it is.
    pub(super) fn membership(&self) -> Option<&Membership> {
        match &self.kind {
            Kind::Sqlite(_) => None,
            Kind::Postgres(database) => database.membership(),
        }
    }

    /// The fencing number of this process among those that share the database; 0 if it is alone.
    pub(super) fn process(&self) -> i64 {
        self.membership().map_or(0, Membership::number)
    }

    /// Joins the other processes under a new number.
    pub(super) async fn rejoin(&self) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Sqlite(_) => Ok(()),
            Kind::Postgres(database) => database.rejoin().await,
        }
    }

    /// The statement that begins a transaction in which all that is read is of one moment.
    pub(super) fn begin_reading(&self) -> &'static str {
        match &self.kind {
            Kind::Sqlite(_) => "BEGIN",
            Kind::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ",
        }
    }

    /// The largest number that a table has given to a row; 0 if it has given none.
    pub(super) async fn last_number(
        &self,
        db: &mut AnyConnection,
        table: &str,
        column: &str,
    ) -> Result<i64, sqlx::Error> {
        match &self.kind {
            Kind::Sqlite(_) => sqlite::last_number(db, table, column).await,
            Kind::Postgres(_) => postgres::last_number(db, table, column).await,
        }
    }

    /// Makes the next number that a table gives larger than this.
    pub(super) async fn set_last_number(
        &self,
        db: &mut AnyConnection,
        table: &str,
        column: &str,
        last: i64,
    ) -> Result<(), sqlx::Error> {
        match &self.kind {
            Kind::Sqlite(_) => sqlite::set_last_number(db, table, last).await,
            Kind::Postgres(_) => postgres::set_last_number(db, table, column, last).await,
        }
    }

    /// Notes in a transaction that a person had their data deleted by it, at a table. What they have
    /// handed over is deleted as well.
    pub(super) async fn note_deletion(
        &self,
        db: &mut AnyConnection,
        table: &TableKey,
        person: &Person,
    ) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Sqlite(_) => {
                sqlx::query(sqlite::WANTS_VACUUM).execute(db).await?;
            }
            Kind::Postgres(_) => owners::forget(db, &table.platform, person).await?,
        }
        Ok(())
    }

    /// Whether several processes may use it, at one time or another.
    pub(super) const fn can_be_shared(&self) -> bool {
        matches!(self.kind, Kind::Postgres(_))
    }

    /// Fails unless writes go to where the database is looked for.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Sqlite(database) => database.check(),
            Kind::Postgres(_) => Ok(()),
        }
    }

    /// Repairs the database after a failed check.
    pub(super) async fn repair(&self) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Sqlite(database) => database.repair().await,
            Kind::Postgres(_) => Ok(()),
        }
    }

    /// Writes, and changes nothing.
    pub(super) async fn probe(&self) -> Result<(), StoreError> {
        let mut connection = self.writing().acquire().await?;
        self.set_up(&mut connection).await?;
        let probe = match &self.kind {
            Kind::Sqlite(_) => sqlite::PROBE,
            Kind::Postgres(_) => postgres::PROBE,
        };
        sqlx::query(probe).execute(&mut *connection).await?;
        Ok(())
    }

    /// Makes sure that what was deleted is gone from the files, too, as far as that is up to us. False
    /// if that has to be tried again.
    pub(super) async fn clear_log(&self) -> bool {
        match &self.kind {
            Kind::Sqlite(database) => database.clear_log().await,
            // The server's log and its vacuum are the operator's.
            Kind::Postgres(_) => true,
        }
    }

    /// Vacuums the database if anybody has had their data deleted since the last time, and it has at
    /// most so many bytes.
    pub(super) async fn vacuum_if_wanted(&self, most: i64) {
        if let Kind::Sqlite(database) = &self.kind {
            database.vacuum_if_wanted(most).await;
        }
    }

    /// Returns once the database is lost for good, with the reason.
    pub(super) async fn lost(&self) -> StoreError {
        match &self.kind {
            Kind::Sqlite(database) => database.lost().await,
            // A server comes back.
            Kind::Postgres(_) => std::future::pending().await,
        }
    }

    /// Closes the database. Another process can open it then.
    pub(super) async fn close(&self) {
        match &self.kind {
            Kind::Sqlite(database) => database.close().await,
            Kind::Postgres(database) => database.close().await,
        }
    }
}
