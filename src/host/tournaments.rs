//! Tournaments: their games begin at tables of their own, and their tables hear of the results.
//!
//! A game begins once the message of its board is delivered, in a thread at that message. Its result is
//! stored with its end, so that it is not lost before the table of the tournament has recorded it.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::Host;
use super::mailbox::Job;
use super::platform::PlatformEntry;
use super::transport::DeliveryError;
use crate::session::{PairedGame, TableKey, TournamentGame};
use crate::store::StoreError;

/// How often to look for results that nobody announced: those from other processes, and those left by
/// a failure.
const INTERVAL: Duration = Duration::from_secs(15);

/// How long opening a thread may take.
const OPENING: Duration = Duration::from_secs(60);

/// Puts jobs into the queues of tables, for code outside the actors.
pub(super) type JobSender = mpsc::UnboundedSender<(TableKey, Job)>;

impl Host {
    /// Passes jobs on to their tables until the host stops.
    pub(super) async fn pass_on(self, mut jobs: mpsc::UnboundedReceiver<(TableKey, Job)>) {
        let stopping = self.services.stopping.clone();
        while let Some(Some((table, job))) = stopping.run_until_cancelled(jobs.recv()).await {
            self.put(&table, job);
        }
    }

    /// Has the tables of tournaments record results as they come, until the host stops.
    pub(super) async fn follow_results(self) {
        let services = &self.services;
        loop {
            tokio::select! {
                () = services.stopping.cancelled() => return,
                () = services.results.changed() => {}
                () = sleep(INTERVAL) => {}
            }
            if let Err(error) = self.tell_results().await {
                tracing::error!(%error, "cannot tell the results of tournament games yet");
            }
        }
    }

    /// Has the tables of a platform announce the games of their tournaments that have not begun: a stop
    /// may have prevented it.
    pub(super) async fn tell_boards_of(&self, platform: &str) -> Result<(), StoreError> {
        for table in self
            .services
            .store
            .tables_with_tournaments(platform)
            .await?
        {
            self.put(&table, Job::Boards);
        }
        Ok(())
    }

    /// Has all tables record the results that there are for their tournaments.
    pub(super) async fn tell_results(&self) -> Result<(), StoreError> {
        for platform in self.services.platforms.attached() {
            self.tell_results_of(platform).await?;
        }
        Ok(())
    }

    /// The same for one platform.
    pub(super) async fn tell_results_of(&self, platform: &str) -> Result<(), StoreError> {
        for table in self.services.store.tables_with_results(platform).await? {
            self.put(&table, Job::Results);
        }
        Ok(())
    }
}

/// Has a game begin in a thread at the message of its board. If no thread can be opened, the table is
/// told.
///
/// # Errors
///
/// It may be tried again. The message of the board is `message`, that of the reply with this number.
pub(super) async fn begin(
    jobs: &JobSender,
    platform: &PlatformEntry,
    board: &TableKey,
    message: &str,
    (reply, game): (i64, &PairedGame),
    language: Option<&str>,
) -> Result<(), BeginError> {
    let players = [&game.white, &game.black];
    let opened = platform.transport.open_thread(board, message, players);
    let opened = timeout(OPENING, AssertUnwindSafe(opened).catch_unwind());
    let opened = opened.await.unwrap_or_else(|_| {
        let (after, reason) = (None, "opening a thread takes too long".to_owned());
        Ok(Err(DeliveryError::Retry { after, reason }))
    });
    let panicked = |_| Err(DeliveryError::Gone("the adapter panicked".to_owned()));
    let table = match opened.unwrap_or_else(panicked) {
        Ok(table) => table,
        Err(DeliveryError::Retry { after, reason }) => {
            let after = after.unwrap_or_default();
            return Err(BeginError { after, reason });
        }
        Err(error) => {
            tracing::warn!(table = %board, %error, "no thread is opened for a tournament game");
            not_begun(jobs, board, &game.game, reply);
            return Ok(());
        }
    };
    let failed = |reason: String| BeginError {
        after: Duration::ZERO,
        reason,
    };
    let stopping = || failed("the bot is shutting down".to_owned());
    let (answer, answered) = oneshot::channel();
    let language = language.map(str::to_owned);
    let job = Job::Begin(Box::new(game.clone()), language, answer);
    jobs.send((table, job)).map_err(|_| stopping())?;
    let done = answered.await.map_err(|_| stopping())?;
    done.map_err(|error| failed(error.to_string()))
}

/// Tells the table of a tournament that the game which a reply announces cannot begin. Does not wait: the
/// table may wait for this delivery.
pub(super) fn not_begun(jobs: &JobSender, home: &TableKey, game: &TournamentGame, reply: i64) {
    // It fails on shutdown alone.
    let _ = jobs.send((home.clone(), Job::NotBegun(game.clone(), reply)));
}

/// Why a game has not begun yet.
#[derive(Debug)]
pub(super) struct BeginError {
    /// Least delay before another attempt.
    pub(super) after: Duration,
    pub(super) reason: String,
}
