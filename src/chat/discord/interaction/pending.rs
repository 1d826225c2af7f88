//! One interaction, and what became of its first response.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{ApplicationId, MessageId};
use serenity::http::{LightMethod, Route};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use super::response::{
    DEFERRED_MESSAGE, DEFERRED_UPDATE, EPHEMERAL, LOADING, MESSAGE, UPDATE, respond,
};
use crate::chat::common::background::BackgroundTasks;
use crate::chat::discord::error::{FailureKind, RequestFailure, code};
use crate::chat::discord::markdown::escape;
use crate::chat::discord::rest::{FileUpload, RestClient};
use crate::chat::discord::retry::retry;
use crate::chat::discord::snowflake::id_of;
use crate::lock::lock;

/// How long an interaction's token is valid, less what a request may take:
/// <https://discord.com/developers/docs/interactions/receiving-and-responding>.
const TOKEN_LIFETIME: Duration = Duration::from_secs(14 * 60);

/// An interaction has to be acknowledged within this.
const ACKNOWLEDGE_WITHIN: Duration = Duration::from_millis(2800);

/// How long Discord waits for the first response.
const RESPONSE_DEADLINE: Duration = Duration::from_secs(3);

/// An interaction without a response is deferred after this.
const DEFER_AFTER: Duration = Duration::from_secs(1);

/// The wait between two attempts to defer.
const DEFER_RETRY: Duration = Duration::from_millis(200);

/// How long a first response with a picture may take to send.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Attempts to delete a placeholder.
const WITHDRAW_ATTEMPTS: usize = 5;

/// Failed attempts after which an ephemeral message is sent another way.
const MAX_EPHEMERAL_FAILURES: u32 = 2;

/// How Discord refuses further messages for an interaction.
const SPENT: [i64; 4] = [
    code::INVALID_WEBHOOK_TOKEN,
    code::UNKNOWN_WEBHOOK,
    code::UNKNOWN_INTERACTION,
    code::TOO_MANY_FOLLOW_UPS,
];

/// The kind of an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum InteractionKind {
    /// A slash command. `private`: only the person sees the answer.
    Command { private: bool },
    /// A pressed button, or an item picked from a menu.
    Press,
    /// The same under a step to a decision that only the person sees: the next step takes its place.
    Step,
}

impl InteractionKind {
    pub(super) const ALL: [Self; 4] = [
        Self::Command { private: false },
        Self::Command { private: true },
        Self::Press,
        Self::Step,
    ];

    /// How it is written in a [`reply_target`](super::reply_target).
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Command { private: false } => "open",
            Self::Command { private: true } => "private",
            Self::Press => "press",
            Self::Step => "step",
        }
    }

    /// Whether a choice was pressed.
    pub(in super::super) const fn is_press(self) -> bool {
        matches!(self, Self::Press | Self::Step)
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// What became of an interaction's first response. Its lock is held for as long as a request
/// takes, so that a response and a deferral never cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ResponseState {
    /// No response was sent.
    Unanswered,
    /// A response may have been sent, by an earlier run or in a request whose answer was lost.
    Unknown,
    /// A placeholder is shown, which can be filled in.
    Deferred,
    /// The response is complete, or it is too late for one. Further messages are follow-ups.
    Closed,
}

/// An interaction.
pub(in super::super) struct PendingInteraction {
    pub(super) id: u64,
    application: u64,
    token: String,
    pub(in super::super) kind: InteractionKind,
    /// Its channel, if the bot may only answer there.
    pub(super) channel: Option<u64>,
    since: Instant,
    state: tokio::sync::Mutex<ResponseState>,
    /// Notified once there is a response, so that nothing has to be deferred.
    answered: Notify,
    /// Whether the response stays as it is.
    frozen: AtomicBool,
    /// The thread that was opened for it.
    thread: OnceLock<u64>,
    /// Whether an earlier run received it, so that the state of its response is not known.
    is_earlier: bool,
    /// Whether it was redirected to an existing thread.
    is_redirected: AtomicBool,
    /// How often an ephemeral message failed.
    ephemeral_failures: AtomicU32,
    /// Whether Discord takes no further messages for it.
    is_spent: AtomicBool,
    /// The messages that everybody saw in answer to it, where the bot may only answer.
    messages: Mutex<Vec<String>>,
}

impl PendingInteraction {
    /// An interaction that has just arrived, or one of an earlier run, of this age.
    pub(super) fn new(
        id: u64,
        application: u64,
        token: &str,
        kind: InteractionKind,
        channel: Option<u64>,
        earlier: Option<Duration>,
    ) -> Option<Self> {
        let now = Instant::now();
        let state = match earlier {
            None => ResponseState::Unanswered,
            Some(_) => ResponseState::Unknown,
        };
        Some(Self {
            id,
            application,
            token: token.to_owned(),
            kind,
            channel,
            since: now.checked_sub(earlier.unwrap_or_default())?,
            state: tokio::sync::Mutex::new(state),
            answered: Notify::new(),
            frozen: AtomicBool::new(false),
            thread: OnceLock::new(),
            is_earlier: earlier.is_some(),
            is_redirected: AtomicBool::new(false),
            ephemeral_failures: AtomicU32::new(0),
            is_spent: AtomicBool::new(false),
            messages: Mutex::default(),
        })
    }

    /// Whether its token is still valid.
    pub(super) fn is_valid(&self) -> bool {
        self.since.elapsed() < TOKEN_LIFETIME
    }

    /// Whether it can be answered, as far as is known.
    pub(in super::super) fn is_usable(&self) -> bool {
        self.is_valid() && !self.is_spent.load(Ordering::Relaxed)
    }

    #[cfg(test)]
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Whether only the person sees the response.
    fn is_private(&self) -> bool {
        self.kind == (InteractionKind::Command { private: true })
    }

    fn is_frozen(&self) -> bool {
        self.frozen.load(Ordering::Relaxed)
    }

    /// Defers the response if there is none after a second, so that the person sees that the bot
    /// works on it.
    pub(in super::super) async fn acknowledge(&self, rest: &RestClient) {
        let wait = DEFER_AFTER.saturating_sub(self.since.elapsed());
        if timeout(wait, self.answered.notified()).await.is_ok() {
            return;
        }
        let content = match self.kind {
            InteractionKind::Command { private: true } => {
                json!({ "type": DEFERRED_MESSAGE, "data": { "flags": EPHEMERAL } })
            }
            InteractionKind::Command { private: false } => json!({ "type": DEFERRED_MESSAGE }),
            InteractionKind::Press | InteractionKind::Step => json!({ "type": DEFERRED_UPDATE }),
        };
        loop {
            {
                let mut state = self.state.lock().await;
                if *state != ResponseState::Unanswered {
                    return;
                }
                let left = ACKNOWLEDGE_WITHIN.saturating_sub(self.since.elapsed());
                let request = respond(rest, self.id, &self.token, content.clone(), None);
                match timeout(left, request).await {
                    Ok(Ok(_)) => {
                        *state = match self.kind {
                            InteractionKind::Press => ResponseState::Closed,
                            InteractionKind::Command { .. } | InteractionKind::Step => {
                                ResponseState::Deferred
                            }
                        };
                    }
                    // Another process, or an earlier request whose answer was lost, has already
                    // responded.
                    Ok(Err(failure)) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => {
                        *state = ResponseState::Unknown;
                    }
                    Ok(Err(failure)) if failure.is_final() || left.is_zero() => {
                        tracing::debug!(%failure, "an interaction was not acknowledged");
                        *state = ResponseState::Closed;
                    }
                    Ok(Err(failure)) => {
                        tracing::debug!(%failure, "acknowledging an interaction is retried");
                    }
                    Err(_) => {
                        tracing::debug!("an interaction was not acknowledged in time");
                        *state = ResponseState::Unknown;
                    }
                }
            }
            sleep(DEFER_RETRY).await;
        }
    }

    /// Whether the first response can still be sent or filled in.
    pub(in super::super) async fn is_open(&self) -> bool {
        self.is_valid() && !self.is_frozen() && *self.state.lock().await != ResponseState::Closed
    }

    fn original(&self) -> Route<'_> {
        Route::WebhookOriginalInteractionResponse {
            application_id: ApplicationId::new(self.application.max(1)),
            token: &self.token,
        }
    }

    /// Sends a message as the first response, or fills in the placeholder. `None` if it is too late
    /// for that, so that it has to be another message.
    pub(in super::super) async fn say(
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
    pub(in super::super) async fn answer(
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
    pub(super) fn sent(&self, message: &str) -> bool {
        lock(&self.messages).iter().any(|one| one == message)
    }

    /// Removes the buttons of a message that was sent in answer to it.
    pub(in super::super) async fn clear_choices(
        &self,
        rest: &RestClient,
        message: u64,
    ) -> Result<Value, RequestFailure> {
        let route = Route::WebhookFollowupMessage {
            application_id: ApplicationId::new(self.application.max(1)),
            token: &self.token,
            message_id: MessageId::new(message.max(1)),
        };
        let bare = json!({ "components": [] });
        rest.send(route, LightMethod::Patch, bare, None).await
    }

    /// Sends a message after the first response.
    async fn follow_up(
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
    async fn respond(
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
    pub(in super::super) async fn show_line(
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

    /// Leaves the response as it is: what follows is said elsewhere.
    pub(in super::super) fn freeze(&self) {
        self.frozen.store(true, Ordering::Relaxed);
    }

    /// Notes that an existing thread is where it goes on.
    pub(in super::super) fn redirect(&self) {
        self.is_redirected.store(true, Ordering::Relaxed);
    }

    /// Whether an answer in a thread is an ordinary message there, and must not be filled in where
    /// the interaction took place.
    pub(in super::super) fn answers_in_thread(&self) -> bool {
        // The response of an earlier run may be the line from which the thread was made.
        self.is_redirected.load(Ordering::Relaxed) || self.is_earlier
    }

    /// The thread that was opened for it.
    pub(in super::super) fn thread(&self) -> Option<u64> {
        self.thread.get().copied()
    }

    /// Notes the thread that was opened for it, for when it is handled again.
    pub(in super::super) fn set_thread(&self, thread: u64) {
        // A thread that is set already is the same.
        let _ = self.thread.set(thread);
    }

    /// Removes the placeholder, or says in an ephemeral message in which channel the answer is, in
    /// the background.
    pub(in super::super) fn withdraw(
        self: &Arc<Self>,
        rest: &Arc<RestClient>,
        background: &BackgroundTasks,
        answered_in: Option<u64>,
    ) {
        if self.kind.is_press() || self.is_frozen() || self.is_earlier {
            return;
        }
        let (this, rest) = (Arc::clone(self), Arc::clone(rest));
        background.spawn(async move {
            let attempt = || this.try_withdraw(&rest, answered_in);
            let withdrawn = retry(WITHDRAW_ATTEMPTS, attempt, |_| Some(Duration::ZERO));
            if let Err(failure) = withdrawn.await {
                tracing::debug!(%failure, "a response was not withdrawn");
            }
        });
    }

    async fn try_withdraw(
        &self,
        rest: &RestClient,
        answered_in: Option<u64>,
    ) -> Result<(), RequestFailure> {
        let mut state = self.state.lock().await;
        if *state == ResponseState::Unanswered {
            // Without any response Discord tells the person that the bot did not respond.
            let content = match answered_in {
                Some(channel) => {
                    let there = format!("<#{channel}>");
                    json!({ "type": MESSAGE, "data": { "content": there, "flags": EPHEMERAL } })
                }
                None => json!({ "type": DEFERRED_MESSAGE, "data": { "flags": EPHEMERAL } }),
            };
            match respond(rest, self.id, &self.token, content, None).await {
                Err(failure) if !failure.is_final() => return Err(failure),
                Ok(_) if answered_in.is_none() => *state = ResponseState::Deferred,
                Err(failure) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => {
                    *state = ResponseState::Deferred;
                }
                Ok(_) | Err(_) => *state = ResponseState::Closed,
            }
            self.answered.notify_one();
        }
        if *state == ResponseState::Deferred {
            self.delete(rest).await?;
            *state = ResponseState::Closed;
        }
        Ok(())
    }

    /// Removes the step whose choice was pressed, in the background: the decision is told.
    pub(in super::super) fn end_steps(
        self: &Arc<Self>,
        rest: &Arc<RestClient>,
        background: &BackgroundTasks,
    ) {
        let (this, rest) = (Arc::clone(self), Arc::clone(rest));
        background.spawn(async move {
            let attempt = || this.try_end_steps(&rest);
            let ended = retry(WITHDRAW_ATTEMPTS, attempt, |_| Some(Duration::ZERO));
            if let Err(failure) = ended.await {
                tracing::debug!(%failure, "a step to a decision stays");
            }
        });
    }

    async fn try_end_steps(&self, rest: &RestClient) -> Result<(), RequestFailure> {
        let mut state = self.state.lock().await;
        if *state == ResponseState::Unanswered {
            let content = json!({ "type": DEFERRED_UPDATE });
            match respond(rest, self.id, &self.token, content, None).await {
                Err(failure) if !failure.is_final() => return Err(failure),
                Ok(_) | Err(_) => *state = ResponseState::Deferred,
            }
            self.answered.notify_one();
        }
        self.delete(rest).await?;
        *state = ResponseState::Closed;
        Ok(())
    }

    /// Deletes the first response.
    async fn delete(&self, rest: &RestClient) -> Result<(), RequestFailure> {
        let deleted = rest.send_now(self.original(), LightMethod::Delete, Value::Null, None);
        match deleted.await {
            Err(failure) if !failure.is_final() => Err(failure),
            Err(failure) => {
                tracing::debug!(%failure, "a response could not be deleted");
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    }

    /// Sends a message that only the person sees. Gives up after repeated failures, or if the wait
    /// would be too long.
    pub(in super::super) async fn send_ephemeral(
        self: &Arc<Self>,
        rest: &Arc<RestClient>,
        background: &BackgroundTasks,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, RequestFailure> {
        let failures = self.ephemeral_failures.load(Ordering::Relaxed);
        if !self.is_valid() || failures >= MAX_EPHEMERAL_FAILURES {
            return Err(RequestFailure::rejected(
                "the interaction cannot be answered",
            ));
        }
        let failure = match self.try_ephemeral(rest, content, file).await {
            Err(failure) if !failure.is_final() => failure,
            sent => return sent,
        };
        let before = self.ephemeral_failures.fetch_add(1, Ordering::Relaxed);
        let takes_long =
            matches!(failure.kind, FailureKind::Transient(Some(after)) if after > RESPONSE_TIMEOUT);
        if before + 1 < MAX_EPHEMERAL_FAILURES && !takes_long {
            return Err(failure);
        }
        self.ephemeral_failures
            .store(MAX_EPHEMERAL_FAILURES, Ordering::Relaxed);
        // It is sent another way instead of waiting here.
        let mut state = self.state.lock().await;
        match *state {
            ResponseState::Deferred => self.withdraw(rest, background, None),
            _ => *state = ResponseState::Closed,
        }
        self.answered.notify_one();
        Err(RequestFailure::rejected(failure.reason))
    }

    async fn try_ephemeral(
        &self,
        rest: &RestClient,
        mut content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, RequestFailure> {
        if let Some(sent) = self.say(rest, &content, file, true).await? {
            return Ok(sent);
        }
        content["flags"] = json!(EPHEMERAL);
        self.follow_up(rest, content, file).await
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
