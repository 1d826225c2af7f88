//! The lanes of one outbox: one for public replies, and two for each person: one for answers that
//! nobody else is to see, one for private messages.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::StreamExt;
use futures_util::future::{BoxFuture, OptionFuture};
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::parcel::Parcel;
use super::queued::QueuedReply;
use crate::host::activity::InFlight;
use crate::host::backoff::Backoff;
use crate::host::delivery::{AttemptError, DeliveryService};
use crate::session::TableKey;

/// Attempts for a private answer. Nobody else misses it, and its person can ask again.
const PRIVATE_ATTEMPTS: u32 = 4;

/// A private answer that would have to wait longer than this is given up: its person has asked
/// again by then.
const PRIVATE_DELAY: Duration = Duration::from_secs(30);

/// The shortest wait between two probes when there is a new reply.
const PROBES_APART: Duration = Duration::from_secs(5);

/// How long replies are kept where the bot may not speak.
const LONGEST_SILENCE: Duration = Duration::from_hours(7 * 24);

/// What an outbox is told.
pub(super) enum OutboxMessage {
    /// Deliver a reply.
    Deliver(Parcel, InFlight),
    /// Drop replies that the store already counts as given up.
    Forget(Vec<i64>),
}

/// What a table has to do for its outbox.
#[derive(Debug)]
pub(in crate::host) enum OutboxEvent {
    /// The bot may not speak: tell the table's state in place of these replies.
    Restate(Vec<i64>),
    /// Store that these replies will never be delivered.
    GiveUp(Vec<i64>),
    /// The bot may speak again.
    SpeaksAgain,
    /// The person with this id cannot be told of the game that they watch.
    Unreached(String),
}

/// The bot may not speak at the table.
struct Silence {
    since: Instant,
    /// The last attempt.
    probed: Instant,
    /// The next attempt.
    next: Instant,
}

type PublicFlight = BoxFuture<'static, (QueuedReply, Result<(), AttemptError>)>;
type PrivateFlight = BoxFuture<'static, (PrivateLane, PrivateEnd)>;

/// The lane of one person's private replies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PrivateLane {
    person: String,
    /// Whether private messages go here. Answers do not wait for those.
    messages: bool,
}

/// What became of a private reply.
enum PrivateEnd {
    /// It was delivered, or given up.
    Done,
    /// The outbox stops.
    Unsent(QueuedReply),
    /// It has to be told at the table.
    AtTable(QueuedReply),
    /// It was given up, as the person who watches cannot be told.
    Unreached(QueuedReply),
}

/// The lanes of one outbox.
pub(super) struct Lanes {
    service: Arc<DeliveryService>,
    table: TableKey,
    halt: CancellationToken,
    events: mpsc::UnboundedSender<(OutboxEvent, InFlight)>,
    public: VecDeque<QueuedReply>,
    /// The `board_replaced` flag of the last board put into the queue, which may have left it by
    /// now.
    last_board: Option<Arc<AtomicBool>>,
    /// When the channel accepts messages again.
    not_before: Instant,
    backoff: Backoff,
    silence: Option<Silence>,
    /// For each author, the turn in which they were last served. Cleared when the queue is empty.
    served: HashMap<Option<String>, u64>,
    turn: u64,
    private: HashMap<PrivateLane, VecDeque<QueuedReply>>,
}

impl Lanes {
    pub(super) fn new(
        service: Arc<DeliveryService>,
        table: TableKey,
        halt: CancellationToken,
        events: mpsc::UnboundedSender<(OutboxEvent, InFlight)>,
    ) -> Self {
        Self {
            service,
            table,
            halt,
            events,
            public: VecDeque::new(),
            last_board: None,
            not_before: Instant::now(),
            backoff: Backoff::new(),
            silence: None,
            served: HashMap::new(),
            turn: 0,
            private: HashMap::new(),
        }
    }

    /// Delivers what arrives until the outbox is dropped, halted or shut down. Returns what is
    /// left.
    pub(super) async fn run(
        mut self,
        mut messages: mpsc::UnboundedReceiver<OutboxMessage>,
    ) -> Vec<Parcel> {
        let mut left = Vec::new();
        let mut public: OptionFuture<PublicFlight> = None.into();
        let mut flying = false;
        let mut private: FuturesUnordered<PrivateFlight> = FuturesUnordered::new();
        let mut open = true;
        let (stopping, halt) = (self.service.stopping.clone(), self.halt.clone());
        loop {
            if !flying && let Some(next) = self.next() {
                public = Some(self.fly(next)).into();
                flying = true;
            }
            if !open && !flying && self.public.is_empty() && private.is_empty() {
                break;
            }
            let wake = self.wake();
            tokio::select! {
                biased;
                () = halt.cancelled() => break,
                message = messages.recv(), if open => match message {
                    Some(OutboxMessage::Deliver(parcel, in_flight)) => {
                        let queued = QueuedReply::new(parcel, in_flight, &self.table, &self.service);
                        if let Some((lane, first)) = self.put(queued) {
                            private.push(self.fly_privately(lane, first));
                        }
                    }
                    Some(OutboxMessage::Forget(replies)) => {
                        self.forget(&replies);
                        if self.public.is_empty() {
                            self.silence = None;
                        }
                    }
                    None => open = false,
                },
                Some((queued, done)) = &mut public, if flying => {
                    flying = false;
                    public = None.into();
                    if !self.land(queued, done) {
                        // On shutdown: later replies must not overtake it.
                        break;
                    }
                }
                Some((lane, end)) = private.next(), if !private.is_empty() => {
                    match end {
                        PrivateEnd::Done => {}
                        PrivateEnd::Unsent(queued) => left.push(queued.parcel),
                        PrivateEnd::AtTable(queued) => self.put_public(queued),
                        PrivateEnd::Unreached(queued) => self.tell_unreached(&queued),
                    }
                    if !stopping.is_cancelled()
                        && let Some(next) = self.next_private(&lane)
                    {
                        private.push(self.fly_privately(lane, next));
                    }
                }
                () = stopping.cancelled(), if !flying && !self.public.is_empty() => break,
                () = sleep_until(wake), if !flying && !self.public.is_empty() => self.probe(),
            }
        }
        messages.close();
        if flying
            && let Some((queued, done)) = public.await
            && done.is_err()
        {
            self.public.push_front(queued);
        }
        while let Some((_, end)) = private.next().await {
            if let PrivateEnd::Unsent(queued) | PrivateEnd::AtTable(queued) = end {
                left.push(queued.parcel);
            }
        }
        left.extend(self.public.drain(..).map(|queued| queued.parcel));
        let waiting = self.private.into_values().flatten();
        left.extend(waiting.map(|queued| queued.parcel));
        while let Ok(message) = messages.try_recv() {
            match message {
                OutboxMessage::Deliver(parcel, _) => {
                    if let Some(replies) = &parcel.restates {
                        left.retain(|one| !replies.contains(&one.id));
                    }
                    left.push(parcel);
                }
                OutboxMessage::Forget(replies) => left.retain(|one| !replies.contains(&one.id)),
            }
        }
        left.sort_unstable_by_key(|parcel| parcel.id);
        left
    }

    /// Queues a reply; returns it if it is private and its person waits for nothing else.
    fn put(&mut self, queued: QueuedReply) -> Option<(PrivateLane, QueuedReply)> {
        let Some(person) = queued.parcel.only_for.clone() else {
            self.put_public(queued);
            return None;
        };
        if self.service.in_order {
            self.put_public(queued);
            return None;
        }
        let messages = queued.parcel.private;
        let lane = PrivateLane { person, messages };
        match self.private.get_mut(&lane) {
            Some(waiting) => {
                waiting.push_back(queued);
                None
            }
            None => {
                self.private.insert(lane.clone(), VecDeque::new());
                Some((lane, queued))
            }
        }
    }

    /// Queues a reply among those that everybody may see.
    fn put_public(&mut self, queued: QueuedReply) {
        if queued.parcel.board {
            let replaced = Arc::clone(&queued.parcel.board_replaced);
            if let Some(earlier) = self.last_board.replace(replaced) {
                earlier.store(true, Ordering::Relaxed);
            }
        }
        if let Some(replies) = &queued.parcel.restates {
            self.forget(&replies.clone());
        }
        if let Some(silence) = &mut self.silence {
            let soon = silence.probed + PROBES_APART.min(self.service.probes_every);
            silence.next = match queued.parcel.restates {
                Some(_) => Instant::now(),
                None => silence.next.min(soon),
            };
        }
        self.public.push_back(queued);
    }

    fn forget(&mut self, replies: &[i64]) {
        self.public
            .retain(|queued| !replies.contains(&queued.parcel.id));
    }

    /// Whether a reply may be tried now.
    fn is_due(&self, queued: &QueuedReply, now: Instant) -> bool {
        match (&self.silence, queued.parcel.direct) {
            (Some(silence), _) => {
                silence.next <= now && self.public.len() == 1 && queued.parcel.restates.is_some()
            }
            (None, true) => queued.not_before <= now,
            (None, false) => self.not_before <= now,
        }
    }

    /// Takes the public reply to try next, if one is due.
    fn next(&mut self) -> Option<QueuedReply> {
        let now = Instant::now();
        let next = match self.service.in_order {
            true => 1,
            false => self.public.len(),
        };
        let due = self
            .public
            .iter()
            .take(next)
            .enumerate()
            .filter(|(_, queued)| self.is_due(queued, now));
        // Of equal rank the first goes first.
        let (index, _) = due.min_by_key(|(_, queued)| match queued.parcel.urgent {
            true => (false, 0),
            false => {
                let served = self.served.get(&queued.parcel.author);
                (true, served.copied().unwrap_or_default())
            }
        })?;
        let next = self.public.remove(index);
        if self.public.is_empty() {
            self.served.clear();
        } else if let Some(queued) = &next {
            self.turn += 1;
            self.served.insert(queued.parcel.author.clone(), self.turn);
        }
        next
    }

    /// When something may be due.
    fn wake(&self) -> Instant {
        match &self.silence {
            Some(silence) => silence.next,
            None => {
                let due = self.public.iter().map(|queued| match queued.parcel.direct {
                    true => queued.not_before,
                    false => self.not_before,
                });
                due.min().unwrap_or(self.not_before)
            }
        }
    }

    fn fly(&self, mut queued: QueuedReply) -> PublicFlight {
        let service = Arc::clone(&self.service);
        async move {
            let done = queued.attempt(&service).await;
            (queued, done)
        }
        .boxed()
    }

    /// Deals with the result of an attempt. False if it failed on shutdown.
    fn land(&mut self, mut queued: QueuedReply, done: Result<(), AttemptError>) -> bool {
        let failed = match done {
            Ok(()) => {
                self.tell_unreached(&queued);
                self.backoff = Backoff::new();
                if self.silence.take().is_some() {
                    tracing::info!(table = %self.table, "the bot may speak again");
                    let in_flight = queued.in_flight.another();
                    let _ = self.events.send((OutboxEvent::SpeaksAgain, in_flight));
                }
                return true;
            }
            Err(failed) => failed,
        };
        let now = Instant::now();
        match failed {
            AttemptError::NotYet { after, .. } => {
                // The platform's own delay is enough.
                let delay = if after.is_zero() {
                    self.backoff.next()
                } else {
                    after
                };
                let next = now + delay;
                queued.not_before = next;
                if !queued.parcel.direct {
                    self.not_before = next;
                }
                if let Some(silence) = &mut self.silence {
                    silence.next = next;
                }
            }
            AttemptError::Silenced(reason) => {
                let silence = self.silence.get_or_insert_with(|| {
                    tracing::warn!(
                        table = %self.table, reason,
                        "the bot may not speak; it will tell the table's state once it may again"
                    );
                    Silence {
                        since: now,
                        probed: now,
                        next: now,
                    }
                });
                silence.probed = now;
                silence.next = match queued.parcel.restates {
                    // There is nothing newer to say.
                    Some(_) => now + self.service.probes_every,
                    None => now,
                };
            }
            AttemptError::NotInPrivate(_) => {}
            AttemptError::Parked(_) => return true,
        }
        self.public.push_front(queued);
        !self.service.stopping.is_cancelled()
    }

    /// Tries whether the bot may speak again, with one reply that tells the table's state.
    fn probe(&mut self) {
        let Some(silence) = &mut self.silence else {
            return;
        };
        let now = Instant::now();
        if silence.next > now {
            return;
        }
        let lasted = now - silence.since;
        if lasted <= LONGEST_SILENCE
            && self.public.len() == 1
            && self
                .public
                .iter()
                .any(|queued| queued.parcel.restates.is_some())
        {
            // It is due, and is tried next.
            return;
        }
        // If the table does not answer, it is asked again.
        silence.next = now + self.service.probes_every;
        let replies: Vec<i64> = self.public.iter().map(|queued| queued.parcel.id).collect();
        let Some(first) = self.public.front() else {
            return;
        };
        let event = if lasted > LONGEST_SILENCE {
            tracing::warn!(table = %self.table, "the bot may not speak for too long; giving up its replies");
            OutboxEvent::GiveUp(replies)
        } else {
            OutboxEvent::Restate(replies)
        };
        // The table ends before us only on shutdown.
        let _ = self.events.send((event, first.in_flight.another()));
    }

    /// Tells the table if a person cannot be told of the game that they watch.
    fn tell_unreached(&self, queued: &QueuedReply) {
        if let Some(person) = queued.unreached() {
            let event = OutboxEvent::Unreached(person);
            let _ = self.events.send((event, queued.in_flight.another()));
        }
    }

    fn next_private(&mut self, lane: &PrivateLane) -> Option<QueuedReply> {
        let next = self.private.get_mut(lane)?.pop_front();
        if next.is_none() {
            self.private.remove(lane);
        }
        next
    }

    /// Delivers a private reply. An answer is given up if that takes too long, a message is not:
    /// nobody would ask for it again.
    fn fly_privately(&self, lane: PrivateLane, mut queued: QueuedReply) -> PrivateFlight {
        let (service, halt) = (Arc::clone(&self.service), self.halt.clone());
        let table = self.table.clone();
        async move {
            let mut backoff = Backoff::new();
            loop {
                let Err(failed) = queued.attempt(&service).await else {
                    let end = match queued.unreached() {
                        Some(_) => PrivateEnd::Unreached(queued),
                        None => PrivateEnd::Done,
                    };
                    return (lane, end);
                };
                let (after, silenced) = match &failed {
                    AttemptError::NotYet { after, .. } => (*after, false),
                    AttemptError::Silenced(_) => (Duration::ZERO, true),
                    AttemptError::NotInPrivate(_) => return (lane, PrivateEnd::AtTable(queued)),
                    AttemptError::Parked(_) => return (lane, PrivateEnd::Done),
                };
                let late = queued.attempts >= PRIVATE_ATTEMPTS || after > PRIVATE_DELAY;
                if silenced || late && !lane.messages {
                    tracing::warn!(
                        reply = queued.parcel.id, %table, reason = failed.reason(),
                        "giving up a private answer"
                    );
                    if let Err(failed) = queued.give_up(&service).await {
                        let reason = failed.reason();
                        tracing::warn!(
                            reply = queued.parcel.id,
                            reason,
                            "cannot store that; the next start tries again"
                        );
                    }
                    return (lane, PrivateEnd::Done);
                }
                tokio::select! {
                    () = service.stopping.cancelled() => break,
                    () = halt.cancelled() => break,
                    () = sleep(backoff.next().max(after)) => {}
                }
            }
            (lane, PrivateEnd::Unsent(queued))
        }
        .boxed()
    }
}
