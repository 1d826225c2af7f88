//! The transport: delivers the host's replies on Discord, and shows that the bot is thinking.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryFutureExt};
use serde_json::json;
use serenity::all::{ChannelId, MessageId};
use serenity::http::{LightMethod, Route};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::{RequestFailure, code};
use super::membership;
use super::outbound::{LOGGED_OUT_WAIT, MessageProgress, MessageSender, edited_content};
use super::retry::retry;
use super::threads::open_for_game;
use crate::chat::common::cooldown::Cooldown;
use crate::chat::common::progress::PartialDeliveries;
use crate::host::{DeliveryError, RenderedReply, Transport};
use crate::lock::lock;
use crate::session::{Person, Rights, TableKey};

/// Tables whose last cleared message is remembered. For the others it may be cleared twice.
const MAX_CLEARED: usize = 10_000;

/// Replies whose progress is remembered. Of the others the beginning is sent again, which Discord
/// recognises by its nonce for a few minutes.
const MAX_PARTIAL: usize = 10_000;

/// Attempts to remove the buttons of a message. They do no harm.
const CLEAR_ATTEMPTS: usize = 5;

/// The reaction that says that a message was understood: a check mark, percent-encoded.
const UNDERSTOOD: &str = "%E2%9C%85";

/// How many channels can be reacted in at once.
const REACTING: usize = 16;

/// How long the bot does not try to react where it may not.
const REACTION_PAUSE: Duration = Duration::from_secs(600);

/// Channels where that is remembered.
const MAX_UNREACTING: usize = 10_000;

/// How long the engine thinks before the bot is shown as typing.
const TYPING_DELAY: Duration = Duration::from_secs(1);

/// How long Discord shows somebody as typing.
const TYPING_SHOWN: Duration = Duration::from_secs(9);

/// Delivers on Discord.
pub(super) struct DiscordTransport {
    context: Arc<DiscordContext>,
    /// The last message of each table whose buttons were removed, or are about to be.
    cleared: Arc<Mutex<HashMap<TableKey, u64>>>,
    partial: PartialDeliveries<MessageProgress>,
    /// Reactions are put one after another in each channel: channels share these.
    reacting: [tokio::sync::Mutex<()>; REACTING],
    /// Channels where the bot may not react, for a while.
    unreacting: Cooldown<u64>,
    /// The typing notices of tables where the bot thinks.
    typing: Mutex<HashMap<TableKey, AbortHandle>>,
}

impl DiscordTransport {
    pub(super) fn new(context: Arc<DiscordContext>) -> Self {
        Self {
            context,
            cleared: Arc::default(),
            partial: PartialDeliveries::new(MAX_PARTIAL),
            reacting: Default::default(),
            unreacting: Cooldown::new(MAX_UNREACTING),
            typing: Mutex::default(),
        }
    }

    async fn send(&self, reply: &RenderedReply) -> Result<Option<String>, DeliveryError> {
        let Some(channel) = channel_of(&reply.table) else {
            return Err(DeliveryError::Gone("that is no channel's id".to_owned()));
        };
        if !self.context.answer_places.are_loaded().await {
            let (after, reason) = (None, "the bot is starting".to_owned());
            return Err(DeliveryError::Retry { after, reason });
        }
        if let Some(message) = &reply.edits {
            let edited = self.edit(channel, message, reply).await?;
            if edited.is_some() {
                return Ok(edited);
            }
        }
        if reply.acknowledges && self.react(channel, reply).await? {
            return Ok(None);
        }
        let mut progress = self.partial.take(reply.id);
        let sender = MessageSender {
            context: &self.context,
            channel,
            reply,
        };
        if self.context.answer_places.contains(channel) {
            let answered = self.answer(&sender, &mut progress).await;
            if matches!(
                answered,
                Err(DeliveryError::Retry { .. } | DeliveryError::Unasked(_))
            ) {
                self.partial.keep(reply.id, progress);
            }
            return answered;
        }
        if let Err(failure) = sender.send(&mut progress).await {
            tracing::debug!(reply = reply.id, %failure, "a reply could not be delivered");
            let error = sender.error(failure).await;
            if matches!(error, DeliveryError::Retry { .. }) {
                self.partial.keep(reply.id, progress);
            }
            return Err(error);
        }
        if reply.private {
            return Ok(progress.private_message());
        }
        self.clear_old_choices(reply, progress.message.as_deref());
        // An ephemeral message cannot be found again.
        Ok(progress.message.filter(|_| reply.only_for.is_none()))
    }

    /// Edits a message of the bot so that it says what a reply says. Nothing if there is no such
    /// message any more.
    async fn edit(
        &self,
        channel: u64,
        message: &str,
        reply: &RenderedReply,
    ) -> Result<Option<String>, DeliveryError> {
        let Ok(id) = message.parse::<u64>() else {
            return Ok(None);
        };
        let content = edited_content(reply);
        let edited = if self.context.answer_places.contains(channel) {
            let interactions = &self.context.interactions;
            let Some(answered) = interactions.answered_by(channel, message) else {
                // It can't be edited any more; `!votes` tells the rest.
                return Ok(Some(message.to_owned()));
            };
            answered.edit(&self.context.rest, id, content).await
        } else {
            let route = Route::ChannelMessage {
                channel_id: ChannelId::new(channel),
                message_id: MessageId::new(id.max(1)),
            };
            let rest = &self.context.rest;
            rest.send_now(route, LightMethod::Patch, content, None)
                .await
        };
        match edited {
            Ok(_) => Ok(Some(message.to_owned())),
            // It becomes a new message, which also opens an archived thread again.
            Err(failure)
                if failure.has_code(code::THREAD_ARCHIVED)
                    || failure.is_final() && !failure.is_silencing() =>
            {
                Ok(None)
            }
            Err(failure) => {
                let is_silenced = failure.is_silencing();
                let RequestFailure { kind, reason } = failure;
                Err(kind.delivery_error(reason, is_silenced, Some(LOGGED_OUT_WAIT)))
            }
        }
    }

    /// Reacts to the message that a reply answers. False if it answers none, or the bot may not react.
    async fn react(&self, channel: u64, reply: &RenderedReply) -> Result<bool, DeliveryError> {
        let answered = reply.reply_to.as_deref().unwrap_or_default();
        let Ok(message) = answered.parse::<u64>() else {
            return Ok(false);
        };
        // Many at once would run into the channel's rate limit together, again and again.
        let lane = usize::try_from(channel).unwrap_or_default() % REACTING;
        let _turn = self.reacting[lane].lock().await;
        if self.unreacting.left(&channel).is_some() {
            return Ok(false);
        }
        let route = Route::ChannelMessageReactionMe {
            channel_id: ChannelId::new(channel),
            message_id: MessageId::new(message.max(1)),
            reaction: UNDERSTOOD,
        };
        match self.context.rest.bare(route, LightMethod::Put).await {
            Ok(_) => Ok(true),
            Err(failure) if failure.is_final() => {
                tracing::debug!(reply = reply.id, %failure, "a message gets no reaction");
                if failure.is_forbidden() {
                    self.unreacting.hold(channel, REACTION_PAUSE);
                }
                Ok(false)
            }
            Err(failure) => {
                let RequestFailure { kind, reason } = failure;
                Err(kind.delivery_error(reason, false, Some(LOGGED_OUT_WAIT)))
            }
        }
    }

    /// Whether the bot may only answer at a table.
    fn may_only_answer(&self, table: &TableKey) -> bool {
        channel_of(table).is_some_and(|channel| self.context.answer_places.contains(channel))
    }

    /// Sends a reply where the bot may only answer. If there is nothing to answer, those whom it
    /// mentions are told in private; a reminder has done its work then.
    async fn answer(
        &self,
        sender: &MessageSender<'_>,
        progress: &mut MessageProgress,
    ) -> Result<Option<String>, DeliveryError> {
        let reply = sender.reply;
        let error = |failure: RequestFailure| {
            let RequestFailure { kind, reason } = failure;
            tracing::debug!(reply = reply.id, reason, "a reply could not be delivered");
            kind.delivery_error(reason, false, Some(LOGGED_OUT_WAIT))
        };
        if sender.answer(progress).await.map_err(error)? {
            if reply.private {
                return Ok(std::mem::take(progress).private_message());
            }
            self.clear_old_choices(reply, progress.message.as_deref());
            let message = progress.message.take();
            return Ok(message.filter(|_| reply.only_for.is_none()));
        }
        match sender.tell_mentioned().await.map_err(error)? {
            Some(told) if reply.reminds => Ok(told.private_message()),
            _ => Err(DeliveryError::Unasked("no interaction there".to_owned())),
        }
    }

    /// Removes the buttons of the message whose choices this reply replaces.
    fn clear_old_choices(&self, reply: &RenderedReply, new: Option<&str>) {
        let Some(old) = reply.replaces.as_deref().filter(|old| Some(*old) != new) else {
            return;
        };
        let (Some(channel), Ok(old)) = (channel_of(&reply.table), old.parse::<u64>()) else {
            return;
        };
        {
            let mut cleared = lock(&self.cleared);
            if cleared.len() >= MAX_CLEARED {
                cleared.clear();
            }
            let before = cleared.insert(reply.table.clone(), old);
            if before == Some(old) {
                return;
            }
        }
        if self.context.answer_places.contains(channel) {
            let interactions = &self.context.interactions;
            if let Some(answered) = interactions.answered_by(channel, &old.to_string()) {
                let context = Arc::clone(&self.context);
                self.context.background.spawn(async move {
                    let bare = json!({ "components": [] });
                    if let Err(failure) = answered.edit(&context.rest, old, bare).await {
                        tracing::debug!(%failure, "a message keeps its old buttons");
                    }
                });
            }
            return;
        }
        let (context, cleared) = (Arc::clone(&self.context), Arc::clone(&self.cleared));
        let table = reply.table.clone();
        self.context.background.spawn(async move {
            let clear = || {
                let route = Route::ChannelMessage {
                    channel_id: ChannelId::new(channel),
                    message_id: MessageId::new(old.max(1)),
                };
                let bare = json!({ "components": [] });
                context.rest.send(route, LightMethod::Patch, bare, None)
            };
            let wait = |failure: &RequestFailure| (!failure.is_final()).then_some(Duration::ZERO);
            let Err(failure) = retry(CLEAR_ATTEMPTS, clear, wait).await else {
                return;
            };
            tracing::debug!(%failure, "a message keeps its old buttons");
            // A message that is gone needs no further attempt.
            if !failure.is_final() {
                let mut cleared = lock(&cleared);
                if cleared.get(&table) == Some(&old) {
                    cleared.remove(&table);
                }
            }
        });
    }
}

impl Transport for DiscordTransport {
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
        // What answers no message goes into the private chat with its one person.
        self.send(reply).boxed()
    }

    fn may_speak(&self, table: &TableKey) -> bool {
        channel_of(table).is_none_or(|channel| {
            !self.context.answer_places.contains(channel)
                || !self.context.interactions.usable_in(channel).is_empty()
        })
    }

    fn tells_watchers(&self, table: &TableKey) -> bool {
        !self.may_only_answer(table)
    }

    fn command_prefix(&self, table: &TableKey) -> Option<&'static str> {
        self.may_only_answer(table).then_some("/")
    }

    fn remove<'a>(
        &'a self,
        table: &'a TableKey,
        message: &'a str,
    ) -> BoxFuture<'a, Result<(), String>> {
        async move {
            let (channel, message) = match message.split_once(' ') {
                Some((chat, message)) => (chat.parse().ok(), message),
                // It cannot be removed.
                None if self.may_only_answer(table) => return Ok(()),
                None => (channel_of(table), message),
            };
            let (Some(channel), Ok(message)) = (channel, message.parse::<u64>()) else {
                tracing::debug!(%table, message, "that is no message");
                return Ok(());
            };
            let route = Route::ChannelMessage {
                channel_id: ChannelId::new(channel),
                message_id: MessageId::new(message.max(1)),
            };
            let removed = self.context.rest.bare(route, LightMethod::Delete).await;
            match removed {
                Ok(_) => Ok(()),
                // It is gone.
                Err(failure) if failure.is_final() && !failure.is_silencing() => {
                    tracing::debug!(%table, %failure, "a message is not removed");
                    Ok(())
                }
                Err(failure) => Err(failure.reason),
            }
        }
        .boxed()
    }

    fn is_present<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        if self.may_only_answer(table) {
            // Nobody can be looked up there.
            return async { Ok(true) }.boxed();
        }
        let found = membership::is_member(&self.context, table, person);
        found.map_err(|failure| failure.reason).boxed()
    }

    fn may_read<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        if self.may_only_answer(table) {
            // Nobody can be looked up there.
            return async { Ok(false) }.boxed();
        }
        let found = membership::may_read(&self.context, table, person);
        found.map_err(|failure| failure.reason).boxed()
    }

    fn is_open<'a>(&'a self, thread: &'a TableKey) -> BoxFuture<'a, Result<bool, String>> {
        let found = membership::is_open(&self.context, thread);
        found.map_err(|failure| failure.reason).boxed()
    }

    fn rights<'a>(
        &'a self,
        table: &'a TableKey,
        community: Option<&'a str>,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<Rights, String>> {
        if self.may_only_answer(table) {
            return async { Ok(Rights::default()) }.boxed();
        }
        let found = membership::rights(&self.context, table, community, person);
        found.map_err(|failure| failure.reason).boxed()
    }

    fn open_thread<'a>(
        &'a self,
        table: &'a TableKey,
        message: &'a str,
        players: [&'a Person; 2],
    ) -> BoxFuture<'a, Result<TableKey, DeliveryError>> {
        open_for_game(&self.context, table, message, players).boxed()
    }

    fn opens_threads(&self, private: bool) -> bool {
        !private
    }

    fn names_changed(&self) {
        let threads = self.context.cursors.threads();
        self.context.upkeep.look_again(threads);
    }

    fn situation_changed(&self, table: &TableKey) {
        if table.thread.is_some() {
            self.context.upkeep.changed(table);
        }
    }

    fn thinking(&self, table: &TableKey, on: bool) {
        if let Some(typing) = lock(&self.typing).remove(table) {
            typing.abort();
        }
        let Some(channel) = channel_of(table).filter(|_| on) else {
            return;
        };
        let context = Arc::clone(&self.context);
        let task = self.context.background.spawn(async move {
            let mut wait = TYPING_DELAY;
            loop {
                sleep(wait).await;
                let places = &context.answer_places;
                // After a start it takes a moment until these are known.
                if !places.are_loaded().await || places.contains(channel) {
                    return;
                }
                let route = Route::ChannelTyping {
                    channel_id: ChannelId::new(channel),
                };
                if let Err(failure) = context.rest.bare(route, LightMethod::Post).await {
                    tracing::debug!(%failure, "no typing notice");
                    return;
                }
                wait = TYPING_SHOWN;
            }
        });
        lock(&self.typing).insert(table.clone(), task);
    }
}
