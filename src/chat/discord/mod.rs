//! Discord: servers, threads and private chats, through serenity.
//!
//! - `gateway`: the connection, and what happens in the order in which it came
//! - `listen`: what happens goes to the lane of its channel; `lanes`: these queues and who works
//!   through them; `deal`: what is done with each event, and reading what was missed
//! - `marks`: how far the channels with tables have been read
//! - `hear`: from a message to what the host hears
//! - `slash`: the slash commands, made from the session's; `register`: telling Discord of them;
//!   `suggest`: what could be typed there
//! - `answer`: interactions, which are answered at once or deferred
//! - `threads`: a thread for a second game in a channel
//! - `send`: from a reply to messages; `markdown`: their text; `choices`: their buttons
//! - `presence`: whether somebody is still there
//! - `rest`: asking Discord
//! - `link`: what these share

mod answer;
mod choices;
mod deal;
mod error;
mod gateway;
mod hear;
mod lanes;
mod link;
mod listen;
mod markdown;
mod marks;
mod presence;
mod register;
mod rest;
mod send;
mod slash;
mod suggest;
mod threads;

use std::sync::Arc;
use std::time::Duration;

use serenity::http::Route;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

pub use error::Error;
use error::Trouble;
use link::{Link, id_of};
use listen::Listener;
use rest::Rest;
use send::Sender;

use crate::config;
use crate::host::{Backoff, Host, Platform};
use crate::session::Person;

/// Discord's name among the platforms.
const PLATFORM: &str = "discord";

/// How long what goes on beside the rest may take to end.
const ENDING: Duration = Duration::from_secs(2);

/// The bot on Discord.
pub struct Discord {
    settings: config::Discord,
    link: Arc<Link>,
}

impl std::fmt::Debug for Discord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Discord")
            .field("me", &self.link.me)
            .finish_non_exhaustive()
    }
}

/// Asks Discord who the bot is, until it answers.
///
/// # Errors
///
/// Discord does not know the token, or does not let the bot in.
pub async fn connect(settings: &config::Discord) -> Result<Discord, Error> {
    let rest = Rest::new(settings)?;
    let mut waits = Backoff::new();
    let me = loop {
        match rest.get(Route::UserMe, Vec::new()).await {
            Ok(me) => break me,
            Err(failure) => match failure.trouble {
                Trouble::LoggedOut => return Err(Error::Token),
                Trouble::Refused(_) => return Err(Error::Refused(failure.reason)),
                Trouble::Passing(after) => {
                    let wait = waits.next();
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
        link: Arc::new(Link::new(settings, rest, id, bot)),
    })
}

impl Discord {
    /// The platform, for the host.
    #[must_use]
    pub fn platform(&self) -> Platform {
        Platform {
            name: PLATFORM.to_owned(),
            bot: self.link.bot.clone(),
            prefix: self.settings.prefix.clone(),
            transport: Arc::new(Sender::new(Arc::clone(&self.link))),
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
        let Self { settings, link } = self;
        link.marks.load(&host).await?;
        let ending = CancellationToken::new();
        let mut gateway = gateway::open(&settings, ending.clone())?;
        let listener = Arc::new(Listener::new(Arc::clone(&link), host.clone()));
        let ended = tokio::select! {
            ended = listener.listen(&mut gateway) => Some(ended),
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
        listener.finish(&mut gateway).await;
        link.stop.cancel();
        link.tasks.close();
        let _ = timeout(ENDING, link.tasks.wait()).await;
        link.marks.write(&host).await;
        done
    }
}
