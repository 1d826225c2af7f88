//! Boards and choices that are sent later, when the server has room for them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::context::MatrixContext;
use super::error::{failure_kind, limited, plain};
use super::outbound::{EventProgress, ReplySender, SendError, StillWanted};
use crate::host::{Backoff, RenderedBoard, RenderedReply};
use crate::lock::lock;
use crate::session::TableKey;

/// Replies that wait. They hold pictures in memory.
const MAX_REPLIES: usize = 200;

/// Boards of one table that wait.
const MAX_BOARDS_OF_TABLE: usize = 2;

/// Attempts to send the rest of a reply.
const ATTEMPTS: u32 = 5;

/// A reply whose text was sent.
struct DeferredReply {
    table: TableKey,
    id: i64,
    /// Whether it has a board that is still to be sent.
    board: AtomicBool,
    /// Whether its choices are still current.
    choices: AtomicBool,
    /// Whether a newer board of the table is on its way.
    board_replaced: Arc<AtomicBool>,
    /// Ends the wait once nothing is wanted any more.
    unwanted: CancellationToken,
}

impl StillWanted for DeferredReply {
    fn board(&self) -> bool {
        self.board.load(Ordering::Relaxed)
    }

    fn choices(&self) -> bool {
        self.choices.load(Ordering::Relaxed)
    }
}

impl DeferredReply {
    fn new(reply: &RenderedReply) -> Self {
        Self {
            table: reply.table.clone(),
            id: reply.id,
            board: AtomicBool::new(matches!(reply.board, Some(RenderedBoard::Picture { .. }))),
            choices: AtomicBool::new(!reply.choices.is_empty()),
            board_replaced: Arc::clone(&reply.board_replaced),
            unwanted: CancellationToken::new(),
        }
    }

    fn drop_all(&self) {
        self.board.store(false, Ordering::Relaxed);
        self.drop_choices();
    }

    fn drop_board(&self) {
        self.board.store(false, Ordering::Relaxed);
        self.end_if_unwanted();
    }

    fn drop_choices(&self) {
        self.choices.store(false, Ordering::Relaxed);
        self.end_if_unwanted();
    }

    fn end_if_unwanted(&self) {
        let board = self.board() && !self.board_replaced.load(Ordering::Relaxed);
        if !board && !self.choices() {
            self.unwanted.cancel();
        }
    }
}

/// The replies whose board or choices are sent later, the oldest first.
#[derive(Clone, Default)]
pub(super) struct DeferredReplies(Arc<Mutex<Vec<Arc<DeferredReply>>>>);

impl DeferredReplies {
    /// Drops the choices of older replies of the table if this one has choices or a board.
    pub(super) fn outdate(&self, reply: &RenderedReply) {
        if reply.choices.is_empty() && reply.board.is_none() {
            return;
        }
        for older in lock(&self.0).iter() {
            if older.table == reply.table && older.id < reply.id {
                older.drop_choices();
            }
        }
    }

    /// Sends the rest of a reply in the background. It is dropped if the bot stops before: the text
    /// contains it as well.
    pub(super) fn send_later(
        &self,
        context: &Arc<MatrixContext>,
        reply: RenderedReply,
        mut progress: EventProgress,
    ) {
        let deferred = self.add(&reply);
        let unwanted = deferred.deferred.unwanted.clone();
        let shared = Arc::clone(context);
        let sending = async move {
            let mut backoff = Backoff::new();
            for _ in 0..ATTEMPTS {
                if !shared.is_online().await {
                    return;
                }
                let Some(room) = shared.room(&reply.table.channel) else {
                    return;
                };
                let sender = ReplySender {
                    context: &shared,
                    room,
                    reply: &reply,
                    rest: Some(&*deferred.deferred),
                };
                let Err(SendError::Failed(error)) = sender.send_rest(&mut progress).await else {
                    return;
                };
                let reason = plain(&error);
                tracing::debug!(reply = reply.id, reason, "a board or choices were not sent");
                if !failure_kind(&error).is_transient() {
                    return;
                }
                let least = limited(&error).flatten().unwrap_or_default();
                sleep(backoff.next().max(least)).await;
            }
        };
        context.background.spawn(async move {
            tokio::select! {
                () = unwanted.cancelled() => {}
                () = sending => {}
            }
        });
    }

    /// Adds a reply, and drops older ones beyond the limits.
    fn add(&self, reply: &RenderedReply) -> DeferredEntry {
        let deferred = Arc::new(DeferredReply::new(reply));
        let mut all = lock(&self.0);
        let boards = all
            .iter()
            .rev()
            .filter(|one| one.table == deferred.table && one.board());
        for older in boards.skip(MAX_BOARDS_OF_TABLE - 1) {
            older.drop_board();
        }
        if all.len() >= MAX_REPLIES
            && let Some(oldest) = all.first()
        {
            oldest.drop_all();
            all.remove(0);
        }
        all.push(Arc::clone(&deferred));
        DeferredEntry {
            all: self.clone(),
            deferred,
        }
    }
}

/// The place of a reply in the list, until it is dropped.
struct DeferredEntry {
    all: DeferredReplies,
    deferred: Arc<DeferredReply>,
}

impl Drop for DeferredEntry {
    fn drop(&mut self) {
        lock(&self.all.0).retain(|one| !Arc::ptr_eq(one, &self.deferred));
    }
}
