//! Brings the metrics up to date that tell a state: how much waits, and for how long.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, timeout};

use super::Host;
use crate::metrics;
use crate::store::StoreError;

/// Interval between two measurements, well below that of a program that reads them.
const INTERVAL: Duration = Duration::from_secs(5);

/// How long the database may take to answer. What it does not answer keeps its last value.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

impl Host {
    /// Measures again and again until the host stops, and calls `done` each time.
    pub(crate) fn begin_measuring(&self, done: impl Fn() + Send + 'static) {
        let host = self.clone();
        self.services.tasks.spawn(async move {
            let stopping = host.services.stopping.clone();
            tokio::select! {
                () = stopping.cancelled() => {}
                () = host.measure(done) => {}
            }
        });
    }

    async fn measure(&self, done: impl Fn()) {
        let services = &self.services;
        let mut interval = interval(INTERVAL);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            interval.tick().await;
            metrics::tables_awake(self.awake());
            let (clocks, due) = services.timers.count(services.sources.now());
            metrics::clocks(clocks, due);
            for (purpose, waiting) in services.engine.waiting() {
                metrics::engine_queue(purpose, waiting);
            }
            match timeout(DATABASE_TIMEOUT, self.measure_database()).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::debug!(%error, "the database is not measured"),
                Err(_) => tracing::debug!("the database is too slow to be measured"),
            }
            done();
        }
    }

    async fn measure_database(&self) -> Result<(), StoreError> {
        let services = &self.services;
        let backlog = services.store.backlog().await?;
        let now = services.sources.now();
        let age = backlog.oldest.map(|at| now.duration_since(at));
        let age = age.and_then(|age| Duration::try_from(age).ok());
        metrics::outbox(backlog.replies, age.unwrap_or_default());
        for platform in services.platforms.attached() {
            metrics::running_games(platform, services.store.running_games(platform).await?);
        }
        Ok(())
    }
}
