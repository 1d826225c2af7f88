//! Whether a database is sound: SQLite's own structures, and what the logs and archived games in it
//! lead to.

use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AnyPool, ConnectOptions, Connection, Row};

use super::address::{self, Mode};
use super::error;
use super::migrations::{NEWEST, migrator};
use super::snapshot::{self, refused};
use crate::game::Position;
use crate::session::{Entry, FinishedGame, Table, TableKey};
use crate::store::StoreError;
use crate::store::sql::error::migrating;
use crate::store::sql::{DatabaseLocation, adjourned, tables};

/// Most faults of a database that are listed.
const MOST_FAULTS: usize = 20;

/// What a database holds, and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Inspection {
    /// Tables whose logs were replayed.
    pub(crate) tables: u64,
    /// Finished games that were replayed.
    pub(crate) finished: u64,
    /// Adjourned games that were replayed.
    pub(crate) adjourned: u64,
    /// What is wrong, the first of it.
    pub(crate) faults: Vec<String>,
}

impl Inspection {
    fn fault(&mut self, fault: String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }
}

/// What SQLite finds wrong with the structures of any database of its kind; nothing if it is sound.
///
/// # Errors
///
/// It cannot be read at all.
pub(crate) async fn integrity(path: &Path) -> Result<Vec<String>, StoreError> {
    let mut connection = snapshot::connect(path).await?;
    let found = integrity_of(&mut connection).await.map_err(refused(path))?;
    connection.close().await?;
    Ok(found)
}

pub(super) async fn integrity_of(
    connection: &mut SqliteConnection,
) -> Result<Vec<String>, sqlx::Error> {
    let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(10)")
        .fetch_all(connection)
        .await?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

/// The number of the newest migration that a database has.
///
/// # Errors
///
/// It cannot be read, is no database of this program, or a newer version has written it.
pub(crate) async fn schema(path: &Path) -> Result<i64, StoreError> {
    let mut connection = snapshot::connect(path).await?;
    let newest = schema_of(&mut connection, path).await?;
    connection.close().await?;
    Ok(newest)
}

pub(super) async fn schema_of(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<i64, StoreError> {
    let name = || path.display().to_string();
    let is_ours: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations')",
    )
    .fetch_one(&mut *connection)
    .await
    .map_err(refused(path))?;
    if !is_ours {
        return Err(StoreError::NotOurs(name()));
    }
    let newest: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
        .fetch_one(&mut *connection)
        .await
        .map_err(refused(path))?;
    match newest {
        None => Err(StoreError::NotOurs(name())),
        Some(newest) if newest > NEWEST => Err(StoreError::Newer(name(), newest)),
        Some(newest) => Ok(newest),
    }
}

/// Replays every log and every archived game of a database, which nobody may be writing.
///
/// One of an earlier schema is brought up to date in a copy, in the folder for temporary files, as
/// a start would do it.
///
/// # Errors
///
/// It cannot be read, or is no database of this program.
pub(crate) async fn inspect(path: &Path) -> Result<Inspection, StoreError> {
    if schema(path).await? == NEWEST {
        let options = address::options(path, Mode::Read)?;
        // A large database takes its time; that is nothing to report.
        return replay(path, options.disable_statement_logging()).await;
    }
    let scratch = Scratch::new()?;
    let copy = scratch.0.join("copy.db");
    std::fs::copy(path, &copy)?;
    let location = DatabaseLocation::File(path.to_owned());
    let options = address::options(&copy, Mode::Write)?;
    let pool = AnyPoolOptions::new()
        .max_connections(1)
        .connect_with(options.clone())
        .await
        .map_err(refused(path))?;
    let migrated = migrator().run(&pool).await;
    pool.close().await;
    migrated.map_err(|cause| migrating(&location, cause, error::opening))?;
    replay(path, options).await
}

async fn replay(path: &Path, options: AnyConnectOptions) -> Result<Inspection, StoreError> {
    let pool = AnyPoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await
        .map_err(refused(path))?;
    let mut found = Inspection::default();
    let replayed = async {
        replay_tables(&pool, &mut found).await?;
        replay_archive(&pool, &mut found).await?;
        replay_adjourned(&pool, &mut found).await
    };
    let replayed = replayed.await;
    pool.close().await;
    replayed?;
    Ok(found)
}

/// A table as its row tells of it.
struct TableRow {
    id: i64,
    key: TableKey,
    next: i64,
    waits_engine: bool,
}

async fn replay_tables(pool: &AnyPool, found: &mut Inspection) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT id, platform, channel, thread, next, waits_engine FROM tables ORDER BY id",
    )
    .fetch_all(pool)
    .await?;
    for row in &rows {
        let row = TableRow {
            id: row.try_get(0)?,
            key: tables::key(row, 1)?,
            next: row.try_get(4)?,
            waits_engine: tables::flag(row, 5)?,
        };
        found.tables += 1;
        if let Err(error) = replay_table(pool, &row).await {
            match error {
                StoreError::Damaged { .. } => found.fault(error.to_string()),
                error => return Err(error),
            }
        }
    }
    Ok(())
}

/// Compares what a table's log leads to with what stands beside it.
async fn replay_table(pool: &AnyPool, row: &TableRow) -> Result<(), StoreError> {
    let damaged = |reason: String| {
        Err(StoreError::Damaged {
            table: row.key.clone(),
            reason,
        })
    };
    let table = tables::load(pool, &row.key).await?.fold(row.key.clone())?;
    if i64::try_from(table.next()) != Ok(row.next) {
        let next = table.next();
        return damaged(format!("the log has {next} entries, not {}", row.next));
    }
    if table.bot_decides().is_some() && !row.waits_engine {
        return damaged("the bot has to decide, and would never be asked".to_owned());
    }
    let mut stored: Vec<String> =
        sqlx::query_scalar("SELECT person FROM players WHERE table_id = $1")
            .bind(row.id)
            .fetch_all(pool)
            .await?;
    let mut players = table.players();
    for people in [&mut stored, &mut players] {
        people.sort_unstable();
        people.dedup();
    }
    // Of a game that was begun with an early version it is not stored who plays.
    if stored != players && !stored.is_empty() {
        return damaged("other people play than are stored as its players".to_owned());
    }
    Ok(())
}

async fn replay_archive(pool: &AnyPool, found: &mut Inspection) -> Result<(), StoreError> {
    let mut rows = sqlx::query("SELECT number, game FROM archive ORDER BY number").fetch(pool);
    while let Some(row) = rows.try_next().await? {
        let number: i64 = row.try_get(0)?;
        found.finished += 1;
        if let Err(reason) = replay_finished(row.try_get(1)?) {
            found.fault(format!("the finished game {number} is damaged: {reason}"));
        }
    }
    Ok(())
}

fn replay_finished(text: &str) -> Result<(), String> {
    let game: FinishedGame = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut position = Position::start(game.variant);
    for (&action, number) in game.actions.iter().zip(1..) {
        position = position
            .play(action)
            .map_err(|error| format!("action {number}: {error}"))?;
    }
    // Where nobody resigned or ran out of time, the board tells the result.
    if game.ending.is_none() && game.result.is_some() && game.result != position.result() {
        return Err("its actions do not lead to its result".to_owned());
    }
    Ok(())
}

async fn replay_adjourned(pool: &AnyPool, found: &mut Inspection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT number, platform FROM adjourned ORDER BY number")
        .fetch_all(pool)
        .await?;
    for row in &rows {
        let (number, platform): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        found.adjourned += 1;
        match adjourned::continuation(pool, &platform, number).await {
            Ok(Some(continuation)) => {
                if let Err(reason) = replay_entries(&continuation.entries) {
                    found.fault(format!("the adjourned game {number} is damaged: {reason}"));
                }
            }
            Ok(None) => found.fault(format!("the adjourned game {number} has no entries")),
            Err(error @ StoreError::Unfit(_)) => found.fault(error.to_string()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn replay_entries(entries: &[Entry]) -> Result<(), String> {
    let table = Table::replay(TableKey::channel("", ""), 0, entries);
    let table = table.map_err(|error| error.to_string())?;
    match table.running() {
        Some(_) => Ok(()),
        None => Err("its entries do not begin a game".to_owned()),
    }
}

/// A folder for a copy, which is removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, StoreError> {
        let name = format!("ringleader-verify-{:016x}", rand::random::<u64>());
        let path = std::env::temp_dir().join(name);
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            tracing::warn!(path = %self.0.display(), %error, "cannot remove a temporary folder");
        }
    }
}
