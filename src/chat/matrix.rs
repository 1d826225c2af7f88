//! Matrix: rooms, encrypted or not, through matrix-sdk.
//!
//! - `account`: which process runs it
//! - `login`, `token_login`: the session; `key_store`: the library's store; `identity`: the bot's own
//!   identity for end-to-end encryption; `verification`: of it, by others
//! - `probe`: asks the homeserver how it is, apart from the session
//! - `sync`: the sync loop; `sync_progress`: its cursor, so that no event is lost or handled twice;
//!   `sync_position`: a place in the stream of syncs
//! - `timeline`: a room's events with gaps filled; `gaps`: gaps that cannot be filled at once
//! - `events`: from a room event to the host's input; `members`: the members of a room; `roster`:
//!   who is meant by a name
//! - `undecrypted`: events that wait for their keys; `decryption`: decrypts them
//! - `inbound`: from there to the host, one queue for each table; `downloads`: attachments
//! - `rooms`: invitations, empty rooms, upgrades; `greetings`: saying hello in new rooms; `spaces`: which
//!   rooms belong together
//! - `transport`: delivers replies; `outbound`: sends the events of one; `message_content`: what
//!   they are, `html`: their bodies, `links`: to tables, `reactions`: choices; `blur_hash`: of a picture
//! - `send_queue`: the server's rate limit; `deferred`: boards and choices that wait for room
//! - `context`: what these share

mod account;
mod blur_hash;
mod context;
mod decryption;
mod deferred;
mod delivery_error;
mod direct_rooms;
mod downloads;
mod error;
mod events;
mod gaps;
mod greetings;
pub mod html;
mod identity;
mod inbound;
mod key_store;
mod links;
mod login;
mod members;
mod message_content;
mod outbound;
pub(crate) mod probe;
mod reactions;
mod restore;
mod rooms;
mod roster;
mod send_queue;
mod spaces;
mod sync;
mod sync_position;
mod sync_progress;
mod timeline;
mod token_login;
mod transport;
mod undecrypted;
mod verification;

use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::Client;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use account::AccountLease;
use context::MatrixContext;
pub use error::MatrixError;
pub use links::Links;
use login::PreviousSession;
use rooms::Rooms;
use sync::{SyncEnd, SyncLoop};
use transport::MatrixTransport;
use verification::Verifications;

use crate::chat::common::platform::MATRIX;
use crate::config;
use crate::host::{Backoff, Host, Platform, Readiness};
use crate::metrics;
use crate::session::{Person, Settings};

/// How long background tasks may take to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// The bot on Matrix, logged in.
pub struct MatrixAdapter {
    settings: config::Matrix,
    context: Arc<MatrixContext>,
    account: AccountLease,
}

impl std::fmt::Debug for MatrixAdapter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MatrixAdapter")
            .field("me", &self.context.me())
            .finish_non_exhaustive()
    }
}

/// Waits until this process may run the account, and logs in, or restores the last session. Tries
/// until the server answers.
///
/// # Errors
///
/// A setting is wrong, the key store cannot be used, or the server does not let the bot in.
pub async fn connect(settings: &config::Matrix, host: &Host) -> Result<MatrixAdapter, MatrixError> {
    let account = AccountLease::take(settings, host).await?;
    let entering = async {
        let client = first_client(settings).await?;
        let name = login::name(&client).await;
        Ok::<_, MatrixError>((client, name))
    };
    let (client, name) = tokio::select! {
        entered = entering => entered?,
        reason = account.given_up(|| false) => return Err(reason),
    };
    let me = client.user_id().ok_or(MatrixError::Ended)?.to_owned();
    let bot = Person::new(
        me.as_str(),
        name.unwrap_or_else(|| me.localpart().to_owned()),
    );
    Ok(MatrixAdapter {
        settings: settings.clone(),
        context: Arc::new(MatrixContext::new(settings, client, me, bot)),
        account,
    })
}

async fn first_client(settings: &config::Matrix) -> Result<Client, MatrixError> {
    let mut backoff = Backoff::new();
    let mut is_told = false;
    loop {
        match login::enter(settings, PreviousSession::Valid).await {
            Err(away @ MatrixError::Away(_)) => {
                if !std::mem::replace(&mut is_told, true) {
                    tracing::warn!(reason = %away, "cannot log in; trying again");
                }
                sleep(backoff.next()).await;
            }
            entered => return entered,
        }
    }
}

impl MatrixAdapter {
    /// The platform, for the host.
    #[must_use]
    pub fn platform(&self) -> Platform {
        Platform {
            name: MATRIX.to_owned(),
            bot: self.context.bot().clone(),
            settings: Settings::with_prefix(&self.settings.prefix),
            transport: Arc::new(MatrixTransport::new(Arc::clone(&self.context))),
            throttled: true,
        }
    }

    /// Returns a function that applies what can change while the bot runs.
    pub fn reconfigure(&self) -> impl Fn(&config::Matrix) + Send + Sync + 'static {
        let context = Arc::clone(&self.context);
        move |settings| context.trust(settings)
    }

    /// Passes the rooms' events on to the host until the stop. Survives everything that may pass: an
    /// outage of the server, an ended session.
    ///
    /// # Errors
    ///
    /// The session ended and cannot be renewed, the key store failed, or another process runs the account
    /// now, or should run it because this one cannot reach the homeserver.
    pub async fn run(self, host: Host, stop: CancellationToken) -> Result<(), MatrixError> {
        let Self {
            settings,
            context,
            account,
        } = self;
        let rooms = Rooms::new(Arc::clone(&context), host.clone(), settings.greeting);
        let due = rooms.prepare_greetings().await?;
        let readiness = host.readiness();
        context
            .background
            .spawn(report_online(context.online(), Arc::clone(&readiness)));
        let verifications = Verifications::new(Arc::clone(&context));
        let shared = Arc::clone(&context);
        let online = context.online();
        let given_up = account.given_up(|| *online.borrow());
        let mut sync =
            SyncLoop::new(shared, host.clone(), Arc::clone(&rooms), verifications).await?;
        let ending = context.background.stop().clone();
        let stopped = async {
            stop.cancelled().await;
            ending.cancel();
        };
        let listening = async {
            loop {
                let client = context.client();
                tokio::select! {
                    () = context.background.stop().cancelled() => return Ok(()),
                    identified = identity::identify(&client, &settings) => match identified {
                        Err(MatrixError::Away(reason)) => {
                            tracing::debug!(reason, "the bot's identity is set up later");
                            identify_later(&context, settings.clone());
                        }
                        identified => report(identified)?,
                    },
                }
                rooms.check_all();
                rooms.greet_late(&due);
                let previous = match sync.run().await {
                    SyncEnd::Stopped => return Ok(()),
                    SyncEnd::CaughtUp | SyncEnd::Panicked => PreviousSession::Valid,
                    SyncEnd::LoggedOut { soft } => {
                        tracing::warn!(soft, "the homeserver ended the session");
                        if soft {
                            PreviousSession::SoftLoggedOut
                        } else {
                            PreviousSession::LoggedOut
                        }
                    }
                };
                context.set_online(false);
                let client = tokio::select! {
                    () = context.background.stop().cancelled() => return Ok(()),
                    client = renew(&settings, previous) => client?,
                };
                context.replace(client);
            }
        };
        tokio::pin!(listening);
        let done = tokio::select! {
            done = &mut listening => done,
            () = stopped => listening.await,
            reason = given_up => Err(reason),
        };
        let _ = timeout(STOP_TIMEOUT, context.background.shut_down()).await;
        readiness.set_connected(MATRIX, false);
        done
    }
}

/// Notes, again and again, whether the homeserver answers.
async fn report_online(mut online: watch::Receiver<bool>, readiness: Arc<Readiness>) {
    let mut connected = false;
    let mut is_first = true;
    loop {
        let now = *online.borrow_and_update();
        if now != connected {
            connected = now;
            readiness.set_connected(MATRIX, now);
            if now && !std::mem::take(&mut is_first) {
                metrics::reconnected(MATRIX);
            }
        }
        if online.changed().await.is_err() {
            return;
        }
    }
}

/// The wait before a request is repeated that the server did not answer.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// Gets another client, and another session if the server has ended this one.
async fn renew(
    settings: &config::Matrix,
    mut previous: PreviousSession,
) -> Result<Client, MatrixError> {
    loop {
        match login::enter(settings, previous).await {
            Err(MatrixError::Away(reason)) => {
                tracing::debug!(reason, "no new session yet");
                if previous == PreviousSession::LoggedOut {
                    // The old store has been moved away.
                    previous = PreviousSession::Valid;
                }
                sleep(RETRY_AFTER).await;
            }
            entered => return entered,
        }
    }
}

/// Sets up the bot's identity once the server answers.
fn identify_later(context: &Arc<MatrixContext>, settings: config::Matrix) {
    let shared = Arc::clone(context);
    context.background.spawn(async move {
        loop {
            sleep(RETRY_AFTER).await;
            if !shared.is_online().await {
                return;
            }
            match identity::identify(&shared.client(), &settings).await {
                Err(MatrixError::Away(_)) => {}
                identified => {
                    if let Err(error) = report(identified) {
                        tracing::error!(%error, "the bot is not verified");
                    }
                    return;
                }
            }
        }
    });
}

/// Reports what the server refused. The bot can play without it.
fn report(identified: Result<(), MatrixError>) -> Result<(), MatrixError> {
    if let Err(error @ MatrixError::Server { .. }) = identified {
        tracing::warn!(%error, "the bot is not verified");
        return Ok(());
    }
    identified
}
