//! The actor of one table: does one job after another, and keeps the table's state.
//!
//! A job is a person's command, an answer of the engine, a timer, or a notice of the outbox. After
//! each change the actor derives from the table what is pending, and brings the engine service and
//! the timer in line with it. An idle actor ends; its table's state is in the store.

mod archive;
mod cause;
mod commands;
mod commit;
mod departure;
mod due;
mod elsewhere;
mod engine;
mod facts;
mod ownership;
mod place;
mod privacy;
mod requester;
mod requests;
mod restate;
mod situation;
mod thinking;
mod tournaments;
mod watching;

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use cause::{Cause, Facts, Followed};
use futures_util::FutureExt;
use ownership::{InProgress, Owned};
use requests::{EngineRequests, RequestId};
use situation::Situation;
use thinking::ThinkingNotice;
use tokio::time::{Instant, sleep_until};
use tracing::{Instrument, Span};

use super::activity::{Activity, InFlight};
use super::engine_service::Update;
use super::incoming::{Disposition, HostError};
use super::language::Language;
use super::mailbox::{Job, JobReceiver, Mailbox, QueuedLook, mailbox};
use super::outbox::{Outbox, OutboxEvent, Parcel};
use super::platform::PlatformEntry;
use super::registry::{Generation, Registry};
use super::services::Services;
use crate::session::{Person, Reply, Table, TableKey, Trigger};
use crate::store::StoreError;

/// Delay before a failed engine request or timer is tried again: long enough not to flood the log,
/// short enough for a player who waits.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Most parked replies that are said once there is something to answer. Discord takes six messages in
/// answer to one interaction.
const MOST_PARKED: usize = 3;

/// The actor of one table.
pub(super) struct TableActor {
    services: Arc<Services>,
    registry: Arc<Registry>,
    key: TableKey,
    activity: Activity,
    /// The table; read from the store when it is needed.
    table: Option<Table>,
    /// The server of the last command.
    server: Option<String>,
    /// Where settings of its server belong; `None` if not read yet.
    community: Option<Option<String>>,
    /// Who is alone with the bot here, as the last command told.
    alone_with: Option<Person>,
    /// Open requests to the engine service.
    requests: EngineRequests,
    thinking: ThinkingNotice,
    /// What the timer is set to (`Some(None)`: to nothing); `None` if it has yet to be set.
    timer: Option<Option<jiff::Timestamp>>,
    /// What is going on, as the platform was told; `None` if not yet.
    situation: Option<Situation>,
    language: Language,
    /// Ids of the players as stored; `None` if not known.
    players: Option<Vec<String>>,
    /// Opened for the first reply.
    outbox: Option<Outbox>,
    /// When to try again after a failure.
    retry_at: Option<Instant>,
    /// Replies to what happened before an outage, while the table is told of it.
    held: Option<Vec<(Parcel, InFlight)>>,
    /// Number of the last outage that the table is known to be told of.
    told: i64,
    /// Whether it has yet to find out which players are on holiday.
    ignores_holidays: bool,
    /// How many persons had had their data deleted when the table was read.
    seen: u64,
    /// Whether the table is known to belong to this process, if several share the database.
    owned: bool,
    /// Replies that were said when the table was claimed: the job to deliver them may come later.
    said: HashSet<i64>,
    /// Jobs that were handed over, and are being done.
    in_progress: InProgress,
    queued_look: QueuedLook,
    /// Dropped if others have taken the tables of this process over.
    generation: Generation,
}

/// What the actor wakes up for.
enum Wake {
    Job(Job, InFlight),
    Engine(RequestId, Update, InFlight),
    Outbox(OutboxEvent, InFlight),
    Timeout,
    /// The mailbox was removed, and the queue is empty.
    End,
}

/// Starts the actor of a table.
pub(super) fn start(services: &Arc<Services>, registry: &Arc<Registry>, key: TableKey) -> Mailbox {
    let (mailbox, queue, activity) = mailbox();
    let actor = TableActor {
        thinking: ThinkingNotice::new(Arc::clone(services), key.clone()),
        services: Arc::clone(services),
        registry: Arc::clone(registry),
        key,
        activity,
        table: None,
        server: None,
        community: None,
        alone_with: None,
        requests: EngineRequests::default(),
        timer: None,
        situation: None,
        language: Language::Unread,
        players: None,
        outbox: None,
        retry_at: None,
        held: None,
        told: 0,
        ignores_holidays: false,
        seen: services.store.forgotten(),
        owned: false,
        said: HashSet::new(),
        in_progress: InProgress::default(),
        queued_look: mailbox.queued_look(),
        generation: registry.generation(),
    };
    let generation = actor.generation.clone();
    services.tasks.spawn(generation.run(actor.run(queue)));
    mailbox
}

impl TableActor {
    async fn run(mut self, mut queue: JobReceiver) {
        let mut idle_since = Instant::now();
        loop {
            let timeout = self
                .retry_at
                .unwrap_or_else(|| idle_since + self.services.idle);
            // The futures of jobs are boxed, so that an idle actor stays small.
            let wake = self.next(&mut queue, timeout).await;
            self.refresh();
            match wake {
                Wake::Job(job, in_flight) => {
                    let span = span_of(&job);
                    Box::pin(self.job(job, &in_flight).instrument(span)).await;
                }
                Wake::Engine(id, update, in_flight) => {
                    Box::pin(self.engine_update(id, update, &in_flight)).await;
                }
                Wake::Outbox(event, in_flight) => {
                    Box::pin(self.outbox_event(event, &in_flight)).await;
                }
                Wake::Timeout if self.retry_at.take().is_some() => {
                    let in_flight = self.activity.begin();
                    Box::pin(self.job(Job::Resume, &in_flight)).await;
                }
                Wake::Timeout => {
                    if queue.is_empty() && self.activity.is_quiet() {
                        Box::pin(self.release()).await;
                    }
                    let is_idle = || queue.is_empty() && self.activity.is_quiet();
                    if self.registry.remove_if(&self.key, is_idle) {
                        return;
                    }
                }
                Wake::End => return,
            }
            idle_since = Instant::now();
        }
    }

    async fn next(&mut self, queue: &mut JobReceiver, timeout: Instant) -> Wake {
        let outbox = async {
            match &mut self.outbox {
                Some(outbox) => outbox.event().await,
                None => None,
            }
        };
        tokio::select! {
            job = queue.recv() => match job {
                Some((job, in_flight)) => Wake::Job(job, in_flight),
                None => Wake::End,
            },
            (id, update, in_flight) = self.requests.next() => Wake::Engine(id, update, in_flight),
            Some((event, in_flight)) = outbox => Wake::Outbox(event, in_flight),
            () = sleep_until(timeout) => Wake::Timeout,
        }
    }

    /// Does a job, or has another process do it if the table belongs to that.
    async fn job(&mut self, job: Job, in_flight: &InFlight) {
        if let Owned::Here(job) = self.own(job, in_flight).await {
            self.do_job(job, in_flight).await;
        }
    }

    /// Does a job. A failure affects this table alone.
    async fn do_job(&mut self, job: Job, in_flight: &InFlight) {
        match job {
            Job::Handle(incoming, answer) => {
                let elsewhere = AssertUnwindSafe(self.other_table(&incoming)).catch_unwind();
                match elsewhere.await {
                    Ok(Ok(Some(table))) => {
                        // On shutdown the answer is dropped, which tells that.
                        self.put(&table, Job::Handle(incoming, answer));
                        return;
                    }
                    Ok(Err(error)) => {
                        let _ = answer.send(Err(HostError::Store(error)));
                        return;
                    }
                    // A panic comes again below, and is dealt with there.
                    Ok(Ok(None)) | Err(_) => {}
                }
                let handled = loop {
                    let handled = AssertUnwindSafe(self.handle(&incoming, in_flight))
                        .catch_unwind()
                        .await;
                    if !matches!(handled, Ok(Err(StoreError::Stale))) {
                        break handled;
                    }
                    self.refresh();
                };
                let handled = match handled {
                    Ok(handled) => handled,
                    Err(_) => {
                        let apology =
                            self.apologise(&incoming, "a panic", "internal-error", in_flight);
                        // If that panics too, nothing is said.
                        let apology = AssertUnwindSafe(apology).catch_unwind().await;
                        apology.unwrap_or(Ok(Disposition::NotForUs))
                    }
                };
                let handled = match handled {
                    Err(error @ StoreError::Damaged { .. }) => {
                        let reason = error.to_string();
                        self.apologise(&incoming, &reason, "table-damaged", in_flight)
                            .await
                    }
                    Err(error @ StoreError::Unfit(_)) => {
                        let reason = error.to_string();
                        self.apologise(&incoming, &reason, "internal-error", in_flight)
                            .await
                    }
                    handled => handled,
                };
                if let Err(error) = &handled {
                    if let StoreError::Fenced | StoreError::NotOwner(_) = error {
                        self.lose();
                    }
                    tracing::error!(table = %self.key, %error, "cannot handle a command");
                    self.table = None;
                }
                // The adapter may have gone; what was done is done.
                let _ = answer.send(handled.map_err(HostError::Store));
            }
            Job::Refuse(incoming, refusal, answer) => {
                let cause = Cause::incoming(&incoming, None);
                let refused = AssertUnwindSafe(self.refuse(refusal, &cause, in_flight))
                    .catch_unwind()
                    .await;
                let _ = answer.send(match refused {
                    Ok(refused) => refused.map(Disposition::from).map_err(HostError::Store),
                    Err(_) => Ok(Disposition::NotForUs),
                });
            }
            Job::TimerFired(at) => {
                let done = guarded(self.timer_fired(at, in_flight)).await;
                self.recover(done);
            }
            Job::Outages(told) => {
                let done = guarded(async { self.heed(in_flight).await.map(drop) }).await;
                if done.is_err() {
                    self.table = None;
                }
                match done {
                    Ok(()) => drop(told.send(Ok(()))),
                    Err(Some(error)) => drop(told.send(Err(error))),
                    // It panicked: the caller finds the channel closed.
                    Err(None) => {}
                }
            }
            Job::PlaceGone(for_good, answer) => {
                let done = guarded(self.place_gone(for_good, in_flight)).await;
                let _ = answer.send(self.reported(done));
            }
            Job::MayNotSpeak(inviter, answer) => {
                let done = guarded(self.may_not_speak(inviter, in_flight)).await;
                let _ = answer.send(self.reported(done));
            }
            Job::Greet(greeting, answer) => {
                let done = guarded(self.greet(&greeting, in_flight)).await;
                let _ = answer.send(self.reported(done));
            }
            Job::Daily(post, answer) => {
                let done = guarded(self.post_daily(&post, in_flight)).await;
                let _ = answer.send(self.reported(done));
            }
            Job::Begin(game, language, answer) => {
                let done = guarded(self.begin_game(*game, language, in_flight)).await;
                let _ = answer.send(self.reported(done));
            }
            Job::NotBegun(game, reply) => {
                let done = guarded(self.not_begun(game, reply, in_flight)).await;
                self.recover(done);
            }
            Job::Boards => {
                let done = guarded(self.announce_boards(in_flight)).await;
                self.recover(done);
            }
            Job::Results => {
                let done = guarded(self.record_results(in_flight)).await;
                self.recover(done);
            }
            Job::Holidays(told) => {
                self.ignores_holidays = true;
                let done = self.heed_holidays(in_flight).await;
                if let Some(told) = told {
                    let _ = told.send(done.is_ok());
                }
                self.recover(done);
            }
            Job::Resume => self.resume(in_flight).await,
            // It was done when the table was claimed.
            Job::TakeHanded => {}
            Job::Deliver(reply) => {
                self.say_stored(reply, in_flight).await;
            }
            Job::Depart(departure) => {
                let left = AssertUnwindSafe(self.depart(departure, in_flight))
                    .catch_unwind()
                    .await;
                if left.is_err() {
                    tracing::error!(table = %self.key, reason = "a panic", "cannot move a table");
                    self.table = None;
                }
            }
            Job::Receive(reception) => {
                let done = guarded(self.receive(reception, in_flight)).await;
                self.recover(done);
            }
        }
    }

    /// The engine service reports on a request.
    async fn engine_update(&mut self, id: RequestId, update: Update, in_flight: &InFlight) {
        self.thinking.set(self.requests.is_thinking());
        let done = match update {
            Update::HalfDone => guarded(self.half_done(id, in_flight)).await,
            Update::Failed => {
                self.retry_later();
                return;
            }
            Update::Done(answer) => {
                let empty = answer.empty();
                let done = guarded(self.answer(id, answer, in_flight)).await;
                match (done, empty) {
                    // The same answer would panic again.
                    (Err(None), Some(empty)) => {
                        tracing::error!(table = %self.key, "telling an answer of the engine panicked");
                        self.table = None;
                        guarded(self.answer(id, empty, in_flight)).await
                    }
                    (done, _) => done,
                }
            }
        };
        self.recover(done);
    }

    async fn outbox_event(&mut self, event: OutboxEvent, in_flight: &InFlight) {
        let done = match event {
            OutboxEvent::Restate(replies) => guarded(self.restate(replies, in_flight)).await,
            OutboxEvent::GiveUp(replies) => guarded(self.give_up(replies)).await,
            OutboxEvent::SpeaksAgain => guarded(self.announce_boards(in_flight)).await,
            OutboxEvent::Unreached(person) => guarded(self.unwatch(person, in_flight)).await,
        };
        self.recover(done);
    }

    /// Forgets what it knows of the table if it may name somebody who has had their data deleted.
    fn refresh(&mut self) {
        let seen = self.services.store.forgotten();
        if self.seen != seen {
            self.seen = seen;
            self.table = None;
            self.players = None;
            self.timer = None;
        }
    }

    /// Asks again for whatever the table waits for.
    async fn resume(&mut self, in_flight: &InFlight) {
        let done = match self.heed_holidays(in_flight).await {
            Ok(()) => guarded(self.reconcile(in_flight)).await,
            failed => failed,
        };
        self.recover(done);
    }

    /// Does what follows from an answer of the engine.
    async fn follow_own(
        &mut self,
        trigger: &Trigger,
        cause: &Cause<'_>,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let facts = Facts::default();
        let handled = self.follow(trigger, cause, facts, in_flight).await?;
        if let Followed::Duplicate = handled {
            // Another process at the same database was faster: the table here is out of date.
            self.table = None;
        }
        self.reconcile(in_flight).await
    }

    /// Deals with the end of a job whose caller waits for it: only a failure of the database is the
    /// caller's concern. Others would come again at each attempt.
    fn reported(&mut self, done: Result<(), Option<StoreError>>) -> Result<(), StoreError> {
        let Err(error) = done else { return Ok(()) };
        self.table = None;
        let reason = match error {
            Some(error @ (StoreError::Damaged { .. } | StoreError::Unfit(_))) => error.to_string(),
            Some(error) => return Err(error),
            None => "a panic".to_owned(),
        };
        tracing::error!(table = %self.key, reason, "a job is given up");
        Ok(())
    }

    /// Deals with the result of a job that has no caller. `Err(None)` stands for a panic.
    fn recover(&mut self, done: Result<(), Option<StoreError>>) {
        let Err(error) = done else { return };
        if let Some(StoreError::Stale) = error {
            self.refresh();
            self.requests.forget_answered();
            self.retry_at = Some(Instant::now());
            return;
        }
        if let Some(StoreError::Fenced | StoreError::NotOwner(_)) = error {
            // Another process goes on here.
            self.lose();
            return;
        }
        let reason = error.map_or_else(|| "a panic".to_owned(), |error| error.to_string());
        tracing::error!(table = %self.key, reason, "what a table waits for failed; retrying");
        self.table = None;
        self.retry_later();
    }

    /// Asks again in a while for whatever the table waits for. Requests that are running go on.
    fn retry_later(&mut self) {
        self.requests.forget_answered();
        self.thinking.set(self.requests.is_thinking());
        self.retry_at = Some(Instant::now() + RETRY_DELAY);
    }

    /// Puts a reply into the outbox, or keeps it until the table knows of all outages.
    fn say(&mut self, parcel: Parcel, in_flight: &InFlight) {
        if let Some(held) = &mut self.held {
            held.push((parcel, in_flight.another()));
            return;
        }
        let (services, key, generation) = (&self.services, &self.key, &self.generation);
        let outbox = self.outbox.get_or_insert_with(|| {
            Outbox::open(&services.delivery, &services.tasks, key, generation)
        });
        outbox.put(parcel, in_flight.another());
    }

    /// Puts a reply into the outbox that was stored before.
    async fn say_stored(&mut self, reply: i64, in_flight: &InFlight) {
        let parcel = match self.services.store.outgoing(reply).await {
            Ok(Some(outgoing)) => Parcel::stored(outgoing),
            // The delivery reports why it cannot be read.
            Ok(None) | Err(_) => Parcel::new(reply, &Reply::default()),
        };
        self.say(parcel, &in_flight.later());
    }

    /// Puts the parked replies into the outbox: there is something to answer now.
    async fn say_parked(&mut self, in_flight: &InFlight) -> Result<(), StoreError> {
        let store = Arc::clone(&self.services.store);
        if !store.has_parked(&self.key).await? {
            return Ok(());
        }
        let now = self.services.sources.now();
        for reply in store.unpark_all(&self.key, MOST_PARKED, now).await? {
            self.say_stored(reply, in_flight).await;
        }
        Ok(())
    }

    /// Puts a job into another table's queue. Does nothing on shutdown.
    fn put(&self, table: &TableKey, job: Job) {
        let wake = || start(&self.services, &self.registry, table.clone());
        self.registry.put(table, job, wake);
    }

    fn platform(&self) -> Option<&PlatformEntry> {
        self.services.platforms.get(&self.key.platform)
    }

    /// The table, read from the store if it is not known.
    async fn table(&mut self) -> Result<&Table, StoreError> {
        let table = match self.table.take() {
            Some(table) => table,
            None => {
                let log = self.services.store.load(&self.key).await?;
                log.fold(self.key.clone())?
            }
        };
        Ok(self.table.insert(table))
    }
}

/// What is logged while a job is done tells the event that it is done for.
fn span_of(job: &Job) -> Span {
    match job {
        Job::Handle(incoming, _) | Job::Refuse(incoming, ..) => {
            tracing::info_span!("handle", event = incoming.event)
        }
        _ => Span::none(),
    }
}

/// Runs work and turns a panic into `Err(None)`.
async fn guarded(
    work: impl Future<Output = Result<(), StoreError>>,
) -> Result<(), Option<StoreError>> {
    match AssertUnwindSafe(work).catch_unwind().await {
        Ok(done) => done.map_err(Some),
        Err(_) => Err(None),
    }
}
