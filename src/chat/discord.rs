//! Discord: servers, threads and private chats, through serenity.
//!
//! - `gateway`: the connection, and its events in the order of their arrival
//! - `dispatcher`: sorts events into one queue for each channel; `queues`: the queues and their
//!   workers; `handler`: what is done with one event
//! - `cursors`: how far channels with tables have been read
//! - `inbound`: from a message to the host's input
//! - `slash`: slash commands, derived from the session's; `register`: registers them with Discord;
//!   `suggest`: autocompletion
//! - `interaction`: interactions and their responses, immediate or deferred
//! - `threads`: a thread for a second game in a channel
//! - `outbound`: from a reply to messages; `markdown`: their text; `components`: their buttons
//! - `membership`: whether a player is still on the server
//! - `rest`: requests to Discord and their rate limits
//! - `context`: what these share

mod components;
mod context;
mod cursors;
mod dispatcher;
mod error;
mod gateway;
mod handler;
mod inbound;
mod interaction;
mod markdown;
mod membership;
mod outbound;
mod queues;
mod register;
mod rest;
mod slash;
mod suggest;
mod threads;

use std::sync::Arc;
use std::time::Duration;

use serenity::http::Route;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use context::{DiscordContext, id_of};
use dispatcher::Dispatcher;
pub use error::Error;
use error::FailureKind;
use outbound::DiscordTransport;
use rest::RestClient;

use crate::config;
use crate::host::{Backoff, Host, Platform};
use crate::session::Person;

/// Discord's name among the platforms.
const PLATFORM: &str = "discord";

/// How long background tasks may take to end.
const ENDING: Duration = Duration::from_secs(2);

/// The bot on Discord.
pub struct Discord {
    settings: config::Discord,
    context: Arc<DiscordContext>,
}

impl std::fmt::Debug for Discord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Discord")
            .field("me", &self.context.me)
            .finish_non_exhaustive()
    }
}

/// Asks Discord who the bot is, until it answers.
///
/// # Errors
///
/// Discord does not know the token, or does not let the bot in.
pub async fn connect(settings: &config::Discord) -> Result<Discord, Error> {
    let rest = RestClient::new(settings)?;
    let mut backoff = Backoff::new();
    let me = loop {
        match rest.get(Route::UserMe, Vec::new()).await {
            Ok(me) => break me,
            Err(failure) => match failure.kind {
                FailureKind::LoggedOut => return Err(Error::Token),
                FailureKind::Rejected(_) => return Err(Error::Rejected(failure.reason)),
                FailureKind::Transient(after) => {
                    let wait = backoff.next();
                    sleep(after.map_or(wait, |after| after.max(wait))).await;
                }
            },
        }
    };
    let id = id_of(&me["id"]).ok_or_else(|| Error::Away("it does not say who I am".to_owned()))?;
    let name = me["global_name"].as_str().or(me["username"].as_str());
    let bot = Person::new(id.to_string(), name.unwrap_or("Ringleader"));
    tracing::info!(name = bot.name, id, "known to Discord");
    Ok(Discord {
        settings: settings.clone(),
        context: Arc::new(DiscordContext::new(settings, rest, id, bot)),
    })
}

impl Discord {
    /// The platform, for the host.
    #[must_use]
    pub fn platform(&self) -> Platform {
        Platform {
            name: PLATFORM.to_owned(),
            bot: self.context.bot.clone(),
            prefix: self.settings.prefix.clone(),
            transport: Arc::new(DiscordTransport::new(Arc::clone(&self.context))),
            throttled: true,
        }
    }

    /// Listens and tells the host, until it is to stop. Goes on through everything that may pass:
    /// Discord that is away, a connection that ended.
    ///
    /// # Errors
    ///
    /// Discord does not know the token any more, or the database failed.
    pub async fn run(self, host: Host, stop: CancellationToken) -> Result<(), Error> {
        let Self { settings, context } = self;
        context.cursors.load(&host).await?;
        let ending = CancellationToken::new();
        let mut gateway = gateway::open(&settings, ending.clone())?;
        let dispatcher = Arc::new(Dispatcher::new(Arc::clone(&context), host.clone()));
        let ended = tokio::select! {
            ended = dispatcher.listen(&mut gateway) => Some(ended),
            () = stop.cancelled() => None,
        };
        ending.cancel();
        let done = match ended {
            Some(ended) => ended,
            None => {
                // Discord is told that the bot leaves.
                let _ = timeout(ENDING, &mut gateway.ended).await;
                Ok(())
            }
        };
        dispatcher.finish(&mut gateway).await;
        context.stop.cancel();
        context.tasks.close();
        let _ = timeout(ENDING, context.tasks.wait()).await;
        context.cursors.write(&host).await;
        done
    }
}
