//! What all requests of the engine service share.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::one_by_one::OneByOne;
use super::pool::{Effort, Pool};
use super::program::Programs;
use super::workers::Workers;
use crate::host::animator::Animator;
use crate::host::tasks::Tasks;

pub(super) struct Shared {
    pub(super) pool: Pool,
    pub(super) programs: Programs,
    pub(super) workers: Workers,
    pub(super) effort: Effort,
    pub(super) reviews: OneByOne,
    /// Replays have a line of their own: a review takes ten times as long.
    pub(super) replays: OneByOne,
    pub(super) animator: Arc<Animator>,
    /// Least time from a request for a turn to its answer.
    pub(super) pause: Mutex<Duration>,
    pub(super) random: Arc<dyn Fn() -> u64 + Send + Sync>,
    pub(super) tasks: Tasks,
    pub(super) stopping: CancellationToken,
}
