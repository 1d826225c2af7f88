//! Whether the database can be written: failures are logged once, and so is recovery.

use std::time::Duration;

use tokio::time::Instant;

use super::database::Database;
use crate::metrics;
use crate::store::StoreError;

/// Interval between checks of a database that fails.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// Interval between checks that the database file is still in place. Every write checks it, too.
const IDLE_INTERVAL: Duration = match cfg!(test) {
    true => CHECK_INTERVAL,
    false => Duration::from_secs(60),
};

/// Shortest and longest wait between two attempts to repair a failing database.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// State of the database.
#[derive(Debug)]
pub(super) struct Health {
    failure: Option<Failure>,
    next_check: Instant,
}

#[derive(Debug)]
struct Failure {
    delay: Duration,
    /// No repair is tried before this.
    retry_at: Instant,
}

impl Health {
    pub(super) fn new() -> Self {
        Self {
            failure: None,
            next_check: Instant::now() + IDLE_INTERVAL,
        }
    }

    /// When to check the database although nothing is to be written.
    pub(super) fn next_check(&self) -> Instant {
        self.next_check
    }

    /// Checks the database while nothing is to be written: notices that the file is gone, or that
    /// the disk has room again.
    pub(super) async fn check(&mut self, database: &Database) {
        self.next_check = Instant::now() + IDLE_INTERVAL;
        self.check_now(database).await;
        if self.failure.is_some() {
            self.next_check = Instant::now() + CHECK_INTERVAL;
        }
    }

    async fn check_now(&mut self, database: &Database) {
        if self.ensure_ready(database).await.is_err() || !self.may_retry() {
            return;
        }
        match database.probe().await {
            Ok(()) => self.succeeded(database),
            Err(error) => self.failed(database, &error),
        }
    }

    fn may_retry(&self) -> bool {
        let failure = self.failure.as_ref();
        failure.is_some_and(|failure| failure.retry_at <= Instant::now())
    }

    /// Makes sure that writes go to the file that has the database's name.
    pub(super) async fn ensure_ready(&mut self, database: &Database) -> Result<(), StoreError> {
        let Err(error) = database.check() else {
            return Ok(());
        };
        if self.failure.is_none() {
            self.begin_failure(database, &error);
        } else if !self.may_retry() {
            return Err(error);
        }
        if let Err(error) = database.repair().await {
            self.failed(database, &error);
            return Err(error);
        }
        database.check()?;
        self.succeeded(database);
        Ok(())
    }

    /// A write succeeded.
    pub(super) fn succeeded(&mut self, database: &Database) {
        if self.failure.take().is_some() {
            database.set_writable(true);
            // At least as visible as the default log level, as the failure was.
            tracing::warn!(database = %database.location(), "the database can be written again");
        }
    }

    /// A write failed because of the database.
    pub(super) fn failed(&mut self, database: &Database, error: &StoreError) {
        match &mut self.failure {
            None => self.begin_failure(database, error),
            Some(failure) => {
                metrics::database_failed();
                tracing::debug!(%error, "the database still fails");
                failure.retry_at = Instant::now() + failure.delay;
                failure.delay = (failure.delay * 2).min(RETRY_DELAYS[1]);
            }
        }
    }

    fn begin_failure(&mut self, database: &Database, error: &StoreError) {
        tracing::error!(
            database = %database.location(),
            %error,
            "the database cannot be written; nothing is answered until it can"
        );
        metrics::database_failed();
        database.set_writable(false);
        self.next_check = Instant::now() + CHECK_INTERVAL;
        self.failure = Some(Failure {
            delay: RETRY_DELAYS[0],
            retry_at: Instant::now(),
        });
    }
}
