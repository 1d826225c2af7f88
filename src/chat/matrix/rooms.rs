//! Joining and leaving: invitations, empty rooms, and upgraded rooms.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use matrix_sdk::ruma::api::client::membership::leave_room;
use matrix_sdk::ruma::{OwnedRoomId, RoomId, UserId};
use matrix_sdk::{Client, Room, RoomState};
use tokio::time::{Instant, sleep, timeout};

use super::context::MatrixContext;
use super::error::{FailureKind, failure_kind, plain};
use super::greetings::Greetings;
use super::members::{may_speak, member};
use crate::chat::common::platform::MATRIX;
use crate::host::{Backoff, Host, StoreError};
use crate::lock::lock;
use crate::session::TableKey;

/// The first wait after a failed join; each further one is up to twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest wait between two attempts to join. Joins by way of a server that is gone fail for
/// months, and each counts: Synapse allows an account one in 100 seconds, and other rooms must not
/// wait for that.
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// Refused attempts to join a room: a refusal may be a race between servers, but not for hours.
const MAX_REFUSALS: usize = 6;

/// How long a join waits for the devices of the inviter.
const DEVICES_TIMEOUT: Duration = Duration::from_secs(3);

/// How long the bot stays in a room in which it may not speak: some need a moment to let it.
const SILENT_FOR: Duration = Duration::from_mins(1);

/// Polling interval for the right to speak.
const SILENT_POLL: Duration = Duration::from_secs(5);

/// Polling interval for the creation event of a new room.
const CREATION_POLL: Duration = Duration::from_millis(500);

/// Interval of attempts to move a table to a room with another running game.
const MOVE_INTERVAL: Duration = Duration::from_mins(5);

/// False successors that are remembered. The others are checked again.
const MAX_REJECTED: usize = 1000;

/// Joins and leaves rooms.
pub(super) struct Rooms {
    context: Arc<MatrixContext>,
    host: Host,
    greetings: Greetings,
    /// Rooms that a task works on, so that no other starts.
    busy: Mutex<HashSet<OwnedRoomId>>,
    /// Rooms, and the false successors that they name.
    rejected: Mutex<HashSet<(OwnedRoomId, OwnedRoomId)>>,
}

impl Rooms {
    pub(super) fn new(context: Arc<MatrixContext>, host: Host, greeting: bool) -> Arc<Self> {
        Arc::new(Self {
            greetings: Greetings::new(Arc::clone(&context), host.clone(), greeting),
            context,
            host,
            busy: Mutex::default(),
            rejected: Mutex::default(),
        })
    }

    /// Checks all rooms for what happened while the bot was away.
    pub(super) fn check_all(self: &Arc<Self>) {
        let client = self.context.client();
        for room in client.invited_rooms() {
            self.invited(&room);
        }
        for room in client.joined_rooms() {
            self.changed(&room);
        }
    }

    /// Notes which rooms need no greeting. Returns those whose greeting is still due.
    pub(super) async fn prepare_greetings(&self) -> Result<Vec<OwnedRoomId>, StoreError> {
        self.greetings.prepare().await
    }

    /// Greets rooms whose greeting was not said before the last stop.
    pub(super) fn greet_late(self: &Arc<Self>, due: &[OwnedRoomId]) {
        let client = self.context.client();
        for room in due.iter().filter_map(|id| client.get_room(id)) {
            if room.state() == RoomState::Joined {
                let rooms = Arc::clone(self);
                self.context.background.spawn(async move {
                    if may_speak(&room).await == Ok(true) {
                        rooms.greet(&room).await;
                    }
                });
            }
        }
    }

    async fn greet(&self, room: &Room) {
        if let Err(error) = self.greetings.greet(room).await {
            tracing::debug!(room = %room.room_id(), %error, "a room is greeted after the next start");
        }
    }

    /// Reserves a room for a task, unless another works on it.
    fn reserve(self: &Arc<Self>, room: &RoomId) -> Option<RoomGuard> {
        let new = lock(&self.busy).insert(room.to_owned());
        new.then(|| RoomGuard {
            rooms: Arc::clone(self),
            room: room.to_owned(),
        })
    }

    /// Handles an invitation.
    pub(super) fn invited(self: &Arc<Self>, room: &Room) {
        let Some(guard) = self.reserve(room.room_id()) else {
            return;
        };
        let rooms = Arc::clone(self);
        let room = room.clone();
        self.context.background.spawn(async move {
            rooms.answer_invitation(&room).await;
            drop(guard);
            // What has happened meanwhile.
            if room.state() == RoomState::Joined {
                rooms.changed(&room);
            }
        });
    }

    async fn answer_invitation(&self, room: &Room) {
        let inviter = match room.invite_details().await {
            Ok(invite) => invite.inviter_id,
            Err(error) => {
                tracing::warn!(room = %room.room_id(), %error, "an invitation cannot be read");
                return;
            }
        };
        if self.context.may_invite(&inviter) {
            self.learn_devices(&inviter).await;
            if let Err(error) = self.greetings.expect(room).await {
                tracing::debug!(room = %room.room_id(), %error, "a room is not greeted");
            }
            if self
                .join(room.room_id(), &[], || room.state() == RoomState::Invited)
                .await
            {
                tracing::info!(room = %room.room_id(), %inviter, "joined");
                if !room.is_space() && !self.leave_if_silent(room, &inviter).await {
                    self.greet(room).await;
                }
            }
        } else {
            tracing::info!(
                room = %room.room_id(), %inviter,
                "an invitation is declined: matrix.invite_from does not name its sender"
            );
            leave(&self.context.client(), room.room_id()).await;
        }
    }

    /// Leaves a room in which the bot may not speak, and tells who invited it, unless it may soon after
    /// it came. A game in progress is dealt with as wherever the bot is removed. True if it may not speak,
    /// as far as is known.
    async fn leave_if_silent(&self, room: &Room, inviter: &UserId) -> bool {
        let until = Instant::now() + SILENT_FOR;
        loop {
            match may_speak(room).await {
                Ok(false) => {}
                Ok(true) => return false,
                Err(reason) => {
                    tracing::debug!(room = %room.room_id(), reason, "cannot tell whether the bot may speak");
                    return false;
                }
            }
            if Instant::now() >= until {
                break;
            }
            sleep(SILENT_POLL).await;
        }
        let place = TableKey::channel(MATRIX, room.room_id().as_str());
        let person = member(room, inviter).await;
        if let Err(error) = self.host.tell_may_not_speak(&place, person).await {
            tracing::error!(room = %room.room_id(), %error, "nobody can be told why the bot leaves");
            return true;
        }
        tracing::info!(room = %room.room_id(), %inviter, "leaving a room in which the bot may not speak");
        leave(&self.context.client(), room.room_id()).await;
        true
    }

    /// Gets the inviter's devices. If a client makes a room to verify the bot, its first event is the
    /// request for it, which the library ignores from unknown devices.
    async fn learn_devices(&self, inviter: &UserId) {
        let encryption = self.context.client().encryption();
        let learning = encryption.request_user_identity(inviter);
        match timeout(DEVICES_TIMEOUT, learning).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => {
                tracing::debug!(%inviter, %error, "the inviter's devices are not known");
            }
            Err(_) => tracing::debug!(%inviter, "the inviter's devices are not known yet"),
        }
    }

    /// Joins a room, with retries while `still` holds. True if the bot is in it.
    async fn join(
        &self,
        room: &RoomId,
        via: &[matrix_sdk::OwnedServerName],
        still: impl Fn() -> bool,
    ) -> bool {
        let mut backoff = Backoff::between(FIRST_WAIT, LONGEST_WAIT);
        let mut refusals = 0;
        while still() {
            let client = self.context.client();
            let joined = if via.is_empty() {
                client.join_room_by_id(room).await
            } else {
                client.join_room_by_id_or_alias(room.into(), via).await
            };
            let Err(error) = joined else {
                return true;
            };
            let after = match failure_kind(&error) {
                FailureKind::Transient(after) => after.unwrap_or_default(),
                FailureKind::LoggedOut => Duration::ZERO,
                _ => {
                    refusals += 1;
                    if refusals >= MAX_REFUSALS {
                        tracing::warn!(%room, reason = plain(&error), "the room cannot be joined");
                        return false;
                    }
                    Duration::ZERO
                }
            };
            tracing::debug!(%room, reason = plain(&error), "the room cannot be joined yet");
            sleep(backoff.next().max(after)).await;
        }
        false
    }

    /// Handles a change of members, or an upgrade.
    pub(super) fn changed(self: &Arc<Self>, room: &Room) {
        let upgraded = room
            .successor_room()
            .filter(|successor| !self.is_rejected(room, &successor.room_id));
        let is_empty = room.active_members_count() == 1;
        if upgraded.is_none() && !is_empty {
            return;
        }
        let Some(guard) = self.reserve(room.room_id()) else {
            return;
        };
        let rooms = Arc::clone(self);
        let room = room.clone();
        self.context.background.spawn(async move {
            match upgraded {
                Some(successor) => rooms.follow(&room, &successor.room_id).await,
                None => rooms.leave_if_alone(&room).await,
            }
            drop(guard);
        });
    }

    /// Follows an upgrade: the table moves to the new room, and the bot leaves the old one. If that is
    /// interrupted, the next start tries again.
    async fn follow(&self, old: &Room, new: &RoomId) {
        // The client may be replaced while this waits.
        let known = || self.context.client().get_room(new);
        let joined = || known().filter(|room| room.state() == RoomState::Joined);
        // The new room is on its creator's server, as was the old one.
        let via: Vec<_> = old
            .creators()
            .unwrap_or_default()
            .iter()
            .map(|creator| creator.server_name().to_owned())
            .collect();
        let was_there = joined().is_some();
        if !was_there && !self.join(new, &via, || joined().is_none()).await && joined().is_none() {
            self.reject(old, new);
            return;
        }
        // The new room has to name the old one, or anybody could take over a table. Its creation event
        // arrives with a sync.
        let room = loop {
            match known() {
                Some(room) if room.create_content().is_some() => break room,
                _ => sleep(CREATION_POLL).await,
            }
        };
        if room
            .predecessor_room()
            .is_none_or(|predecessor| predecessor.room_id != old.room_id())
        {
            tracing::warn!(room = %old.room_id(), %new, "the room's successor does not know it");
            self.reject(old, new);
            // A room that the bot was in before stays joined.
            if !was_there {
                leave(&self.context.client(), new).await;
            }
            return;
        }
        loop {
            match self.move_table(old, &room).await {
                Some(true) => break,
                Some(false) => sleep(MOVE_INTERVAL).await,
                None => return,
            }
        }
        tracing::info!(room = %old.room_id(), %new, "the room was upgraded");
        self.leave_for_good(old).await;
    }

    /// Leaves a room. Games that are still in it, such as those in threads, are adjourned.
    async fn leave_for_good(&self, room: &Room) {
        let place = TableKey::channel(MATRIX, room.room_id().as_str());
        if let Err(error) = self.host.place_gone(&place, true).await {
            tracing::error!(room = %room.room_id(), %error, "the games of a room cannot be adjourned");
            return;
        }
        leave(&self.context.client(), room.room_id()).await;
    }

    /// Leaves a room without other members or invitations.
    async fn leave_if_alone(&self, room: &Room) {
        use matrix_sdk::RoomMemberships;

        drop(self.context.making_room.lock().await);
        // The summary may be outdated; the list also has those who are invited.
        let alone = match room.members(RoomMemberships::ACTIVE).await {
            Ok(members) => members
                .iter()
                .all(|member| member.user_id() == room.own_user_id()),
            Err(_) => false,
        };
        if !alone || room.active_members_count() != 1 {
            return;
        }
        tracing::info!(room = %room.room_id(), "leaving an empty room");
        self.leave_for_good(room).await;
    }

    /// Notes that a room is a false successor of another.
    fn reject(&self, old: &Room, new: &RoomId) {
        let mut rejected = lock(&self.rejected);
        if rejected.len() >= MAX_REJECTED {
            rejected.clear();
        }
        rejected.insert((old.room_id().to_owned(), new.to_owned()));
    }

    /// Whether a room is known to be a false successor of another.
    fn is_rejected(&self, old: &Room, new: &RoomId) -> bool {
        lock(&self.rejected).contains(&(old.room_id().to_owned(), new.to_owned()))
    }

    /// If a room is the successor of another, moves the table before the room's events are read.
    pub(super) async fn moved_in(&self, new: &Room) {
        let Some(predecessor) = new.predecessor_room() else {
            return;
        };
        let Some(old) = self.context.client().get_room(&predecessor.room_id) else {
            return;
        };
        let succeeds = old
            .successor_room()
            .is_some_and(|successor| successor.room_id == new.room_id());
        // The bot has not left the old room until the table is moved.
        if succeeds && old.state() == RoomState::Joined {
            self.move_table(&old, new).await;
        }
    }

    /// Moves a table to a room's successor. False if another game is running there, `None` if the
    /// database failed.
    async fn move_table(&self, old: &Room, new: &Room) -> Option<bool> {
        let from = TableKey::channel(MATRIX, old.room_id().as_str());
        let to = TableKey::channel(MATRIX, new.room_id().as_str());
        let event = format!("upgrade:{}", old.room_id());
        match self.host.move_table(&from, &to, event).await {
            Ok(true) => Some(true),
            Ok(false) => {
                tracing::warn!(
                    room = %old.room_id(), new = %new.room_id(),
                    "a table is not moved while a game is running in the room's successor"
                );
                Some(false)
            }
            Err(error) => {
                tracing::error!(room = %old.room_id(), %error, "a table cannot be moved");
                None
            }
        }
    }
}

/// Leaves a room, or declines the invitation to it. The library's own function would also leave the
/// rooms that it names as its predecessors, which anybody can set.
async fn leave(client: &Client, room: &RoomId) {
    let request = leave_room::v3::Request::new(room.to_owned());
    if let Err(error) = client.send(request).await {
        tracing::debug!(%room, %error, "cannot leave");
    }
}

/// A reserved room, until it is dropped.
struct RoomGuard {
    rooms: Arc<Rooms>,
    room: OwnedRoomId,
}

impl Drop for RoomGuard {
    fn drop(&mut self) {
        lock(&self.rooms.busy).remove(&self.room);
    }
}
