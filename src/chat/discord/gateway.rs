//! The gateway: the serenity client, and what happens on Discord in the order in which it came.
//!
//! The library handles each event in a task of its own, so that on several threads a later one may
//! overtake an earlier one. Here the client has one thread to itself, on which tasks begin in the
//! order in which they were made; all that its tasks do is to hand the event on.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use serenity::Client;
use serenity::all::{
    BotGateway, Context, Event, GatewayIntents, Http, Interaction, Message, RawEventHandler,
    ShardManager,
};
use serenity::async_trait;
use serenity::client::ClientBuilder;
use serenity::gateway::GatewayError;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::error::{Error, FailureKind};
use super::rest::{failure, http};
use crate::config;
use crate::host::Backoff;
use crate::lock::lock;

/// What the bot wants to hear of: messages in servers and private chats. Interactions come
/// without being asked for.
const INTENTS: GatewayIntents =
    GatewayIntents::GUILD_MESSAGES.union(GatewayIntents::DIRECT_MESSAGES);

/// How long the connections may take to be closed when the bot stops.
const CLOSING: Duration = Duration::from_secs(2);

/// How long Discord wants to pass between two starts of a session:
/// <https://discord.com/developers/docs/events/gateway#rate-limiting>.
const BETWEEN_STARTS: Duration = Duration::from_secs(5);

/// A session that lasts as long as this was a good one.
const GOOD_SESSION: Duration = Duration::from_secs(60);

/// So many sessions may end early, one after another, before the next one has to wait: then at
/// first as long as this, then twice as long each time. Discord allows a thousand a day.
const EARLY_ENDS: u32 = 3;
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// The longest that is waited for Discord to allow more sessions: its count begins anew each day.
const LONGEST_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// How often it is looked whether the connection is alive, and how long it may take to show it.
const LOOK_FOR_LIFE: Duration = Duration::from_secs(2);
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// Most that waits to be taken in. That is done at once; what is more is lost rather than kept.
const MAX_QUEUED_EVENTS: usize = 20_000;

/// How often it is looked whether the bot is to stop where nothing tells of it: a person who stops
/// it does not notice.
const LOOK_FOR_STOP: Duration = Duration::from_millis(100);

/// Something that happened.
pub(super) enum GatewayEvent {
    /// A connection begins: whatever was said before may have been missed.
    Ready {
        /// The application that the bot belongs to.
        application: u64,
        /// Which shard it is, and of how many.
        shard: (u64, u64),
    },
    /// A connection that was lost goes on, with all that was missed.
    Resumed,
    /// Somebody said something.
    Message(Box<Message>),
    /// Somebody used a command of the platform's, pressed or typed something.
    Interaction(Box<Interaction>),
}

impl GatewayEvent {
    /// The id of the event, 0 if it has none.
    pub(super) fn id(&self) -> u64 {
        match self {
            Self::Ready { .. } | Self::Resumed => 0,
            Self::Message(message) => message.id.get(),
            Self::Interaction(interaction) => interaction.id().get(),
        }
    }
}

/// Hands on what happens.
#[derive(Clone)]
struct EventHandler {
    events: mpsc::Sender<GatewayEvent>,
    /// Whether something was lost because it was not taken in.
    overflowing: Arc<AtomicBool>,
    sessions: Arc<Sessions>,
}

/// How long the sessions of each shard last.
#[derive(Default)]
struct Sessions {
    begun: Mutex<HashMap<u64, SessionStart>>,
    /// Where the library reads the gateway's address before each connection: who holds it, holds
    /// back the next one.
    gate: Mutex<Option<Gate>>,
}

/// What holds back the next connection.
#[derive(Clone)]
struct Gate {
    address: Arc<tokio::sync::Mutex<String>>,
    http: Arc<Http>,
}

/// The beginning of a shard's session.
struct SessionStart {
    at: Instant,
    /// The pause that followed it.
    pause: Duration,
    /// How many sessions before it ended early, one after another.
    early: u32,
}

impl Sessions {
    /// Notes that a session of a shard begins. How long the next one has to wait, should this one
    /// end early too.
    fn begin(&self, shard: u64, now: Instant) -> Duration {
        let mut begun = lock(&self.begun);
        let early = begun.get(&shard).map_or(0, |last| {
            let lasted = now.saturating_duration_since(last.at);
            if lasted < GOOD_SESSION + last.pause {
                last.early + 1
            } else {
                0
            }
        });
        let pause = match early.checked_sub(EARLY_ENDS) {
            None => Duration::ZERO,
            Some(more) => LONGEST_PAUSE.min(FIRST_PAUSE * 2_u32.saturating_pow(more.min(10))),
        };
        let begins = SessionStart {
            at: now,
            pause,
            early,
        };
        begun.insert(shard, begins);
        pause
    }

    /// Whether the sessions that began since a moment have lasted.
    fn lasted_since(&self, since: Instant) -> bool {
        let begun = lock(&self.begun);
        let mut recent = begun.values().filter(|one| one.at >= since).peekable();
        recent.peek().is_some() && recent.all(|one| one.at.elapsed() >= GOOD_SESSION)
    }

    /// Holds back the next connection for so long, and longer if Discord wants it so.
    fn hold_back(&self, pause: Duration) {
        let Some(Gate { address, http }) = lock(&self.gate).clone() else {
            return;
        };
        tokio::spawn(async move {
            let held = address.lock().await;
            let limit = match http.get_bot_gateway().await {
                Ok(gateway) => wait_of(&gateway),
                Err(_) => Duration::ZERO,
            };
            let pause = pause.max(limit);
            tracing::warn!(
                ?pause,
                "sessions with Discord end early; the next one waits"
            );
            sleep(pause).await;
            drop(held);
        });
    }
}

/// How long Discord wants the next session to wait: nothing while it allows some.
fn wait_of(gateway: &BotGateway) -> Duration {
    let limit = &gateway.session_start_limit;
    if limit.remaining >= u64::from(gateway.shards.max(1)) {
        return Duration::ZERO;
    }
    Duration::from_millis(limit.reset_after).min(LONGEST_LIMIT)
}

#[async_trait]
impl RawEventHandler for EventHandler {
    async fn raw_event(&self, _: Context, event: Event) {
        let event = match event {
            Event::Ready(event) => {
                let shard = event.ready.shard.map_or((0, 1), |shard| {
                    (u64::from(shard.id.0), u64::from(shard.total).max(1))
                });
                let pause = self.sessions.begin(shard.0, Instant::now());
                if !pause.is_zero() {
                    self.sessions.hold_back(pause);
                }
                GatewayEvent::Ready {
                    application: event.ready.application.id.get(),
                    shard,
                }
            }
            Event::Resumed(_) => GatewayEvent::Resumed,
            Event::MessageCreate(event) => GatewayEvent::Message(Box::new(event.message)),
            Event::InteractionCreate(event) => {
                GatewayEvent::Interaction(Box::new(event.interaction))
            }
            _ => return,
        };
        match self.events.try_send(event) {
            Ok(()) => self.overflowing.store(false, Ordering::Relaxed),
            Err(TrySendError::Full(lost)) => {
                if !self.overflowing.swap(true, Ordering::Relaxed) {
                    let event = lost.id();
                    tracing::error!(
                        event,
                        "more happens than can be taken in; some of it is lost"
                    );
                }
            }
            // Nobody listens any more: the bot stops.
            Err(TrySendError::Closed(_)) => {}
        }
    }
}

/// The connection: what happens, and why it ended.
pub(super) struct Gateway {
    pub(super) events: mpsc::Receiver<GatewayEvent>,
    pub(super) ended: oneshot::Receiver<Result<(), Error>>,
}

/// Connects, and stays connected until it is to stop.
pub(super) fn open(settings: &config::Discord, stop: CancellationToken) -> Result<Gateway, Error> {
    let (sender, events) = mpsc::channel(MAX_QUEUED_EVENTS);
    let handler = EventHandler {
        events: sender,
        overflowing: Arc::default(),
        sessions: Arc::default(),
    };
    let main = Handle::current();
    let (end, ended) = oneshot::channel();
    let settings = settings.clone();
    std::thread::Builder::new()
        .name("discord-gateway".to_owned())
        .spawn(move || {
            let _ = end.send(stay_connected(&settings, &handler, &stop, &main));
        })
        .map_err(|error| Error::Start(error.to_string()))?;
    Ok(Gateway { events, ended })
}

/// Stays connected through everything that may pass.
fn stay_connected(
    settings: &config::Discord,
    handler: &EventHandler,
    stop: &CancellationToken,
    main: &Handle,
) -> Result<(), Error> {
    // Without a prefix nothing is a command that the bot does not get to read anyway.
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
            Err(error) if first => return Err(Error::Start(error.to_string())),
            // The machine lacks something for a while. The other rooms go on.
            Err(error) => {
                tracing::warn!(%error, "no connection to Discord can begin; it is tried again");
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
        // With it goes all that belongs to the connection: where one shard was refused, the
        // library would go on to start the others.
        runtime.shutdown_background();
        let Some(ended) = ended else { return Ok(()) };
        match ended {
            Disconnect::Failed(serenity::Error::Gateway(
                GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
            )) if intents.contains(GatewayIntents::MESSAGE_CONTENT) => {
                intents.remove(GatewayIntents::MESSAGE_CONTENT);
                tracing::warn!(
                    "Discord does not let the bot read messages: commands behind the prefix go \
                     unheard, but for private chats. Mentions of the bot, replies to it and slash \
                     commands work. To change that, switch on «Message Content Intent» on the page \
                     «Bot» of the developer portal, or set discord.prefix to \"\""
                );
                pause = BETWEEN_STARTS;
                continue;
            }
            Disconnect::Failed(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => {
                return Err(Error::Token);
            }
            Disconnect::Panicked => {
                tracing::error!("the connection to Discord made us panic; another begins");
            }
            Disconnect::Dead => tracing::warn!(
                "Discord has closed the connection without leave to go on; another begins, with as \
                 many shards as Discord wants now"
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
                    return Err(Error::Token);
                }
                tracing::warn!(%failure, "no connection to Discord; it is tried again");
            }
        }
        if handler.sessions.lasted_since(began) {
            pauses = Backoff::new();
        }
        pause = pauses.next();
    }
}

/// Waits without a runtime. False if the bot is to stop.
fn pause_blocking(pause: Duration, stop: &CancellationToken) -> bool {
    let until = Instant::now() + pause;
    while !stop.is_cancelled() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(LOOK_FOR_STOP));
    }
    false
}

/// Why a connection ended.
enum Disconnect {
    Failed(serenity::Error),
    /// Discord has closed it, and the library goes round and round.
    Dead,
    /// Discord allows no more sessions for so long.
    Limited(Duration),
    Panicked,
}

/// Connects, and returns why the connection ended; nothing if the bot is to stop.
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
    let wait = wait_of(&gateway);
    if !wait.is_zero() {
        return Some(Disconnect::Limited(wait));
    }
    *lock(&handler.sessions.gate) = Some(Gate {
        address: Arc::clone(&client.ws_url),
        http: Arc::clone(&client.http),
    });
    let manager = Arc::clone(&client.shard_manager);
    let dead = CancellationToken::new();
    // On the other threads: this one may be busy.
    let watch = main.spawn(watch(Handle::current(), Arc::clone(&manager), dead.clone()));
    let ended = tokio::select! {
        () = stop.cancelled() => {
            let _ = timeout(CLOSING, manager.shutdown_all()).await;
            None
        }
        () = dead.cancelled() => Some(Disconnect::Dead),
        ended = client.start_shards(gateway.shards.max(1)) => Some(Disconnect::Failed(match ended {
            Ok(()) => serenity::Error::Other("the connection was closed"),
            Err(error) => error,
        })),
    };
    watch.abort();
    ended
}

/// Looks whether the gateway's thread is alive, and ends the connection if it is not. Where Discord
/// closes a connection with a code that the library does not know how to go on from (4003, 4010,
/// 4011), the library reads the closed connection again and again, and lets nothing else run on its
/// thread until a heartbeat is missing.
async fn watch(gateway: Handle, manager: Arc<ShardManager>, dead: CancellationToken) {
    loop {
        sleep(LOOK_FOR_LIFE).await;
        let sign = gateway.spawn(async {});
        if timeout(SIGN_OF_LIFE, sign).await.is_ok() {
            continue;
        }
        dead.cancel();
        // What cannot be sent ends the library's loop.
        for runner in manager.runners.lock().await.values() {
            runner.runner_tx.shutdown_clean();
        }
        return;
    }
}

/// A client that is not connected yet, and how it is to connect.
async fn client(
    settings: &config::Discord,
    intents: GatewayIntents,
    handler: &EventHandler,
) -> serenity::Result<(Client, BotGateway)> {
    let http = http(settings).map_err(|_| serenity::Error::Other("no TLS"))?;
    let gateway = http.get_bot_gateway().await?;
    let client = ClientBuilder::new_with_http(http, intents)
        .raw_event_handler(handler.clone())
        .await?;
    // The library falls back to Discord's own address where it could not ask for it.
    client.ws_url.lock().await.clone_from(&gateway.url);
    Ok((client, gateway))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_that_end_early_make_the_next_wait() {
        let sessions = Sessions::default();
        let mut now = Instant::now();
        let pauses: Vec<u64> = (0..12)
            .map(|_| {
                now += Duration::from_secs(5);
                let pause = sessions.begin(0, now);
                now += pause;
                pause.as_secs()
            })
            .collect();
        assert_eq!(pauses, [0, 0, 0, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
        // Each shard has sessions of its own, and a good one makes up for all.
        assert_eq!(sessions.begin(1, now), Duration::ZERO);
        now += GOOD_SESSION;
        assert_eq!(sessions.begin(0, now), Duration::ZERO);
    }

    #[test]
    fn a_rest_ends_in_time_or_when_the_bot_is_to_stop() {
        let stop = CancellationToken::new();
        assert!(pause_blocking(Duration::from_millis(1), &stop));
        stop.cancel();
        assert!(!pause_blocking(Duration::from_secs(3600), &stop));
    }
}
