//! What all table actors share.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::current_outages::CurrentOutages;
use super::delivery::DeliveryService;
use super::engine_service::EngineService;
use super::live::Live;
use super::membership::Presence;
use super::news::News;
use super::one_each::OneEach;
use super::options::Sources;
use super::places::Places;
use super::platform::Platforms;
use super::readiness::Readiness;
use super::tasks::Tasks;
use super::throttle::Throttle;
use super::timers::Timers;
use crate::store::Store;

/// What all table actors share.
pub(super) struct Services {
    pub(super) store: Arc<dyn Store>,
    pub(super) live: Live,
    pub(super) presence: Presence,
    pub(super) platforms: Arc<Platforms>,
    /// Notified when another platform is attached.
    pub(super) newly_attached: Notify,
    pub(super) sources: Sources,
    pub(super) engine: EngineService,
    /// Who waits for a hint, a review or a replay.
    pub(super) one_each: OneEach,
    pub(super) delivery: Arc<DeliveryService>,
    pub(super) timers: Timers,
    pub(super) outages: Arc<CurrentOutages>,
    /// Holidays that were taken or ended.
    pub(super) holidays: News,
    /// Results of tournament games.
    pub(super) results: News,
    pub(super) places: Places,
    /// Held while all that is stored about a person is read.
    pub(super) reading_all: tokio::sync::Mutex<()>,
    /// See [`HostOptions`](super::HostOptions).
    pub(super) stepwise: bool,
    /// Which platforms are connected.
    pub(super) readiness: Arc<Readiness>,
    pub(super) throttle: Throttle,
    /// How long an idle actor is kept.
    pub(super) idle: Duration,
    pub(super) tasks: Tasks,
    pub(super) stopping: CancellationToken,
}
