//! Listening: a loop of our own around the library's sync.
//!
//! The library notes how far it has read before anybody has dealt with what it read. So the bot
//! keeps a mark of its own: the token of the last sync of which everything is written down, set
//! in the transaction that writes the last of it. After a crash it begins there again; what had
//! been heard is known by its event id and not answered twice.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use backon::{BackoffBuilder, ExponentialBuilder};
use futures_util::StreamExt;
use futures_util::future::try_join_all;
use jiff::Timestamp;
use matrix_sdk::config::{SyncSettings, SyncToken};
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::ruma::api::client::filter::FilterDefinition;
use matrix_sdk::ruma::api::client::receipt::create_receipt::v3::ReceiptType;
use matrix_sdk::ruma::api::client::sync::sync_events::v3::Filter;
use matrix_sdk::ruma::events::receipt::ReceiptThread;
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedRoomId, UInt};
use matrix_sdk::store::StateStoreDataKey;
use matrix_sdk::sync::{JoinedRoomUpdate, State, SyncResponse};
use matrix_sdk::{Client, Room};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{interval, sleep};

use super::PLATFORM;
use super::error::{Trouble, Unheard, is_bad_token, trouble};
use super::hear::{self, Said, Unread};
use super::link::Link;
use super::login::plain;
use super::rooms::Rooms;
use super::timeline;
use crate::host::{Heard, Host, Incoming};
use crate::store::{Mark, StoreError};

/// How long the server holds a sync in which nothing happens.
const HOLD: Duration = Duration::from_secs(30);

/// Most events of a room in one sync. What is more comes from the room's history.
const TIMELINE: u32 = 50;

/// The first wait after a failed sync; each further one is up to twice as long, with jitter.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// The longest wait between two attempts: a server that is back is noticed within it.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// How often the mark is written when nothing is heard that writes it anyway. A start has to read
/// at most this much again.
const MARK_EVERY: Duration = Duration::from_secs(20);

/// How often it is looked whether messages can be decrypted by now.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// How long a message may stay sealed before the bot says that it cannot read it, in seconds.
/// Keys come within a second or two, from a phone that wakes up within half a minute.
const SEALED_FOR: i64 = 30;

/// How long its key is waited for after that, in seconds: a day.
const HOPED_FOR: i64 = 24 * 60 * 60;

/// Most sealed messages that are kept; the oldest goes. A room full of strangers' chat that the
/// bot has no keys for is not worth more.
const MOST_SEALED: usize = 200;

/// Why the loop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The bot stops.
    Stopped,
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
    sealed: Vec<Unread>,
}

/// Who listens.
pub(super) struct Listener {
    link: Arc<Link>,
    host: Host,
    rooms: Arc<Rooms>,
    /// Name of the mark.
    name: String,
    progress: Progress,
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
            link,
            host,
            rooms,
            name,
            written: progress.clone(),
            progress,
            written_at: Instant::now(),
        })
    }

    /// Listens until the bot stops or is logged out.
    pub(super) async fn listen(&mut self) -> Ended {
        let stop = self.link.stop.clone();
        let client = self.link.client();
        let (keys, mut new_keys) = mpsc::channel(1);
        let watching = tokio::spawn(watch_keys(client.clone(), keys));
        let mut look = interval(LOOK_EVERY);
        let mut waits = backoff();
        let mut away: Option<Instant> = None;
        // The first one only tells what has gathered.
        let mut hold = Duration::ZERO;
        // A store that is new, to a bot that is not, knows nothing of the rooms.
        let mut new_store = is_new(&client).await && self.progress.token.is_some();
        let ended = loop {
            let settings = self.settings(hold, new_store);
            let synced = {
                let sync = client.sync_once(settings);
                tokio::pin!(sync);
                loop {
                    tokio::select! {
                        () = stop.cancelled() => break None,
                        synced = &mut sync => break Some(synced),
                        Some(()) = new_keys.recv(), if !self.progress.sealed.is_empty() => {
                            self.open_sealed().await;
                        }
                        _ = look.tick(), if !self.progress.sealed.is_empty() => {
                            self.open_sealed().await;
                        }
                    }
                }
            };
            let Some(synced) = synced else {
                break Ended::Stopped;
            };
            if let Err(error) = &synced
                && self.progress.token.is_some()
                && is_bad_token(error)
            {
                tracing::error!(
                    reason = plain(error),
                    "the homeserver does not know how far the bot had read: what was said \
                     meanwhile is lost"
                );
                self.progress.token = None;
                continue;
            }
            let failed = match synced {
                Ok(_) if new_store => {
                    new_store = false;
                    None
                }
                Ok(response) => match self.take(&client, response).await {
                    Ok(()) => None,
                    Err(Unheard::Stopping) => break Ended::Stopped,
                    Err(Unheard::Server(error)) => Some((trouble(&error), plain(&*error))),
                    Err(Unheard::Store(error)) => Some((Trouble::Own, error.to_string())),
                },
                Err(error) => Some((trouble(&error), plain(&error))),
            };
            let Some((trouble, reason)) = failed else {
                hold = HOLD;
                waits = backoff();
                self.link.set_online(true);
                if let Some(since) = away.take() {
                    let seconds = since.elapsed().as_secs();
                    tracing::info!(seconds, "the homeserver answers again");
                }
                continue;
            };
            if let Trouble::LoggedOut { soft } = trouble {
                break Ended::LoggedOut { soft };
            }
            self.link.set_online(false);
            if away.is_none() {
                away = Some(Instant::now());
                tracing::warn!(
                    reason,
                    "the homeserver does not answer: trying until it does"
                );
            } else {
                tracing::debug!(reason, "the homeserver still does not answer");
            }
            let after = match trouble {
                Trouble::Passing(after) => after.unwrap_or_default(),
                _ => Duration::ZERO,
            };
            let wait = waits.next().unwrap_or(LONGEST_WAIT).max(after);
            hold = Duration::ZERO;
            tokio::select! {
                () = stop.cancelled() => break Ended::Stopped,
                () = sleep(wait) => {}
            }
        };
        watching.abort();
        self.write_mark(true).await;
        ended
    }

    fn settings(&self, hold: Duration, from_the_beginning: bool) -> SyncSettings {
        let mut filter = FilterDefinition::with_lazy_loading();
        filter.room.timeline.limit = Some(UInt::from(TIMELINE));
        // Who else is online, and who reads what, is nothing to a bot.
        filter.presence.not_types = vec!["*".to_owned()];
        filter.room.ephemeral.not_types = vec!["*".to_owned()];
        let token = match &self.progress.token {
            Some(token) if !from_the_beginning => SyncToken::Specific(token.clone()),
            _ => SyncToken::NoToken,
        };
        SyncSettings::new()
            .filter(Filter::FilterDefinition(filter))
            .timeout(hold)
            .token(token)
    }

    /// Deals with what a sync brought. Either all of it is written and the mark moves on, or it
    /// fails and the same comes again.
    async fn take(&mut self, client: &Client, response: SyncResponse) -> Result<(), Unheard> {
        let SyncResponse {
            next_batch, rooms, ..
        } = response;
        let since = self.progress.token.clone();
        let mut next = Progress {
            token: Some(next_batch),
            sealed: self.progress.sealed.clone(),
        };
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
            }
            // What was said before the bot ever looked was not said to it.
            let Some(since) = &since else {
                continue;
            };
            let events = timeline::whole(&room, update.timeline, since, self.link.me()).await?;
            let said = self.read(&room, &events, &mut next.sealed).await?;
            if !said.is_empty() {
                heard.insert(id, said);
            }
        }
        self.hear(client, heard, &next).await?;
        self.progress = next;
        self.write_mark(false).await;
        Ok(())
    }

    /// Reads the events of a room.
    async fn read(
        &self,
        room: &Room,
        events: &[TimelineEvent],
        sealed: &mut Vec<Unread>,
    ) -> Result<Vec<Incoming>, StoreError> {
        let mut heard = Vec::new();
        for event in events {
            match hear::read(&self.link, &self.host, room, event).await? {
                Said::Nothing => {}
                Said::Something(incoming) => heard.push(*incoming),
                Said::Sealed(unread) => {
                    if sealed.iter().all(|one| one.event != unread.event) {
                        sealed.push(Unread {
                            since: Timestamp::now().as_second(),
                            ..unread
                        });
                    }
                    if sealed.len() > MOST_SEALED {
                        sealed.remove(0);
                    }
                }
            }
        }
        Ok(heard)
    }

    /// Brings what was heard to the host, room by room side by side, and the mark with the last.
    async fn hear(
        &mut self,
        client: &Client,
        mut heard: BTreeMap<OwnedRoomId, Vec<Incoming>>,
        next: &Progress,
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
        last.mark = self.mark(next);
        if self.hear_one(client, &last_room, last).await? == Heard::Done {
            self.written = next.clone();
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
        let event = incoming.event.clone();
        let threaded = incoming.table.thread.clone();
        let heard = self.host.hear(incoming).await?;
        if heard == Heard::Done
            && let Some(room) = client.get_room(room)
        {
            self.note_as_read(room, &event, threaded.as_deref());
        }
        Ok(heard)
    }

    /// Shows the others that the bot has read a command.
    fn note_as_read(&self, room: Room, event: &str, thread: Option<&str>) {
        let Ok(event) = OwnedEventId::try_from(event) else {
            return;
        };
        let thread = match thread.map(<&EventId>::try_from) {
            Some(Ok(root)) => ReceiptThread::Thread(root.to_owned()),
            _ => ReceiptThread::Unthreaded,
        };
        self.link.beside(async move {
            let sent = room
                .send_single_receipt(ReceiptType::Read, thread, event)
                .await;
            if let Err(error) = sent {
                tracing::debug!(room = %room.room_id(), %error, "a receipt could not be sent");
            }
        });
    }

    /// Tries to read what could not be read so far.
    async fn open_sealed(&mut self) {
        let client = self.link.client();
        let mut still = Vec::new();
        for unread in std::mem::take(&mut self.progress.sealed) {
            match self.open_one(&client, unread.clone()).await {
                Ok(kept) => still.extend(kept),
                Err(error) => {
                    tracing::debug!(event = %unread.event, %error, "a message stays sealed");
                    still.push(unread);
                }
            }
        }
        self.progress.sealed = still;
        self.write_mark(true).await;
    }

    /// Tries to read one message. Returns it if it stays sealed.
    async fn open_one(
        &self,
        client: &Client,
        mut unread: Unread,
    ) -> Result<Option<Unread>, Unheard> {
        let Some(room) = self.link.room(&unread.room) else {
            return Ok(None);
        };
        let event = match room.event(&unread.event, None).await {
            Ok(event) => event,
            // It was removed, or the bot was.
            Err(error) if trouble(&error) == Trouble::Refused => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        match hear::read(&self.link, &self.host, &room, &event).await? {
            Said::Nothing => return Ok(None),
            Said::Something(incoming) => {
                self.hear_one(client, &room.room_id().to_owned(), *incoming)
                    .await?;
                return Ok(None);
            }
            Said::Sealed(_) => {}
        }
        let age = Timestamp::now().as_second() - unread.since;
        if age >= SEALED_FOR && !unread.told {
            self.host
                .hear(hear::unreadable(&room, &unread).await)
                .await?;
            unread.told = true;
        }
        Ok((age < HOPED_FOR).then_some(unread))
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
        let sealed = self.progress.sealed != self.written.sealed;
        let due = at_once
            || sealed
            || self.written.token.is_none()
            || self.written_at.elapsed() >= MARK_EVERY;
        if !due || self.progress == self.written {
            return;
        }
        let Some(mark) = self.mark(&self.progress) else {
            return;
        };
        match self.host.set_mark(mark).await {
            Ok(()) => {
                self.written = self.progress.clone();
                self.written_at = Instant::now();
            }
            Err(error) => tracing::warn!(%error, "how far the bot has read was not written"),
        }
    }
}

fn backoff() -> backon::ExponentialBackoff {
    ExponentialBuilder::default()
        .with_min_delay(FIRST_WAIT)
        .with_max_delay(LONGEST_WAIT)
        .with_jitter()
        .without_max_times()
        .build()
}

/// Whether the library's store has never seen a sync.
async fn is_new(client: &Client) -> bool {
    let token = client
        .state_store()
        .get_kv_data(StateStoreDataKey::SyncToken)
        .await;
    matches!(token, Ok(None))
}

/// Says whenever room keys have arrived.
async fn watch_keys(client: Client, arrived: mpsc::Sender<()>) {
    let Some(keys) = client.encryption().room_keys_received_stream().await else {
        return;
    };
    tokio::pin!(keys);
    while keys.next().await.is_some() {
        // One that waits already says enough.
        let _ = arrived.try_send(());
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
