//! Coming and going: invitations, rooms where nobody else is left, and rooms that were upgraded.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use matrix_sdk::ruma::api::client::membership::leave_room;
use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use matrix_sdk::{Client, Room, RoomState};
use tokio::time::sleep;
use wildmatch::WildMatch;

use super::PLATFORM;
use super::context::MatrixContext;
use super::error::{FailureKind, failure_kind, plain};
use crate::host::Host;
use crate::lock::lock;
use crate::session::TableKey;

/// The first wait after joining failed; each further one is up to twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest wait between two attempts to join. One that goes by way of a server that is gone
/// fails for months, and each counts: Synapse allows an account one such join in 100 seconds, and
/// the rooms of others must not wait for it.
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// Attempts to join a room that the server refuses: what is forbidden now may be a race between
/// servers, but not for hours.
const MOST_REFUSALS: usize = 6;

/// How often it is looked whether a room's beginning has come.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// How often a table is tried to be moved to a room in which another game goes on.
const MOVE_AGAIN: Duration = Duration::from_mins(5);

/// Most false successors that are remembered. Those that are forgotten are looked into once more.
const MOST_REJECTED: usize = 1000;

/// Which rooms the bot is in, and which it enters.
pub(super) struct Rooms {
    context: Arc<MatrixContext>,
    host: Host,
    invite_from: Vec<WildMatch>,
    /// Rooms that somebody is at work on, so that nobody else begins.
    in_hand: Mutex<HashSet<OwnedRoomId>>,
    /// Rooms, and what they call their successors but are not.
    rejected: Mutex<HashSet<(OwnedRoomId, OwnedRoomId)>>,
}

impl Rooms {
    pub(super) fn new(
        context: Arc<MatrixContext>,
        host: Host,
        invite_from: &[String],
    ) -> Arc<Self> {
        Arc::new(Self {
            context,
            host,
            invite_from: invite_from
                .iter()
                .map(|glob| WildMatch::new(glob))
                .collect(),
            in_hand: Mutex::default(),
            rejected: Mutex::default(),
        })
    }

    /// Sees to all that was left open when the bot stopped.
    pub(super) fn look_at_all(self: &Arc<Self>) {
        let client = self.context.client();
        for room in client.invited_rooms() {
            self.invited(&room);
        }
        for room in client.joined_rooms() {
            self.changed(&room);
        }
    }

    /// Takes a room in hand, unless somebody has.
    fn take(self: &Arc<Self>, room: &RoomId) -> Option<RoomGuard> {
        let new = lock(&self.in_hand).insert(room.to_owned());
        new.then(|| RoomGuard {
            rooms: Arc::clone(self),
            room: room.to_owned(),
        })
    }

    /// The bot was invited.
    pub(super) fn invited(self: &Arc<Self>, room: &Room) {
        let Some(in_hand) = self.take(room.room_id()) else {
            return;
        };
        let rooms = Arc::clone(self);
        let room = room.clone();
        self.context.spawn_background(async move {
            rooms.answer_invitation(&room).await;
            drop(in_hand);
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
        let welcome = self
            .invite_from
            .iter()
            .any(|glob| glob.matches(inviter.as_str()));
        if welcome {
            if self
                .join(room.room_id(), &[], || room.state() == RoomState::Invited)
                .await
            {
                tracing::info!(room = %room.room_id(), %inviter, "joined");
            }
        } else {
            tracing::info!(
                room = %room.room_id(), %inviter,
                "an invitation is declined: matrix.invite_from does not name its sender"
            );
            leave(&self.context.client(), room.room_id()).await;
        }
    }

    /// Joins a room, with patience, as long as it makes sense. True if the bot is in it.
    async fn join(
        &self,
        room: &RoomId,
        via: &[matrix_sdk::OwnedServerName],
        still: impl Fn() -> bool,
    ) -> bool {
        let mut backoff = ExponentialBuilder::default()
            .with_min_delay(FIRST_WAIT)
            .with_max_delay(LONGEST_WAIT)
            .with_jitter()
            .without_max_times()
            .build();
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
                FailureKind::LoggedOut { .. } => Duration::ZERO,
                _ => {
                    refusals += 1;
                    if refusals >= MOST_REFUSALS {
                        tracing::warn!(%room, reason = plain(&error), "the room cannot be joined");
                        return false;
                    }
                    Duration::ZERO
                }
            };
            tracing::debug!(%room, reason = plain(&error), "the room cannot be joined yet");
            sleep(backoff.next().unwrap_or(LONGEST_WAIT).max(after)).await;
        }
        false
    }

    /// Somebody came or went, or the room was upgraded.
    pub(super) fn changed(self: &Arc<Self>, room: &Room) {
        let upgraded = room
            .successor_room()
            .filter(|successor| !self.is_rejected(room, &successor.room_id));
        let deserted = room.active_members_count() == 1;
        if upgraded.is_none() && !deserted {
            return;
        }
        let Some(in_hand) = self.take(room.room_id()) else {
            return;
        };
        let rooms = Arc::clone(self);
        let room = room.clone();
        self.context.spawn_background(async move {
            match upgraded {
                Some(successor) => rooms.follow(&room, &successor.room_id).await,
                None => leave_if_alone(&room).await,
            }
            drop(in_hand);
        });
    }

    /// Follows an upgrade: the table goes to the new room, and the bot leaves the old one. Until
    /// it has, the next start tries again.
    async fn follow(&self, old: &Room, new: &RoomId) {
        // The client may be replaced while this waits.
        let known = || self.context.client().get_room(new);
        let joined = || known().filter(|room| room.state() == RoomState::Joined);
        // The new room is on the server of whoever made it, as was the old one.
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
        // The new room has to name the old one, or anybody could take over a table that way. Its
        // beginning comes with a sync.
        let room = loop {
            match known() {
                Some(room) if room.create_content().is_some() => break room,
                _ => sleep(LOOK_AGAIN).await,
            }
        };
        if room
            .predecessor_room()
            .is_none_or(|predecessor| predecessor.room_id != old.room_id())
        {
            tracing::warn!(room = %old.room_id(), %new, "the room's successor does not know it");
            self.reject(old, new);
            // A room that the bot was in already is none of the old one's business.
            if !was_there {
                leave(&self.context.client(), new).await;
            }
            return;
        }
        loop {
            match self.move_table(old, &room).await {
                Some(true) => break,
                Some(false) => sleep(MOVE_AGAIN).await,
                None => return,
            }
        }
        tracing::info!(room = %old.room_id(), %new, "the room was upgraded");
        leave(&self.context.client(), old.room_id()).await;
    }

    /// Notes that a room is no successor of another, whatever that says.
    fn reject(&self, old: &Room, new: &RoomId) {
        let mut rejected = lock(&self.rejected);
        if rejected.len() >= MOST_REJECTED {
            rejected.clear();
        }
        rejected.insert((old.room_id().to_owned(), new.to_owned()));
    }

    /// Whether a room is known to be no successor of another.
    fn is_rejected(&self, old: &Room, new: &RoomId) -> bool {
        lock(&self.rejected).contains(&(old.room_id().to_owned(), new.to_owned()))
    }

    /// A room that the bot is in may be the successor of another: the table is there before
    /// anything is heard of what is said in it.
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
        // Once all is moved, the old room is left.
        if succeeds && old.state() == RoomState::Joined {
            self.move_table(&old, new).await;
        }
    }

    /// Moves a table to a room's successor. False if another game goes on there, nothing if it
    /// cannot be done.
    async fn move_table(&self, old: &Room, new: &Room) -> Option<bool> {
        let from = TableKey::channel(PLATFORM, old.room_id().as_str());
        let to = TableKey::channel(PLATFORM, new.room_id().as_str());
        let event = format!("upgrade:{}", old.room_id());
        match self.host.move_table(&from, &to, event).await {
            Ok(true) => Some(true),
            Ok(false) => {
                tracing::warn!(
                    room = %old.room_id(), new = %new.room_id(),
                    "a game waits for the one in the room's successor to end"
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

/// Leaves this room, or declines the invitation to it. The library's own way would leave the
/// rooms as well that it names as its predecessors, which anybody can make it name.
async fn leave(client: &Client, room: &RoomId) {
    let request = leave_room::v3::Request::new(room.to_owned());
    if let Err(error) = client.send(request).await {
        tracing::debug!(%room, %error, "cannot leave");
    }
}

/// Leaves a room where nobody else is, and nobody is invited.
async fn leave_if_alone(room: &Room) {
    use matrix_sdk::RoomMemberships;

    // The summary may be behind; whoever is listed is there, or is asked to come.
    let alone = match room.members(RoomMemberships::ACTIVE).await {
        Ok(members) => members
            .iter()
            .all(|member| member.user_id() == room.own_user_id()),
        Err(_) => false,
    };
    if !alone || room.active_members_count() != 1 {
        return;
    }
    tracing::info!(room = %room.room_id(), "leaving: nobody else is there");
    leave(&room.client(), room.room_id()).await;
}

/// A room in hand, until it is dropped.
struct RoomGuard {
    rooms: Arc<Rooms>,
    room: OwnedRoomId,
}

impl Drop for RoomGuard {
    fn drop(&mut self) {
        lock(&self.rooms.in_hand).remove(&self.room);
    }
}
