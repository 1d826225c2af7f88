//! Whether the database can be written, and that it cannot: said once, and once that it can again.

use std::time::Duration;

use tokio::time::Instant;

use super::StoreError;
use super::database::{Database, WRITE};

/// How often it is looked whether the database is still where it was.
const EVERY: Duration = Duration::from_secs(2);

/// Shortest and longest wait between two attempts to mend a database that fails.
const WAITS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// How the database does.
#[derive(Debug)]
pub(super) struct Health {
    failing: Option<Failing>,
    next_look: Instant,
}

/// What is known of a database that fails.
#[derive(Debug)]
struct Failing {
    wait: Duration,
    /// Not mended before this.
    until: Instant,
}

impl Health {
    pub(super) fn new() -> Self {
        Self {
            failing: None,
            next_look: Instant::now() + EVERY,
        }
    }

    /// When the database is to be looked after although nothing is to be written.
    pub(super) fn next_look(&self) -> Instant {
        self.next_look
    }

    /// Looks after the database while nothing is to be written: a loss is noticed, and so is that
    /// the disk has room again.
    pub(super) async fn look(&mut self, database: &Database) {
        self.next_look = Instant::now() + EVERY;
        if self.ready(database).await.is_err() || !self.may_try() {
            return;
        }
        match sqlx::query(WRITE).execute(&database.writing()).await {
            Ok(_) => self.good(database),
            Err(error) => self.bad(database, &error.into()),
        }
    }

    /// Whether it fails, and may be tried again.
    fn may_try(&self) -> bool {
        let failing = self.failing.as_ref();
        failing.is_some_and(|failing| failing.until <= Instant::now())
    }

    /// Sees to it that what is written goes to where it will be found.
    pub(super) async fn ready(&mut self, database: &Database) -> Result<(), StoreError> {
        let Err(error) = database.check() else {
            return Ok(());
        };
        if self.failing.is_none() {
            self.tell(database, &error);
        } else if !self.may_try() {
            return Err(error);
        }
        if let Err(error) = database.mend().await {
            self.bad(database, &error);
            return Err(error);
        }
        database.check()?;
        self.good(database);
        Ok(())
    }

    /// Notes that something was written.
    pub(super) fn good(&mut self, database: &Database) {
        if self.failing.take().is_some() {
            // As loud as its failure was.
            tracing::warn!(database = %database.place(), "the database can be written again");
        }
    }

    /// Notes that nothing can be written.
    pub(super) fn bad(&mut self, database: &Database, error: &StoreError) {
        match &mut self.failing {
            None => self.tell(database, error),
            Some(failing) => {
                tracing::debug!(%error, "the database still fails");
                failing.until = Instant::now() + failing.wait;
                failing.wait = (failing.wait * 2).min(WAITS[1]);
            }
        }
    }

    fn tell(&mut self, database: &Database, error: &StoreError) {
        tracing::error!(
            database = %database.place(),
            %error,
            "the database cannot be written: nothing is answered until it can"
        );
        self.failing = Some(Failing {
            wait: WAITS[0],
            until: Instant::now(),
        });
    }
}
