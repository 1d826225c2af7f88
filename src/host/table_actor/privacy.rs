//! What is stored about a person: handed to them, or deleted.

use fail::fail_point;

use super::TableActor;
use super::cause::{Cause, Facts};
use crate::host::activity::InFlight;
use crate::host::incoming::Incoming;
use crate::host::mailbox::Job;
use crate::session::{MyData, Trigger};
use crate::store::{HostEvent, StoreError, WaitingTable};

impl TableActor {
    /// One part of what is stored about the author.
    pub(super) async fn my_data(
        &self,
        incoming: &Incoming,
        part: usize,
    ) -> Result<MyData, StoreError> {
        let services = &self.services;
        // Whole tables of the database are read: for one person after another.
        let _alone = services.reading_all.lock().await;
        let (platform, person) = (&self.key.platform, &incoming.author);
        let stored = services.store.personal_data(platform, &person.id, part);
        let stored = stored.await?;
        let running = match part {
            1 => self.played_by(person).await?,
            _ => Vec::new(),
        };
        let bot = match self.platform() {
            Some(platform) => &platform.bot,
            None => person,
        };
        let now = services.sources.now();
        Ok(MyData::new(
            person, platform, bot, part, stored, &running, now,
        ))
    }

    /// A person has had their data deleted: wakes the tables at which something goes on without them.
    pub(super) async fn settle_forgotten(&self) -> Result<(), StoreError> {
        tracing::debug!("waking the tables of a person who was forgotten: forget-settle");
        fail_point!("forget-settle");
        if let Some(platform) = self.platform() {
            platform.transport.names_changed();
        }
        let services = &self.services;
        let now = services.sources.now();
        let waiting = services.store.waiting(&self.key.platform).await?;
        let due = |one: &WaitingTable| one.waiting.wake_at.is_some_and(|at| at <= now);
        let (own, others): (Vec<_>, Vec<_>) = waiting
            .into_iter()
            .filter(due)
            .partition(|one| one.table == self.key);
        for one in others {
            self.put(&one.table, Job::TimerFired(now));
            // One after another, so that the same input has the same outcome.
            if services.stepwise
                && let Some(activity) = self.registry.activity(&one.table)
            {
                activity.quiet().await;
            }
        }
        for one in own {
            self.put(&one.table, Job::TimerFired(now));
        }
        Ok(())
    }

    /// Ends what goes on at the table with somebody who has had their data deleted.
    pub(super) async fn end_forgotten(&mut self, in_flight: &InFlight) -> Result<(), StoreError> {
        let table = self.table().await?;
        let (next, asked) = (table.next(), table.asked_by_forgotten());
        // Nobody waits for the answer.
        self.requests.forget_requesters(&asked);
        let now = self.services.sources.now();
        let cause = Cause::own_at(HostEvent::Left.id(next), now);
        self.follow(&Trigger::Left, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }
}
