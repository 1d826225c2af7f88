//! ReplySender: a reply becomes a text, a picture, a file and the reactions that offer its choices.
//!
//! The picture comes first, so that a player finds the words, and the choices under them, at the end
//! of the room. Where the server limits how often the bot may speak, the words come first, and the
//! rest when there is room. Each of these events has a transaction id made from the reply's key, so
//! that one that is sent again, after a crash or an answer that got lost, is the same event to the
//! server.

use std::io::Cursor;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::join;
use matrix_sdk::Room;
use matrix_sdk::ruma::events::room::MediaSource;
use matrix_sdk::ruma::{OwnedEventId, OwnedTransactionId};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout, timeout_at};

use super::context::MatrixContext;
use super::error::{FailureKind, failure_kind, limited, plain};
use super::html::{MessageBodies, harmless};
use super::reactions::{self, emoji};
use super::send_queue::{SendPermit, SendPriority};
use crate::host::{RenderedBoard, RenderedReply};
use crate::picture::Picture;

/// How often a message makes way for a sync. In a room where devices keep coming it must be said
/// all the same.
const MOST_STARTS: usize = 4;

/// So long the words of an answer wait for its picture. A server that takes longer for a picture
/// must not keep a player from hearing that it is their turn.
const PATIENCE: Duration = Duration::from_millis(500);

/// How long an answer waits for the server to take it. Then the host may put a more important one
/// in its place.
const IN_LINE: Duration = Duration::from_secs(20);

/// How often a picture or a choice may fail that goes with words that are said, before what comes
/// next at the table goes first.
const MOST_HITCHES: u32 = 5;

/// The one format of bodies that Matrix knows besides plain text.
const HTML: &str = "org.matrix.custom.html";

/// The kind of a reaction's event.
const REACTION: &str = "m.reaction";

/// Where a message says which reply it shows.
const REPLY: &str = "net.ringleader.reply";

/// The name under which a client saves a board.
const BOARD_FILE: &str = "yinsh.png";

/// Cells of a blurhash, across and down: as tall as a board, and coarse enough to be 50 letters.
const BLUR_CELLS: (u32, u32) = (4, 5);

/// Width of the picture that a blurhash is made from; more changes nothing that is seen.
const BLUR_WIDTH: u32 = 32;

/// What is done of a reply.
#[derive(Debug, Default, Clone)]
pub(super) struct EventProgress {
    /// How often it failed for a reason that time does not mend.
    pub(super) failures: u32,
    /// How often what goes with the words failed once they were said, for a reason that time mends.
    hitches: u32,
    /// The event that says it in words.
    text: Option<OwnedEventId>,
    board: MediaProgress,
    file: MediaProgress,
    /// The choices that stand under the words.
    choices: Vec<&'static str>,
}

/// What is done of an event that shows a picture or a file.
#[derive(Debug, Default, Clone)]
struct MediaProgress {
    upload: Option<Upload>,
    event: Option<OwnedEventId>,
}

/// What is uploaded.
#[derive(Debug, Clone)]
struct Upload {
    source: MediaSource,
    encrypted: bool,
}

impl EventProgress {
    /// The event that the reply is known by.
    pub(super) fn message(&self) -> Option<&OwnedEventId> {
        let text = self.text.as_ref();
        text.or(self.board.event.as_ref())
            .or(self.file.event.as_ref())
    }
}

/// Why something could not be said.
#[derive(Debug)]
pub(super) enum SendError {
    /// The server limits how often the bot may speak.
    RateLimited,
    /// It is not worth saying any more.
    Unwanted,
    /// The server, or the way to it.
    Failed(matrix_sdk::Error),
}

impl<E: Into<matrix_sdk::Error>> From<E> for SendError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// How much of a reply is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Completion {
    All,
    /// All but a board or choices, which stand in words as well.
    TextOnly,
}

/// What is left of a reply that was said in words, and comes when the server has room for it.
pub(super) trait StillWanted: Sync {
    /// Whether the board is still worth showing.
    fn board(&self) -> bool;
    /// Whether the choices are still those that the players have.
    fn choices(&self) -> bool;
}

/// One reply on its way to a room.
pub(super) struct ReplySender<'a> {
    pub(super) context: &'a MatrixContext,
    pub(super) room: Room,
    pub(super) delivery: &'a RenderedReply,
    /// If this is about what is left of it: what of that is still wanted.
    pub(super) late: Option<&'a dyn StillWanted>,
}

type Sent<T = ()> = Result<T, SendError>;

impl ReplySender<'_> {
    /// Says the reply.
    pub(super) async fn say(&self, begun: &mut EventProgress) -> Sent<Completion> {
        let encrypted = self.is_encrypted().await?;
        let words = self.text();
        let has_words = words.is_some();
        let in_words = if has_words {
            SendPriority::Picture
        } else {
            SendPriority::Text
        };
        let EventProgress {
            text,
            board,
            file,
            choices,
            hitches,
            ..
        } = begun;
        let (told, shown) = if self.context.queue.is_calm() {
            let mut showing = pin!(self.send_board(encrypted, in_words, board));
            match timeout(PATIENCE, &mut showing).await {
                Ok(shown) => (self.send_words(words, text, choices).await, shown),
                Err(_) => join(self.send_words(words, text, choices), showing).await,
            }
        } else if has_words {
            let told = self.send_words(words, text, choices).await;
            let shown = match self.delivery.board {
                Some(RenderedBoard::Picture { .. }) if board.event.is_none() => {
                    Err(SendError::RateLimited)
                }
                _ => Ok(()),
            };
            (told, shown)
        } else {
            (Ok(()), self.send_board(encrypted, in_words, board).await)
        };
        let is_said = has_words && text.is_some();
        let mut said = Completion::All;
        // What is said does not hang on what is shown. Words that fail for good say more than a
        // picture that there was no room for.
        for part in [told, shown] {
            match part {
                Err(SendError::RateLimited) if is_said => said = Completion::TextOnly,
                // An upload has a limit of its own.
                Err(SendError::Failed(error)) if is_said && limited(&error).is_some() => {
                    said = Completion::TextOnly;
                }
                // What the table hears next does not wait for ever for a server that takes none.
                Err(SendError::Failed(error))
                    if is_said && matches!(failure_kind(&error), FailureKind::Transient(_)) =>
                {
                    *hitches += 1;
                    if *hitches < MOST_HITCHES {
                        return Err(SendError::Failed(error));
                    }
                    said = Completion::TextOnly;
                }
                part => part?,
            }
        }
        self.send_file(encrypted, file).await?;
        Ok(said)
    }

    /// Says what is left of it, when the server has room.
    pub(super) async fn say_rest(&self, begun: &mut EventProgress) -> Sent {
        let encrypted = self.is_encrypted().await?;
        let EventProgress {
            text,
            board,
            choices,
            ..
        } = begun;
        let shown = self
            .send_board(encrypted, SendPriority::Picture, board)
            .await;
        let Some(text) = text else {
            return shown;
        };
        match shown {
            Ok(()) | Err(SendError::Unwanted) => self.send_reactions(text, choices).await,
            failed => failed,
        }
    }

    async fn is_encrypted(&self) -> Sent<bool> {
        Ok(self.room.latest_encryption_state().await?.is_encrypted())
    }

    /// Waits for the right to send an event; nothing if it is not to be waited for.
    async fn pass(&self, priority: SendPriority) -> Option<SendPermit<'_>> {
        let (queue, table) = (&self.context.queue, &self.delivery.table);
        if self.late.is_some() {
            return Some(queue.pass(table, priority).await);
        }
        if priority != SendPriority::Text {
            return queue.pass_at_once(table, priority);
        }
        if let Some(pass) = queue.pass_at_once(table, priority) {
            return Some(pass);
        }
        tokio::select! {
            pass = timeout_at(Instant::now() + IN_LINE, queue.pass(table, priority)) => pass.ok(),
            () = self.context.stop.cancelled() => None,
        }
    }

    /// Whether an event is still to be sent: what comes late may be out of date by then.
    fn is_wanted(&self, priority: SendPriority) -> bool {
        let replaced = &self.delivery.board_replaced;
        self.late.is_none_or(|late| match priority {
            SendPriority::Text => true,
            SendPriority::Picture => late.board() && !replaced.load(Ordering::Relaxed),
            SendPriority::Reaction => late.choices(),
        })
    }

    /// What is said in words; nothing if the picture says it all.
    fn text(&self) -> Option<Value> {
        let mut bodies = MessageBodies::of(&self.delivery.text);
        let labels: Vec<String> = self
            .delivery
            .choices
            .iter()
            .filter(|_| self.delivery.choices.len() <= reactions::MOST)
            .filter_map(|choice| Some(format!("{} {}", emoji(choice.sign)?, choice.label)))
            .collect();
        if !labels.is_empty() {
            bodies.add_line(&labels.join(" · "));
        }
        if let Some(RenderedBoard::Text(board)) = &self.delivery.board {
            bodies.add_block(board);
        }
        if bodies.is_empty() {
            return None;
        }
        // Only a person whose turn it is, or who is asked something, needs to be woken.
        let kind = if self.delivery.mentions.is_empty() {
            "m.notice"
        } else {
            "m.text"
        };
        let people: Vec<&str> = self
            .delivery
            .mentions
            .iter()
            .map(|person| &*person.id)
            .collect();
        let mentions = if people.is_empty() {
            json!({})
        } else {
            json!({ "user_ids": people })
        };
        Some(self.message(json!({
            "msgtype": kind,
            "body": bodies.plain,
            "format": HTML,
            "formatted_body": bodies.html,
            "m.mentions": mentions,
        })))
    }

    /// A message that stands where it belongs: as a reply to the command, in its thread.
    fn message(&self, mut content: Value) -> Value {
        let reply = self
            .delivery
            .reply_to
            .as_deref()
            .map(|id| json!({ "event_id": id }));
        let relation = match (&self.delivery.table.thread, reply) {
            (None, None) => None,
            (None, Some(reply)) => Some(json!({ "m.in_reply_to": reply })),
            (Some(root), Some(reply)) => Some(json!({
                "rel_type": "m.thread",
                "event_id": root,
                "is_falling_back": false,
                "m.in_reply_to": reply,
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
        // Whoever reacts at once is understood before we have noted what the message is.
        if !self.delivery.choices.is_empty() {
            content[REPLY] = self.delivery.id.into();
        }
        content
    }

    /// The transaction id of a part of the reply.
    fn transaction(&self, part: &str) -> OwnedTransactionId {
        format!("ringleader-{}-{part}", self.delivery.key).into()
    }

    /// Sends an event when the server takes it.
    async fn send(
        &self,
        priority: SendPriority,
        kind: &str,
        part: &str,
        content: Value,
    ) -> Sent<OwnedEventId> {
        loop {
            let pass = self.pass(priority).await.ok_or(SendError::RateLimited)?;
            if !self.is_wanted(priority) {
                return Err(SendError::Unwanted);
            }
            let error = match self.send_now(kind, part, content.clone()).await {
                Ok(id) => {
                    pass.sent();
                    return Ok(id);
                }
                Err(error) => error,
            };
            match limited(&error) {
                Some(after) => pass.refused(after),
                None => return Err(error.into()),
            }
        }
    }

    async fn send_now(
        &self,
        kind: &str,
        part: &str,
        content: Value,
    ) -> matrix_sdk::Result<OwnedEventId> {
        let transaction = self.transaction(part);
        let sending = |content: Value| {
            self.room
                .send_raw(kind, content)
                .with_transaction_id(&transaction)
                .into_future()
        };
        for _ in 1..MOST_STARTS {
            // The same transaction again is the same event, however far this one came.
            tokio::select! {
                sent = sending(content.clone()) => return Ok(sent?.response.event_id),
                () = self.is_in_the_way(kind) => {}
            }
            tracing::debug!(room = %self.room.room_id(), part, "sending makes way for a sync");
            self.context.sync_is_done().await;
        }
        Ok(sending(content).await?.response.event_id)
    }

    /// Returns once an event that is being sent has to make way for a sync, as it may hold what that
    /// waits for.
    async fn is_in_the_way(&self, kind: &str) {
        loop {
            self.context.sync_is_stuck().await;
            // Only who encrypts holds it. The library leaves reactions open, and a room that is
            // encrypted stays so.
            if kind != REACTION && self.room.encryption_state().is_encrypted() {
                return;
            }
            self.context.sync_is_done().await;
        }
    }

    /// Says it in words, and puts the choices under them.
    async fn send_words(
        &self,
        words: Option<Value>,
        sent: &mut Option<OwnedEventId>,
        choices: &mut Vec<&'static str>,
    ) -> Sent {
        if let Some(words) = words {
            self.send_once(SendPriority::Text, "text", words, sent)
                .await?;
        }
        // Where there are choices, there are words.
        match sent {
            Some(text) => self.send_reactions(text, choices).await,
            None => Ok(()),
        }
    }

    /// Sends an event once, whatever fails after it.
    async fn send_once(
        &self,
        priority: SendPriority,
        part: &str,
        content: Value,
        sent: &mut Option<OwnedEventId>,
    ) -> Sent {
        if sent.is_none() {
            *sent = Some(self.send(priority, "m.room.message", part, content).await?);
        }
        Ok(())
    }

    /// Uploads once what is attached, for a room of this kind.
    async fn upload_once(
        &self,
        data: &[u8],
        kind: &mime::Mime,
        encrypted: bool,
        upload: &mut Option<Upload>,
    ) -> Sent<MediaSource> {
        if let Some(upload) = upload
            && upload.encrypted == encrypted
        {
            return Ok(upload.source.clone());
        }
        let source = self.upload(data, kind, encrypted).await?;
        *upload = Some(Upload {
            source: source.clone(),
            encrypted,
        });
        Ok(source)
    }

    async fn upload(&self, data: &[u8], kind: &mime::Mime, encrypted: bool) -> Sent<MediaSource> {
        let client = self.room.client();
        Ok(if encrypted {
            let file = client.upload_encrypted_file(&mut Cursor::new(data)).await?;
            MediaSource::Encrypted(Box::new(file))
        } else {
            let upload = client.media().upload(kind, data.to_vec(), None).await?;
            MediaSource::Plain(upload.content_uri)
        })
    }

    /// Shows the board, if it is shown as a picture.
    async fn send_board(
        &self,
        encrypted: bool,
        priority: SendPriority,
        board: &mut MediaProgress,
    ) -> Sent {
        let Some(RenderedBoard::Picture {
            picture,
            alt,
            caption,
        }) = &self.delivery.board
        else {
            return Ok(());
        };
        if board.event.is_some() {
            return Ok(());
        }
        if self.late.is_some() {
            // One that is replaced before there is room for it is not uploaded either.
            drop(self.pass(priority).await);
        }
        if !self.is_wanted(priority) {
            return Ok(());
        }
        // Synapse answers an upload once it has thumbnails, without which some clients show nothing.
        // It makes none of what is not called an image, so that calling it otherwise would only seem
        // to be quicker.
        let (source, blur) = join(
            self.upload_once(&picture.png, &mime::IMAGE_PNG, encrypted, &mut board.upload),
            blurhash(picture),
        )
        .await;
        let source = match source {
            Err(SendError::Failed(error))
                if matches!(
                    failure_kind(&error),
                    FailureKind::TooLarge | FailureKind::Refused
                ) =>
            {
                tracing::warn!(
                    room = %self.room.room_id(), reason = plain(&error),
                    "the server takes no picture: the board goes in words"
                );
                return self.send_board_in_words(alt, priority, board).await;
            }
            source => source?,
        };
        let mut info = json!({
            "mimetype": "image/png",
            "w": picture.width,
            "h": picture.height,
            "size": picture.png.len(),
        });
        if let Some(hash) = blur {
            info["xyz.amorgan.blurhash"] = hash.into();
        }
        let mut content = self.message(json!({
            "msgtype": "m.image",
            "filename": BOARD_FILE,
            // The picture in words, for whoever does not see it; the caption for who does.
            "body": harmless(alt),
            "format": HTML,
            "formatted_body": html_escape::encode_text(&harmless(caption)),
            "info": info,
            "m.mentions": {},
        }));
        place(&mut content, &source);
        self.send_once(priority, "board", content, &mut board.event)
            .await
    }

    /// Tells the board in words, where the server takes no pictures, or none so large.
    async fn send_board_in_words(
        &self,
        alt: &str,
        priority: SendPriority,
        board: &mut MediaProgress,
    ) -> Sent {
        let mut bodies = MessageBodies::default();
        bodies.add_line(alt);
        let content = self.message(json!({
            "msgtype": "m.notice",
            "body": bodies.plain,
            "format": HTML,
            "formatted_body": bodies.html,
            "m.mentions": {},
        }));
        self.send_once(priority, "board", content, &mut board.event)
            .await
    }

    async fn send_file(&self, encrypted: bool, sent: &mut MediaProgress) -> Sent {
        let Some(file) = &self.delivery.file else {
            return Ok(());
        };
        if sent.event.is_some() {
            return Ok(());
        }
        let (data, kind) = (file.content.as_bytes(), &mime::TEXT_PLAIN_UTF_8);
        let source = self
            .upload_once(data, kind, encrypted, &mut sent.upload)
            .await?;
        let mut content = self.message(json!({
            "msgtype": "m.file",
            "filename": file.name,
            "body": file.name,
            "info": { "mimetype": kind.essence_str(), "size": data.len() },
            "m.mentions": {},
        }));
        place(&mut content, &source);
        self.send_once(SendPriority::Text, "file", content, &mut sent.event)
            .await
    }

    /// Puts a reaction for each choice under the answer, for players to tap.
    async fn send_reactions(&self, message: &OwnedEventId, placed: &mut Vec<&'static str>) -> Sent {
        if self.delivery.choices.len() > reactions::MOST {
            return Ok(());
        }
        for sign in self
            .delivery
            .choices
            .iter()
            .filter_map(|choice| emoji(choice.sign))
        {
            if placed.contains(&sign) {
                continue;
            }
            let content = json!({
                "m.relates_to": { "rel_type": "m.annotation", "event_id": message, "key": sign },
                "m.mentions": {},
            });
            let part = format!("choice-{sign}");
            match self
                .send(SendPriority::Reaction, REACTION, &part, content)
                .await
            {
                Ok(_) => {}
                Err(SendError::Unwanted) => return Ok(()),
                // It stands there already, or reactions are not welcome: commands do as well.
                Err(SendError::Failed(error))
                    if matches!(
                        failure_kind(&error),
                        FailureKind::Repeated | FailureKind::Refused
                    ) =>
                {
                    tracing::debug!(room = %self.room.room_id(), %error, "no reaction");
                }
                Err(error) => return Err(error),
            }
            placed.push(sign);
        }
        Ok(())
    }
}

/// Names the file that a message shows.
fn place(content: &mut Value, source: &MediaSource) {
    match source {
        MediaSource::Plain(uri) => content["url"] = json!(uri),
        MediaSource::Encrypted(file) => content["file"] = json!(file),
    }
}

/// What a client shows while the picture loads; nothing if that fails, which harms nobody.
async fn blurhash(picture: &Picture) -> Option<String> {
    let png = picture.png.clone();
    spawn_blocking(move || {
        let small = image::load_from_memory_with_format(&png, image::ImageFormat::Png)
            .ok()?
            .thumbnail(BLUR_WIDTH, BLUR_WIDTH * 2)
            .to_rgba8();
        let (across, down) = BLUR_CELLS;
        blurhash::encode(across, down, small.width(), small.height(), &small).ok()
    })
    .await
    .ok()?
}
