//! Answers an interaction by messages that only the person sees.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::answering::RESPONSE_TIMEOUT;
use super::{PendingInteraction, ResponseState};
use crate::chat::common::background::BackgroundTasks;
use crate::chat::discord::error::{FailureKind, RequestFailure};
use crate::chat::discord::interaction::response::EPHEMERAL;
use crate::chat::discord::rest::{FileUpload, RestClient};

/// Failed attempts after which an ephemeral message is sent another way.
const MAX_EPHEMERAL_FAILURES: u32 = 2;

impl PendingInteraction {
    /// Sends a message that only the person sees. Gives up after repeated failures, or if the wait
    /// would be too long.
    pub(in crate::chat::discord) async fn send_ephemeral(
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
