//! The gateway: the serenity client, and its events in the order of their arrival.
//!
//! The library handles each event in a task of its own, so that on several threads a later one may
//! overtake an earlier one. Here the client has a thread to itself, on which tasks start in the order
//! of their creation; all that they do is to pass the event on.

mod connections;
mod keeper;
mod sessions;

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use serenity::Client;
use serenity::all::{
    BotGateway, Context, Event, GatewayIntents, Interaction, Message, RawEventHandler, ShardManager,
};
use serenity::async_trait;
use serenity::client::ClientBuilder;
use serenity::gateway::{ConnectionStage, GatewayError};
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::context::DiscordContext;
use super::error::{DiscordError, FailureKind};
use super::greetings::{Greetings, SeenGuild};
use super::presence::Presence;
use super::rest::{failure, http};
use super::unseen::{Unseen, UnseenChannel};
use crate::chat::common::platform::DISCORD;
use crate::config;
use crate::host::{Backoff, Host};
use crate::metrics;
use connections::Connections;
pub(super) use connections::Part;
use sessions::{Gate, Sessions, required_wait};

/// The events that the bot subscribes to: messages in servers and private chats, deleted channels and
/// threads, and servers that the bot leaves. Interactions come without a subscription.
const INTENTS: GatewayIntents = GatewayIntents::GUILD_MESSAGES
    .union(GatewayIntents::DIRECT_MESSAGES)
    .union(GatewayIntents::GUILDS);

/// How long the connections may take to close when the bot stops.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The interval that Discord demands between two session starts:
/// <https://discord.com/developers/docs/events/gateway#rate-limiting>.
const START_INTERVAL: Duration = Duration::from_secs(5);

/// Interval of the watchdog's checks.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// How long the gateway's thread may take to respond to a check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// Events that wait to be dispatched. Dispatching does not wait; further events are lost.
const MAX_QUEUED_EVENTS: usize = 20_000;

/// Polling interval for the stop where it cannot be awaited; too short to notice.
const STOP_POLL: Duration = Duration::from_millis(100);

/// An event of the gateway.
pub(super) enum GatewayEvent {
    /// A connection begins: earlier messages may have been missed.
    Ready {
        /// The bot's application.
        application: u64,
        /// The number of the shard, and of all shards.
        shard: (u64, u64),
        /// The shard's servers, also those in an outage.
        guilds: HashSet<u64>,
    },
    /// A lost connection was resumed, with all events that were missed.
    Resumed,
    /// A message.
    Message(Box<Message>),
    /// A channel or thread was deleted.
    Deleted {
        /// The channel or thread.
        channel: u64,
        /// The channel of the thread, if it is one.
        parent: Option<u64>,
    },
    /// The bot is in a server of which nothing is known yet.
    Seen(Box<SeenGuild>),
    /// Discord has described a server.
    Told {
        /// The server.
        guild: u64,
        /// Its channels with messages that the bot has not received.
        unseen: Vec<UnseenChannel>,
    },
    /// The bot was removed from a server.
    Removed(u64),
    /// A slash command, a pressed button or an autocompletion.
    Interaction(Box<Interaction>),
}

impl GatewayEvent {
    /// The event's id; 0 if it has none.
    pub(super) fn id(&self) -> u64 {
        match self {
            Self::Ready { .. } | Self::Resumed => 0,
            Self::Message(message) => message.id.get(),
            Self::Deleted { channel, .. } => *channel,
            Self::Seen(guild) => guild.id,
            Self::Removed(guild) | Self::Told { guild, .. } => *guild,
            Self::Interaction(interaction) => interaction.id().get(),
        }
    }
}

/// Passes events on to the dispatcher.
#[derive(Clone)]
struct EventHandler {
    events: mpsc::Sender<GatewayEvent>,
    /// Whether events are being lost because too many wait.
    overflowing: Arc<AtomicBool>,
    part: Part,
    connections: Arc<Connections>,
    sessions: Arc<Sessions>,
    presence: Arc<Presence>,
    greetings: Arc<Greetings>,
    unseen: Arc<Unseen>,
    me: u64,
}

impl EventHandler {
    fn new(context: &DiscordContext, host: &Host, events: mpsc::Sender<GatewayEvent>) -> Self {
        Self {
            events,
            overflowing: Arc::default(),
            part: Part::All,
            connections: Arc::new(Connections::new(host.readiness())),
            sessions: Arc::default(),
            presence: Arc::clone(&context.presence),
            greetings: Arc::clone(&context.greetings),
            unseen: Arc::clone(&context.unseen),
            me: context.me,
        }
    }

    /// For the connection of one shard.
    fn of_shard(&self, number: u32, of: u32) -> Self {
        Self {
            part: Part::Shard { number, of },
            sessions: Arc::default(),
            ..self.clone()
        }
    }

    /// Passes an event on.
    fn pass(&self, event: GatewayEvent) {
        match self.events.try_send(event) {
            Ok(()) => self.overflowing.store(false, Ordering::Relaxed),
            Err(TrySendError::Full(lost)) => {
                if !self.overflowing.swap(true, Ordering::Relaxed) {
                    let event = lost.id();
                    tracing::error!(event, "too many events wait; some are lost");
                }
            }
            // The bot stops.
            Err(TrySendError::Closed(_)) => {}
        }
    }
}

#[async_trait]
impl RawEventHandler for EventHandler {
    async fn raw_event(&self, _: Context, event: Event) {
        let event = match event {
            Event::Ready(event) => {
                let shard = event.ready.shard.map_or((0, 1), |shard| {
                    (u64::from(shard.id.0), u64::from(shard.total).max(1))
                });
                let number = event.ready.shard.map_or(0, |shard| shard.id.0);
                self.presence.begin(self.part, number);
                if self.sessions.has_begun(shard.0) {
                    metrics::reconnected(DISCORD);
                }
                let pause = self.sessions.begin(shard.0, Instant::now());
                // Other processes begin sessions as well: Discord is asked how many are left.
                let is_shared = self.part != Part::All;
                if let Some(pause) = pause.or(is_shared.then_some(Duration::ZERO)) {
                    self.sessions.hold_back(pause);
                }
                GatewayEvent::Ready {
                    application: event.ready.application.id.get(),
                    shard,
                    guilds: event.ready.guilds.iter().map(|one| one.id.get()).collect(),
                }
            }
            Event::Resumed(_) => {
                metrics::reconnected(DISCORD);
                GatewayEvent::Resumed
            }
            Event::MessageCreate(event) => GatewayEvent::Message(Box::new(event.message)),
            Event::ChannelDelete(event) => GatewayEvent::Deleted {
                channel: event.channel.id.get(),
                parent: None,
            },
            Event::ThreadDelete(event) => GatewayEvent::Deleted {
                channel: event.thread.id.get(),
                parent: Some(event.thread.parent_id.get()),
            },
            Event::GuildCreate(event) => {
                let guild = event.guild.id.get();
                let mut unseen = Vec::new();
                if self.greetings.knows(guild) {
                    unseen = self.unseen.channels_of(&event.guild, self.me);
                } else {
                    // What was said before the bot came was not for it.
                    let seen = SeenGuild::of(&event.guild, self.me);
                    self.pass(GatewayEvent::Seen(Box::new(seen)));
                }
                GatewayEvent::Told { guild, unseen }
            }
            // Otherwise it is an outage of the server.
            Event::GuildDelete(event) if !event.guild.unavailable => {
                GatewayEvent::Removed(event.guild.id.get())
            }
            Event::InteractionCreate(event) => {
                GatewayEvent::Interaction(Box::new(event.interaction))
            }
            _ => return,
        };
        self.pass(event);
    }
}

/// The connection: its events, and why it ended.
pub(super) struct Gateway {
    pub(super) events: mpsc::Receiver<GatewayEvent>,
    pub(super) ended: oneshot::Receiver<Result<(), DiscordError>>,
}

/// Connects, and stays connected until the stop. Where several processes share the shards out,
/// connects those of this process.
pub(super) fn open(
    settings: &config::Discord,
    context: &Arc<DiscordContext>,
    host: &Host,
    stop: CancellationToken,
) -> Result<Gateway, DiscordError> {
    let (sender, events) = mpsc::channel(MAX_QUEUED_EVENTS);
    let handler = EventHandler::new(context, host, sender);
    let (end, ended) = oneshot::channel();
    if let Some(lease) = host.lease() {
        let keeper = keeper::Keeper {
            settings: settings.clone(),
            context: Arc::clone(context),
            host: host.clone(),
            handler,
            stop,
            lease,
        };
        tokio::spawn(async move {
            let _ = end.send(keeper.keep().await);
        });
    } else {
        start(settings, handler, stop, move |outcome| {
            let _ = end.send(outcome);
        })?;
    }
    Ok(Gateway { events, ended })
}

/// Starts a thread that connects, and stays connected until the stop.
fn start(
    settings: &config::Discord,
    handler: EventHandler,
    stop: CancellationToken,
    end: impl FnOnce(Result<(), DiscordError>) + Send + 'static,
) -> Result<(), DiscordError> {
    let main = Handle::current();
    let settings = settings.clone();
    std::thread::Builder::new()
        .name("discord-gateway".to_owned())
        .spawn(move || end(stay_connected(&settings, &handler, &stop, &main)))
        .map_err(|error| DiscordError::Start(error.to_string()))?;
    Ok(())
}

/// Connects again after everything that may pass.
fn stay_connected(
    settings: &config::Discord,
    handler: &EventHandler,
    stop: &CancellationToken,
    main: &Handle,
) -> Result<(), DiscordError> {
    // Without a prefix, the bot gets to read every command without this intent.
    let mut intents = if settings.prefix.is_empty() {
        INTENTS
    } else {
        INTENTS | GatewayIntents::MESSAGE_CONTENT
    };
    let mut pauses = Backoff::new();
    let mut pause = Duration::ZERO;
    let mut first = true;
    loop {
        let built = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let runtime = match built {
            Ok(runtime) => runtime,
            Err(error) if first => return Err(DiscordError::Start(error.to_string())),
            // The machine lacks resources for a while. The other platforms go on.
            Err(error) => {
                tracing::warn!(%error, "cannot connect to Discord; trying again");
                if !pause_blocking(pauses.next(), stop) {
                    return Ok(());
                }
                continue;
            }
        };
        first = false;
        let began = Instant::now() + pause;
        let connected = runtime.block_on(async {
            let connected = async {
                tokio::select! {
                    () = stop.cancelled() => return None,
                    () = sleep(pause) => {}
                }
                connection(settings, intents, handler, stop, main).await
            };
            AssertUnwindSafe(connected).catch_unwind().await
        });
        let ended = connected.unwrap_or(Some(Disconnect::Panicked));
        // This ends all tasks of the connection: after one shard was refused, the library would go
        // on to start the others.
        runtime.shutdown_background();
        let Some(ended) = ended else { return Ok(()) };
        match ended {
            Disconnect::Failed(serenity::Error::Gateway(
                GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
            )) if intents.contains(GatewayIntents::MESSAGE_CONTENT) => {
                intents.remove(GatewayIntents::MESSAGE_CONTENT);
                tracing::warn!(
                    "Discord does not let the bot read messages: commands with the prefix are ignored, \
                     except in private chats. Mentions of the bot, replies to it and slash commands \
                     work. To change that, enable \"Message Content Intent\" on the page \"Bot\" of \
                     the developer portal, or set discord.prefix to \"\""
                );
                pause = START_INTERVAL;
                continue;
            }
            Disconnect::Failed(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => {
                return Err(DiscordError::Token);
            }
            Disconnect::Panicked => {
                tracing::error!("the connection to Discord panicked; connecting again");
            }
            Disconnect::Dead => tracing::warn!(
                "Discord closed the connection and it cannot be resumed; connecting again, with as \
                 many shards as Discord now wants"
            ),
            Disconnect::Limited(wait) => {
                tracing::warn!(
                    ?wait,
                    "Discord allows no more sessions today; the next one waits"
                );
                pause = wait;
                continue;
            }
            Disconnect::Failed(error) => {
                let failure = failure(error);
                if failure.kind == FailureKind::LoggedOut {
                    return Err(DiscordError::Token);
                }
                tracing::warn!(%failure, "no connection to Discord; trying again");
            }
        }
        if handler.sessions.lasted_since(began) {
            pauses = Backoff::new();
        }
        pause = pauses.next();
    }
}

/// Waits without a runtime. False if the bot stops.
fn pause_blocking(pause: Duration, stop: &CancellationToken) -> bool {
    let until = Instant::now() + pause;
    while !stop.is_cancelled() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(STOP_POLL));
    }
    false
}

/// Why a connection ended.
enum Disconnect {
    Failed(serenity::Error),
    /// Discord has closed it, and the library loops.
    Dead,
    /// Discord allows no more sessions for this long.
    Limited(Duration),
    Panicked,
}

/// Connects, and returns why the connection ended; `None` if the bot stops.
async fn connection(
    settings: &config::Discord,
    intents: GatewayIntents,
    handler: &EventHandler,
    stop: &CancellationToken,
    main: &Handle,
) -> Option<Disconnect> {
    let client = tokio::select! {
        () = stop.cancelled() => return None,
        client = client(settings, intents, handler) => client,
    };
    let (mut client, gateway) = match client {
        Ok(client) => client,
        Err(error) => return Some(Disconnect::Failed(error)),
    };
    let part = handler.part;
    let shards = part.count(gateway.shards);
    if let Part::Shard { of, .. } = part
        && gateway.shards > of
    {
        tracing::warn!(
            shards = of,
            wanted = gateway.shards,
            "Discord wants more shards: stop all processes, and start them again"
        );
    }
    let wait = required_wait(&gateway, shards);
    if !wait.is_zero() {
        return Some(Disconnect::Limited(wait));
    }
    handler.sessions.set_gate(Gate {
        address: Arc::clone(&client.ws_url),
        http: Arc::clone(&client.http),
        left: gateway.session_start_limit.remaining,
    });
    let manager = Arc::clone(&client.shard_manager);
    handler.presence.set_shards(part, Arc::clone(&manager));
    let dead = CancellationToken::new();
    // On the other threads: this one may be blocked.
    let watchdog = Watchdog {
        gateway: Handle::current(),
        manager: Arc::clone(&manager),
        dead: dead.clone(),
        part,
        shards,
        connections: Arc::clone(&handler.connections),
    };
    let watchdog = main.spawn(watchdog.watch());
    let ended = tokio::select! {
        () = stop.cancelled() => {
            let _ = timeout(CLOSE_TIMEOUT, manager.shutdown_all()).await;
            None
        }
        () = dead.cancelled() => Some(Disconnect::Dead),
        ended = run(&mut client, part, shards) => Some(Disconnect::Failed(match ended {
            Ok(()) => serenity::Error::Other("the connection was closed"),
            Err(error) => error,
        })),
    };
    watchdog.abort();
    handler.connections.set(part, false);
    handler.presence.disconnect(part);
    ended
}

/// Connects shards until one is refused.
async fn run(client: &mut Client, part: Part, shards: u32) -> serenity::Result<()> {
    match part {
        Part::All => client.start_shards(shards).await,
        Part::Shard { number, of } => client.start_shard(number, of).await,
    }
}

/// The watchdog: checks whether the gateway's thread responds, and ends the connection if it does
/// not. After a close code that the library cannot handle (4003, 4010, 4011) it reads the closed
/// connection in a loop, and nothing else runs on its thread until a heartbeat is missing.
///
/// It also tells whether all shards are connected: the library has no event for a lost connection.
struct Watchdog {
    gateway: Handle,
    manager: Arc<ShardManager>,
    dead: CancellationToken,
    part: Part,
    /// How many shards there have to be.
    shards: u32,
    connections: Arc<Connections>,
}

impl Watchdog {
    async fn watch(self) {
        loop {
            sleep(CHECK_INTERVAL).await;
            let check = self.gateway.spawn(async {});
            if timeout(CHECK_TIMEOUT, check).await.is_ok() {
                let connected = self.is_connected().await;
                self.connections.set(self.part, connected);
                continue;
            }
            self.connections.set(self.part, false);
            self.dead.cancel();
            // The failure to send ends the library's loop.
            for runner in self.manager.runners.lock().await.values() {
                runner.runner_tx.shutdown_clean();
            }
            return;
        }
    }

    /// Whether all shards are connected.
    async fn is_connected(&self) -> bool {
        let runners = self.manager.runners.lock().await;
        let connected = runners
            .values()
            .filter(|runner| runner.stage == ConnectionStage::Connected);
        connected.count() >= self.shards as usize
    }
}

/// A client that is not connected yet, and how to connect it.
async fn client(
    settings: &config::Discord,
    intents: GatewayIntents,
    handler: &EventHandler,
) -> serenity::Result<(Client, BotGateway)> {
    let http = http(settings).map_err(|_| serenity::Error::Other("no TLS"))?;
    let gateway = http.get_bot_gateway().await?;
    let client = ClientBuilder::new_with_http(http, intents)
        .raw_event_handler(handler.clone())
        .activity(handler.presence.connect(handler.part))
        .await?;
    // The library falls back to Discord's own address if it cannot ask for it.
    client.ws_url.lock().await.clone_from(&gateway.url);
    Ok((client, gateway))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_ends_in_time_or_when_the_bot_stops() {
        let stop = CancellationToken::new();
        assert!(pause_blocking(Duration::from_millis(1), &stop));
        stop.cancel();
        assert!(!pause_blocking(Duration::from_secs(3600), &stop));
    }
}
