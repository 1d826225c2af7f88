//! Tells operators how the bot is, by HTTP and through systemd: from the platforms, the database and
//! what is measured.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::service_manager::ServiceManager;
use crate::host::{Host, Readiness, Store};
use crate::http::{HttpServer, ListenError, Status};
use crate::lock::lock;
use crate::metrics::{self, Recorded};
use crate::session::COMMANDS;

/// The program hangs if nothing was measured for so long, which is done every few seconds.
const HANGS_AFTER: Duration = Duration::from_secs(60);

/// The bot has not begun to run tables.
const STARTING: u8 = 0;
/// It runs them.
const RUNNING: u8 = 1;
/// It ends.
const STOPPING: u8 = 2;

/// A monitor that has taken its address, but reports nothing yet.
pub(super) struct Bound {
    server: Option<HttpServer>,
    manager: Option<ServiceManager>,
    readiness: Arc<Readiness>,
    recorded: Option<Recorded>,
}

/// Tells operators how the bot is, until it is dropped.
pub(super) struct Monitor {
    status: Arc<BotStatus>,
    manager: Option<Arc<ServiceManager>>,
    _stop: DropGuard,
}

impl Monitor {
    /// Takes the address and begins to record, if there is one. These platforms have to be connected.
    pub(super) async fn bind(
        address: Option<SocketAddr>,
        manager: Option<ServiceManager>,
        platforms: impl Iterator<Item = &'static str>,
    ) -> Result<Bound, ListenError> {
        let (server, recorded) = match address {
            Some(address) => {
                let server = HttpServer::bind(address).await?;
                let commands: Vec<&'static str> = COMMANDS.iter().map(|spec| spec.word).collect();
                (Some(server), metrics::install(&commands))
            }
            None => (None, None),
        };
        let readiness = Arc::new(Readiness::default());
        for platform in platforms {
            readiness.set_connected(platform, false);
        }
        Ok(Bound {
            server,
            manager,
            readiness,
            recorded,
        })
    }

    /// Where adapters note whether their platforms are connected.
    pub(super) fn readiness(&self) -> Arc<Readiness> {
        Arc::clone(&self.status.readiness)
    }

    /// Tables are run from now on.
    pub(super) fn watch(&self, host: &Host) {
        self.status.phase.store(RUNNING, Ordering::Relaxed);
        let status = Arc::clone(&self.status);
        host.begin_measuring(move || status.measured());
    }

    /// The bot ends.
    pub(super) fn stopping(&self) {
        self.status.phase.store(STOPPING, Ordering::Relaxed);
        if let Some(manager) = &self.manager {
            manager.stopping();
        }
    }
}

impl Bound {
    /// Begins to tell.
    pub(super) fn begin(self, store: Arc<dyn Store>) -> Monitor {
        let Self {
            server,
            manager,
            readiness,
            recorded,
        } = self;
        let status = Arc::new(BotStatus {
            readiness,
            recorded,
            store,
            phase: AtomicU8::new(STARTING),
            measured: Mutex::default(),
        });
        let stop = CancellationToken::new();
        let told: Arc<dyn Status> = Arc::<BotStatus>::clone(&status);
        if let Some(server) = server {
            if let Some(address) = server.address() {
                tracing::info!(%address, "telling by HTTP how the bot is");
            }
            tokio::spawn(server.serve(Arc::clone(&told), stop.clone()));
        }
        let manager = manager.map(Arc::new);
        if let Some(manager) = &manager {
            let manager = Arc::clone(manager);
            let reporting = async move { manager.report(told).await };
            tokio::spawn(stop.clone().run_until_cancelled_owned(reporting));
        }
        Monitor {
            status,
            manager,
            _stop: stop.drop_guard(),
        }
    }
}

/// How the bot is.
struct BotStatus {
    readiness: Arc<Readiness>,
    recorded: Option<Recorded>,
    store: Arc<dyn Store>,
    phase: AtomicU8,
    /// When the host measured last.
    measured: Mutex<Option<Instant>>,
}

impl BotStatus {
    fn measured(&self) {
        *lock(&self.measured) = Some(Instant::now());
        metrics::heartbeat(Timestamp::now().as_millisecond() as f64 / 1000.0);
        if let Some(recorded) = &self.recorded {
            recorded.condense();
        }
    }
}

impl Status for BotStatus {
    fn is_alive(&self) -> bool {
        let measured = *lock(&self.measured);
        measured.is_none_or(|at| at.elapsed() < HANGS_AFTER)
    }

    fn lacks(&self) -> Vec<(String, String)> {
        let mut lacks = Vec::new();
        let mut lack = |what: &str, why: &str| lacks.push((what.to_owned(), why.to_owned()));
        match self.phase.load(Ordering::Relaxed) {
            STARTING => lack("bot", "starting"),
            STOPPING => lack("bot", "stopping"),
            _ => {}
        }
        for platform in self.readiness.not_connected() {
            lack(&platform, "not connected");
        }
        if !self.store.is_writable() {
            lack("database", "cannot be written");
        }
        lacks
    }

    fn metrics(&self) -> String {
        metrics::readiness(self.store.is_writable(), self.lacks().is_empty());
        let recorded = self.recorded.as_ref();
        recorded.map(Recorded::render).unwrap_or_default()
    }
}
