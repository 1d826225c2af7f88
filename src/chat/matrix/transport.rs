//! The transport: delivers the host's replies on Matrix, and shows that the bot is thinking.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use matrix_sdk::ruma::{EventId, UserId};
use matrix_sdk::{Room, RoomState};
use tokio::time::timeout;

use super::context::MatrixContext;
use super::deferred::DeferredReplies;
use super::delivery_error::delivery_error;
use super::direct_rooms::{DirectRooms, Unjoined};
use super::error::{FailureKind, Rejection, failure_kind, http_failure_kind, plain};
use super::members::{is_present, rights};
use super::outbound::{Completion, EventProgress, ReplySender, SendError};
use super::reactions;
use crate::chat::common::progress::PartialDeliveries;
use crate::host::{DeliveryError, LARGEST_PICTURE, RenderedReply, Transport};
use crate::session::{Person, Rights, TableKey};

/// Replies whose progress is remembered. The others start from the beginning, and the server
/// recognises their events by their transaction ids.
const MAX_PARTIAL: usize = 1000;

/// How long to wait for the homeserver's size limit.
const LIMIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Delivers on Matrix.
pub(super) struct MatrixTransport {
    context: Arc<MatrixContext>,
    partial: PartialDeliveries<EventProgress>,
    deferred: DeferredReplies,
    direct_rooms: DirectRooms,
}

impl MatrixTransport {
    pub(super) fn new(context: Arc<MatrixContext>) -> Self {
        Self {
            direct_rooms: DirectRooms::new(Arc::clone(&context)),
            context,
            partial: PartialDeliveries::new(MAX_PARTIAL),
            deferred: DeferredReplies::default(),
        }
    }

    /// Waits for the homeserver to answer.
    async fn online(&self) -> Result<(), DeliveryError> {
        if self.context.is_online().await {
            return Ok(());
        }
        Err(DeliveryError::Retry {
            after: None,
            reason: "the bot is shutting down".to_owned(),
        })
    }

    async fn send(&self, reply: &RenderedReply) -> Result<Option<String>, DeliveryError> {
        self.online().await?;
        let Some(room) = self.context.room(&reply.table.channel) else {
            return Err(DeliveryError::Gone(
                "the bot does not know the room".to_owned(),
            ));
        };
        self.deferred.outdate(reply);
        self.send_to(room, reply).await
    }

    /// Sends a reply to a room.
    async fn send_to(
        &self,
        room: Room,
        reply: &RenderedReply,
    ) -> Result<Option<String>, DeliveryError> {
        let is_upgraded = room.is_tombstoned();
        if room.state() != RoomState::Joined {
            let reason = "the bot is not in the room".to_owned();
            return Err(match is_upgraded {
                true => DeliveryError::Gone(reason),
                false => DeliveryError::Silenced(reason),
            });
        }
        let mut progress = self.partial.take(reply.id);
        let sender = ReplySender {
            context: &self.context,
            room,
            reply,
            rest: None,
        };
        let error = match sender.send_all(&mut progress).await {
            Ok(completion) => {
                let sent = progress.message().map(ToString::to_string);
                // Further edits are of the message that was edited.
                let message = reply.edits.clone().or(sent);
                if completion == Completion::TextOnly {
                    self.deferred
                        .send_later(&self.context, reply.clone(), progress);
                }
                return Ok(message);
            }
            Err(error) => error,
        };
        if let SendError::Failed(error) = &error
            && failure_kind(error) == FailureKind::Rejected(Rejection::Internal)
        {
            progress.internal_failures += 1;
        }
        let error = delivery_error(&error, progress.internal_failures, is_upgraded);
        if !matches!(error, DeliveryError::Gone(_)) {
            self.partial.keep(reply.id, progress);
        }
        Err(error)
    }
}

impl Transport for MatrixTransport {
    fn deliver<'a>(
        &'a self,
        reply: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        self.send(reply).boxed()
    }

    fn deliver_privately<'a>(
        &'a self,
        reply: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        async move {
            self.online().await?;
            let person = reply.only_for.as_ref();
            let Some(user) = person.and_then(|person| UserId::parse(&person.id).ok()) else {
                return Err(DeliveryError::Gone("that is no user's id".to_owned()));
            };
            let unjoined = match reply {
                // It is told at the table instead.
                reply if reply.reminds => Unjoined::Refuse,
                // One that was begun is ended.
                reply if reply.watched && !self.partial.has(reply.id) => Unjoined::KeepOne,
                _ => Unjoined::Keep,
            };
            let room = self.direct_rooms.with(&user, unjoined).await?;
            let id = room.room_id().to_owned();
            let message = self.send_to(room, reply).await?;
            Ok(message.map(|message| format!("{id} {message}")))
        }
        .boxed()
    }

    fn remove<'a>(
        &'a self,
        table: &'a TableKey,
        message: &'a str,
    ) -> BoxFuture<'a, Result<(), String>> {
        async move {
            let (room, message) = message.split_once(' ').unwrap_or((&table.channel, message));
            let room = self.context.room(room);
            let (Some(room), Ok(event)) = (room, EventId::parse(message)) else {
                tracing::debug!(%table, message, "the bot does not know that message");
                return Ok(());
            };
            let Err(error) = room.redact(&event, None, None).await else {
                return Ok(());
            };
            let reason = plain(&error);
            match http_failure_kind(&error) {
                FailureKind::Rejected(Rejection::Refused) => {
                    tracing::debug!(%table, message, reason, "a message is not removed");
                    Ok(())
                }
                _ => Err(reason),
            }
        }
        .boxed()
    }

    fn largest_picture(&self) -> BoxFuture<'_, usize> {
        let client = self.context.client();
        async move {
            // The library keeps the answer.
            let asked = timeout(LIMIT_TIMEOUT, client.load_or_fetch_max_upload_size()).await;
            let limit = asked.ok().and_then(Result::ok).map(u64::from);
            let limit = limit.and_then(|limit| usize::try_from(limit).ok());
            limit.map_or(LARGEST_PICTURE, |limit| limit.min(LARGEST_PICTURE))
        }
        .boxed()
    }

    fn is_present<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        let client = self.context.client();
        async move { is_present(&client, table, person).await }.boxed()
    }

    fn rights<'a>(
        &'a self,
        table: &'a TableKey,
        community: Option<&'a str>,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<Rights, String>> {
        let client = self.context.client();
        async move { rights(&client, table, community, person).await }.boxed()
    }

    fn open_thread<'a>(
        &'a self,
        table: &'a TableKey,
        message: &'a str,
        _: [&'a Person; 2],
    ) -> BoxFuture<'a, Result<TableKey, DeliveryError>> {
        // The thread opens with its first message.
        let thread = TableKey {
            thread: Some(message.to_owned()),
            ..table.clone()
        };
        async { Ok(thread) }.boxed()
    }

    fn opens_threads(&self, _: bool) -> bool {
        // A command begins one.
        true
    }

    fn shows_asides(&self) -> bool {
        // Each would be one more reaction, under every turn.
        false
    }

    fn place_named(&self, name: &str) -> Option<String> {
        if !name.starts_with('#') {
            return Some(name.to_owned());
        }
        let rooms = self.context.client().joined_rooms();
        let is_meant = |room: &&Room| {
            let main = room.canonical_alias().into_iter();
            main.chain(room.alt_aliases()).any(|alias| alias == name)
        };
        let room = rooms.iter().find(is_meant)?;
        Some(room.room_id().to_string())
    }

    fn choices_at_once(&self) -> Option<usize> {
        Some(reactions::MOST)
    }

    fn hides_answers(&self) -> bool {
        false
    }

    fn thinking(&self, table: &TableKey, on: bool) {
        let Some(room) = self.context.room(&table.channel) else {
            return;
        };
        // Some servers count typing notices as events.
        if on && !self.context.queue.has_room() {
            return;
        }
        self.context.background.spawn(async move {
            if let Err(error) = room.typing_notice(on).await {
                tracing::debug!(room = %room.room_id(), %error, "no typing notice");
            }
        });
    }
}
