//! What all requests of the engine service share.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::pool::{Effort, Pool};
use super::review_turns::ReviewTurns;

pub(super) struct Shared {
    pub(super) pool: Pool,
    pub(super) effort: Effort,
    pub(super) reviews: ReviewTurns,
    /// Least time from a request for a turn to its answer.
    pub(super) pause: Duration,
    pub(super) random: Arc<dyn Fn() -> u64 + Send + Sync>,
    pub(super) tasks: TaskTracker,
    pub(super) stopping: CancellationToken,
}
