//! Posts the puzzle of the day where that is set, as each day begins.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::Host;
use super::mailbox::Job;
use crate::session::{TableKey, utc_day};

/// The longest time until it is looked again: a clock may be set, a place may want the puzzle now,
/// and what failed is tried again.
const INTERVAL: Duration = Duration::from_mins(15);

/// Tables at which it is posted at the same time.
const AT_ONCE: usize = 16;

/// The moment at which the day after a moment begins.
fn next_day(now: Timestamp) -> Option<Timestamp> {
    let tomorrow = utc_day(now).checked_add(1.day()).ok()?;
    let start = tomorrow.to_zoned(TimeZone::UTC).ok()?;
    Some(start.timestamp())
}

impl Host {
    /// Posts the puzzles of the days until the host stops.
    pub(super) async fn follow_days(self) {
        let services = &self.services;
        let mut posted = (Date::default(), BTreeSet::new());
        loop {
            let now = services.sources.now();
            if posted.0 != utc_day(now) {
                posted = (utc_day(now), BTreeSet::new());
            }
            self.post_dailies(posted.0, &mut posted.1).await;
            let left = next_day(now).and_then(|next| Duration::try_from(next - now).ok());
            let wait = left.unwrap_or(INTERVAL).min(INTERVAL);
            tokio::select! {
                () = services.stopping.cancelled() => return,
                () = sleep(wait) => {}
            }
        }
    }

    /// Posts the puzzle of a day where it is wanted, but where it was `posted`. Where that fails it
    /// is tried again the next time.
    pub(super) async fn post_dailies(&self, day: Date, posted: &mut BTreeSet<TableKey>) {
        let services = &self.services;
        let wanted = services.platforms.keys();
        let wanted = wanted.flat_map(|platform| services.places.dailies(platform));
        let wanted: Vec<TableKey> = wanted.filter(|table| !posted.contains(table)).collect();
        let at_once = if services.stepwise { 1 } else { AT_ONCE };
        let done: Vec<TableKey> = stream::iter(wanted)
            .map(|table| self.post_daily(table, day))
            .buffer_unordered(at_once)
            .filter_map(async |table| table)
            .collect()
            .await;
        posted.extend(done);
    }

    /// Posts it at a table, which is returned if that is stored.
    async fn post_daily(&self, table: TableKey, day: Date) -> Option<TableKey> {
        let (answer, stored) = oneshot::channel();
        self.put(&table, Job::Daily(day, answer));
        // The answer is dropped on shutdown.
        let stored = stored.await;
        if self.services.stepwise {
            self.settle(&table).await;
        }
        match stored {
            Ok(Ok(())) => Some(table),
            Ok(Err(error)) => {
                tracing::error!(%table, %error, "cannot post the puzzle of the day yet");
                None
            }
            Err(_) => None,
        }
    }

    /// When the puzzle of the next day is posted, if somebody wants it.
    pub(super) fn next_daily(&self, now: Timestamp) -> Option<Timestamp> {
        let services = &self.services;
        let mut platforms = services.platforms.keys();
        let is_wanted = platforms.any(|platform| !services.places.dailies(platform).is_empty());
        is_wanted.then(|| next_day(now)).flatten()
    }
}
