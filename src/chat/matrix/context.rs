//! What the parts of the adapter share: the client, the bot's account, and whether the homeserver
//! answers.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use matrix_sdk::ruma::{OwnedRoomId, OwnedUserId, RoomId, UserId};
use matrix_sdk::{Client, Room};
use tokio::sync::watch;
use tokio::time::timeout;
use wildmatch::WildMatch;

use super::downloads::Downloads;
use super::error::{FailureKind, http_failure_kind};
use super::members::members;
use super::reactions::OwnMessages;
use super::roster::Roster;
use super::send_queue::SendQueue;
use crate::chat::common::background::BackgroundTasks;
use crate::chat::common::cooldown::Cooldown;
use crate::config;
use crate::lock::lock;
use crate::session::Person;

/// Rooms whose members are cached, and members of all of them. The others are read again when they
/// are needed.
const MAX_ROSTERS: usize = 1000;
const MAX_MEMBERS: usize = 50_000;

/// How long a room's members are not requested again after a failure: all rooms wait for each
/// request.
const MEMBERS_RETRY: Duration = Duration::from_mins(1);

/// How long a sync may be half done before a message that is being sent makes way for it. Mostly it
/// takes a hundredth of a second, and one request if somebody has a new device.
const HALF_DONE_FOR: Duration = Duration::from_millis(200);

/// Whom the configuration trusts.
struct TrustedUsers {
    /// Whose invitations the bot accepts.
    invite_from: Vec<WildMatch>,
    /// With whom it confirms verifications by itself.
    verify_with: HashSet<OwnedUserId>,
}

impl TrustedUsers {
    fn new(settings: &config::Matrix) -> Self {
        let globs = settings.invite_from.iter();
        let ids = settings.verify_with.iter();
        Self {
            invite_from: globs.map(|glob| WildMatch::new(glob)).collect(),
            // The configuration has checked the ids.
            verify_with: ids.filter_map(|id| UserId::parse(id).ok()).collect(),
        }
    }
}

/// What the parts of the adapter share.
pub(super) struct MatrixContext {
    me: OwnedUserId,
    bot: Person,
    /// Replaced when the bot has to log in again.
    client: Mutex<Client>,
    trusted: Mutex<TrustedUsers>,
    /// Whether the homeserver answers.
    online: watch::Sender<bool>,
    /// Whether the library knows what a sync brought, but has not yet asked the server for the
    /// keys of new devices in it.
    half_synced: watch::Sender<bool>,
    rosters: Mutex<HashMap<OwnedRoomId, Arc<Roster>>>,
    /// Rooms whose members the server did not hand out.
    rosterless: Cooldown<OwnedRoomId>,
    /// Held while a room is made, which is empty until its invitations are sent.
    pub(super) making_room: tokio::sync::Mutex<()>,
    /// The bot's latest messages.
    pub(super) own_messages: OwnMessages,
    /// Attachments of commands.
    pub(super) downloads: Downloads,
    /// The queue of all events that are sent.
    pub(super) queue: SendQueue,
    /// Background tasks, such as joining a room.
    pub(super) background: BackgroundTasks,
}

impl MatrixContext {
    pub(super) fn new(
        settings: &config::Matrix,
        client: Client,
        me: OwnedUserId,
        bot: Person,
    ) -> Self {
        Self {
            queue: SendQueue::new(me.clone()),
            me,
            bot,
            client: Mutex::new(client),
            trusted: Mutex::new(TrustedUsers::new(settings)),
            // Until it answers, the state of the rooms is not known.
            online: watch::Sender::new(false),
            half_synced: watch::Sender::new(false),
            rosters: Mutex::default(),
            rosterless: Cooldown::new(MAX_ROSTERS),
            making_room: tokio::sync::Mutex::default(),
            own_messages: OwnMessages::default(),
            downloads: Downloads::default(),
            background: BackgroundTasks::default(),
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

    /// Applies whom the bot trusts by a changed configuration.
    pub(super) fn trust(&self, settings: &config::Matrix) {
        *lock(&self.trusted) = TrustedUsers::new(settings);
    }

    /// Whether the bot comes if this user invites it.
    pub(super) fn may_invite(&self, user: &UserId) -> bool {
        let invite_from = &lock(&self.trusted).invite_from;
        invite_from.iter().any(|glob| glob.matches(user.as_str()))
    }

    /// Whether the bot confirms a verification with this user by itself.
    pub(super) fn verifies_with(&self, user: &UserId) -> bool {
        lock(&self.trusted).verify_with.contains(user)
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

    /// Whether the homeserver answers, and each change of that.
    pub(super) fn online(&self) -> watch::Receiver<bool> {
        self.online.subscribe()
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
            () = self.background.stop().cancelled() => false,
        }
    }

    /// Notes whether a sync is half done.
    pub(super) fn set_half_synced(&self, half: bool) {
        self.half_synced.send_replace(half);
    }

    /// Returns once a sync has been half done for so long that it must be waiting for a message that
    /// is being sent: that holds the lock for key requests, and waits for keys that this sync is
    /// going to request.
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
        if let Some(roster) = self.cached_roster(room.room_id()) {
            return Some(roster);
        }
        let id = room.room_id().to_owned();
        if self.rosterless.left(&id).is_some() {
            return None;
        }
        let Some(roster) = members(room).await.map(Arc::new) else {
            self.rosterless.hold(id, MEMBERS_RETRY);
            return None;
        };
        let mut rosters = lock(&self.rosters);
        let people: usize = rosters.values().map(|roster| roster.len()).sum();
        if rosters.len() >= MAX_ROSTERS || people + roster.len() > MAX_MEMBERS {
            rosters.clear();
        }
        rosters.insert(id, Arc::clone(&roster));
        Some(roster)
    }

    /// The members of a room, if they are cached.
    pub(super) fn cached_roster(&self, room: &RoomId) -> Option<Arc<Roster>> {
        lock(&self.rosters).get(room).map(Arc::clone)
    }

    /// Drops the cached members of a room, after one joined, left or changed their name.
    pub(super) fn forget_roster(&self, room: &RoomId) {
        lock(&self.rosters).remove(room);
    }

    /// Whether the server gives any answer.
    pub(super) async fn server_answers(&self) -> bool {
        let client = self.client();
        let asked = tokio::select! {
            () = self.background.stop().cancelled() => return false,
            asked = client.whoami() => asked,
        };
        match asked {
            Ok(_) => true,
            Err(error) => http_failure_kind(&error) != FailureKind::Transient(None),
        }
    }
}
