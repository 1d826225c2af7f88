//! Replies on their way out: what becomes of one that could not be said, or only in part.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use matrix_sdk::RoomState;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::context::MatrixContext;
use super::error::{FailureKind, failure_kind, is_silenced, limited, plain};
use super::outbound::{Completion, EventProgress, ReplySender, SendError, StillWanted};
use super::roster::is_present;
use crate::host::{Backoff, DeliveryError, RenderedBoard, RenderedReply, Transport};
use crate::lock::lock;
use crate::session::{Person, TableKey};

/// How often a reply is tried that fails for no reason that time could mend.
const MOST_FAILURES: u32 = 8;

/// Replies of which it is kept what is done of them. One that is forgotten is begun anew, and the
/// server knows its events by their transactions.
const MOST_BEGUN: usize = 1000;

/// Replies of which a board or choices may come later. They are pictures in memory.
const MOST_LATE: usize = 200;

/// Boards of one table that may come later.
const MOST_LATE_BOARDS: usize = 2;

/// How often it is tried to show what is left of a reply.
const LATE_TRIES: u32 = 5;

/// How soon a reply gets in line again that waited there in vain. A wait that grew would put it
/// behind those who came later.
const IN_LINE_AGAIN: Duration = Duration::from_millis(50);

/// Who delivers on Matrix.
pub(super) struct MatrixTransport {
    context: Arc<MatrixContext>,
    /// What has been done so far of replies that did not go through at once, by their numbers.
    begun: Mutex<BTreeMap<i64, EventProgress>>,
    /// Replies of which something is left, the oldest first.
    late: Arc<Mutex<Vec<Arc<DeferredReply>>>>,
}

/// A reply of which something is left.
struct DeferredReply {
    table: TableKey,
    id: i64,
    /// Whether it has a board that is still to be shown.
    board: AtomicBool,
    /// Whether its choices are still those that the players have.
    choices: AtomicBool,
    /// Whether a newer board of the table is on its way.
    replaced: Arc<AtomicBool>,
    /// Ends the wait for room once nothing is wanted any more: it holds a picture.
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
    fn give_up(&self) {
        self.board.store(false, Ordering::Relaxed);
        self.choices.store(false, Ordering::Relaxed);
        self.unwanted.cancel();
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
        let board = self.board() && !self.replaced.load(Ordering::Relaxed);
        if !board && !self.choices() {
            self.unwanted.cancel();
        }
    }
}

impl MatrixTransport {
    pub(super) fn new(context: Arc<MatrixContext>) -> Self {
        Self {
            context,
            begun: Mutex::default(),
            late: Arc::default(),
        }
    }

    /// Keeps what is done of a reply until it comes again.
    fn keep(&self, id: i64, begun: EventProgress) {
        let mut kept = lock(&self.begun);
        kept.insert(id, begun);
        if kept.len() > MOST_BEGUN {
            kept.pop_first();
        }
    }

    /// A newer reply of a table has choices or a board of its own: older choices are no longer
    /// those that the players have.
    fn outdate(&self, delivery: &RenderedReply) {
        if delivery.choices.is_empty() && delivery.board.is_none() {
            return;
        }
        for late in lock(&self.late).iter() {
            if late.table == delivery.table && late.id < delivery.id {
                late.drop_choices();
            }
        }
    }

    /// Shows what is left of a reply when the server has room for it. It is not shown if the bot
    /// stops before: all is said in words.
    fn show_later(&self, delivery: RenderedReply, mut begun: EventProgress) {
        let late = Arc::new(DeferredReply {
            table: delivery.table.clone(),
            id: delivery.id,
            board: AtomicBool::new(matches!(
                delivery.board,
                Some(RenderedBoard::Picture { .. })
            )),
            choices: AtomicBool::new(!delivery.choices.is_empty()),
            replaced: Arc::clone(&delivery.board_replaced),
            unwanted: CancellationToken::new(),
        });
        {
            let mut all = lock(&self.late);
            let same = all
                .iter()
                .rev()
                .filter(|one| one.table == late.table && one.board());
            for older in same.skip(MOST_LATE_BOARDS - 1) {
                older.drop_board();
            }
            if all.len() >= MOST_LATE
                && let Some(oldest) = all.first()
            {
                oldest.give_up();
                all.remove(0);
            }
            all.push(Arc::clone(&late));
        }
        let context = Arc::clone(&self.context);
        let unwanted = late.unwanted.clone();
        let listed = DeferredEntry {
            all: Arc::clone(&self.late),
            late,
        };
        let showing = async move {
            let mut backoff = Backoff::new();
            for _ in 0..LATE_TRIES {
                if !context.is_online().await {
                    return;
                }
                let Some(room) = context.room(&delivery.table.channel) else {
                    return;
                };
                let saying = ReplySender {
                    context: &context,
                    room,
                    delivery: &delivery,
                    late: Some(&*listed.late),
                };
                let Err(SendError::Failed(error)) = saying.say_rest(&mut begun).await else {
                    return;
                };
                let reason = plain(&error);
                tracing::debug!(reply = delivery.id, reason, "a board or choices fail");
                if !matches!(failure_kind(&error), FailureKind::Transient(_)) {
                    return;
                }
                let after = limited(&error).flatten().unwrap_or_default();
                sleep(backoff.next().max(after)).await;
            }
        };
        self.context.spawn_background(async move {
            tokio::select! {
                () = unwanted.cancelled() => {}
                () = showing => {}
            }
        });
    }
}

/// A place in the list of replies of which something is left.
struct DeferredEntry {
    all: Arc<Mutex<Vec<Arc<DeferredReply>>>>,
    late: Arc<DeferredReply>,
}

impl Drop for DeferredEntry {
    fn drop(&mut self) {
        lock(&self.all).retain(|one| !Arc::ptr_eq(one, &self.late));
    }
}

impl Transport for MatrixTransport {
    fn deliver<'a>(
        &'a self,
        delivery: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        async move {
            if !self.context.is_online().await {
                return Err(DeliveryError::Retry {
                    after: None,
                    reason: "the bot is shutting down".to_owned(),
                });
            }
            let Some(room) = self.context.room(&delivery.table.channel) else {
                return Err(DeliveryError::Gone(
                    "the bot does not know the room".to_owned(),
                ));
            };
            let upgraded = room.is_tombstoned();
            if room.state() != RoomState::Joined {
                let reason = "the bot is not in the room".to_owned();
                return Err(match upgraded {
                    true => DeliveryError::Gone(reason),
                    false => DeliveryError::Silenced(reason),
                });
            }
            self.outdate(delivery);
            let mut begun = lock(&self.begun).remove(&delivery.id).unwrap_or_default();
            let said = ReplySender {
                context: &self.context,
                room,
                delivery,
                late: None,
            }
            .say(&mut begun)
            .await;
            let unsaid = match said {
                Ok(said) => {
                    let message = begun.message().map(ToString::to_string);
                    if said == Completion::TextOnly {
                        self.show_later(delivery.clone(), begun);
                    }
                    return Ok(message);
                }
                Err(unsaid) => unsaid,
            };
            if let SendError::Failed(error) = &unsaid
                && failure_kind(error) == FailureKind::Own
            {
                begun.failures += 1;
            }
            let error = outcome(&unsaid, begun.failures, upgraded);
            if !matches!(error, DeliveryError::Gone(_)) {
                self.keep(delivery.id, begun);
            }
            Err(error)
        }
        .boxed()
    }

    fn is_present<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        is_present(&self.context, table, person).boxed()
    }

    fn shows_asides(&self) -> bool {
        // Each would be one more reaction, under every turn.
        false
    }

    fn thinking(&self, table: &TableKey, on: bool) {
        let Some(room) = self.context.room(&table.channel) else {
            return;
        };
        // Some servers count this as well.
        if on && !self.context.queue.is_calm() {
            return;
        }
        self.context.spawn_background(async move {
            if let Err(error) = room.typing_notice(on).await {
                tracing::debug!(room = %room.room_id(), %error, "no typing notice");
            }
        });
    }
}

/// What an error means for a reply.
fn outcome(unsaid: &SendError, failures: u32, upgraded: bool) -> DeliveryError {
    let error = match unsaid {
        SendError::RateLimited | SendError::Unwanted => {
            return DeliveryError::Retry {
                after: Some(IN_LINE_AGAIN),
                reason: "the homeserver limits how often the bot may speak".to_owned(),
            };
        }
        SendError::Failed(error) => error,
    };
    let reason = plain(error);
    let retry = |after| DeliveryError::Retry {
        after,
        reason: reason.clone(),
    };
    match failure_kind(error) {
        FailureKind::Transient(after) => retry(after),
        FailureKind::LoggedOut { .. } => retry(None),
        FailureKind::Own if failures < MOST_FAILURES => retry(None),
        // Where the room was upgraded the bot speaks in the new one.
        _ if is_silenced(error) && !upgraded => DeliveryError::Silenced(reason),
        FailureKind::Own | FailureKind::TooLarge | FailureKind::Repeated | FailureKind::Refused => {
            DeliveryError::Gone(reason)
        }
    }
}
