//! Listening: a loop of our own around the library's sync.
//!
//! The library notes how far it has read before anybody has dealt with what it read. So the bot
//! keeps a mark of its own: the token of the last sync of which everything is written down, set
//! in the transaction that writes the last of it. After a crash it begins there again; what had
//! been heard is known by its event id and not answered twice.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use matrix_sdk::config::{SyncSettings, SyncToken};
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::ruma::api::client::filter::FilterDefinition;
use matrix_sdk::ruma::api::client::sync::sync_events::v3::Filter;
use matrix_sdk::ruma::{OwnedRoomId, UInt};
use matrix_sdk::sync::{JoinedRoomUpdate, State, SyncResponse};
use matrix_sdk::{Client, Room};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use super::PLATFORM;
use super::error::{Trouble, Unheard, is_bad_token, plain, trouble};
use super::gaps::{self, Gaps};
use super::hear::{self, Said};
use super::link::Link;
use super::rooms::Rooms;
use super::sealed::{Drawer, Sealed};
use crate::host::{Heard, Host, Incoming, Waits};
use crate::store::{Mark, StoreError};

/// How long the server holds a sync in which nothing happens.
const HOLD: Duration = Duration::from_secs(30);

/// How long it does so while gaps are filled, which are looked at between two syncs.
const HOLD_IN_GAPS: Duration = Duration::from_secs(1);

/// Most events of a room in one sync. What is more comes from the room's history.
const TIMELINE: u32 = 50;

/// How often the mark is written when nothing is heard that writes it anyway. A start has to read
/// at most this much again.
const MARK_EVERY: Duration = Duration::from_secs(20);

/// Where it stands in the library's store that it has seen a whole sync.
const SYNCED: &[u8] = b"ringleader.synced";

/// Why the loop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The bot stops.
    Stopped,
    /// A new store knows the rooms now. It takes another client to hear what is said in them: this
    /// one would take it for the sync that it has just seen, and drop it.
    Acquainted,
    /// The server ended the session. `soft`: the device is still known.
    LoggedOut {
        /// Whether the device, with its keys, stays.
        soft: bool,
    },
}

/// How far the bot has read: what the mark holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Progress {
    /// The server's token; none before the first sync.
    token: Option<String>,
    /// Messages that could not be decrypted yet.
    #[serde(default)]
    sealed: Vec<Sealed>,
}

/// Who listens.
pub(super) struct Listener {
    link: Arc<Link>,
    host: Host,
    rooms: Arc<Rooms>,
    /// Name of the mark.
    name: String,
    /// The token of the last sync that was dealt with.
    token: Option<String>,
    sealed: Arc<Drawer>,
    gaps: Gaps,
    /// Whether there is no mark, so that the database should be as new as the library's store.
    unknown: bool,
    /// Whether this run has seen a whole sync with the store that it has now.
    acquainted: bool,
    /// The progress as it is written.
    written: Progress,
    written_at: Instant,
}

impl Listener {
    /// Takes up where the bot was.
    pub(super) async fn new(
        link: Arc<Link>,
        host: Host,
        rooms: Arc<Rooms>,
    ) -> Result<Self, StoreError> {
        let name = format!("{PLATFORM}:{}", link.me());
        let kept = host.mark(&name).await?;
        let progress: Progress = match kept.as_deref().map(serde_json::from_str) {
            None => Progress::default(),
            Some(Ok(progress)) => progress,
            Some(Err(error)) => {
                tracing::error!(%error, "how far the bot had read cannot be read: it begins anew");
                Progress::default()
            }
        };
        Ok(Self {
            gaps: Gaps::new(Arc::clone(&link)),
            link,
            host,
            rooms,
            name,
            token: progress.token.clone(),
            sealed: Arc::new(Drawer::new(progress.sealed.clone())),
            unknown: kept.is_none(),
            acquainted: false,
            written: progress,
            written_at: Instant::now(),
        })
    }

    /// Listens until the bot stops or is logged out.
    pub(super) async fn listen(&mut self) -> Ended {
        let stop = self.link.stop.clone();
        let client = self.link.client();
        self.link.set_online(false);
        // Another client reads again what the one before did not come to.
        if let Some(oldest) = self.gaps.oldest() {
            self.token = Some(oldest.to_owned());
            self.gaps.clear();
        }
        let opening = tokio::spawn(Arc::clone(&self.sealed).open_all(
            Arc::clone(&self.link),
            self.host.clone(),
            client.clone(),
        ));
        let mut waits = Waits::new();
        let mut away: Option<Instant> = None;
        // The first one only tells what has gathered.
        let mut hold = Duration::ZERO;
        // A store that is new, to a bot that is not, knows nothing of the rooms.
        let is_new = !self.acquainted && is_new(&client).await;
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
        let ended = loop {
            let settings = self.settings(hold, new_store);
            let synced = match kept.take() {
                Some(response) => Ok(response),
                None => tokio::select! {
                    () = stop.cancelled() => break Ended::Stopped,
                    synced = self.sync(&client, settings) => synced,
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
                    self.acquainted = true;
                    note_synced(&client).await;
                    break Ended::Acquainted;
                }
                Ok(response) => {
                    if since_the_beginning {
                        since_the_beginning = false;
                        note_synced(&client).await;
                    }
                    // Before anything waits for a delivery that waits for this.
                    self.link.set_online(true);
                    match self.take(&client, response.clone()).await {
                        Ok(()) => None,
                        Err(Unheard::Stopping) => break Ended::Stopped,
                        Err(Unheard::Server(error)) => {
                            kept = Some(response);
                            Some((trouble(&error), plain(&*error)))
                        }
                        Err(Unheard::Store(error)) => {
                            kept = Some(response);
                            Some((Trouble::Own, error.to_string()))
                        }
                    }
                }
                Err(error) => Some((trouble(&error), plain(&error))),
            };
            let Some((trouble, reason)) = failed else {
                hold = if self.gaps.is_empty() {
                    HOLD
                } else {
                    HOLD_IN_GAPS
                };
                waits = Waits::new();
                if let Some(since) = away.take() {
                    let seconds = since.elapsed().as_secs();
                    tracing::info!(seconds, "listening again");
                }
                continue;
            };
            if let Trouble::LoggedOut { soft } = trouble {
                // A new device gets a new store.
                self.acquainted &= soft;
                break Ended::LoggedOut { soft };
            }
            let answers = !matches!(trouble, Trouble::Passing(_));
            self.link.set_online(answers);
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
            let after = match trouble {
                Trouble::Passing(after) => after.unwrap_or_default(),
                _ => Duration::ZERO,
            };
            let wait = waits.next().max(after);
            hold = Duration::ZERO;
            tokio::select! {
                () = stop.cancelled() => break Ended::Stopped,
                () = sleep(wait) => {}
            }
        };
        self.link.set_half_synced(false);
        opening.abort();
        // Nothing of it goes on beside another client. It ends as it was told to.
        let _ = opening.await;
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
                Ok(_) = understood.recv() => self.link.set_half_synced(true),
            }
        };
        self.link.set_half_synced(false);
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

    /// Deals with what a sync brought. Either all of it is written and the mark moves on, but for
    /// gaps, or it fails and the same comes again.
    async fn take(&mut self, client: &Client, response: SyncResponse) -> Result<(), Unheard> {
        self.fill(client).await?;
        let SyncResponse {
            next_batch, rooms, ..
        } = response;
        let since = self.token.clone();
        for room in rooms.invited.keys().filter_map(|id| client.get_room(id)) {
            self.rooms.invited(&room);
        }
        let mut heard: BTreeMap<OwnedRoomId, Vec<Incoming>> = BTreeMap::new();
        for (id, update) in rooms.joined {
            let Some(room) = client.get_room(&id) else {
                continue;
            };
            if tells_of_the_room(&update) {
                self.link.forget_roster(&id);
                self.rooms.changed(&room);
                self.rooms.moved_in(&room).await;
            }
            // What was said before the bot ever looked was not said to it.
            let Some(since) = &since else {
                continue;
            };
            let timeline = update.timeline;
            if self.gaps.put(&id, &timeline, since) {
                continue;
            }
            // Where one history is not to be had, others may not be, and each takes its time.
            if timeline.limited && !self.gaps.is_empty() {
                self.gaps.open(&room, &timeline, since);
                continue;
            }
            match gaps::whole(&self.link, &room, timeline.clone(), since).await? {
                Ok(events) => {
                    let said = self.read(&room, &events).await?;
                    if !said.is_empty() {
                        heard.insert(id, said);
                    }
                }
                Err(error) => {
                    let reason = plain(&error);
                    tracing::warn!(room = %id, reason, "a gap in a room is filled later");
                    self.gaps.open(&room, &timeline, since);
                }
            }
        }
        self.hear(client, heard, Some(&next_batch)).await?;
        self.token = Some(next_batch);
        self.write_mark(false).await;
        Ok(())
    }

    /// Hears what was said in gaps that are filled by now.
    async fn fill(&mut self, client: &Client) -> Result<(), Unheard> {
        while let Some((room, events)) = self.gaps.filled().await? {
            let said = self.read(&room, &events).await?;
            let heard = BTreeMap::from([(room.room_id().to_owned(), said)]);
            self.hear(client, heard, None).await?;
            self.gaps.pass(room.room_id());
        }
        Ok(())
    }

    /// How far all is read, where the last sync ended there.
    fn reached(&self, last: Option<&str>) -> Progress {
        Progress {
            token: self.gaps.oldest().or(last).map(str::to_owned),
            sealed: self.sealed.contents(),
        }
    }

    /// Reads the events of a room.
    async fn read(&self, room: &Room, events: &[TimelineEvent]) -> Result<Vec<Incoming>, Unheard> {
        let mut heard = Vec::new();
        for event in events {
            match hear::read(&self.link, &self.host, room, event).await? {
                Said::Nothing => {}
                Said::Something(incoming) => heard.push(*incoming),
                Said::Sealed(message) => self.sealed.put(message),
            }
        }
        Ok(heard)
    }

    /// Brings what was heard to the host, room by room side by side, and with the last of it the
    /// mark, if this is all that there is up to it.
    async fn hear(
        &mut self,
        client: &Client,
        mut heard: BTreeMap<OwnedRoomId, Vec<Incoming>>,
        next: Option<&str>,
    ) -> Result<(), Unheard> {
        let Some(mut entry) = heard.last_entry() else {
            return Ok(());
        };
        let last_room = entry.key().clone();
        let Some(mut last) = entry.get_mut().pop() else {
            return Ok(());
        };
        let this = &*self;
        try_join_all(heard.into_iter().map(|(id, all)| async move {
            for incoming in all {
                this.hear_one(client, &id, incoming).await?;
            }
            Ok::<(), Unheard>(())
        }))
        .await?;
        let next = next.map(|next| self.reached(Some(next)));
        last.mark = next.as_ref().and_then(|next| self.mark(next));
        let heard = self.hear_one(client, &last_room, last).await?;
        if let (Heard::Done, Some(next)) = (heard, next) {
            self.written = next;
            self.written_at = Instant::now();
        }
        Ok(())
    }

    async fn hear_one(
        &self,
        client: &Client,
        room: &OwnedRoomId,
        incoming: Incoming,
    ) -> Result<Heard, Unheard> {
        match client.get_room(room) {
            Some(room) => hear::bring(&self.link, &self.host, &room, incoming).await,
            None => Ok(self.host.hear(incoming).await?),
        }
    }

    fn mark(&self, progress: &Progress) -> Option<Mark> {
        match serde_json::to_string(progress) {
            Ok(value) => Some(Mark {
                name: self.name.clone(),
                value,
            }),
            Err(error) => {
                tracing::error!(%error, "how far the bot has read cannot be written");
                None
            }
        }
    }

    /// Writes the mark if it has moved, but not for every line of chat. Nothing is lost if it
    /// fails: more is read again by the next start.
    async fn write_mark(&mut self, at_once: bool) {
        let progress = self.reached(self.token.as_deref());
        let sealed = progress.sealed != self.written.sealed;
        let due = at_once
            || sealed
            || self.written.token.is_none()
            || self.written_at.elapsed() >= MARK_EVERY;
        if !due || progress == self.written {
            return;
        }
        let Some(mark) = self.mark(&progress) else {
            return;
        };
        match self.host.set_mark(mark).await {
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
