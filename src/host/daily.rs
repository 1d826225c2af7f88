//! Posts the puzzle of the day where that is set, as each day begins.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, future, stream};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::Host;
use super::mailbox::Job;
use crate::session::{Person, TableKey, utc_day};
use crate::store::StoreError;

/// Maximum time between two checks: the clock may be set, a place may turn posts on, and failed ones
/// are tried again.
const INTERVAL: Duration = Duration::from_mins(15);

/// Tables that post at the same time.
const AT_ONCE: usize = 16;

/// What is posted on a day.
#[derive(Debug, Clone)]
pub(super) struct DailyPost {
    pub(super) day: Date,
    /// Who solved the puzzle of the day before, by the servers that they came from.
    pub(super) solvers: Arc<BTreeMap<String, Vec<Person>>>,
}

/// When the next day begins.
fn next_day(now: Timestamp) -> Option<Timestamp> {
    let tomorrow = utc_day(now).checked_add(1.day()).ok()?;
    let start = tomorrow.to_zoned(TimeZone::UTC).ok()?;
    Some(start.timestamp())
}

impl Host {
    /// Posts each day's puzzle until the host stops.
    pub(super) async fn follow_days(self) {
        let services = &self.services;
        let (mut day, mut posted) = (Date::default(), BTreeSet::new());
        loop {
            let now = services.sources.now();
            if day != utc_day(now) {
                day = utc_day(now);
                posted.clear();
            }
            posted.extend(self.post_dailies(day, &posted).await);
            let left = next_day(now).and_then(|next| Duration::try_from(next - now).ok());
            let wait = left.unwrap_or(INTERVAL).min(INTERVAL);
            tokio::select! {
                () = services.stopping.cancelled() => return,
                () = sleep(wait) => {}
                () = services.newly_attached.notified() => {}
            }
        }
    }

    /// Posts the puzzle of a day wherever it is wanted and not yet `posted`. Returns where that
    /// succeeded.
    pub(super) async fn post_dailies(
        &self,
        day: Date,
        posted: &BTreeSet<TableKey>,
    ) -> Vec<TableKey> {
        let mut done = Vec::new();
        for platform in self.services.platforms.attached() {
            let mut wanted = self.services.places.dailies(platform);
            wanted.retain(|table| !posted.contains(table));
            if wanted.is_empty() {
                continue;
            }
            match self.post_dailies_on(platform, day, wanted).await {
                Ok(posted) => done.extend(posted),
                Err(error) => {
                    tracing::error!(platform, %error, "cannot post the puzzle of the day yet");
                }
            }
        }
        done
    }

    /// The same at some tables of one platform.
    async fn post_dailies_on(
        &self,
        platform: &str,
        day: Date,
        tables: BTreeSet<TableKey>,
    ) -> Result<Vec<TableKey>, StoreError> {
        let services = &self.services;
        let solvers = match day.yesterday() {
            Ok(before) => services.store.solvers_of_day(platform, before).await?,
            Err(_) => BTreeMap::new(),
        };
        let solvers = Arc::new(solvers);
        let at_once = if services.stepwise { 1 } else { AT_ONCE };
        let posts = stream::iter(tables).map(|table| {
            let solvers = Arc::clone(&solvers);
            self.post_daily(table, DailyPost { day, solvers })
        });
        let done = posts.buffer_unordered(at_once);
        Ok(done.filter_map(future::ready).collect().await)
    }

    /// Posts at a table. Returns it if that succeeded.
    async fn post_daily(&self, table: TableKey, post: DailyPost) -> Option<TableKey> {
        let (answer, stored) = oneshot::channel();
        self.put(&table, Job::Daily(post, answer));
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

    /// When the next puzzle is posted, if anybody wants it.
    pub(super) fn next_daily(&self, now: Timestamp) -> Option<Timestamp> {
        let services = &self.services;
        let mut platforms = services.platforms.attached();
        let is_wanted = platforms.any(|platform| !services.places.dailies(platform).is_empty());
        is_wanted.then(|| next_day(now)).flatten()
    }
}
