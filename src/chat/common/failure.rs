//! Failed requests and failed events: what can be done about them.

use std::time::Duration;

use thiserror::Error;

use crate::host::{DeliveryError, HostError, StoreError};

/// What can be done about a failed request. `R` is why a platform rejects requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureKind<R> {
    /// Trouble of the network or the server: a later attempt may succeed. The server may have said
    /// how long to wait.
    Transient(Option<Duration>),
    /// The access token is no longer valid.
    LoggedOut,
    /// The server rejects the request; retries are useless.
    Rejected(R),
}

impl<R> FailureKind<R> {
    /// Whether a later attempt may succeed.
    #[cfg(feature = "matrix")]
    pub(crate) const fn is_transient(&self) -> bool {
        matches!(self, Self::Transient(_))
    }

    /// How long the server asked to wait.
    pub(crate) const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Transient(after) => *after,
            _ => None,
        }
    }

    /// What the failure means for a reply. `is_silenced`: the bot may not speak there at present.
    /// `logged_out`: the wait for a new token.
    pub(crate) fn delivery_error(
        &self,
        reason: String,
        is_silenced: bool,
        logged_out: Option<Duration>,
    ) -> DeliveryError {
        match self {
            Self::Transient(after) => DeliveryError::Retry {
                after: *after,
                reason,
            },
            Self::LoggedOut => DeliveryError::Retry {
                after: logged_out,
                reason,
            },
            Self::Rejected(_) if is_silenced => DeliveryError::Silenced(reason),
            Self::Rejected(_) => DeliveryError::Gone(reason),
        }
    }
}

/// Why an event was not handled to the end. `E` is the platform's error.
#[derive(Debug, Error)]
pub(crate) enum InboundError<E> {
    /// The bot stops.
    #[error("the bot is shutting down")]
    Stopping,
    /// A request to the platform failed.
    #[error("{0}")]
    Platform(E),
    /// The database failed.
    #[error("{0}")]
    Store(#[from] StoreError),
}

impl<E> From<HostError> for InboundError<E> {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Store(error) => Self::Store(error),
            HostError::Stopping | HostError::NoPlatform(_) => Self::Stopping,
        }
    }
}
