//! The sync loop, around the library's sync.
//!
//! The library notes how far it has read before anybody has handled what it read. So the bot keeps a
//! cursor of its own: the token of the last sync of which everything is written. After a crash it
//! starts there again; events that were handled before are recognised by their ids.
//!
//! An event that causes a panic, or fails each time, costs that one event.

mod handling;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use matrix_sdk::Client;
use matrix_sdk::config::{SyncSettings, SyncToken};
use matrix_sdk::ruma::api::client::filter::FilterDefinition;
use matrix_sdk::ruma::api::client::sync::sync_events::v3::Filter;
use matrix_sdk::ruma::{DeviceId, UInt};
use matrix_sdk::sync::SyncResponse;
use tokio::time::{sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::context::MatrixContext;
use super::decryption::Decryption;
use super::error::{FailureKind, failure_kind, is_bad_token, is_soft_logout, plain};
use super::gaps::Gaps;
use super::inbound::InboundQueues;
use super::restore::last_sync;
use super::rooms::Rooms;
use super::sync_progress::ProgressStore;
use super::undecrypted::UndecryptedEvents;
use super::verification::Verifications;
use crate::chat::common::platform::MATRIX;
use crate::host::{Backoff, Host, StoreError};

/// How long the server holds a sync in which nothing happens.
const POLL_TIMEOUT: Duration = Duration::from_secs(30);

/// The same while gaps are filled, which are checked between two syncs.
const POLL_TIMEOUT_WITH_GAPS: Duration = Duration::from_secs(1);

/// Events of a room in one sync. Further ones come from the room's history.
const TIMELINE_LIMIT: u32 = 50;

/// How long the end of the loop waits for events to be written, so that the next start has less to
/// read again.
const FINISH_TIMEOUT: Duration = Duration::from_secs(4);

/// The note in the library's store that it has seen a whole sync.
const SYNCED: &[u8] = b"ringleader.synced";

/// Why the loop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SyncEnd {
    /// The bot stops.
    Stopped,
    /// A store that was new, or behind the cursor, now knows the rooms. Another client has to read
    /// their events: this one would take the next sync for the one that it has just seen, and drop it.
    CaughtUp,
    /// The server ended the session.
    LoggedOut {
        /// Whether the device stays, with its keys.
        soft: bool,
    },
    /// The library panicked. Its locks may be poisoned, so that it takes another client.
    Panicked,
}

/// Why there is no sync.
enum SyncError {
    Library(matrix_sdk::Error),
    Panic,
}

/// What became of one sync.
enum SyncOutcome {
    Done,
    /// It is repeated, for this reason.
    Failed(FailureKind, String),
    End(SyncEnd),
}

/// The sync loop.
pub(super) struct SyncLoop {
    context: Arc<MatrixContext>,
    host: Host,
    rooms: Arc<Rooms>,
    verifications: Arc<Verifications>,
    /// The token of the last sync that was handled.
    token: Option<String>,
    /// The device that moved the cursor last.
    device: Option<String>,
    /// The number of the next one.
    number: u64,
    inbound: Arc<InboundQueues>,
    undecrypted: Arc<UndecryptedEvents>,
    gaps: Gaps,
    /// A sync that could not be handled: the library returns it only once.
    pending: Option<SyncResponse>,
    /// How often in a row handling a sync panicked.
    panics: u32,
    /// The delays before another client, after the library panicked.
    client_backoff: Backoff,
    /// The event that failed last, and how often in a row.
    failing: Option<(String, u32)>,
    /// Whether there is no cursor, so that the database should be as new as the library's store.
    has_no_cursor: bool,
    /// Whether this run has seen a whole sync with the present store.
    is_caught_up: bool,
    progress: ProgressStore,
}

impl SyncLoop {
    /// Resumes at the cursor.
    pub(super) async fn new(
        context: Arc<MatrixContext>,
        host: Host,
        rooms: Arc<Rooms>,
        verifications: Arc<Verifications>,
    ) -> Result<Self, StoreError> {
        let name = format!("{MATRIX}:{}", context.me());
        let (progress, has_cursor) = ProgressStore::open(host.clone(), name).await?;
        Ok(Self {
            gaps: Gaps::new(Arc::clone(&context)),
            inbound: InboundQueues::new(Arc::clone(&context), host.clone()),
            pending: None,
            panics: 0,
            client_backoff: Backoff::new(),
            failing: None,
            number: 0,
            context,
            host,
            rooms,
            verifications,
            token: progress.written().token.clone(),
            device: progress.written().device.clone(),
            undecrypted: Arc::new(UndecryptedEvents::new(
                progress.written().undecrypted.clone(),
            )),
            has_no_cursor: !has_cursor,
            is_caught_up: false,
            progress,
        })
    }

    /// Runs until the bot stops or is logged out.
    pub(super) async fn run(&mut self) -> SyncEnd {
        let client = self.context.client();
        self.context.set_online(false);
        self.pending = None;
        self.panics = 0;
        // Another client reads again what the one before did not get to.
        if let Some(oldest) = self.gaps.oldest() {
            self.inbound.restart_from(oldest);
            self.token = Some(oldest.since.clone());
            self.gaps.clear();
        }
        let decryption = Decryption {
            context: Arc::clone(&self.context),
            host: self.host.clone(),
            inbound: Arc::clone(&self.inbound),
            undecrypted: Arc::clone(&self.undecrypted),
            client: client.clone(),
        };
        let decrypting = AbortOnDropHandle::new(tokio::spawn(decryption.run()));
        let ended = self.sync_until_end(&client).await;
        self.context.set_half_synced(false);
        decrypting.abort();
        // Wait for the end of the cancelled task, before another client starts.
        let _ = decrypting.await;
        // Events that are not written by then are read again.
        let _ = timeout(FINISH_TIMEOUT, self.inbound.wait_until_idle()).await;
        self.write_progress(true).await;
        ended
    }

    async fn sync_until_end(&mut self, client: &Client) -> SyncEnd {
        let stop = self.context.background.stop().clone();
        let mut backoff = Backoff::new();
        let mut failing_since: Option<Instant> = None;
        // The first sync returns at once, with what has gathered.
        let mut poll = Duration::ZERO;
        // A new store of a bot that is not new does not know the rooms. One that another device has
        // read past has missed what changed since. Both catch up first.
        let is_new = !self.is_caught_up && is_new(client).await;
        let is_behind = is_new || !self.is_caught_up && self.was_read_elsewhere(client);
        let mut catching_up = None;
        if is_behind && self.token.is_some() {
            let last = last_sync(client).await.filter(|_| !is_new);
            catching_up = Some(last.map_or(SyncToken::NoToken, SyncToken::Specific));
        } else {
            self.device = client.device_id().map(ToString::to_string);
        }
        if std::mem::take(&mut self.has_no_cursor) && !is_new {
            tracing::warn!(
                "matrix.store is from an earlier run, but the database knows nothing of this \
                 account: if games are missing, check that \"database\" names the right file; \
                 messages from the downtime are ignored"
            );
        }
        let mut note_sync = self.token.is_none();
        loop {
            let token = catching_up.clone().unwrap_or_else(|| self.sync_token());
            let outcome = match self.next_sync(client, poll, token).await {
                Ok(None) => return SyncEnd::Stopped,
                // The server sends messages between devices in batches, and deletes those before the
                // token of the next sync.
                Ok(Some(response)) if catching_up.is_some() && !response.to_device.is_empty() => {
                    catching_up = Some(SyncToken::Specific(response.next_batch));
                    continue;
                }
                Ok(Some(_)) if catching_up.is_some() => {
                    self.is_caught_up = true;
                    note_synced(client).await;
                    return SyncEnd::CaughtUp;
                }
                Ok(Some(response)) => {
                    if std::mem::take(&mut note_sync) {
                        note_synced(client).await;
                    }
                    // First, because handling may wait for a delivery that waits for this.
                    self.context.set_online(true);
                    self.handle_guarded(client, response).await
                }
                Err(SyncError::Panic) => {
                    tracing::error!("the library panicked in a sync; going on with a new client");
                    self.context.set_online(false);
                    let wait = self.client_backoff.next();
                    tokio::select! {
                        () = stop.cancelled() => return SyncEnd::Stopped,
                        () = sleep(wait) => return SyncEnd::Panicked,
                    }
                }
                Err(SyncError::Library(error))
                    if matches!(catching_up, Some(SyncToken::Specific(_)))
                        && is_bad_token(&error) =>
                {
                    tracing::debug!(reason = plain(&error), "reading all rooms again");
                    catching_up = Some(SyncToken::NoToken);
                    continue;
                }
                Err(SyncError::Library(error)) if self.token.is_some() && is_bad_token(&error) => {
                    tracing::error!(
                        reason = plain(&error),
                        "the homeserver does not know the bot's sync token: messages from the \
                         downtime are lost"
                    );
                    self.token = None;
                    continue;
                }
                Err(SyncError::Library(error))
                    if failure_kind(&error) == FailureKind::LoggedOut =>
                {
                    SyncOutcome::End(SyncEnd::LoggedOut {
                        soft: is_soft_logout(&error),
                    })
                }
                Err(SyncError::Library(error)) => {
                    SyncOutcome::Failed(failure_kind(&error), plain(&error))
                }
            };
            let (kind, reason) = match outcome {
                SyncOutcome::Done => {
                    poll = if self.gaps.is_empty() {
                        POLL_TIMEOUT
                    } else {
                        POLL_TIMEOUT_WITH_GAPS
                    };
                    backoff = Backoff::new();
                    if let Some(since) = failing_since.take() {
                        let seconds = since.elapsed().as_secs();
                        tracing::info!(seconds, "syncing again");
                    }
                    continue;
                }
                SyncOutcome::End(end) => {
                    if let SyncEnd::LoggedOut { soft } = end {
                        // A new device gets a new store.
                        self.is_caught_up &= soft;
                    }
                    return end;
                }
                SyncOutcome::Failed(kind, reason) => (kind, reason),
            };
            let answers = !kind.is_transient();
            self.context.set_online(answers);
            if failing_since.is_some() {
                tracing::debug!(reason, "syncing still fails");
            } else if answers {
                tracing::error!(reason, "syncing failed; trying again");
            } else {
                tracing::warn!(reason, "the homeserver does not answer; trying again");
            }
            failing_since.get_or_insert_with(Instant::now);
            poll = Duration::ZERO;
            let wait = backoff.next().max(kind.retry_after().unwrap_or_default());
            tokio::select! {
                () = stop.cancelled() => return SyncEnd::Stopped,
                () = sleep(wait) => {}
            }
        }
    }

    /// The sync that is pending, or the next one; `None` if the bot stops.
    async fn next_sync(
        &mut self,
        client: &Client,
        poll: Duration,
        token: SyncToken,
    ) -> Result<Option<SyncResponse>, SyncError> {
        if let Some(pending) = self.pending.take() {
            return Ok(Some(pending));
        }
        let settings = SyncSettings::new()
            .filter(filter())
            .timeout(poll)
            .token(token);
        let synced = tokio::select! {
            () = self.context.background.stop().cancelled() => return Ok(None),
            synced = AssertUnwindSafe(self.sync(client, settings)).catch_unwind() => synced,
        };
        match synced {
            Ok(synced) => synced.map(Some).map_err(SyncError::Library),
            Err(_) => Err(SyncError::Panic),
        }
    }

    /// The library's sync. Flags the time between its two halves, for messages that are being sent:
    /// after it has processed the server's answer, it sends the requests that follow.
    async fn sync(
        &self,
        client: &Client,
        settings: SyncSettings,
    ) -> matrix_sdk::Result<SyncResponse> {
        let mut understood = client.subscribe_to_all_room_updates();
        let syncing = client.sync_once(settings);
        tokio::pin!(syncing);
        let synced = loop {
            tokio::select! {
                synced = &mut syncing => break synced,
                Ok(_) = understood.recv() => self.context.set_half_synced(true),
            }
        };
        self.context.set_half_synced(false);
        synced
    }

    /// Whether another device moved the cursor last: that of a process with a store of its own.
    fn was_read_elsewhere(&self, client: &Client) -> bool {
        let own = client.device_id().map(DeviceId::as_str);
        self.device.is_some() && self.device.as_deref() != own
    }

    /// Where the next sync begins.
    fn sync_token(&self) -> SyncToken {
        let token = self.token.clone();
        token.map_or(SyncToken::NoToken, SyncToken::Specific)
    }
}

/// What a sync contains.
fn filter() -> Filter {
    let mut filter = FilterDefinition::with_lazy_loading();
    filter.room.timeline.limit = Some(UInt::from(TIMELINE_LIMIT));
    // The bot does not need to know who is online, nor who reads what.
    filter.presence.not_types = vec!["*".to_owned()];
    filter.room.ephemeral.not_types = vec!["*".to_owned()];
    Filter::FilterDefinition(filter)
}

/// Whether the library's store has never seen a whole sync.
async fn is_new(client: &Client) -> bool {
    matches!(
        client.state_store().get_custom_value(SYNCED).await,
        Ok(None)
    )
}

/// Notes in the library's store that it has.
async fn note_synced(client: &Client) {
    let noted = client
        .state_store()
        .set_custom_value_no_read(SYNCED, vec![1])
        .await;
    if let Err(error) = noted {
        // The next start reads all rooms again, which only takes time.
        tracing::warn!(%error, "a note in the key store could not be written");
    }
}
