//! The host's tasks: on shutdown they are waited for, and those that take too long are dropped.

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Spawns tasks and ends them together. Clones share the same tasks.
#[derive(Debug, Clone, Default)]
pub(super) struct Tasks {
    tracker: TaskTracker,
    abandoned: CancellationToken,
}

impl Tasks {
    /// Runs a task. There is no output if it was dropped before it was done.
    pub(super) fn spawn<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<Option<T>> {
        // Boxed: otherwise the wrapping future would hold this one twice.
        let mut task = Box::pin(task);
        let abandoned = self.abandoned.clone();
        self.tracker.spawn(async move {
            tokio::select! {
                biased;
                () = abandoned.cancelled() => None,
                done = &mut task => Some(done),
            }
        })
    }

    /// Waits until all tasks are done.
    pub(super) async fn finish(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }

    /// Drops the tasks that are not done, each where it waits for something.
    pub(super) async fn abandon(&self) {
        self.abandoned.cancel();
        self.finish().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_takes_too_long_is_dropped() {
        let tasks = Tasks::default();
        let quick = tasks.spawn(async { 7 });
        let (held, dropped) = tokio::sync::oneshot::channel::<()>();
        let endless = tasks.spawn(async move {
            let _held = held;
            std::future::pending::<()>().await;
        });
        assert_eq!(quick.await.unwrap(), Some(7));
        tasks.abandon().await;
        assert_eq!(endless.await.unwrap(), None);
        assert!(dropped.await.is_err());
    }
}
