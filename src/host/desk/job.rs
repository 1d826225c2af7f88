//! What is to be done at a table.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::oneshot;

use super::moving::{Leaving, Meeting};
use crate::engine::Findings;
use crate::host::pool::Found;
use crate::host::{Disposition, HostError, Incoming};
use crate::session::Refusal;

/// Something to be done at a table.
pub(in crate::host) enum Job {
    /// Somebody said or pressed something.
    Hear(
        Box<Incoming>,
        oneshot::Sender<Result<Disposition, HostError>>,
    ),
    /// Somebody says too much at once: this is all that they hear.
    Refuse(
        Box<Incoming>,
        Refusal,
        oneshot::Sender<Result<Disposition, HostError>>,
    ),
    /// The bot may not speak here: say how the table stands in place of these replies.
    Restate(Vec<i64>),
    /// These replies will never be delivered.
    GiveUp(Vec<i64>),
    /// The engine has made up its mind about this version of the table.
    Thought(Thought),
    /// The engine has gone through a game, or has failed to.
    Reviewed {
        /// Number of the wish.
        number: u64,
        findings: Option<Box<Findings>>,
    },
    /// The engine has gone through half of the game of the wish with this number.
    HalfReviewed(u64),
    /// The clock rings.
    Bell,
    /// See what the table waits for.
    Look,
    /// Deliver a reply that was written before the last start.
    Deliver(i64),
    /// Let the table move to another key.
    Leave(Leaving),
    /// Let another table move here.
    Receive(Meeting),
}

impl Job {
    /// What is left to be said where a hint or a review cannot be put into words.
    pub(super) fn apology(&self) -> Option<Self> {
        match self {
            Self::Thought(Thought {
                version,
                current,
                found: Found::Hint(_),
            }) => Some(Self::Thought(Thought {
                version: *version,
                current: Arc::clone(current),
                found: Found::Hint(Vec::new()),
            })),
            Self::Reviewed { number, .. } => Some(Self::Reviewed {
                number: *number,
                findings: None,
            }),
            _ => None,
        }
    }
}

/// What the engine wants to do.
pub(in crate::host) struct Thought {
    /// At which version of the table.
    pub(in crate::host) version: u64,
    /// The version that it looked at: another one if another table stands at the key by now.
    pub(in crate::host) current: Arc<AtomicU64>,
    pub(in crate::host) found: Found,
}
