//! Whether the table belongs to this process, where several share the database.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};

use futures_util::FutureExt;

use super::TableActor;
use crate::host::activity::InFlight;
use crate::host::handed_job::{Done, StoredIncoming, StoredJob};
use crate::host::incoming::{Disposition, HostError};
use crate::host::language::Language;
use crate::host::mailbox::Job;
use crate::lock::lock;
use crate::session::{Parsed, TableKey};
use crate::store::{Claim, Handed, HandedJob, HostEvent, Store, StoreError};

/// The numbers of jobs that were handed over, and are being done.
pub(super) type InProgress = Arc<Mutex<HashSet<i64>>>;

/// What becomes of a job before it is done.
pub(super) enum Owned {
    /// The table is this process's: it is done here.
    Here(Job),
    /// It was dealt with otherwise.
    Elsewhere,
}

impl TableActor {
    /// Makes sure that the table is this process's before a job is done. If it belongs to another one,
    /// the job is handed over to that.
    pub(super) async fn own(&mut self, job: Job, in_flight: &InFlight) -> Owned {
        if self.services.store.shared().is_none() {
            return Owned::Here(job);
        }
        if let Job::TakeHanded = job {
            self.queued_look.taken();
        }
        let mut job = job;
        loop {
            match self.is_ready(&job).await {
                Ok(true) => return self.here(job),
                Ok(false) => {}
                Err(error) => return self.fail(job, error),
            }
            match self.claim(in_flight).await {
                Ok(true) => return self.here(job),
                Ok(false) => match self.hand_over(job).await {
                    // It has become free meanwhile.
                    Some(again) => job = again,
                    None => return Owned::Elsewhere,
                },
                Err(error) => return self.fail(job, error),
            }
        }
    }

    /// A job of a table that is this process's.
    fn here(&mut self, job: Job) -> Owned {
        match job {
            Job::Deliver(reply) if self.said.remove(&reply) => Owned::Elsewhere,
            job => Owned::Here(job),
        }
    }

    fn fail(&mut self, job: Job, error: StoreError) -> Owned {
        tracing::warn!(table = %self.key, %error, "cannot claim a table");
        if !matches!(error, StoreError::Fenced) {
            // The table may be this process's all the same: then it has to go on.
            self.retry_later();
        }
        refuse(job, error);
        Owned::Elsewhere
    }

    /// Whether a job can be done without a claim.
    async fn is_ready(&self, job: &Job) -> Result<bool, StoreError> {
        match job {
            Job::TakeHanded => Ok(false),
            Job::Handle(..) if !self.concerns_us(job).await => Ok(true),
            // What was handed over before goes first.
            Job::Handle(..) if self.owned => match self.services.store.shared() {
                Some(shared) => Ok(!shared.has_handed(&self.key).await?),
                None => Ok(true),
            },
            _ => Ok(self.owned),
        }
    }

    /// Whether a job may write something. What is said to others is read by all processes.
    async fn concerns_us(&self, job: &Job) -> bool {
        match job {
            Job::Handle(incoming, _) => {
                let parsed = AssertUnwindSafe(self.parse(incoming)).catch_unwind().await;
                // What fails here fails again when it is handled, and is dealt with there.
                !matches!(parsed, Ok(Ok(None | Some((Parsed::NotForUs, _)))))
            }
            _ => true,
        }
    }

    /// Claims the table. If it is this process's now, does what was left to do there. False if it belongs
    /// to another process.
    async fn claim(&mut self, in_flight: &InFlight) -> Result<bool, StoreError> {
        let store = Arc::clone(&self.services.store);
        let Some(shared) = store.shared() else {
            return Ok(true);
        };
        let Claim::Own {
            undelivered,
            handed,
            waits,
        } = shared.claim(&self.key, self.owned).await?
        else {
            self.lose();
            return Ok(false);
        };
        if !self.owned {
            // Another process may have changed it.
            self.forget();
            self.owned = true;
        }
        if waits {
            // After what is done now.
            self.put(&self.key, Job::Resume);
        }
        for reply in undelivered {
            self.say_stored(reply, in_flight).await;
            self.said.insert(reply);
        }
        for one in handed {
            self.take_handed(one, in_flight).await?;
        }
        Ok(true)
    }

    /// Forgets a table that belongs to another process.
    pub(super) fn lose(&mut self) {
        if std::mem::take(&mut self.owned) {
            // Otherwise it may have been set as the table was taken over just now.
            self.services.timers.set(&self.key, None);
        }
        self.forget();
        self.said.clear();
        self.language = Language::Unread;
    }

    /// Does a job that was handed over, and notes that it is done. If it fails, it stays, and those
    /// after it wait, until it has failed too often.
    async fn take_handed(
        &mut self,
        handed: Handed,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let Handed { id, job } = handed;
        if lock(&self.in_progress).contains(&id) {
            return Ok(());
        }
        let done = match job {
            HandedJob::Deliver(reply) => {
                if !self.said.remove(&reply) {
                    self.say_stored(reply, in_flight).await;
                }
                Done::Begun
            }
            HandedJob::Job(text) => match StoredJob::read(&text) {
                Ok(job) => {
                    let (job, done) = job.job();
                    Box::pin(self.do_job(job, in_flight)).await;
                    done
                }
                Err(error) => {
                    tracing::error!(table = %self.key, %error, "a job of another process cannot be read");
                    Done::Begun
                }
            },
        };
        let store = Arc::clone(&self.services.store);
        let done = match done.get_now() {
            Ok(done) => return note(store.as_ref(), &self.key, id, done).await,
            Err(done) => done,
        };
        // A command for another table is answered there.
        let (table, in_flight) = (self.key.clone(), in_flight.another());
        let in_progress = Arc::clone(&self.in_progress);
        lock(&in_progress).insert(id);
        self.services.tasks.spawn(async move {
            let done = match done.await {
                Ok(Ok(_)) => Ok(()),
                Ok(Err(HostError::Store(error))) => Err(error),
                Ok(Err(_)) | Err(_) => Err(StoreError::Closed),
            };
            if let Err(error) = note(store.as_ref(), &table, id, done).await {
                tracing::debug!(%table, %error, "a job of another process is not done yet");
            }
            lock(&in_progress).remove(&id);
            drop(in_flight);
        });
        Ok(())
    }

    /// Hands a job over to the process that the table belongs to. Returns it if it is for this process
    /// after all.
    async fn hand_over(&mut self, job: Job) -> Option<Job> {
        let stored = match &job {
            Job::Handle(incoming, _) => {
                StoredJob::Handle(Box::new(StoredIncoming::new(incoming).await))
            }
            Job::TimerFired(at) => StoredJob::TimerFired(*at),
            Job::PlaceGone(for_good, _) => StoredJob::PlaceGone {
                for_good: *for_good,
            },
            Job::MayNotSpeak(inviter, _) => StoredJob::MayNotSpeak(inviter.clone()),
            Job::Greet(greeting, _) => StoredJob::Greet(greeting.clone()),
            Job::Begin(game, language, _) => StoredJob::Begin(game.clone(), language.clone()),
            Job::Holidays(_) => StoredJob::Holidays,
            Job::Outages(_) => {
                let known = self.knows_outages().await;
                accept(job, known);
                return None;
            }
            Job::Refuse(..)
            | Job::Daily(..)
            | Job::NotBegun(..)
            | Job::Results
            | Job::Boards
            | Job::Resume
            | Job::Deliver(_)
            | Job::TakeHanded
            | Job::Depart(_)
            | Job::Receive(_) => {
                accept(job, Err(StoreError::NotOwner(self.key.clone())));
                return None;
            }
        };
        let (author, cursor) = match &job {
            Job::Handle(incoming, _) => (Some(incoming.author.id.clone()), incoming.cursor.clone()),
            Job::MayNotSpeak(inviter, _) => (Some(inviter.id.clone()), None),
            _ => (None, None),
        };
        let store = Arc::clone(&self.services.store);
        let shared = store.shared()?;
        let handed = match stored.write() {
            Ok(text) => shared.hand_over(&self.key, text, author, cursor).await,
            Err(error) => Err(error),
        };
        match handed {
            Ok(true) => {
                tracing::debug!(table = %self.key, "a job is handed over to another process");
                accept(job, Ok(()));
                None
            }
            Ok(false) => Some(job),
            Err(error) => {
                refuse(job, error);
                None
            }
        }
    }

    /// Fails unless the table was told of all outages, by whomever.
    async fn knows_outages(&self) -> Result<(), StoreError> {
        for outage in self.services.outages.of(&self.key.platform).iter() {
            let event = HostEvent::Outage.id(outage.id);
            if !self.services.store.is_handled(&self.key, &event).await? {
                return Err(StoreError::NotOwner(self.key.clone()));
            }
        }
        Ok(())
    }

    /// Gives the table away before the actor ends, unless something is still to be done there.
    pub(super) async fn release(&mut self) {
        let store = Arc::clone(&self.services.store);
        let Some(shared) = store.shared().filter(|_| self.owned) else {
            return;
        };
        self.owned = false;
        if let Err(error) = shared.release(&self.key).await {
            tracing::debug!(table = %self.key, %error, "cannot give a table away");
        }
    }
}

/// Notes that a job that was handed over is done, or has failed. Fails if it is to be tried again.
async fn note(
    store: &dyn Store,
    table: &TableKey,
    id: i64,
    done: Result<(), StoreError>,
) -> Result<(), StoreError> {
    let Some(shared) = store.shared() else {
        return done;
    };
    let error = match done {
        Ok(()) => return shared.handed_done(id).await,
        // It is done by whoever has the table now, or after the next start.
        Err(error @ (StoreError::Fenced | StoreError::NotOwner(_) | StoreError::Closed)) => {
            return Err(error);
        }
        Err(error) => error,
    };
    match shared.handed_failed(id).await? {
        true => {
            tracing::error!(%table, %error, "a job of another process fails each time: it is given up");
            Ok(())
        }
        false => Err(error),
    }
}

/// Answers whoever wanted a job done that is another process's now.
fn accept(job: Job, done: Result<(), StoreError>) {
    match job {
        Job::Handle(_, answer) => {
            let done = done.map(|()| Disposition::Done);
            let _ = answer.send(done.map_err(HostError::Store));
        }
        // Their author hears of it when they send less.
        Job::Refuse(_, _, answer) => drop(answer.send(Ok(Disposition::Throttled))),
        Job::Outages(answer)
        | Job::PlaceGone(_, answer)
        | Job::MayNotSpeak(_, answer)
        | Job::Greet(_, answer)
        | Job::Begin(_, _, answer) => drop(answer.send(done)),
        Job::Holidays(Some(answer)) => drop(answer.send(done.is_ok())),
        Job::Depart(departure) => {
            let busy = done.map(|()| false).map_err(HostError::Store);
            let _ = departure.answer.send(busy);
        }
        // That process posts it by itself; this one asks again later.
        Job::Daily(..)
        | Job::Results
        | Job::Boards
        | Job::NotBegun(..)
        | Job::TimerFired(_)
        | Job::Holidays(None)
        | Job::Resume
        | Job::Deliver(_)
        | Job::TakeHanded
        | Job::Receive(_) => {}
    }
}

/// Answers whoever wanted a job done that failed.
fn refuse(job: Job, error: StoreError) {
    match job {
        Job::Refuse(_, _, answer) => drop(answer.send(Err(HostError::Store(error)))),
        Job::Daily(_, answer) => drop(answer.send(Err(error))),
        job => accept(job, Err(error)),
    }
}
