//! From an event of a room to what the host hears: who speaks, at which table, and what is said.

use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::Room;
use matrix_sdk::deserialized_responses::{TimelineEvent, TimelineEventKind};
use matrix_sdk::media::{MediaFormat, MediaRequestParameters};
use matrix_sdk::ruma::api::client::receipt::create_receipt::v3::ReceiptType;
use matrix_sdk::ruma::events::reaction::OriginalSyncReactionEvent;
use matrix_sdk::ruma::events::receipt::ReceiptThread;
use matrix_sdk::ruma::events::relation::Thread;
use matrix_sdk::ruma::events::room::encrypted::EncryptedEventScheme;
use matrix_sdk::ruma::events::room::message::sanitize::remove_plain_reply_fallback;
use matrix_sdk::ruma::events::room::message::{
    FileMessageEventContent, FormattedBody, MessageFormat, MessageType,
    OriginalSyncRoomMessageEvent, Relation,
};
use matrix_sdk::ruma::events::{
    AnySyncMessageLikeEvent, AnySyncTimelineEvent, SyncMessageLikeEvent,
};
use matrix_sdk::ruma::{EventId, OwnedEventId, UserId};
use serde::Deserialize;
use tokio::time::sleep;

use super::PLATFORM;
use super::error::{Trouble, Unheard, plain, trouble};
use super::gaps::server_answers;
use super::html::text_of;
use super::link::Link;
use super::people::{MOST_NAMES, Roster, person};
use super::reactions::sign_of;
use super::sealed::Sealed;
use crate::chat::named::behind_name;
use crate::host::{Attachment, AttachmentError, Heard, Host, Incoming, Input, Pick, Shown};
use crate::session::{Parsed, Person, TableKey, parse};

/// Largest file that is read along with a command, in bytes. The record of the longest game has a
/// hundredth of this.
const LARGEST_FILE: u64 = 1024 * 1024;

/// What an event turned out to be.
#[derive(Debug)]
pub(super) enum Said {
    /// Nothing for the bot.
    Nothing,
    /// Something for the host.
    Something(Box<Incoming>),
    /// Not to be read yet.
    Sealed(Sealed),
}

/// Reads an event of a room.
pub(super) async fn read(
    link: &Link,
    host: &Host,
    room: &Room,
    event: &TimelineEvent,
) -> Result<Said, Unheard> {
    if let TimelineEventKind::UnableToDecrypt { utd_info, .. } = &event.kind {
        return Ok(sealed(link, room, event, utd_info.session_id.as_deref()));
    }
    // What makes no sense to the library makes none to us.
    let Ok(AnySyncTimelineEvent::MessageLike(message)) = event.raw().deserialize() else {
        return Ok(Said::Nothing);
    };
    let heard = match message {
        AnySyncMessageLikeEvent::RoomMessage(SyncMessageLikeEvent::Original(message))
            if message.sender != *link.me() =>
        {
            spoken(link, room, message).await
        }
        // The library could not even try: its store failed.
        AnySyncMessageLikeEvent::RoomEncrypted(SyncMessageLikeEvent::Original(message)) => {
            let EncryptedEventScheme::MegolmV1AesSha2(scheme) = &message.content.scheme else {
                return Ok(Said::Nothing);
            };
            return Ok(sealed(link, room, event, Some(&scheme.session_id)));
        }
        AnySyncMessageLikeEvent::Reaction(SyncMessageLikeEvent::Original(reaction))
            if reaction.sender != *link.me() =>
        {
            reacted(link, host, room, reaction).await?
        }
        _ => None,
    };
    Ok(heard.map_or(Said::Nothing, |incoming| {
        Said::Something(Box::new(incoming))
    }))
}

fn sealed(link: &Link, room: &Room, event: &TimelineEvent, session: Option<&str>) -> Said {
    let (Some(id), Some(sender), Some(session)) = (event.event_id(), event.sender(), session)
    else {
        return Said::Nothing;
    };
    if sender == *link.me() {
        return Said::Nothing;
    }
    let room = room.room_id().to_string();
    Said::Sealed(Sealed::new(room, id, sender, session.to_owned()))
}

/// Says at a table that a message could not be read, once for each missing key.
pub(super) async fn unreadable(room: &Room, sealed: &Sealed) -> Incoming {
    Incoming {
        table: TableKey::channel(PLATFORM, room.room_id().as_str()),
        author: author(room, &sealed.sender).await,
        event: format!("unreadable:{}", sealed.session),
        answers: Some(sealed.event.to_string().into()),
        input: Input::Unreadable,
        people: Vec::new(),
        attachment: None,
        language: None,
        mark: None,
    }
}

/// A message that is a command, or might be one.
async fn spoken(
    link: &Link,
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
    let (text, addressed) = match link.strip_name(&text) {
        Some(text) => (text, true),
        None => (text.as_str(), is_private(room).await),
    };
    let parsed = parse(text, link.prefix(), addressed);
    if parsed == Parsed::NotForUs {
        return None;
    }
    let mentioned: Vec<&UserId> = content
        .mentions
        .iter()
        .flat_map(|mentions| &mentions.user_ids)
        .map(|id| &**id)
        .filter(|id| *id != link.me())
        .take(MOST_NAMES)
        .collect();
    let (text, people) = resolve(link, room, text, &mentioned).await;
    Some(Incoming {
        table: TableKey {
            thread,
            ..TableKey::channel(PLATFORM, room.room_id().as_str())
        },
        author: author(room, &sender).await,
        event: event_id.to_string(),
        answers: None,
        input: Input::Text { text, addressed },
        people,
        attachment: match file {
            Some(file) if takes_file(&parsed) => Some(content_of(room, file)),
            _ => None,
        },
        language: None,
        mark: None,
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

impl Link {
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
        let behind = behind_name(rest);
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
    link: &Link,
    room: &Room,
    text: &str,
    mentioned: &[&UserId],
) -> (String, Vec<Person>) {
    let roster = link.roster(room).await;
    let mut persons = Vec::new();
    for id in mentioned {
        if let Ok(Some(member)) = room.get_member_no_sync(id).await {
            persons.push(person(&member));
        }
    }
    let persons: Vec<&Person> = persons.iter().collect();
    roster.resolve(text, &persons)
}

/// The members of a room, as far as they can be found out.
pub(super) async fn members(room: &Room) -> Option<Roster> {
    use matrix_sdk::RoomMemberships;

    match room.members(RoomMemberships::ACTIVE).await {
        Ok(members) => Some(Roster::new(members.iter().map(person).collect())),
        Err(error) => {
            tracing::debug!(room = %room.room_id(), %error, "a room's members are not known yet");
            None
        }
    }
}

async fn author(room: &Room, sender: &UserId) -> Person {
    match room.get_member_no_sync(sender).await {
        Ok(Some(member)) => person(&member),
        _ => Person::new(sender.as_str(), sender.localpart()),
    }
}

/// The text of a file.
fn content_of(room: &Room, file: FileMessageEventContent) -> Attachment {
    let client = room.client();
    Attachment::fetch(async move {
        let size = file.info.as_ref().and_then(|info| info.size);
        if size.is_some_and(|size| u64::from(size) > LARGEST_FILE) {
            return Err(AttachmentError::TooLarge);
        }
        let request = MediaRequestParameters {
            source: file.source,
            format: MediaFormat::File,
        };
        match client.media().get_media_content(&request, false).await {
            Ok(content) if content.len() as u64 <= LARGEST_FILE => {
                String::from_utf8(content).map_err(|_| AttachmentError::NotText)
            }
            Ok(_) => Err(AttachmentError::TooLarge),
            Err(error) => Err(AttachmentError::Unavailable(plain(&error))),
        }
    })
}

/// A receipt waits so long that the answer is there before it: a server that does one thing after
/// the other would make the player wait for it.
const RECEIPT: Duration = Duration::from_millis(500);

/// Brings to the host what was heard, and shows the others that the bot has read it.
pub(super) async fn bring(
    link: &Arc<Link>,
    host: &Host,
    room: &Room,
    incoming: Incoming,
) -> Result<Heard, Unheard> {
    let event = OwnedEventId::try_from(incoming.event.as_str());
    let thread = match incoming.table.thread.as_deref().map(<&EventId>::try_from) {
        Some(Ok(root)) => ReceiptThread::Thread(root.to_owned()),
        _ => ReceiptThread::Unthreaded,
    };
    let heard = host.hear(incoming).await?;
    if let (Heard::Done, Ok(event)) = (heard, event) {
        let room = room.clone();
        link.beside(async move {
            sleep(RECEIPT).await;
            let sent = room.send_single_receipt(ReceiptType::Read, thread, event);
            if let Err(error) = sent.await {
                tracing::debug!(room = %room.room_id(), %error, "a receipt could not be sent");
            }
        });
    }
    Ok(heard)
}

/// A reaction to a message of the bot.
async fn reacted(
    link: &Link,
    host: &Host,
    room: &Room,
    reaction: OriginalSyncReactionEvent,
) -> Result<Option<Incoming>, Unheard> {
    let target = reaction.content.relates_to;
    let Some(sign) = sign_of(&target.key) else {
        return Ok(None);
    };
    let message = target.event_id.to_string();
    let channel = room.room_id().as_str();
    let known = host.table_of_message(PLATFORM, channel, &message).await?;
    let (table, of) = match known {
        Some(table) => (table, Shown::Message(message.clone())),
        // Somebody was quicker than we note that it was said.
        None => match told_by_itself(link, room, &target.event_id).await? {
            Some((table, reply)) => (table, Shown::Reply(reply)),
            None => return Ok(None),
        },
    };
    Ok(Some(Incoming {
        table,
        author: author(room, &reaction.sender).await,
        event: reaction.event_id.to_string(),
        answers: Some(message.into()),
        input: Input::Choice {
            of,
            pick: Pick::Sign(sign),
        },
        people: Vec::new(),
        attachment: None,
        language: None,
        mark: None,
    }))
}

/// Which reply a message of the bot shows, and at which table, by what stands in it.
async fn told_by_itself(
    link: &Link,
    room: &Room,
    message: &EventId,
) -> Result<Option<(TableKey, i64)>, Unheard> {
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
    let event = match room.event(message, None).await {
        Ok(event) if event.sender().as_deref() == Some(link.me()) => event,
        Ok(_) => return Ok(None),
        Err(error) => match trouble(&error) {
            Trouble::LoggedOut { .. } => return Err(error.into()),
            // All rooms would wait for a server that hands out anything but this.
            Trouble::Passing(_) if !server_answers(link).await => return Err(error.into()),
            _ => {
                tracing::info!(
                    room = %room.room_id(), reason = plain(&error),
                    "a message is not handed out: a reaction to it is dropped"
                );
                return Ok(None);
            }
        },
    };
    let content = event.raw().get_field::<Content>("content").ok().flatten();
    Ok(content.and_then(|content| {
        let thread = content
            .relation
            .filter(|relation| relation.rel_type.as_deref() == Some("m.thread"))
            .and_then(|relation| relation.event_id);
        let table = TableKey {
            thread,
            ..TableKey::channel(PLATFORM, room.room_id().as_str())
        };
        Some((table, content.reply?))
    }))
}
