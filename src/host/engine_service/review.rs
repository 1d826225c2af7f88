//! Reviews of finished games. Their positions go through the pool one at a time, behind turns and
//! hints, so that a review holds up nobody for longer than one position takes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::pool::Effort;
use super::queue::{Priority, Task, TaskOutput};
use super::request::{Answer, Update};
use super::shared::Shared;
use crate::engine::{Findings, Review, ReviewSearch, SearchLimits, SearchResult};
use crate::session::{PlayedGame, TableKey};

/// Nodes searched for each position: a fraction of a second, of which a game takes about sixty.
/// Each position profits from what was found out about the next.
const NODES: u64 = 400_000;

/// Attempts for each position before the review fails.
const ATTEMPTS: usize = 2;

/// A review or a replay that takes longer than this reports when half of it is done.
pub(super) const LONG: Duration = Duration::from_secs(15);

/// A review to be made.
pub(super) struct ReviewJob {
    pub(super) table: TableKey,
    pub(super) game: Box<PlayedGame>,
    pub(super) cancel: CancellationToken,
    pub(super) updates: mpsc::UnboundedSender<Update>,
}

/// Begins a review. Returns how many others go before.
pub(super) fn begin(shared: &Arc<Shared>, review_job: ReviewJob) -> usize {
    let (ahead, turn) = shared.reviews.queue();
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        let (shared, review_job) = (&shared, &review_job);
        let reviewed = async move {
            let _permit = turn.next().await;
            review(shared, review_job).await
        };
        tokio::select! {
            () = review_job.cancel.cancelled() => {}
            findings = reviewed => {
                // A review that was cut off has not failed: it is asked for again.
                if !review_job.cancel.is_cancelled() {
                    // The table may have gone.
                    let _ = review_job.updates.send(Update::Done(Answer::Review(findings)));
                }
            }
        }
    });
    ahead
}

/// Goes through a game. `None` if the engine failed.
async fn review(shared: &Shared, review_job: &ReviewJob) -> Option<Box<Findings>> {
    let begun = Instant::now();
    let game = &review_job.game;
    let mut review = Review::new(&game.start, &game.actions).to_learn(game.learners());
    let mut half_done = false;
    while let Some(request) = review.next_search() {
        review.add(&search(shared, review_job, request).await?);
        let (done, all) = review.progress();
        if !half_done && 2 * done >= all {
            half_done = true;
            if begun.elapsed() >= LONG && shared.effort == Effort::Time {
                let _ = review_job.updates.send(Update::HalfDone);
            }
        }
    }
    // Explanations are worked out on the board, which takes its time.
    let findings = spawn_blocking(move || review.findings()).await;
    findings.ok().flatten().map(Box::new)
}

/// Searches a position of the game.
async fn search(
    shared: &Shared,
    review_job: &ReviewJob,
    request: ReviewSearch,
) -> Option<SearchResult> {
    let ReviewSearch {
        position,
        depth,
        lines,
    } = request;
    for _ in 0..ATTEMPTS {
        let (output, received) = oneshot::channel();
        let cancel = review_job.cancel.clone();
        shared.pool.put(Task {
            until: None,
            priority: Priority::Review,
            owner: String::new(),
            wanted: Box::new(move || !cancel.is_cancelled()),
            body: Box::new(move |engine, monitor| {
                let limits = SearchLimits {
                    // So that several reach the same depth as one did.
                    nodes: Some(NODES * lines as u64),
                    depth,
                    lines,
                    ..SearchLimits::default()
                };
                TaskOutput::Judged(engine.search(&position, &limits, monitor))
            }),
            output,
        });
        if let Ok(TaskOutput::Judged(Some(result))) = received.await {
            return Some(result);
        }
        if review_job.cancel.is_cancelled() {
            return None;
        }
    }
    tracing::error!(table = %review_job.table, %position, "the engine failed in a review");
    None
}
