//! What it means for the host that something could not be sent.

use std::time::Duration;

use super::error::{FailureKind, Rejection, failure_kind, is_silenced, plain};
use super::outbound::SendError;
use crate::host::DeliveryError;

/// Attempts to deliver a reply that fails here or in the library.
const MAX_INTERNAL_FAILURES: u32 = 8;

/// How soon a reply is queued again that waited in vain for the send queue. A growing wait would put
/// it behind later ones.
const REQUEUE_AFTER: Duration = Duration::from_millis(50);

/// What an error means for the host.
pub(super) fn delivery_error(
    error: &SendError,
    internal_failures: u32,
    is_upgraded: bool,
) -> DeliveryError {
    let error = match error {
        SendError::RateLimited | SendError::Unwanted => {
            return DeliveryError::Retry {
                after: Some(REQUEUE_AFTER),
                reason: "the homeserver limits how often the bot may speak".to_owned(),
            };
        }
        SendError::Failed(error) => error,
    };
    let reason = plain(error);
    match failure_kind(error) {
        FailureKind::Rejected(Rejection::Internal) if internal_failures < MAX_INTERNAL_FAILURES => {
            DeliveryError::Retry {
                after: None,
                reason,
            }
        }
        // After an upgrade the bot speaks in the new room.
        kind => kind.delivery_error(reason, is_silenced(error) && !is_upgraded, None),
    }
}
