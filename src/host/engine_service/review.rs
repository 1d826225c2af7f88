//! Reviews of finished games. Their positions go through the pool one at a time, behind turns and
//! hints, so that a review holds up nobody for longer than one position takes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::pool::Effort;
use super::queue::TaskOutput;
use super::request::{Answer, Update};
use super::search::{self, Search, Wanted};
use super::shared::Shared;
use crate::engine::{Findings, Review, ReviewSearch, SearchResult};
use crate::session::{PlayedGame, TableKey};

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
async fn review(shared: &Arc<Shared>, review_job: &ReviewJob) -> Option<Box<Findings>> {
    let begun = Instant::now();
    let game = &review_job.game;
    let mut review = Review::new(&game.start, &game.actions).to_learn(game.learners());
    let mut half_done = false;
    while let Some(request) = review.next_search() {
        review.add(&judge(shared, review_job, request).await?);
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
async fn judge(
    shared: &Arc<Shared>,
    review_job: &ReviewJob,
    request: ReviewSearch,
) -> Option<SearchResult> {
    let ReviewSearch {
        position,
        depth,
        lines,
    } = request;
    for _ in 0..ATTEMPTS {
        let wanted = Wanted {
            search: Search::Judge {
                position,
                depth,
                lines,
            },
            owner: String::new(),
            until: None,
            cancel: review_job.cancel.clone(),
        };
        let (_, received) = search::begin(shared, wanted);
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
