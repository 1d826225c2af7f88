//! Takes back what stands in for an answer: a placeholder, or a step to a decision.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::http::LightMethod;

use super::{PendingInteraction, ResponseState};
use crate::chat::common::background::BackgroundTasks;
use crate::chat::discord::error::{RequestFailure, code};
use crate::chat::discord::interaction::response::{
    DEFERRED_MESSAGE, DEFERRED_UPDATE, EPHEMERAL, MESSAGE, respond,
};
use crate::chat::discord::rest::RestClient;
use crate::chat::discord::retry::retry;

/// Attempts to delete a placeholder.
const WITHDRAW_ATTEMPTS: usize = 5;

impl PendingInteraction {
    /// Removes the placeholder, or says in an ephemeral message in which channel the answer is, in
    /// the background.
    pub(in crate::chat::discord) fn withdraw(
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
    pub(in crate::chat::discord) fn end_steps(
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
    pub(super) async fn delete(&self, rest: &RestClient) -> Result<(), RequestFailure> {
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
}
