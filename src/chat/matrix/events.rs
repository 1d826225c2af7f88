//! From an event of a room to what the host hears: who speaks, at which table, and what is said.

use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::Room;
use matrix_sdk::deserialized_responses::{TimelineEvent, TimelineEventKind};
use matrix_sdk::ruma::events::reaction::OriginalSyncReactionEvent;
use matrix_sdk::ruma::events::relation::Thread;
use matrix_sdk::ruma::events::room::encrypted::EncryptedEventScheme;
use matrix_sdk::ruma::events::room::message::sanitize::remove_plain_reply_fallback;
use matrix_sdk::ruma::events::room::message::{
    FormattedBody, MessageFormat, MessageType, OriginalSyncRoomMessageEvent, Relation,
};
use matrix_sdk::ruma::events::{
    AnySyncMessageLikeEvent, AnySyncTimelineEvent, SyncMessageLikeEvent,
};
use matrix_sdk::ruma::{EventId, UserId};
use serde::Deserialize;
use tokio::time::timeout;

use super::PLATFORM;
use super::context::MatrixContext;
use super::error::{FailureKind, InboundError, failure_kind, plain};
use super::gaps::server_answers;
use super::html::text_of;
use super::reactions::sign_of;
use super::roster::{BEHIND, MOST_NAMES, Roster, person};
use super::undecrypted::UndecryptedEvent;
use crate::chat::common::addressing::strip_separators;
use crate::host::{ChoicesOf, Host, Incoming, Input, Pick};
use crate::session::{Parsed, Person, TableKey, parse};

/// How long a message of the bot's own may take that somebody reacted to before it is known here.
const LOOK_UP: Duration = Duration::from_secs(5);

/// How long the server may take to tell who is in a room. Names are not understood until it has.
const MEMBERS_LAST: Duration = Duration::from_secs(5);

/// Most members of a room whose names are known: beyond that, a mention or an id says who is meant.
const MOST_MEMBERS: u64 = 2000;

/// What an event turned out to be.
#[derive(Debug)]
pub(super) enum RoomInput {
    /// Nothing for the bot.
    Ignored,
    /// Something for the host.
    Input(Box<Incoming>),
    /// Not to be read yet.
    Undecrypted(UndecryptedEvent),
}

/// Reads an event of a room.
pub(super) async fn read(
    context: &MatrixContext,
    host: &Host,
    room: &Room,
    event: &TimelineEvent,
) -> Result<RoomInput, InboundError> {
    if let TimelineEventKind::UnableToDecrypt { utd_info, .. } = &event.kind {
        return Ok(undecrypted(
            context,
            room,
            event,
            utd_info.session_id.as_deref(),
        ));
    }
    // What makes no sense to the library makes none to us.
    let Ok(AnySyncTimelineEvent::MessageLike(message)) = event.raw().deserialize() else {
        return Ok(RoomInput::Ignored);
    };
    let heard = match message {
        AnySyncMessageLikeEvent::RoomMessage(SyncMessageLikeEvent::Original(message))
            if message.sender != *context.me() =>
        {
            spoken(context, room, message).await
        }
        // Somebody may react to it before it is noted that it was said.
        AnySyncMessageLikeEvent::RoomMessage(SyncMessageLikeEvent::Original(message)) => {
            if let Some(shown) = shown_by(room, event) {
                context.own_messages.put(message.event_id, shown);
            }
            None
        }
        // The library could not even try: its store failed.
        AnySyncMessageLikeEvent::RoomEncrypted(SyncMessageLikeEvent::Original(message)) => {
            let EncryptedEventScheme::MegolmV1AesSha2(scheme) = &message.content.scheme else {
                return Ok(RoomInput::Ignored);
            };
            return Ok(undecrypted(context, room, event, Some(&scheme.session_id)));
        }
        AnySyncMessageLikeEvent::Reaction(SyncMessageLikeEvent::Original(reaction))
            if reaction.sender != *context.me() =>
        {
            reacted(context, host, room, reaction).await?
        }
        _ => None,
    };
    Ok(heard.map_or(RoomInput::Ignored, |incoming| {
        RoomInput::Input(Box::new(incoming))
    }))
}

fn undecrypted(
    context: &MatrixContext,
    room: &Room,
    event: &TimelineEvent,
    session: Option<&str>,
) -> RoomInput {
    let (Some(id), Some(sender), Some(session)) = (event.event_id(), event.sender(), session)
    else {
        return RoomInput::Ignored;
    };
    if sender == *context.me() {
        return RoomInput::Ignored;
    }
    let room = room.room_id().to_string();
    RoomInput::Undecrypted(UndecryptedEvent::new(room, id, sender, session.to_owned()))
}

/// Says at a table that a message could not be read, once for each missing key.
pub(super) async fn unreadable(room: &Room, event: &UndecryptedEvent) -> Incoming {
    Incoming {
        table: TableKey::channel(PLATFORM, room.room_id().as_str()),
        author: member(room, &event.sender).await,
        event: format!("unreadable:{}", event.session),
        reply_target: Some(event.event.to_string().into()),
        input: Input::Unreadable,
        people: Vec::new(),
        attachment: None,
        language: None,
        cursor: None,
    }
}

/// A message that is a command, or might be one.
async fn spoken(
    context: &MatrixContext,
    room: &Room,
    message: OriginalSyncRoomMessageEvent,
) -> Option<Incoming> {
    let OriginalSyncRoomMessageEvent {
        content,
        event_id,
        sender,
        ..
    } = message;
    let thread = match &content.relates_to {
        // What is edited later is not said again.
        Some(Relation::Replacement(_)) => return None,
        Some(Relation::Thread(Thread { event_id, .. })) => Some(event_id.to_string()),
        _ => None,
    };
    let is_answer = matches!(
        content.relates_to,
        Some(Relation::Reply(_) | Relation::Thread(_))
    );
    let (body, formatted, file) = match content.msgtype {
        MessageType::Text(text) => (text.body, text.formatted, None),
        // A caption is said along with its file.
        MessageType::File(file) => (
            file.caption()?.to_owned(),
            file.formatted_caption().cloned(),
            Some(file),
        ),
        _ => return None,
    };
    let text = with_ids(&body, formatted.as_ref(), is_answer);
    let (text, addressed) = match context.strip_name(&text) {
        Some(text) => (text, true),
        None => (text.as_str(), is_private(room).await),
    };
    let parsed = parse(text, context.prefix(), addressed);
    if parsed == Parsed::NotForUs {
        return None;
    }
    fail::fail_point!("matrix-event");
    let mentioned: Vec<&UserId> = content
        .mentions
        .iter()
        .flat_map(|mentions| &mentions.user_ids)
        .map(|id| &**id)
        .filter(|id| *id != context.me())
        .take(MOST_NAMES)
        .collect();
    let (text, people) = resolve(context, room, text, &mentioned).await;
    Some(Incoming {
        table: TableKey {
            thread,
            ..TableKey::channel(PLATFORM, room.room_id().as_str())
        },
        author: author(context, room, &sender).await,
        event: event_id.to_string(),
        reply_target: None,
        input: Input::Text { text, addressed },
        people,
        attachment: match file {
            Some(file) if takes_file(&parsed) => {
                Some(context.downloads.begin(room.client(), &sender, file))
            }
            _ => None,
        },
        language: None,
        cursor: None,
    })
}

/// Whether a command does something with a file.
fn takes_file(parsed: &Parsed) -> bool {
    matches!(parsed, Parsed::Command(command) if command.takes_file())
}

/// What a message says, with the ids of users in place of pills.
fn with_ids(body: &str, formatted: Option<&FormattedBody>, is_answer: bool) -> String {
    let html = formatted
        .filter(|formatted| formatted.format == MessageFormat::Html)
        .map(|formatted| formatted.body.as_str())
        // The plain body says the same as HTML without links, and the more exactly.
        .filter(|html| html.contains("matrix.to/#/") || html.contains("matrix:u/"));
    match html.and_then(text_of) {
        Some(text) => text,
        None if is_answer => remove_plain_reply_fallback(body).to_owned(),
        None => body.to_owned(),
    }
}

impl MatrixContext {
    /// What follows the bot's name at the beginning of a message, if it stands there.
    fn strip_name<'a>(&self, text: &'a str) -> Option<&'a str> {
        let text = text.trim_start();
        let id = self.me().as_str();
        let name = self.bot().name.as_str();
        let local_part = self.me().localpart();
        let at = |text: &'a str| text.strip_prefix('@').unwrap_or(text);
        let rest = text
            .strip_prefix(id)
            .or_else(|| strip_ignoring_case(at(text), name))
            .or_else(|| strip_ignoring_case(text.strip_prefix('@')?, local_part))?;
        // «Ringleaders are» does not call it, and neither does «Ringleader is nice» without an
        // «@» or a colon.
        let called = text.starts_with('@') || rest.starts_with([':', ',']);
        let behind = strip_separators(rest);
        let ends = rest.is_empty() || behind.len() < rest.len();
        (called && ends).then_some(behind)
    }
}

fn strip_ignoring_case<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let head = text.get(..start.len())?;
    (!start.is_empty() && head.eq_ignore_ascii_case(start)).then(|| &text[start.len()..])
}

/// Whether a room is a private chat with the bot.
async fn is_private(room: &Room) -> bool {
    room.active_members_count() <= 2 && room.is_direct().await.unwrap_or(false)
}

/// Puts ids in place of names.
async fn resolve(
    context: &MatrixContext,
    room: &Room,
    text: &str,
    mentioned: &[&UserId],
) -> (String, Vec<Person>) {
    let mut persons = Vec::new();
    for id in mentioned {
        if let Ok(Some(member)) = room.get_member_no_sync(id).await {
            persons.push(person(&member));
        }
    }
    let roster = match context.roster(room).await {
        Some(roster) => roster,
        // Whoever is named by their id is known all the same.
        None => {
            let mut known = persons.clone();
            for id in ids(text).take(MOST_NAMES) {
                if let Ok(Some(member)) = room.get_member_no_sync(id).await
                    && !mentioned.contains(&id)
                {
                    known.push(person(&member));
                }
            }
            Arc::new(Roster::new(known))
        }
    };
    let persons: Vec<Person> = persons
        .into_iter()
        .map(|person| roster.known(person))
        .collect();
    let persons: Vec<&Person> = persons.iter().collect();
    roster.resolve(text, &persons)
}

/// The ids that stand in a text.
fn ids(text: &str) -> impl Iterator<Item = &UserId> {
    text.split_whitespace()
        .filter(|word| word.starts_with('@'))
        .filter_map(|word| <&UserId>::try_from(word.trim_end_matches(BEHIND)).ok())
}

/// The members of a room, as far as they can be found out; nothing if that takes too long, or they
/// are too many.
pub(super) async fn members(room: &Room) -> Option<Roster> {
    use matrix_sdk::RoomMemberships;

    if room.active_members_count() > MOST_MEMBERS {
        return None;
    }
    match timeout(MEMBERS_LAST, room.members(RoomMemberships::ACTIVE)).await {
        Ok(Ok(members)) => Some(Roster::new(members.iter().map(person).collect())),
        Ok(Err(error)) => {
            tracing::debug!(room = %room.room_id(), %error, "a room's members are not known yet");
            None
        }
        Err(_) => {
            tracing::debug!(room = %room.room_id(), "a room's members are not handed out in time");
            None
        }
    }
}

/// A member as the others know them, as far as they are known.
async fn author(context: &MatrixContext, room: &Room, sender: &UserId) -> Person {
    let person = member(room, sender).await;
    match context.roster_at_hand(room.room_id()) {
        Some(roster) => roster.known(person),
        None => person,
    }
}

async fn member(room: &Room, sender: &UserId) -> Person {
    match room.get_member_no_sync(sender).await {
        Ok(Some(member)) => person(&member),
        _ => Person::new(sender.as_str(), sender.localpart()),
    }
}

/// A reaction to a message of the bot.
async fn reacted(
    context: &MatrixContext,
    host: &Host,
    room: &Room,
    reaction: OriginalSyncReactionEvent,
) -> Result<Option<Incoming>, InboundError> {
    let target = reaction.content.relates_to;
    let Some(sign) = sign_of(&target.key) else {
        return Ok(None);
    };
    let message = target.event_id.to_string();
    let channel = room.room_id().as_str();
    let known = host.table_of_message(PLATFORM, channel, &message).await?;
    let (table, of) = match known {
        Some(table) => (table, ChoicesOf::Message(message.clone())),
        // Somebody was quicker than we note that it was said.
        None => match told_by_itself(context, room, &target.event_id).await? {
            Some((table, reply)) => (table, ChoicesOf::Reply(reply)),
            None => return Ok(None),
        },
    };
    Ok(Some(Incoming {
        table,
        author: author(context, room, &reaction.sender).await,
        event: reaction.event_id.to_string(),
        reply_target: Some(message.into()),
        input: Input::Choice {
            of,
            pick: Pick::Sign(sign),
        },
        people: Vec::new(),
        attachment: None,
        language: None,
        cursor: None,
    }))
}

/// Which reply a message of the bot shows, and at which table, by what stands in it.
async fn told_by_itself(
    context: &MatrixContext,
    room: &Room,
    message: &EventId,
) -> Result<Option<(TableKey, i64)>, InboundError> {
    if let Some(shown) = context.own_messages.get(message) {
        return Ok(Some(shown));
    }
    // Most likely it is somebody else's. The server is asked now and then only.
    if !context.own_messages.may_ask() {
        tracing::debug!(room = %room.room_id(), event = %message, "a reaction is not looked into");
        return Ok(None);
    }
    let dropped = |reason: String| {
        tracing::info!(
            room = %room.room_id(), reason,
            "a message is not handed out: a reaction to it is dropped"
        );
        Ok(None)
    };
    let event = match timeout(LOOK_UP, room.event(message, None)).await {
        Ok(Ok(event)) if event.sender().as_deref() == Some(context.me()) => event,
        Ok(Ok(_)) => return Ok(None),
        Ok(Err(error)) => match failure_kind(&error) {
            FailureKind::LoggedOut { .. } => return Err(error.into()),
            // All rooms would wait for a server that hands out anything but this.
            FailureKind::Transient(_) if !server_answers(context).await => return Err(error.into()),
            _ => return dropped(plain(&error)),
        },
        Err(_) => return dropped("the homeserver takes too long".to_owned()),
    };
    Ok(shown_by(room, &event))
}

/// Which reply an event of the bot shows, and at which table.
fn shown_by(room: &Room, event: &TimelineEvent) -> Option<(TableKey, i64)> {
    #[derive(Deserialize)]
    struct Content {
        #[serde(rename = "net.ringleader.reply")]
        reply: Option<i64>,
        #[serde(rename = "m.relates_to")]
        relation: Option<Threaded>,
    }
    #[derive(Deserialize)]
    struct Threaded {
        rel_type: Option<String>,
        event_id: Option<String>,
    }
    let content = event.raw().get_field::<Content>("content").ok()??;
    let thread = content
        .relation
        .filter(|relation| relation.rel_type.as_deref() == Some("m.thread"))
        .and_then(|relation| relation.event_id);
    let table = TableKey {
        thread,
        ..TableKey::channel(PLATFORM, room.room_id().as_str())
    };
    Some((table, content.reply?))
}
