//! Verification by emoji (SAS): the bot answers those who verify it, so that "Verify user" in a client
//! comes to an end.
//!
//! With the operator's own ids, `matrix.verify_with`, the bot confirms by itself: they compare the
//! emoji with the log, if they like. With anybody else it shows the emoji in the log and does not
//! confirm, as nobody has compared them on its side; the library ends that after a minute. The bot's
//! own account counts as anybody else: a device that it confirms may ask for the account's secrets.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use matrix_sdk::Client;
use matrix_sdk::deserialized_responses::ProcessedToDeviceEvent;
use matrix_sdk::encryption::verification::{
    SasState, SasVerification, VerificationRequest, VerificationRequestState,
};
use matrix_sdk::ruma::events::AnyToDeviceEvent;
use matrix_sdk::ruma::events::key::verification::VerificationMethod;
use matrix_sdk::ruma::{OwnedUserId, UserId};
use tokio::time::timeout;

use super::context::MatrixContext;
use super::error::plain;

/// How long a verification may take; the library ends it before. A limit for what it does not end.
const LONGEST: Duration = Duration::from_mins(15);

/// The rate limit of verifications with people whom the operator does not name, all together.
const OTHERS: Quota = Quota::per_minute(OTHERS_A_MINUTE).allow_burst(OTHERS_AT_ONCE);
const OTHERS_A_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(5);
const OTHERS_AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(7);

/// A verification that somebody begins.
#[derive(Debug)]
pub(super) struct VerificationBegin {
    /// Who begins it.
    pub(super) user: OwnedUserId,
    /// Its id: of the event in a room, or of the transaction between devices.
    pub(super) flow: String,
    /// Whether it is a request, as usual. Older clients begin without one.
    pub(super) is_request: bool,
}

impl VerificationBegin {
    /// From an event between devices.
    pub(super) fn read(event: &ProcessedToDeviceEvent) -> Option<Self> {
        let (user, flow, is_request) = match event.as_raw().deserialize().ok()? {
            AnyToDeviceEvent::KeyVerificationRequest(event) => {
                (event.sender, event.content.transaction_id, true)
            }
            AnyToDeviceEvent::KeyVerificationStart(event) => {
                (event.sender, event.content.transaction_id, false)
            }
            _ => return None,
        };
        Some(Self {
            user,
            flow: flow.to_string(),
            is_request,
        })
    }
}

/// Answers verifications.
pub(super) struct Verifications {
    context: Arc<MatrixContext>,
    others: DefaultDirectRateLimiter,
}

impl Verifications {
    pub(super) fn new(context: Arc<MatrixContext>) -> Arc<Self> {
        Arc::new(Self {
            context,
            others: RateLimiter::direct(OTHERS),
        })
    }

    /// Answers a verification, in the background.
    pub(super) fn begin(self: &Arc<Self>, client: &Client, begin: VerificationBegin) {
        let this = Arc::clone(self);
        let client = client.clone();
        self.context.background.spawn(async move {
            let user = begin.user.clone();
            match timeout(LONGEST, this.answer(&client, &begin)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    tracing::warn!(%user, reason = plain(&error), "a verification failed");
                }
                Err(_) => tracing::warn!(%user, "a verification took too long"),
            }
        });
    }

    /// Whether the bot confirms by itself.
    fn confirms(&self, user: &UserId) -> bool {
        user != self.context.me() && self.context.verifies_with(user)
    }

    async fn answer(&self, client: &Client, begin: &VerificationBegin) -> matrix_sdk::Result<()> {
        let VerificationBegin { user, flow, .. } = begin;
        let encryption = client.encryption();
        let request = encryption.get_verification_request(user, flow).await;
        if request.is_some() && !begin.is_request {
            // It waits for this already.
            return Ok(());
        }
        if !self.confirms(user) && self.others.check().is_err() {
            tracing::debug!(%user, "a verification is ignored: too many");
            return Ok(());
        }
        let sas = match request {
            Some(request) => accept(&request).await?,
            None => match encryption.get_verification(user, flow).await {
                Some(begun) => begun.sas(),
                // It is old, or the library did not know the sender's devices. Next time it does.
                None => {
                    tracing::debug!(%user, "a verification is not answered");
                    encryption.request_user_identity(user).await?;
                    None
                }
            },
        };
        match sas {
            Some(sas) => self.compare(&sas).await,
            None => Ok(()),
        }
    }

    /// Shows the emoji, and confirms them with those with whom the operator allows it.
    async fn compare(&self, sas: &SasVerification) -> matrix_sdk::Result<()> {
        let user = sas.other_user_id();
        let mut changes = sas.changes();
        sas.accept().await?;
        let mut is_shown = false;
        loop {
            match sas.state() {
                SasState::KeysExchanged { .. } if !is_shown => {
                    is_shown = true;
                    let emoji = emoji(sas);
                    if self.confirms(user) {
                        tracing::info!(%user, %emoji, "a verification is confirmed");
                        sas.confirm().await?;
                        continue;
                    }
                    tracing::warn!(
                        %user, %emoji,
                        "a verification is not confirmed: name this user in matrix.verify_with if \
                         it is to be, and restart the bot"
                    );
                }
                SasState::Done { .. } => {
                    tracing::info!(%user, "verified");
                    return Ok(());
                }
                SasState::Cancelled(info) => {
                    tracing::info!(%user, reason = info.reason(), "a verification was cancelled");
                    return Ok(());
                }
                _ => {}
            }
            if changes.next().await.is_none() {
                return Ok(());
            }
        }
    }
}

/// Accepts a request, and waits until the other side begins to compare; `None` if it does not.
async fn accept(request: &VerificationRequest) -> matrix_sdk::Result<Option<SasVerification>> {
    let mut changes = request.changes();
    request
        .accept_with_methods(vec![VerificationMethod::SasV1])
        .await?;
    loop {
        match request.state() {
            VerificationRequestState::Transitioned { verification } => {
                return Ok(verification.sas());
            }
            VerificationRequestState::Done | VerificationRequestState::Cancelled(_) => {
                return Ok(None);
            }
            _ => {}
        }
        if changes.next().await.is_none() {
            return Ok(None);
        }
    }
}

/// What both sides compare, in words: the seven emoji, or three numbers.
fn emoji(sas: &SasVerification) -> String {
    if let Some(emoji) = sas.emoji() {
        let words = emoji.map(|one| format!("{} {}", one.symbol, one.description));
        return words.join(", ");
    }
    let numbers = sas.decimals().map(<[u16; 3]>::from).unwrap_or_default();
    numbers.map(|number| number.to_string()).join(" ")
}
