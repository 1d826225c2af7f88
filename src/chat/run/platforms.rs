//! The configured platforms: each is connected, attached to the host, and listened to.

use futures_util::future::{BoxFuture, LocalBoxFuture};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::RunError;
#[cfg(feature = "discord")]
use crate::chat::common::platform::DISCORD;
#[cfg(feature = "matrix")]
use crate::chat::common::platform::MATRIX;
#[cfg(feature = "discord")]
use crate::chat::discord;
#[cfg(feature = "matrix")]
use crate::chat::matrix;
#[cfg(any(feature = "discord", feature = "matrix"))]
use crate::config;
use crate::config::Config;
use crate::host::{Host, Platform};

/// A configured chat platform.
pub(super) struct ConfiguredPlatform {
    pub(super) name: &'static str,
    pub(super) connect: Connect,
}

/// Connects to the platform of a host, however long that takes. May be dropped at any moment.
type Connect = Box<dyn FnOnce(Host) -> LocalBoxFuture<'static, Result<Chat, RunError>>>;

/// Passes events to the host until the token is cancelled.
type Listen = Box<dyn FnOnce(Host, CancellationToken) -> BoxFuture<'static, Result<(), RunError>>>;

/// Applies a changed configuration.
type Reconfigure = Box<dyn Fn(&Config)>;

/// A chat platform that is connected.
pub(super) struct Chat {
    /// What the host needs to know of it.
    pub(super) platform: Platform,
    /// Passes its events to the host. Ends if it cannot continue, and soon after the token is
    /// cancelled; may be dropped at any moment.
    pub(super) listen: Listen,
    /// Applies what can change while the bot runs.
    pub(super) reconfigure: Reconfigure,
}

/// The configured platforms.
pub(super) fn configured(config: &Config) -> Vec<ConfiguredPlatform> {
    let platforms = [configured_discord(config), configured_matrix(config)];
    platforms.into_iter().flatten().collect()
}

#[cfg(feature = "discord")]
fn configured_discord(config: &Config) -> Option<ConfiguredPlatform> {
    let settings = config.discord.clone()?;
    Some(ConfiguredPlatform {
        name: DISCORD,
        connect: Box::new(|_| Box::pin(connect_discord(settings))),
    })
}

#[cfg(not(feature = "discord"))]
const fn configured_discord(_: &Config) -> Option<ConfiguredPlatform> {
    None
}

#[cfg(feature = "discord")]
async fn connect_discord(settings: config::Discord) -> Result<Chat, RunError> {
    let discord = discord::connect(&settings).await?;
    let reconfigure = discord.reconfigure();
    Ok(Chat {
        platform: discord.platform(),
        reconfigure: Box::new(move |config| {
            if let Some(settings) = &config.discord {
                reconfigure(settings);
            }
        }),
        listen: Box::new(|host, stop| Box::pin(async move { Ok(discord.run(host, stop).await?) })),
    })
}

#[cfg(feature = "matrix")]
fn configured_matrix(config: &Config) -> Option<ConfiguredPlatform> {
    let settings = config.matrix.clone()?;
    Some(ConfiguredPlatform {
        name: MATRIX,
        connect: Box::new(|host| Box::pin(connect_matrix(settings, host))),
    })
}

#[cfg(not(feature = "matrix"))]
const fn configured_matrix(_: &Config) -> Option<ConfiguredPlatform> {
    None
}

#[cfg(feature = "matrix")]
async fn connect_matrix(settings: config::Matrix, host: Host) -> Result<Chat, RunError> {
    let matrix = matrix::connect(&settings, &host).await?;
    let reconfigure = matrix.reconfigure();
    Ok(Chat {
        platform: matrix.platform(),
        reconfigure: Box::new(move |config| {
            if let Some(settings) = &config.matrix {
                reconfigure(settings);
            }
        }),
        listen: Box::new(|host, stop| Box::pin(async move { Ok(matrix.run(host, stop).await?) })),
    })
}

/// Connects to a platform and passes its events on until the stop. One that cannot be reached holds up
/// no other.
pub(super) async fn run_platform(
    platform: ConfiguredPlatform,
    host: Host,
    mut config: watch::Receiver<Config>,
    stopping: CancellationToken,
) -> Result<(), RunError> {
    let connecting = (platform.connect)(host.clone());
    let connected = stopping.run_until_cancelled(connecting).await;
    let Some(chat) = connected.transpose()? else {
        return Ok(());
    };
    host.attach(chat.platform).await?;
    let mut listening = (chat.listen)(host, stopping);
    loop {
        (chat.reconfigure)(&config.borrow_and_update());
        tokio::select! {
            ended = &mut listening => return ended,
            Ok(()) = config.changed() => {}
        }
    }
}
