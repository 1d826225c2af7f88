//! From the sync to the host: a queue for each table, so that no table waits for another, and a
//! ledger of events that are not written yet, which the sync cursor does not pass.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use matrix_sdk::ruma::api::client::receipt::create_receipt::v3::ReceiptType;
use matrix_sdk::ruma::events::receipt::ReceiptThread;
use matrix_sdk::ruma::{EventId, OwnedEventId};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::sleep;

use super::context::MatrixContext;
use super::error::InboundError;
use super::sync_position::SyncPosition;
use crate::chat::common::platform::MATRIX;
use crate::chat::common::poison::{self, MAX_FAILURES};
use crate::host::{Backoff, Disposition, Host, HostError, Incoming, Receipt};
use crate::lock::lock;
use crate::session::TableKey;

/// Events on their way to the host. Beyond that, reading waits for room.
const MAX_IN_FLIGHT: usize = 1000;

/// The delay of a read receipt, so that the answer is sent first: a server that handles one request
/// after the other would make the player wait. Further events of the room share the receipt.
const RECEIPT_DELAY: Duration = Duration::from_millis(500);

/// Polling interval for the end of a room's queues.
const QUEUES_POLL: Duration = Duration::from_millis(50);

/// Events of a sync that are not written yet.
#[derive(Debug)]
struct OpenSync {
    since: String,
    events: usize,
}

/// The events on their way to the host.
pub(super) struct InboundQueues {
    context: Arc<MatrixContext>,
    host: Host,
    queues: Mutex<HashMap<TableKey, mpsc::UnboundedSender<QueuedEvent>>>,
    open: Mutex<BTreeMap<u64, OpenSync>>,
    in_flight: Arc<Semaphore>,
    /// The latest event of each room and thread for which a read receipt is due.
    read: Mutex<HashMap<(String, Option<String>), OwnedEventId>>,
    /// Whether an event was written since this was last asked.
    news: AtomicBool,
}

/// An event on its way.
struct QueuedEvent {
    incoming: Incoming,
    entry: Option<LedgerEntry>,
    done: oneshot::Sender<Disposition>,
    _permit: OwnedSemaphorePermit,
}

/// A line of the ledger. It is struck out when it is dropped, also by a panic, which costs its event.
struct LedgerEntry {
    inbound: Arc<InboundQueues>,
    number: u64,
}

impl Drop for LedgerEntry {
    fn drop(&mut self) {
        let mut open = lock(&self.inbound.open);
        if let Some(sync) = open.get_mut(&self.number) {
            sync.events -= 1;
            if sync.events == 0 {
                open.remove(&self.number);
            }
        }
    }
}

impl QueuedEvent {
    /// Leaves it in the ledger: the next start reads it again.
    fn keep(mut self) {
        std::mem::forget(self.entry.take());
    }
}

impl InboundQueues {
    pub(super) fn new(context: Arc<MatrixContext>, host: Host) -> Arc<Self> {
        Arc::new(Self {
            context,
            host,
            queues: Mutex::default(),
            open: Mutex::default(),
            in_flight: Arc::new(Semaphore::new(MAX_IN_FLIGHT)),
            read: Mutex::default(),
            news: AtomicBool::new(false),
        })
    }

    /// The oldest sync of which an event is not written.
    pub(super) fn oldest(&self) -> Option<SyncPosition> {
        let open = lock(&self.open);
        open.first_key_value().map(|(number, sync)| SyncPosition {
            number: *number,
            since: sync.since.clone(),
        })
    }

    /// Reading restarts from a position: the cursor does not pass it before all later events are
    /// written. Open events from before keep their own positions.
    pub(super) fn restart_from(&self, position: &SyncPosition) {
        for (_, sync) in lock(&self.open).range_mut(position.number..) {
            position.since.clone_into(&mut sync.since);
        }
    }

    /// Whether an event was written since this was last asked.
    pub(super) fn has_news(&self) -> bool {
        self.news.swap(false, Ordering::Relaxed)
    }

    /// Waits until no event is on its way.
    pub(super) async fn wait_until_idle(&self) {
        // The semaphore is never closed.
        let _all = self.in_flight.acquire_many(MAX_IN_FLIGHT as u32).await.ok();
    }

    /// Puts an event into the queue of its table; the cursor does not pass its sync before it is
    /// written. The receiver tells when it is; it fails if the bot stops before, or the event was
    /// given up.
    ///
    /// # Errors
    ///
    /// The bot stops.
    pub(super) async fn put(
        self: &Arc<Self>,
        position: Option<&SyncPosition>,
        incoming: Incoming,
    ) -> Result<oneshot::Receiver<Disposition>, InboundError> {
        let permit = tokio::select! {
            permit = Arc::clone(&self.in_flight).acquire_owned() => permit,
            () = self.context.background.stop().cancelled() => return Err(InboundError::Stopping),
        };
        let Ok(permit) = permit else {
            return Err(InboundError::Stopping);
        };
        let (done, handled) = oneshot::channel();
        let table = incoming.table.clone();
        let mut job = QueuedEvent {
            incoming,
            entry: position.map(|position| self.enter(position)),
            done,
            _permit: permit,
        };
        let mut queues = lock(&self.queues);
        if let Some(queue) = queues.get(&table) {
            match queue.send(job) {
                Ok(()) => return Ok(handled),
                // Its worker has panicked.
                Err(unsent) => job = unsent.0,
            }
        }
        let (queue, jobs) = mpsc::unbounded_channel();
        let _ = queue.send(job);
        queues.insert(table.clone(), queue);
        drop(queues);
        self.context
            .background
            .spawn_to_end(Arc::clone(self).work(table, jobs));
        Ok(handled)
    }

    /// Has the games of a room adjourned that the bot is no longer in, once all that was said there
    /// before is written. The cursor does not pass its sync before.
    pub(super) fn put_gone(
        self: &Arc<Self>,
        position: Option<&SyncPosition>,
        room: TableKey,
        for_good: bool,
    ) {
        let entry = position.map(|position| self.enter(position));
        let this = Arc::clone(self);
        self.context.background.spawn_to_end(async move {
            let stop = this.context.background.stop().clone();
            tokio::select! {
                // The next start reads it again.
                () = stop.cancelled() => std::mem::forget(entry),
                () = this.adjourn(&room, for_good) => drop(entry),
            }
        });
    }

    /// Adjourns the games of a room once its queues are empty.
    async fn adjourn(&self, room: &TableKey, for_good: bool) {
        let is_busy = || {
            let queues = lock(&self.queues);
            // A queue whose worker has panicked is closed.
            let mut queues = queues.iter().filter(|(_, queue)| !queue.is_closed());
            queues.any(|(table, _)| table.channel == room.channel)
        };
        while is_busy() {
            sleep(QUEUES_POLL).await;
        }
        let mut backoff = Backoff::new();
        for failures in 1.. {
            let Err(error) = self.host.place_gone(room, for_good).await else {
                return;
            };
            if failures >= MAX_FAILURES
                && poison::database_works(&self.host, MATRIX, self.context.me()).await
            {
                tracing::error!(%room, %error, "the games of a room cannot be adjourned");
                return;
            }
            sleep(backoff.next()).await;
        }
    }

    fn enter(self: &Arc<Self>, position: &SyncPosition) -> LedgerEntry {
        let mut open = lock(&self.open);
        let sync = open.entry(position.number).or_insert_with(|| OpenSync {
            since: position.since.clone(),
            events: 0,
        });
        sync.events += 1;
        LedgerEntry {
            inbound: Arc::clone(self),
            number: position.number,
        }
    }

    /// Works through the queue of a table until it is empty. All events are submitted to the host at
    /// once, so that it sees how much a person asks for.
    async fn work(
        self: Arc<Self>,
        table: TableKey,
        mut queue: mpsc::UnboundedReceiver<QueuedEvent>,
    ) {
        let mut submitted: VecDeque<(QueuedEvent, Receipt)> = VecDeque::new();
        loop {
            while let Ok(job) = queue.try_recv() {
                if !self.submit(job, &mut submitted) {
                    return keep_all(submitted, queue);
                }
            }
            let Some((job, receipt)) = submitted.pop_front() else {
                let mut queues = lock(&self.queues);
                // Events are added while the map is locked: an empty queue stays empty.
                if queue.is_empty() {
                    queues.remove(&table);
                    return;
                }
                continue;
            };
            let mut settled = Box::pin(receipt.disposition());
            let disposition = loop {
                tokio::select! {
                    biased;
                    settled = &mut settled => break settled,
                    Some(next) = queue.recv() => if !self.submit(next, &mut submitted) {
                        job.keep();
                        return keep_all(submitted, queue);
                    },
                }
            };
            let error = match disposition {
                Ok(disposition) => {
                    self.finish(job, disposition);
                    continue;
                }
                Err(error) => error,
            };
            // Failed events are submitted again in their order.
            let mut failed = VecDeque::from([(job, error)]);
            for (job, receipt) in submitted.drain(..) {
                match receipt.disposition().await {
                    Ok(disposition) => self.finish(job, disposition),
                    Err(error) => failed.push_back((job, error)),
                }
            }
            while let Some((job, error)) = failed.pop_front() {
                if !self.insist(job, error).await {
                    failed.into_iter().for_each(|(job, _)| job.keep());
                    return keep_all(submitted, queue);
                }
            }
        }
    }

    /// Submits an event to the host. False if the host accepts no more.
    fn submit(&self, job: QueuedEvent, submitted: &mut VecDeque<(QueuedEvent, Receipt)>) -> bool {
        match self.host.submit(job.incoming.clone()) {
            Ok(receipt) => {
                submitted.push_back((job, receipt));
                true
            }
            Err(_) => {
                job.keep();
                false
            }
        }
    }

    /// Submits an event again until it is written, or turns out to be the reason that it is not.
    /// False if the bot stops before.
    async fn insist(self: &Arc<Self>, job: QueuedEvent, mut error: HostError) -> bool {
        let mut backoff = Backoff::new();
        let mut failures = 0;
        loop {
            let HostError::Store(reason) = &error else {
                job.keep();
                return false;
            };
            failures += 1;
            let (event, table) = (&job.incoming.event, &job.incoming.table);
            if failures >= MAX_FAILURES
                && poison::database_works(&self.host, MATRIX, self.context.me()).await
            {
                tracing::error!(
                    event, %table, error = %reason,
                    "an event fails each time and is skipped"
                );
                return true;
            }
            if failures == 1 {
                tracing::error!(event, %table, error = %reason, "an event failed; trying again");
            }
            tokio::select! {
                () = self.context.background.stop().cancelled() => {
                    job.keep();
                    return false;
                }
                () = sleep(backoff.next()) => {}
            }
            match self.host.handle(job.incoming.clone()).await {
                Ok(disposition) => {
                    self.finish(job, disposition);
                    return true;
                }
                Err(again) => error = again,
            }
        }
    }

    /// Notes that an event was handled.
    fn finish(self: &Arc<Self>, job: QueuedEvent, disposition: Disposition) {
        if disposition == Disposition::Done {
            self.news.store(true, Ordering::Relaxed);
            self.send_receipt(&job.incoming);
        }
        drop(job.entry);
        // The receiver is mostly dropped.
        let _ = job.done.send(disposition);
    }

    /// Sends a read receipt for an event, a little later.
    fn send_receipt(self: &Arc<Self>, incoming: &Incoming) {
        let Ok(event) = OwnedEventId::try_from(incoming.event.as_str()) else {
            return;
        };
        let table = &incoming.table;
        let place = (table.channel.clone(), table.thread.clone());
        if lock(&self.read).insert(place.clone(), event).is_some() {
            // A receipt is due already.
            return;
        }
        let this = Arc::clone(self);
        self.context.background.spawn(async move {
            sleep(RECEIPT_DELAY).await;
            let Some(event) = lock(&this.read).remove(&place) else {
                return;
            };
            let Some(room) = this.context.room(&place.0) else {
                return;
            };
            let thread = match place.1.as_deref().map(<&EventId>::try_from) {
                Some(Ok(root)) => ReceiptThread::Thread(root.to_owned()),
                _ => ReceiptThread::Unthreaded,
            };
            let sent = room.send_single_receipt(ReceiptType::Read, thread, event);
            if let Err(error) = sent.await {
                tracing::debug!(room = %room.room_id(), %error, "a read receipt could not be sent");
            }
        });
    }
}

/// Leaves all events in the ledger.
fn keep_all(
    submitted: VecDeque<(QueuedEvent, Receipt)>,
    mut queue: mpsc::UnboundedReceiver<QueuedEvent>,
) {
    submitted.into_iter().for_each(|(job, _)| job.keep());
    queue.close();
    while let Ok(job) = queue.try_recv() {
        job.keep();
    }
}
