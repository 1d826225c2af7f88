//! Errors of Discord's API: their codes, and what can be done about them.

use thiserror::Error;

use crate::chat::common::failure;
use crate::host::StoreError;

/// Why the bot cannot run on Discord.
#[derive(Debug, Error)]
pub enum DiscordError {
    /// Discord rejects the token.
    #[error(
        "discord.token: Discord rejects it: copy the bot's token anew from the developer portal, \
         page \"Bot\", button \"Reset Token\""
    )]
    Token,
    /// Discord did not answer, or gave an invalid answer.
    #[error("discord: cannot be reached: {0}")]
    Away(String),
    /// Another process reaches Discord, and this one has not reached it for long.
    #[error(
        "discord: cannot be reached from here, although another process reaches it: this one ends, so \
         that the others take over"
    )]
    CutOff,
    /// Discord rejected a request that the bot cannot do without.
    #[error("discord: the bot is not let in: {0}")]
    Rejected(String),
    /// No thread or no TLS.
    #[error("discord: cannot start: {0}")]
    Start(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Discord's error codes:
/// <https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>.
pub(super) mod code {
    pub(in super::super) const UNKNOWN_CHANNEL: i64 = 10_003;
    pub(in super::super) const UNKNOWN_MEMBER: i64 = 10_007;
    pub(in super::super) const UNKNOWN_MESSAGE: i64 = 10_008;
    pub(in super::super) const UNKNOWN_USER: i64 = 10_013;
    pub(in super::super) const UNKNOWN_WEBHOOK: i64 = 10_015;
    pub(in super::super) const UNKNOWN_INTERACTION: i64 = 10_062;
    pub(in super::super) const TOO_MANY_FOLLOW_UPS: i64 = 40_094;
    pub(in super::super) const MISSING_ACCESS: i64 = 50_001;
    pub(in super::super) const CANNOT_MESSAGE_USER: i64 = 50_007;
    pub(in super::super) const MISSING_PERMISSIONS: i64 = 50_013;
    pub(in super::super) const INVALID_WEBHOOK_TOKEN: i64 = 50_027;
    pub(in super::super) const INVALID_FORM: i64 = 50_035;
    pub(in super::super) const THREAD_ARCHIVED: i64 = 50_083;
    pub(in super::super) const ALREADY_ACKNOWLEDGED: i64 = 40_060;
    pub(in super::super) const NO_REPLY_WITHOUT_HISTORY: i64 = 160_002;
    pub(in super::super) const THREAD_EXISTS: i64 = 160_004;
    pub(in super::super) const THREAD_LOCKED: i64 = 160_005;
}

/// What can be done about a failed request. Rejections carry Discord's code, 0 where it gives none.
pub(super) type FailureKind = failure::FailureKind<i64>;

/// Why an event was not handled to the end.
pub(super) type InboundError = failure::InboundError<RequestFailure>;

/// A request that failed.
#[derive(Debug, Clone, Error)]
#[error("{reason}")]
pub(super) struct RequestFailure {
    pub(super) kind: FailureKind,
    /// Why, without any secret.
    pub(super) reason: String,
}

impl RequestFailure {
    pub(super) fn transient(reason: impl Into<String>) -> Self {
        Self {
            kind: FailureKind::Transient(None),
            reason: reason.into(),
        }
    }

    /// A request that is of no use, and was not sent or not answered by Discord.
    pub(super) fn rejected(reason: impl Into<String>) -> Self {
        Self {
            kind: FailureKind::Rejected(0),
            reason: reason.into(),
        }
    }

    /// What an answer means: its status, Discord's code and its explanation.
    pub(super) fn answered(status: u16, code: i64, message: &str) -> Self {
        let kind = match status {
            // A webhook's token ends with its interaction, and is not the bot's.
            401 if code != code::INVALID_WEBHOOK_TOKEN => FailureKind::LoggedOut,
            // Without a code the bot is refused, not the message.
            403 if code == 0 => FailureKind::Rejected(code::MISSING_ACCESS),
            408 | 429 | 500.. => FailureKind::Transient(None),
            _ => FailureKind::Rejected(code),
        };
        Self {
            kind,
            reason: format!("{status}, code {code}: {message}"),
        }
    }

    /// Whether the bot lacks a permission.
    pub(super) fn is_forbidden(&self) -> bool {
        matches!(
            self.kind,
            FailureKind::Rejected(code::MISSING_ACCESS | code::MISSING_PERMISSIONS)
        )
    }

    /// Whether the bot may not speak there at present, and may again some day.
    pub(super) fn is_silencing(&self) -> bool {
        self.is_forbidden()
            || matches!(
                self.kind,
                FailureKind::Rejected(
                    code::CANNOT_MESSAGE_USER | code::THREAD_ARCHIVED | code::THREAD_LOCKED
                )
            )
    }

    /// Whether it has this code.
    pub(super) fn has_code(&self, code: i64) -> bool {
        self.kind == FailureKind::Rejected(code)
    }

    /// Whether another attempt is of no use.
    pub(super) fn is_final(&self) -> bool {
        matches!(self.kind, FailureKind::Rejected(_))
    }
}

impl From<RequestFailure> for InboundError {
    fn from(failure: RequestFailure) -> Self {
        Self::Platform(failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_mean_what_can_be_done_about_them() {
        for (status, code, kind) in [
            (401, 0, FailureKind::LoggedOut),
            (
                401,
                code::INVALID_WEBHOOK_TOKEN,
                FailureKind::Rejected(50_027),
            ),
            (
                403,
                code::MISSING_PERMISSIONS,
                FailureKind::Rejected(50_013),
            ),
            (404, 10_003, FailureKind::Rejected(10_003)),
            (429, 0, FailureKind::Transient(None)),
            (502, -1, FailureKind::Transient(None)),
        ] {
            assert_eq!(RequestFailure::answered(status, code, "x").kind, kind);
        }
        assert!(RequestFailure::answered(403, code::MISSING_ACCESS, "x").is_forbidden());
        assert!(!RequestFailure::answered(400, code::INVALID_FORM, "x").is_forbidden());
        for (status, code, is_silencing) in [
            (403, 0, true),
            (403, code::MISSING_ACCESS, true),
            (403, code::CANNOT_MESSAGE_USER, true),
            (400, code::THREAD_ARCHIVED, true),
            (400, code::THREAD_LOCKED, true),
            // What was said is not welcome.
            (403, 200_000, false),
            (404, code::UNKNOWN_CHANNEL, false),
            (401, 0, false),
            (429, 0, false),
        ] {
            let failure = RequestFailure::answered(status, code, "x");
            assert_eq!(failure.is_silencing(), is_silencing, "{status} {code}");
        }
    }
}
