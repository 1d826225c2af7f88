//! Saying: a reply becomes a text, a picture, a file and the reactions that offer its choices.
//!
//! The picture comes first, so that a player finds the words, and the choices under them, at the end
//! of the room. Each of these events has a transaction id made from the reply's key, so that one
//! that is sent again, after a crash or an answer that got lost, is the same event to the server.

use std::collections::HashMap;
use std::io::Cursor;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join};
use matrix_sdk::ruma::events::room::MediaSource;
use matrix_sdk::ruma::{OwnedEventId, OwnedTransactionId};
use matrix_sdk::{Room, RoomState};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::error::{Trouble, plain, trouble};
use super::html::{Bodies, harmless};
use super::link::Link;
use super::people::is_present;
use super::reactions::{self, emoji};
use crate::host::{Courier, Delivery, DeliveryError, ShownBoard};
use crate::lock::lock;
use crate::picture::Picture;
use crate::session::{Person, TableKey};

/// How often a reply is tried that fails for no reason that time could mend.
const MOST_FAILURES: u32 = 8;

/// How often a message makes way for a sync. In a room where devices keep coming it must be said
/// all the same.
const MOST_STARTS: usize = 4;

/// So long the words of an answer wait for its picture. A server that takes longer for a picture
/// must not keep a player from hearing that it is their turn.
const PATIENCE: Duration = Duration::from_millis(500);

/// The one format of bodies that Matrix knows beside plain text.
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

/// Who delivers on Matrix.
pub(super) struct Sender {
    link: Arc<Link>,
    /// What has been done so far of replies that did not go through at once.
    begun: Mutex<HashMap<i64, Begun>>,
}

/// What is done of a reply.
#[derive(Debug, Default, Clone)]
struct Begun {
    /// How often it failed for a reason that time does not mend.
    failures: u32,
    /// The event that says it in words.
    text: Option<OwnedEventId>,
    board: Attached,
    file: Attached,
    /// The choices that stand under the words.
    choices: Vec<&'static str>,
}

/// What is done of an event that shows a picture or a file.
#[derive(Debug, Default, Clone)]
struct Attached {
    upload: Option<Upload>,
    event: Option<OwnedEventId>,
}

/// What is uploaded.
#[derive(Debug, Clone)]
struct Upload {
    source: MediaSource,
    encrypted: bool,
}

impl Begun {
    /// The event that the reply is known by.
    fn message(&self) -> Option<&OwnedEventId> {
        let text = self.text.as_ref();
        text.or(self.board.event.as_ref())
            .or(self.file.event.as_ref())
    }
}

impl Sender {
    pub(super) fn new(link: Arc<Link>) -> Self {
        Self {
            link,
            begun: Mutex::default(),
        }
    }
}

impl Courier for Sender {
    fn deliver<'a>(
        &'a self,
        delivery: &'a Delivery,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        async move {
            if !self.link.is_online().await {
                return Err(DeliveryError::Retry {
                    after: None,
                    reason: "the bot is shutting down".to_owned(),
                });
            }
            let Some(room) = self.link.room(&delivery.table.channel) else {
                return Err(DeliveryError::Gone(
                    "the bot does not know the room".to_owned(),
                ));
            };
            if room.state() != RoomState::Joined {
                return Err(DeliveryError::Gone("the bot is not in the room".to_owned()));
            }
            let mut begun = lock(&self.begun).remove(&delivery.id).unwrap_or_default();
            let link = &self.link;
            let said = Saying {
                link,
                room,
                delivery,
            }
            .say(&mut begun)
            .await;
            match said {
                Ok(()) => Ok(begun.message().map(ToString::to_string)),
                Err(error) => {
                    if trouble(&error) == Trouble::Own {
                        begun.failures += 1;
                    }
                    let error = outcome(&error, begun.failures);
                    if matches!(error, DeliveryError::Retry { .. }) {
                        lock(&self.begun).insert(delivery.id, begun);
                    }
                    Err(error)
                }
            }
        }
        .boxed()
    }

    fn is_present<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        is_present(&self.link, table, person).boxed()
    }

    fn shows_asides(&self) -> bool {
        // Each would be one more reaction, under every turn.
        false
    }

    fn thinking(&self, table: &TableKey, on: bool) {
        let Some(room) = self.link.room(&table.channel) else {
            return;
        };
        self.link.beside(async move {
            if let Err(error) = room.typing_notice(on).await {
                tracing::debug!(room = %room.room_id(), %error, "no typing notice");
            }
        });
    }
}

/// What an error means for a reply.
fn outcome(error: &matrix_sdk::Error, failures: u32) -> DeliveryError {
    let reason = plain(error);
    let retry = |after| DeliveryError::Retry {
        after,
        reason: reason.clone(),
    };
    match trouble(error) {
        Trouble::Passing(after) => retry(after),
        Trouble::LoggedOut { .. } => retry(None),
        Trouble::Own if failures < MOST_FAILURES => retry(None),
        Trouble::Own | Trouble::TooLarge | Trouble::Repeated | Trouble::Refused => {
            DeliveryError::Gone(reason)
        }
    }
}

/// One reply on its way to a room.
struct Saying<'a> {
    link: &'a Link,
    room: Room,
    delivery: &'a Delivery,
}

type Sent<T = ()> = matrix_sdk::Result<T>;

impl Saying<'_> {
    async fn say(&self, begun: &mut Begun) -> Sent {
        let encrypted = self.room.latest_encryption_state().await?.is_encrypted();
        let Begun {
            text,
            board,
            file,
            choices,
            ..
        } = begun;
        let mut showing = pin!(self.send_board(encrypted, board));
        let (told, shown) = match timeout(PATIENCE, &mut showing).await {
            Ok(shown) => (self.send_words(text, choices).await, shown),
            Err(_) => join(self.send_words(text, choices), showing).await,
        };
        // What is said does not hang on what is shown; what failed is tried again.
        shown.and(told)?;
        self.send_file(encrypted, file).await
    }

    /// What is said in words; nothing if the picture says it all.
    fn text(&self) -> Option<Value> {
        let mut bodies = Bodies::of(&self.delivery.text);
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
        if let Some(ShownBoard::Text(board)) = &self.delivery.board {
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

    async fn send(&self, kind: &str, part: &str, content: Value) -> Sent<OwnedEventId> {
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
            self.link.sync_is_done().await;
        }
        Ok(sending(content).await?.response.event_id)
    }

    /// Returns once an event that is being sent has to make way for a sync, as it may hold what that
    /// waits for.
    async fn is_in_the_way(&self, kind: &str) {
        loop {
            self.link.sync_is_stuck().await;
            // Only who encrypts holds it. The library leaves reactions open, and a room that is
            // encrypted stays so.
            if kind != REACTION && self.room.encryption_state().is_encrypted() {
                return;
            }
            self.link.sync_is_done().await;
        }
    }

    /// Says it in words, and puts the choices under them.
    async fn send_words(
        &self,
        sent: &mut Option<OwnedEventId>,
        choices: &mut Vec<&'static str>,
    ) -> Sent {
        if let Some(text) = self.text() {
            self.send_once("text", text, sent).await?;
        }
        // Where there are choices, there are words.
        match sent {
            Some(text) => self.send_reactions(text, choices).await,
            None => Ok(()),
        }
    }

    /// Sends an event once, whatever fails after it.
    async fn send_once(&self, part: &str, content: Value, sent: &mut Option<OwnedEventId>) -> Sent {
        if sent.is_none() {
            *sent = Some(self.send("m.room.message", part, content).await?);
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
    async fn send_board(&self, encrypted: bool, board: &mut Attached) -> Sent {
        let Some(ShownBoard::Picture {
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
        // Synapse answers an upload once it has thumbnails, without which some clients show nothing.
        // It makes none of what is not called an image, so that calling it otherwise would only seem
        // to be quicker.
        let (source, blur) = join(
            self.upload_once(&picture.png, &mime::IMAGE_PNG, encrypted, &mut board.upload),
            blurhash(picture),
        )
        .await;
        let source = match source {
            Err(error) if matches!(trouble(&error), Trouble::TooLarge | Trouble::Refused) => {
                tracing::warn!(
                    room = %self.room.room_id(), reason = plain(&error),
                    "the server takes no picture: the board goes in words"
                );
                return self.send_board_in_words(alt, board).await;
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
        self.send_once("board", content, &mut board.event).await
    }

    /// Tells the board in words, where the server takes no pictures, or none so large.
    async fn send_board_in_words(&self, alt: &str, board: &mut Attached) -> Sent {
        let mut bodies = Bodies::default();
        bodies.add_line(alt);
        let content = self.message(json!({
            "msgtype": "m.notice",
            "body": bodies.plain,
            "format": HTML,
            "formatted_body": bodies.html,
            "m.mentions": {},
        }));
        self.send_once("board", content, &mut board.event).await
    }

    async fn send_file(&self, encrypted: bool, sent: &mut Attached) -> Sent {
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
        self.send_once("file", content, &mut sent.event).await
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
            match self
                .send(REACTION, &format!("choice-{sign}"), content)
                .await
            {
                Ok(_) => {}
                // It stands there already, or reactions are not welcome: commands do as well.
                Err(error) if matches!(trouble(&error), Trouble::Repeated | Trouble::Refused) => {
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
