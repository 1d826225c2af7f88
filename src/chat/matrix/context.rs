//! What the parts of the adapter share: the client, who the bot is, and whether the homeserver
//! answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use matrix_sdk::ruma::{OwnedRoomId, OwnedUserId, RoomId, UserId};
use matrix_sdk::{Client, Room};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::downloads::Downloads;
use super::events::members;
use super::reactions::OwnMessages;
use super::roster::Roster;
use super::send_queue::SendQueue;
use crate::lock::lock;
use crate::session::Person;

/// Rooms whose members are kept at hand, and members of all of them. Those of the others are read
/// again when they are needed.
const MOST_ROSTERS: usize = 1000;
const MOST_PEOPLE: usize = 50_000;

/// How long a room's members are not asked for again after the server did not hand them out: each
/// time, all rooms wait for it.
const MEMBERS_AGAIN: Duration = Duration::from_mins(1);

/// How long a sync may be half done before whoever sends makes way for it. Mostly it takes a
/// hundredth of a second, and one request where somebody has a new device.
const HALF_DONE_FOR: Duration = Duration::from_millis(200);

/// What the parts of the adapter share.
pub(super) struct MatrixContext {
    me: OwnedUserId,
    bot: Person,
    prefix: String,
    /// Replaced when the bot has to log in again.
    client: Mutex<Client>,
    /// Whether the homeserver answers.
    online: watch::Sender<bool>,
    /// Whether the library knows what a sync brought, but has not yet asked the server for the
    /// keys of new devices in it.
    half_synced: watch::Sender<bool>,
    rosters: Mutex<HashMap<OwnedRoomId, Arc<Roster>>>,
    /// Rooms whose members could not be found out, and when that was.
    rosterless: Mutex<HashMap<OwnedRoomId, Instant>>,
    /// What the bot has said of late.
    pub(super) own_messages: OwnMessages,
    /// Files that come with commands.
    pub(super) downloads: Downloads,
    /// What all events that are sent wait in.
    pub(super) queue: SendQueue,
    /// Background tasks, such as joining a room.
    pub(super) tasks: TaskTracker,
    pub(super) stop: CancellationToken,
}

impl MatrixContext {
    pub(super) fn new(client: Client, me: OwnedUserId, bot: Person, prefix: String) -> Self {
        Self {
            queue: SendQueue::new(me.clone()),
            me,
            bot,
            prefix,
            client: Mutex::new(client),
            // Until it has answered, nobody knows what the rooms are like by now.
            online: watch::Sender::new(false),
            half_synced: watch::Sender::new(false),
            rosters: Mutex::default(),
            rosterless: Mutex::default(),
            own_messages: OwnMessages::default(),
            downloads: Downloads::default(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
        }
    }

    /// The bot's user id.
    pub(super) fn me(&self) -> &UserId {
        &self.me
    }

    /// The bot as the others see it.
    pub(super) fn bot(&self) -> &Person {
        &self.bot
    }

    /// What a command begins with.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    pub(super) fn client(&self) -> Client {
        lock(&self.client).clone()
    }

    pub(super) fn replace(&self, client: Client) {
        *lock(&self.client) = client;
    }

    /// A room that the bot is in.
    pub(super) fn room(&self, room: &str) -> Option<Room> {
        self.client().get_room(<&RoomId>::try_from(room).ok()?)
    }

    /// Notes whether the homeserver answers.
    pub(super) fn set_online(&self, online: bool) {
        self.online
            .send_if_modified(|now| std::mem::replace(now, online) != online);
    }

    /// Waits for the homeserver to answer. False if the bot stops before.
    pub(super) async fn is_online(&self) -> bool {
        let mut online = self.online.subscribe();
        tokio::select! {
            // What can be said is still said when the bot stops.
            biased;
            answers = online.wait_for(|online| *online) => answers.is_ok(),
            () = self.stop.cancelled() => false,
        }
    }

    /// Notes whether a sync is half done.
    pub(super) fn set_half_synced(&self, half: bool) {
        self.half_synced.send_replace(half);
    }

    /// Returns once a sync has been half done for so long that it must be waiting for whoever is
    /// sending: that one holds the right to ask for keys, while it waits for keys that this sync
    /// is going to ask for.
    pub(super) async fn sync_is_stuck(&self) {
        let mut half = self.half_synced.subscribe();
        // The sender lives as long as this.
        while half.wait_for(|half| *half).await.is_ok() {
            let done = half.wait_for(|half| !*half);
            if timeout(HALF_DONE_FOR, done).await.is_err() {
                return;
            }
        }
    }

    /// Waits until no sync is half done.
    pub(super) async fn sync_is_done(&self) {
        let mut half = self.half_synced.subscribe();
        // The sender lives as long as this.
        let _ = half.wait_for(|half| !*half).await;
    }

    /// The members of a room, if they are known and not too many.
    pub(super) async fn roster(&self, room: &Room) -> Option<Arc<Roster>> {
        if let Some(roster) = self.roster_at_hand(room.room_id()) {
            return Some(roster);
        }
        {
            let mut rosterless = lock(&self.rosterless);
            rosterless.retain(|_, asked| asked.elapsed() < MEMBERS_AGAIN);
            if rosterless.contains_key(room.room_id()) {
                return None;
            }
        }
        let Some(roster) = members(room).await.map(Arc::new) else {
            lock(&self.rosterless).insert(room.room_id().to_owned(), Instant::now());
            return None;
        };
        let mut rosters = lock(&self.rosters);
        let people: usize = rosters.values().map(|roster| roster.len()).sum();
        if rosters.len() >= MOST_ROSTERS || people + roster.len() > MOST_PEOPLE {
            rosters.clear();
        }
        rosters.insert(room.room_id().to_owned(), Arc::clone(&roster));
        Some(roster)
    }

    /// The members of a room, if they have been asked for.
    pub(super) fn roster_at_hand(&self, room: &RoomId) -> Option<Arc<Roster>> {
        lock(&self.rosters).get(room).map(Arc::clone)
    }

    /// Notes that somebody came, went or changed their name.
    pub(super) fn forget_roster(&self, room: &RoomId) {
        lock(&self.rosters).remove(room);
    }

    /// Runs a background task until it ends or the bot stops.
    pub(super) fn spawn_background(
        self: &Arc<Self>,
        task: impl Future<Output = ()> + Send + 'static,
    ) {
        let stop = self.stop.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = task => {}
            }
        });
    }
}
