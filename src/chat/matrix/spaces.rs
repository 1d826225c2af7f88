//! Spaces: where settings of a server belong. There are no tables in them.
//!
//! A room belongs to a space that both name each other: the room by `m.space.parent`, the space by
//! `m.space.child`. Otherwise anybody could make a space and so set what holds in a room of others.

use matrix_sdk::deserialized_responses::SyncOrStrippedState;
use matrix_sdk::ruma::events::SyncStateEvent;
use matrix_sdk::ruma::events::space::child::SpaceChildEventContent;
use matrix_sdk::ruma::events::space::parent::SpaceParentEventContent;
use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use matrix_sdk::{Client, Room, RoomState};

use super::error::plain;

/// Spaces that a room names which are looked into.
const MAX_PARENTS: usize = 20;

/// The id of the space that a room belongs to, if the bot is in it. Of several it is the one that the
/// room names as its canonical parent, and of several such, or none, that with the lowest id.
pub(super) async fn space_of(room: &Room) -> Option<String> {
    match parents(room).await {
        Ok(parents) => {
            for (_, parent) in parents.into_iter().take(MAX_PARENTS) {
                if has_child(&room.client(), &parent, room.room_id()).await {
                    return Some(parent.to_string());
                }
            }
            None
        }
        Err(error) => {
            let reason = plain(&error);
            tracing::warn!(room = %room.room_id(), reason, "the spaces of a room are not known");
            None
        }
    }
}

/// The spaces that a room names, the canonical ones first.
async fn parents(room: &Room) -> matrix_sdk::Result<Vec<(bool, OwnedRoomId)>> {
    let events = room
        .get_state_events_static::<SpaceParentEventContent>()
        .await?;
    let mut parents: Vec<(bool, OwnedRoomId)> = events
        .iter()
        // One that was taken back has no content.
        .filter_map(|event| match event.deserialize().ok()? {
            SyncOrStrippedState::Sync(SyncStateEvent::Original(event)) => {
                let named = !event.content.via.is_empty();
                named.then_some((!event.content.canonical, event.state_key))
            }
            _ => None,
        })
        .collect();
    parents.sort();
    Ok(parents)
}

/// Whether a space that the bot is in names a room.
async fn has_child(client: &Client, space: &RoomId, room: &RoomId) -> bool {
    let Some(space) = client.get_room(space) else {
        return false;
    };
    if !space.is_space() || space.state() != RoomState::Joined {
        return false;
    }
    let child = space.get_state_event_static_for_key::<SpaceChildEventContent, _>(room);
    match child
        .await
        .map(|child| child.and_then(|child| child.deserialize().ok()))
    {
        Ok(Some(SyncOrStrippedState::Sync(SyncStateEvent::Original(event)))) => {
            !event.content.via.is_empty()
        }
        _ => false,
    }
}
