//! Sending a reply: a text, a picture, a file, and the reactions that offer its choices.
//!
//! The picture is sent first, so that the text with its choices is at the end of the room. If the
//! server limits how often the bot may speak, the text is sent first, and the rest when there is
//! room. Each event has a transaction id made from the reply's key: if it is sent again after a crash
//! or a lost answer, the server recognises it.

use std::io::Cursor;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::join;
use matrix_sdk::Room;
use matrix_sdk::ruma::events::room::MediaSource;
use matrix_sdk::ruma::{OwnedEventId, OwnedTransactionId};
use serde_json::Value;
use tokio::time::{Instant, timeout, timeout_at};

use super::blur_hash::blurhash;
use super::context::MatrixContext;
use super::error::{FailureKind, Rejection, failure_kind, is_silenced, limited, plain};
use super::links::Links;
use super::message_content;
use super::reactions::{self, emoji};
use super::send_queue::{SendPermit, SendPriority};
use crate::host::{RenderedBoard, RenderedReply};
use crate::picture::Format;
use crate::session::Sign;

/// Attempts to send a message that makes way for syncs; the last one does not, for rooms in which
/// new devices keep appearing.
const MAX_ATTEMPTS: usize = 4;

/// How long a text waits for its picture. A server that is slow with pictures must not delay the news
/// that it is a player's turn.
const PICTURE_TIMEOUT: Duration = Duration::from_millis(500);

/// How long a text waits in the send queue. Then the host may deliver a more important one first.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// Transient failures of a picture or a choice, after the text was sent, until the table's next reply
/// goes first.
const MAX_MEDIA_FAILURES: u32 = 5;

/// The type of reaction events.
const REACTION: &str = "m.reaction";

/// How far a reply was sent.
#[derive(Debug, Default, Clone)]
pub(super) struct EventProgress {
    /// Internal failures.
    pub(super) internal_failures: u32,
    /// Transient failures of pictures and choices after the text was sent.
    media_failures: u32,
    /// The event with the text.
    text: Option<OwnedEventId>,
    board: MediaProgress,
    file: MediaProgress,
    /// The choices offered under the text.
    choices: Vec<&'static str>,
}

/// How far a picture or a file was sent.
#[derive(Debug, Default, Clone)]
struct MediaProgress {
    upload: Option<Upload>,
    event: Option<OwnedEventId>,
}

/// An uploaded file.
#[derive(Debug, Clone)]
struct Upload {
    source: MediaSource,
    encrypted: bool,
}

impl EventProgress {
    /// The event by which the reply is known.
    pub(super) fn message(&self) -> Option<&OwnedEventId> {
        let text = self.text.as_ref();
        text.or(self.board.event.as_ref())
            .or(self.file.event.as_ref())
    }
}

/// Why an event was not sent.
#[derive(Debug)]
pub(super) enum SendError {
    /// The server limits how often the bot may speak.
    RateLimited,
    /// It is out of date.
    Unwanted,
    /// The request failed.
    Failed(matrix_sdk::Error),
}

impl<E: Into<matrix_sdk::Error>> From<E> for SendError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// How much of a reply was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Completion {
    All,
    /// All but the board or choices, which the text contains as well.
    TextOnly,
}

/// Which parts of a reply are still wanted, after its text was sent.
pub(super) trait StillWanted: Sync {
    /// Whether the board is still worth showing.
    fn board(&self) -> bool;
    /// Whether the choices are still current.
    fn choices(&self) -> bool;
}

/// Sends one reply to a room.
pub(super) struct ReplySender<'a> {
    pub(super) context: &'a MatrixContext,
    pub(super) room: Room,
    pub(super) reply: &'a RenderedReply,
    /// Set if only the rest is sent, and tells what of it is still wanted.
    pub(super) rest: Option<&'a dyn StillWanted>,
}

type Sent<T = ()> = Result<T, SendError>;

impl ReplySender<'_> {
    /// Sends the reply.
    pub(super) async fn send_all(&self, progress: &mut EventProgress) -> Sent<Completion> {
        if self.reply.acknowledges && self.react().await? {
            return Ok(Completion::All);
        }
        let encrypted = self.is_encrypted().await?;
        let links = Links::in_text(&self.reply.text, &self.room.client()).await;
        let content = message_content::text(self.reply, &links);
        let has_text = content.is_some();
        let board_priority = if has_text {
            SendPriority::Picture
        } else {
            SendPriority::Text
        };
        let EventProgress {
            text,
            board,
            file,
            choices,
            media_failures,
            ..
        } = progress;
        let (text_sent, board_sent) = if self.context.queue.has_room() {
            let first = {
                let mut showing = pin!(self.send_board(encrypted, board_priority, board));
                match timeout(PICTURE_TIMEOUT, &mut showing).await {
                    Ok(board_sent) => Ok(board_sent),
                    Err(_) => {
                        Err(join(self.send_text(content.clone(), text, choices), showing).await)
                    }
                }
            };
            match first {
                // The bot may not speak. Without this the text would arrive alone if that changed just now.
                Ok(Err(SendError::Failed(error)))
                    if board.upload.is_some() && is_silenced(&error) =>
                {
                    return Err(SendError::Failed(error));
                }
                Ok(board_sent) => (self.send_text(content, text, choices).await, board_sent),
                Err(both) => both,
            }
        } else if has_text {
            let text_sent = self.send_text(content, text, choices).await;
            let board_sent = match self.reply.board {
                Some(RenderedBoard::Picture { .. }) if board.event.is_none() => {
                    Err(SendError::RateLimited)
                }
                _ => Ok(()),
            };
            (text_sent, board_sent)
        } else {
            (
                Ok(()),
                self.send_board(encrypted, board_priority, board).await,
            )
        };
        let is_text_sent = has_text && text.is_some();
        let mut completion = Completion::All;
        // The text does not depend on the picture, and its failure counts for more.
        for part in [text_sent, board_sent] {
            match part {
                Err(SendError::RateLimited) if is_text_sent => completion = Completion::TextOnly,
                // Uploads have a limit of their own.
                Err(SendError::Failed(error)) if is_text_sent && limited(&error).is_some() => {
                    completion = Completion::TextOnly;
                }
                // The table's next reply does not wait for ever for a server that accepts none.
                Err(SendError::Failed(error))
                    if is_text_sent
                        && matches!(failure_kind(&error), FailureKind::Transient(_)) =>
                {
                    *media_failures += 1;
                    if *media_failures < MAX_MEDIA_FAILURES {
                        return Err(SendError::Failed(error));
                    }
                    completion = Completion::TextOnly;
                }
                part => part?,
            }
        }
        self.send_file(encrypted, file).await?;
        Ok(completion)
    }

    /// Sends the rest of the reply, when the server has room.
    pub(super) async fn send_rest(&self, progress: &mut EventProgress) -> Sent {
        let encrypted = self.is_encrypted().await?;
        let EventProgress {
            text,
            board,
            choices,
            ..
        } = progress;
        let board_sent = self
            .send_board(encrypted, SendPriority::Picture, board)
            .await;
        let Some(text) = text else {
            return board_sent;
        };
        match board_sent {
            Ok(()) | Err(SendError::Unwanted) => self.send_reactions(text, choices).await,
            failed => failed,
        }
    }

    /// Reacts to the message that the reply answers. False if it answers none, or the bot may not react.
    async fn react(&self) -> Sent<bool> {
        let answered = self.reply.reply_to.as_deref().map(OwnedEventId::try_from);
        let (Some(Ok(answered)), Some(sign)) = (answered, emoji(Sign::Yes)) else {
            return Ok(false);
        };
        let content = message_content::reaction(&answered, sign);
        let priority = SendPriority::Reaction;
        match self.send(priority, REACTION, "understood", content).await {
            // Where the server lets the bot say little, the tally has to do.
            Ok(_) | Err(SendError::RateLimited) => Ok(true),
            Err(SendError::Failed(error)) => match failure_kind(&error) {
                FailureKind::Rejected(Rejection::Duplicate) => Ok(true),
                FailureKind::Rejected(Rejection::Refused) => Ok(false),
                _ => Err(SendError::Failed(error)),
            },
            Err(error) => Err(error),
        }
    }

    async fn is_encrypted(&self) -> Sent<bool> {
        Ok(self.room.latest_encryption_state().await?.is_encrypted())
    }

    /// Waits for the right to send an event; `None` if it is not worth the wait.
    async fn permit(&self, priority: SendPriority) -> Option<SendPermit<'_>> {
        let (queue, table) = (&self.context.queue, &self.reply.table);
        if self.rest.is_some() {
            return Some(queue.acquire(table, priority).await);
        }
        if priority != SendPriority::Text {
            return queue.try_acquire(table, priority);
        }
        if let Some(permit) = queue.try_acquire(table, priority) {
            return Some(permit);
        }
        tokio::select! {
            permit = timeout_at(Instant::now() + QUEUE_TIMEOUT, queue.acquire(table, priority)) => permit.ok(),
            () = self.context.background.stop().cancelled() => None,
        }
    }

    /// Whether an event is still to be sent: the rest may be out of date by then.
    fn is_wanted(&self, priority: SendPriority) -> bool {
        let replaced = &self.reply.board_replaced;
        self.rest.is_none_or(|rest| match priority {
            SendPriority::Text => true,
            SendPriority::Picture => rest.board() && !replaced.load(Ordering::Relaxed),
            SendPriority::Reaction => rest.choices(),
        })
    }

    /// The transaction id of a part of the reply.
    fn transaction(&self, part: &str) -> OwnedTransactionId {
        format!("ringleader-{}-{part}", self.reply.key).into()
    }

    /// Sends an event when the server has room.
    async fn send(
        &self,
        priority: SendPriority,
        kind: &str,
        part: &str,
        content: Value,
    ) -> Sent<OwnedEventId> {
        loop {
            let permit = self.permit(priority).await.ok_or(SendError::RateLimited)?;
            if !self.is_wanted(priority) {
                return Err(SendError::Unwanted);
            }
            let error = match self.send_now(kind, part, content.clone()).await {
                Ok(id) => {
                    permit.sent();
                    return Ok(id);
                }
                Err(error) => error,
            };
            match limited(&error) {
                Some(after) => permit.refused(after),
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
        for _ in 1..MAX_ATTEMPTS {
            // A repeated transaction is the same event, however far this attempt gets.
            tokio::select! {
                sent = sending(content.clone()) => return Ok(sent?.response.event_id),
                () = self.blocks_sync(kind) => {}
            }
            tracing::debug!(room = %self.room.room_id(), part, "sending makes way for a sync");
            self.context.sync_is_done().await;
        }
        Ok(sending(content).await?.response.event_id)
    }

    /// Returns once an event that is being sent has to make way for a sync, which may wait for it.
    async fn blocks_sync(&self, kind: &str) {
        loop {
            self.context.sync_is_stuck().await;
            // Only encryption blocks a sync. The library does not encrypt reactions, and an encrypted
            // room stays encrypted.
            if kind != REACTION && self.room.encryption_state().is_encrypted() {
                return;
            }
            self.context.sync_is_done().await;
        }
    }

    /// Sends the text, and the choices under it.
    async fn send_text(
        &self,
        content: Option<Value>,
        sent: &mut Option<OwnedEventId>,
        choices: &mut Vec<&'static str>,
    ) -> Sent {
        if let Some(content) = content {
            self.send_once(SendPriority::Text, "text", content, sent)
                .await?;
        }
        // A reply with choices has a text.
        match sent {
            Some(text) => self.send_reactions(text, choices).await,
            None => Ok(()),
        }
    }

    /// Sends an event, unless it was sent.
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

    /// Uploads a file, unless it was uploaded for such a room.
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

    /// Sends the board, if it is a picture.
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
        }) = &self.reply.board
        else {
            return Ok(());
        };
        if board.event.is_some() {
            return Ok(());
        }
        if self.rest.is_some() {
            // One that is replaced meanwhile is not even uploaded.
            drop(self.permit(priority).await);
        }
        if !self.is_wanted(priority) {
            return Ok(());
        }
        let kind = match picture.format {
            Format::Png => mime::IMAGE_PNG,
            Format::Gif => mime::IMAGE_GIF,
        };
        // Synapse answers an upload once it has made thumbnails, which some clients need. For another
        // media type it would make none: that would only seem faster.
        let (source, blur) = join(
            self.upload_once(&picture.bytes, &kind, encrypted, &mut board.upload),
            blurhash(picture),
        )
        .await;
        let source = match source {
            Err(SendError::Failed(error))
                if matches!(
                    failure_kind(&error),
                    FailureKind::Rejected(Rejection::TooLarge | Rejection::Refused)
                ) =>
            {
                tracing::warn!(
                    room = %self.room.room_id(), reason = plain(&error),
                    "the server accepts no picture: the board is sent in words"
                );
                return self.send_board_in_words(alt, priority, board).await;
            }
            source => source?,
        };
        let content = message_content::board(self.reply, picture, alt, caption, &source, blur);
        self.send_once(priority, "board", content, &mut board.event)
            .await
    }

    /// Sends the description of the board.
    async fn send_board_in_words(
        &self,
        alt: &str,
        priority: SendPriority,
        board: &mut MediaProgress,
    ) -> Sent {
        let content = message_content::board_in_words(self.reply, alt);
        self.send_once(priority, "board", content, &mut board.event)
            .await
    }

    async fn send_file(&self, encrypted: bool, sent: &mut MediaProgress) -> Sent {
        let Some(file) = &self.reply.file else {
            return Ok(());
        };
        if sent.event.is_some() {
            return Ok(());
        }
        let (data, kind) = (file.content.as_bytes(), &mime::TEXT_PLAIN_UTF_8);
        let source = self
            .upload_once(data, kind, encrypted, &mut sent.upload)
            .await?;
        let content = message_content::file(self.reply, file, kind, &source);
        self.send_once(SendPriority::Text, "file", content, &mut sent.event)
            .await
    }

    /// Sends a reaction for each choice, for players to tap.
    async fn send_reactions(&self, message: &OwnedEventId, placed: &mut Vec<&'static str>) -> Sent {
        if !reactions::are_offered(&self.reply.choices) {
            return Ok(());
        }
        for sign in self
            .reply
            .choices
            .iter()
            .filter_map(|choice| emoji(choice.sign))
        {
            if placed.contains(&sign) {
                continue;
            }
            let content = message_content::reaction(message, sign);
            let part = format!("choice-{sign}");
            match self
                .send(SendPriority::Reaction, REACTION, &part, content)
                .await
            {
                Ok(_) => {}
                Err(SendError::Unwanted) => return Ok(()),
                // It exists already, or reactions are forbidden: commands work as well.
                Err(SendError::Failed(error))
                    if matches!(
                        failure_kind(&error),
                        FailureKind::Rejected(Rejection::Duplicate | Rejection::Refused)
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
