//! Going through a finished game: one position after another is put to the pool, below the bot's
//! turns and hints, so that a review holds up nobody for longer than one of them takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use super::Shared;
use super::busy::InHand;
use super::desk::Job;
use super::pool::{Found, Task, Urgency};
use crate::engine::{Findings, Review, ReviewSearch, SearchLimits, SearchResult};
use crate::session::{PlayedGame, TableKey};

/// Positions that the engine looks at for each position of the game. That is a fraction of a
/// second, of which a game takes about sixty; each profits from what was found out about the next.
const NODES: u64 = 400_000;

/// How often a position is put to the pool before the review fails.
const ATTEMPTS: usize = 2;

/// A review that takes longer than this says so when half of it is done.
const LONG: Duration = Duration::from_secs(15);

/// The number of no review.
pub(super) const NONE: u64 = u64::MAX;

/// A review to be made.
pub(super) struct Order {
    pub(super) table: TableKey,
    pub(super) number: u64,
    pub(super) game: Box<PlayedGame>,
    /// The number of the review that the table waits for. Once it differs nobody wants this one.
    pub(super) current: Arc<AtomicU64>,
}

impl Order {
    fn is_wanted(&self, shared: &Shared) -> bool {
        !shared.stopping.is_cancelled() && self.current.load(Ordering::Relaxed) == self.number
    }
}

/// The reviews of all tables: they are made one after another, so that the first is done first.
#[derive(Debug)]
pub(super) struct Reviews {
    turn: Semaphore,
    under_way: AtomicUsize,
}

impl Reviews {
    pub(super) const fn new() -> Self {
        Self {
            turn: Semaphore::const_new(1),
            under_way: AtomicUsize::new(0),
        }
    }
}

/// Counts a review until it is dropped.
struct UnderWay(Arc<Shared>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.reviews.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Begins a review; what it finds comes to the table's desk as a job. Returns how many others go
/// before.
pub(super) fn begin(shared: &Arc<Shared>, order: Order, in_hand: InHand) -> usize {
    let before = shared.reviews.under_way.fetch_add(1, Ordering::Relaxed);
    let under_way = UnderWay(Arc::clone(shared));
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        let permit = tokio::select! {
            // After the next start it is asked for again.
            () = shared.stopping.cancelled() => return,
            permit = shared.reviews.turn.acquire() => permit,
        };
        let findings = go_through(&shared, &order, &in_hand).await;
        drop(permit);
        drop(under_way);
        if order.is_wanted(&shared) {
            let number = order.number;
            let job = Job::Reviewed { number, findings };
            shared.enqueue(&order.table, job, Some(in_hand));
        }
    });
    before
}

/// Goes through a game. `None` if it failed, or if nobody wants it any more.
async fn go_through(
    shared: &Arc<Shared>,
    order: &Order,
    in_hand: &InHand,
) -> Option<Box<Findings>> {
    let begun = Instant::now();
    let mut review = Review::new(&order.game.start, &order.game.actions);
    let mut half = false;
    while let Some(asked) = review.next_search() {
        review.add(&judge(shared, order, asked).await?);
        let (done, all) = review.progress();
        if !half && 2 * done >= all {
            half = true;
            if begun.elapsed() >= LONG {
                let job = Job::HalfReviewed(order.number);
                shared.enqueue(&order.table, job, Some(in_hand.another()));
            }
        }
    }
    // What speaks for a move is looked up on the board, which takes its time.
    let findings = spawn_blocking(move || review.findings()).await;
    findings.ok().flatten().map(Box::new)
}

/// What the engine thinks of a position.
async fn judge(shared: &Arc<Shared>, order: &Order, asked: ReviewSearch) -> Option<SearchResult> {
    let ReviewSearch { position, depth } = asked;
    for _ in 0..ATTEMPTS {
        let (answer, answered) = oneshot::channel();
        let (stopping, current) = (shared.stopping.clone(), Arc::clone(&order.current));
        let number = order.number;
        shared.pool.put(Task {
            urgency: Urgency::Review,
            owner: String::new(),
            wanted: Box::new(move || {
                !stopping.is_cancelled() && current.load(Ordering::Relaxed) == number
            }),
            work: Box::new(move |engine, watch| {
                let limits = SearchLimits {
                    nodes: Some(NODES),
                    depth,
                    ..SearchLimits::default()
                };
                Found::Judged(engine.search(&position, &limits, watch))
            }),
            answer,
        });
        if let Ok(Found::Judged(Some(thought))) = answered.await {
            return Some(thought);
        }
        if !order.is_wanted(shared) {
            return None;
        }
    }
    tracing::error!(table = %order.table, %position, "the engine failed in a review");
    None
}
