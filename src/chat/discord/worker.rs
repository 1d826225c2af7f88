//! Workers: each works through the jobs of one queue.
//!
//! A worker starts one job after another without waiting for the host to write what follows, so
//! that the host sees all events of a channel. A job that failed for now returns to its place.

use std::collections::{HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesOrdered;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::{InboundError, RequestFailure, code};
use super::handler::{JobHandler, JobStep};
use super::job::{ChannelJob, QueueKey, SortKey, ThreadChallenge, last};
use super::membership::is_in_guild;
use super::queues::{JobQueues, Put};
use crate::chat::common::platform::DISCORD;
use crate::chat::common::poison::{self, MAX_FAILURES};
use crate::host::{Backoff, Host};
use crate::lock::lock;
use crate::session::TableKey;

/// Jobs of a queue that were submitted to the host and are not settled.
const MAX_SUBMITTED: usize = 64;

/// Failures to read a channel's history, while Discord answers otherwise, until it is given up: the
/// channel's other events wait for it. With the waits in between that is about ten minutes.
const MAX_HISTORY_FAILURES: u32 = 30;

/// What became of a job that was submitted.
type JobResult = (SortKey, Arc<ChannelJob>, Result<(), InboundError>);

/// A worker's next task.
enum Next {
    Job(SortKey, Arc<ChannelJob>),
    Settled(SortKey, Arc<ChannelJob>, Result<(), InboundError>),
    /// None yet: look again.
    Again,
    /// The queue is gone.
    Leave,
}

/// The queues and their workers.
pub(super) struct Workers {
    context: Arc<DiscordContext>,
    host: Host,
    handler: JobHandler,
    queues: JobQueues,
    tasks: TaskTracker,
    /// Cancelled when the bot stops: no job is started that the next start can do.
    leaving: CancellationToken,
    /// Channels whose history was not read to its end before that. What was said there is read at
    /// the next start, in order.
    behind: Mutex<HashSet<u64>>,
}

impl Workers {
    pub(super) fn new(context: Arc<DiscordContext>, host: Host) -> Self {
        let leaving = CancellationToken::new();
        Self {
            handler: JobHandler::new(Arc::clone(&context), host.clone(), leaving.clone()),
            context,
            host,
            queues: JobQueues::default(),
            tasks: TaskTracker::new(),
            leaving,
            behind: Mutex::default(),
        }
    }

    /// Puts a job into a queue. False if the queue is full.
    pub(super) fn put(self: &Arc<Self>, key: QueueKey, place: SortKey, job: ChannelJob) -> bool {
        match self.queues.put(key.clone(), place, job) {
            Put::Waits => true,
            Put::NeedsWorker(more) => {
                self.start_worker(key, more);
                true
            }
            Put::Full => false,
        }
    }

    /// Puts a job into a channel's queue even if it is full.
    pub(super) fn put_always(self: &Arc<Self>, channel: u64, place: SortKey, job: ChannelJob) {
        if let Put::NeedsWorker(more) = self.queues.put_always(channel, place, job) {
            self.start_worker(QueueKey::Channel(channel), more);
        }
    }

    /// Has the games of a channel or thread adjourned that is gone, once all that was said there before
    /// is handled.
    pub(super) fn put_gone(self: &Arc<Self>, place: TableKey, for_good: bool) {
        if let Some(channel) = channel_of(&place) {
            let job = ChannelJob::Gone { place, for_good };
            self.put_always(channel, last(for_good), job);
        }
    }

    /// Runs a task that is waited for when the bot stops.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(task);
    }

    /// From now on, jobs are finished or left to the next start.
    pub(super) fn leave(&self) {
        self.leaving.cancel();
    }

    /// Waits until the jobs are finished, as far as that can be done until the deadline. Opening a
    /// thread takes a few requests; what takes longer waits for Discord.
    pub(super) async fn finish(&self, deadline: Instant) {
        self.tasks.close();
        if timeout_at(deadline, self.tasks.wait()).await.is_err() {
            let channels = self.queues.len();
            tracing::warn!(channels, "some events were not handled before the stop");
        }
    }

    fn start_worker(self: &Arc<Self>, key: QueueKey, more: Arc<Notify>) {
        let this = Arc::clone(self);
        self.tasks.spawn(async move {
            tokio::select! {
                () = this.context.background.stop().cancelled() => {}
                () = this.work(&key, &more) => {}
            }
        });
    }

    /// Works through a queue, and returns once it is empty.
    async fn work(self: &Arc<Self>, key: &QueueKey, more: &Notify) {
        let channel = key.channel();
        let mut submitted: FuturesOrdered<BoxFuture<'_, JobResult>> = FuturesOrdered::new();
        let mut backoff = Backoff::new();
        let mut failures: HashMap<SortKey, u32> = HashMap::new();
        loop {
            let (place, job, error) = match self.next(key, more, &mut submitted).await {
                Next::Leave => return,
                Next::Again => continue,
                Next::Settled(place, job, Ok(())) => {
                    self.clean_up(&job);
                    backoff = Backoff::new();
                    failures.remove(&place);
                    continue;
                }
                Next::Settled(place, job, Err(error)) => (place, job, error),
                Next::Job(_, job)
                    if self.leaving.is_cancelled() && self.is_read_later(channel, &job) =>
                {
                    continue;
                }
                Next::Job(place, job) => {
                    let starting = self.handler.start(channel, &job);
                    match self.guard(channel, place, &job, starting).await {
                        Ok(Some(JobStep::Submitted(submission))) => {
                            if let ChannelJob::Challenge(challenge) = &*job {
                                self.open_thread(challenge.origin.id);
                            }
                            let settling = async move {
                                let settled = self.handler.settle(*submission);
                                let settled = self.guard(channel, place, &job, settled).await;
                                (place, job, settled.map(|_| ()))
                            };
                            submitted.push_back(settling.boxed());
                            continue;
                        }
                        Ok(step) => {
                            match step {
                                Some(JobStep::History(jobs)) => {
                                    for (place, job) in jobs {
                                        self.put_always(channel, place, job);
                                    }
                                }
                                Some(JobStep::Challenge(challenge)) => {
                                    self.queue_challenge(*challenge);
                                }
                                Some(JobStep::Done | JobStep::Submitted(_)) | None => {}
                            }
                            self.clean_up(&job);
                            backoff = Backoff::new();
                            failures.remove(&place);
                            continue;
                        }
                        Err(error) => (place, job, error),
                    }
                }
            };
            let failed = failures.entry(place).or_default();
            let mut least = Duration::ZERO;
            match error {
                InboundError::Stopping if self.is_read_later(channel, &job) => continue,
                InboundError::Stopping => return,
                InboundError::Platform(failure) if failure.is_final() => {
                    self.drop_for_good(channel, &job, &failure).await;
                    continue;
                }
                InboundError::Platform(failure) => {
                    if self.is_history_lost(&job, &failure, failed).await {
                        tracing::error!(
                            channel, %failure,
                            "a channel's history cannot be read: what was said while the bot was \
                             away is lost"
                        );
                        self.context.unseen.done(channel);
                        continue;
                    }
                    tracing::debug!(channel, %failure, "a channel waits for Discord");
                    least = failure.kind.retry_after().unwrap_or_default();
                }
                InboundError::Store(error) => {
                    if self.is_to_blame(failed).await {
                        let (event, _) = place;
                        tracing::error!(
                            channel, event, %error,
                            "an event fails each time and is skipped"
                        );
                        self.skip(&job);
                        self.clean_up(&job);
                        continue;
                    }
                    tracing::warn!(channel, %error, "a channel waits for the database");
                }
            }
            // What was submitted since may have failed as well: all returns to its place.
            self.queues.put_back(key, place, job);
            while let Some((place, job, settled)) = submitted.next().await {
                match settled {
                    Ok(()) => self.clean_up(&job),
                    Err(_) => self.queues.put_back(key, place, job),
                }
            }
            if self.leaving.is_cancelled() {
                // There is little time left.
                least = Duration::ZERO;
            }
            tokio::select! {
                () = sleep(backoff.next().max(least)) => {}
                () = self.leaving.cancelled(), if !self.leaving.is_cancelled() => {}
            }
        }
    }

    /// The next job to start, or the next that is settled.
    async fn next(
        &self,
        key: &QueueKey,
        more: &Notify,
        submitted: &mut FuturesOrdered<BoxFuture<'_, JobResult>>,
    ) -> Next {
        let has_room = submitted.len() < MAX_SUBMITTED;
        if has_room && let Some((place, job)) = self.queues.take(key, submitted.is_empty()) {
            return Next::Job(place, job);
        }
        if submitted.is_empty() {
            return match self.queues.remove_empty(key) {
                true => Next::Leave,
                false => Next::Again,
            };
        }
        tokio::select! {
            settled = submitted.next() => match settled {
                Some((place, job, result)) => Next::Settled(place, job, result),
                None => Next::Again,
            },
            () = more.notified(), if has_room => Next::Again,
        }
    }

    /// Runs a part of a job. If it panics, the event is skipped.
    async fn guard<T>(
        &self,
        channel: u64,
        place: SortKey,
        job: &ChannelJob,
        part: impl Future<Output = Result<T, InboundError>>,
    ) -> Result<Option<T>, InboundError> {
        match AssertUnwindSafe(part).catch_unwind().await {
            Ok(done) => done.map(Some),
            Err(_) => {
                let (event, _) = place;
                tracing::error!(channel, event, "an event caused a panic and is skipped");
                self.skip(job);
                Ok(None)
            }
        }
    }

    /// Gives a challenge that needs a thread to the challenger's own queue.
    fn queue_challenge(self: &Arc<Self>, challenge: ThreadChallenge) {
        let origin = challenge.origin.clone();
        if let Some((channel, id)) = origin.message() {
            self.context.cursors.hold(channel, id);
            self.queues.close_thread(id);
        }
        let key = QueueKey::Challenges {
            channel: challenge.channel,
            person: challenge.incoming.author.id.clone(),
        };
        let job = ChannelJob::Challenge(Box::new(challenge));
        if self.put(key, (origin.id, false), job) {
            return;
        }
        self.open_thread(origin.id);
        if let Some((channel, id)) = origin.message() {
            self.context.cursors.release(channel, id);
        }
        if let Some(interaction) = origin.interaction() {
            self.handler.withdraw(interaction);
        }
    }

    fn open_thread(self: &Arc<Self>, thread: u64) {
        if let Some((key, more)) = self.queues.open_thread(thread) {
            self.start_worker(key, more);
        }
    }

    /// Cleans up behind a job that is done, or never will be.
    fn clean_up(self: &Arc<Self>, job: &ChannelJob) {
        if let ChannelJob::Challenge(challenge) = job {
            self.open_thread(challenge.origin.id);
            if let Some((channel, id)) = challenge.origin.message() {
                self.context.cursors.release(channel, id);
                self.context.cursors.advance(channel, id);
            }
        }
    }

    /// Skips an event that cannot be handled: nothing waits for it any longer.
    fn skip(&self, job: &ChannelJob) {
        if let ChannelJob::Message(message) = job {
            let (channel, id) = (message.channel_id.get(), message.id.get());
            self.context.cursors.release(channel, id);
            self.context.cursors.advance(channel, id);
        }
        if let Some(interaction) = job.slash_command() {
            self.handler.withdraw(interaction);
        }
    }

    /// Drops a job of a channel that is gone, or closed to the bot. The games of one that is gone are
    /// adjourned: it was deleted, unless the bot was removed from its server.
    async fn drop_for_good(
        self: &Arc<Self>,
        channel: u64,
        job: &ChannelJob,
        failure: &RequestFailure,
    ) {
        if failure.has_code(code::UNKNOWN_CHANNEL)
            && let Some(place) = self.context.cursors.table(channel)
        {
            let for_good = is_in_guild(&self.context, channel).await;
            self.put_gone(place, for_good);
        }
        tracing::info!(channel, %failure, "an event is dropped: its channel cannot be read");
        self.context.unseen.done(channel);
        if let Some(interaction) = job.slash_command() {
            self.handler.withdraw(interaction);
        }
        self.clean_up(job);
    }

    /// Whether an event that has failed is itself the reason, and not the database. Failures during
    /// an outage of the database are not counted.
    async fn is_to_blame(&self, failures: &mut u32) -> bool {
        if poison::database_works(&self.host, DISCORD, self.context.me).await {
            *failures += 1;
        } else {
            *failures = 0;
        }
        *failures >= MAX_FAILURES
    }

    /// Whether a channel's history is not to be had, although Discord answers and does not ask to
    /// wait.
    async fn is_history_lost(
        &self,
        job: &ChannelJob,
        failure: &RequestFailure,
        failures: &mut u32,
    ) -> bool {
        let is_counted = matches!(job, ChannelJob::CatchUp { .. })
            && failure.kind.retry_after().is_none()
            && !self.leaving.is_cancelled();
        if !is_counted {
            return false;
        }
        *failures += 1;
        if *failures < MAX_HISTORY_FAILURES {
            return false;
        }
        *failures = 0;
        self.context.rest.answers().await
    }

    /// Whether a job is left to the next start when the bot stops: a channel's history, and the
    /// messages after it.
    fn is_read_later(&self, channel: u64, job: &ChannelJob) -> bool {
        let mut behind = lock(&self.behind);
        match job {
            ChannelJob::CatchUp { .. } => {
                behind.insert(channel);
                true
            }
            ChannelJob::Message(_) => behind.contains(&channel),
            ChannelJob::Command(_)
            | ChannelJob::Press(_)
            | ChannelJob::Challenge(_)
            | ChannelJob::Gone { .. } => false,
        }
    }
}
