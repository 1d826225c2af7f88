//! Rooms with one person each, for messages that nobody else is to see.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::{OwnedRoomId, OwnedUserId, UserId};
use matrix_sdk::{Client, Room, RoomState};
use tokio::sync::Mutex;

use super::context::MatrixContext;
use super::delivery_error::delivery_error;
use super::members::is_in;
use crate::chat::common::cooldown::Cooldown;
use crate::host::DeliveryError;

/// Interval between invitations of one person, who may have declined.
const INVITE_INTERVAL: Duration = Duration::from_hours(24);

/// Persons whose rooms and invitations are remembered. The others may be invited once more.
const MAX_PERSONS: usize = 1000;

/// What becomes of a message for somebody who has been invited to a direct room and has not joined it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unjoined {
    /// It is said elsewhere.
    Refuse,
    /// It can be read there later.
    Keep,
    /// It is said there if they are invited now. More of its kind would pile up.
    KeepOne,
}

/// The bot's direct rooms.
pub(super) struct DirectRooms {
    context: Arc<MatrixContext>,
    /// Rooms that were made in this run, which the library learns of with a later sync. Locked while
    /// a room is looked for, so that nobody gets two.
    made: Mutex<HashMap<OwnedUserId, OwnedRoomId>>,
    /// Persons who were invited.
    invited: Cooldown<OwnedUserId>,
}

impl DirectRooms {
    pub(super) fn new(context: Arc<MatrixContext>) -> Self {
        Self {
            context,
            made: Mutex::default(),
            invited: Cooldown::new(MAX_PERSONS),
        }
    }

    /// The direct room that a person is in, or one that they are invited to if the message is said there
    /// even so.
    ///
    /// # Errors
    ///
    /// [`DeliveryError::Gone`] while there is none. The person is invited, unless that was done lately; who
    /// has left the direct room is so only if the message is refused otherwise. [`DeliveryError::Absent`] if
    /// the person was told of the like with the invitation.
    pub(super) async fn with(
        &self,
        user: &UserId,
        unjoined: Unjoined,
    ) -> Result<Room, DeliveryError> {
        let mut made = self.made.lock().await;
        let client = self.context.client();
        let known = made.get(user).and_then(|room| client.get_room(room));
        let known = known.filter(|room| room.state() == RoomState::Joined);
        let rooms: Vec<Room> = client.get_dm_rooms(user).chain(known).collect();
        let (mut is_invited, mut open) = (false, None);
        for room in &rooms {
            let member = room.get_member_no_sync(user).await.ok().flatten();
            match member.map(|member| member.membership().clone()) {
                Some(MembershipState::Join) => return Ok(room.clone()),
                Some(MembershipState::Invite) => {
                    is_invited = true;
                    open = Some(room);
                }
                // It was just made.
                None => open = Some(room),
                Some(_) => {}
            }
        }
        let gone = |reason: &str| Err(DeliveryError::Gone(reason.to_owned()));
        if unjoined != Unjoined::Refuse && !rooms.is_empty() {
            let Some(room) = open else {
                return gone("the person has left the direct room");
            };
            if unjoined == Unjoined::KeepOne && !has_joined(&client, room, user).await? {
                let reason = "the invitation to a direct room is not accepted yet";
                return Err(DeliveryError::Absent(reason.to_owned()));
            }
            return Ok(room.clone());
        }
        if is_invited || self.invited.left(&user.to_owned()).is_some() {
            return gone("the invitation to a direct room is not accepted");
        }
        let invited = match rooms.first() {
            Some(room) => room.invite_user_by_id(user).await.map(|()| room.clone()),
            None => {
                let _making = self.context.making_room.lock().await;
                client.create_dm(user).await.inspect(|room| {
                    if made.len() >= MAX_PERSONS {
                        made.clear();
                    }
                    made.insert(user.to_owned(), room.room_id().to_owned());
                })
            }
        };
        let invited = invited.map_err(|error| delivery_error(&error.into(), 0, false));
        if !matches!(invited, Err(DeliveryError::Retry { .. })) {
            self.invited.hold(user.to_owned(), INVITE_INTERVAL);
        }
        let room = invited?;
        match unjoined {
            Unjoined::Keep | Unjoined::KeepOne => Ok(room),
            Unjoined::Refuse => gone("the person was invited to a direct room"),
        }
    }
}

/// Whether a person is in a room, according to the server: the library need not know yet, or at all.
async fn has_joined(client: &Client, room: &Room, user: &UserId) -> Result<bool, DeliveryError> {
    is_in(client, room.room_id(), user)
        .await
        .map_err(|reason| DeliveryError::Retry {
            after: None,
            reason,
        })
}
