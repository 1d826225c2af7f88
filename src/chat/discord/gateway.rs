//! The gateway: the serenity client, and what happens on Discord in the order in which it came.
//!
//! The library handles each event in a task of its own, so that on several threads a later one may
//! overtake an earlier one. Here the client has one thread to itself, on which tasks begin in the
//! order in which they were made; all that its tasks do is to hand the event on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serenity::Client;
use serenity::all::{Context, Event, GatewayIntents, Interaction, Message, RawEventHandler};
use serenity::async_trait;
use serenity::client::ClientBuilder;
use serenity::gateway::GatewayError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::error::{Error, Trouble};
use super::rest::{failure, http};
use crate::config;
use crate::host::Waits;

/// What the bot wants to hear of: messages in servers and private chats. Interactions come
/// without being asked for.
const INTENTS: GatewayIntents =
    GatewayIntents::GUILD_MESSAGES.union(GatewayIntents::DIRECT_MESSAGES);

/// How long the connections may take to be closed when the bot stops.
const CLOSING: Duration = Duration::from_secs(2);

/// How long Discord wants to pass between two starts of a session:
/// <https://discord.com/developers/docs/events/gateway#rate-limiting>.
const BETWEEN_STARTS: Duration = Duration::from_secs(5);

/// How often it is looked whether the bot is to stop where nothing tells of it: a person who stops
/// it does not notice.
const LOOK_FOR_STOP: Duration = Duration::from_millis(100);

/// Something that happened.
pub(super) enum Happening {
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

/// Hands on what happens.
#[derive(Clone)]
struct Ears {
    happenings: mpsc::UnboundedSender<Happening>,
    /// Whether a connection has begun.
    begun: Arc<AtomicBool>,
}

#[async_trait]
impl RawEventHandler for Ears {
    async fn raw_event(&self, _: Context, event: Event) {
        let happening = match event {
            Event::Ready(event) => {
                self.begun.store(true, Ordering::Relaxed);
                Happening::Ready {
                    application: event.ready.application.id.get(),
                    shard: event.ready.shard.map_or((0, 1), |shard| {
                        (u64::from(shard.id.0), u64::from(shard.total).max(1))
                    }),
                }
            }
            Event::Resumed(_) => Happening::Resumed,
            Event::MessageCreate(event) => Happening::Message(Box::new(event.message)),
            Event::InteractionCreate(event) => Happening::Interaction(Box::new(event.interaction)),
            _ => return,
        };
        // Nobody listens any more only when the bot stops.
        let _ = self.happenings.send(happening);
    }
}

/// The connection: what happens, and why it ended.
pub(super) struct Gateway {
    pub(super) happenings: mpsc::UnboundedReceiver<Happening>,
    pub(super) ended: oneshot::Receiver<Result<(), Error>>,
}

/// Connects, and stays connected until it is to stop.
pub(super) fn open(settings: &config::Discord, stop: CancellationToken) -> Result<Gateway, Error> {
    let (sender, happenings) = mpsc::unbounded_channel();
    let ears = Ears {
        happenings: sender,
        begun: Arc::default(),
    };
    let (end, ended) = oneshot::channel();
    let settings = settings.clone();
    std::thread::Builder::new()
        .name("discord-gateway".to_owned())
        .spawn(move || {
            let _ = end.send(stay(&settings, &ears, &stop));
        })
        .map_err(|error| Error::Start(error.to_string()))?;
    Ok(Gateway { happenings, ended })
}

/// Stays connected through everything that may pass.
fn stay(settings: &config::Discord, ears: &Ears, stop: &CancellationToken) -> Result<(), Error> {
    // Without a prefix nothing is a command that the bot does not get to read anyway.
    let mut intents = if settings.prefix.is_empty() {
        INTENTS
    } else {
        INTENTS | GatewayIntents::MESSAGE_CONTENT
    };
    let mut pauses = Waits::new();
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
                if !rest(pauses.next(), stop) {
                    return Ok(());
                }
                continue;
            }
        };
        first = false;
        let ended = runtime.block_on(async {
            tokio::select! {
                () = stop.cancelled() => return None,
                () = sleep(pause) => {}
            }
            connection(settings, intents, ears, stop).await
        });
        // With it goes all that belongs to the connection: where one shard was refused, the
        // library would go on to start the others.
        runtime.shutdown_background();
        let Some(error) = ended else { return Ok(()) };
        match error {
            serenity::Error::Gateway(
                GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
            ) if intents.contains(GatewayIntents::MESSAGE_CONTENT) => {
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
            serenity::Error::Gateway(GatewayError::InvalidAuthentication) => {
                return Err(Error::Token);
            }
            error => {
                let failure = failure(error);
                if failure.trouble == Trouble::LoggedOut {
                    return Err(Error::Token);
                }
                tracing::warn!(%failure, "no connection to Discord; it is tried again");
            }
        }
        if ears.begun.swap(false, Ordering::Relaxed) {
            pauses = Waits::new();
        }
        pause = pauses.next();
    }
}

/// Waits without a runtime. False if the bot is to stop.
fn rest(pause: Duration, stop: &CancellationToken) -> bool {
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

/// Connects, and returns why the connection ended; nothing if the bot is to stop.
async fn connection(
    settings: &config::Discord,
    intents: GatewayIntents,
    ears: &Ears,
    stop: &CancellationToken,
) -> Option<serenity::Error> {
    let client = tokio::select! {
        () = stop.cancelled() => return None,
        client = client(settings, intents, ears) => client,
    };
    let (mut client, shards) = match client {
        Ok(client) => client,
        Err(error) => return Some(error),
    };
    let manager = client.shard_manager.clone();
    tokio::select! {
        () = stop.cancelled() => {
            let _ = timeout(CLOSING, manager.shutdown_all()).await;
            None
        }
        ended = client.start_shards(shards) => Some(match ended {
            Ok(()) => serenity::Error::Other("the connection was closed"),
            Err(error) => error,
        }),
    }
}

/// A client that is not connected yet, and in how many shards it is to connect.
async fn client(
    settings: &config::Discord,
    intents: GatewayIntents,
    ears: &Ears,
) -> serenity::Result<(Client, u32)> {
    let http = http(settings).map_err(|_| serenity::Error::Other("no TLS"))?;
    let gateway = http.get_bot_gateway().await?;
    let client = ClientBuilder::new_with_http(http, intents)
        .raw_event_handler(ears.clone())
        .await?;
    // The library falls back to Discord's own address where it could not ask for it.
    client.ws_url.lock().await.clone_from(&gateway.url);
    Ok((client, gateway.shards.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_ends_in_time_or_when_the_bot_is_to_stop() {
        let stop = CancellationToken::new();
        assert!(rest(Duration::from_millis(1), &stop));
        stop.cancel();
        assert!(!rest(Duration::from_secs(3600), &stop));
    }
}
