//! Runs tables. Ties the rooms together: what is heard goes to the session, what follows from it
//! into the store, and from there to the platforms.
//!
//! [`Host::hear`] is the one front door. Each table that is awake has a desk, at which one job is
//! done after another: a person's command, the engine's answer, the clock's bell. A desk without
//! work is given up after a while; all that its table is stands in the store. What is to be said
//! is written down first and delivered then, each table's replies in order, by its [`Transport`].

mod backoff;
mod busy;
mod clock;
mod delivery;
mod desk;
mod incoming;
mod outbox;
mod pool;
mod review;
mod think;
mod throttle;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(crate) use backoff::Backoff;
use busy::{Busy, InHand};
use clock::Alarm;
use delivery::Pictures;
pub use delivery::{
    DeliveryError, RenderedBoard, RenderedChoice, RenderedReply, Transport, chart, scene,
};
use desk::{Desk, Job, Leaving};
pub use incoming::{
    Attachment, AttachmentError, ChoicesOf, Disposition, HostError, Incoming, Input, Pick, Receipt,
};
use pool::Pool;
use review::Reviews;
use throttle::{Throttle, UNHEARD_FOR, Verdict};

use crate::config::{self, Config};
use crate::lock::lock;
use crate::session::{House, Person, Phrase, Table, TableKey};
use crate::store::Store;
pub use crate::store::{ReplyTarget, StoreError, SyncCursor};
use crate::words::Words;

/// How long a desk waits for more work before it is given up. A player who thinks comes back to
/// a desk that knows the table; one who sleeps does not hold memory.
const IDLE: Duration = Duration::from_secs(60);

/// How often it is tried whether the bot may speak again: a table hears of it within a minute.
const PROBES_EVERY: Duration = Duration::from_secs(30);

/// A chat platform.
pub struct Platform {
    /// Its name, as in [`TableKey::platform`].
    pub name: String,
    /// The bot as the platform knows it.
    pub bot: Person,
    /// What a command begins with there: `!`. Empty where a command is never a mere message.
    pub prefix: String,
    /// Who delivers there.
    pub transport: Arc<dyn Transport>,
    /// Whether it is bounded how much a person may say. Not where nobody but the operator speaks.
    pub throttled: bool,
}

impl fmt::Debug for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Platform")
            .field("name", &self.name)
            .field("bot", &self.bot)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

/// Where time and chance come from.
#[derive(Clone)]
pub struct Sources {
    /// The time.
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// A fresh random number.
    pub random: Arc<dyn Fn() -> u64 + Send + Sync>,
}

impl Default for Sources {
    /// The machine's own.
    fn default() -> Self {
        Self {
            now: Arc::new(Timestamp::now),
            random: Arc::new(rand::random),
        }
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sources")
    }
}

/// How the host runs.
#[derive(Debug, Clone)]
pub struct HostOptions {
    /// The house's settings.
    pub house: House,
    /// Width of board pictures in pixels.
    pub picture_size: u32,
    /// How much of the machine the engine may use.
    pub engine: config::Engine,
    /// How long a desk without work is kept.
    pub idle: Duration,
    /// How often it is tried whether the bot may speak again where it might not.
    pub probes_every: Duration,
    /// Time and chance.
    pub sources: Sources,
}

impl HostOptions {
    /// The settings of a file, and for the rest the usual ones.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        Self {
            house: config.house.clone(),
            picture_size: config.picture_size,
            engine: config.engine,
            idle: IDLE,
            probes_every: PROBES_EVERY,
            sources: Sources::default(),
        }
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A platform as the host uses it.
struct Served {
    bot: Person,
    prefix: String,
    words: Words,
    transport: Arc<dyn Transport>,
    throttled: bool,
}

/// What all desks share.
struct Shared {
    store: Arc<dyn Store>,
    house: House,
    picture_size: u32,
    idle: Duration,
    probes_every: Duration,
    sources: Sources,
    platforms: HashMap<String, Served>,
    desks: Mutex<HashMap<TableKey, Desk>>,
    engine: config::Engine,
    pool: Pool,
    /// Who waits for a hint or a review: for which, on which platform, and their id there.
    advised: Mutex<HashSet<(&'static str, String, String)>>,
    reviews: Reviews,
    drawing: Semaphore,
    pictures: Pictures,
    throttle: Throttle,
    /// Held while a table moves: two that met each other half-way would wait for ever.
    moving: Arc<tokio::sync::Mutex<()>>,
    alarms: mpsc::UnboundedSender<Alarm>,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

/// The host. Clones are handles to the same one.
#[derive(Clone)]
pub struct Host {
    shared: Arc<Shared>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

impl Host {
    /// Starts to run the tables of these platforms: what was left undelivered is delivered first,
    /// and what tables wait for is asked for again.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn start(
        store: Arc<dyn Store>,
        platforms: Vec<Platform>,
        settings: HostOptions,
    ) -> Result<Self, StoreError> {
        let HostOptions {
            house,
            picture_size,
            engine,
            idle,
            probes_every,
            sources,
        } = settings;
        let (alarms, clock) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            store,
            picture_size,
            idle,
            probes_every,
            sources,
            platforms: platforms
                .into_iter()
                .map(|platform| {
                    let served = Served {
                        words: Words::new(&platform.prefix, &platform.bot.name),
                        bot: platform.bot,
                        prefix: platform.prefix,
                        transport: platform.transport,
                        throttled: platform.throttled,
                    };
                    (platform.name, served)
                })
                .collect(),
            house,
            desks: Mutex::default(),
            engine,
            pool: Pool::new(engine),
            advised: Mutex::default(),
            reviews: Reviews::new(),
            drawing: Semaphore::new(processors()),
            pictures: Pictures::default(),
            throttle: Throttle::new(),
            moving: Arc::default(),
            alarms,
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
        });
        for platform in shared.platforms.keys() {
            for undelivered in shared.store.undelivered(platform).await? {
                let job = Job::Deliver(undelivered.reply);
                shared.enqueue(&undelivered.table, job, None);
            }
            let now = (shared.sources.now)();
            for waits in shared.store.waiting(platform).await? {
                match waits.waiting.wake_at {
                    Some(at) if at <= now => {
                        shared.enqueue(&waits.table, Job::Bell, None);
                    }
                    at => shared.set_alarm(&waits.table, at),
                }
                if waits.waiting.engine {
                    shared.enqueue(&waits.table, Job::Look, None);
                }
            }
        }
        shared.tasks.spawn(clock::run(Arc::clone(&shared), clock));
        Ok(Self { shared })
    }

    /// Hears something that a person said or pressed, and returns once what follows from it is
    /// written. It will then be said even if the machine should stop now.
    ///
    /// # Errors
    ///
    /// Nothing was written; it may be brought again.
    pub async fn handle(&self, incoming: Incoming) -> Result<Disposition, HostError> {
        self.submit(incoming)?.disposition().await
    }

    /// Puts something that a person said or pressed into its table's queue at once, so that what
    /// is submitted first is dealt with first. The receipt tells what became of it.
    ///
    /// # Errors
    ///
    /// It was not put into the queue; it may be brought again.
    pub fn submit(&self, incoming: Incoming) -> Result<Receipt, HostError> {
        let table = incoming.table.clone();
        let Some(served) = self.shared.platforms.get(&table.platform) else {
            return Err(HostError::NoPlatform(table.platform));
        };
        let verdict = match served.throttled {
            true => self.shared.throttle.judge(&table, &incoming.author),
            false => Verdict::Admit,
        };
        let (answer, answered) = oneshot::channel();
        let incoming = Box::new(incoming);
        let job = match verdict {
            Verdict::Admit => Job::Hear(incoming, answer),
            Verdict::Refuse => {
                let seconds = usize::try_from(UNHEARD_FOR.as_secs()).unwrap_or(usize::MAX);
                let refusal = Phrase::new("too-much").with("seconds", seconds);
                tracing::info!(
                    %table, person = incoming.author.id,
                    "somebody says too much at once and goes unheard for a while"
                );
                Job::Refuse(incoming, refusal.into(), answer)
            }
            Verdict::Ignore => {
                // The receipt is there.
                let _ = answer.send(Ok(Disposition::Throttled));
                return Ok(Receipt(answered));
            }
        };
        if !self.shared.enqueue(&table, job, None) {
            return Err(HostError::Stopping);
        }
        Ok(Receipt(answered))
    }

    /// Moves a table to another key, because its room was replaced by another: with its log, its
    /// challenges, the game that is being played and what is still to be said. If anything is
    /// going on, that is said at the new place. The same event moves a table once. An attempt at
    /// delivery that is under way is waited for.
    ///
    /// True if the table stands at `to`; false if a game or a challenge of its own is there, and
    /// nothing was moved. What is heard at `from` afterwards finds nothing going on there.
    ///
    /// # Errors
    ///
    /// Nothing was moved; it may be asked for again.
    pub async fn move_table(
        &self,
        from: &TableKey,
        to: &TableKey,
        event: String,
    ) -> Result<bool, HostError> {
        for table in [from, to] {
            if !self.shared.platforms.contains_key(&table.platform) {
                return Err(HostError::NoPlatform(table.platform.clone()));
            }
        }
        if from == to {
            return Ok(true);
        }
        let alone = Arc::clone(&self.shared.moving).lock_owned().await;
        let (answer, answered) = oneshot::channel();
        let leaving = Leaving {
            to: to.clone(),
            event,
            alone,
            answer,
        };
        if !self.shared.enqueue(from, Job::Leave(leaving), None) {
            return Err(HostError::Stopping);
        }
        answered.await.map_err(|_| HostError::Stopping)?
    }

    /// Waits until a table is quiet: nothing is queued there, the bot has taken its turn, and all
    /// that was said is delivered.
    pub async fn settle(&self, table: &TableKey) {
        let busy = self.shared.desks().get(table).map(Desk::busy);
        if let Some(busy) = busy {
            busy.quiet().await;
        }
    }

    /// Waits until every table is quiet.
    pub async fn settle_all(&self) {
        let all: Vec<Busy> = self.shared.desks().values().map(Desk::busy).collect();
        for busy in all {
            busy.quiet().await;
        }
    }

    /// The table at which a reply with choices became this message of a channel, for a platform
    /// that tells the message to which somebody reacted, but not its thread.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn table_of_message(
        &self,
        platform: &str,
        channel: &str,
        message: &str,
    ) -> Result<Option<TableKey>, StoreError> {
        let store = &self.shared.store;
        store.table_of_message(platform, channel, message).await
    }

    /// A table as it stood when it was last written down. For what needs no answer of its own,
    /// such as what a platform completes while somebody types.
    ///
    /// # Errors
    ///
    /// The database failed, or the table's log is damaged.
    pub async fn table(&self, table: &TableKey) -> Result<Table, StoreError> {
        let log = self.shared.store.load(table).await?;
        log.fold(table.clone())
    }

    /// Number of tables that are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.shared.desks().len()
    }

    /// How far an adapter has read its platform.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn cursor(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.shared.store.cursor(name).await
    }

    /// All marks whose names begin so.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn cursors(&self, begin: &str) -> Result<Vec<SyncCursor>, StoreError> {
        self.shared.store.cursors(begin).await
    }

    /// Notes how far an adapter has read its platform.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_cursor(&self, cursor: SyncCursor) -> Result<(), StoreError> {
        self.shared.store.set_cursors(vec![cursor]).await
    }

    /// Notes how far an adapter has read several parts of its platform.
    ///
    /// # Errors
    ///
    /// The database failed, and none is noted.
    pub async fn set_cursors(&self, cursors: Vec<SyncCursor>) -> Result<(), StoreError> {
        self.shared.store.set_cursors(cursors).await
    }

    /// Forgets how far an adapter has read what is no longer there.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn forget_cursor(&self, name: String) -> Result<(), StoreError> {
        self.shared.store.forget_cursor(name).await
    }

    /// The table at which an event was heard, in a channel or in a thread of it.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn table_of_event(
        &self,
        channel: &TableKey,
        event: &str,
    ) -> Result<Option<TableKey>, StoreError> {
        let store = &self.shared.store;
        store
            .table_of_event(&channel.platform, &channel.channel, event)
            .await
    }

    /// The threads of a channel in which a person's challenge waits for an answer, the newest
    /// first.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn threads_with_challenge(
        &self,
        channel: &TableKey,
        person: &Person,
    ) -> Result<Vec<TableKey>, StoreError> {
        let store = &self.shared.store;
        let mut found = Vec::new();
        for thread in store
            .waiting_threads(&channel.platform, &channel.channel)
            .await?
        {
            match self.table(&thread).await {
                Ok(table) if table.challenges().iter().any(|one| one.by.id == person.id) => {
                    found.push(thread);
                }
                // At a table that cannot be read nobody waits.
                Ok(_) | Err(StoreError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// Hears nothing more, finishes what is in hand, and closes the store. What could not be
    /// delivered at once is delivered after the next start, and so are the engine's turns.
    pub async fn shutdown(self) {
        self.shared.stopping.cancel();
        self.shared.pool.close();
        // The desks finish their queues and end.
        self.shared.desks().clear();
        self.shared.tasks.close();
        self.shared.tasks.wait().await;
        self.shared.store.close().await;
    }
}

impl Shared {
    fn desks(&self) -> MutexGuard<'_, HashMap<TableKey, Desk>> {
        // Nothing that holds the lock leaves the map half changed.
        lock(&self.desks)
    }

    /// Puts a job on a table's desk. False if the host is shutting down.
    fn enqueue(self: &Arc<Self>, table: &TableKey, job: Job, in_hand: Option<InHand>) -> bool {
        let mut desks = self.desks();
        if self.stopping.is_cancelled() {
            return false;
        }
        let desk = match desks.entry(table.clone()) {
            Entry::Occupied(desk) => desk.into_mut(),
            Entry::Vacant(place) => place.insert(Desk::open(Arc::clone(self), table.clone())),
        };
        desk.put(job, in_hand);
        true
    }

    fn set_alarm(&self, table: &TableKey, at: Option<Timestamp>) {
        // The clock is gone only when the host is shutting down.
        let _ = self.alarms.send((table.clone(), at));
    }
}

#[cfg(test)]
mod tests;
