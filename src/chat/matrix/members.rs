//! The members of a room, as the server and the library know them.

use std::time::Duration;

use matrix_sdk::room::RoomMember;
use matrix_sdk::ruma::api::client::state::get_state_event_for_key;
use matrix_sdk::ruma::api::error::ErrorKind;
use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::events::room::power_levels::RoomPowerLevelsEventContent;
use matrix_sdk::ruma::events::{StateEventType, TimelineEventType};
use matrix_sdk::ruma::{RoomId, UserId};
use matrix_sdk::{Client, HttpError, Room, RoomMemberships, RoomState};
use serde::Deserialize;
use tokio::time::timeout;

use super::error::plain;
use super::roster::Roster;
use crate::session::{Person, Rights, TableKey};

/// How long the server may take to list a room's members. Until then names cannot be resolved.
const MEMBERS_TIMEOUT: Duration = Duration::from_secs(5);

/// Members of a room whose names are resolved. In larger rooms it takes a mention or an id.
const MAX_MEMBERS: u64 = 2000;

/// Length limit of a name, in bytes. Servers allow 256 characters.
const MAX_NAME: usize = 1024;

/// A member as a person. A name that several have, or that looks like another member's, is followed
/// by the id.
pub(super) fn person(member: &RoomMember) -> Person {
    let id = member.user_id();
    let name = match member.display_name().map(cut) {
        // A name may not be another user's id.
        Some(name) if name != id.as_str() && <&UserId>::try_from(name).is_ok() => id.to_string(),
        Some(name) if member.name_ambiguous() => format!("{name} ({id})"),
        Some(name) => name.to_owned(),
        None => id.localpart().to_owned(),
    };
    Person::new(id.as_str(), name)
}

/// Whether somebody is in the room of a table, according to the server.
///
/// # Errors
///
/// The server does not tell.
pub(super) async fn is_present(
    client: &Client,
    table: &TableKey,
    person: &Person,
) -> Result<bool, String> {
    let room = <&RoomId>::try_from(&*table.channel).map_err(|error| error.to_string())?;
    match <&UserId>::try_from(person.id.as_str()) {
        Ok(user) => is_in(client, room, user).await,
        Err(_) => Ok(false),
    }
}

/// Whether somebody is in a room, according to the server. Who is only invited is not.
///
/// # Errors
///
/// The server does not tell.
pub(super) async fn is_in(client: &Client, room: &RoomId, user: &UserId) -> Result<bool, String> {
    #[derive(Deserialize)]
    struct MemberContent {
        membership: MembershipState,
    }
    let request = get_state_event_for_key::v3::Request::new(
        room.to_owned(),
        StateEventType::RoomMember,
        user.to_string(),
    );
    let answer = match client.send(request).await {
        Ok(answer) => answer,
        // They were never here.
        Err(error) if is_unknown(&error) => return Ok(false),
        Err(error) => return Err(plain(&error)),
    };
    let content: MemberContent =
        serde_json::from_str(answer.event_or_content.get()).map_err(|error| error.to_string())?;
    Ok(content.membership == MembershipState::Join)
}

/// What a person may set in a room and in its space: whoever may change their state.
///
/// # Errors
///
/// The room or the space is not known, or its power levels are not.
pub(super) async fn rights(
    client: &Client,
    table: &TableKey,
    space: Option<&str>,
    person: &Person,
) -> Result<Rights, String> {
    let Ok(user) = <&UserId>::try_from(person.id.as_str()) else {
        return Ok(Rights::default());
    };
    Ok(Rights {
        channel: may_change(&known(client, &table.channel)?, user).await?,
        server: match space {
            Some(space) => {
                let space = known(client, space)?;
                // A level outlasts its holder's membership.
                is_member(&space, user).await? && may_change(&space, user).await?
            }
            None => false,
        },
    })
}

/// Whether the bot may send messages in a room that it is in, according to the server.
///
/// # Errors
///
/// The server does not tell.
pub(super) async fn may_speak(room: &Room) -> Result<bool, String> {
    let kind = StateEventType::RoomPowerLevels;
    let id = room.room_id().to_owned();
    let request = get_state_event_for_key::v3::Request::new(id, kind, String::new());
    let answer = match room.client().send(request).await {
        Ok(answer) => answer,
        // Then everybody may.
        Err(error) if is_unknown(&error) => return Ok(true),
        Err(error) => return Err(plain(&error)),
    };
    let content: RoomPowerLevelsEventContent =
        serde_json::from_str(answer.event_or_content.get()).map_err(|error| error.to_string())?;
    let encryption = room.latest_encryption_state().await;
    let sent = match encryption.map_err(|error| plain(&error))?.is_encrypted() {
        true => TimelineEventType::RoomEncrypted,
        false => TimelineEventType::RoomMessage,
    };
    let needed = content.events.get(&sent).unwrap_or(&content.events_default);
    let own = content.users.get(room.own_user_id());
    Ok(own.unwrap_or(&content.users_default) >= needed)
}

/// A room that the bot is in.
fn known(client: &Client, room: &str) -> Result<Room, String> {
    let id = <&RoomId>::try_from(room).map_err(|error| error.to_string())?;
    let room = client.get_room(id);
    let room = room.filter(|room| room.state() == RoomState::Joined);
    room.ok_or_else(|| format!("the bot is not in {id}"))
}

/// Whether somebody may change the state of a room.
async fn may_change(room: &Room, user: &UserId) -> Result<bool, String> {
    let levels = room.power_levels().await;
    let levels = levels.map_err(|error| error.to_string())?;
    Ok(levels.for_user(user) >= levels.state_default)
}

/// Whether somebody is in a room.
async fn is_member(room: &Room, user: &UserId) -> Result<bool, String> {
    let member = room.get_member(user).await;
    let member = member.map_err(|error| plain(&error))?;
    Ok(member.is_some_and(|member| *member.membership() == MembershipState::Join))
}

/// Whether the server has no such state.
fn is_unknown(error: &HttpError) -> bool {
    let kind = error
        .as_client_api_error()
        .and_then(|error| error.error_kind());
    matches!(kind, Some(ErrorKind::NotFound))
}

/// A name, cut to a sensible length.
fn cut(name: &str) -> &str {
    &name[..name.floor_char_boundary(MAX_NAME)]
}

/// The members of a room; `None` if there are too many, or the server does not return them in time.
pub(super) async fn members(room: &Room) -> Option<Roster> {
    if room.active_members_count() > MAX_MEMBERS {
        return None;
    }
    match timeout(MEMBERS_TIMEOUT, room.members(RoomMemberships::ACTIVE)).await {
        Ok(Ok(members)) => Some(Roster::new(members.iter().map(person).collect())),
        Ok(Err(error)) => {
            tracing::debug!(room = %room.room_id(), %error, "a room's members could not be listed");
            None
        }
        Err(_) => {
            tracing::debug!(room = %room.room_id(), "a room's members were not listed in time");
            None
        }
    }
}

/// Somebody in a room, as far as they are known.
pub(super) async fn member(room: &Room, sender: &UserId) -> Person {
    match room.get_member_no_sync(sender).await {
        Ok(Some(member)) => person(&member),
        _ => Person::new(sender.as_str(), sender.localpart()),
    }
}
