//! The queue of one table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};

use super::activity::{Activity, InFlight};
use super::daily::DailyPost;
use super::handover::{Departure, Reception};
use super::incoming::{Disposition, Greeting, HostError, Incoming};
use crate::session::{PairedGame, Person, Refusal, TournamentGame};
use crate::store::StoreError;

/// Told what became of an incoming event.
pub(super) type DispositionSender = oneshot::Sender<Result<Disposition, HostError>>;

/// Something to be done at a table.
pub(super) enum Job {
    /// Handle what somebody said or pressed.
    Handle(Box<Incoming>, DispositionSender),
    /// Refuse it without handling it.
    Refuse(Box<Incoming>, Refusal, DispositionSender),
    /// The table's timer, which was set to this time, has fired.
    TimerFired(Timestamp),
    /// Tell the table of the outages that it has not been told of.
    Outages(oneshot::Sender<Result<(), StoreError>>),
    /// The place of the table is gone, for good if this says so.
    PlaceGone(bool, oneshot::Sender<Result<(), StoreError>>),
    /// Tell this person that the bot leaves the place of the table, as it may not speak there.
    MayNotSpeak(Person, oneshot::Sender<Result<(), StoreError>>),
    /// Say hello to everybody at the table.
    Greet(Box<Greeting>, oneshot::Sender<Result<(), StoreError>>),
    /// Post the puzzle of the day, and answer once it is stored.
    Daily(DailyPost, oneshot::Sender<Result<(), StoreError>>),
    /// Begin a tournament game in this language.
    Begin(
        Box<PairedGame>,
        Option<String>,
        oneshot::Sender<Result<(), StoreError>>,
    ),
    /// Tell everybody that a tournament game, announced by the reply with this number, cannot begin.
    NotBegun(TournamentGame, i64),
    /// Announce the games of the tournament that have not begun.
    Boards,
    /// Record the results that wait for the tournament.
    Results,
    /// Find out whether the players are on holiday, and tell whether the table knows now.
    Holidays(Option<oneshot::Sender<bool>>),
    /// Ask again for whatever the table waits for, after a restart.
    Resume,
    /// Do what other processes have handed over.
    TakeHanded,
    /// Deliver a reply that was stored before the last start.
    Deliver(i64),
    /// Let the table move to another key.
    Depart(Departure),
    /// Let another table move here.
    Receive(Reception),
}

/// A handle to a table's queue.
pub(super) struct Mailbox {
    jobs: mpsc::UnboundedSender<(Job, InFlight)>,
    activity: Activity,
    looks: QueuedLook,
}

/// Whether [`Job::TakeHanded`] is in a queue: one of it does for all.
#[derive(Debug, Clone, Default)]
pub(super) struct QueuedLook(Arc<AtomicBool>);

impl QueuedLook {
    /// It is taken out of the queue.
    pub(super) fn taken(&self) {
        self.0.store(false, Ordering::Release);
    }
}

/// The other end of a queue.
pub(super) type JobReceiver = mpsc::UnboundedReceiver<(Job, InFlight)>;

/// A queue, and what its table has in flight.
pub(super) fn mailbox() -> (Mailbox, JobReceiver, Activity) {
    let (jobs, queue) = mpsc::unbounded_channel();
    let activity = Activity::new();
    let mailbox = Mailbox {
        jobs,
        activity: activity.clone(),
        looks: QueuedLook::default(),
    };
    (mailbox, queue, activity)
}

impl Mailbox {
    /// Whether the actor runs. It ends after its mailbox was removed from the registry, and before
    /// that only if it panicked.
    pub(super) fn is_open(&self) -> bool {
        !self.jobs.is_closed()
    }

    /// Appends a job.
    pub(super) fn put(&self, job: Job) {
        if matches!(job, Job::TakeHanded) && self.looks.0.swap(true, Ordering::AcqRel) {
            return;
        }
        let _ = self.jobs.send((job, self.activity.begin()));
    }

    pub(super) fn queued_look(&self) -> QueuedLook {
        self.looks.clone()
    }

    pub(super) fn activity(&self) -> Activity {
        self.activity.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_look_at_what_was_handed_over_is_queued_at_a_time() {
        let (mailbox, mut queue, _) = mailbox();
        for _ in 0..3 {
            mailbox.put(Job::TakeHanded);
        }
        assert_eq!(queue.len(), 1);
        queue.try_recv().unwrap();
        mailbox.queued_look().taken();
        mailbox.put(Job::TakeHanded);
        assert_eq!(queue.len(), 1);
    }
}
