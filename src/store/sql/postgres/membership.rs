//! A process among several on one database: its row, which it renews, and its fencing number.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, AnyPool, Connection, Row};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::address::Address;
use crate::session::TableKey;
use crate::store::sql::writer::Exclusion;
use crate::store::{ProcessOptions, StoreError};

/// The advisory lock of all processes that write, or of the one that may write alone ("YNSW").
const WRITING: i64 = 0x594e_5357;

/// The space of advisory locks that processes hold by number while they are connected ("YNSP").
const CONNECTED: i32 = 0x594e_5350;

/// The channel on which processes tell each other that there is something to look at.
pub(in crate::store::sql) const CHANNEL: &str = "ringleader";

/// Delay before the connection that listens is made again.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// A process among several on one database.
#[derive(Debug)]
pub(in crate::store::sql) struct Membership {
    options: ProcessOptions,
    /// The fencing number; 0 before it has joined.
    number: AtomicI64,
    /// Connections of its own, so that no other work delays a renewal.
    leasing: AnyPool,
    fenced: Notify,
    news: Arc<Notify>,
    listening: JoinHandle<()>,
}

impl Membership {
    pub(super) fn new(options: ProcessOptions, leasing: AnyPool, address: &Address) -> Self {
        let news = Arc::new(Notify::new());
        let listening = tokio::spawn(listen(address.text(), Arc::clone(&news)));
        Self {
            options,
            number: AtomicI64::new(0),
            leasing,
            fenced: Notify::new(),
            news,
            listening,
        }
    }

    pub(in crate::store::sql) const fn options(&self) -> &ProcessOptions {
        &self.options
    }

    /// The fencing number.
    pub(in crate::store::sql) fn number(&self) -> i64 {
        self.number.load(Ordering::Acquire)
    }

    fn milliseconds(&self, part: u32) -> i64 {
        i64::try_from((self.options.lease / part).as_millis()).unwrap_or(i64::MAX)
    }

    /// Prepares a connection for writing. Until it is lost, its process is connected; a transaction
    /// in which its process hangs is ended by the server.
    pub(super) async fn set_up(&self, db: &mut AnyConnection) -> Result<(), StoreError> {
        let number = self.number();
        let set_up = sqlx::query(
            "SELECT CASE WHEN pg_try_advisory_lock(CAST($1 AS int), CAST($2 AS int)) IS NOT NULL
                 AND set_config('idle_in_transaction_session_timeout', $3, false) IS NOT NULL
             THEN 1 ELSE 0 END",
        );
        // Other processes wait for its lock meanwhile.
        let most = self.milliseconds(2).max(100).to_string();
        let set_up = set_up.bind(CONNECTED).bind(number).bind(most);
        set_up.execute(db).await?;
        Ok(())
    }

    /// Begins to write in a transaction: waits until no other process writes what it excludes, and
    /// makes sure that this one is not declared dead before the transaction has ended. Returns how
    /// many persons have had their data deleted.
    pub(in crate::store::sql) async fn enter(
        &self,
        db: &mut AnyConnection,
        exclusion: &Exclusion,
    ) -> Result<u64, StoreError> {
        lock(&mut *db, exclusion).await?;
        let alive = sqlx::query_scalar(
            "SELECT forgotten FROM shared_state, processes WHERE number = $1
             FOR KEY SHARE OF processes",
        );
        let alive: Option<i64> = alive.bind(self.number()).fetch_optional(db).await?;
        match alive {
            Some(forgotten) => Ok(forgotten.unsigned_abs()),
            None => Err(self.is_fenced()),
        }
    }

    /// Notes that this process was declared dead.
    pub(super) fn is_fenced(&self) -> StoreError {
        self.fenced.notify_one();
        StoreError::Fenced
    }

    /// Returns once this process was declared dead.
    pub(in crate::store::sql) async fn fenced(&self) {
        self.fenced.notified().await;
    }

    /// Joins under a new number. Ends a process of the same name that is connected no longer.
    pub(super) async fn join(&self, db: &mut AnyConnection) -> Result<(), StoreError> {
        let name = self.options.name.clone();
        let mut transaction = db.begin().await?;
        end(
            &mut transaction,
            "name = $1 AND NOT EXISTS (SELECT 1 FROM pg_locks
                 WHERE locktype = 'advisory' AND classid = $2 AND objid = number AND objsubid = 2
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
            |query| query.bind(name).bind(i64::from(CONNECTED)),
        )
        .await?;
        let number = sqlx::query_scalar(
            "INSERT INTO processes (name, started, expires) VALUES ($1, clock_timestamp(),
                 clock_timestamp() + $2 * interval '1 millisecond') RETURNING number",
        );
        let number = number
            .bind(self.options.name.as_deref())
            .bind(self.milliseconds(1));
        let number: i64 = number.fetch_one(&mut *transaction).await?;
        self.number.store(number, Ordering::Release);
        // Before others can see it.
        self.set_up(&mut transaction).await?;
        transaction.commit().await?;
        tracing::info!(process = number, "this process has joined the others");
        Ok(())
    }

    pub(in crate::store::sql) async fn renew(&self) -> Result<(), StoreError> {
        let renew = sqlx::query(
            "UPDATE processes SET expires = clock_timestamp() + $2 * interval '1 millisecond'
             WHERE number = $1",
        );
        let renew = renew.bind(self.number()).bind(self.milliseconds(1));
        match renew.execute(&self.leasing).await?.rows_affected() {
            0 => Err(self.is_fenced()),
            _ => Ok(()),
        }
    }

    pub(in crate::store::sql) async fn end_expired(&self) -> Result<Vec<i64>, StoreError> {
        let mut connection = self.leasing.acquire().await?;
        let number = self.number();
        // One that hangs in a transaction is not waited for: the server ends that.
        end(
            &mut connection,
            "number IN (SELECT number FROM processes WHERE expires < clock_timestamp()
                 AND number <> $1 FOR UPDATE SKIP LOCKED) AND expires < clock_timestamp()",
            |query| query.bind(number),
        )
        .await
    }

    pub(in crate::store::sql) async fn leave(&self) -> Result<(), StoreError> {
        let mut connection = self.leasing.acquire().await?;
        let number = self.number();
        end(&mut connection, "number = $1", |query| query.bind(number)).await?;
        Ok(())
    }

    pub(in crate::store::sql) async fn attach(&self, platform: &str) -> Result<(), StoreError> {
        let attached = sqlx::query(
            "INSERT INTO process_platforms (process, platform, attached)
             SELECT number, $2, 1 FROM processes WHERE number = $1
             ON CONFLICT (process, platform) DO UPDATE SET attached = 1",
        )
        .bind(self.number())
        .bind(platform)
        .execute(&self.leasing)
        .await?;
        match attached.rows_affected() {
            0 => Err(self.is_fenced()),
            _ => Ok(()),
        }
    }

    /// Returns when another process may have something to tell, or after `longest`.
    pub(in crate::store::sql) async fn news(&self, longest: Duration) {
        // Polling stands behind it: what was told while nobody listened is found all the same.
        let _ = timeout(longest, self.news.notified()).await;
    }

    /// Connections that no other work keeps waiting.
    pub(super) const fn leasing(&self) -> &AnyPool {
        &self.leasing
    }

    pub(super) async fn close(&self) {
        self.listening.abort();
        self.leasing.close().await;
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Waits until no other process writes in a transaction what this one excludes, and has the others
/// wait until this one has ended.
pub(super) async fn lock(db: &mut AnyConnection, exclusion: &Exclusion) -> Result<(), StoreError> {
    // A statement of its own: what others have written is seen by the statements after it.
    match exclusion {
        Exclusion::All => {
            let lock = "SELECT CASE WHEN pg_advisory_xact_lock($1) IS NULL THEN 1 ELSE 0 END";
            sqlx::query(lock).bind(WRITING).execute(&mut *db).await?;
        }
        Exclusion::Tables(tables) => {
            // Sorted, so that no two processes wait for each other. `CASE` has the shared lock
            // taken first.
            let lock = sqlx::query(
                "SELECT CASE WHEN pg_advisory_xact_lock_shared($1) IS NULL THEN 0 ELSE (
                     SELECT count(locked) FROM (
                         SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) IS NULL AS locked
                         FROM json_array_elements_text(CAST($2 AS json)) AS name) AS locks
                 ) END",
            );
            let names: Vec<String> = tables.iter().map(name).collect();
            let names = serde_json::Value::from(names).to_string();
            lock.bind(WRITING).bind(names).execute(&mut *db).await?;
        }
    }
    Ok(())
}

/// A name of a table that no other has.
fn name(table: &TableKey) -> String {
    let TableKey {
        platform,
        channel,
        thread,
    } = table;
    serde_json::json!([platform, channel, thread]).to_string()
}

type Statement<'a> = sqlx::query::Query<'a, sqlx::Any, sqlx::any::AnyArguments>;

/// Ends the processes for which `condition` holds, and tells the others. Returns their numbers.
async fn end(
    db: &mut AnyConnection,
    condition: &str,
    bind: impl for<'a> FnOnce(Statement<'a>) -> Statement<'a> + Send,
) -> Result<Vec<i64>, StoreError> {
    let end = format!(
        "WITH ended AS (DELETE FROM processes WHERE {condition} RETURNING number),
              counted AS (UPDATE shared_state SET departures = departures + 1
                          WHERE EXISTS (SELECT 1 FROM ended))
         SELECT number FROM ended"
    );
    let end = bind(sqlx::query(sqlx::AssertSqlSafe(end)));
    let ended = end.fetch_all(&mut *db).await?;
    let ended: Vec<i64> = ended
        .iter()
        .map(|row| row.try_get(0))
        .collect::<Result<_, _>>()?;
    if !ended.is_empty() {
        tell(db).await?;
    }
    Ok(ended)
}

/// Tells the other processes that there is something to look at, once the transaction has ended.
pub(in crate::store::sql) async fn tell(db: &mut AnyConnection) -> Result<(), StoreError> {
    let tell = "SELECT CASE WHEN pg_notify($1, '') IS NULL THEN 1 ELSE 0 END";
    sqlx::query(tell).bind(CHANNEL).execute(db).await?;
    Ok(())
}

/// Listens to the other processes until the task is ended.
async fn listen(address: String, news: Arc<Notify>) {
    loop {
        if let Err(error) = hear(&address, &news).await {
            tracing::debug!(%error, "cannot listen to other processes; polling");
        }
        sleep(RETRY_DELAY).await;
    }
}

async fn hear(address: &str, news: &Notify) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(address).await?;
    listener.listen(CHANNEL).await?;
    loop {
        listener.recv().await?;
        news.notify_one();
    }
}
