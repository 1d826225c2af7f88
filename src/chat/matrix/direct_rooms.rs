//! Rooms with one person each, for messages that nobody else is to see.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::{OwnedRoomId, OwnedUserId, UserId};
use matrix_sdk::{Room, RoomState};
use tokio::sync::Mutex;

use super::context::MatrixContext;
use super::delivery_error::delivery_error;
use crate::chat::common::cooldown::Cooldown;
use crate::host::DeliveryError;

/// Interval between invitations of one person, who may have declined.
const INVITE_INTERVAL: Duration = Duration::from_hours(24);

/// Persons whose rooms and invitations are remembered. The others may be invited once more.
const MAX_PERSONS: usize = 1000;

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

    /// The direct room that a person is in. If the message `waits`, one that the person is invited to
    /// will do: it can be read there later.
    ///
    /// # Errors
    ///
    /// [`DeliveryError::Gone`] while there is none. The person is invited, unless that was done lately.
    /// For a message that waits, nobody is invited who has left the direct room.
    pub(super) async fn with(&self, user: &UserId, waits: bool) -> Result<Room, DeliveryError> {
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
        if waits && !rooms.is_empty() {
            return match open {
                Some(room) => Ok(room.clone()),
                None => gone("the person has left the direct room"),
            };
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
        match waits {
            true => Ok(room),
            false => gone("the person was invited to a direct room"),
        }
    }
}
