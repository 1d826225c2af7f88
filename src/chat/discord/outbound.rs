//! Sending a reply: its messages go out one after another, as a response to an interaction, into the
//! channel, or into a private chat.
//!
//! Each message has a nonce made from the reply's key: if it is sent again after a crash or a lost
//! answer, Discord recognises it.

mod answers;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::ChannelId;
use serenity::http::{LightMethod, Route};

use super::context::DiscordContext;
use super::error::{FailureKind, RequestFailure, code};
use super::interaction::{InteractionKind, PendingInteraction, is_interaction};
use super::markdown::LONGEST;
use super::membership::is_in_guild;
use super::message_parts::{MessagePart, parts};
use super::notices::MissingCapability;
use super::snowflake::id_of;
use crate::host::{DeliveryError, RenderedReply};
use crate::session::Person;

/// The wait while Discord rejects the token, perhaps for good.
pub(super) const LOGGED_OUT_WAIT: Duration = Duration::from_secs(30);

/// The flag of a message for which nobody's device makes a sound.
const SUPPRESS_NOTIFICATIONS: u32 = 1 << 12;

/// The content of a message that is edited to say what a reply says, which has a text alone.
pub(super) fn edited_content(reply: &RenderedReply) -> Value {
    let parts = parts(reply, true, true, |_| false);
    json!({
        "content": parts.first().map(|part| &part.content),
        "allowed_mentions": { "parse": [] },
    })
}

/// How far a reply was sent.
#[derive(Debug, Default, Clone)]
pub(super) struct MessageProgress {
    /// Messages that were sent.
    done: usize,
    /// The id of the last one.
    pub(super) message: Option<String>,
    /// The channel or private chat that it is in.
    pub(super) chat: Option<String>,
    /// Whether pictures and files are left out, because attachments are forbidden.
    bare: bool,
    /// Whether the answered message is gone, so that it is not referred to.
    alone: bool,
    /// Whether the board is left out, because a later reply shows one.
    without_board: bool,
}

impl MessageProgress {
    /// Notes that the next message was sent.
    fn sent(&mut self, message: &Value) {
        self.done += 1;
        self.message = message["id"].as_str().map(str::to_owned);
        self.chat = message["channel_id"].as_str().map(str::to_owned);
    }

    /// The last message and its chat, for a private message.
    pub(super) fn private_message(self) -> Option<String> {
        let id = self.chat.zip(self.message);
        id.map(|(chat, message)| format!("{chat} {message}"))
    }
}

/// Sends one reply.
pub(super) struct MessageSender<'a> {
    pub(super) context: &'a Arc<DiscordContext>,
    pub(super) channel: u64,
    pub(super) reply: &'a RenderedReply,
}

impl MessageSender<'_> {
    /// Sends the remaining messages of the reply.
    pub(super) async fn send(&self, progress: &mut MessageProgress) -> Result<(), RequestFailure> {
        let interaction = self
            .reply
            .reply_to
            .as_deref()
            .and_then(|event| self.context.interactions.of_event(event));
        if progress.done == 0 {
            progress.without_board = self.reply.board_replaced.load(Ordering::Relaxed);
        }
        loop {
            let parts = self.parts(progress);
            let Some(part) = parts.get(progress.done) else {
                return Ok(());
            };
            let sent = match &interaction {
                Some(interaction) => self.respond(interaction, part, progress).await,
                None => self.post_or_direct(part, progress).await,
            };
            match sent {
                Ok(message) => progress.sent(&message),
                Err(failure) if failure.is_forbidden() => {
                    let person = self.reply.author.as_ref();
                    if progress.bare || part.file.is_none() {
                        self.context.report_missing(
                            self.channel,
                            MissingCapability::Sending,
                            person,
                        );
                        return Err(failure);
                    }
                    // Perhaps only the attachment is forbidden.
                    progress.bare = true;
                }
                Err(failure)
                    if !progress.alone
                        && (failure.has_code(code::INVALID_FORM)
                            || failure.has_code(code::UNKNOWN_MESSAGE)
                            || failure.has_code(code::NO_REPLY_WITHOUT_HISTORY)) =>
                {
                    progress.alone = true;
                }
                Err(failure) => return Err(failure),
            }
            if progress.bare && progress.done == parts.len() {
                let person = self.reply.author.as_ref();
                self.context
                    .report_missing(self.channel, MissingCapability::Attaching, person);
            }
        }
    }

    /// The messages of the reply.
    fn parts(&self, progress: &MessageProgress) -> Vec<MessagePart> {
        let is_private = |channel| self.context.is_private(channel);
        parts(
            self.reply,
            progress.bare,
            progress.without_board,
            is_private,
        )
    }

    /// What a failure means for the host.
    pub(super) async fn error(&self, failure: RequestFailure) -> DeliveryError {
        let is_silenced = failure.is_silencing()
            // A bot that was removed from a server may not see its channels.
            || failure.has_code(code::UNKNOWN_CHANNEL) && !is_in_guild(self.context, self.channel).await;
        let RequestFailure { kind, reason } = failure;
        kind.delivery_error(reason, is_silenced, Some(LOGGED_OUT_WAIT))
    }

    /// Responds to an interaction, as long as that is possible.
    async fn respond(
        &self,
        interaction: &Arc<PendingInteraction>,
        part: &MessagePart,
        progress: &MessageProgress,
    ) -> Result<Value, RequestFailure> {
        let content = self.content(part);
        let private = self.reply.only_for.is_some()
            || interaction.kind == (InteractionKind::Command { private: true });
        let DiscordContext {
            rest, background, ..
        } = &**self.context;
        let file = part.file.as_ref();
        if interaction.kind == InteractionKind::Step && !private {
            let posted = self.post_or_direct(part, progress).await?;
            interaction.end_steps(rest, background);
            return Ok(posted);
        }
        let answered = if private {
            interaction
                .send_ephemeral(rest, background, content, file)
                .await
                .map(Some)
        } else if progress.done > 0 {
            Ok(None)
        } else if self.reply.table.thread.is_some()
            && !interaction.kind.is_press()
            && interaction.answers_in_thread()
        {
            interaction.withdraw(rest, background, Some(self.channel));
            Ok(None)
        } else {
            interaction.say(rest, &content, file, false).await
        };
        match answered {
            Ok(Some(said)) => Ok(said),
            // It has expired, or was answered before: an ordinary message will do.
            Ok(None) => self.post_or_direct(part, progress).await,
            Err(failure) if failure.is_final() && !failure.is_forbidden() => {
                tracing::debug!(%failure, "an interaction is answered by an ordinary message");
                self.post_or_direct(part, progress).await
            }
            Err(failure) => Err(failure),
        }
    }

    /// Sends an ordinary message. One that is for one person alone goes into the private chat with
    /// that person, unless it answers a message that everybody saw and may be seen by all.
    async fn post_or_direct(
        &self,
        part: &MessagePart,
        progress: &MessageProgress,
    ) -> Result<Value, RequestFailure> {
        let answered = self.reply.reply_to.as_deref();
        let unseen = self.reply.private || answered.is_none_or(is_interaction);
        let Some(person) = self.reply.only_for.as_ref().filter(|_| unseen) else {
            return self.post(part, progress).await;
        };
        self.send_direct(person, part, progress)
            .await
            .map_err(|failure| match failure.kind {
                FailureKind::Transient(_) | FailureKind::LoggedOut => failure,
                // That says nothing about the table's channel.
                _ => RequestFailure::rejected(format!("the private chat: {failure}")),
            })
    }

    /// Sends a message into the private chat with somebody. An answer starts with a link to the
    /// channel; private messages name the place in their text.
    async fn send_direct(
        &self,
        person: &Person,
        part: &MessagePart,
        progress: &MessageProgress,
    ) -> Result<Value, RequestFailure> {
        let recipient = json!({ "recipient_id": person.id });
        let opened = self
            .context
            .rest
            .send_now(Route::UserMeDmChannels, LightMethod::Post, recipient, None)
            .await?;
        let Some(chat) = id_of(&opened["id"]) else {
            return Err(RequestFailure::rejected("it has no id"));
        };
        let mut content = self.content(part);
        // Its buttons belong to the table's channel.
        content["components"] = json!([]);
        let link = self.context.link(self.channel);
        let linked = format!("{link}: {}", part.content);
        let answers = !self.reply.private && chat != self.channel;
        if answers && progress.done == 0 && linked.chars().count() <= LONGEST {
            content["content"] = json!(linked);
        }
        self.send_to(chat, content, part, progress).await
    }

    /// Sends a message into the table's channel.
    async fn post(
        &self,
        part: &MessagePart,
        progress: &MessageProgress,
    ) -> Result<Value, RequestFailure> {
        let mut content = self.content(part);
        let answered = self.reply.reply_to.as_deref().filter(|id| {
            // The message from which a thread was made is not in the thread.
            id.parse::<u64>().is_ok() && self.reply.table.thread.as_deref() != Some(*id)
        });
        if let Some(id) = answered.filter(|_| progress.done == 0 && !progress.alone) {
            content["message_reference"] = json!({ "message_id": id, "fail_if_not_exists": false });
        }
        let said = self.send_to(self.channel, content, part, progress).await?;
        self.context
            .regain(self.channel, MissingCapability::Sending);
        if part.file.is_some() {
            self.context
                .regain(self.channel, MissingCapability::Attaching);
        }
        Ok(said)
    }

    /// Sends a message, which Discord recognises by its nonce if it is sent again.
    async fn send_to(
        &self,
        channel: u64,
        mut content: Value,
        part: &MessagePart,
        progress: &MessageProgress,
    ) -> Result<Value, RequestFailure> {
        let place = char::from_digit(u32::try_from(progress.done).unwrap_or_default() % 36, 36);
        content["nonce"] = json!(format!("{}{}", self.reply.key, place.unwrap_or('z')));
        content["enforce_nonce"] = json!(true);
        if self.reply.silent {
            content["flags"] = json!(SUPPRESS_NOTIFICATIONS);
        }
        let route = Route::ChannelMessages {
            channel_id: ChannelId::new(channel),
        };
        self.context
            .rest
            .send_now(route, LightMethod::Post, content, part.file.as_ref())
            .await
    }

    /// The content of a part in every form of message.
    fn content(&self, part: &MessagePart) -> Value {
        let users: Vec<&str> = self
            .reply
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
