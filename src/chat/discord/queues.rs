//! JobQueues: the queues of what was heard, one for each channel, and the workers that deal with it.
//!
//! A worker hands one event after another to the host and does not wait for what follows, so that
//! the host sees all that was said in a channel. What failed for now goes back into its place.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesOrdered;
use futures_util::{FutureExt, StreamExt};
use serenity::all::{CommandInteraction, ComponentInteraction, Message};
use tokio::sync::Notify;
use tokio::time::sleep;

use super::PLATFORM;
use super::dispatcher::Dispatcher;
use super::error::{FailureKind, InboundError, code};
use super::interaction::event_id;
use super::threads::ThreadChallenge;
use crate::host::Backoff;
use crate::host::SyncCursor;
use crate::lock::lock;

/// Most events that wait in a lane. Whoever floods a channel fills its lane, and what comes on top
/// goes unheard.
const MOST_WAITING: usize = 1000;

/// Most events of a lane that the host has in hand.
const MOST_SUBMITTED: usize = 64;

/// So often an event may fail while the database takes other changes: then the event is to blame.
const MOST_FAILURES: u32 = 5;

/// Where something is dealt with, one after another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum QueueKey {
    /// What happens in a channel.
    Channel(u64),
    /// A person's challenges in a channel that wait for a thread: nobody else waits for Discord
    /// along with them.
    Challenges {
        /// The channel.
        channel: u64,
        /// The challenger's id.
        person: String,
    },
}

impl QueueKey {
    /// The channel that it belongs to.
    fn channel(&self) -> u64 {
        match self {
            Self::Channel(channel) | Self::Challenges { channel, .. } => *channel,
        }
    }
}

/// A place in a lane: an event's id, older ones first, and a page of history behind its messages.
pub(super) type SortKey = (u64, bool);

/// The place in front of all events.
pub(super) const FIRST: SortKey = (0, false);

/// Something to be dealt with.
pub(super) enum ChannelJob {
    /// Read what was said while nobody listened.
    CatchUp {
        /// Everything up to here was read and dealt with.
        passed: Option<u64>,
        /// Whether there may be more.
        more: bool,
    },
    Message(Box<Message>),
    Command(Box<CommandInteraction>),
    Press(Box<ComponentInteraction>),
    Challenge(Box<ThreadChallenge>),
}

impl ChannelJob {
    /// The slash command that it is, if it is one: that promises an answer.
    fn slash_command(&self) -> Option<u64> {
        match self {
            Self::Command(command) => Some(command.id.get()),
            Self::Challenge(challenge) => challenge.interaction(),
            Self::Message(_) | Self::Press(_) | Self::CatchUp { .. } => None,
        }
    }
}

struct Queue {
    jobs: BTreeMap<SortKey, Arc<ChannelJob>>,
    /// Tells the worker that there is more.
    more: Arc<Notify>,
    /// Whether it was said that the lane is full.
    is_full: bool,
}

/// All lanes that have anything.
#[derive(Default)]
pub(super) struct JobQueues {
    queues: HashMap<QueueKey, Queue>,
    /// Threads that are being opened: what is said there waits for the challenge.
    closed: HashSet<u64>,
}

impl JobQueues {
    /// Number of lanes that have anything.
    pub(super) fn len(&self) -> usize {
        self.queues.len()
    }
}

/// What became of a job that was submitted.
type JobResult = (SortKey, Arc<ChannelJob>, Result<(), InboundError>);

impl Dispatcher {
    /// Puts a job into a lane. False if there is no room.
    pub(super) fn put(self: &Arc<Self>, lane: QueueKey, place: SortKey, job: ChannelJob) -> bool {
        self.put_among(lane, place, job, MOST_WAITING)
    }

    /// Puts a job into a lane that is read from the channel's history, which is bounded itself.
    pub(super) fn put_history(self: &Arc<Self>, channel: u64, place: SortKey, job: ChannelJob) {
        self.put_among(QueueKey::Channel(channel), place, job, usize::MAX);
    }

    fn put_among(
        self: &Arc<Self>,
        lane: QueueKey,
        place: SortKey,
        job: ChannelJob,
        most: usize,
    ) -> bool {
        let mut lanes = lock(&self.lanes);
        let closed = matches!(lane, QueueKey::Channel(channel) if lanes.closed.contains(&channel));
        match lanes.queues.entry(lane) {
            Entry::Occupied(mut entry) => {
                let channel = entry.key().channel();
                let queue = entry.get_mut();
                if queue.jobs.len() >= most {
                    if !queue.is_full {
                        queue.is_full = true;
                        tracing::warn!(channel, "a flood in a channel; some of it goes unheard");
                    }
                    return false;
                }
                queue.jobs.entry(place).or_insert_with(|| Arc::new(job));
                queue.more.notify_one();
            }
            Entry::Vacant(entry) => {
                let more = Arc::new(Notify::new());
                let lane = entry.key().clone();
                entry.insert(Queue {
                    jobs: BTreeMap::from([(place, Arc::new(job))]),
                    more: Arc::clone(&more),
                    is_full: false,
                });
                if !closed {
                    self.begin_work(lane, more);
                }
            }
        }
        true
    }

    /// Holds back what is said in a thread that is being opened.
    pub(super) fn close_thread(&self, thread: u64) {
        let mut lanes = lock(&self.lanes);
        // Where there is a queue somebody is at work already.
        if !lanes.queues.contains_key(&QueueKey::Channel(thread)) {
            lanes.closed.insert(thread);
        }
    }

    /// Lets go what was held back.
    pub(super) fn open_thread(self: &Arc<Self>, thread: u64) {
        let mut lanes = lock(&self.lanes);
        if !lanes.closed.remove(&thread) {
            return;
        }
        let lane = QueueKey::Channel(thread);
        if let Some(queue) = lanes.queues.get(&lane) {
            self.begin_work(lane, Arc::clone(&queue.more));
        }
    }

    fn begin_work(self: &Arc<Self>, lane: QueueKey, more: Arc<Notify>) {
        let dispatcher = Arc::clone(self);
        self.workers.spawn(async move {
            let stop = dispatcher.context.stop.clone();
            tokio::select! {
                () = stop.cancelled() => {}
                () = dispatcher.work(&lane, &more) => {}
            }
        });
    }

    /// Works through a lane, and leaves when it is empty.
    async fn work(self: &Arc<Self>, lane: &QueueKey, more: &Notify) {
        let channel = lane.channel();
        let mut submitted: FuturesOrdered<BoxFuture<'_, JobResult>> = FuturesOrdered::new();
        let mut backoff = Backoff::new();
        let mut failures: HashMap<SortKey, u32> = HashMap::new();
        loop {
            let has_room = submitted.len() < MOST_SUBMITTED;
            let next = if has_room {
                self.next(lane, submitted.is_empty())
            } else {
                None
            };
            let (place, job, error) = if let Some((place, job)) = next {
                if self.leaving.is_cancelled() && self.is_read_later(channel, &job) {
                    continue;
                }
                match self
                    .guard(channel, place, &job, self.begin(channel, &job))
                    .await
                {
                    Ok(None) => {
                        self.done_with(&job);
                        backoff = Backoff::new();
                        continue;
                    }
                    Ok(Some(receipt)) => {
                        let settling = async move {
                            let settled = self.settle(receipt);
                            let settled = self.guard(channel, place, &job, settled).await;
                            (place, job, settled.map(|_| ()))
                        };
                        submitted.push_back(settling.boxed());
                        continue;
                    }
                    Err(error) => (place, job, error),
                }
            } else if submitted.is_empty() {
                if self.leave(lane) {
                    return;
                }
                continue;
            } else {
                let settled = tokio::select! {
                    settled = submitted.next() => settled,
                    () = more.notified(), if has_room => None,
                };
                match settled {
                    None => continue,
                    Some((_, job, Ok(()))) => {
                        self.done_with(&job);
                        backoff = Backoff::new();
                        continue;
                    }
                    Some((place, job, Err(error))) => (place, job, error),
                }
            };
            let mut wait = None;
            match error {
                InboundError::Stopping if self.is_read_later(channel, &job) => continue,
                InboundError::Stopping => return,
                InboundError::Server(failure) if failure.is_final() => {
                    if failure.has_code(code::UNKNOWN_CHANNEL) {
                        self.context.cursors.forget(&self.host, channel).await;
                    }
                    // The channel is gone, or closed to us. What it holds stays as it is.
                    tracing::info!(channel, %failure, "something in a channel goes unheard");
                    if let Some(interaction) = job.slash_command() {
                        self.withdraw(interaction);
                    }
                    self.done_with(&job);
                    continue;
                }
                InboundError::Server(failure) => {
                    tracing::debug!(channel, %failure, "a channel waits for Discord");
                    if let FailureKind::Transient(after) = failure.kind {
                        wait = after;
                    }
                }
                InboundError::Store(error) => {
                    if self.is_to_blame(failures.entry(place).or_default()).await {
                        let (event, _) = place;
                        tracing::error!(
                            channel, event, %error,
                            "an event fails each time and is skipped"
                        );
                        self.skip(&job);
                        self.done_with(&job);
                        continue;
                    }
                    tracing::warn!(channel, %error, "a channel waits for the database");
                }
            }
            // What was submitted since may have failed as well: all goes back into its place.
            self.put_back(lane, place, job);
            while let Some((place, job, settled)) = submitted.next().await {
                match settled {
                    Ok(()) => self.done_with(&job),
                    Err(_) => self.put_back(lane, place, job),
                }
            }
            if self.leaving.is_cancelled() {
                // There is little time left.
                wait = None;
            }
            let wait = backoff.next().max(wait.unwrap_or_default());
            tokio::select! {
                () = sleep(wait) => {}
                () = self.leaving.cancelled(), if !self.leaving.is_cancelled() => {}
            }
        }
    }

    /// The next job of a lane. A page of history counts only once all before it is settled.
    fn next(&self, lane: &QueueKey, is_settled: bool) -> Option<(SortKey, Arc<ChannelJob>)> {
        let mut lanes = lock(&self.lanes);
        let jobs = &mut lanes.queues.get_mut(lane)?.jobs;
        let first = jobs.first_entry()?;
        if matches!(**first.get(), ChannelJob::CatchUp { .. }) && !is_settled {
            return None;
        }
        Some(first.remove_entry())
    }

    fn put_back(&self, lane: &QueueKey, place: SortKey, job: Arc<ChannelJob>) {
        if let Some(queue) = lock(&self.lanes).queues.get_mut(lane) {
            queue.jobs.insert(place, job);
        }
    }

    /// Gives an empty lane up. False if something came meanwhile.
    fn leave(&self, lane: &QueueKey) -> bool {
        let mut lanes = lock(&self.lanes);
        let is_empty = lanes
            .queues
            .get(lane)
            .is_none_or(|queue| queue.jobs.is_empty());
        if is_empty {
            lanes.queues.remove(lane);
        }
        is_empty
    }

    /// Does a part of a job. Should it panic, the event is skipped.
    async fn guard<T: Default>(
        &self,
        channel: u64,
        place: SortKey,
        job: &ChannelJob,
        doing: impl Future<Output = Result<T, InboundError>>,
    ) -> Result<T, InboundError> {
        let done = AssertUnwindSafe(doing).catch_unwind().await;
        done.unwrap_or_else(|_| {
            let (event, _) = place;
            tracing::error!(channel, event, "an event made us panic; it is skipped");
            self.skip(job);
            Ok(T::default())
        })
    }

    /// Whether an event that has failed is itself the reason, and not the database, which is tried
    /// each time. What fails while the database is out is not counted.
    async fn is_to_blame(&self, failures: &mut u32) -> bool {
        let mark = SyncCursor {
            name: format!("{PLATFORM}-probe:{}", self.context.me),
            value: String::new(),
        };
        match self.host.set_cursor(mark).await {
            Ok(()) => *failures += 1,
            Err(_) => *failures = 0,
        }
        *failures >= MOST_FAILURES
    }

    /// Passes an event that cannot be dealt with: nothing waits for it any longer.
    fn skip(&self, job: &ChannelJob) {
        if let ChannelJob::Message(message) = job {
            let (channel, id) = (message.channel_id.get(), message.id.get());
            self.context.cursors.release(channel, id);
            self.context.cursors.pass(channel, id);
        }
        if let Some(interaction) = job.slash_command() {
            self.withdraw(interaction);
        }
    }

    /// Takes away what promises an answer to a slash command.
    pub(super) fn withdraw(&self, interaction: u64) {
        if let Some(answer) = self.context.interactions.of_event(&event_id(interaction)) {
            answer.withdraw(&self.context, None);
        }
    }

    /// Whether a job is for the next start, when the bot is to stop: a channel's history, and
    /// messages behind what is left of it.
    fn is_read_later(&self, channel: u64, job: &ChannelJob) -> bool {
        let mut behind = lock(&self.behind);
        match job {
            ChannelJob::CatchUp { .. } => {
                behind.insert(channel);
                true
            }
            ChannelJob::Message(_) => behind.contains(&channel),
            ChannelJob::Command(_) | ChannelJob::Press(_) | ChannelJob::Challenge(_) => false,
        }
    }
}
