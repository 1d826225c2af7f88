//! The mailboxes of all tables that are awake.

use std::collections::HashMap;
use std::sync::Mutex;

use tokio_util::sync::CancellationToken;

use super::activity::Activity;
use super::mailbox::{Job, Mailbox};
use crate::lock::lock;
use crate::session::TableKey;

/// The mailboxes of all tables that are awake.
pub(super) struct Registry {
    mailboxes: Mutex<HashMap<TableKey, Mailbox>>,
    stopping: CancellationToken,
}

impl Registry {
    pub(super) fn new(stopping: CancellationToken) -> Self {
        Self {
            mailboxes: Mutex::default(),
            stopping,
        }
    }

    /// Puts a job into a table's mailbox; `wake` starts an actor if the table is asleep. False on
    /// shutdown.
    pub(super) fn put(&self, table: &TableKey, job: Job, wake: impl FnOnce() -> Mailbox) -> bool {
        let mut mailboxes = lock(&self.mailboxes);
        if self.stopping.is_cancelled() {
            return false;
        }
        mailboxes.entry(table.clone()).or_insert_with(wake).put(job);
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

    /// Removes all mailboxes: the actors finish their queues and end.
    pub(super) fn clear(&self) {
        lock(&self.mailboxes).clear();
    }
}
