//! Runs the configured chat platforms until the program is asked to stop.

mod monitor;
mod platforms;
mod reload;
mod service_manager;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use thiserror::Error;
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::common::shutdown::{ShutdownSignal, StopLimits};
use crate::backup::{self, Originals};
use crate::config::{Config, ConfigError};
use crate::host::{Host, HostOptions, Leftover, Store, StoreError, open_store, share_store};
use crate::http::ListenError;
use monitor::Monitor;
use platforms::{ConfiguredPlatform, configured, run_platform};
use reload::Reloads;
use service_manager::ServiceManager;

/// The default log filter: warnings, and the program's own information. The Matrix SDK logs every
/// failed request; the adapter logs once that a server does not answer.
pub const LOG: &str = "warn,ringleader=info,matrix_sdk::http_client=off,matrix_sdk_crypto=error";

/// The most verbose log filter. Requests and events contain tokens, on Discord even in addresses and
/// in every interaction, which serenity repeats in its warnings.
pub const MOST_LOGGED: &str = "debug,ringleader=trace,serenity=error,tungstenite=warn,\
    tokio_tungstenite=warn,reqwest=info,hyper=info,hyper_util=info,h2=info,rustls=info";

/// Why the run ended badly.
#[derive(Debug, Error)]
pub enum RunError {
    /// No platform is configured.
    #[error(
        "nothing to run: {} has neither a [discord] nor a [matrix] section; see config.example.toml",
        .0.display()
    )]
    Nothing(PathBuf),
    /// A worker has nobody to work for.
    #[error(
        "a worker shares its database with others: {} needs several = true in [processes]; see \
         docs/operations.md",
        .0.display()
    )]
    Alone(PathBuf),
    /// A configured platform was not built in.
    #[error("{} has a section [{section}], but this program was built without the feature \"{section}\"", path.display())]
    Lacking {
        /// The settings file.
        path: PathBuf,
        /// The section, and the feature.
        section: &'static str,
    },
    /// The configuration cannot be read again.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The address for operators cannot be listened at.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bot cannot run on Discord.
    #[cfg(feature = "discord")]
    #[error(transparent)]
    Discord(#[from] super::discord::DiscordError),
    /// The bot cannot run on Matrix.
    #[cfg(feature = "matrix")]
    #[error(transparent)]
    Matrix(#[from] super::matrix::MatrixError),
    /// No threads, or no signals.
    #[error("cannot start: {0}")]
    Runtime(io::Error),
    /// A second signal came before all work was finished.
    #[error("stopped at once; unfinished work continues at the next start")]
    Aborted,
}

impl RunError {
    /// Whether the operator has to change something before the next start.
    #[must_use]
    pub fn is_for_the_operator(&self) -> bool {
        match self {
            Self::Nothing(_)
            | Self::Alone(_)
            | Self::Lacking { .. }
            | Self::Config(_)
            | Self::Listen(_)
            | Self::Store(
                StoreError::Corrupt(_) | StoreError::NotOurs(_) | StoreError::Newer(..),
            ) => true,
            #[cfg(feature = "discord")]
            Self::Discord(super::discord::DiscordError::Token) => true,
            #[cfg(feature = "matrix")]
            Self::Matrix(
                super::matrix::MatrixError::Setting { .. } | super::matrix::MatrixError::Ended,
            ) => true,
            _ => false,
        }
    }
}

/// What a process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It plays on the configured platforms.
    Platforms,
    /// It runs engine searches for other processes on its database, and connects to no platform.
    Worker,
}

/// Runs what is configured, in a role. `file` is the settings' file, for errors. Returns after Ctrl-C or SIGTERM
/// once work in progress is finished, or has taken too long; a second signal ends that at once.
///
/// # Errors
///
/// See [`enum@RunError`].
pub fn start(config: Config, file: &Path, role: Role) -> Result<(), RunError> {
    // Chooses the TLS provider. This fails only if one is chosen already.
    #[cfg(feature = "matrix")]
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let refusal = match role {
        Role::Platforms => refusal(&config, file),
        Role::Worker => config
            .processes
            .is_none()
            .then(|| RunError::Alone(file.to_owned())),
    };
    if let Some(refusal) = refusal {
        return Err(refusal);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(RunError::Runtime)?;
    let done = runtime.block_on(run(config, file, role));
    // What is still running was abandoned.
    runtime.shutdown_background();
    done
}

/// Why nothing can be run with these settings.
pub(super) fn refusal(config: &Config, file: &Path) -> Option<RunError> {
    let sections = [
        (
            "discord",
            config.discord.is_some(),
            cfg!(feature = "discord"),
        ),
        ("matrix", config.matrix.is_some(), cfg!(feature = "matrix")),
    ];
    if !sections.iter().any(|(_, given, _)| *given) {
        return Some(RunError::Nothing(file.to_owned()));
    }
    let lacking = sections.iter().find(|(_, given, built)| *given && !built);
    lacking.map(|(section, ..)| RunError::Lacking {
        path: file.to_owned(),
        section,
    })
}

async fn run(config: Config, file: &Path, role: Role) -> Result<(), RunError> {
    let mut reloads = Reloads::watch(file)?;
    let mut stop = ShutdownSignal::watch().map_err(RunError::Runtime)?;
    let platforms = match role {
        Role::Platforms => configured(&config),
        Role::Worker => Vec::new(),
    };
    // The address is refused before anything else begins.
    let monitor = match (config.http, ServiceManager::find()) {
        (None, None) => None,
        (http, manager) => {
            let address = http.map(|http| http.listen);
            let names = platforms.iter().map(|platform| platform.name);
            Some(Monitor::bind(address, manager, names).await?)
        }
    };
    let store = match &config.processes {
        Some(options) => share_store(&config.database, options.clone()).await?,
        None => open_store(&config.database).await?,
    };
    let monitor = monitor.map(|monitor| monitor.begin(Arc::clone(&store)));
    let ended = CancellationToken::new();
    let _ended = ended.clone().drop_guard();
    // Configurations with [backup] and a database on a server are refused, so nothing is skipped here.
    if let (Some(settings), Ok(originals)) = (&config.backup, Originals::new(&config)) {
        tokio::spawn(backup::run(settings.clone(), originals, ended));
    }
    let signals = Signals {
        stop: async || stop.received().await,
        reload: async || reloads.next().await,
    };
    let monitor = monitor.as_ref();
    serve(
        store,
        platforms,
        role,
        config,
        monitor,
        signals,
        StopLimits::USUAL,
    )
    .await
}

/// What the program is asked to do while it runs.
struct Signals<S, R> {
    /// Ready each time it is asked to stop.
    stop: S,
    /// Returns each changed configuration that it has to apply.
    reload: R,
}

/// Runs the tables of these platforms until one of them ends or the program is asked to stop, then
/// finishes work in progress, within limits.
async fn serve(
    store: Arc<dyn Store>,
    platforms: Vec<ConfiguredPlatform>,
    role: Role,
    config: Config,
    monitor: Option<&Monitor>,
    mut signals: Signals<impl AsyncFnMut(), impl AsyncFnMut() -> Config>,
    limits: StopLimits,
) -> Result<(), RunError> {
    let mut options = HostOptions::new(&config);
    options.works = role == Role::Worker;
    if let Some(monitor) = monitor {
        options.readiness = monitor.readiness();
    }
    let names = platforms.iter().map(|platform| platform.name.to_owned());
    let host = Host::begin(Arc::clone(&store), names.collect(), options);
    if let Some(monitor) = monitor {
        monitor.watch(&host);
    }
    let stopping = CancellationToken::new();
    let (current, _) = watch::channel(config);
    let mut listening: FuturesUnordered<_> = platforms
        .into_iter()
        .map(|one| run_platform(one, host.clone(), current.subscribe(), stopping.clone()))
        .collect();
    tracing::info!("running; Ctrl-C or SIGTERM ends it");
    let ended = loop {
        tokio::select! {
            Some(ended) = listening.next() => break ended,
            lost = store.lost() => break Err(lost.into()),
            () = (signals.stop)() => break Ok(()),
            config = (signals.reload)() => {
                host.reconfigure(&config);
                current.send_replace(config);
            }
        }
    };
    if let Some(monitor) = monitor {
        monitor.stopping();
    }
    tracing::info!("stopping once work in progress is finished; a second signal stops at once");
    stopping.cancel();
    let drained = Instant::now() + limits.drain;
    let finish = async {
        // The other ends do not replace the first one's reason.
        let ends = async { while listening.next().await.is_some() {} };
        if timeout(limits.platforms, ends).await.is_err() {
            tracing::warn!("a platform was not finished with what it had heard before the stop");
        }
        let left = drained.saturating_duration_since(Instant::now());
        host.shutdown_within(left).await
    };
    tokio::select! {
        left = timeout_at(drained + limits.abandon, finish) => {
            match role {
                Role::Platforms => tell_leftover(left.ok()),
                Role::Worker => tracing::info!("stopped; what was not finished is left to others"),
            }
            ended
        }
        () = (signals.stop)() => Err(RunError::Aborted),
    }
}

/// Logs what is left to the next start; `None` if even that could not be found out in time.
fn tell_leftover(leftover: Option<Leftover>) {
    match leftover {
        Some(Leftover {
            tables: 0,
            replies: 0,
        }) => tracing::info!("stopped; nothing is left to be delivered"),
        Some(Leftover { tables: 0, replies }) => tracing::info!(
            replies,
            "stopped; what could not be delivered is delivered after the next start"
        ),
        Some(Leftover { tables, replies }) => tracing::warn!(
            tables,
            replies,
            "stopped before all work in progress was finished; what is not delivered is delivered \
             after the next start"
        ),
        None => tracing::warn!(
            "stopped before the database was closed; what is not delivered is delivered after the \
             next start"
        ),
    }
}

#[cfg(test)]
mod tests;
