//! From the sync to the host: a queue for each table, so that no table waits for another, and a
//! ledger of what is not written down yet, behind which the sync cursor stays.

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
use crate::host::SyncCursor;
use crate::host::{Backoff, Disposition, Host, HostError, Incoming, Receipt};
use crate::lock::lock;
use crate::session::TableKey;

/// Most events on their way to the host. Reading waits for room beyond that.
const MOST: usize = 1000;

/// So often an event may fail while the database takes other changes: then the event is to blame.
pub(super) const MOST_FAILURES: u32 = 5;

/// A read receipt waits so long that the answer is there before it: a server that does one thing
/// after the other would make the player wait for it. What else is heard in the room meanwhile
/// shares it.
const RECEIPT: Duration = Duration::from_millis(500);

/// A sync, by its number, and the token of the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SyncPosition {
    pub(super) number: u64,
    pub(super) since: String,
}

/// Events that a sync brought and that are not written down yet.
#[derive(Debug)]
struct OpenSync {
    since: String,
    events: usize,
}

/// What is on its way to the host.
pub(super) struct InboundQueues {
    context: Arc<MatrixContext>,
    host: Host,
    queues: Mutex<HashMap<TableKey, mpsc::UnboundedSender<QueuedEvent>>>,
    open: Mutex<BTreeMap<u64, OpenSync>>,
    room: Arc<Semaphore>,
    /// The latest event of each room and thread that the others are to see as read.
    read: Mutex<HashMap<(String, Option<String>), OwnedEventId>>,
    /// Whether anything was written down since it was last asked.
    news: AtomicBool,
}

/// One event on its way.
struct QueuedEvent {
    incoming: Incoming,
    entry: Option<LedgerEntry>,
    done: oneshot::Sender<Disposition>,
    _room: OwnedSemaphorePermit,
}

/// A line of the ledger. It is struck out once it is dropped, also by a panic: that costs its event.
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
            room: Arc::new(Semaphore::new(MOST)),
            read: Mutex::default(),
            news: AtomicBool::new(false),
        })
    }

    /// The oldest sync of which something is not written down.
    pub(super) fn oldest(&self) -> Option<SyncPosition> {
        let open = lock(&self.open);
        open.first_key_value().map(|(number, sync)| SyncPosition {
            number: *number,
            since: sync.since.clone(),
        })
    }

    /// Whoever reads on from before a sync that has been read: the cursor does not pass that before
    /// all is written that came since. What is open from before it keeps its own place.
    pub(super) fn begin_again_from(&self, cursor: &SyncPosition) {
        for (_, sync) in lock(&self.open).range_mut(cursor.number..) {
            cursor.since.clone_into(&mut sync.since);
        }
    }

    /// Whether anything was written down since this was last asked.
    pub(super) fn has_news(&self) -> bool {
        self.news.swap(false, Ordering::Relaxed)
    }

    /// Waits until nothing is on its way any more.
    pub(super) async fn is_idle(&self) {
        // The semaphore is never closed.
        let _all = self.room.acquire_many(MOST as u32).await.ok();
    }

    /// Puts an event into the queue of its table; the cursor does not move past its sync before it
    /// is written down. What comes back tells when it is; it never does if the bot stops before,
    /// or the event was given up.
    ///
    /// # Errors
    ///
    /// The bot stops.
    pub(super) async fn put(
        self: &Arc<Self>,
        cursor: Option<&SyncPosition>,
        incoming: Incoming,
    ) -> Result<oneshot::Receiver<Disposition>, InboundError> {
        let room = tokio::select! {
            room = Arc::clone(&self.room).acquire_owned() => room,
            () = self.context.stop.cancelled() => return Err(InboundError::Stopping),
        };
        let Ok(room) = room else {
            return Err(InboundError::Stopping);
        };
        let (done, told) = oneshot::channel();
        let table = incoming.table.clone();
        let mut job = QueuedEvent {
            incoming,
            entry: cursor.map(|cursor| self.enter(cursor)),
            done,
            _room: room,
        };
        let mut queues = lock(&self.queues);
        if let Some(queue) = queues.get(&table) {
            match queue.send(job) {
                Ok(()) => return Ok(told),
                // Whoever worked there has panicked.
                Err(unsent) => job = unsent.0,
            }
        }
        let (queue, jobs) = mpsc::unbounded_channel();
        let _ = queue.send(job);
        queues.insert(table.clone(), queue);
        drop(queues);
        self.context.tasks.spawn(Arc::clone(self).work(table, jobs));
        Ok(told)
    }

    fn enter(self: &Arc<Self>, cursor: &SyncPosition) -> LedgerEntry {
        let mut open = lock(&self.open);
        let sync = open.entry(cursor.number).or_insert_with(|| OpenSync {
            since: cursor.since.clone(),
            events: 0,
        });
        sync.events += 1;
        LedgerEntry {
            inbound: Arc::clone(self),
            number: cursor.number,
        }
    }

    /// Works through the queue of a table until it is empty. All of it is put into the host's own
    /// queue at once: how much a person asks for is for the host to see.
    async fn work(
        self: Arc<Self>,
        table: TableKey,
        mut queue: mpsc::UnboundedReceiver<QueuedEvent>,
    ) {
        let mut submitted: VecDeque<(QueuedEvent, Receipt)> = VecDeque::new();
        loop {
            while let Ok(job) = queue.try_recv() {
                if !self.submit(job, &mut submitted) {
                    return give_back(submitted, queue);
                }
            }
            let Some((job, receipt)) = submitted.pop_front() else {
                let mut queues = lock(&self.queues);
                // Jobs are put while the map is locked: what is empty now stays empty.
                if queue.is_empty() {
                    queues.remove(&table);
                    return;
                }
                continue;
            };
            let mut heard = Box::pin(receipt.disposition());
            let heard = loop {
                tokio::select! {
                    biased;
                    heard = &mut heard => break heard,
                    Some(next) = queue.recv() => if !self.submit(next, &mut submitted) {
                        job.keep();
                        return give_back(submitted, queue);
                    },
                }
            };
            let error = match heard {
                Ok(heard) => {
                    self.finish(job, heard);
                    continue;
                }
                Err(error) => error,
            };
            // What failed comes again in the order in which it was said.
            let mut failed = VecDeque::from([(job, error)]);
            for (job, receipt) in submitted.drain(..) {
                match receipt.disposition().await {
                    Ok(heard) => self.finish(job, heard),
                    Err(error) => failed.push_back((job, error)),
                }
            }
            while let Some((job, error)) = failed.pop_front() {
                if !self.insist(job, error).await {
                    failed.into_iter().for_each(|(job, _)| job.keep());
                    return give_back(submitted, queue);
                }
            }
        }
    }

    /// Puts a job into the host's queue. False if the host takes no more.
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

    /// Brings an event again until it is written down, or turns out to be the reason that it is
    /// not. False if the bot stops before.
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
            if failures >= MOST_FAILURES && self.takes_changes().await {
                tracing::error!(
                    event, %table, error = %reason,
                    "an event fails each time and is skipped"
                );
                return true;
            }
            if failures == 1 {
                tracing::error!(event, %table, error = %reason, "an event is brought again");
            }
            tokio::select! {
                () = self.context.stop.cancelled() => {
                    job.keep();
                    return false;
                }
                () = sleep(backoff.next()) => {}
            }
            match self.host.handle(job.incoming.clone()).await {
                Ok(heard) => {
                    self.finish(job, heard);
                    return true;
                }
                Err(again) => error = again,
            }
        }
    }

    /// Whether the database takes changes, so that a failure is not its own.
    pub(super) async fn takes_changes(&self) -> bool {
        let mark = SyncCursor {
            name: format!("{}-probe:{}", super::PLATFORM, self.context.me()),
            value: String::new(),
        };
        self.host.set_cursor(mark).await.is_ok()
    }

    /// Notes that an event is dealt with.
    fn finish(self: &Arc<Self>, job: QueuedEvent, heard: Disposition) {
        if heard == Disposition::Done {
            self.news.store(true, Ordering::Relaxed);
            self.show_as_read(&job.incoming);
        }
        drop(job.entry);
        // Most who bring an event do not ask.
        let _ = job.done.send(heard);
    }

    /// Shows the others in the room that the bot has read an event.
    fn show_as_read(self: &Arc<Self>, incoming: &Incoming) {
        let Ok(event) = OwnedEventId::try_from(incoming.event.as_str()) else {
            return;
        };
        let table = &incoming.table;
        let place = (table.channel.clone(), table.thread.clone());
        if lock(&self.read).insert(place.clone(), event).is_some() {
            // Somebody is about to do it.
            return;
        }
        let this = Arc::clone(self);
        self.context.spawn_background(async move {
            sleep(RECEIPT).await;
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
                tracing::debug!(room = %room.room_id(), %error, "a receipt could not be sent");
            }
        });
    }
}

/// Leaves everything in the ledger.
fn give_back(
    submitted: VecDeque<(QueuedEvent, Receipt)>,
    mut queue: mpsc::UnboundedReceiver<QueuedEvent>,
) {
    submitted.into_iter().for_each(|(job, _)| job.keep());
    queue.close();
    while let Ok(job) = queue.try_recv() {
        job.keep();
    }
}
