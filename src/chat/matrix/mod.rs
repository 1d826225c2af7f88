//! Matrix: rooms, encrypted or not, through matrix-sdk.
//!
//! - `login`: gets a session, and keeps it; `identity`: the bot's own for end-to-end encryption
//! - `sync`: listens, with a mark of its own so that nothing is missed and nothing heard twice
//! - `timeline`: what happened in a room, gaps filled; `gaps`: those that cannot be filled at once
//! - `hear`: from an event to what the host hears; `people`: who is meant by a name
//! - `inbound`: from there to the host, without one table waiting for another; `media`: files
//! - `sealed`: messages that wait for their keys
//! - `rooms`: invitations, rooms where nobody else is left, upgrades
//! - `send`: replies on their way out; `saying`: from a reply to events; `queue`: the server's pace
//! - `html`: the two bodies of a message; `reactions`: choices
//! - `link`: what these share

mod error;
mod gaps;
mod hear;
mod html;
mod identity;
mod inbound;
mod link;
mod login;
mod media;
mod people;
mod queue;
mod reactions;
mod rooms;
mod saying;
mod sealed;
mod send;
mod sync;
mod timeline;

use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::Client;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

pub use error::Error;
use link::Link;
use login::Previous;
use rooms::Rooms;
use send::Sender;
use sync::{Ended, Listener};

use crate::config;
use crate::host::{Host, Platform};
use crate::session::Person;

/// Matrix's name among the platforms.
const PLATFORM: &str = "matrix";

/// The bot on Matrix, logged in.
pub struct Matrix {
    settings: config::Matrix,
    link: Arc<Link>,
}

impl std::fmt::Debug for Matrix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Matrix")
            .field("me", &self.link.me())
            .finish_non_exhaustive()
    }
}

/// Logs in, or takes up the session of the last time.
///
/// # Errors
///
/// A setting is wrong, the store of keys cannot be used, or the server does not let the bot in.
pub async fn connect(settings: &config::Matrix) -> Result<Matrix, Error> {
    let client = login::enter(settings, Previous::Good).await?;
    let me = client.user_id().ok_or(Error::Ended)?.to_owned();
    let name = login::name(&client).await;
    let bot = Person::new(
        me.as_str(),
        name.unwrap_or_else(|| me.localpart().to_owned()),
    );
    Ok(Matrix {
        settings: settings.clone(),
        link: Arc::new(Link::new(client, me, bot, settings.prefix.clone())),
    })
}

impl Matrix {
    /// The platform, for the host.
    #[must_use]
    pub fn platform(&self) -> Platform {
        Platform {
            name: PLATFORM.to_owned(),
            bot: self.link.bot().clone(),
            prefix: self.settings.prefix.clone(),
            transport: Arc::new(Sender::new(Arc::clone(&self.link))),
            throttled: true,
        }
    }

    /// Listens to the rooms and tells the host, until it is to stop. Goes on through everything
    /// that may pass: a server that is away, a session that ended.
    ///
    /// # Errors
    ///
    /// The session ended and cannot be renewed, or the store of keys failed.
    pub async fn run(self, host: Host, stop: CancellationToken) -> Result<(), Error> {
        let Self { settings, link } = self;
        let rooms = Rooms::new(Arc::clone(&link), host.clone(), &settings.invite_from);
        let mut listener = Listener::new(Arc::clone(&link), host, Arc::clone(&rooms)).await?;
        let ending = link.stop.clone();
        let stopped = async {
            stop.cancelled().await;
            ending.cancel();
        };
        let listening = async {
            loop {
                let client = link.client();
                tokio::select! {
                    () = link.stop.cancelled() => return Ok(()),
                    identified = identity::identify(&client, &settings) => match identified {
                        Err(Error::Away(reason)) => {
                            tracing::debug!(reason, "whether the bot is verified is seen later");
                            identify_later(&link, settings.clone());
                        }
                        identified => told(identified)?,
                    },
                }
                rooms.look_at_all();
                let previous = match listener.listen().await {
                    Ended::Stopped => return Ok(()),
                    Ended::Acquainted => Previous::Good,
                    Ended::LoggedOut { soft } => {
                        tracing::warn!(soft, "the homeserver has ended the session");
                        if soft {
                            Previous::SoftlyEnded
                        } else {
                            Previous::Ended
                        }
                    }
                };
                link.set_online(false);
                let client = tokio::select! {
                    () = link.stop.cancelled() => return Ok(()),
                    client = renew(&settings, previous) => client?,
                };
                link.replace(client);
            }
        };
        tokio::pin!(listening);
        let done = tokio::select! {
            done = &mut listening => done,
            () = stopped => listening.await,
        };
        link.stop.cancel();
        link.tasks.close();
        link.tasks.wait().await;
        done
    }
}

/// How long to wait before something is asked for again that the server did not answer.
const AGAIN: Duration = Duration::from_secs(10);

/// Gets another client, and another session if the server has ended this one.
async fn renew(settings: &config::Matrix, mut previous: Previous) -> Result<Client, Error> {
    loop {
        match login::enter(settings, previous).await {
            Err(Error::Away(reason)) => {
                tracing::debug!(reason, "no new session yet");
                if previous == Previous::Ended {
                    // The old store is out of the way already.
                    previous = Previous::Good;
                }
                sleep(AGAIN).await;
            }
            entered => return entered,
        }
    }
}

/// Sees to the bot's identity once the server answers.
fn identify_later(link: &Arc<Link>, settings: config::Matrix) {
    let beside = Arc::clone(link);
    link.beside(async move {
        loop {
            sleep(AGAIN).await;
            if !beside.is_online().await {
                return;
            }
            match identity::identify(&beside.client(), &settings).await {
                Err(Error::Away(_)) => {}
                identified => {
                    if let Err(error) = told(identified) {
                        tracing::error!(%error, "the bot is not verified");
                    }
                    return;
                }
            }
        }
    });
}

/// Tells the operator what the server refused, without which the bot can play all the same.
fn told(identified: Result<(), Error>) -> Result<(), Error> {
    if let Err(error @ Error::Server { .. }) = identified {
        tracing::warn!(%error, "the bot is not verified");
        return Ok(());
    }
    identified
}
