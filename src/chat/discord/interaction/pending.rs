//! One interaction, and what became of its first response.

mod answering;
mod ephemeral;
mod withdrawing;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use serde_json::json;
use serenity::all::ApplicationId;
use serenity::http::Route;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use super::response::{DEFERRED_MESSAGE, DEFERRED_UPDATE, EPHEMERAL, respond};
use crate::chat::discord::error::code;
use crate::chat::discord::rest::RestClient;

/// How long an interaction's token is valid, less what a request may take:
/// <https://discord.com/developers/docs/interactions/receiving-and-responding>.
const TOKEN_LIFETIME: Duration = Duration::from_secs(14 * 60);

/// An interaction has to be acknowledged within this.
const ACKNOWLEDGE_WITHIN: Duration = Duration::from_millis(2800);

/// An interaction without a response is deferred after this.
const DEFER_AFTER: Duration = Duration::from_secs(1);

/// The wait between two attempts to defer.
const DEFER_RETRY: Duration = Duration::from_millis(200);

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
}
