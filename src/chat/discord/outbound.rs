//! MessageSender: a reply becomes messages, with the board and files as attachments and the choices as
//! buttons.
//!
//! Each message has a nonce made from the reply's key, so that one that is sent again, after a
//! crash or an answer that got lost, is the same message to Discord.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryFutureExt};
use serde_json::{Value, json};
use serenity::all::{ChannelId, GuildId, MessageId};
use serenity::http::{LightMethod, Route};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::components;
use super::context::{DiscordContext, MissingCapability, id_of};
use super::cursors::channel_of;
use super::error::{Failure, FailureKind, code};
use super::interaction::{InteractionKind, PendingInteraction, is_interaction};
use super::markdown::{LONGEST, SplitText, escape, fit};
use super::membership;
use super::rest::FileUpload;
use crate::host::{Backoff, DeliveryError, RenderedBoard, RenderedReply, Transport};
use crate::lock::lock;
use crate::session::{Person, TableKey};
use crate::words::Rich;

/// The name under which a client saves a board.
const BOARD_FILE: &str = "yinsh.png";

/// The name of a text that is too long for messages.
const TEXT_FILE: &str = "ringleader.txt";

/// Most characters of an attachment's description.
const LONGEST_DESCRIPTION: usize = 1024;

/// Tables of which it is remembered which message has lost its buttons. Of the others it may be
/// done twice.
const MOST_CLEARED: usize = 10_000;

/// Replies of which it is remembered how much is said, because the rest has to wait. Of the others
/// the beginning is said again, which Discord knows by its nonce for a few minutes.
const MOST_BEGUN: usize = 10_000;

/// How long to wait where Discord does not take the token: it may be that it never will.
const LOGGED_OUT: Duration = Duration::from_secs(30);

/// How often it is tried to take the buttons off a message. They do no harm there.
const CLEARINGS: usize = 5;

/// How long the engine thinks before the bot is shown as writing: what is sooner is not noticed.
const LONG_THOUGHT: Duration = Duration::from_secs(1);

/// How long Discord shows somebody as writing.
const SHOWN_WRITING: Duration = Duration::from_secs(9);

/// Who delivers on Discord.
pub(super) struct DiscordTransport {
    context: Arc<DiscordContext>,
    /// The last message of each table that has lost its buttons, or is about to.
    cleared: Arc<Mutex<HashMap<TableKey, u64>>>,
    /// What is said of the replies whose rest has to wait, by their numbers in the outbox.
    begun: Mutex<BTreeMap<i64, MessageProgress>>,
    /// Tables where the bot thinks.
    writing: Mutex<HashMap<TableKey, AbortHandle>>,
}

/// What is done of a reply.
#[derive(Debug, Default, Clone)]
struct MessageProgress {
    /// Messages that are sent.
    done: usize,
    /// The last of them.
    message: Option<String>,
    /// Whether pictures and files are left out, since they may not be sent.
    bare: bool,
    /// Whether the message that is answered is not to be had any more.
    alone: bool,
    /// Whether the board is left out, since a later reply shows one.
    without_board: bool,
}

/// One message to be.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct MessagePart {
    content: String,
    file: Option<FileUpload>,
    rows: Vec<Value>,
}

impl DiscordTransport {
    pub(super) fn new(context: Arc<DiscordContext>) -> Self {
        Self {
            context,
            cleared: Arc::default(),
            begun: Mutex::default(),
            writing: Mutex::default(),
        }
    }
}

impl Transport for DiscordTransport {
    fn deliver<'a>(
        &'a self,
        delivery: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        async move {
            let Some(channel) = channel_of(&delivery.table) else {
                return Err(DeliveryError::Gone("that is no channel's id".to_owned()));
            };
            let mut begun = lock(&self.begun).remove(&delivery.id).unwrap_or_default();
            let saying = MessageSender {
                context: &self.context,
                channel,
                delivery,
            };
            if let Err(failure) = saying.say(&mut begun).await {
                tracing::debug!(reply = delivery.id, %failure, "a reply could not be said");
                let error = saying.error(failure).await;
                if matches!(error, DeliveryError::Retry { .. }) {
                    let mut waiting = lock(&self.begun);
                    if waiting.len() >= MOST_BEGUN {
                        waiting.pop_first();
                    }
                    waiting.insert(delivery.id, begun);
                }
                return Err(error);
            }
            self.clear_old_choices(delivery, begun.message.as_deref());
            // What only one person sees is no message that can be found again.
            Ok(begun.message.filter(|_| delivery.only_for.is_none()))
        }
        .boxed()
    }

    fn is_present<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        let asked = membership::is_member(&self.context, table, person);
        asked.map_err(|failure| failure.reason).boxed()
    }

    fn thinking(&self, table: &TableKey, on: bool) {
        if let Some(writing) = lock(&self.writing).remove(table) {
            writing.abort();
        }
        let Some(channel) = channel_of(table).filter(|_| on) else {
            return;
        };
        let context = Arc::clone(&self.context);
        let task = self.context.spawn_background(async move {
            let mut wait = LONG_THOUGHT;
            loop {
                sleep(wait).await;
                let route = Route::ChannelTyping {
                    channel_id: ChannelId::new(channel),
                };
                if let Err(failure) = context.rest.bare(route, LightMethod::Post).await {
                    tracing::debug!(%failure, "the bot is not shown as writing");
                    return;
                }
                wait = SHOWN_WRITING;
            }
        });
        lock(&self.writing).insert(table.clone(), task);
    }
}

impl DiscordTransport {
    /// Takes the buttons off the message whose choices are out of date.
    fn clear_old_choices(&self, delivery: &RenderedReply, new: Option<&str>) {
        let Some(old) = delivery.replaces.as_deref().filter(|old| Some(*old) != new) else {
            return;
        };
        let (Some(channel), Ok(old)) = (channel_of(&delivery.table), old.parse::<u64>()) else {
            return;
        };
        {
            let mut cleared = lock(&self.cleared);
            if cleared.len() >= MOST_CLEARED {
                cleared.clear();
            }
            let before = cleared.insert(delivery.table.clone(), old);
            if before == Some(old) {
                return;
            }
        }
        let (context, cleared) = (Arc::clone(&self.context), Arc::clone(&self.cleared));
        let table = delivery.table.clone();
        self.context.spawn_background(async move {
            let mut backoff = Backoff::new();
            for _ in 0..CLEARINGS {
                let route = Route::ChannelMessage {
                    channel_id: ChannelId::new(channel),
                    message_id: MessageId::new(old.max(1)),
                };
                let bare = json!({ "components": [] });
                match context
                    .rest
                    .send(route, LightMethod::Patch, bare, None)
                    .await
                {
                    Ok(_) => return,
                    Err(failure) => {
                        tracing::debug!(%failure, "a message keeps its old buttons");
                        if failure.is_final() {
                            // It may be gone; a press there is answered all the same.
                            return;
                        }
                    }
                }
                sleep(backoff.next()).await;
            }
            let mut cleared = lock(&cleared);
            if cleared.get(&table) == Some(&old) {
                cleared.remove(&table);
            }
        });
    }
}

/// One reply on its way.
struct MessageSender<'a> {
    context: &'a Arc<DiscordContext>,
    channel: u64,
    delivery: &'a RenderedReply,
}

impl MessageSender<'_> {
    async fn say(&self, begun: &mut MessageProgress) -> Result<(), Failure> {
        let answer = self
            .delivery
            .reply_to
            .as_deref()
            .and_then(|event| self.context.interactions.of_event(event));
        if begun.done == 0 {
            begun.without_board = self.delivery.board_replaced.load(Ordering::Relaxed);
        }
        loop {
            let parts = parts(self.delivery, begun.bare, begun.without_board);
            let Some(part) = parts.get(begun.done) else {
                return Ok(());
            };
            let sent = match &answer {
                Some(answer) => self.answer(answer, part, begun).await,
                None => self.post_or_whisper(part, begun).await,
            };
            match sent {
                Ok(message) => {
                    begun.done += 1;
                    begun.message = message["id"].as_str().map(str::to_owned);
                }
                Err(failure) if failure.is_forbidden() => {
                    let person = self.delivery.author.as_ref();
                    if begun.bare || part.file.is_none() {
                        self.context
                            .tell_lack(self.channel, MissingCapability::Sending, person);
                        return Err(failure);
                    }
                    // Perhaps it is but the attachment that is not welcome.
                    begun.bare = true;
                }
                Err(failure)
                    if !begun.alone
                        && (failure.has_code(code::INVALID_FORM)
                            || failure.has_code(code::UNKNOWN_MESSAGE)
                            || failure.has_code(code::NO_REPLY_WITHOUT_HISTORY)) =>
                {
                    begun.alone = true;
                }
                Err(failure) => return Err(failure),
            }
            if begun.bare && begun.done == parts.len() {
                let person = self.delivery.author.as_ref();
                self.context
                    .tell_lack(self.channel, MissingCapability::Attaching, person);
            }
        }
    }

    /// Why a reply could not be said, for the host.
    async fn error(&self, failure: Failure) -> DeliveryError {
        let reason = failure.reason.clone();
        match failure.kind {
            FailureKind::Transient(after) => DeliveryError::Retry { after, reason },
            FailureKind::LoggedOut => DeliveryError::Retry {
                after: Some(LOGGED_OUT),
                reason,
            },
            FailureKind::Rejected(_) if failure.is_silencing() => DeliveryError::Silenced(reason),
            // Who was thrown out of a server may not see its channels any more.
            FailureKind::Rejected(code::UNKNOWN_CHANNEL) if !self.is_in_guild().await => {
                DeliveryError::Silenced(reason)
            }
            FailureKind::Rejected(_) => DeliveryError::Gone(reason),
        }
    }

    /// Whether the bot is in the table's server, as far as is known.
    async fn is_in_guild(&self) -> bool {
        let guild = self
            .context
            .cursors
            .last(self.channel)
            .and_then(|(_, guild)| guild);
        let Some(guild) = guild else { return true };
        let route = Route::Guild {
            guild_id: GuildId::new(guild.max(1)),
        };
        match self.context.rest.get(route, Vec::new()).await {
            Ok(_) => true,
            Err(failure) => !failure.is_final(),
        }
    }

    /// Interactions an interaction, as long as that is possible.
    async fn answer(
        &self,
        answer: &Arc<PendingInteraction>,
        part: &MessagePart,
        begun: &MessageProgress,
    ) -> Result<Value, Failure> {
        let content = self.content(part);
        let private = self.delivery.only_for.is_some()
            || answer.kind == (InteractionKind::Command { private: true });
        let answered = if private {
            answer
                .whisper(self.context, content, part.file.as_ref())
                .await
                .map(Some)
        } else if begun.done > 0 {
            Ok(None)
        } else if self.delivery.table.thread.is_some()
            && answer.kind != InteractionKind::Press
            && answer.is_said_in_thread()
        {
            answer.withdraw(self.context, Some(self.channel));
            Ok(None)
        } else {
            answer
                .say(self.context, &content, part.file.as_ref(), false)
                .await
        };
        match answered {
            Ok(Some(said)) => Ok(said),
            // It has expired, or was answered before: an ordinary message does as well.
            Ok(None) => self.post_or_whisper(part, begun).await,
            Err(failure) if failure.is_final() && !failure.is_forbidden() => {
                tracing::debug!(%failure, "an interaction is answered by a message");
                self.post_or_whisper(part, begun).await
            }
            Err(failure) => Err(failure),
        }
    }

    /// Says it as an ordinary message. What is for one person, and answers an interaction that
    /// nobody else saw, or nothing any more, goes into the private chat with that person, or nowhere.
    async fn post_or_whisper(
        &self,
        part: &MessagePart,
        begun: &MessageProgress,
    ) -> Result<Value, Failure> {
        let unseen = self.delivery.reply_to.as_deref().is_none_or(is_interaction);
        let Some(person) = self.delivery.only_for.as_ref().filter(|_| unseen) else {
            return self.post(part, begun).await;
        };
        self.whisper(person, part, begun)
            .await
            .map_err(|failure| match failure.kind {
                FailureKind::Transient(_) => failure,
                // Whether the bot may speak at the table is another question.
                _ => Failure {
                    kind: FailureKind::Rejected(0),
                    reason: format!("the private chat: {failure}"),
                },
            })
    }

    /// Says it in the private chat with somebody, and where it belongs.
    async fn whisper(
        &self,
        person: &Person,
        part: &MessagePart,
        begun: &MessageProgress,
    ) -> Result<Value, Failure> {
        let told = json!({ "recipient_id": person.id });
        let opened = self
            .context
            .rest
            .send_now(Route::UserMeDmChannels, LightMethod::Post, told, None)
            .await?;
        let Some(chat) = id_of(&opened["id"]) else {
            return Err(Failure {
                kind: FailureKind::Rejected(0),
                reason: "it has no id".to_owned(),
            });
        };
        let mut content = self.content(part);
        // Its buttons belong to the table where it was to be said.
        content["components"] = json!([]);
        let told = format!("<#{}>: {}", self.channel, part.content);
        if chat != self.channel && begun.done == 0 && told.chars().count() <= LONGEST {
            content["content"] = json!(told);
        }
        self.send_to(chat, content, part, begun).await
    }

    /// Says it as an ordinary message.
    async fn post(&self, part: &MessagePart, begun: &MessageProgress) -> Result<Value, Failure> {
        let mut content = self.content(part);
        let answered = self.delivery.reply_to.as_deref().filter(|id| {
            // The message that a thread was made of does not stand in the thread.
            id.parse::<u64>().is_ok() && self.delivery.table.thread.as_deref() != Some(*id)
        });
        if let Some(id) = answered.filter(|_| begun.done == 0 && !begun.alone) {
            content["message_reference"] = json!({ "message_id": id, "fail_if_not_exists": false });
        }
        let said = self.send_to(self.channel, content, part, begun).await?;
        // Should the bot lack it again, somebody is told again.
        self.context
            .lacks_no_more(self.channel, MissingCapability::Sending);
        if part.file.is_some() {
            self.context
                .lacks_no_more(self.channel, MissingCapability::Attaching);
        }
        Ok(said)
    }

    /// Sends a message that stays the same one if it is sent again.
    async fn send_to(
        &self,
        channel: u64,
        mut content: Value,
        part: &MessagePart,
        begun: &MessageProgress,
    ) -> Result<Value, Failure> {
        let place = char::from_digit(u32::try_from(begun.done).unwrap_or_default() % 36, 36);
        content["nonce"] = json!(format!("{}{}", self.delivery.key, place.unwrap_or('z')));
        content["enforce_nonce"] = json!(true);
        let route = Route::ChannelMessages {
            channel_id: ChannelId::new(channel),
        };
        self.context
            .rest
            .send_now(route, LightMethod::Post, content, part.file.as_ref())
            .await
    }

    /// What every form of the message has.
    fn content(&self, part: &MessagePart) -> Value {
        let users: Vec<&str> = self
            .delivery
            .mentions
            .iter()
            .map(|person| person.id.as_str())
            .filter(|id| id.parse::<u64>().is_ok())
            .collect();
        let mut content = json!({
            "allowed_mentions": { "parse": [], "users": users, "replied_user": false },
        });
        if !part.content.is_empty() {
            content["content"] = json!(part.content);
        }
        if !part.rows.is_empty() {
            content["components"] = json!(part.rows);
        }
        content
    }
}

/// The messages that a reply becomes. `bare`: without attachments; `without_board`: without the
/// board, as long as something is left.
fn parts(delivery: &RenderedReply, bare: bool, without_board: bool) -> Vec<MessagePart> {
    let is_left = !delivery.text.lines.is_empty() || delivery.file.is_some();
    let board = delivery
        .board
        .as_ref()
        .filter(|_| !(without_board && is_left));
    let block = match board {
        Some(RenderedBoard::Text(board)) => Some(board.as_str()),
        _ => None,
    };
    let mut files = Vec::new();
    let mut parts: Vec<MessagePart> = match fit(&delivery.text, block) {
        SplitText::Messages(messages) => messages
            .into_iter()
            .map(|content| MessagePart {
                content,
                ..MessagePart::default()
            })
            .collect(),
        SplitText::File(text) => {
            files.push(text_file(TEXT_FILE, &text));
            Vec::new()
        }
    };
    if let Some(RenderedBoard::Picture { picture, alt, .. }) = board {
        if bare {
            push_words(&mut parts, alt);
        } else {
            files.insert(
                0,
                FileUpload {
                    name: BOARD_FILE.to_owned(),
                    content: picture.png.clone(),
                    description: Some(alt.chars().take(LONGEST_DESCRIPTION).collect()),
                },
            );
        }
    }
    files.extend(
        delivery
            .file
            .as_ref()
            .map(|file| text_file(&file.name, &file.content)),
    );
    if bare {
        for file in files {
            let text = String::from_utf8_lossy(&file.content).into_owned();
            push_words(&mut parts, &text);
        }
    } else {
        // One to a message; the first goes with what is said.
        for (index, file) in files.into_iter().enumerate() {
            match parts.last_mut() {
                Some(last) if index == 0 => last.file = Some(file),
                _ => parts.push(MessagePart {
                    file: Some(file),
                    ..MessagePart::default()
                }),
            }
        }
    }
    if let Some(last) = parts.last_mut() {
        last.rows = components::rows(delivery.id, &delivery.choices);
    }
    parts
}

fn text_file(name: &str, content: &str) -> FileUpload {
    FileUpload {
        name: name.to_owned(),
        content: content.as_bytes().to_vec(),
        description: None,
    }
}

/// Says in words what may not be attached, as far as a message holds it.
fn push_words(parts: &mut Vec<MessagePart>, words: &str) {
    let mut words = escape(words);
    if words.chars().count() > LONGEST {
        words = words.chars().take(LONGEST - 1).collect();
        words.push('…');
    }
    parts.push(MessagePart {
        content: words,
        ..MessagePart::default()
    });
}

/// A text without pictures or choices, as a message's content.
pub(super) fn plain_content(text: &Rich) -> Value {
    let content = match fit(text, None) {
        SplitText::Messages(messages) => messages.into_iter().next().unwrap_or_default(),
        SplitText::File(text) => text.chars().take(LONGEST).collect(),
    };
    json!({ "content": content, "allowed_mentions": { "parse": [] } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::RenderedChoice;
    use crate::picture::Picture;
    use crate::session::{File, Sign};
    use crate::words::Span;

    fn delivery(length: usize, board: bool, file: bool) -> RenderedReply {
        RenderedReply {
            id: 3,
            table: TableKey::channel("discord", "5"),
            reply_to: None,
            author: None,
            key: "0".repeat(24),
            text: Rich {
                lines: vec![vec![Span::Text("x".repeat(length))]; usize::from(length > 0)],
            },
            board: board.then(|| RenderedBoard::Picture {
                picture: Picture {
                    png: vec![1],
                    width: 1,
                    height: 1,
                },
                alt: "words".to_owned(),
                caption: "caption".to_owned(),
            }),
            file: file.then(|| File {
                name: "game.txt".to_owned(),
                content: "1. f6".to_owned(),
            }),
            choices: vec![RenderedChoice {
                sign: Sign::Number(1),
                label: "Row".to_owned(),
            }],
            replaces: None,
            mentions: Vec::new(),
            only_for: None,
            language: None,
            board_replaced: Arc::default(),
        }
    }

    #[test]
    fn a_reply_becomes_messages_with_one_file_each() {
        for (length, board, file, bare, files) in [
            (5, false, false, false, "-"),
            (5, true, false, false, "yinsh.png"),
            (5, false, true, false, "game.txt"),
            (0, true, false, false, "yinsh.png"),
            (5, true, true, false, "yinsh.png game.txt"),
            (3000, true, false, false, "yinsh.png ringleader.txt"),
            (5, true, false, true, "- -"),
            (0, true, true, true, "- -"),
        ] {
            let parts = parts(&delivery(length, board, file), bare, false);
            let found: Vec<&str> = parts
                .iter()
                .map(|part| part.file.as_ref().map_or("-", |file| file.name.as_str()))
                .collect();
            assert_eq!(found.join(" "), files);
            assert!(
                parts
                    .iter()
                    .all(|part| part.file.is_some() || !part.content.is_empty())
            );
            let rows: Vec<bool> = parts.iter().map(|part| !part.rows.is_empty()).collect();
            assert_eq!(rows.iter().position(|has| *has), Some(parts.len() - 1));
        }
    }

    #[test]
    fn a_board_that_a_later_one_replaces_is_left_out() {
        for (length, file, files) in [
            (5, false, "-"),
            (5, true, "game.txt"),
            (0, false, BOARD_FILE),
        ] {
            let parts = parts(&delivery(length, true, file), false, true);
            let found: Vec<&str> = parts
                .iter()
                .map(|part| part.file.as_ref().map_or("-", |file| file.name.as_str()))
                .collect();
            assert_eq!(found.join(" "), files);
            assert!(parts.iter().any(|part| !part.rows.is_empty()));
        }
    }
}
