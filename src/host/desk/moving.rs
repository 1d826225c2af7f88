//! A table moves to another key: the desks of both keys meet, so that nothing is worked on at
//! either while it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{OwnedMutexGuard, oneshot};

use super::{Clerk, HostError, InHand, Job, Language};
use crate::host::outbox::Parcel;
use crate::host::review::NONE;
use crate::session::{TableKey, moved};
use crate::store::{Committed, StoreError, TableMove};

/// An order to let a table move.
pub(in crate::host) struct Leaving {
    /// Where to.
    pub(in crate::host) to: TableKey,
    /// The event that makes it move.
    pub(in crate::host) event: String,
    /// Held until it has moved, also if nobody waits for the answer any more.
    pub(in crate::host) alone: OwnedMutexGuard<()>,
    /// Told what became of it.
    pub(in crate::host) answer: oneshot::Sender<Result<bool, HostError>>,
}

/// What the desk that a table comes from brings to the one that it moves to.
pub(in crate::host) struct Meeting {
    /// Told once that desk has nothing else in hand.
    ready: oneshot::Sender<Result<Ready, StoreError>>,
    /// Comes once the table has moved; dropped if it has not.
    arrival: oneshot::Receiver<Arrival>,
}

/// How it stands at the key that a table moves to.
struct Ready {
    /// Number of entries in the log there.
    next: u64,
    /// Whether nothing is going on there.
    free: bool,
}

/// What comes along with a table beside what is stored.
struct Arrival {
    /// The replies that are still to be delivered.
    replies: Vec<Parcel>,
    /// The table's language.
    language: Language,
}

impl Clerk {
    /// Lets the table move from here.
    pub(super) async fn leave(&mut self, leaving: Leaving, in_hand: &InHand) {
        let Leaving {
            to,
            event,
            alone,
            answer,
        } = leaving;
        let left = self.move_to(to, event, in_hand).await;
        drop(alone);
        if let Err(error) = &left {
            tracing::error!(table = %self.key, %error, "a table did not move");
        }
        // The adapter may have gone; what was done is done.
        let _ = answer.send(left);
    }

    /// Moves the table. True if it stands at `to`, now or since this event came first; false if
    /// something else is going on there.
    async fn move_to(
        &mut self,
        to: TableKey,
        event: String,
        in_hand: &InHand,
    ) -> Result<bool, HostError> {
        let (ready, is_ready) = oneshot::channel();
        let (arrives, arrival) = oneshot::channel();
        let meeting = Meeting { ready, arrival };
        if !self.shared.enqueue(&to, Job::Receive(meeting), None) {
            return Err(HostError::Stopping);
        }
        let ready = is_ready.await.map_err(|_| HostError::Stopping)??;
        if !ready.free {
            return Ok(self.shared.store.is_handled(&to, &event).await?);
        }
        let table = self.table().await?;
        let (next, reply) = (table.next(), moved(table));
        let mut replies = match self.outbox.take() {
            Some(outbox) => outbox.stop().await,
            None => Vec::new(),
        };
        let told = reply.as_ref().map(|reply| Parcel::new(0, reply));
        let moving = TableMove {
            from: self.key.clone(),
            to,
            event,
            at: (self.shared.sources.now)(),
            after: [next, ready.next],
            reply,
            language: match &self.language {
                Language::Read(language) => language.clone(),
                Language::Unread => None,
            },
        };
        let committed = self.shared.store.move_table(moving).await;
        let Ok(Committed::Done(said)) = committed else {
            for reply in replies {
                self.say(reply, in_hand);
            }
            // Whatever stands against it was not known here.
            self.table = None;
            return match committed {
                Ok(Committed::Conflict) => Err(StoreError::Busy(self.key.clone()).into()),
                Ok(_) => Ok(true),
                Err(error) => Err(error.into()),
            };
        };
        for id in said {
            replies.extend(told.as_ref().map(|parcel| parcel.numbered(id)));
        }
        self.forget();
        // A desk that we have met waits for us.
        let _ = arrives.send(Arrival {
            replies,
            language: std::mem::replace(&mut self.language, Language::Unread),
        });
        self.look(in_hand).await?;
        Ok(true)
    }

    /// Lets another table move here.
    pub(super) async fn receive(
        &mut self,
        meeting: Meeting,
        in_hand: &InHand,
    ) -> Result<(), StoreError> {
        let ready = self.table().await.map(|table| Ready {
            next: table.next(),
            free: table.running().is_none()
                && table.challenges().is_empty()
                && table.review().is_none(),
        });
        // Should the other have gone, its end is dropped too.
        let _ = meeting.ready.send(ready);
        let Ok(arrival) = meeting.arrival.await else {
            return Ok(());
        };
        self.forget();
        self.language = arrival.language;
        for reply in arrival.replies {
            self.say(reply, in_hand);
        }
        self.look(in_hand).await
    }

    /// Forgets the table, as another may stand here now. What the engine thinks of it is for
    /// nobody.
    fn forget(&mut self) {
        self.version.store(u64::MAX, Ordering::Relaxed);
        self.version = Arc::default();
        self.table = None;
        self.players = None;
        self.asked = None;
        self.advised = None;
        self.reviewing.store(NONE, Ordering::Relaxed);
        self.reviewing = Arc::new(AtomicU64::new(NONE));
        self.reviewed = None;
    }
}
