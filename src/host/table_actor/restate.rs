//! Tells the table's state in place of replies that could not be said.

use super::TableActor;
use crate::host::activity::InFlight;
use crate::host::outbox::Parcel;
use crate::session::{Settings, restated};
use crate::store::{Change, Committed, HostEvent, StoreError};

impl TableActor {
    /// The bot may not speak here: replaces these replies by one that tells the table's state. If
    /// nothing is going on, they are given up.
    pub(super) async fn restate(
        &mut self,
        replies: Vec<i64>,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let mut unsaid = Vec::new();
        let mut here = Vec::new();
        for reply in replies {
            match self.services.store.outgoing(reply).await {
                // It moved to another key with its table.
                Ok(Some(outgoing)) if outgoing.table != self.key => continue,
                Ok(outgoing) => unsaid.extend(outgoing),
                Err(StoreError::DamagedReply(..)) => {}
                Err(error) => return Err(error),
            }
            here.push(reply);
        }
        let replies = here;
        let ended = unsaid.iter().any(|unsaid| unsaid.reply.tells_the_end());
        let now = self.services.sources.now();
        let (Some(mut reply), Some(last)) =
            (restated(self.table().await?, ended, now), replies.last())
        else {
            return self.give_up(replies).await;
        };
        // It answers the newest command; an earlier restatement only if there is none.
        unsaid.retain(|one| one.author.is_some());
        unsaid.sort_by_key(|one| (!one.event.starts_with(HostEvent::Restate.prefix()), one.id));
        let answered = unsaid.pop();
        let parcel = Parcel::new(0, &reply).answering(&HostEvent::Restate.id(last));
        let place = self.place().await?;
        reply.inherit(&Settings::default(), &place, &place);
        let change = Change {
            table: self.key.clone(),
            given_at: None,
            community: None,
            event: HostEvent::Restate.id(last),
            at: self.services.sources.now(),
            progress: None,
            replies: vec![reply],
            urgent: true,
            reply_target: answered.as_ref().map(|one| {
                let event = || one.event.clone().into();
                one.reply_target.clone().unwrap_or_else(event)
            }),
            language: answered.as_ref().and_then(|one| one.language.clone()),
            author: answered.and_then(|one| one.author),
            cursor: None,
            supersedes: replies.clone(),
            seen: self.seen,
        };
        match self.services.store.commit(change).await? {
            Committed::Done(ids) => {
                for id in ids {
                    let mut parcel = parcel.numbered(id);
                    parcel.restates = Some(replies.clone());
                    self.say(parcel, in_flight);
                }
                Ok(())
            }
            Committed::Stale => Err(StoreError::Stale),
            _ => self.give_up(replies).await,
        }
    }

    /// Stores that these replies will never be delivered.
    pub(super) async fn give_up(&mut self, replies: Vec<i64>) -> Result<(), StoreError> {
        let now = self.services.sources.now();
        for &reply in &replies {
            self.services.store.delivered(reply, None, now).await?;
        }
        if let Some(outbox) = &self.outbox {
            outbox.forget(replies);
        }
        Ok(())
    }
}
