//! The outbox of one table: replies wait here until they are delivered.
//!
//! Public replies go one at a time: those that follow from the game or answer an interaction
//! before those that merely show something, and the latter in turns between people. Private
//! replies go beside them, one at a time for each person. While the bot may not speak, public
//! replies are kept until one message tells the table's state in their place. Where it may only answer,
//! they are parked in the store until there is something to answer.

mod lanes;
mod parcel;
mod queued;

use std::sync::Arc;

pub(super) use lanes::OutboxEvent;
use lanes::{Lanes, OutboxMessage};
pub(super) use parcel::Parcel;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::activity::InFlight;
use super::delivery::DeliveryService;
use super::registry::Generation;
use super::tasks::Tasks;
use crate::session::TableKey;

/// A handle to the outbox of a table.
pub(super) struct Outbox {
    messages: mpsc::UnboundedSender<OutboxMessage>,
    events: mpsc::UnboundedReceiver<(OutboxEvent, InFlight)>,
    halt: CancellationToken,
    /// Ends with what is left.
    task: JoinHandle<Option<Option<Vec<Parcel>>>>,
}

impl Outbox {
    pub(super) fn open(
        service: &Arc<DeliveryService>,
        tasks: &Tasks,
        table: &TableKey,
        generation: &Generation,
    ) -> Self {
        let (messages, queue) = mpsc::unbounded_channel();
        let (send, events) = mpsc::unbounded_channel();
        let halt = CancellationToken::new();
        let lanes = Lanes::new(Arc::clone(service), table.clone(), halt.clone(), send);
        Self {
            messages,
            events,
            halt,
            task: tasks.spawn(generation.run(lanes.run(queue))),
        }
    }

    /// Queues a reply.
    pub(super) fn put(&self, parcel: Parcel, in_flight: InFlight) {
        // The lanes end before us only on shutdown; the reply stays stored.
        let _ = self
            .messages
            .send(OutboxMessage::Deliver(parcel, in_flight));
    }

    /// Drops replies that will never be delivered, which is stored already.
    pub(super) fn forget(&self, replies: Vec<i64>) {
        let _ = self.messages.send(OutboxMessage::Forget(replies));
    }

    /// What the table has to do for its outbox.
    pub(super) async fn event(&mut self) -> Option<(OutboxEvent, InFlight)> {
        self.events.recv().await
    }

    /// Lets running attempts end, and takes back what is left.
    pub(super) async fn stop(self) -> Vec<Parcel> {
        self.halt.cancel();
        // If it panicked, its replies stay stored for the next start.
        self.task.await.ok().flatten().flatten().unwrap_or_default()
    }
}
