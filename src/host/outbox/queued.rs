//! A reply in line, and its attempts.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use tokio::time::Instant;
use tracing::Instrument;

use super::parcel::Parcel;
use crate::host::activity::InFlight;
use crate::host::delivery::{AttemptError, Delivery, DeliveryService};
use crate::metrics::{self, DeliveryResult};
use crate::session::TableKey;

/// The operator is told at this failed attempt, once: two are made within about a second, for
/// which a connection may stumble.
const WORTH_TELLING: u32 = 3;

/// A reply in line.
pub(super) struct QueuedReply {
    pub(super) parcel: Parcel,
    table: TableKey,
    delivery: Delivery,
    pub(super) attempts: u32,
    /// When it may be tried next, if it is exempt from the channel's limits.
    pub(super) not_before: Instant,
    pub(super) in_flight: InFlight,
}

impl QueuedReply {
    pub(super) fn new(
        parcel: Parcel,
        in_flight: InFlight,
        table: &TableKey,
        service: &DeliveryService,
    ) -> Self {
        let outage = (!parcel.late).then(|| service.outages.last());
        Self {
            delivery: Delivery::new(parcel.id, Arc::clone(&parcel.board_replaced), outage),
            parcel,
            table: table.clone(),
            attempts: 0,
            not_before: Instant::now(),
            in_flight,
        }
    }

    /// Tries once. A panic costs this reply alone.
    pub(super) async fn attempt(&mut self, service: &DeliveryService) -> Result<(), AttemptError> {
        let event = &*self.parcel.event;
        let span = tracing::info_span!("deliver", event, reply = self.parcel.id);
        self.attempt_in_span(service).instrument(span).await
    }

    async fn attempt_in_span(&mut self, service: &DeliveryService) -> Result<(), AttemptError> {
        self.attempts += 1;
        let (id, attempts) = (self.parcel.id, self.attempts);
        let tried = AssertUnwindSafe(self.delivery.attempt(service)).catch_unwind();
        let arrived = match tried.await {
            Ok(done) => done,
            Err(_) => {
                tracing::error!(reply = id, "delivering a reply panicked; giving it up");
                self.give_up(service).await.map(|()| false)
            }
        };
        self.count(&arrived);
        match arrived {
            Ok(arrived) => {
                tracing::debug!(table = %self.table, reply = id, arrived, "a reply is done with");
                if arrived && attempts > WORTH_TELLING {
                    tracing::info!(reply = id, attempts, "delivered a reply at last");
                }
                Ok(())
            }
            Err(failed) => {
                let reason = failed.reason();
                tracing::debug!(reply = id, attempts, reason, "cannot deliver a reply yet");
                if attempts == WORTH_TELLING && matches!(failed, AttemptError::NotYet { .. }) {
                    tracing::warn!(reply = id, reason, "cannot deliver a reply; retrying");
                }
                Err(failed)
            }
        }
    }

    fn count(&self, arrived: &Result<bool, AttemptError>) {
        let result = match arrived {
            Ok(true) => DeliveryResult::Delivered(self.in_flight.age()),
            Ok(false) => DeliveryResult::GivenUp,
            Err(AttemptError::Silenced(_) | AttemptError::Parked(_)) => DeliveryResult::Silenced,
            Err(AttemptError::NotYet { .. } | AttemptError::NotInPrivate(_)) => {
                DeliveryResult::NotYet
            }
        };
        metrics::delivery(&self.table.platform, result);
    }

    /// The id of the person whom it could not tell of a game that they watch, if it is such a reply.
    pub(super) fn unreached(&self) -> Option<String> {
        let person = self.parcel.only_for.clone();
        person.filter(|_| self.delivery.is_unreached())
    }

    /// Stores that the reply will never be delivered.
    pub(super) async fn give_up(&mut self, service: &DeliveryService) -> Result<(), AttemptError> {
        self.delivery.give_up();
        self.delivery.attempt(service).await.map(drop)
    }
}
