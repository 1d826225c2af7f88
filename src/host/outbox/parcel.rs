//! What the outbox knows of a reply before it is rendered.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::session::{Board, Reply};
use crate::store::Outgoing;

/// A reply in an outbox.
#[derive(Debug, Clone)]
pub(in crate::host) struct Parcel {
    /// Its number in the store.
    pub(in crate::host) id: i64,
    /// The event that it answers; empty if that is not known.
    pub(super) event: Arc<str>,
    /// Id of the one person who may see it.
    pub(super) only_for: Option<String>,
    /// Whether it goes to that person as a private message.
    pub(super) private: bool,
    /// Id of the person whom it answers.
    pub(super) author: Option<String>,
    /// Whether it goes before replies that merely show something.
    pub(super) urgent: bool,
    /// Whether it answers an interaction, which is exempt from the channel's rate limits.
    pub(super) direct: bool,
    /// Whether it shows the table's board, and nothing drawn on it.
    pub(super) board: bool,
    /// Whether it may have been stored before the start.
    pub(super) late: bool,
    /// The replies that it replaces: it tells the table's state.
    pub(in crate::host) restates: Option<Vec<i64>>,
    pub(super) board_replaced: Arc<AtomicBool>,
}

impl Parcel {
    /// An urgent reply with this number.
    pub(in crate::host) fn new(id: i64, reply: &Reply) -> Self {
        let plain = |board: &Board| {
            board.hints.is_empty() && board.nudge.is_empty() && board.targets.is_none()
        };
        Self {
            id,
            event: Arc::default(),
            only_for: reply.only_for.as_ref().map(|person| person.id.clone()),
            private: reply.private && reply.only_for.is_some(),
            author: None,
            urgent: true,
            direct: false,
            // One that is told elsewhere does not make those here out of date.
            board: !reply.private && reply.board().is_some_and(plain),
            late: false,
            restates: None,
            board_replaced: Arc::default(),
        }
    }

    /// A reply that was stored before the last start. Its interaction, if it answers one, is over.
    pub(in crate::host) fn stored(outgoing: Outgoing) -> Self {
        let author = outgoing.author.map(|person| person.id);
        let parcel = Self::new(outgoing.id, &outgoing.reply).answering(&outgoing.event);
        Self {
            late: true,
            ..parcel.to(author, outgoing.urgent, false)
        }
    }

    /// The same reply, once its number is known.
    pub(in crate::host) fn numbered(&self, id: i64) -> Self {
        Self { id, ..self.clone() }
    }

    /// The same reply, to this event.
    pub(in crate::host) fn answering(self, event: &str) -> Self {
        Self {
            event: event.into(),
            ..self
        }
    }

    /// The same reply, to this person.
    pub(in crate::host) fn to(self, author: Option<String>, urgent: bool, direct: bool) -> Self {
        Self {
            author,
            urgent,
            direct,
            ..self
        }
    }
}
