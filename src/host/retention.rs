//! Deletes old data from the store, once a day.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

use super::clock::WallClock;
use crate::store::Store;

/// Interval between deletions.
const INTERVAL: Duration = Duration::from_hours(24);

/// The same in seconds.
pub(super) const DAY: i64 = 24 * 3600;

/// How long handled events, delivered replies and notes for moderators are kept. No platform repeats an event, and
/// nobody presses a button, after a month.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Deletes old data until it is stopped.
pub(super) async fn run(store: Arc<dyn Store>, clock: WallClock, stopping: CancellationToken) {
    let mut interval = interval(INTERVAL);
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            _ = interval.tick() => prune(&store, clock.now()).await,
        }
    }
}

/// Deletes data that is too old by now.
pub(super) async fn prune(store: &Arc<dyn Store>, now: Timestamp) {
    if let Err(error) = store.prune(now - KEPT_FOR).await {
        tracing::warn!(%error, "cannot delete old data");
    }
}
