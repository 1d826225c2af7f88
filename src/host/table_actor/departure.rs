//! The table moves to another key, or another table moves here.

use super::TableActor;
use super::requests::EngineRequests;
use crate::host::activity::InFlight;
use crate::host::handover::{Arrival, Departure, Destination, Reception};
use crate::host::incoming::HostError;
use crate::host::language::Language;
use crate::host::outbox::Parcel;
use crate::session::{Scope, moved};
use crate::store::{Committed, StoreError, TableMove};

impl TableActor {
    /// Lets the table move away.
    pub(super) async fn depart(&mut self, departure: Departure, in_flight: &InFlight) {
        let Departure {
            to,
            event,
            reached,
            destination,
            arrival,
            answer,
        } = departure;
        let _ = reached.send(());
        let moved = match destination.await {
            Ok(Ok(destination)) if destination.free => {
                let moving = TableMove {
                    from: self.key.clone(),
                    to,
                    event,
                    at: self.services.sources.now(),
                    seen: self.seen,
                    after: [0, destination.next],
                    reply: None,
                    language: None,
                };
                self.move_away(moving, arrival, in_flight).await
            }
            Ok(Ok(_)) => {
                let handled = self.services.store.is_handled(&to, &event).await;
                handled.map_err(HostError::Store)
            }
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(HostError::dropped(&self.services.stopping)),
        };
        if let Err(error) = &moved {
            tracing::error!(table = %self.key, %error, "cannot move a table");
        }
        // The adapter may have gone; what was done is done.
        let _ = answer.send(moved);
    }

    /// Moves the table. True: it is at the new key, now or since this event came first.
    async fn move_away(
        &mut self,
        mut moving: TableMove,
        arrival: tokio::sync::oneshot::Sender<Arrival>,
        in_flight: &InFlight,
    ) -> Result<bool, HostError> {
        let now = self.services.sources.now();
        let table = self.table().await?;
        moving.after[0] = table.next();
        moving.reply = moved(table, now);
        if let Language::Read(language) = &self.language {
            moving.language = language.clone();
        }
        let told = moving.reply.as_ref();
        let told = told.map(|reply| Parcel::new(0, reply).answering(&moving.event));
        let mut replies = match self.outbox.take() {
            Some(outbox) => outbox.stop().await,
            None => Vec::new(),
        };
        let to = moving.to.channel.clone();
        let committed = self.services.store.move_table(moving).await;
        let Ok(Committed::Done(said)) = committed else {
            for reply in replies {
                self.say(reply, in_flight);
            }
            // The table here is out of date.
            self.table = None;
            return match committed {
                Ok(Committed::Conflict | Committed::Stale) => {
                    Err(StoreError::Busy(self.key.clone()).into())
                }
                Ok(_) => Ok(true),
                Err(error) => Err(error.into()),
            };
        };
        let services = &self.services;
        let (store, platform) = (services.store.as_ref(), &self.key.platform);
        let channels = [&self.key.channel, &to].map(|id| (Scope::Channel, id));
        let server = self.community.iter().flatten();
        let changed = channels
            .into_iter()
            .chain(server.map(|id| (Scope::Server, id)));
        for (scope, id) in changed {
            services.places.reload(store, platform, scope, id).await;
        }
        for id in said {
            replies.extend(told.as_ref().map(|parcel| parcel.numbered(id)));
        }
        let language = std::mem::replace(&mut self.language, Language::Unread);
        self.forget();
        // The other actor waits for it.
        let _ = arrival.send(Arrival { replies, language });
        self.reconcile(in_flight).await?;
        Ok(true)
    }

    /// Lets another table move here.
    pub(super) async fn receive(
        &mut self,
        reception: Reception,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let destination = self.table().await.map(|table| Destination {
            next: table.next(),
            free: table.running().is_none()
                && table.challenges().is_empty()
                && table.tournament_id().is_none()
                && !table.is_scheduled()
                && table.pending().review.is_none()
                && table.pending().replay.is_none(),
        });
        // If the other actor has ended, the arrival is dropped.
        let _ = reception.destination.send(destination);
        let Ok(arrival) = reception.arrival.await else {
            return Ok(());
        };
        self.forget();
        self.language = arrival.language;
        for reply in arrival.replies {
            self.say(reply, in_flight);
        }
        self.reconcile(in_flight).await
    }

    /// Forgets the table, as another may be here now, and cancels its requests.
    pub(super) fn forget(&mut self) {
        self.table = None;
        self.players = None;
        self.timer = None;
        self.told = 0;
        self.requests = EngineRequests::default();
        self.thinking.set(false);
    }
}
