//! Runs tables: commands go to the session, what follows to the store, and replies to the
//! platforms.
//!
//! [`Host`] is the front door for adapters. Each table that is awake has an actor, which does one
//! job after another: a person's command, an answer of the engine, a timer. Replies are stored
//! first and delivered then, each table's in order, by the platform's [`Transport`].

mod activity;
mod animator;
mod attach;
mod backoff;
mod clock;
mod current_outages;
mod cursors;
mod daily;
mod delivery;
mod engine_service;
mod handed_job;
mod handover;
mod holidays;
mod incoming;
mod language;
mod live;
mod mailbox;
mod measuring;
mod membership;
mod news;
mod one_each;
mod options;
mod outages;
mod outbox;
mod places;
mod platform;
mod preview;
mod queries;
mod readiness;
mod registry;
mod renderer;
mod retention;
mod scene;
mod services;
mod shards;
mod stepping;
mod table_actor;
mod tasks;
mod throttle;
mod timers;
mod tournaments;
mod transport;
mod worker;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use activity::Activity;
use animator::Animator;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) use backoff::Backoff;
pub use clock::{MachineClock, ManualClock, WallClock};
use current_outages::CurrentOutages;
use delivery::DeliveryService;
use engine_service::{Effort, EngineService};
use handover::handover;
pub use incoming::{
    Attachment, AttachmentError, ChoicesOf, Disposition, Greeting, HostError, Incoming, Input,
    Pick, Receipt,
};
use live::Live;
use mailbox::Job;
use membership::Presence;
use news::News;
use one_each::OneEach;
pub use options::{HostOptions, Sources};
use places::Places;
pub use platform::Platform;
use platform::Platforms;
pub use preview::{ChallengeRequest, Preview};
pub use readiness::Readiness;
use registry::Registry;
use renderer::Renderer;
pub use scene::{chart, rating_chart, rating_table, scene, standings_table};
use services::Services;
use tasks::Tasks;
use throttle::{MUTED_FOR, Throttle, Verdict};
use timers::Timers;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
pub use transport::{
    DeliveryError, LARGEST_PICTURE, RenderedBoard, RenderedChoice, RenderedReply, Transport,
};

use crate::metrics;
use crate::session::{Person, Phrase, TableKey};
pub use crate::store::{
    DatabaseLocation, ProcessOptions, ReplyTarget, ShardChoice, Shards, Store, StoreError,
    SyncCursor, open_store, share_store,
};

/// What a host left to the next start when it was shut down.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Leftover {
    /// Tables with work that was abandoned.
    pub tables: usize,
    /// Replies that are stored and not delivered.
    pub replies: u64,
}

/// The host. Clones are handles to the same one.
#[derive(Clone)]
pub struct Host {
    services: Arc<Services>,
    registry: Arc<Registry>,
    /// Held while a table moves: two moves that cross would wait for each other.
    moving: Arc<tokio::sync::Mutex<()>>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

impl Host {
    /// [Begins](Self::begin) with platforms that are connected, and waits until all their tables go
    /// on.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn start(
        store: Arc<dyn Store>,
        platforms: Vec<Platform>,
        options: HostOptions,
    ) -> Result<Self, StoreError> {
        let names = platforms.iter().map(|platform| platform.name.clone());
        let host = Self::begin(store, names.collect(), options);
        for platform in platforms {
            host.attach_and_resume(platform).await?;
        }
        Ok(host)
    }

    /// A host for the platforms of these names. Nothing happens at the tables of one until it is
    /// [attached](Self::attach). Inside a runtime.
    #[must_use]
    pub fn begin(store: Arc<dyn Store>, platforms: Vec<String>, options: HostOptions) -> Self {
        let HostOptions {
            policy,
            settings,
            picture_size,
            engine,
            players,
            retention,
            idle,
            probes_every,
            sources,
            stepwise,
            works,
            readiness,
        } = options;
        let stopping = CancellationToken::new();
        let tasks = Tasks::default();
        let platforms = Arc::new(Platforms::new(platforms, settings));
        let outages = Arc::new(CurrentOutages::default());
        let animator = Arc::new(Animator::new());
        let (jobs, passed_on) = mpsc::unbounded_channel();
        let delivery = Arc::new(DeliveryService {
            renderer: Renderer::new(
                Arc::clone(&store),
                picture_size,
                Arc::clone(&animator),
                stopping.clone(),
            ),
            store: Arc::clone(&store),
            platforms: Arc::clone(&platforms),
            sources: sources.clone(),
            outages: Arc::clone(&outages),
            probes_every,
            in_order: stepwise,
            jobs,
            stopping: stopping.clone(),
        });
        let effort = match stepwise {
            true => Effort::Nodes,
            false => Effort::Time,
        };
        let engine = EngineService::new(
            engine,
            effort,
            animator,
            Arc::clone(&store),
            &sources,
            tasks.clone(),
            stopping.clone(),
        );
        engine.set_players(&players);
        let services = Arc::new(Services {
            engine,
            one_each: OneEach::default(),
            throttle: Throttle::new(),
            store,
            live: Live::new(policy, retention),
            platforms,
            presence: Presence::default(),
            newly_attached: Notify::new(),
            sources,
            delivery,
            timers: Timers::default(),
            outages,
            holidays: News::default(),
            results: News::default(),
            places: Places::default(),
            reading_all: tokio::sync::Mutex::default(),
            stepwise,
            readiness,
            idle,
            tasks,
            stopping: stopping.clone(),
        });
        let host = Self {
            services,
            registry: Arc::new(Registry::new(stopping)),
            moving: Arc::default(),
        };
        host.services.tasks.spawn(host.clone().pass_on(passed_on));
        if stepwise {
            return host;
        }
        let services = &host.services;
        let (clock, stopping) = (&services.sources.clock, &services.stopping);
        let waking = host.clone();
        let fire = move |table: TableKey, at| {
            metrics::clock_fired();
            waking.put(&table, Job::TimerFired(at));
        };
        let timers = services.timers.clone();
        let timing = timers.run(clock.clone(), stopping.clone(), fire);
        services.tasks.spawn(timing);
        services.tasks.spawn(host.clone().beat());
        host.join();
        if works {
            services.tasks.spawn(host.clone().work());
        }
        services.tasks.spawn(host.clone().follow_holidays());
        services.tasks.spawn(host.clone().follow_results());
        services.tasks.spawn(host.clone().follow_days());
        // A worker's config need not say how long data are kept.
        if !works {
            services.tasks.spawn(retention::run(Arc::clone(services)));
        }
        host
    }

    /// Puts a job into a table's queue. False on shutdown.
    fn put(&self, table: &TableKey, job: Job) -> bool {
        let wake = || table_actor::start(&self.services, &self.registry, table.clone());
        self.registry.put(table, job, wake)
    }

    /// Handles something that a person said or pressed, and returns once what follows is written.
    /// It will then be said even if the machine stops now.
    ///
    /// # Errors
    ///
    /// Nothing was written; it may be submitted again.
    pub async fn handle(&self, incoming: Incoming) -> Result<Disposition, HostError> {
        self.submit(incoming)?.disposition().await
    }

    /// Puts something that a person said or pressed into its table's queue at once: what is
    /// submitted first is handled first. The receipt tells what became of it.
    ///
    /// # Errors
    ///
    /// It was not queued; it may be submitted again.
    pub fn submit(&self, mut incoming: Incoming) -> Result<Receipt, HostError> {
        incoming.replace_nul();
        let table = incoming.table.clone();
        tracing::debug!(%table, event = incoming.event, "something was said or pressed");
        let Some(platform) = self.services.platforms.get(&table.platform) else {
            return Err(HostError::NoPlatform(table.platform));
        };
        let verdict = match platform.throttled {
            true => self.services.throttle.judge(&table, &incoming.author),
            false => Verdict::Admit,
        };
        if verdict != Verdict::Admit {
            metrics::command_ignored(&table.platform);
        }
        let (answer, answered) = oneshot::channel();
        let incoming = Box::new(incoming);
        let job = match verdict {
            Verdict::Admit => Job::Handle(incoming, answer),
            Verdict::Refuse => {
                let seconds = usize::try_from(MUTED_FOR.as_secs()).unwrap_or(usize::MAX);
                let refusal = Phrase::new("too-much").with("seconds", seconds);
                tracing::info!(
                    %table,
                    "a person sends too many commands; ignoring them for a while"
                );
                Job::Refuse(incoming, refusal.into(), answer)
            }
            Verdict::Ignore => {
                // The receipt is there.
                let _ = answer.send(Ok(Disposition::Throttled));
                return Ok(self.receipt(answered));
            }
        };
        if !self.put(&table, job) {
            return Err(HostError::Stopping);
        }
        Ok(self.receipt(answered))
    }

    fn receipt(&self, answer: oneshot::Receiver<Result<Disposition, HostError>>) -> Receipt {
        let stopping = self.services.stopping.clone();
        Receipt { answer, stopping }
    }

    /// Waits for what a table answers.
    async fn answer<T>(
        &self,
        answer: oneshot::Receiver<Result<T, StoreError>>,
    ) -> Result<T, HostError> {
        let dropped = |_| HostError::dropped(&self.services.stopping);
        Ok(answer.await.map_err(dropped)??)
    }

    /// Moves a table to another key, because its room was replaced by another: with its log, its
    /// challenges, its game and its undelivered replies. If anything is going on, that is said at
    /// the new key. The same event moves a table once. A delivery attempt that is running is
    /// waited for.
    ///
    /// True if the table is at `to`; false if a game or a challenge is going on there, and nothing
    /// was moved. Commands that arrive at `from` afterwards find an empty table.
    ///
    /// # Errors
    ///
    /// Nothing was moved; it may be tried again.
    pub async fn move_table(
        &self,
        from: &TableKey,
        to: &TableKey,
        event: String,
    ) -> Result<bool, HostError> {
        for table in [from, to] {
            if self.services.platforms.get(&table.platform).is_none() {
                return Err(HostError::NoPlatform(table.platform.clone()));
            }
        }
        if from == to {
            return Ok(true);
        }
        let alone = Arc::clone(&self.moving).lock_owned().await;
        let (departure, reception, moving) = handover(to.clone(), event);
        if !self.put(from, Job::Depart(departure)) {
            return Err(HostError::Stopping);
        }
        let (host, to) = (self.clone(), to.clone());
        // Goes on if the caller is cancelled.
        let moved = self.services.tasks.spawn(async move {
            let _alone = alone;
            let dropped = |_| HostError::dropped(&host.services.stopping);
            moving.reached.await.map_err(dropped)?;
            if !host.put(&to, Job::Receive(reception)) {
                return Err(HostError::Stopping);
            }
            moving.answer.await.map_err(dropped)?
        });
        let moved = moved.await.ok().flatten();
        moved.unwrap_or(Err(HostError::Stopping))
    }

    /// Adjourns the games in a place that is gone: a deleted thread, or a channel with all its threads.
    /// Their players are told in private, and can continue them elsewhere. If it is not gone
    /// `for_good`, as the bot may be invited again, only timed games are adjourned, whose players
    /// cannot move. No more tournaments are opened there. A table that cannot be read is passed over.
    ///
    /// # Errors
    ///
    /// The database failed, or the host is shutting down: not all of them were adjourned; it may be
    /// tried again.
    pub async fn place_gone(&self, place: &TableKey, for_good: bool) -> Result<(), HostError> {
        for table in self.services.store.active_in(place).await? {
            let (answer, answered) = oneshot::channel();
            if !self.put(&table, Job::PlaceGone(for_good, answer)) {
                return Err(HostError::Stopping);
            }
            self.answer(answered).await?;
        }
        Ok(())
    }

    /// Tells who invited the bot to a place, in private, that it leaves it because it may not speak there.
    ///
    /// # Errors
    ///
    /// The database failed, or the host is shutting down: they are not told; it may be tried again.
    pub async fn tell_may_not_speak(
        &self,
        place: &TableKey,
        inviter: Person,
    ) -> Result<(), HostError> {
        let (answer, answered) = oneshot::channel();
        if !self.put(place, Job::MayNotSpeak(inviter, answer)) {
            return Err(HostError::Stopping);
        }
        self.answer(answered).await
    }

    /// Says hello to everybody at a place into which the bot has come: how to begin, and where to set the
    /// language. A table is greeted once.
    ///
    /// # Errors
    ///
    /// The database failed, or the host is shutting down: it may be tried again.
    pub async fn greet(&self, greeting: Greeting) -> Result<(), HostError> {
        let table = greeting.table.clone();
        let (answer, answered) = oneshot::channel();
        if !self.put(&table, Job::Greet(Box::new(greeting), answer)) {
            return Err(HostError::Stopping);
        }
        self.answer(answered).await
    }

    /// Waits until a table is quiet: its queue is empty, the bot has taken its turn, and all
    /// replies are delivered.
    pub async fn settle(&self, table: &TableKey) {
        if let Some(activity) = self.registry.activity(table) {
            activity.quiet().await;
        }
    }

    /// Waits until every table is quiet.
    pub async fn settle_all(&self) {
        self.all_quiet().await;
        // Otherwise a task of its own sees to it.
        if !self.services.stepwise {
            return;
        }
        let (holidays, results) = (&self.services.holidays, &self.services.results);
        loop {
            let told = match (holidays.take(), results.take()) {
                (false, false) => return,
                (true, false) => self.tell_holidays(None).await,
                (false, true) => self.tell_results().await,
                (true, true) => match self.tell_holidays(None).await {
                    Ok(()) => self.tell_results().await,
                    failed => failed,
                },
            };
            if let Err(error) = told {
                tracing::error!(%error, "cannot tell all tables of a holiday or a result");
            }
            self.all_quiet().await;
        }
    }

    async fn all_quiet(&self) {
        // What happens at one table may make another one do something.
        while !self.registry.activities().iter().all(Activity::is_quiet) {
            for activity in self.registry.activities() {
                activity.quiet().await;
            }
        }
    }

    /// Which platforms are connected, for adapters to note.
    #[must_use]
    pub fn readiness(&self) -> Arc<Readiness> {
        Arc::clone(&self.services.readiness)
    }

    /// Number of tables that are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.registry.len()
    }

    /// Accepts nothing more, finishes what is in flight, and closes the store. Replies that could
    /// not be delivered at once are delivered after the next start, and so are the engine's turns.
    pub async fn shutdown(self) {
        self.stop_accepting();
        self.services.tasks.finish().await;
        self.close().await;
    }

    /// Does what [`Host::shutdown`] does, but abandons what is still in flight after `grace`.
    /// Returns what is left to the next start.
    pub async fn shutdown_within(self, grace: Duration) -> Leftover {
        let activities = self.registry.activities();
        self.stop_accepting();
        let mut leftover = Leftover::default();
        if timeout(grace, self.services.tasks.finish()).await.is_err() {
            let busy = activities.iter().filter(|activity| !activity.is_quiet());
            leftover.tables = busy.count();
            self.services.tasks.abandon().await;
        }
        match self.services.store.backlog().await {
            Ok(backlog) => leftover.replies = backlog.replies,
            Err(error) => tracing::warn!(%error, "cannot count what is still to be delivered"),
        }
        self.close().await;
        leftover
    }

    fn stop_accepting(&self) {
        self.services.stopping.cancel();
        self.services.engine.close();
        self.registry.clear();
    }

    async fn close(&self) {
        let now = self.services.sources.now();
        if let Err(error) = self.heartbeat(now).await {
            tracing::warn!(%error, "cannot note that the bot was up");
        }
        self.leave().await;
        self.services.store.close().await;
    }
}

#[cfg(test)]
mod tests;
