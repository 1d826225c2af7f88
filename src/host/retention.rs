//! Deletes old data from the store, once a day.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::interval;

use super::services::Services;
use crate::store::PruneBefore;

/// Interval between deletions.
const INTERVAL: Duration = Duration::from_hours(24);

/// The same in seconds.
pub(super) const DAY: i64 = 24 * 3600;

/// How long handled events and delivered replies are kept. No platform repeats an event, and nobody
/// presses a button, after a month.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Deletes old data until it is stopped.
pub(super) async fn run(services: Arc<Services>) {
    let mut interval = interval(INTERVAL);
    loop {
        tokio::select! {
            () = services.stopping.cancelled() => return,
            _ = interval.tick() => prune(&services, services.sources.now()).await,
        }
    }
}

/// Deletes data that is too old by now.
pub(super) async fn prune(services: &Services, now: Timestamp) {
    let retention = services.live.now().retention;
    let ago = |span: SignedDuration| now.checked_sub(span).unwrap_or(Timestamp::MIN);
    let before = PruneBefore {
        replies: ago(KEPT_FOR),
        moderation: ago(retention.moderation),
        mutes_of_forgotten: now,
        games: retention.games.map(ago),
    };
    if let Err(error) = services.store.prune(before).await {
        tracing::warn!(%error, "cannot delete old data");
    }
}
