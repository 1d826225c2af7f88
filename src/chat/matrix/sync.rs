//! The sync loop, around the library's sync.
//!
//! The library notes how far it has read before anybody has handled what it read. So the bot keeps a
//! cursor of its own: the token of the last sync of which everything is written. After a crash it
//! starts there again; events that were handled before are recognised by their ids.
//!
//! An event that causes a panic, or fails each time, costs that one event.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use matrix_sdk::config::{SyncSettings, SyncToken};
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::ruma::UInt;
use matrix_sdk::ruma::api::client::filter::FilterDefinition;
use matrix_sdk::ruma::api::client::sync::sync_events::v3::Filter;
use matrix_sdk::sync::{JoinedRoomUpdate, State, SyncResponse, Timeline};
use matrix_sdk::{Client, Room, RoomState};
use tokio::time::{sleep, timeout};

use super::context::MatrixContext;
use super::decryption::Decryption;
use super::error::{
    FailureKind, InboundError, Rejection, failure_kind, is_bad_token, is_soft_logout, plain,
};
use super::events::{self, RoomInput};
use super::gaps::{self, Gaps};
use super::inbound::InboundQueues;
use super::rooms::Rooms;
use super::sync_position::SyncPosition;
use super::sync_progress::{ProgressStore, SyncProgress};
use super::undecrypted::UndecryptedEvents;
use super::verification::{VerificationBegin, Verifications};
use crate::chat::common::platform::MATRIX;
use crate::chat::common::poison::{self, MAX_FAILURES};
use crate::host::{Backoff, Host, StoreError};
use crate::session::TableKey;

/// How long the server holds a sync in which nothing happens.
const POLL_TIMEOUT: Duration = Duration::from_secs(30);

/// The same while gaps are filled, which are checked between two syncs.
const POLL_TIMEOUT_WITH_GAPS: Duration = Duration::from_secs(1);

/// Events of a room in one sync. Further ones come from the room's history.
const TIMELINE_LIMIT: u32 = 50;

/// How long the end of the loop waits for events to be written, so that the next start has less to
/// read again.
const FINISH_TIMEOUT: Duration = Duration::from_secs(5);

/// Panics in handling a sync until it is skipped.
const MAX_PANICS: u32 = 3;

/// The note in the library's store that it has seen a whole sync.
const SYNCED: &[u8] = b"ringleader.synced";

/// Why the loop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SyncEnd {
    /// The bot stops.
    Stopped,
    /// A new store now knows the rooms. It takes another client to read their events: this one would
    /// take the next sync for the one that it has just seen, and drop it.
    StoreInitialized,
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
    is_initialized: bool,
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
            undecrypted: Arc::new(UndecryptedEvents::new(
                progress.written().undecrypted.clone(),
            )),
            has_no_cursor: !has_cursor,
            is_initialized: false,
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
        let decrypting = tokio::spawn(decryption.run());
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
        // A store that is new, to a bot that is not, does not know the rooms.
        let is_new = !self.is_initialized && is_new(client).await;
        let is_store_new = is_new && self.token.is_some();
        if std::mem::take(&mut self.has_no_cursor) && !is_new {
            tracing::warn!(
                "matrix.store is from an earlier run, but the database knows nothing of this \
                 account: if games are missing, check that \"database\" names the right file; \
                 messages from the downtime are ignored"
            );
        }
        let mut note_sync = self.token.is_none();
        loop {
            let outcome = match self.next_sync(client, poll, is_store_new).await {
                Ok(None) => return SyncEnd::Stopped,
                Ok(Some(_)) if is_store_new => {
                    self.is_initialized = true;
                    note_synced(client).await;
                    return SyncEnd::StoreInitialized;
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
                        self.is_initialized &= soft;
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
        from_start: bool,
    ) -> Result<Option<SyncResponse>, SyncError> {
        if let Some(pending) = self.pending.take() {
            return Ok(Some(pending));
        }
        let settings = self.settings(poll, from_start);
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

    fn settings(&self, poll: Duration, from_start: bool) -> SyncSettings {
        let token = match &self.token {
            Some(token) if !from_start => SyncToken::Specific(token.clone()),
            _ => SyncToken::NoToken,
        };
        SyncSettings::new()
            .filter(filter())
            .timeout(poll)
            .token(token)
    }

    /// Handles a sync, which is pending if it fails.
    async fn handle_guarded(&mut self, client: &Client, response: SyncResponse) -> SyncOutcome {
        let handling = AssertUnwindSafe(self.handle(client, response.clone()));
        let internal = FailureKind::Rejected(Rejection::Internal);
        let (kind, reason) = match handling.catch_unwind().await {
            Ok(Ok(())) => {
                self.panics = 0;
                self.client_backoff = Backoff::new();
                return SyncOutcome::Done;
            }
            Ok(Err(InboundError::Stopping)) => return SyncOutcome::End(SyncEnd::Stopped),
            Ok(Err(InboundError::Platform(error))) => match failure_kind(&error) {
                FailureKind::LoggedOut => {
                    return SyncOutcome::End(SyncEnd::LoggedOut {
                        soft: is_soft_logout(&error),
                    });
                }
                kind => (kind, plain(&*error)),
            },
            Ok(Err(InboundError::Store(error))) => (internal, error.to_string()),
            Err(_) => {
                self.panics += 1;
                if self.panics >= MAX_PANICS {
                    self.panics = 0;
                    tracing::error!("handling a sync panics each time; it is skipped");
                    self.pass(response.next_batch);
                    return SyncOutcome::Done;
                }
                (internal, "a panic".to_owned())
            }
        };
        self.pending = Some(response);
        SyncOutcome::Failed(kind, reason)
    }

    /// Handles a sync: all of its events are on their way to the host, except for those in gaps. If
    /// it fails, the same sync is handled again.
    async fn handle(
        &mut self,
        client: &Client,
        response: SyncResponse,
    ) -> Result<(), InboundError> {
        self.read_filled_gaps().await?;
        let SyncResponse {
            next_batch,
            rooms,
            to_device,
            ..
        } = response;
        for begin in to_device.iter().filter_map(VerificationBegin::read) {
            self.verifications.begin(client, begin);
        }
        let position = self.token.clone().map(|since| SyncPosition {
            number: self.number,
            since,
        });
        for room in rooms.invited.keys().filter_map(|id| client.get_room(id)) {
            self.rooms.invited(&room);
        }
        for (id, update) in rooms.left {
            let room = client.get_room(&id);
            if let (Some(room), Some(position)) = (&room, &position) {
                self.read_last(room, update.timeline, position).await?;
            }
            let banned = room.is_some_and(|room| room.state() == RoomState::Banned);
            let place = TableKey::channel(MATRIX, id.as_str());
            self.inbound.put_gone(position.as_ref(), place, banned);
        }
        for (id, update) in rooms.joined {
            let Some(room) = client.get_room(&id) else {
                continue;
            };
            if changes_room(&update) {
                self.note_change(&room).await;
            }
            // There are no tables in spaces.
            if room.is_space() {
                continue;
            }
            // Messages from before the first sync were not meant for the bot.
            let Some(position) = &position else {
                continue;
            };
            let timeline = update.timeline;
            if self.gaps.put(&id, &timeline, position) {
                continue;
            }
            // Where one history cannot be read, others may not either, and each takes its time.
            if timeline.limited && !self.gaps.is_empty() {
                self.gaps.open(&room, &timeline, position);
                continue;
            }
            match gaps::whole(&self.context, &room, timeline.clone(), &position.since).await? {
                Ok(events) => self.read(&room, &events, position).await?,
                Err(error) => {
                    let reason = plain(&error);
                    tracing::warn!(room = %id, reason, "a gap in a room is filled later");
                    self.gaps.open(&room, &timeline, position);
                }
            }
        }
        self.pass(next_batch);
        self.write_progress(false).await;
        Ok(())
    }

    /// Reads what was said in a room before the bot left it, as far as the server still tells.
    async fn read_last(
        &mut self,
        room: &Room,
        timeline: Timeline,
        position: &SyncPosition,
    ) -> Result<(), InboundError> {
        let mut events = timeline.events.clone();
        // Where one history cannot be read, others may not either.
        if !timeline.limited || self.gaps.is_empty() {
            match gaps::whole(&self.context, room, timeline, &position.since).await? {
                Ok(whole) => events = whole,
                Err(error) => {
                    let reason = plain(&error);
                    tracing::debug!(room = %room.room_id(), reason, "a gap in a room is not filled");
                }
            }
        }
        self.read(room, &events, position).await
    }

    /// Goes on after a sync.
    fn pass(&mut self, token: String) {
        self.token = Some(token);
        self.number += 1;
    }

    /// Handles a change of a room itself.
    async fn note_change(&self, room: &Room) {
        let noting = async {
            self.context.forget_roster(room.room_id());
            self.rooms.changed(room);
            self.rooms.moved_in(room).await;
        };
        if AssertUnwindSafe(noting).catch_unwind().await.is_err() {
            tracing::error!(room = %room.room_id(), "a change of a room caused a panic");
        }
    }

    /// Reads the events of gaps that are filled by now.
    async fn read_filled_gaps(&mut self) -> Result<(), InboundError> {
        while let Some((room, events, position)) = self.gaps.filled().await? {
            self.read(&room, &events, &position).await?;
            self.gaps.pass(room.room_id());
        }
        Ok(())
    }

    /// Reads the events of a room, and passes them on to the host.
    async fn read(
        &mut self,
        room: &Room,
        events: &[TimelineEvent],
        position: &SyncPosition,
    ) -> Result<(), InboundError> {
        for event in events {
            let reading = events::read(&self.context, &self.host, room, event);
            match AssertUnwindSafe(reading).catch_unwind().await {
                Ok(Ok(RoomInput::Ignored)) => {}
                Ok(Ok(RoomInput::Input(incoming))) => {
                    self.inbound.put(Some(position), *incoming).await?;
                }
                Ok(Ok(RoomInput::Undecrypted(event))) => self.undecrypted.add(event),
                Ok(Ok(RoomInput::Verification(begin))) => {
                    self.verifications.begin(&room.client(), begin);
                }
                Ok(Err(error)) => self.skip_or_fail(room, event, error).await?,
                Err(_) => tracing::error!(
                    room = %room.room_id(), event = id(event),
                    "an event caused a panic and is skipped"
                ),
            }
        }
        Ok(())
    }

    /// Skips an event that fails each time although the database works; fails for any other.
    async fn skip_or_fail(
        &mut self,
        room: &Room,
        event: &TimelineEvent,
        error: InboundError,
    ) -> Result<(), InboundError> {
        if !matches!(error, InboundError::Store(_)) {
            return Err(error);
        }
        let event = id(event);
        let failures = match &self.failing {
            Some((failing, failures)) if *failing == event => failures + 1,
            _ => 1,
        };
        if failures >= MAX_FAILURES
            && poison::database_works(&self.host, MATRIX, self.context.me()).await
        {
            tracing::error!(
                room = %room.room_id(), event, %error, "an event fails each time and is skipped"
            );
            self.failing = None;
            return Ok(());
        }
        self.failing = Some((event, failures));
        Err(error)
    }

    /// Writes how far all events are written.
    async fn write_progress(&mut self, urgent: bool) {
        let open = self.inbound.oldest();
        let oldest = self
            .gaps
            .oldest()
            .into_iter()
            .chain(&open)
            .min_by_key(|position| position.number);
        let token = oldest
            .map(|position| &position.since)
            .or(self.token.as_ref())
            .cloned();
        let progress = SyncProgress {
            token,
            undecrypted: self.undecrypted.snapshot(),
        };
        let urgent = urgent || self.inbound.has_news();
        self.progress.write(progress, urgent).await;
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

/// The id of an event, for the log.
fn id(event: &TimelineEvent) -> String {
    event
        .event_id()
        .map_or_else(|| "unknown".to_owned(), |id| id.to_string())
}

/// Whether an update changes the room itself: its members, or its successor.
fn changes_room(update: &JoinedRoomUpdate) -> bool {
    let (State::Before(state) | State::After(state)) = &update.state;
    let changes = |kind: Option<String>| {
        matches!(kind.as_deref(), Some("m.room.member" | "m.room.tombstone"))
    };
    state
        .iter()
        .any(|event| changes(event.get_field("type").ok().flatten()))
        || update
            .timeline
            .events
            .iter()
            .any(|event| changes(event.raw().get_field("type").ok().flatten()))
}
