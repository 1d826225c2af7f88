//! From a room event to the host's input: who speaks, at which table, and what they say.

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

use super::context::MatrixContext;
use super::error::{FailureKind, InboundError, failure_kind, plain};
use super::html::text_of;
use super::members::{member, person};
use super::reactions::sign_of;
use super::roster::{MAX_NAMES, PUNCTUATION, Roster};
use super::spaces::space_of;
use super::undecrypted::UndecryptedEvent;
use super::verification::VerificationBegin;
use crate::chat::common::addressing::strip_separators;
use crate::chat::common::platform::MATRIX;
use crate::host::{ChoicesOf, Host, Incoming, Input, Pick};
use crate::session::{Addressing, Person, TableKey};

/// How long the lookup of a reaction's message may take.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// What an event is for the bot.
#[derive(Debug)]
pub(super) enum RoomInput {
    /// Nothing.
    Ignored,
    /// An input for the host.
    Input(Box<Incoming>),
    /// It could not be decrypted yet.
    Undecrypted(UndecryptedEvent),
    /// Somebody verifies the bot.
    Verification(VerificationBegin),
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
    // An event that the library cannot parse is none for the bot.
    let Ok(AnySyncTimelineEvent::MessageLike(message)) = event.raw().deserialize() else {
        return Ok(RoomInput::Ignored);
    };
    let incoming = match message {
        AnySyncMessageLikeEvent::RoomMessage(SyncMessageLikeEvent::Original(message))
            if matches!(&message.content.msgtype, MessageType::VerificationRequest(request)
                if request.to == *context.me()) =>
        {
            return Ok(RoomInput::Verification(VerificationBegin {
                user: message.sender,
                flow: message.event_id.to_string(),
                is_request: true,
            }));
        }
        AnySyncMessageLikeEvent::RoomMessage(SyncMessageLikeEvent::Original(message))
            if message.sender != *context.me() =>
        {
            message_input(context, host, room, message).await?
        }
        // Somebody may react to it before the database knows that it was sent.
        AnySyncMessageLikeEvent::RoomMessage(SyncMessageLikeEvent::Original(message)) => {
            if let Some(shown) = shown_by(room, event) {
                context.own_messages.put(message.event_id, shown);
            }
            None
        }
        // The library did not try to decrypt it: its store failed.
        AnySyncMessageLikeEvent::RoomEncrypted(SyncMessageLikeEvent::Original(message)) => {
            let EncryptedEventScheme::MegolmV1AesSha2(scheme) = &message.content.scheme else {
                return Ok(RoomInput::Ignored);
            };
            return Ok(undecrypted(context, room, event, Some(&scheme.session_id)));
        }
        AnySyncMessageLikeEvent::Reaction(SyncMessageLikeEvent::Original(reaction))
            if reaction.sender != *context.me() =>
        {
            reaction_input(context, host, room, reaction).await?
        }
        _ => None,
    };
    Ok(incoming.map_or(RoomInput::Ignored, |incoming| {
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

/// The input that a message could not be read, once for each missing key.
pub(super) async fn unreadable(room: &Room, event: &UndecryptedEvent) -> Incoming {
    Incoming {
        table: TableKey::channel(MATRIX, room.room_id().as_str()),
        server: None,
        community: space_of(room).await,
        private: false,
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

/// A message, which may be a command.
async fn message_input(
    context: &MatrixContext,
    host: &Host,
    room: &Room,
    message: OriginalSyncRoomMessageEvent,
) -> Result<Option<Incoming>, InboundError> {
    let OriginalSyncRoomMessageEvent {
        content,
        event_id,
        sender,
        ..
    } = message;
    let thread = match &content.relates_to {
        // Edits are ignored.
        Some(Relation::Replacement(_)) => return Ok(None),
        Some(Relation::Thread(Thread { event_id, .. })) => Some(event_id.to_string()),
        _ => None,
    };
    let is_answer = matches!(
        content.relates_to,
        Some(Relation::Reply(_) | Relation::Thread(_))
    );
    let (body, formatted, file) = match content.msgtype {
        MessageType::Text(text) => (text.body, text.formatted, None),
        // The caption is the command.
        MessageType::File(file) => {
            let Some(caption) = file.caption() else {
                return Ok(None);
            };
            let formatted = file.formatted_caption().cloned();
            (caption.to_owned(), formatted, Some(file))
        }
        _ => return Ok(None),
    };
    let text = with_ids(&body, formatted.as_ref(), is_answer);
    let private = is_private(room).await;
    let (text, addressing) = match context.strip_name(&text) {
        Some(text) => (text, Addressing::Bot),
        None if private => (text.as_str(), Addressing::Bot),
        None => (text.as_str(), Addressing::Open),
    };
    let table = TableKey {
        thread,
        ..TableKey::channel(MATRIX, room.room_id().as_str())
    };
    let input = Input::Text {
        text: text.to_owned(),
        addressing,
    };
    let community = space_of(room).await;
    let preview = host.preview(&table, community.as_deref(), &input);
    let Some(preview) = preview.await? else {
        return Ok(None);
    };
    let table = match &preview.challenge {
        Some(request) if table.thread.is_none() => {
            // Read again it belongs where it was, whatever was set meanwhile.
            let known = host.table_of_event(&table, event_id.as_str()).await?;
            known.unwrap_or_else(|| TableKey {
                thread: request.in_thread.then(|| event_id.to_string()),
                ..table
            })
        }
        _ => table,
    };
    fail::fail_point!("matrix-event");
    let mentioned: Vec<&UserId> = content
        .mentions
        .iter()
        .flat_map(|mentions| &mentions.user_ids)
        .map(|id| &**id)
        .filter(|id| *id != context.me())
        .take(MAX_NAMES)
        .collect();
    let (text, people) = resolve(context, room, text, &mentioned).await;
    let file = file.filter(|_| preview.takes_file);
    Ok(Some(Incoming {
        table,
        server: server(context, room),
        community,
        private,
        author: author(context, room, &sender).await,
        event: event_id.to_string(),
        reply_target: None,
        input: Input::Text { text, addressing },
        people,
        attachment: file.map(|file| context.downloads.begin(room.client(), &sender, file)),
        language: None,
        cursor: None,
    }))
}

/// The homeserver of a room: the one in its id. From room version 12 on ids name none, and it is
/// its creator's, as it was before; or the bot's own, if the creator is not known.
fn server(context: &MatrixContext, room: &Room) -> Option<String> {
    if let Some(named) = room.room_id().server_name() {
        return Some(named.to_string());
    }
    let creators = room.creators().unwrap_or_default();
    let creator = creators.first().map(|creator| creator.server_name());
    let server = creator.unwrap_or_else(|| context.me().server_name());
    Some(server.to_string())
}

/// The text of a message, with pills replaced by ids.
fn with_ids(body: &str, formatted: Option<&FormattedBody>, is_answer: bool) -> String {
    let html = formatted
        .filter(|formatted| formatted.format == MessageFormat::Html)
        .map(|formatted| formatted.body.as_str())
        // Without links the plain body is the more exact one.
        .filter(|html| html.contains("matrix.to/#/") || html.contains("matrix:"));
    match html.and_then(text_of) {
        Some(text) => text,
        None if is_answer => remove_plain_reply_fallback(body).to_owned(),
        None => body.to_owned(),
    }
}

impl MatrixContext {
    /// What follows the bot's name at the beginning of a message.
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
        // "Ringleaders are" does not address it, and neither does "Ringleader is nice" without an
        // "@" or a colon.
        let is_addressed = text.starts_with('@') || rest.starts_with([':', ',']);
        let body = strip_separators(rest);
        let is_whole_name = rest.is_empty() || body.len() < rest.len();
        (is_addressed && is_whole_name).then_some(body)
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

/// Replaces names by ids.
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
        // Without the members, ids can still be resolved.
        None => {
            let mut known = persons.clone();
            for id in ids(text).take(MAX_NAMES) {
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

/// The user ids in a text.
fn ids(text: &str) -> impl Iterator<Item = &UserId> {
    text.split_whitespace()
        .filter(|word| word.starts_with('@'))
        .filter_map(|word| <&UserId>::try_from(word.trim_end_matches(PUNCTUATION)).ok())
}

/// The sender of an event, with the name that the others see.
async fn author(context: &MatrixContext, room: &Room, sender: &UserId) -> Person {
    let person = member(room, sender).await;
    match context.cached_roster(room.room_id()) {
        Some(roster) => roster.known(person),
        None => person,
    }
}

/// A reaction to a message of the bot.
async fn reaction_input(
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
    let known = host.table_of_message(MATRIX, channel, &message).await?;
    let (table, of) = match known {
        Some(table) => (table, ChoicesOf::Message(message.clone())),
        // The reaction was faster than the database.
        None => match lookup_shown(context, room, &target.event_id).await? {
            Some((table, reply)) => (table, ChoicesOf::Reply(reply)),
            None => return Ok(None),
        },
    };
    Ok(Some(Incoming {
        table,
        server: server(context, room),
        community: space_of(room).await,
        private: is_private(room).await,
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

/// Which reply a message of the bot shows, and at which table, according to the message itself.
async fn lookup_shown(
    context: &MatrixContext,
    room: &Room,
    message: &EventId,
) -> Result<Option<(TableKey, i64)>, InboundError> {
    if let Some(shown) = context.own_messages.get(message) {
        return Ok(Some(shown));
    }
    // Most likely the message is not the bot's, so lookups are rate limited.
    if !context.own_messages.may_look_up() {
        tracing::debug!(room = %room.room_id(), event = %message, "a reaction is ignored: too many lookups");
        return Ok(None);
    }
    let dropped = |reason: String| {
        tracing::info!(
            room = %room.room_id(), reason,
            "a reaction is dropped: its message could not be fetched"
        );
        Ok(None)
    };
    let event = match timeout(LOOKUP_TIMEOUT, room.event(message, None)).await {
        Ok(Ok(event)) if event.sender().as_deref() == Some(context.me()) => event,
        Ok(Ok(_)) => return Ok(None),
        Ok(Err(error)) => match failure_kind(&error) {
            FailureKind::LoggedOut => return Err(error.into()),
            // Retrying would hold up all rooms if only this message cannot be fetched.
            FailureKind::Transient(_) if !context.server_answers().await => {
                return Err(error.into());
            }
            _ => return dropped(plain(&error)),
        },
        Err(_) => return dropped("the homeserver takes too long".to_owned()),
    };
    Ok(shown_by(room, &event))
}

/// Which reply an event of the bot shows, and at which table.
fn shown_by(room: &Room, event: &TimelineEvent) -> Option<(TableKey, i64)> {
    #[derive(Deserialize)]
    struct ReplyContent {
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
    let content = event.raw().get_field::<ReplyContent>("content").ok()??;
    let thread = content
        .relation
        .filter(|relation| relation.rel_type.as_deref() == Some("m.thread"))
        .and_then(|relation| relation.event_id);
    let table = TableKey {
        thread,
        ..TableKey::channel(MATRIX, room.room_id().as_str())
    };
    Some((table, content.reply?))
}
