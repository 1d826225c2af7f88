//! Matrix: rooms, encrypted or not, through matrix-sdk.
//!
//! - `login`: the session; `identity`: the bot's own identity for end-to-end encryption
//! - `sync`: the sync loop, with a cursor of its own so that no event is lost or handled twice
//! - `timeline`: a room's events with gaps filled; `gaps`: gaps that cannot be filled at once
//! - `events`: from a room event to the host's input; `roster`: who is meant by a name
//! - `inbound`: from there to the host, one queue for each table; `downloads`: attachments
//! - `undecrypted`: messages that wait for their keys
//! - `rooms`: invitations, empty rooms, upgrades
//! - `transport`: delivery of replies; `outbound`: from a reply to events; `send_queue`: the
//!   server's rate limit
//! - `html`: message bodies; `reactions`: choices
//! - `context`: what these share

mod context;
mod downloads;
mod error;
mod events;
mod gaps;
mod html;
mod identity;
mod inbound;
mod login;
mod outbound;
mod reactions;
mod rooms;
mod roster;
mod send_queue;
mod sync;
mod timeline;
mod transport;
mod undecrypted;

use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::Client;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use context::MatrixContext;
pub use error::Error;
use login::PreviousSession;
use rooms::Rooms;
use sync::{SyncEnd, SyncLoop};
use transport::MatrixTransport;

use crate::config;
use crate::host::{Host, Platform};
use crate::session::Person;

/// Matrix's name among the platforms.
const PLATFORM: &str = "matrix";

/// The bot on Matrix, logged in.
pub struct Matrix {
    settings: config::Matrix,
    context: Arc<MatrixContext>,
}

impl std::fmt::Debug for Matrix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Matrix")
            .field("me", &self.context.me())
            .finish_non_exhaustive()
    }
}

/// Logs in, or takes up the session of the last time.
///
/// # Errors
///
/// A setting is wrong, the store of keys cannot be used, or the server does not let the bot in.
pub async fn connect(settings: &config::Matrix) -> Result<Matrix, Error> {
    let client = login::enter(settings, PreviousSession::Valid).await?;
    let me = client.user_id().ok_or(Error::Ended)?.to_owned();
    let name = login::name(&client).await;
    let bot = Person::new(
        me.as_str(),
        name.unwrap_or_else(|| me.localpart().to_owned()),
    );
    Ok(Matrix {
        settings: settings.clone(),
        context: Arc::new(MatrixContext::new(client, me, bot, settings.prefix.clone())),
    })
}

impl Matrix {
    /// The platform, for the host.
    #[must_use]
    pub fn platform(&self) -> Platform {
        Platform {
            name: PLATFORM.to_owned(),
            bot: self.context.bot().clone(),
            prefix: self.settings.prefix.clone(),
            transport: Arc::new(MatrixTransport::new(Arc::clone(&self.context))),
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
        let Self { settings, context } = self;
        let rooms = Rooms::new(Arc::clone(&context), host.clone(), &settings.invite_from);
        let mut listener = SyncLoop::new(Arc::clone(&context), host, Arc::clone(&rooms)).await?;
        let ending = context.stop.clone();
        let stopped = async {
            stop.cancelled().await;
            ending.cancel();
        };
        let listening = async {
            loop {
                let client = context.client();
                tokio::select! {
                    () = context.stop.cancelled() => return Ok(()),
                    identified = identity::identify(&client, &settings) => match identified {
                        Err(Error::Away(reason)) => {
                            tracing::debug!(reason, "whether the bot is verified is seen later");
                            identify_later(&context, settings.clone());
                        }
                        identified => told(identified)?,
                    },
                }
                rooms.look_at_all();
                let previous = match listener.listen().await {
                    SyncEnd::Stopped => return Ok(()),
                    SyncEnd::StoreInitialized => PreviousSession::Valid,
                    SyncEnd::LoggedOut { soft } => {
                        tracing::warn!(soft, "the homeserver has ended the session");
                        if soft {
                            PreviousSession::SoftLoggedOut
                        } else {
                            PreviousSession::LoggedOut
                        }
                    }
                };
                context.set_online(false);
                let client = tokio::select! {
                    () = context.stop.cancelled() => return Ok(()),
                    client = renew(&settings, previous) => client?,
                };
                context.replace(client);
            }
        };
        tokio::pin!(listening);
        let done = tokio::select! {
            done = &mut listening => done,
            () = stopped => listening.await,
        };
        context.stop.cancel();
        context.tasks.close();
        context.tasks.wait().await;
        done
    }
}

/// How long to wait before something is asked for again that the server did not answer.
const AGAIN: Duration = Duration::from_secs(10);

/// Gets another client, and another session if the server has ended this one.
async fn renew(settings: &config::Matrix, mut previous: PreviousSession) -> Result<Client, Error> {
    loop {
        match login::enter(settings, previous).await {
            Err(Error::Away(reason)) => {
                tracing::debug!(reason, "no new session yet");
                if previous == PreviousSession::LoggedOut {
                    // The old store is out of the way already.
                    previous = PreviousSession::Valid;
                }
                sleep(AGAIN).await;
            }
            entered => return entered,
        }
    }
}

/// Sees to the bot's identity once the server answers.
fn identify_later(context: &Arc<MatrixContext>, settings: config::Matrix) {
    let spawn_background = Arc::clone(context);
    context.spawn_background(async move {
        loop {
            sleep(AGAIN).await;
            if !spawn_background.is_online().await {
                return;
            }
            match identity::identify(&spawn_background.client(), &settings).await {
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
