//! Discord: servers, threads and private chats, through serenity.
//!
//! - `gateway`: the connection, and its events in the order of their arrival
//! - `dispatcher`: sorts events into one queue for each channel
//! - `queues`, `job`: the queues and what is in them; `worker`: works through one; `handler`: handles
//!   one job, up to the host's input
//! - `cursors`: how far channels with tables have been read
//! - `inbound`: from a message to the host's input
//! - `slash`: slash commands as text; `slash_definitions`: what Discord is told of them, derived from the
//!   session's; `register`: registers them with Discord;
//!   `suggest`: autocompletion
//! - `interaction`: interactions and their responses, immediate or deferred
//! - `answer_places`: where the bot may only answer interactions
//! - `threads`: a thread for a second game in a channel; `upkeep`: its name and how long it stays open,
//!   as its games begin and end; `gone`: channels and threads that are gone
//! - `transport`: delivers replies; `outbound`: sends the messages of one; `message_parts`: what they
//!   are, `markdown`: their text, `components`: their buttons
//! - `membership`: whether a player is still on the server
//! - `permissions`: what the bot needs, and the link that grants it; `notices`: telling what it lacks
//! - `presence`: what stands beside the bot's name; `greetings`: saying hello in new servers
//! - `probe`: asks about the application before the bot runs
//! - `rest`: requests to Discord and their rate limits; `snowflake`: Discord's ids
//! - `context`: what these share

mod answer_places;
mod components;
mod context;
mod cursors;
mod dispatcher;
mod error;
mod gateway;
mod gone;
mod greetings;
mod handler;
mod inbound;
mod interaction;
mod job;
pub mod markdown;
mod membership;
mod message_parts;
mod notices;
mod outbound;
mod permissions;
mod presence;
pub(crate) mod probe;
mod queues;
mod register;
mod rest;
mod retry;
mod slash;
mod slash_definitions;
mod snowflake;
mod suggest;
mod threads;
mod transport;
mod unseen;
mod upkeep;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use serenity::http::Route;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use context::DiscordContext;
use dispatcher::Dispatcher;
pub use error::DiscordError;
use error::FailureKind;
use rest::RestClient;
use snowflake::id_of;
use transport::DiscordTransport;

use crate::chat::common::platform::DISCORD;
use crate::config;
use crate::host::{Backoff, Host, Platform};
use crate::session::{Person, Settings};

/// How long the connection may take to close once the bot stops.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Time limit of a stop, not counting the last writes to the database.
/// The program's own limit for platforms is a little longer.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// The bot on Discord.
pub struct DiscordAdapter {
    settings: config::Discord,
    context: Arc<DiscordContext>,
}

impl std::fmt::Debug for DiscordAdapter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DiscordAdapter")
            .field("me", &self.context.me)
            .finish_non_exhaustive()
    }
}

/// Asks Discord who the bot is, until it answers.
///
/// # Errors
///
/// Discord rejects the token, or does not let the bot in.
pub async fn connect(settings: &config::Discord) -> Result<DiscordAdapter, DiscordError> {
    let rest = RestClient::new(settings)?;
    let mut backoff = Backoff::new();
    let me = loop {
        match rest.get(Route::UserMe, Vec::new()).await {
            Ok(me) => break me,
            Err(failure) => match failure.kind {
                FailureKind::LoggedOut => return Err(DiscordError::Token),
                FailureKind::Rejected(_) => return Err(DiscordError::Rejected(failure.reason)),
                FailureKind::Transient(after) => {
                    let wait = backoff.next();
                    sleep(after.map_or(wait, |after| after.max(wait))).await;
                }
            },
        }
    };
    let id = id_of(&me["id"])
        .ok_or_else(|| DiscordError::Away("it does not say who the bot is".to_owned()))?;
    let name = me["global_name"].as_str().or(me["username"].as_str());
    let bot = Person::new(id.to_string(), name.unwrap_or("Ringleader"));
    tracing::info!(name = bot.name, id, "logged in to Discord");
    Ok(DiscordAdapter {
        settings: settings.clone(),
        context: Arc::new(DiscordContext::new(settings, rest, id, bot)),
    })
}

impl DiscordAdapter {
    /// The platform, for the host.
    #[must_use]
    pub fn platform(&self) -> Platform {
        Platform {
            name: DISCORD.to_owned(),
            bot: self.context.bot.clone(),
            settings: Settings::with_prefix(&self.settings.prefix),
            transport: Arc::new(DiscordTransport::new(Arc::clone(&self.context))),
            throttled: true,
        }
    }

    /// Returns a function that applies what can change while the bot runs.
    pub fn reconfigure(&self) -> impl Fn(&config::Discord) + Send + Sync + 'static {
        let context = Arc::clone(&self.context);
        move |settings| context.reconfigure(settings)
    }

    /// Passes events on to the host until the stop. Survives everything that may pass: an outage of
    /// Discord, a lost connection.
    ///
    /// # Errors
    ///
    /// Discord rejects the token, or the database failed.
    pub async fn run(self, host: Host, stop: CancellationToken) -> Result<(), DiscordError> {
        let Self { settings, context } = self;
        context.load(&host).await?;
        // Where the shards are shared out, that of each is loaded with it.
        if host.lease().is_none() {
            context.unseen.load(&host).await?;
        }
        context.prepare_presence(&host).await?;
        let (shared, its) = (Arc::clone(&context), host.clone());
        context
            .background
            .spawn(async move { shared.keep_presence(&its).await });
        let (shared, its) = (Arc::clone(&context), host.clone());
        context
            .background
            .spawn(async move { shared.upkeep.run(&shared, &its).await });
        let (shared, its) = (Arc::clone(&context), host.clone());
        context
            .background
            .spawn(async move { register::keep_registered(&shared, &its).await });
        let ending = CancellationToken::new();
        let mut gateway = gateway::open(&settings, &context, &host, ending.clone())?;
        let dispatcher = Dispatcher::new(Arc::clone(&context), host.clone());
        let ended = tokio::select! {
            ended = dispatcher.run(&mut gateway) => Some(ended),
            () = stop.cancelled() => None,
        };
        ending.cancel();
        let deadline = Instant::now() + STOP_TIMEOUT;
        let done = match ended {
            Some(ended) => ended,
            None => {
                // Discord is told that the bot leaves.
                let _ = timeout(CLOSE_TIMEOUT, &mut gateway.ended).await;
                Ok(())
            }
        };
        dispatcher.finish(&mut gateway, deadline).await;
        let _ = timeout_at(deadline, context.background.shut_down()).await;
        context.write(&host).await;
        done
    }
}
