//! The send queue: one for the whole account, at the server's pace.
//!
//! A homeserver limits the rate of an account's events, over all rooms; Synapse by default to one
//! in five seconds, after a burst of ten. Until it refuses the first event nothing waits here. From
//! then on events go one at a time, when the server should have room: texts first, in turns between
//! rooms and between the tables of a room, then boards, then reactions. Boards and reactions leave
//! some room for the next texts.

mod rate;
mod schedule;

use std::pin::pin;
use std::sync::Mutex;
use std::time::Duration;

use matrix_sdk::ruma::OwnedUserId;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::chat::common::platform::MATRIX;
use crate::lock::lock;
use crate::metrics;
use crate::session::TableKey;
pub(super) use rate::SendPriority;
use schedule::{Admission, Schedule};

/// The send queue.
pub(super) struct SendQueue {
    user: OwnedUserId,
    schedule: Mutex<Schedule>,
    changed: Notify,
}

impl SendQueue {
    /// An empty queue of this account.
    pub(super) fn new(user: OwnedUserId) -> Self {
        Self {
            user,
            schedule: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Whether there should be room for a whole answer, and no event waits.
    pub(super) fn has_room(&self) -> bool {
        lock(&self.schedule).has_room(Instant::now())
    }

    /// Waits for the right to send one event.
    pub(super) async fn acquire(&self, table: &TableKey, priority: SendPriority) -> SendPermit<'_> {
        let permit = self.enter(table, priority);
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let turn = lock(&self.schedule).admit(permit.ticket, Instant::now());
            match turn {
                Admission::Now => {
                    // Those that wait for others know from now on until when.
                    self.changed.notify_waiters();
                    return permit;
                }
                Admission::At(at) => tokio::select! {
                    () = changed => {}
                    () = sleep_until(at) => {}
                },
                Admission::AfterOthers => changed.await,
            }
        }
    }

    /// The right to send one event, if it is free.
    pub(super) fn try_acquire(
        &self,
        table: &TableKey,
        priority: SendPriority,
    ) -> Option<SendPermit<'_>> {
        let permit = self.enter(table, priority);
        let turn = lock(&self.schedule).admit(permit.ticket, Instant::now());
        if !matches!(turn, Admission::Now) {
            return None;
        }
        self.changed.notify_waiters();
        Some(permit)
    }

    fn enter(&self, table: &TableKey, priority: SendPriority) -> SendPermit<'_> {
        let ticket = lock(&self.schedule).enter(table, priority);
        SendPermit {
            queue: self,
            ticket,
        }
    }
}

/// The right to send one event. It ends when it is dropped.
pub(super) struct SendPermit<'a> {
    queue: &'a SendQueue,
    ticket: u64,
}

impl SendPermit<'_> {
    /// The server accepted the event.
    pub(super) fn sent(self) {
        if lock(&self.queue.schedule).sent(self.ticket, Instant::now()) {
            tracing::info!("the homeserver no longer limits how often the bot speaks");
        }
    }

    /// The server's rate limit refused the event.
    pub(super) fn refused(self, after: Option<Duration>) {
        metrics::rate_limited(MATRIX);
        if lock(&self.queue.schedule).refused(Instant::now(), after) {
            let user = &self.queue.user;
            tracing::warn!(
                %user, ?after,
                "the homeserver limits how often the bot may speak: answers are late and boards \
                 are left out. To lift the limit on Synapse, an admin sends POST \
                 /_synapse/admin/v1/users/{user}/override_ratelimit with the body {{}} \
                 (docs/matrix.md)"
            );
        }
    }
}

impl Drop for SendPermit<'_> {
    fn drop(&mut self) {
        lock(&self.queue.schedule).leave(self.ticket);
        self.queue.changed.notify_waiters();
    }
}
