//! The contents of the events that show a reply.

use matrix_sdk::ruma::OwnedEventId;
use matrix_sdk::ruma::events::room::MediaSource;
use serde_json::{Value, json};

use super::html::{MessageBodies, harmless};
use super::links::Links;
use super::reactions::{self, emoji};
use crate::host::{RenderedBoard, RenderedReply};
use crate::picture::{Format, Picture};
use crate::session::File;

/// The one format of message bodies besides plain text.
const HTML: &str = "org.matrix.custom.html";

/// The field that says which reply a message shows.
const REPLY: &str = "net.ringleader.reply";

/// The name under which a client saves a board, without its extension.
const BOARD_FILE: &str = "yinsh";

/// The text of a reply with its choices, and with the board if it is shown as text; `None` if there
/// is no text.
pub(super) fn text(reply: &RenderedReply, links: &Links) -> Option<Value> {
    let mut bodies = MessageBodies::of(&reply.text, links);
    let labels: Vec<String> = reply
        .choices
        .iter()
        .filter(|_| reactions::are_offered(&reply.choices))
        .filter_map(|choice| Some(format!("{} {}", emoji(choice.sign)?, choice.label)))
        .collect();
    if !labels.is_empty() {
        bodies.add_line(&labels.join(" · "));
    }
    if let Some(RenderedBoard::Text(board)) = &reply.board {
        bodies.add_block(board);
    }
    if bodies.is_empty() {
        return None;
    }
    // Only mentions are worth a notification.
    let kind = if reply.mentions.is_empty() || reply.silent {
        "m.notice"
    } else {
        "m.text"
    };
    let people: Vec<&str> = reply.mentions.iter().map(|person| &*person.id).collect();
    let mentions = if people.is_empty() {
        json!({})
    } else {
        json!({ "user_ids": people })
    };
    Some(message(
        reply,
        json!({
            "msgtype": kind,
            "body": bodies.plain,
            "format": HTML,
            "formatted_body": bodies.html,
            "m.mentions": mentions,
        }),
    ))
}

/// The board as a picture.
pub(super) fn board(
    reply: &RenderedReply,
    picture: &Picture,
    alt: &str,
    caption: &str,
    source: &MediaSource,
    blurhash: Option<String>,
) -> Value {
    let mut info = json!({
        "mimetype": picture.format.media_type(),
        "w": picture.width,
        "h": picture.height,
        "size": picture.bytes.len(),
    });
    if picture.format == Format::Gif {
        // So that clients ask for the file itself and not for a thumbnail, which stands still (MSC4230).
        info["org.matrix.msc4230.is_animated"] = true.into();
    }
    if let Some(hash) = blurhash {
        info["xyz.amorgan.blurhash"] = hash.into();
    }
    let mut content = json!({
        "msgtype": "m.image",
        "filename": format!("{BOARD_FILE}.{}", picture.format.extension()),
        // The plain body describes the picture, for those who do not see it.
        "body": harmless(alt),
        "format": HTML,
        "formatted_body": html_escape::encode_text(&harmless(caption)),
        "info": info,
        "m.mentions": {},
    });
    set_source(&mut content, source);
    message(reply, content)
}

/// The description of the board, where the server accepts no pictures, or none so large.
pub(super) fn board_in_words(reply: &RenderedReply, alt: &str) -> Value {
    let mut bodies = MessageBodies::default();
    bodies.add_line(alt);
    message(
        reply,
        json!({
            "msgtype": "m.notice",
            "body": bodies.plain,
            "format": HTML,
            "formatted_body": bodies.html,
            "m.mentions": {},
        }),
    )
}

/// A file.
pub(super) fn file(
    reply: &RenderedReply,
    file: &File,
    kind: &mime::Mime,
    source: &MediaSource,
) -> Value {
    let mut content = json!({
        "msgtype": "m.file",
        "filename": file.name,
        "body": file.name,
        "info": { "mimetype": kind.essence_str(), "size": file.content.len() },
        "m.mentions": {},
    });
    set_source(&mut content, source);
    message(reply, content)
}

/// The reaction that offers a choice under a message.
pub(super) fn reaction(message: &OwnedEventId, emoji: &str) -> Value {
    json!({
        "m.relates_to": { "rel_type": "m.annotation", "event_id": message, "key": emoji },
        "m.mentions": {},
    })
}

/// A message as a reply to the command, in its thread; or as what an earlier message is edited to say.
/// A private one is in another room.
fn message(reply: &RenderedReply, mut content: Value) -> Value {
    if let Some(edited) = &reply.edits {
        let mut edit = content.clone();
        // For clients that know no edits.
        if let Some(body) = content["body"].as_str() {
            edit["body"] = format!("* {body}").into();
        }
        edit["m.new_content"] = content;
        edit["m.relates_to"] = json!({ "rel_type": "m.replace", "event_id": edited });
        return edit;
    }
    let answered = reply
        .reply_to
        .as_deref()
        .map(|id| json!({ "event_id": id }));
    let relation = match (&reply.table.thread, answered) {
        _ if reply.private => None,
        (None, None) => None,
        (None, Some(answered)) => Some(json!({ "m.in_reply_to": answered })),
        (Some(root), Some(answered)) => Some(json!({
            "rel_type": "m.thread",
            "event_id": root,
            "is_falling_back": false,
            "m.in_reply_to": answered,
        })),
        // Clients without threads show it as a reply to the thread's first message.
        (Some(root), None) => Some(json!({
            "rel_type": "m.thread",
            "event_id": root,
            "is_falling_back": true,
            "m.in_reply_to": { "event_id": root },
        })),
    };
    if let Some(relation) = relation {
        content["m.relates_to"] = relation;
    }
    // A reaction may arrive before the database knows which message shows the reply.
    if !reply.choices.is_empty() {
        content[REPLY] = reply.id.into();
    }
    content
}

/// Sets the file that a message shows.
fn set_source(content: &mut Value, source: &MediaSource) {
    match source {
        MediaSource::Plain(uri) => content["url"] = json!(uri),
        MediaSource::Encrypted(file) => content["file"] = json!(file),
    }
}
