//! Sending a reply where the bot may only answer: to its own interaction, or to a later one there.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::Value;

use super::{MessageProgress, MessageSender};
use crate::chat::discord::error::RequestFailure;
use crate::chat::discord::interaction::{InteractionKind, PendingInteraction};
use crate::chat::discord::message_parts::MessagePart;
use crate::session::Person;

impl MessageSender<'_> {
    /// Sends the remaining messages of the reply. False if there is nothing to answer.
    pub(in super::super) async fn answer(
        &self,
        progress: &mut MessageProgress,
    ) -> Result<bool, RequestFailure> {
        let own = self.own_interaction();
        if progress.done == 0 {
            progress.without_board = self.reply.board_replaced.load(Ordering::Relaxed);
        }
        loop {
            let parts = self.parts(progress);
            let Some(part) = parts.get(progress.done) else {
                return Ok(true);
            };
            let for_author = own
                .as_ref()
                .is_some_and(|own| own.kind == InteractionKind::Command { private: true });
            let sent = match (&self.reply.only_for, &own) {
                (Some(person), own) => {
                    let sent = self.answer_alone(person, own.as_ref(), part, progress);
                    sent.await.map(Some)
                }
                (None, Some(own)) if for_author => self.send_ephemeral(own, part).await.map(Some),
                (None, own) => self.answer_openly(own.as_ref(), part).await,
            };
            match sent {
                Ok(Some(message)) => progress.sent(&message),
                Ok(None) => return Ok(false),
                // Perhaps only the attachment is forbidden.
                Err(failure) if failure.is_forbidden() && part.file.is_some() && !progress.bare => {
                    progress.bare = true;
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Tells those whom the reply mentions in private, as far as they take private messages: there is
    /// nothing to answer where it belongs. The last message that arrived.
    pub(in super::super) async fn tell_mentioned(
        &self,
    ) -> Result<Option<MessageProgress>, RequestFailure> {
        let mut told = None;
        for person in self
            .reply
            .mentions
            .iter()
            .filter(|one| **one != self.context.bot)
        {
            let mut progress = MessageProgress::default();
            for part in &self.parts(&progress) {
                match self.send_direct(person, part, &progress).await {
                    Ok(message) => progress.sent(&message),
                    Err(failure) if failure.is_final() => {
                        tracing::debug!(channel = self.channel, %failure, "no private message");
                        break;
                    }
                    Err(failure) => return Err(failure),
                }
            }
            if progress.done > 0 {
                told = Some(progress);
            }
        }
        Ok(told)
    }

    /// The interaction that the reply answers, if it can still be answered.
    fn own_interaction(&self) -> Option<Arc<PendingInteraction>> {
        let event = self.reply.reply_to.as_deref()?;
        let own = self.context.interactions.of_event(event);
        own.filter(|own| own.is_usable())
    }

    async fn send_ephemeral(
        &self,
        interaction: &Arc<PendingInteraction>,
        part: &MessagePart,
    ) -> Result<Value, RequestFailure> {
        let (rest, background) = (&self.context.rest, &self.context.background);
        let content = self.content(part);
        let file = part.file.as_ref();
        let sending = interaction.send_ephemeral(rest, background, content, file);
        sending.await
    }

    /// Sends a message that one person alone sees: in answer to what they did, or else as a private
    /// message.
    async fn answer_alone(
        &self,
        person: &Person,
        own: Option<&Arc<PendingInteraction>>,
        part: &MessagePart,
        progress: &MessageProgress,
    ) -> Result<Value, RequestFailure> {
        if let Some(own) = own {
            match self.send_ephemeral(own, part).await {
                Err(failure) if failure.is_final() && !failure.is_forbidden() => {
                    tracing::debug!(%failure, "an interaction is answered by a private message");
                }
                sent => return sent,
            }
        }
        self.send_direct(person, part, progress).await
    }

    /// Sends a message that everybody sees. `None` if there is nothing to answer.
    async fn answer_openly(
        &self,
        own: Option<&Arc<PendingInteraction>>,
        part: &MessagePart,
    ) -> Result<Option<Value>, RequestFailure> {
        let content = self.content(part);
        let others = self.context.interactions.usable_in(self.channel);
        for interaction in own.into_iter().chain(&others) {
            let sent = interaction.answer(&self.context.rest, &content, part.file.as_ref());
            if let Some(sent) = sent.await? {
                return Ok(Some(sent));
            }
        }
        Ok(None)
    }
}
