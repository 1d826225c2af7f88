//! Background tasks of an adapter, which end with it.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Spawns background tasks and stops them together. Clones share the same tasks.
#[derive(Debug, Clone, Default)]
pub(crate) struct BackgroundTasks {
    tracker: TaskTracker,
    stop: CancellationToken,
}

impl BackgroundTasks {
    /// Runs a task until it completes or the adapter stops. A panic ends only the task.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        let stop = self.stop.clone();
        let task = self.tracker.spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                done = AssertUnwindSafe(task).catch_unwind() => {
                    if done.is_err() {
                        tracing::error!("a background task panicked");
                    }
                }
            }
        });
        task.abort_handle()
    }

    /// Runs a task that watches for the stop itself, because it has something to finish.
    #[cfg(feature = "matrix")]
    pub(crate) fn spawn_to_end(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tracker.spawn(task);
    }

    /// Cancelled when the adapter stops.
    pub(crate) fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    /// Stops all tasks and waits for their end.
    pub(crate) async fn shut_down(&self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}
