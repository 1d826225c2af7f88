//! Runs the configured chat platforms until the program is asked to stop.

mod monitor;
mod reload;
mod service_manager;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::future::{BoxFuture, LocalBoxFuture};
use futures_util::stream::FuturesUnordered;
use thiserror::Error;
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

#[cfg(feature = "discord")]
use super::common::platform::DISCORD;
#[cfg(feature = "matrix")]
use super::common::platform::MATRIX;
use super::common::shutdown::{ShutdownSignal, StopLimits};
use crate::backup::{self, Originals};
use crate::config::{Config, ConfigError};
use crate::host::{Host, HostOptions, Leftover, Platform, Store, StoreError, open_store};
use crate::http::ListenError;
use monitor::Monitor;
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

/// Runs what is configured. `file` is the settings' file, for errors. Returns after Ctrl-C or SIGTERM
/// once work in progress is finished, or has taken too long; a second signal ends that at once.
///
/// # Errors
///
/// See [`enum@RunError`].
pub fn start(config: Config, file: &Path) -> Result<(), RunError> {
    // Chooses the TLS provider. This fails only if one is chosen already.
    #[cfg(feature = "matrix")]
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    if let Some(refusal) = refusal(&config, file) {
        return Err(refusal);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(RunError::Runtime)?;
    let done = runtime.block_on(run(config, file));
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

/// A configured chat platform.
struct Configured {
    name: &'static str,
    /// Connects to it, as long as that takes. May be dropped at any moment.
    connect: LocalBoxFuture<'static, Result<Chat, RunError>>,
}

/// Passes events to the host until the token is cancelled.
type Listen = Box<dyn FnOnce(Host, CancellationToken) -> BoxFuture<'static, Result<(), RunError>>>;

/// Takes over what has changed in a configuration.
type Reconfigure = Box<dyn Fn(&Config)>;

/// A chat platform that is connected.
struct Chat {
    /// What the host needs to know of it.
    platform: Platform,
    /// Passes its events to the host. Ends if it cannot continue, and soon after the token is
    /// cancelled; may be dropped at any moment.
    listen: Listen,
    /// Takes over what a running bot can of a changed configuration.
    reconfigure: Reconfigure,
}

async fn run(config: Config, file: &Path) -> Result<(), RunError> {
    let mut reloads = Reloads::watch(file)?;
    let mut stop = ShutdownSignal::watch().map_err(RunError::Runtime)?;
    let platforms = configured(&config);
    // The address is refused before anything else begins.
    let monitor = match (config.http, ServiceManager::find()) {
        (None, None) => None,
        (http, manager) => {
            let address = http.map(|http| http.listen);
            let names = platforms.iter().map(|platform| platform.name);
            Some(Monitor::bind(address, manager, names).await?)
        }
    };
    let store = open_store(&config.database).await?;
    let monitor = monitor.map(|monitor| monitor.begin(Arc::clone(&store)));
    let ended = CancellationToken::new();
    let _ended = ended.clone().drop_guard();
    // A configuration with backups of what has none is refused.
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
        config,
        monitor,
        signals,
        StopLimits::USUAL,
    )
    .await
}

/// The configured platforms.
fn configured(config: &Config) -> Vec<Configured> {
    let platforms = [discord(config), matrix(config)];
    platforms.into_iter().flatten().collect()
}

#[cfg(feature = "discord")]
fn discord(config: &Config) -> Option<Configured> {
    let settings = config.discord.clone()?;
    Some(Configured {
        name: DISCORD,
        connect: Box::pin(connect_discord(settings)),
    })
}

#[cfg(not(feature = "discord"))]
const fn discord(_: &Config) -> Option<Configured> {
    None
}

#[cfg(feature = "discord")]
async fn connect_discord(settings: crate::config::Discord) -> Result<Chat, RunError> {
    let discord = super::discord::connect(&settings).await?;
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
fn matrix(config: &Config) -> Option<Configured> {
    let settings = config.matrix.clone()?;
    Some(Configured {
        name: MATRIX,
        connect: Box::pin(connect_matrix(settings)),
    })
}

#[cfg(not(feature = "matrix"))]
const fn matrix(_: &Config) -> Option<Configured> {
    None
}

#[cfg(feature = "matrix")]
async fn connect_matrix(settings: crate::config::Matrix) -> Result<Chat, RunError> {
    let matrix = super::matrix::connect(&settings).await?;
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

/// What the program is asked to do while it runs.
struct Signals<S, R> {
    /// Ready each time it is asked to stop.
    stop: S,
    /// Gives each changed configuration that it is to take over.
    reload: R,
}

/// Connects to a platform and passes its events on until the stop. One that cannot be reached holds up
/// no other.
async fn run_platform(
    platform: Configured,
    host: Host,
    mut config: watch::Receiver<Config>,
    stopping: CancellationToken,
) -> Result<(), RunError> {
    let connected = stopping.run_until_cancelled(platform.connect).await;
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

/// Runs the tables of these platforms until one of them ends or the program is asked to stop, then
/// finishes work in progress, within limits.
async fn serve(
    store: Arc<dyn Store>,
    platforms: Vec<Configured>,
    config: Config,
    monitor: Option<&Monitor>,
    mut signals: Signals<impl AsyncFnMut(), impl AsyncFnMut() -> Config>,
    limits: StopLimits,
) -> Result<(), RunError> {
    let mut options = HostOptions::new(&config);
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
            tell_leftover(left.ok());
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
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::sync::mpsc;
    use tokio::time::timeout;

    use super::*;
    use crate::host::{DatabaseLocation, DeliveryError, Incoming, Input, RenderedReply, Transport};
    use crate::session::{Addressing, Person, Settings, TableKey};

    /// A transport that reports each delivery and never finishes it.
    struct Stuck(mpsc::UnboundedSender<()>);

    impl Transport for Stuck {
        fn deliver<'a>(
            &'a self,
            _: &'a RenderedReply,
        ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
            self.0.send(()).unwrap();
            Box::pin(std::future::pending())
        }
    }

    fn chat(
        transport: Stuck,
        listen: impl FnOnce(Host) -> BoxFuture<'static, Result<(), RunError>> + 'static,
    ) -> Chat {
        Chat {
            platform: Platform {
                name: "test".to_owned(),
                bot: Person::new("bot", "Ringleader"),
                settings: Settings::default(),
                transport: Arc::new(transport),
                throttled: false,
            },
            reconfigure: Box::new(|_| {}),
            listen: Box::new(|host, stop| {
                let listening = listen(host);
                Box::pin(async move {
                    tokio::select! {
                        ended = listening => ended,
                        () = stop.cancelled() => Ok(()),
                    }
                })
            }),
        }
    }

    async fn run_with(chats: Vec<Chat>, stop: impl AsyncFnMut()) -> Result<(), RunError> {
        run_within(chats, stop, StopLimits::USUAL).await
    }

    async fn run_within(
        chats: Vec<Chat>,
        stop: impl AsyncFnMut(),
        limits: StopLimits,
    ) -> Result<(), RunError> {
        let config = Config::default();
        let store = open_store(&DatabaseLocation::Memory).await.unwrap();
        let platforms = chats.into_iter().map(|chat| Configured {
            name: "test",
            connect: Box::pin(async { Ok(chat) }),
        });
        let signals = Signals {
            stop,
            reload: async || std::future::pending().await,
        };
        let served = serve(store, platforms.collect(), config, None, signals, limits);
        timeout(Duration::from_secs(300), served).await.unwrap()
    }

    #[test]
    fn targets_with_tokens_are_not_logged() {
        use tracing::Level;
        let most: tracing_subscriber::filter::Targets = MOST_LOGGED.parse().unwrap();
        for (target, level, logged) in [
            ("ringleader::chat::discord::rest", Level::TRACE, true),
            ("sqlx::query", Level::DEBUG, true),
            ("serenity::gateway::ws", Level::WARN, false),
            ("serenity::http::client", Level::DEBUG, false),
            ("tungstenite::protocol", Level::TRACE, false),
            ("h2::codec::framed_write", Level::DEBUG, false),
            ("hyper_util::client::legacy::pool", Level::DEBUG, false),
            ("reqwest::connect", Level::DEBUG, false),
        ] {
            assert_eq!(
                most.would_enable(target, &level),
                logged,
                "{target} {level}"
            );
        }
    }

    #[tokio::test]
    async fn a_platform_that_fails_ends_the_run_with_its_reason() {
        let (sender, _receiver) = mpsc::unbounded_channel();
        let broken = chat(Stuck(sender.clone()), |_| {
            Box::pin(async { Err(RunError::Runtime(io::Error::other("broken"))) })
        });
        let error = run_with(vec![broken], async || std::future::pending().await)
            .await
            .unwrap_err();
        assert_eq!(error.to_string(), "cannot start: broken");
    }

    #[tokio::test]
    async fn a_platform_that_cannot_be_reached_holds_up_no_other() {
        let (sender, _receiver) = mpsc::unbounded_channel();
        let (begun, mut beginnings) = mpsc::unbounded_channel();
        let reached = chat(Stuck(sender), move |_| {
            begun.send(()).unwrap();
            Box::pin(std::future::pending())
        });
        let away = Configured {
            name: "away",
            connect: Box::pin(std::future::pending()),
        };
        let reached = Configured {
            name: "test",
            connect: Box::pin(async { Ok(reached) }),
        };
        let store = open_store(&DatabaseLocation::Memory).await.unwrap();
        let signals = Signals {
            stop: async || match beginnings.recv().await {
                Some(()) => {}
                None => std::future::pending().await,
            },
            reload: async || std::future::pending().await,
        };
        let config = Config::default();
        let limits = StopLimits::USUAL;
        let served = serve(store, vec![away, reached], config, None, signals, limits);
        let ended = timeout(Duration::from_secs(300), served).await.unwrap();
        ended.unwrap();
    }

    #[tokio::test]
    async fn a_signal_ends_the_run() {
        let (sender, _receiver) = mpsc::unbounded_channel();
        let listening = chat(Stuck(sender), |_| Box::pin(std::future::pending()));
        let (signal, mut signals) = mpsc::unbounded_channel();
        signal.send(()).unwrap();
        run_with(vec![listening], async || signals.recv().await.unwrap())
            .await
            .unwrap();
    }

    /// A platform on which somebody asks for help.
    fn asked_for_help(delivering: mpsc::UnboundedSender<()>) -> Chat {
        chat(Stuck(delivering), |host| {
            Box::pin(async move {
                let said = Incoming {
                    table: TableKey::channel("test", "room"),
                    server: None,
                    community: None,
                    private: false,
                    author: Person::new("alice", "alice"),
                    event: "1".to_owned(),
                    reply_target: None,
                    input: Input::Text {
                        text: "!help".to_owned(),
                        addressing: Addressing::Open,
                    },
                    people: Vec::new(),
                    attachment: None,
                    language: None,
                    cursor: None,
                };
                host.handle(said).await.unwrap();
                std::future::pending().await
            })
        })
    }

    #[tokio::test]
    async fn a_delivery_that_does_not_end_is_abandoned() {
        let (sender, mut delivering) = mpsc::unbounded_channel();
        let limits = StopLimits {
            platforms: Duration::from_millis(50),
            drain: Duration::from_millis(100),
            ..StopLimits::USUAL
        };
        let mut asked = 0;
        let heard = asked_for_help(sender);
        let stop = async || {
            asked += 1;
            match asked {
                1 => delivering.recv().await.unwrap(),
                _ => std::future::pending().await,
            }
        };
        run_within(vec![heard], stop, limits).await.unwrap();
    }

    #[tokio::test]
    async fn a_platform_that_does_not_end_is_abandoned() {
        let (sender, _receiver) = mpsc::unbounded_channel();
        let deaf = Chat {
            listen: Box::new(|_, _| Box::pin(std::future::pending())),
            ..chat(Stuck(sender), |_| Box::pin(std::future::pending()))
        };
        let limits = StopLimits {
            platforms: Duration::from_millis(50),
            ..StopLimits::USUAL
        };
        let (signal, mut signals) = mpsc::unbounded_channel();
        signal.send(()).unwrap();
        let stop = async || match signals.recv().await {
            Some(()) => {}
            None => std::future::pending().await,
        };
        drop(signal);
        run_within(vec![deaf], stop, limits).await.unwrap();
    }

    #[tokio::test]
    async fn a_second_signal_does_not_wait_for_work_in_progress() {
        let (sender, mut delivering) = mpsc::unbounded_channel();
        let heard = asked_for_help(sender);
        let mut asked = 0;
        let ended = run_with(vec![heard], async || {
            asked += 1;
            if asked == 1 {
                delivering.recv().await.unwrap();
            }
        })
        .await;
        assert!(matches!(ended, Err(RunError::Aborted)), "{ended:?}");
    }
}
