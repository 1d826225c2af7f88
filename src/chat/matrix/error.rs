//! What can go wrong with a homeserver, and what to do about it.

use std::time::{Duration, SystemTime};

use matrix_sdk::HttpError;
use matrix_sdk::ruma::api::error::{ErrorKind, RetryAfter};
use thiserror::Error;

use crate::host::StoreError;

/// Why the bot cannot be on Matrix.
#[derive(Debug, Error)]
pub enum Error {
    /// A setting turned out to be wrong.
    #[error("matrix.{key}: {reason}")]
    Setting {
        /// Its key in the section `[matrix]`.
        key: &'static str,
        /// What is wrong with it, and what to do.
        reason: String,
    },
    /// The server ended the session, and there is no way to begin another.
    #[error(
        "the homeserver has ended the session: make a new access token and set matrix.access_token \
         and matrix.device_id, or use matrix.password, with which the bot renews it by itself"
    )]
    Ended,
    /// The server did not answer.
    #[error("matrix.homeserver: cannot be reached, or is no Matrix homeserver: {0}")]
    Away(String),
    /// The server refused something without which nothing goes.
    #[error("the homeserver does not let the bot {what}: {reason}")]
    Server {
        /// What the bot tried to do.
        what: &'static str,
        /// What the server said.
        reason: String,
    },
    /// The store of keys failed.
    #[error("matrix.store: {0}")]
    Keys(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Error {
    pub(super) fn setting(key: &'static str, reason: impl Into<String>) -> Self {
        Self::Setting {
            key,
            reason: reason.into(),
        }
    }
}

/// What can be done about a failed request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FailureKind {
    /// The network, or the server's own: it may go next time. The server may have said when.
    Transient(Option<Duration>),
    /// The access token is no longer good. `soft`: the device is still known to the server.
    LoggedOut {
        /// Whether the device, with its keys, stays.
        soft: bool,
    },
    /// What was sent is larger than the server takes.
    TooLarge,
    /// The same reaction stands there already.
    Repeated,
    /// The server will not have it, however often it is asked.
    Refused,
    /// Something of our own, or of the library's.
    Own,
}

/// What an error of the library means.
pub(super) fn failure_kind(error: &matrix_sdk::Error) -> FailureKind {
    match error {
        matrix_sdk::Error::Http(error) => http_failure_kind(error),
        matrix_sdk::Error::WrongRoomState(_) => FailureKind::Refused,
        // Two were sent at once and shared a request, of which the other tells more.
        matrix_sdk::Error::ConcurrentRequestFailed => FailureKind::Transient(None),
        _ => FailureKind::Own,
    }
}

/// What an error of a request means.
pub(super) fn http_failure_kind(error: &HttpError) -> FailureKind {
    let Some(refusal) = error.as_client_api_error() else {
        return match error {
            HttpError::IntoHttp(_) => FailureKind::Own,
            // No answer, or one that makes no sense.
            _ => FailureKind::Transient(None),
        };
    };
    match refusal.error_kind() {
        // It does not speak Matrix: a proxy whose server is down says so with any status.
        None if refusal.status_code.as_u16() != 413 => FailureKind::Transient(None),
        Some(ErrorKind::LimitExceeded(limit)) => {
            FailureKind::Transient(limit.retry_after.as_ref().map(wait))
        }
        Some(ErrorKind::UnknownToken(token)) => FailureKind::LoggedOut {
            soft: token.soft_logout,
        },
        Some(ErrorKind::TooLarge) => FailureKind::TooLarge,
        Some(ErrorKind::DuplicateAnnotation) => FailureKind::Repeated,
        _ if refusal.status_code.is_server_error()
            || matches!(refusal.status_code.as_u16(), 408 | 429) =>
        {
            FailureKind::Transient(None)
        }
        _ if refusal.status_code.as_u16() == 413 => FailureKind::TooLarge,
        _ => FailureKind::Refused,
    }
}

/// Whether the server refused a request because there were too many, and how long it wants to be
/// left alone if it says so.
pub(super) fn limited(error: &matrix_sdk::Error) -> Option<Option<Duration>> {
    let refusal = error.as_client_api_error()?;
    match refusal.error_kind() {
        Some(ErrorKind::LimitExceeded(limit)) => Some(limit.retry_after.as_ref().map(wait)),
        _ if refusal.status_code.as_u16() == 429 => Some(None),
        _ => None,
    }
}

/// Whether the bot may not speak in a room: it is not in it, lacks the power, or the account may
/// not do anything at present.
pub(super) fn is_silenced(error: &matrix_sdk::Error) -> bool {
    match error {
        matrix_sdk::Error::WrongRoomState(_) => true,
        error => error.as_client_api_error().is_some_and(|refusal| {
            refusal.status_code.as_u16() == 403 && refusal.error_kind().is_some()
        }),
    }
}

fn wait(after: &RetryAfter) -> Duration {
    match after {
        RetryAfter::Delay(delay) => *delay,
        RetryAfter::DateTime(at) => at.duration_since(SystemTime::now()).unwrap_or_default(),
    }
}

/// Whether the server did not take a sync token. It is the one thing in a sync that can be wrong.
pub(super) fn is_bad_token(error: &matrix_sdk::Error) -> bool {
    error.as_client_api_error().is_some_and(|refusal| {
        refusal.status_code.as_u16() == 400 && refusal.error_kind().is_some()
    })
}

/// Why what was heard could not be dealt with to the end. The same piece of the timeline is asked
/// for again.
#[derive(Debug, Error)]
pub(super) enum InboundError {
    /// The bot stops.
    #[error("the bot is shutting down")]
    Stopping,
    /// The server did not hand out what is needed.
    #[error("{0}")]
    Server(#[from] Box<matrix_sdk::Error>),
    /// The database failed.
    #[error("{0}")]
    Store(#[from] StoreError),
}

impl From<matrix_sdk::Error> for InboundError {
    fn from(error: matrix_sdk::Error) -> Self {
        Self::Server(Box::new(error))
    }
}

/// The innermost reason of an error, without the request that it belongs to.
pub(super) fn plain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
