//! The way out of one table: replies wait here until they are delivered.
//!
//! Public replies go one at a time: what came of the game and what answers an interaction before
//! what somebody merely asked to see, and that in turns between people. Private replies go beside
//! them, one at a time for each person, and are given up after a few tries. Where the bot may not
//! speak for a while, the table's public replies are kept until one message says in their place
//! how the table stands.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::StreamExt;
use futures_util::future::{BoxFuture, OptionFuture};
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::busy::InHand;
use super::delivery::{Attempt, Failed};
use super::desk::Job;
use super::{Backoff, Shared};
use crate::session::{Reply, TableKey};

/// At this failed attempt in a row the operator is told, once: two are made within about a second,
/// which is how long a connection may stumble.
const WORTH_TELLING: u32 = 3;

/// How often a private reply is tried. Nobody else misses it, and its person can ask again.
const PRIVATE_TRIES: u32 = 4;

/// A private reply that would have to wait longer than this is given up: by then its person has
/// asked again.
const PRIVATE_WAIT: Duration = Duration::from_secs(30);

/// How soon it is tried whether the bot may speak again when something is said at the table.
const PROBES_APART: Duration = Duration::from_secs(5);

/// How long a table is kept where the bot may not speak.
const SILENCED_FOR: Duration = Duration::from_hours(7 * 24);

/// What is known of a reply before it is rendered.
#[derive(Debug, Clone)]
pub(super) struct Parcel {
    /// Its number in the outbox.
    pub(super) id: i64,
    /// Id of the one person whom it is for.
    only_for: Option<String>,
    /// Id of the person whom it answers.
    author: Option<String>,
    /// Whether it tells what came of the game, so that it goes before what was asked to be seen.
    urgent: bool,
    /// Whether it answers an interaction, which has a way of its own past the channel's limits.
    direct: bool,
    /// Whether it shows the table's board as it stands, and nothing drawn on it.
    board: bool,
    /// The replies whose place it takes: it says how the table stands.
    pub(super) restates: Option<Vec<i64>>,
    board_replaced: Arc<AtomicBool>,
}

impl Parcel {
    /// A reply with this number.
    pub(super) fn new(id: i64, reply: &Reply) -> Self {
        let plain = |board: &crate::session::Board| {
            board.hints.is_empty() && board.nudge.is_empty() && board.targets.is_none()
        };
        Self {
            id,
            only_for: reply.only_for.as_ref().map(|person| person.id.clone()),
            author: None,
            urgent: true,
            direct: false,
            board: reply.board.as_ref().is_some_and(plain),
            restates: None,
            board_replaced: Arc::default(),
        }
    }

    /// The same reply, once its number is known.
    pub(super) fn numbered(&self, id: i64) -> Self {
        Self { id, ..self.clone() }
    }

    /// The same reply, to this person.
    pub(super) fn to(self, author: Option<String>, urgent: bool, direct: bool) -> Self {
        Self {
            author,
            urgent: urgent || direct,
            direct,
            ..self
        }
    }
}

/// What an outbox is told.
enum Message {
    /// To be delivered.
    Deliver(Parcel, InHand),
    /// Replies that will never be delivered, which is noted already.
    Forget(Vec<i64>),
}

/// The outbox of a table.
pub(super) struct Outbox {
    messages: mpsc::UnboundedSender<Message>,
    halt: CancellationToken,
    /// Ends with what is left.
    task: JoinHandle<Vec<Parcel>>,
}

impl Outbox {
    pub(super) fn open(shared: &Arc<Shared>, table: &TableKey) -> Self {
        let (messages, queue) = mpsc::unbounded_channel();
        let halt = CancellationToken::new();
        let lanes = Lanes::new(Arc::clone(shared), table.clone(), halt.clone());
        Self {
            messages,
            halt,
            task: shared.tasks.spawn(lanes.run(queue)),
        }
    }

    pub(super) fn put(&self, parcel: Parcel, in_hand: InHand) {
        // The lanes end before us only when we are stopping; the reply stays stored.
        let _ = self.messages.send(Message::Deliver(parcel, in_hand));
    }

    pub(super) fn forget(&self, replies: Vec<i64>) {
        let _ = self.messages.send(Message::Forget(replies));
    }

    /// Lets attempts that are under way come to their end, and takes back what is left.
    pub(super) async fn stop(self) -> Vec<Parcel> {
        self.halt.cancel();
        // Should it have panicked, its replies are stored for the next start.
        self.task.await.unwrap_or_default()
    }
}

/// A reply in line.
struct Queued {
    parcel: Parcel,
    attempt: Attempt,
    attempts: u32,
    /// When it may be tried next, if it has a way of its own.
    not_before: Instant,
    in_hand: InHand,
}

impl Queued {
    fn new(parcel: Parcel, in_hand: InHand) -> Self {
        Self {
            attempt: Attempt::new(parcel.id, Arc::clone(&parcel.board_replaced)),
            parcel,
            attempts: 0,
            not_before: Instant::now(),
            in_hand,
        }
    }

    /// Tries once. Whatever panics costs this reply alone.
    async fn attempt(&mut self, shared: &Shared) -> Result<(), Failed> {
        self.attempts += 1;
        let id = self.parcel.id;
        let tried = AssertUnwindSafe(self.attempt.make(shared)).catch_unwind();
        let arrived = match tried.await {
            Ok(done) => done,
            Err(_) => {
                tracing::error!(reply = id, "delivering a reply panicked; it is given up");
                self.attempt.give_up();
                self.attempt.make(shared).await
            }
        };
        match arrived {
            Ok(arrived) => {
                if arrived && self.attempts > WORTH_TELLING {
                    let attempts = self.attempts;
                    tracing::info!(reply = id, attempts, "a reply was delivered at last");
                }
                Ok(())
            }
            Err(failed) => {
                let (attempts, reason) = (self.attempts, failed.reason());
                tracing::debug!(
                    reply = id,
                    attempts,
                    reason,
                    "a reply could not be delivered yet"
                );
                if attempts == WORTH_TELLING && matches!(failed, Failed::NotYet { .. }) {
                    tracing::warn!(
                        reply = id,
                        reason,
                        "a reply cannot be delivered; it is tried again"
                    );
                }
                Err(failed)
            }
        }
    }
}

/// A table at which the bot may not speak.
struct Silence {
    since: Instant,
    /// The last time that it was tried.
    probed: Instant,
    /// When it is tried next.
    next: Instant,
}

type PublicFlight = BoxFuture<'static, (Queued, Result<(), Failed>)>;
type PrivateFlight = BoxFuture<'static, (String, Option<Queued>)>;

/// Who empties an outbox.
struct Lanes {
    shared: Arc<Shared>,
    table: TableKey,
    halt: CancellationToken,
    public: VecDeque<Queued>,
    /// The last board that was put in line. It may be with the adapter by now.
    last_board: Option<Arc<AtomicBool>>,
    /// When the channel takes something again.
    not_before: Instant,
    waits: Backoff,
    silence: Option<Silence>,
    /// How many replies went before each person's last, while others wait.
    served: HashMap<Option<String>, u64>,
    turn: u64,
    private: HashMap<String, VecDeque<Queued>>,
}

impl Lanes {
    fn new(shared: Arc<Shared>, table: TableKey, halt: CancellationToken) -> Self {
        Self {
            shared,
            table,
            halt,
            public: VecDeque::new(),
            last_board: None,
            not_before: Instant::now(),
            waits: Backoff::new(),
            silence: None,
            served: HashMap::new(),
            turn: 0,
            private: HashMap::new(),
        }
    }

    async fn run(mut self, mut messages: mpsc::UnboundedReceiver<Message>) -> Vec<Parcel> {
        let mut left = Vec::new();
        let mut public: OptionFuture<PublicFlight> = None.into();
        let mut flying = false;
        let mut private: FuturesUnordered<PrivateFlight> = FuturesUnordered::new();
        let mut open = true;
        let (stopping, halt) = (self.shared.stopping.clone(), self.halt.clone());
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
                    Some(Message::Deliver(parcel, in_hand)) => {
                        let queued = Queued::new(parcel, in_hand);
                        if let Some((person, first)) = self.put(queued) {
                            private.push(self.fly_privately(person, first));
                        }
                    }
                    Some(Message::Forget(replies)) => {
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
                        // We are stopping: what comes after must not overtake it.
                        break;
                    }
                }
                Some((person, unsent)) = private.next(), if !private.is_empty() => {
                    left.extend(unsent.map(|queued| queued.parcel));
                    if !stopping.is_cancelled()
                        && let Some(next) = self.next_private(&person)
                    {
                        private.push(self.fly_privately(person, next));
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
        while let Some((_, unsent)) = private.next().await {
            left.extend(unsent.map(|queued| queued.parcel));
        }
        left.extend(self.public.drain(..).map(|queued| queued.parcel));
        let waiting = self.private.into_values().flatten();
        left.extend(waiting.map(|queued| queued.parcel));
        while let Ok(message) = messages.try_recv() {
            match message {
                Message::Deliver(parcel, _) => {
                    if let Some(replies) = &parcel.restates {
                        left.retain(|one| !replies.contains(&one.id));
                    }
                    left.push(parcel);
                }
                Message::Forget(replies) => left.retain(|one| !replies.contains(&one.id)),
            }
        }
        left.sort_unstable_by_key(|parcel| parcel.id);
        left
    }

    /// Puts a reply in line; returns it if it is private and its person waits for nothing else.
    fn put(&mut self, queued: Queued) -> Option<(String, Queued)> {
        if let Some(person) = queued.parcel.only_for.clone() {
            return match self.private.get_mut(&person) {
                Some(waiting) => {
                    waiting.push_back(queued);
                    None
                }
                None => {
                    self.private.insert(person.clone(), VecDeque::new());
                    Some((person, queued))
                }
            };
        }
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
            let soon = silence.probed + PROBES_APART.min(self.shared.probes_every);
            silence.next = match queued.parcel.restates {
                Some(_) => Instant::now(),
                None => silence.next.min(soon),
            };
        }
        self.public.push_back(queued);
        None
    }

    fn forget(&mut self, replies: &[i64]) {
        self.public
            .retain(|queued| !replies.contains(&queued.parcel.id));
    }

    /// Whether a reply may be tried now.
    fn is_due(&self, queued: &Queued, now: Instant) -> bool {
        match (&self.silence, queued.parcel.direct) {
            (Some(silence), _) => {
                silence.next <= now && self.public.len() == 1 && queued.parcel.restates.is_some()
            }
            (None, true) => queued.not_before <= now,
            (None, false) => self.not_before <= now,
        }
    }

    /// Takes the public reply that is to be tried next, if there is one.
    fn next(&mut self) -> Option<Queued> {
        let now = Instant::now();
        let due = self
            .public
            .iter()
            .enumerate()
            .filter(|(_, queued)| self.is_due(queued, now));
        // Of the same rank the first goes first.
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

    /// When to look again whether something can be tried.
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

    fn fly(&self, mut queued: Queued) -> PublicFlight {
        let shared = Arc::clone(&self.shared);
        async move {
            let done = queued.attempt(&shared).await;
            (queued, done)
        }
        .boxed()
    }

    /// What follows from an attempt. False if we are stopping and have to leave it at that.
    fn land(&mut self, mut queued: Queued, done: Result<(), Failed>) -> bool {
        let failed = match done {
            Ok(()) => {
                self.waits = Backoff::new();
                if self.silence.take().is_some() {
                    tracing::info!(table = %self.table, "the bot may speak again");
                }
                return true;
            }
            Err(failed) => failed,
        };
        let now = Instant::now();
        match failed {
            Failed::NotYet { after, .. } => {
                // What the platform asks for is enough.
                let wait = if after.is_zero() {
                    self.waits.next()
                } else {
                    after
                };
                let next = now + wait;
                queued.not_before = next;
                if !queued.parcel.direct {
                    self.not_before = next;
                }
                if let Some(silence) = &mut self.silence {
                    silence.next = next;
                }
            }
            Failed::Silenced(reason) => {
                let silence = self.silence.get_or_insert_with(|| {
                    tracing::warn!(
                        table = %self.table, reason,
                        "the bot may not speak; it says how the table stands once it may again"
                    );
                    Silence {
                        since: now,
                        probed: now,
                        next: now,
                    }
                });
                silence.probed = now;
                silence.next = match queued.parcel.restates {
                    // Until somebody says something there is nothing newer to say.
                    Some(_) => now + self.shared.probes_every,
                    None => now,
                };
            }
        }
        self.public.push_front(queued);
        !self.shared.stopping.is_cancelled()
    }

    /// The time has come to see whether the bot may speak again: by one reply that says how the
    /// table stands.
    fn probe(&mut self) {
        let Some(silence) = &mut self.silence else {
            return;
        };
        let now = Instant::now();
        if silence.next > now {
            return;
        }
        let lasted = now - silence.since;
        if lasted <= SILENCED_FOR
            && self.public.len() == 1
            && self
                .public
                .iter()
                .any(|queued| queued.parcel.restates.is_some())
        {
            // It says how the table stands, and is tried next.
            return;
        }
        // Should the table not answer, it is asked again.
        silence.next = now + self.shared.probes_every;
        let replies: Vec<i64> = self.public.iter().map(|queued| queued.parcel.id).collect();
        let Some(first) = self.public.front() else {
            return;
        };
        let job = if lasted > SILENCED_FOR {
            tracing::warn!(table = %self.table, "the bot was silenced for too long: what it had to say is given up");
            Job::GiveUp(replies)
        } else {
            Job::Restate(replies)
        };
        let in_hand = first.in_hand.another();
        self.shared.enqueue(&self.table, job, Some(in_hand));
    }

    fn next_private(&mut self, person: &str) -> Option<Queued> {
        let next = self.private.get_mut(person)?.pop_front();
        if next.is_none() {
            self.private.remove(person);
        }
        next
    }

    /// Delivers a private reply, or gives it up. Returns it if we have to stop before.
    fn fly_privately(&self, person: String, mut queued: Queued) -> PrivateFlight {
        let (shared, halt) = (Arc::clone(&self.shared), self.halt.clone());
        let table = self.table.clone();
        async move {
            let mut waits = Backoff::new();
            loop {
                let Err(failed) = queued.attempt(&shared).await else {
                    return (person, None);
                };
                let (after, silenced) = match &failed {
                    Failed::NotYet { after, .. } => (*after, false),
                    Failed::Silenced(_) => (Duration::ZERO, true),
                };
                if silenced || queued.attempts >= PRIVATE_TRIES || after > PRIVATE_WAIT {
                    tracing::warn!(
                        reply = queued.parcel.id, %table, reason = failed.reason(),
                        "a private reply is given up"
                    );
                    queued.attempt.give_up();
                    // Should that not be written, the next start tries it again.
                    if let Err(failed) = queued.attempt.make(&shared).await {
                        let reason = failed.reason();
                        tracing::warn!(reply = queued.parcel.id, reason, "it stays in the outbox");
                    }
                    return (person, None);
                }
                tokio::select! {
                    () = shared.stopping.cancelled() => return (person, Some(queued)),
                    () = halt.cancelled() => return (person, Some(queued)),
                    () = sleep(waits.next().max(after)) => {}
                }
            }
        }
        .boxed()
    }
}

/// What is known of a reply that was stored before the last start.
pub(super) async fn stored(shared: &Shared, id: i64) -> Parcel {
    match shared.store.outgoing(id).await {
        Ok(Some(outgoing)) => {
            let author = outgoing.author.map(|person| person.id);
            Parcel::new(id, &outgoing.reply).to(author, outgoing.urgent, false)
        }
        // Delivering it tells why it cannot be read.
        Ok(None) | Err(_) => Parcel::new(id, &Reply::default()),
    }
}
