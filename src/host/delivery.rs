//! Delivers replies: renders each once, hands it to its transport, and stores that it arrived.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use super::options::Sources;
use super::platform::{PlatformEntry, Platforms};
use super::renderer::Renderer;
use super::transport::{DeliveryError, RenderedReply};
use crate::session::TableKey;
use crate::store::{Outgoing, Reminder, Store, StoreError};

/// What deliveries of all tables share.
pub(super) struct DeliveryService {
    pub(super) store: Arc<dyn Store>,
    pub(super) platforms: Arc<Platforms>,
    pub(super) renderer: Renderer,
    pub(super) sources: Sources,
    /// Interval between attempts to speak where the bot may not.
    pub(super) probes_every: Duration,
    /// Whether private replies and public ones go in one line, in the order of their numbers.
    pub(super) in_order: bool,
    pub(super) stopping: CancellationToken,
}

impl DeliveryService {
    /// Whether a reply reminds of a turn that has passed meanwhile. Something else that happened in
    /// the turn has told the deadline as well.
    async fn is_late_reminder(&self, outgoing: &Outgoing) -> Result<bool, StoreError> {
        if outgoing.reply.reminder.is_none() {
            return Ok(false);
        }
        let log = self.store.load(&outgoing.table).await?;
        let table = log.fold(outgoing.table.clone());
        Ok(table.map_or(true, |table| table.version() != outgoing.reply.version))
    }

    /// Removes the messages of reminders, as far as the platform can.
    async fn remove(&self, platform: &PlatformEntry, table: &TableKey, reminders: &[Reminder]) {
        for Reminder { reply, message } in reminders {
            let removed = AssertUnwindSafe(platform.transport.remove(table, message))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err("the adapter panicked".to_owned()));
            if let Err(reason) = removed {
                tracing::debug!(%table, reason, "a message stays");
            }
            if let Err(error) = self.store.reminder_removed(*reply).await {
                tracing::debug!(%table, %error, "a reminder will be removed once more");
            }
        }
    }
}

/// Why an attempt failed that is worth another.
#[derive(Debug)]
pub(super) enum AttemptError {
    /// Not now.
    NotYet {
        /// Least delay before the next attempt.
        after: Duration,
        reason: String,
    },
    /// The bot may not speak there at present.
    Silenced(String),
}

impl AttemptError {
    pub(super) fn reason(&self) -> &str {
        match self {
            Self::NotYet { reason, .. } | Self::Silenced(reason) => reason,
        }
    }
}

impl From<StoreError> for AttemptError {
    fn from(error: StoreError) -> Self {
        Self::NotYet {
            after: Duration::ZERO,
            reason: error.to_string(),
        }
    }
}

/// DeliveryState of a reply between two attempts.
enum DeliveryState {
    Stored,
    /// With the reminders that it puts out of date.
    Rendered(Box<RenderedReply>, Vec<Reminder>),
    /// Its end is known, but not stored yet.
    Ended(DeliveryEnd),
}

enum DeliveryEnd {
    /// It became this message.
    Arrived(Option<String>),
    GivenUp,
}

/// The delivery of one reply, in one or more attempts.
pub(super) struct Delivery {
    id: i64,
    board_replaced: Arc<AtomicBool>,
    state: DeliveryState,
}

impl Delivery {
    pub(super) const fn new(id: i64, board_replaced: Arc<AtomicBool>) -> Self {
        Self {
            id,
            board_replaced,
            state: DeliveryState::Stored,
        }
    }

    /// From now on attempts only store that the reply is given up.
    pub(super) fn give_up(&mut self) {
        self.state = DeliveryState::Ended(DeliveryEnd::GivenUp);
    }

    /// Tries once. Returns whether the reply has arrived; if not, it is given up for good.
    pub(super) async fn attempt(
        &mut self,
        service: &DeliveryService,
    ) -> Result<bool, AttemptError> {
        let id = self.id;
        if let DeliveryState::Stored = self.state {
            self.state = match service.store.outgoing(id).await {
                Ok(Some(outgoing)) => {
                    let Some(platform) = service.platforms.get(&outgoing.table.platform) else {
                        return Ok(false);
                    };
                    if service.is_late_reminder(&outgoing).await? {
                        DeliveryState::Ended(DeliveryEnd::GivenUp)
                    } else {
                        let outdated = service.store.outdated_reminders(&outgoing).await?;
                        let replaced = Arc::clone(&self.board_replaced);
                        let rendered = service.renderer.render(platform, outgoing, replaced).await;
                        DeliveryState::Rendered(Box::new(rendered), outdated)
                    }
                }
                Ok(None) => return Ok(false),
                Err(error @ StoreError::DamagedReply(..)) => {
                    tracing::error!(%error, "cannot deliver a reply");
                    DeliveryState::Ended(DeliveryEnd::GivenUp)
                }
                Err(error) => return Err(error.into()),
            };
        }
        if let DeliveryState::Rendered(reply, outdated) = &mut self.state {
            let Some(platform) = service.platforms.get(&reply.table.platform) else {
                return Ok(false);
            };
            let transport = &*platform.transport;
            let mut delivered = match reply.private {
                true => guarded(transport.deliver_privately(reply)).await,
                false => guarded(transport.deliver(reply)).await,
            };
            if reply.private
                && let Err(DeliveryError::Gone(reason) | DeliveryError::Silenced(reason)) =
                    &delivered
            {
                tracing::info!(
                    reply = id, table = %reply.table, reason,
                    "no private message; telling it at the table"
                );
                (reply.private, reply.only_for) = (false, None);
                delivered = guarded(transport.deliver(reply)).await;
            }
            let end = match delivered {
                Ok(message) => DeliveryEnd::Arrived(message),
                Err(DeliveryError::Retry { after, reason }) => {
                    return Err(AttemptError::NotYet {
                        after: after.unwrap_or_default(),
                        reason,
                    });
                }
                Err(DeliveryError::Silenced(reason)) => return Err(AttemptError::Silenced(reason)),
                Err(DeliveryError::Gone(reason)) => {
                    tracing::warn!(reply = id, table = %reply.table, reason, "giving up a reply");
                    DeliveryEnd::GivenUp
                }
            };
            if let DeliveryEnd::Arrived(_) = end {
                // Only now: there is always one that stands.
                service.remove(platform, &reply.table, outdated).await;
            }
            self.state = DeliveryState::Ended(end);
        }
        let DeliveryState::Ended(end) = &self.state else {
            return Ok(false);
        };
        let (arrived, message) = match end {
            DeliveryEnd::Arrived(message) => (true, message.clone()),
            DeliveryEnd::GivenUp => (false, None),
        };
        let now = service.sources.now();
        service.store.delivered(id, message, now).await?;
        Ok(arrived)
    }
}

/// What an adapter makes of a reply. A panic gives the reply up.
async fn guarded(
    delivery: BoxFuture<'_, Result<Option<String>, DeliveryError>>,
) -> Result<Option<String>, DeliveryError> {
    let panicked = |_| Err(DeliveryError::Gone("the adapter panicked".to_owned()));
    let delivered = AssertUnwindSafe(delivery).catch_unwind().await;
    delivered.unwrap_or_else(panicked)
}
