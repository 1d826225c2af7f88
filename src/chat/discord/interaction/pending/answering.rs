//! Answers an interaction: by its first response, or by messages after it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{ApplicationId, MessageId};
use serenity::http::{LightMethod, Route};
use tokio::time::timeout;

use super::{ACKNOWLEDGE_WITHIN, InteractionKind, PendingInteraction, ResponseState};
use crate::chat::discord::error::{RequestFailure, code};
use crate::chat::discord::interaction::response::{EPHEMERAL, LOADING, MESSAGE, UPDATE, respond};
use crate::chat::discord::markdown::escape;
use crate::chat::discord::rest::{FileUpload, RestClient};
use crate::chat::discord::snowflake::id_of;
use crate::lock::lock;

/// How long Discord waits for the first response.
const RESPONSE_DEADLINE: Duration = Duration::from_secs(3);

/// How long a first response with a picture may take to send.
pub(super) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// How Discord refuses further messages for an interaction.
const SPENT: [i64; 4] = [
    code::INVALID_WEBHOOK_TOKEN,
    code::UNKNOWN_WEBHOOK,
    code::UNKNOWN_INTERACTION,
    code::TOO_MANY_FOLLOW_UPS,
];

impl PendingInteraction {
    /// Sends a message as the first response, or fills in the placeholder. `None` if it is too late
    /// for that, so that it has to be another message.
    pub(in crate::chat::discord) async fn say(
        &self,
        rest: &RestClient,
        content: &Value,
        file: Option<&FileUpload>,
        private: bool,
    ) -> Result<Option<Value>, RequestFailure> {
        let mut state = self.state.lock().await;
        if !self.is_valid() || self.is_frozen() {
            *state = ResponseState::Closed;
        }
        // Whether Discord said that there is a response.
        let mut exists = false;
        loop {
            match *state {
                ResponseState::Unanswered if self.since.elapsed() >= ACKNOWLEDGE_WITHIN => {
                    *state = ResponseState::Closed;
                }
                ResponseState::Unanswered => {
                    exists = true;
                    match self.respond(rest, content, file, private).await {
                        Ok(message) => {
                            *state = ResponseState::Closed;
                            self.answered.notify_one();
                            return Ok(Some(message));
                        }
                        Err(failure) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => {
                            *state = ResponseState::Unknown;
                        }
                        // Perhaps only the attachment is forbidden.
                        Err(failure) if !failure.is_final() || failure.is_forbidden() => {
                            return Err(failure);
                        }
                        Err(failure) => {
                            tracing::debug!(%failure, "the response to an interaction failed");
                            *state = ResponseState::Closed;
                            self.answered.notify_one();
                        }
                    }
                }
                // To change the message twice is as good as once.
                ResponseState::Unknown if self.kind == InteractionKind::Step => {
                    *state = match !exists && self.since.elapsed() < ACKNOWLEDGE_WITHIN {
                        true => ResponseState::Unanswered,
                        false => ResponseState::Deferred,
                    };
                }
                ResponseState::Unknown => {
                    let original = self.fetch_original(rest, exists).await?;
                    *state = match &original {
                        OriginalResponse::Missing => ResponseState::Unanswered,
                        OriginalResponse::Placeholder => ResponseState::Deferred,
                        OriginalResponse::Gone | OriginalResponse::Message(_) => {
                            ResponseState::Closed
                        }
                    };
                    // Sent before the bot stopped, or before the answer was lost.
                    if let OriginalResponse::Message(message) = original
                        && is_same_message(&message, content, file)
                    {
                        return Ok(Some(message));
                    }
                }
                ResponseState::Deferred
                    if private == self.is_private() || self.kind == InteractionKind::Step =>
                {
                    let content = self.in_place(content);
                    let edited = rest
                        .send_now(self.original(), LightMethod::Patch, content, file)
                        .await;
                    match edited {
                        Ok(message) => {
                            *state = ResponseState::Closed;
                            return Ok(Some(message));
                        }
                        Err(failure) if failure.is_final() && !failure.is_forbidden() => {
                            tracing::debug!(%failure, "a deferred response was not filled in");
                            *state = ResponseState::Closed;
                        }
                        Err(failure) => return Err(failure),
                    }
                }
                // A public placeholder cannot become ephemeral, and the next message would fill it.
                ResponseState::Deferred => {
                    self.delete(rest).await?;
                    *state = ResponseState::Closed;
                }
                ResponseState::Closed => return Ok(None),
            }
        }
    }

    /// Sends a message that everybody sees, as the first response or after it. `None` if Discord takes
    /// no more for it: apps that only a person has installed may send five after the first.
    pub(in crate::chat::discord) async fn answer(
        &self,
        rest: &RestClient,
        content: &Value,
        file: Option<&FileUpload>,
    ) -> Result<Option<Value>, RequestFailure> {
        let sent = match self.say(rest, content, file, false).await? {
            Some(sent) => sent,
            None => match self.follow_up(rest, content.clone(), file).await {
                Ok(sent) => sent,
                Err(failure) if SPENT.iter().any(|code| failure.has_code(*code)) => {
                    tracing::debug!(%failure, "an interaction takes no further messages");
                    self.is_spent.store(true, Ordering::Relaxed);
                    return Ok(None);
                }
                Err(failure) => return Err(failure),
            },
        };
        lock(&self.messages).extend(sent["id"].as_str().map(str::to_owned));
        Ok(Some(sent))
    }

    /// Whether this message, which everybody saw, was sent in answer to it.
    pub(in crate::chat::discord::interaction) fn sent(&self, message: &str) -> bool {
        lock(&self.messages).iter().any(|one| one == message)
    }

    /// Edits a message that was sent in answer to it.
    pub(in crate::chat::discord) async fn edit(
        &self,
        rest: &RestClient,
        message: u64,
        content: Value,
    ) -> Result<Value, RequestFailure> {
        let route = Route::WebhookFollowupMessage {
            application_id: ApplicationId::new(self.application.max(1)),
            token: &self.token,
            message_id: MessageId::new(message.max(1)),
        };
        rest.send(route, LightMethod::Patch, content, None).await
    }

    /// Sends a message after the first response.
    pub(super) async fn follow_up(
        &self,
        rest: &RestClient,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, RequestFailure> {
        let route = Route::WebhookFollowupMessages {
            application_id: ApplicationId::new(self.application.max(1)),
            token: &self.token,
        };
        rest.send_now(route, LightMethod::Post, content, file).await
    }

    /// Sends the first response, and returns the message that it became.
    pub(super) async fn respond(
        &self,
        rest: &RestClient,
        content: &Value,
        file: Option<&FileUpload>,
        private: bool,
    ) -> Result<Value, RequestFailure> {
        let mut data = content.clone();
        if private {
            data["flags"] = json!(EPHEMERAL);
        }
        let response = match self.kind {
            InteractionKind::Step => json!({ "type": UPDATE, "data": self.in_place(content) }),
            _ => json!({ "type": MESSAGE, "data": data }),
        };
        let request = respond(rest, self.id, &self.token, response, file);
        let Ok(answered) = timeout(RESPONSE_TIMEOUT, request).await else {
            return Err(RequestFailure::transient(
                "the response to an interaction was not accepted in time",
            ));
        };
        let message = answered?["resource"]["message"].take();
        if message["id"].is_string() {
            return Ok(message);
        }
        // Its id is useful, but not worth sending it twice.
        let original = self.fetch(rest).await;
        Ok(original.unwrap_or_default())
    }

    /// A content that leaves nothing of the message whose place it takes: a placeholder, or a step.
    fn in_place(&self, content: &Value) -> Value {
        let mut content = content.clone();
        let mut default = |key: &str, value: Value| {
            if content[key].is_null() {
                content[key] = value;
            }
        };
        default("components", json!([]));
        if self.kind == InteractionKind::Step {
            default("content", json!(""));
            default("attachments", json!([]));
        }
        content
    }

    async fn fetch(&self, rest: &RestClient) -> Result<Value, RequestFailure> {
        rest.get(self.original(), Vec::new()).await
    }

    /// Looks up the first response. `exists`: Discord said that there is one.
    async fn fetch_original(
        &self,
        rest: &RestClient,
        exists: bool,
    ) -> Result<OriginalResponse, RequestFailure> {
        Ok(match self.fetch(rest).await {
            // It is the message with the button.
            Ok(original)
                if self.kind == InteractionKind::Press
                    && id_of(&original["interaction_metadata"]["id"]) != Some(self.id) =>
            {
                OriginalResponse::Gone
            }
            Ok(original)
                if original["flags"]
                    .as_u64()
                    .is_some_and(|flags| flags & LOADING != 0) =>
            {
                OriginalResponse::Placeholder
            }
            Ok(original) => OriginalResponse::Message(original),
            Err(failure) if !failure.is_final() => return Err(failure),
            Err(_) if !exists && self.since.elapsed() < RESPONSE_DEADLINE => {
                OriginalResponse::Missing
            }
            Err(_) => OriginalResponse::Gone,
        })
    }

    /// Shows a line as the response, which can still be edited.
    pub(in crate::chat::discord) async fn show_line(
        &self,
        rest: &RestClient,
        line: &str,
    ) -> Result<Value, RequestFailure> {
        let content = json!({ "content": escape(line), "allowed_mentions": { "parse": [] } });
        let mut state = self.state.lock().await;
        if *state == ResponseState::Unanswered {
            match self.respond(rest, &content, None, false).await {
                Ok(message) => {
                    *state = ResponseState::Deferred;
                    self.answered.notify_one();
                    return Ok(message);
                }
                Err(failure) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => {
                    *state = ResponseState::Deferred;
                }
                Err(failure) => return Err(failure),
            }
        }
        rest.send(self.original(), LightMethod::Patch, content, None)
            .await
    }
}

/// The first response as Discord has it.
enum OriginalResponse {
    /// There is none, and it is not too late for one.
    Missing,
    /// A placeholder.
    Placeholder,
    /// This message.
    Message(Value),
    /// There is none and it is too late, or it is something else.
    Gone,
}

/// Whether a message has this content, and a file if there is one: a board that is out of date by now
/// is left out.
fn is_same_message(message: &Value, content: &Value, file: Option<&FileUpload>) -> bool {
    let text = |value: &Value| {
        value["content"]
            .as_str()
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let has_file = message["attachments"]
        .as_array()
        .is_some_and(|all| !all.is_empty());
    text(message) == text(content) && (has_file || file.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_was_sent_before_is_recognised() {
        let file = FileUpload {
            name: "yinsh.png".to_owned(),
            content: vec![1],
            description: None,
        };
        let stored = json!({ "content": "E4. ", "attachments": [{}] });
        let sent = json!({ "content": "E4." });
        assert!(is_same_message(&stored, &sent, Some(&file)));
        assert!(is_same_message(&stored, &sent, None));
        let without = json!({ "content": "E4." });
        assert!(!is_same_message(&without, &sent, Some(&file)));
        assert!(!is_same_message(
            &stored,
            &json!({ "content": "E5." }),
            Some(&file)
        ));
        assert!(is_same_message(&json!({ "content": "" }), &json!({}), None));
    }
}
