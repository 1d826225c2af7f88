//! Errors of a homeserver and of the library, and what can be done about them.

use std::time::{Duration, SystemTime};

use matrix_sdk::authentication::oauth::OAuthError;
use matrix_sdk::authentication::oauth::error::RequestTokenError;
use matrix_sdk::media::MediaError;
use matrix_sdk::ruma::api::error::{ErrorKind, RetryAfter};
use matrix_sdk::{HttpError, RefreshTokenError};
use thiserror::Error;

use crate::chat::common::failure;
use crate::host::StoreError;

/// Why the bot cannot run on Matrix.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// A setting is wrong.
    #[error("matrix.{key}: {reason}")]
    Setting {
        /// Its key in the section `[matrix]`.
        key: &'static str,
        /// What is wrong with it, and what to do.
        reason: String,
    },
    /// The server ended the session, and the bot cannot begin another.
    #[error(
        "the homeserver has ended the session: make a new access token and set matrix.access_token \
         and matrix.device_id (and matrix.refresh_token, if it expires), or use matrix.password, so \
         that the bot can renew it by itself"
    )]
    Ended,
    /// The server did not answer.
    #[error("matrix.homeserver: cannot be reached, or is no Matrix homeserver: {0}")]
    Away(String),
    /// The server refused a request that the bot cannot do without.
    #[error("the homeserver does not let the bot {what}: {reason}")]
    Server {
        /// What the bot tried to do.
        what: &'static str,
        /// What the server said.
        reason: String,
    },
    /// Another process runs the account.
    #[error(
        "this process was not heard of for too long, and another one runs the account on Matrix now"
    )]
    TakenOver,
    /// Another process reaches the homeserver, and this one has not reached it for long.
    #[error(
        "matrix.homeserver: cannot be reached from here, although another process reaches it: this \
         one ends, so that the others take over"
    )]
    CutOff,
    /// The key store failed.
    #[error("matrix.store: {0}")]
    Keys(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MatrixError {
    pub(super) fn setting(key: &'static str, reason: impl Into<String>) -> Self {
        Self::Setting {
            key,
            reason: reason.into(),
        }
    }
}

/// Why the server rejects a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rejection {
    /// What was sent is larger than the server accepts.
    TooLarge,
    /// The same reaction exists already.
    Duplicate,
    /// The server refuses it.
    Refused,
    /// The request failed here or in the library.
    Internal,
}

/// What can be done about a failed request.
pub(super) type FailureKind = failure::FailureKind<Rejection>;

/// Why an event was not handled to the end. The same piece of the timeline is read again.
pub(super) type InboundError = failure::InboundError<Box<matrix_sdk::Error>>;

impl From<matrix_sdk::Error> for InboundError {
    fn from(error: matrix_sdk::Error) -> Self {
        Self::Platform(Box::new(error))
    }
}

impl From<Box<matrix_sdk::Error>> for InboundError {
    fn from(error: Box<matrix_sdk::Error>) -> Self {
        Self::Platform(error)
    }
}

/// What an error of the library means.
pub(super) fn failure_kind(error: &matrix_sdk::Error) -> FailureKind {
    match error {
        matrix_sdk::Error::Http(error) => http_failure_kind(error),
        matrix_sdk::Error::WrongRoomState(_) => FailureKind::Rejected(Rejection::Refused),
        // The library knows the server's limit.
        matrix_sdk::Error::Media(MediaError::MediaTooLargeToUpload { .. }) => {
            FailureKind::Rejected(Rejection::TooLarge)
        }
        // Two requests were merged into one, whose error the other has.
        matrix_sdk::Error::ConcurrentRequestFailed => FailureKind::Transient(None),
        _ => FailureKind::Rejected(Rejection::Internal),
    }
}

/// What an error of a request means.
pub(super) fn http_failure_kind(error: &HttpError) -> FailureKind {
    if let HttpError::RefreshToken(error) = error {
        return refresh_failure_kind(error);
    }
    let Some(refusal) = error.as_client_api_error() else {
        return match error {
            HttpError::IntoHttp(_) => FailureKind::Rejected(Rejection::Internal),
            // No answer, or an invalid one.
            _ => FailureKind::Transient(None),
        };
    };
    match refusal.error_kind() {
        // Not a Matrix error: a proxy whose server is down answers with any status.
        None if refusal.status_code.as_u16() != 413 => FailureKind::Transient(None),
        Some(ErrorKind::LimitExceeded(limit)) => {
            FailureKind::Transient(limit.retry_after.as_ref().map(wait))
        }
        Some(ErrorKind::UnknownToken(_)) => FailureKind::LoggedOut,
        Some(ErrorKind::TooLarge) => FailureKind::Rejected(Rejection::TooLarge),
        Some(ErrorKind::DuplicateAnnotation) => FailureKind::Rejected(Rejection::Duplicate),
        _ if refusal.status_code.is_server_error()
            || matches!(refusal.status_code.as_u16(), 408 | 429) =>
        {
            FailureKind::Transient(None)
        }
        _ if refusal.status_code.as_u16() == 413 => FailureKind::Rejected(Rejection::TooLarge),
        _ => FailureKind::Rejected(Rejection::Refused),
    }
}

/// What it means that tokens cannot be renewed.
pub(super) fn refresh_failure_kind(error: &RefreshTokenError) -> FailureKind {
    match error {
        RefreshTokenError::RefreshTokenRequired => FailureKind::LoggedOut,
        RefreshTokenError::MatrixAuth(error) => match http_failure_kind(error) {
            // The token has expired, or a later one was used.
            FailureKind::Rejected(_) => FailureKind::LoggedOut,
            kind => kind,
        },
        RefreshTokenError::OAuth(error) => match &**error {
            OAuthError::RefreshToken(RequestTokenError::ServerResponse(_)) => {
                FailureKind::LoggedOut
            }
            _ => FailureKind::Transient(None),
        },
    }
}

/// Whether the server ended the session but keeps the device and its keys.
pub(super) fn is_soft_logout(error: &matrix_sdk::Error) -> bool {
    let kind = error.client_api_error_kind();
    matches!(kind, Some(ErrorKind::UnknownToken(token)) if token.soft_logout)
}

/// If the server's rate limit refused a request: how long to wait, if the server says so.
pub(super) fn limited(error: &matrix_sdk::Error) -> Option<Option<Duration>> {
    let refusal = error.as_client_api_error()?;
    match refusal.error_kind() {
        Some(ErrorKind::LimitExceeded(limit)) => Some(limit.retry_after.as_ref().map(wait)),
        _ if refusal.status_code.as_u16() == 429 => Some(None),
        _ => None,
    }
}

/// Whether the bot may not speak in a room: it is not in it, lacks the power level, or its account
/// is locked.
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

/// Whether the server rejected a sync token, the one thing in a sync request that can be wrong.
pub(super) fn is_bad_token(error: &matrix_sdk::Error) -> bool {
    error.as_client_api_error().is_some_and(|refusal| {
        refusal.status_code.as_u16() == 400 && refusal.error_kind().is_some()
    })
}

/// The innermost cause of an error, without the request that it belongs to.
pub(super) fn plain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
