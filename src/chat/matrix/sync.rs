//! Listening: a loop of our own around the library's sync.
//!
//! The library notes how far it has read before anybody has dealt with what it read. So the bot
//! keeps a mark of its own: the token of the last sync of which everything is written down. After a
//! crash it begins there again; what had been heard is known by its event id and not answered
//! twice.
//!
//! An event that makes the program panic, or fails each time, costs that one event.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use matrix_sdk::config::{SyncSettings, SyncToken};
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::ruma::UInt;
use matrix_sdk::ruma::api::client::filter::FilterDefinition;
use matrix_sdk::ruma::api::client::sync::sync_events::v3::Filter;
use matrix_sdk::sync::{JoinedRoomUpdate, State, SyncResponse};
use matrix_sdk::{Client, Room};
use serde::{Deserialize, Serialize};
use tokio::time::{sleep, timeout};

use super::PLATFORM;
use super::context::MatrixContext;
use super::error::{FailureKind, InboundError, failure_kind, is_bad_token, plain};
use super::events::{self, RoomInput};
use super::gaps::{self, Gaps};
use super::inbound::{InboundQueues, MOST_FAILURES, SyncPosition};
use super::rooms::Rooms;
use super::undecrypted::{UndecryptedEvent, UndecryptedEvents};
use crate::host::{Backoff, Host};
use crate::host::{StoreError, SyncCursor};

/// How long the server holds a sync in which nothing happens.
const HOLD: Duration = Duration::from_secs(30);

/// How long it does so while gaps are filled, which are looked at between two syncs.
const HOLD_IN_GAPS: Duration = Duration::from_secs(1);

/// Most events of a room in one sync. What is more comes from the room's history.
const TIMELINE: u32 = 50;

/// How often the mark is written when nothing is heard that writes it anyway. A start has to read
/// at most this much again.
const MARK_EVERY: Duration = Duration::from_secs(20);

/// How long the end waits for what is on its way to be written down, so that the next start has
/// less to read again.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// So often what a sync brought may make the program panic. Then it is skipped.
const MOST_PANICS: u32 = 3;

/// Where it stands in the library's store that it has seen a whole sync.
const SYNCED: &[u8] = b"ringleader.synced";

/// Why the loop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SyncEnd {
    /// The bot stops.
    Stopped,
    /// A new store knows the rooms now. It takes another client to hear what is said in them: this
    /// one would take it for the sync that it has just seen, and drop it.
    StoreInitialized,
    /// The server ended the session. `soft`: the device is still known.
    LoggedOut {
        /// Whether the device, with its keys, stays.
        soft: bool,
    },
}

/// How far the bot has read: what the mark holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SyncProgress {
    /// The server's token; none before the first sync.
    token: Option<String>,
    /// Messages that could not be decrypted yet.
    #[serde(default, rename = "sealed")]
    undecrypted: Vec<UndecryptedEvent>,
}

/// Who listens.
pub(super) struct SyncLoop {
    context: Arc<MatrixContext>,
    host: Host,
    rooms: Arc<Rooms>,
    /// Name of the mark.
    name: String,
    /// The token of the last sync that was dealt with.
    token: Option<String>,
    /// The number of the next one.
    number: u64,
    inbound: Arc<InboundQueues>,
    undecrypted: Arc<UndecryptedEvents>,
    gaps: Gaps,
    /// The event that failed last, and how often in a row.
    failing: Option<(String, u32)>,
    /// Whether there is no mark, so that the database should be as new as the library's store.
    unknown: bool,
    /// Whether this run has seen a whole sync with the store that it has now.
    initialized: bool,
    /// The progress as it is written.
    written: SyncProgress,
    written_at: Instant,
}

impl SyncLoop {
    /// Takes up where the bot was.
    pub(super) async fn new(
        context: Arc<MatrixContext>,
        host: Host,
        rooms: Arc<Rooms>,
    ) -> Result<Self, StoreError> {
        let name = format!("{PLATFORM}:{}", context.me());
        let kept = host.cursor(&name).await?;
        let progress: SyncProgress = match kept.as_deref().map(serde_json::from_str) {
            None => SyncProgress::default(),
            Some(Ok(progress)) => progress,
            Some(Err(error)) => {
                tracing::error!(%error, "how far the bot had read cannot be read: it begins anew");
                SyncProgress::default()
            }
        };
        Ok(Self {
            gaps: Gaps::new(Arc::clone(&context)),
            inbound: InboundQueues::new(Arc::clone(&context), host.clone()),
            failing: None,
            number: 0,
            context,
            host,
            rooms,
            name,
            token: progress.token.clone(),
            undecrypted: Arc::new(UndecryptedEvents::new(progress.undecrypted.clone())),
            unknown: kept.is_none(),
            initialized: false,
            written: progress,
            written_at: Instant::now(),
        })
    }

    /// Listens until the bot stops or is logged out.
    pub(super) async fn listen(&mut self) -> SyncEnd {
        let stop = self.context.stop.clone();
        let client = self.context.client();
        self.context.set_online(false);
        // Another client reads again what the one before did not come to.
        if let Some(oldest) = self.gaps.oldest() {
            self.inbound.begin_again_from(oldest);
            self.token = Some(oldest.since.clone());
            self.gaps.clear();
        }
        let opening = tokio::spawn(Arc::clone(&self.undecrypted).open_all(
            Arc::clone(&self.context),
            self.host.clone(),
            Arc::clone(&self.inbound),
            client.clone(),
        ));
        let mut backoff = Backoff::new();
        let mut away: Option<Instant> = None;
        // The first one only tells what has gathered.
        let mut hold = Duration::ZERO;
        // A store that is new, to a bot that is not, knows nothing of the rooms.
        let is_new = !self.initialized && is_new(&client).await;
        let new_store = is_new && self.token.is_some();
        if std::mem::take(&mut self.unknown) && !is_new {
            tracing::warn!(
                "matrix.store is from before, but the database knows nothing of this account: \
                 if games are missing, see whether «database» names the right file; what was said \
                 while the bot was away goes unheard"
            );
        }
        let mut since_the_beginning = self.token.is_none();
        // What could not be dealt with is kept: the library hands out the same sync only once.
        let mut kept: Option<SyncResponse> = None;
        let mut panics = 0;
        let ended = loop {
            let settings = self.settings(hold, new_store);
            let synced = match kept.take() {
                Some(response) => Ok(response),
                None => tokio::select! {
                    () = stop.cancelled() => break SyncEnd::Stopped,
                    synced = AssertUnwindSafe(self.sync(&client, settings)).catch_unwind() => {
                        match synced {
                            Ok(synced) => synced,
                            Err(_) => {
                                tracing::error!("the homeserver's answer made the library panic");
                                Err(matrix_sdk::Error::ConcurrentRequestFailed)
                            }
                        }
                    }
                },
            };
            if let Err(error) = &synced
                && self.token.is_some()
                && is_bad_token(error)
            {
                tracing::error!(
                    reason = plain(error),
                    "the homeserver does not know how far the bot had read: what was said \
                     meanwhile is lost"
                );
                self.token = None;
                continue;
            }
            let failed = match synced {
                Ok(_) if new_store => {
                    self.initialized = true;
                    note_synced(&client).await;
                    break SyncEnd::StoreInitialized;
                }
                Ok(response) => {
                    if since_the_beginning {
                        since_the_beginning = false;
                        note_synced(&client).await;
                    }
                    // Before anything waits for a delivery that waits for this.
                    self.context.set_online(true);
                    let taken = AssertUnwindSafe(self.take(&client, response.clone()));
                    match taken.catch_unwind().await {
                        Ok(Ok(())) => {
                            panics = 0;
                            None
                        }
                        Ok(Err(InboundError::Stopping)) => break SyncEnd::Stopped,
                        Ok(Err(InboundError::Server(error))) => {
                            kept = Some(response);
                            Some((failure_kind(&error), plain(&*error)))
                        }
                        Ok(Err(InboundError::Store(error))) => {
                            kept = Some(response);
                            Some((FailureKind::Own, error.to_string()))
                        }
                        Err(_) if panics + 1 >= MOST_PANICS => {
                            panics = 0;
                            tracing::error!("what a sync brought panics each time and is skipped");
                            self.pass(response.next_batch);
                            None
                        }
                        Err(_) => {
                            panics += 1;
                            kept = Some(response);
                            Some((FailureKind::Own, "a panic".to_owned()))
                        }
                    }
                }
                Err(error) => Some((failure_kind(&error), plain(&error))),
            };
            let Some((failure_kind, reason)) = failed else {
                hold = if self.gaps.is_empty() {
                    HOLD
                } else {
                    HOLD_IN_GAPS
                };
                backoff = Backoff::new();
                if let Some(since) = away.take() {
                    let seconds = since.elapsed().as_secs();
                    tracing::info!(seconds, "listening again");
                }
                continue;
            };
            if let FailureKind::LoggedOut { soft } = failure_kind {
                // A new device gets a new store.
                self.initialized &= soft;
                break SyncEnd::LoggedOut { soft };
            }
            let answers = !matches!(failure_kind, FailureKind::Transient(_));
            self.context.set_online(answers);
            if away.is_some() {
                tracing::debug!(reason, "listening fails still");
            } else if answers {
                tracing::error!(reason, "listening failed: trying until it goes on");
            } else {
                tracing::warn!(
                    reason,
                    "the homeserver does not answer: trying until it does"
                );
            }
            away.get_or_insert_with(Instant::now);
            let after = match failure_kind {
                FailureKind::Transient(after) => after.unwrap_or_default(),
                _ => Duration::ZERO,
            };
            let wait = backoff.next().max(after);
            hold = Duration::ZERO;
            tokio::select! {
                () = stop.cancelled() => break SyncEnd::Stopped,
                () = sleep(wait) => {}
            }
        };
        self.context.set_half_synced(false);
        opening.abort();
        // None of it runs on with another client. Its end is the cancellation.
        let _ = opening.await;
        // What is not written down by then is read again.
        let _ = timeout(LAST_WORDS, self.inbound.is_idle()).await;
        self.write_mark(true).await;
        ended
    }

    /// The library's sync. Whoever sends meanwhile is told between its two halves: when it has
    /// understood the server's answer, and when it has asked for all that it needs because of it.
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

    fn settings(&self, hold: Duration, from_the_beginning: bool) -> SyncSettings {
        let mut filter = FilterDefinition::with_lazy_loading();
        filter.room.timeline.limit = Some(UInt::from(TIMELINE));
        // Who else is online, and who reads what, is nothing to a bot.
        filter.presence.not_types = vec!["*".to_owned()];
        filter.room.ephemeral.not_types = vec!["*".to_owned()];
        let token = match &self.token {
            Some(token) if !from_the_beginning => SyncToken::Specific(token.clone()),
            _ => SyncToken::NoToken,
        };
        SyncSettings::new()
            .filter(Filter::FilterDefinition(filter))
            .timeout(hold)
            .token(token)
    }

    /// Deals with what a sync brought: all of it is on its way to the host, but for gaps, or it
    /// fails and the same comes again.
    async fn take(&mut self, client: &Client, response: SyncResponse) -> Result<(), InboundError> {
        self.fill().await?;
        let SyncResponse {
            next_batch, rooms, ..
        } = response;
        let cursor = self.token.clone().map(|since| SyncPosition {
            number: self.number,
            since,
        });
        for room in rooms.invited.keys().filter_map(|id| client.get_room(id)) {
            self.rooms.invited(&room);
        }
        for (id, update) in rooms.joined {
            let Some(room) = client.get_room(&id) else {
                continue;
            };
            if tells_of_the_room(&update) {
                self.note_news(&room).await;
            }
            // What was said before the bot ever looked was not said to it.
            let Some(cursor) = &cursor else {
                continue;
            };
            let timeline = update.timeline;
            if self.gaps.put(&id, &timeline, cursor) {
                continue;
            }
            // Where one history is not to be had, others may not be, and each takes its time.
            if timeline.limited && !self.gaps.is_empty() {
                self.gaps.open(&room, &timeline, cursor);
                continue;
            }
            match gaps::whole(&self.context, &room, timeline.clone(), &cursor.since).await? {
                Ok(events) => self.read(&room, &events, cursor).await?,
                Err(error) => {
                    let reason = plain(&error);
                    tracing::warn!(room = %id, reason, "a gap in a room is filled later");
                    self.gaps.open(&room, &timeline, cursor);
                }
            }
        }
        self.pass(next_batch);
        self.write_mark(false).await;
        Ok(())
    }

    /// Goes on behind a sync.
    fn pass(&mut self, token: String) {
        self.token = Some(token);
        self.number += 1;
    }

    /// Sees to what is new about a room itself.
    async fn note_news(&self, room: &Room) {
        let noting = async {
            self.context.forget_roster(room.room_id());
            self.rooms.changed(room);
            self.rooms.moved_in(room).await;
        };
        if AssertUnwindSafe(noting).catch_unwind().await.is_err() {
            tracing::error!(room = %room.room_id(), "news of a room made the program panic");
        }
    }

    /// Reads what was said in gaps that are filled by now.
    async fn fill(&mut self) -> Result<(), InboundError> {
        while let Some((room, events, cursor)) = self.gaps.filled().await? {
            self.read(&room, &events, &cursor).await?;
            self.gaps.pass(room.room_id());
        }
        Ok(())
    }

    /// How far all is written down, where the last sync ended there.
    fn reached(&self, last: Option<&str>) -> SyncProgress {
        let open = self.inbound.oldest();
        let oldest = self
            .gaps
            .oldest()
            .into_iter()
            .chain(&open)
            .min_by_key(|cursor| cursor.number);
        SyncProgress {
            token: oldest
                .map(|cursor| &*cursor.since)
                .or(last)
                .map(str::to_owned),
            undecrypted: self.undecrypted.contents(),
        }
    }

    /// Reads the events of a room, and brings them on their way to the host.
    async fn read(
        &mut self,
        room: &Room,
        events: &[TimelineEvent],
        cursor: &SyncPosition,
    ) -> Result<(), InboundError> {
        for event in events {
            let reading = events::read(&self.context, &self.host, room, event);
            match AssertUnwindSafe(reading).catch_unwind().await {
                Ok(Ok(RoomInput::Ignored)) => {}
                Ok(Ok(RoomInput::Input(incoming))) => {
                    self.inbound.put(Some(cursor), *incoming).await?;
                }
                Ok(Ok(RoomInput::Undecrypted(message))) => self.undecrypted.put(message),
                Ok(Err(error)) => self.may_be_skipped(room, event, error).await?,
                Err(_) => tracing::error!(
                    room = %room.room_id(), event = id(event),
                    "an event made the program panic and is skipped"
                ),
            }
        }
        Ok(())
    }

    /// Passes an event that fails each time though the database is well; fails for any other.
    async fn may_be_skipped(
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
        if failures >= MOST_FAILURES && self.inbound.takes_changes().await {
            tracing::error!(
                room = %room.room_id(), event, %error, "an event fails each time and is skipped"
            );
            self.failing = None;
            return Ok(());
        }
        self.failing = Some((event, failures));
        Err(error)
    }

    fn mark(&self, progress: &SyncProgress) -> Option<SyncCursor> {
        match serde_json::to_string(progress) {
            Ok(value) => Some(SyncCursor {
                name: self.name.clone(),
                value,
            }),
            Err(error) => {
                tracing::error!(%error, "how far the bot has read cannot be written");
                None
            }
        }
    }

    /// Writes the mark if it has moved, but not for every line of chat that is not for the bot. Nothing is lost if it
    /// fails: more is read again by the next start.
    async fn write_mark(&mut self, at_once: bool) {
        let progress = self.reached(self.token.as_deref());
        let undecrypted = progress.undecrypted != self.written.undecrypted;
        let due = at_once
            || undecrypted
            || self.inbound.has_news()
            || self.written.token.is_none()
            || self.written_at.elapsed() >= MARK_EVERY;
        if !due || progress == self.written {
            return;
        }
        let Some(mark) = self.mark(&progress) else {
            return;
        };
        match self.host.set_cursor(mark).await {
            Ok(()) => {
                self.written = progress;
                self.written_at = Instant::now();
            }
            Err(error) => tracing::warn!(%error, "how far the bot has read was not written"),
        }
    }
}

/// Whether the library's store has never seen a whole sync.
async fn is_new(client: &Client) -> bool {
    matches!(
        client.state_store().get_custom_value(SYNCED).await,
        Ok(None)
    )
}

/// Notes that it has.
async fn note_synced(client: &Client) {
    let noted = client
        .state_store()
        .set_custom_value_no_read(SYNCED, vec![1])
        .await;
    if let Err(error) = noted {
        // The next start reads all rooms again, which only takes time.
        tracing::warn!(%error, "the store of keys does not take a note");
    }
}

/// The id of an event, for the log.
fn id(event: &TimelineEvent) -> String {
    event
        .event_id()
        .map_or_else(|| "unknown".to_owned(), |id| id.to_string())
}

/// Whether an update holds news of the room itself: who is in it, and whether it was upgraded.
fn tells_of_the_room(update: &JoinedRoomUpdate) -> bool {
    let (State::Before(state) | State::After(state)) = &update.state;
    let tells = |kind: Option<String>| {
        matches!(kind.as_deref(), Some("m.room.member" | "m.room.tombstone"))
    };
    state
        .iter()
        .any(|event| tells(event.get_field("type").ok().flatten()))
        || update
            .timeline
            .events
            .iter()
            .any(|event| tells(event.raw().get_field("type").ok().flatten()))
}
