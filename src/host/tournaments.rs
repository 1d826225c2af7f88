//! Tournaments: starting games at tables of their own, and bringing back their results.
//!
//! A game begins once the message that announces it is delivered, in a thread at that message. Its
//! result is stored in the transaction that ends it, and kept until the tournament's table has recorded
//! it.

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

    /// Tells tournaments of results as they come in, until the host stops.
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

    /// Tells the tournaments of a platform to announce games that have not begun, in case a restart cut
    /// that short.
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

    /// Tells every table to record the results that wait for its tournament.
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

/// Starts a game in a thread at `message`, which the reply with this number became. If no thread can be
/// opened, the tournament's table is told.
///
/// # Errors
///
/// The caller may retry.
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

/// Tells a tournament's table that the game announced by a reply cannot begin. Does not wait, since the
/// table may be waiting for this delivery.
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
