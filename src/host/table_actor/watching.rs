//! Ends the watching of somebody who cannot be told in private.

use super::TableActor;
use super::cause::{Cause, Facts};
use crate::host::activity::InFlight;
use crate::session::Trigger;
use crate::store::{HostEvent, StoreError};

impl TableActor {
    /// The person with this id takes no private messages, or has left the place of the game: they watch it
    /// no longer. If that cannot be written, the next turn tries again.
    pub(super) async fn unwatch(
        &mut self,
        person: String,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let now = self.heed(in_flight).await?;
        self.catch_up(now, in_flight).await?;
        let table = self.table().await?;
        if !table.watching().contains(&person) {
            return Ok(());
        }
        let next = table.next();
        tracing::info!(table = %self.key, "somebody who watches cannot be told, and watches no longer");
        let cause = Cause::own_at(HostEvent::Unwatched.id(next), now);
        let trigger = Trigger::Unreached { person };
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        self.reconcile(in_flight).await
    }
}
