//! The mailboxes of all tables that are awake.

use std::collections::HashMap;
use std::sync::Mutex;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::activity::Activity;
use super::mailbox::{Job, Mailbox};
use crate::lock::lock;
use crate::session::TableKey;

/// Actors that are dropped together.
#[derive(Debug, Clone, Default)]
pub(super) struct Generation {
    dropped: CancellationToken,
    running: TaskTracker,
}

impl Generation {
    /// Work that ends where it waits for something once the generation is dropped.
    pub(super) fn run<T, F: Future<Output = T>>(
        &self,
        work: F,
    ) -> impl Future<Output = Option<T>> + use<T, F> {
        let dropped = self.dropped.clone();
        let work = dropped.run_until_cancelled_owned(work);
        self.running.track_future(work)
    }

    /// Returns once nothing of a generation that was dropped runs any more.
    pub(super) async fn ended(&self) {
        self.running.close();
        self.running.wait().await;
    }
}

/// The mailboxes of all tables that are awake.
pub(super) struct Registry {
    mailboxes: Mutex<HashMap<TableKey, Mailbox>>,
    stopping: CancellationToken,
    /// The actors of now.
    generation: Mutex<Generation>,
}

impl Registry {
    pub(super) fn new(stopping: CancellationToken) -> Self {
        Self {
            mailboxes: Mutex::default(),
            stopping,
            generation: Mutex::default(),
        }
    }

    /// Puts a job into a table's mailbox; `wake` starts an actor if the table is asleep. False on
    /// shutdown.
    pub(super) fn put(&self, table: &TableKey, job: Job, wake: impl Fn() -> Mailbox) -> bool {
        let mut mailboxes = lock(&self.mailboxes);
        if self.stopping.is_cancelled() {
            return false;
        }
        let mailbox = mailboxes.entry(table.clone()).or_insert_with(&wake);
        if !mailbox.is_open() {
            *mailbox = wake();
        }
        mailbox.put(job);
        true
    }

    /// Removes a table's mailbox if its actor is idle.
    pub(super) fn remove_if(&self, table: &TableKey, is_idle: impl FnOnce() -> bool) -> bool {
        let mut mailboxes = lock(&self.mailboxes);
        // Jobs are put while the map is locked: an empty queue stays empty.
        let idle = is_idle();
        if idle {
            mailboxes.remove(table);
        }
        idle
    }

    /// What a table has in flight, if it is awake.
    pub(super) fn activity(&self, table: &TableKey) -> Option<Activity> {
        lock(&self.mailboxes).get(table).map(Mailbox::activity)
    }

    /// What all tables have in flight.
    pub(super) fn activities(&self) -> Vec<Activity> {
        let mailboxes = lock(&self.mailboxes);
        mailboxes.values().map(Mailbox::activity).collect()
    }

    /// Number of tables that are awake.
    pub(super) fn len(&self) -> usize {
        lock(&self.mailboxes).len()
    }

    /// To which the actors belong that begin now.
    pub(super) fn generation(&self) -> Generation {
        lock(&self.generation).clone()
    }

    /// Drops all actors, whatever they do, and what they have to deliver. Each ends where it waits for
    /// something.
    pub(super) fn drop_all(&self) -> Generation {
        let mut mailboxes = lock(&self.mailboxes);
        let dropped = std::mem::take(&mut *lock(&self.generation));
        dropped.dropped.cancel();
        mailboxes.clear();
        dropped
    }

    /// Removes all mailboxes: the actors finish their queues and end.
    pub(super) fn clear(&self) {
        lock(&self.mailboxes).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::mailbox::mailbox;

    #[tokio::test]
    async fn a_generation_that_is_dropped_ends() {
        let registry = Registry::new(CancellationToken::new());
        let endless = registry.generation().run(std::future::pending::<()>());
        let endless = tokio::spawn(endless);
        registry.drop_all().ended().await;
        assert_eq!(endless.await.unwrap(), None);
        let next = registry.generation().run(async { 7 });
        assert_eq!(next.await, Some(7));
    }

    #[test]
    fn a_table_whose_actor_is_gone_gets_a_new_one() {
        let registry = Registry::new(CancellationToken::new());
        let table = TableKey {
            platform: "test".into(),
            channel: "table".into(),
            thread: None,
        };
        let queues = Mutex::new(Vec::new());
        let wake = || {
            let (mailbox, queue, _) = mailbox();
            lock(&queues).push(queue);
            mailbox
        };
        registry.put(&table, Job::Resume, wake);
        registry.put(&table, Job::Resume, wake);
        assert_eq!(lock(&queues).len(), 1);
        lock(&queues).clear();
        registry.put(&table, Job::Resume, wake);
        let queue = &mut lock(&queues)[0];
        assert!(matches!(queue.try_recv(), Ok((Job::Resume, _))));
    }
}
