//! Who asked for a hint, a review or a replay.

use std::sync::Arc;

use crate::host::incoming::Incoming;
use crate::host::one_each::SlotGuard;
use crate::session::{EngineTask, Person};
use crate::store::ReplyTarget;

/// Who asked for a hint, a review or a replay. Not kept over a restart: the answer is for the table then.
#[derive(Debug, Clone)]
pub(super) struct Requester {
    pub(super) task: EngineTask,
    /// Number of the entry that asks.
    pub(super) number: u64,
    pub(super) person: Person,
    /// The message that is answered.
    pub(super) reply_target: ReplyTarget,
    pub(super) language: Option<String>,
    /// Whether an answer for this person alone is seen by nobody else.
    pub(super) unseen: bool,
    /// Lets the person ask again once it is dropped.
    _slot: Arc<SlotGuard>,
}

impl Requester {
    pub(super) fn new(
        task: EngineTask,
        number: u64,
        incoming: &Incoming,
        unseen: bool,
        slot: SlotGuard,
    ) -> Self {
        Self {
            task,
            number,
            person: incoming.author.clone(),
            reply_target: incoming
                .reply_target
                .clone()
                .unwrap_or_else(|| incoming.event.clone().into()),
            language: incoming.language.clone(),
            unseen,
            _slot: Arc::new(slot),
        }
    }
}
