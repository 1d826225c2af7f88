//! The keeper: where several processes share Discord's shards out, keeps one connection for each shard
//! that is this process's, takes free ones, and gives away what is more than its share.
//!
//! A shard is given away only after its connection is closed, and what was said meanwhile is read from
//! the histories by whoever takes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serenity::http::Route;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use super::connections::Part;
use super::{EventHandler, START_INTERVAL, start};
use crate::chat::common::platform::DISCORD;
use crate::chat::common::reach::{CutOff, Reach};
use crate::chat::discord::context::DiscordContext;
use crate::chat::discord::error::{DiscordError, FailureKind};
use crate::config;
use crate::host::{Backoff, Host, ShardChoice, Shards, StoreError};

/// How often the database is asked which shards are this process's.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How long Discord may take to answer when it is asked whether it is reachable.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long it may take to give the shards away when the bot stops.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(1);

/// Keeps the connections of this process's shards.
pub(super) struct Keeper {
    pub(super) settings: config::Discord,
    pub(super) context: Arc<DiscordContext>,
    pub(super) host: Host,
    /// The handlers of single shards are made from it.
    pub(super) handler: EventHandler,
    pub(super) stop: CancellationToken,
    /// How long this process keeps its shards without being heard of.
    pub(super) lease: Duration,
}

/// The connection of a shard.
struct Connection {
    /// How many shards there were when it began.
    of: u32,
    stop: CancellationToken,
}

/// What Discord says about connections.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    /// How many shards it wants.
    shards: u32,
    /// The interval between two session starts.
    interval: Duration,
}

/// The connections, by the numbers of their shards.
struct Connections {
    open: BTreeMap<u32, Connection>,
    ended: UnboundedSender<(u32, Result<(), DiscordError>)>,
    /// Whether a session may begin: that of the shard that was taken last.
    may_begin: bool,
    wanted: Option<Wanted>,
    /// When Discord is asked again if it did not answer.
    asks_at: Instant,
    backoff: Backoff,
    unwanted: Unwanted,
    reach: Arc<Reach>,
    cut_off: CutOff,
}

impl Connections {
    /// Closes all.
    fn close(&self) {
        self.open.values().for_each(|one| one.stop.cancel());
    }
}

impl Keeper {
    /// Keeps the connections until the stop.
    pub(super) async fn keep(self) -> Result<(), DiscordError> {
        let (sender, mut ended) = unbounded_channel();
        let mut connections = Connections {
            open: BTreeMap::new(),
            ended: sender,
            may_begin: false,
            wanted: None,
            asks_at: Instant::now(),
            backoff: Backoff::new(),
            unwanted: Unwanted::new(),
            // It has just told who the bot is.
            reach: Arc::new(Reach::new(true)),
            cut_off: CutOff::default(),
        };
        let reach = Arc::clone(&connections.reach);
        let context = Arc::clone(&self.context);
        let open = Arc::clone(&self.handler.connections);
        self.context.background.spawn(async move {
            reach
                .watch(|| async {
                    open.is_any_up() || context.rest.is_reached(ANSWER_TIMEOUT).await
                })
                .await;
        });
        let mut heard = Instant::now();
        let mut polling = interval(POLL_INTERVAL);
        polling.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let outcome = loop {
            tokio::select! {
                () = self.stop.cancelled() => break Ok(()),
                Some((shard, outcome)) = ended.recv() => {
                    self.closed(&mut connections, shard);
                    if outcome.is_err() {
                        break outcome;
                    }
                    polling.reset_immediately();
                    continue;
                }
                _ = polling.tick() => {}
            }
            let done = tokio::select! {
                () = self.stop.cancelled() => break Ok(()),
                done = self.look(&mut connections, &mut heard) => done,
            };
            match done {
                Ok(Next::AtOnce) => polling.reset_immediately(),
                Ok(Next::Later) => {}
                Err(KeepError::Discord(error)) => break Err(error),
                Err(KeepError::Store(error)) => {
                    tracing::debug!(%error, "the shards of this process are looked at later");
                }
                Err(KeepError::Slow) => {
                    tracing::debug!("the database is too slow to look at the shards");
                }
            }
            if heard.elapsed() > self.lease {
                // They may be another process's by now.
                self.handler.connections.stand_by(false);
                connections.close();
            }
        };
        connections.close();
        let own: Vec<u32> = connections.open.keys().copied().collect();
        while !connections.open.is_empty()
            && let Some((shard, _)) = ended.recv().await
        {
            self.closed(&mut connections, shard);
        }
        // The others need not wait until all tables are quiet. If this fails, they do.
        let _ = timeout(RELEASE_TIMEOUT, async {
            self.host.set_can_connect(DISCORD, None).await?;
            for shard in own {
                self.host.release_shard(DISCORD, shard).await?;
            }
            Ok::<_, StoreError>(())
        })
        .await;
        outcome
    }

    /// Asks the database what is this process's, and does what follows. Together that takes no longer
    /// than a lease.
    async fn look(
        &self,
        connections: &mut Connections,
        heard: &mut Instant,
    ) -> Result<Next, KeepError> {
        let asked = Instant::now();
        let shards = timeout(
            self.lease / 3,
            self.host.shards(DISCORD, &self.settings.shards),
        );
        let shards = shards.await.map_err(|_| KeepError::Slow)??;
        *heard = asked;
        let reconciled = timeout(self.lease / 2, self.reconcile(connections, &shards));
        reconciled.await.map_err(|_| KeepError::Slow)?
    }

    /// Closes, opens, gives away and takes what is to be.
    async fn reconcile(
        &self,
        connections: &mut Connections,
        shards: &Shards,
    ) -> Result<Next, KeepError> {
        let (host, context) = (&self.host, &self.context);
        let is_one_free = shards.taken == 0 || shards.free > 0;
        let is_there = connections.reach.is_there();
        let stands_by = !is_one_free && shards.own.is_empty() && is_there;
        self.handler.connections.stand_by(stands_by);
        if shards.can_connect && !is_there {
            // Otherwise the others would leave free shards to this process.
            host.set_can_connect(DISCORD, None).await?;
        }
        let (cut_off, other) = (&mut connections.cut_off, shards.other_can_connect);
        if cut_off.look(is_there, other, self.lease, Instant::now()) {
            return Err(DiscordError::CutOff.into());
        }
        connections.unwanted.look(&shards.unwanted, self.lease);
        let gives = |number: &u32| shards.gives == Some(*number);
        let kept: BTreeSet<u32> = shards.own.iter().copied().filter(|n| !gives(n)).collect();
        for (number, one) in &connections.open {
            if !kept.contains(number) || one.of != shards.total {
                one.stop.cancel();
            }
        }
        let mut given = shards.own.difference(&kept);
        if let Some(&number) = given.find(|number| !connections.open.contains_key(number)) {
            context.write(host).await;
            host.release_shard(DISCORD, number).await?;
            tracing::info!(shard = number, "a shard is left to other processes");
        }
        let Some(wanted) = self.wanted(connections).await? else {
            return Ok(Next::Later);
        };
        let mut missing = kept.iter().copied();
        if let Some(number) = missing.find(|number| !connections.open.contains_key(number)) {
            // One after another, as Discord demands.
            if !connections.may_begin && !host.begin_session(DISCORD, wanted.interval).await? {
                return Ok(Next::Later);
            }
            connections.may_begin = true;
            context.load(host).await?;
            let (shard, of) = (u64::from(number), u64::from(shards.total));
            context.unseen.load_shard(host, shard, of).await?;
            self.open(connections, number, shards.total)?;
            connections.may_begin = false;
            return Ok(Next::AtOnce);
        }
        // `wanted` is cached, and does not show that Discord is there now.
        if !is_there {
            return Ok(Next::Later);
        }
        if !shards.can_connect {
            self.check_range(match shards.taken {
                0 => wanted.shards,
                _ => shards.total,
            });
            let choice = Some(&self.settings.shards);
            host.set_can_connect(DISCORD, choice).await?;
            return Ok(Next::AtOnce);
        }
        if !is_one_free {
            return Ok(Next::Later);
        }
        connections.may_begin = host
            .take_shard(DISCORD, wanted.shards, wanted.interval)
            .await?;
        Ok(if connections.may_begin {
            Next::AtOnce
        } else {
            Next::Later
        })
    }

    /// Logs a warning if there are fewer shards than the setting names.
    fn check_range(&self, total: u32) {
        if let ShardChoice::Range(range) = &self.settings.shards
            && *range.end() >= total
        {
            tracing::warn!(
                shards = %format_args!("{}-{}", range.start(), range.end()),
                last = total - 1,
                "discord.shards goes beyond the last shard"
            );
        }
    }

    /// Connects a shard.
    fn open(
        &self,
        connections: &mut Connections,
        number: u32,
        of: u32,
    ) -> Result<(), DiscordError> {
        let handler = self.handler.of_shard(number, of);
        handler.connections.set(handler.part, false);
        let stop = CancellationToken::new();
        let ended = connections.ended.clone();
        start(&self.settings, handler, stop.clone(), move |outcome| {
            let _ = ended.send((number, outcome));
        })?;
        tracing::info!(shard = number, of, "a shard is this process's");
        connections.open.insert(number, Connection { of, stop });
        Ok(())
    }

    /// A connection is closed.
    fn closed(&self, connections: &mut Connections, number: u32) {
        if let Some(one) = connections.open.remove(&number) {
            let part = Part::Shard { number, of: one.of };
            self.handler.connections.remove(part);
            self.context.unseen.leave_shard(u64::from(number));
        }
    }

    /// What Discord says about connections; `None` if it is asked again later.
    async fn wanted(&self, connections: &mut Connections) -> Result<Option<Wanted>, DiscordError> {
        if connections.wanted.is_some() || Instant::now() < connections.asks_at {
            return Ok(connections.wanted);
        }
        match self.context.rest.get(Route::GatewayBot, Vec::new()).await {
            Ok(gateway) => {
                let number = |value: &serde_json::Value| {
                    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
                    number.unwrap_or(1).max(1)
                };
                let at_once = number(&gateway["session_start_limit"]["max_concurrency"]);
                connections.wanted = Some(Wanted {
                    shards: number(&gateway["shards"]),
                    interval: START_INTERVAL / at_once,
                });
                connections.backoff = Backoff::new();
            }
            Err(failure) if failure.kind == FailureKind::LoggedOut => {
                return Err(DiscordError::Token);
            }
            Err(failure) => {
                let pause = connections.backoff.next();
                connections.asks_at = Instant::now() + pause;
                tracing::warn!(%failure, ?pause, "no connection to Discord; trying again");
            }
        }
        Ok(connections.wanted)
    }
}

/// Watches for shards that no process may take.
struct Unwanted {
    seen: BTreeSet<u32>,
    since: Instant,
    told: BTreeSet<u32>,
}

impl Unwanted {
    fn new() -> Self {
        Self {
            seen: BTreeSet::new(),
            since: Instant::now(),
            told: BTreeSet::new(),
        }
    }

    /// Logs a warning once the same shards have been left out for a whole lease, as other processes
    /// may still be starting.
    fn look(&mut self, found: &BTreeSet<u32>, lease: Duration) {
        if self.seen != *found {
            self.seen.clone_from(found);
            self.since = Instant::now();
        } else if self.told != *found && self.since.elapsed() >= lease {
            if !found.is_subset(&self.told) {
                tracing::warn!(
                    shards = %listed(found),
                    "no process that can connect may take these shards, so their servers get no \
                     answers: see discord.shards"
                );
            }
            self.told.clone_from(found);
        }
    }
}

/// Up to ten of the numbers, and how many more there are.
fn listed(numbers: &BTreeSet<u32>) -> String {
    const NAMED: usize = 10;
    let named: Vec<String> = numbers.iter().take(NAMED).map(u32::to_string).collect();
    let named = named.join(", ");
    match numbers.len() {
        ..=NAMED => named,
        all => format!("{named} and {} more", all - NAMED),
    }
}

/// Whether there is more to do at once.
enum Next {
    AtOnce,
    Later,
}

/// Why the connections could not be brought up to date.
enum KeepError {
    /// The database takes too long.
    Slow,
    /// The next attempt may succeed.
    Store(StoreError),
    /// None will.
    Discord(DiscordError),
}

impl From<StoreError> for KeepError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<DiscordError> for KeepError {
    fn from(error: DiscordError) -> Self {
        Self::Discord(error)
    }
}
