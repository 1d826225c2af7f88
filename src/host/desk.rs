//! The desk of one table: its queue, and the one who works through it.

mod advice;
mod job;
mod moving;
mod review;

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use advice::{Advised, Asked};
use fail::fail_point;
use futures_util::FutureExt;
pub(super) use job::{Job, Thought};
pub(super) use moving::Leaving;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::busy::{Busy, InHand};
use super::outbox::{self, Outbox, Parcel};
use super::pool::Found;
use super::review::NONE;
use super::think::{self, Thoughts};
use super::{
    AttachmentError, ChoicesOf, Disposition, HostError, Incoming, Input, Pick, Served, Shared,
};
use crate::session::{
    Command, Context, EngineTask, Event, Lookup, Outcome, Parsed, Person, Phrase, Refusal, Reply,
    Table, TableKey, Trigger, handle, parse, restated,
};
use crate::store::{Change, Committed, HostEvent, Outgoing, Progress, StoreError, SyncCursor};

/// How often a command is worked out anew because another writer was quicker. Another program at
/// the same database would have to win each time.
const ATTEMPTS: usize = 8;

/// How long a platform may take to tell who is there.
const ASKS_FOR: Duration = Duration::from_secs(10);

/// The front of a desk.
pub(super) struct Desk {
    jobs: mpsc::UnboundedSender<(Job, InHand)>,
    busy: Busy,
}

impl Desk {
    /// A desk for a table, with somebody at it.
    pub(super) fn open(shared: Arc<Shared>, key: TableKey) -> Self {
        let (jobs, queue) = mpsc::unbounded_channel();
        let busy = Busy::new();
        let tasks = shared.tasks.clone();
        let clerk = Clerk {
            shared,
            key,
            busy: busy.clone(),
            table: None,
            version: Arc::default(),
            thoughts: Arc::default(),
            asked: None,
            advised: None,
            reviewing: Arc::new(AtomicU64::new(NONE)),
            reviewed: None,
            language: Language::Unread,
            players: None,
            outbox: None,
        };
        tasks.spawn(clerk.work(queue));
        Self { jobs, busy }
    }

    /// Puts a job at the end of the queue.
    pub(super) fn put(&self, job: Job, in_hand: Option<InHand>) {
        let in_hand = in_hand.unwrap_or_else(|| self.busy.take());
        // The clerk leaves only after the desk was taken out of the map.
        let _ = self.jobs.send((job, in_hand));
    }

    pub(super) fn busy(&self) -> Busy {
        self.busy.clone()
    }
}

/// Who works at a desk.
struct Clerk {
    shared: Arc<Shared>,
    key: TableKey,
    busy: Busy,
    /// The table as it stands; read from the store when it is needed.
    table: Option<Table>,
    /// The table's version, for thoughts of the engine to see that they are out of date.
    version: Arc<AtomicU64>,
    /// The engine's thoughts about the table.
    thoughts: Thoughts,
    /// What the engine was asked last.
    asked: Option<Asked>,
    /// Who waits for a hint.
    advised: Option<Advised>,
    /// Number of the review that is being made.
    reviewing: Arc<AtomicU64>,
    /// Who waits for it.
    reviewed: Option<Advised>,
    /// The language of what is said to everybody at the table: that of whoever began what is
    /// going on there, as far as it is known.
    language: Language,
    /// Who is stored as playing here, as far as it is known.
    players: Option<Vec<String>>,
    /// The way out, once something was to be said.
    outbox: Option<Outbox>,
}

/// The language of a table.
enum Language {
    /// Not looked up yet.
    Unread,
    /// As far as it is known.
    Read(Option<String>),
}

/// Who causes a change.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Author {
    /// A person at the platform.
    Person(Person),
    /// The engine, for the seat that the bot holds.
    Engine,
    /// A timer.
    Clock,
}

/// Who causes a change, and by which event.
struct Cause<'a> {
    author: Author,
    event: String,
    incoming: Option<&'a Incoming>,
    /// The table's version to which the choice belonged that was pressed.
    version: Option<u64>,
    /// Whom it answers, if not the one who brings it.
    to: Option<Advised>,
    /// What the host found out for the command.
    found: Circumstances,
}

/// What a command has to know that neither its table nor its message tells.
#[derive(Default)]
struct Circumstances {
    /// The text of the file that came with it.
    attached: Option<Arc<str>>,
    /// Whether the other player is still there, if that could be found out.
    opponent_present: Option<bool>,
    /// Ids of those who play as many games as they may.
    full: Vec<String>,
}

impl<'a> Cause<'a> {
    /// A person, by what came in.
    fn of(incoming: &'a Incoming, version: Option<u64>) -> Self {
        Self {
            author: Author::Person(incoming.author.clone()),
            event: incoming.event.clone(),
            incoming: Some(incoming),
            version,
            to: None,
            found: Circumstances::default(),
        }
    }
}

/// What became of a command.
enum Handled {
    Done,
    Known,
}

impl From<Handled> for Disposition {
    fn from(handled: Handled) -> Self {
        match handled {
            Handled::Done => Self::Done,
            Handled::Known => Self::Duplicate,
        }
    }
}

impl Clerk {
    async fn work(mut self, mut queue: mpsc::UnboundedReceiver<(Job, InHand)>) {
        loop {
            match timeout(self.shared.idle, queue.recv()).await {
                // In a box of its own, so that a desk that waits for work holds no room for it.
                Ok(Some((job, in_hand))) => Box::pin(self.take(job, &in_hand)).await,
                Ok(None) => return,
                Err(_) => {
                    let mut desks = self.shared.desks();
                    // Jobs are put while the map is locked: what is empty now stays empty.
                    if queue.is_empty() && self.busy.is_quiet() {
                        desks.remove(&self.key);
                        return;
                    }
                }
            }
        }
    }

    /// Does a job. Whatever goes wrong stays at this table.
    async fn take(&mut self, job: Job, in_hand: &InHand) {
        match job {
            Job::Hear(incoming, answer) => {
                let heard = AssertUnwindSafe(self.hear(&incoming, in_hand))
                    .catch_unwind()
                    .await;
                let heard = match heard {
                    Ok(heard) => heard,
                    Err(_) => {
                        let sorry = self.apologise(&incoming, "a panic", "internal-error", in_hand);
                        // What fails again costs the apology.
                        let sorry = AssertUnwindSafe(sorry).catch_unwind().await;
                        sorry.unwrap_or(Ok(Disposition::NotForUs))
                    }
                };
                let heard = match heard {
                    Err(error @ StoreError::Damaged { .. }) => {
                        let reason = error.to_string();
                        self.apologise(&incoming, &reason, "table-damaged", in_hand)
                            .await
                    }
                    Err(error @ StoreError::Unfit(_)) => {
                        let reason = error.to_string();
                        self.apologise(&incoming, &reason, "internal-error", in_hand)
                            .await
                    }
                    heard => heard,
                };
                if let Err(error) = &heard {
                    tracing::error!(table = %self.key, %error, "a command could not be dealt with");
                    self.table = None;
                }
                // The adapter may have gone; what was done is done.
                let _ = answer.send(heard.map_err(HostError::Store));
            }
            Job::Refuse(incoming, refusal, answer) => {
                let cause = Cause::of(&incoming, None);
                let refused = AssertUnwindSafe(self.refuse(refusal, &cause, in_hand))
                    .catch_unwind()
                    .await;
                let _ = answer.send(match refused {
                    Ok(refused) => refused.map(Disposition::from).map_err(HostError::Store),
                    Err(_) => Ok(Disposition::NotForUs),
                });
            }
            Job::Deliver(reply) => {
                let parcel = outbox::stored(&self.shared, reply).await;
                self.say(parcel, in_hand);
            }
            Job::Leave(leaving) => {
                let left = AssertUnwindSafe(self.leave(leaving, in_hand))
                    .catch_unwind()
                    .await;
                if left.is_err() {
                    tracing::error!(table = %self.key, reason = "a panic", "a table did not move");
                    self.table = None;
                }
            }
            job => {
                let apology = job.apology();
                let mut done = self.attempt(job, in_hand).await;
                if let (Err(None), Some(apology)) = (&done, apology) {
                    // To think again would end the same way.
                    tracing::error!(table = %self.key, "an answer of the engine could not be told");
                    self.table = None;
                    done = self.attempt(apology, in_hand).await;
                }
                let Err(error) = done else {
                    return;
                };
                let reason = error.map_or_else(|| "a panic".to_owned(), |error| error.to_string());
                tracing::error!(table = %self.key, reason, "what a table waits for failed");
                self.table = None;
                self.asked = None;
                self.reviewing.store(NONE, Ordering::Relaxed);
                think::look_later(&self.shared, self.key.clone());
            }
        }
    }

    /// Does a job that nobody waits at the door for; no error is a panic.
    async fn attempt(&mut self, job: Job, in_hand: &InHand) -> Result<(), Option<StoreError>> {
        let done = AssertUnwindSafe(self.by_itself(job, in_hand));
        match done.catch_unwind().await {
            Ok(done) => done.map_err(Some),
            Err(_) => Err(None),
        }
    }

    /// The engine's answer, the clock's bell, or a look at what the table waits for.
    async fn by_itself(&mut self, job: Job, in_hand: &InHand) -> Result<(), StoreError> {
        let job = match job {
            Job::Receive(meeting) => return self.receive(meeting, in_hand).await,
            Job::Thought(thought) if !Arc::ptr_eq(&thought.current, &self.version) => {
                return Ok(());
            }
            job => job,
        };
        let next = self.table().await?.next();
        let mut to = None;
        let (author, what, command, version) = match job {
            Job::Thought(thought) => (
                Author::Engine,
                HostEvent::Engine,
                match thought.found {
                    Found::Turn(actions) => Trigger::Turn(actions),
                    Found::Hint(lines) => {
                        to = self.advised.clone();
                        Trigger::Hint(lines)
                    }
                    // That goes to whoever makes the review.
                    Found::Judged(_) => return Ok(()),
                },
                Some(thought.version),
            ),
            Job::Reviewed { number, findings } => {
                to = self.reviewed.clone();
                let command = Trigger::Review { number, findings };
                (Author::Engine, HostEvent::Engine, command, None)
            }
            Job::HalfReviewed(number) => return self.half_reviewed(number, in_hand).await,
            Job::Restate(replies) => return self.restate(replies, in_hand).await,
            Job::GiveUp(replies) => return self.give_up(replies).await,
            Job::Bell => (Author::Clock, HostEvent::Clock, Trigger::Timer, None),
            _ => {
                // Should the engine be thinking still, its second answer will come too late.
                self.asked = None;
                return self.look(in_hand).await;
            }
        };
        let cause = Cause {
            author,
            event: what.id(next),
            incoming: None,
            version,
            to,
            found: Circumstances::default(),
        };
        if let Handled::Known = self.follow(&command, &cause, in_hand).await? {
            // Another program at the same database was quicker: what we know is out of date.
            self.table = None;
        }
        self.look(in_hand).await
    }

    /// Sees to what the table waits for by itself.
    async fn look(&mut self, in_hand: &InHand) -> Result<(), StoreError> {
        let wake_at = self.table().await?.pending().wake_at;
        self.shared.set_alarm(&self.key, wake_at);
        self.ask_engine(in_hand).await
    }

    /// Somebody said or pressed something.
    async fn hear(
        &mut self,
        incoming: &Incoming,
        in_hand: &InHand,
    ) -> Result<Disposition, StoreError> {
        fail_point!("table-command");
        let Some(served) = self.served() else {
            return Ok(Disposition::NotForUs);
        };
        let prefix = &served.prefix;
        let (parsed, version) = match &incoming.input {
            Input::Text { text, addressed } => (parse(text, prefix, *addressed), None),
            Input::Command(text) => (parse(text, prefix, true), None),
            Input::Unreadable => (
                Parsed::Faulty(Phrase::new("unreadable-message").into()),
                None,
            ),
            Input::Choice { of, pick } => {
                let Some(shown) = self.shown(of).await? else {
                    return Ok(Disposition::NotForUs);
                };
                let index = match pick {
                    Pick::Index(index) => *index,
                    Pick::Sign(sign) => {
                        match shown.reply.signs().iter().position(|one| one == sign) {
                            Some(index) => index,
                            None => return Ok(Disposition::NotForUs),
                        }
                    }
                };
                match shown.reply.choices.get(index) {
                    Some(choice) if !choice.is_for(&incoming.author) => {
                        (Parsed::Faulty(Phrase::new("choice-not-yours").into()), None)
                    }
                    Some(choice) => (
                        parse(&choice.command, prefix, true),
                        Some(shown.reply.version),
                    ),
                    None => (Parsed::Faulty(no_such_choice(&shown, index)), None),
                }
            }
        };
        let mut cause = Cause::of(incoming, version);
        if let Parsed::Command(command) = &parsed {
            match self.circumstances(command, incoming).await? {
                Ok(found) => cause.found = found,
                Err(refusal) => return Ok(self.refuse(refusal, &cause, in_hand).await?.into()),
            }
        }
        match parsed {
            Parsed::NotForUs => Ok(Disposition::NotForUs),
            Parsed::Faulty(refusal) => Ok(self.refuse(refusal, &cause, in_hand).await?.into()),
            Parsed::Command(command) => {
                let asks = command.spec.asks;
                let by = incoming.author.clone();
                let trigger = Trigger::Command { by, command };
                let handled = match asks {
                    Some(EngineTask::Hint) => {
                        self.wish_for_hint(&trigger, incoming, &cause, in_hand)
                            .await?
                    }
                    Some(EngineTask::Review) => {
                        self.wish_for_review(&trigger, incoming, &cause, in_hand)
                            .await?
                    }
                    None => self.follow(&trigger, &cause, in_hand).await?,
                };
                Ok(handled.into())
            }
        }
    }

    /// Finds out what a command has to know.
    async fn circumstances(
        &mut self,
        command: &Command,
        incoming: &Incoming,
    ) -> Result<Result<Circumstances, Refusal>, StoreError> {
        let mut found = Circumstances::default();
        if command.spec.takes_file()
            && let Some(file) = &incoming.attachment
        {
            match file.content().await {
                Ok(text) => found.attached = Some(text),
                Err(error) => {
                    tracing::info!(table = %self.key, event = incoming.event, %error, "no file");
                    return Ok(Err(no_file(&error)));
                }
            }
        }
        if command.spec.lookups.contains(&Lookup::RunningGames) {
            found.full = self.full(&incoming.author).await?;
        }
        if command.spec.lookups.contains(&Lookup::OpponentPresence) {
            found.opponent_present = self.opponent_present(&incoming.author).await?;
        }
        Ok(Ok(found))
    }

    /// Ids of the author and challengers here who have reached their limit of running games.
    async fn full(&mut self, author: &Person) -> Result<Vec<String>, StoreError> {
        let most = self.shared.house.most_games;
        let table = self.table().await?;
        let mut people: Vec<String> = vec![author.id.clone()];
        people.extend(table.challenges().iter().map(|one| one.by.id.clone()));
        let mut full = Vec::new();
        for person in people {
            let games = self
                .shared
                .store
                .games_of(&self.key.platform, &person)
                .await?;
            if games >= u64::from(most) {
                full.push(person);
            }
        }
        Ok(full)
    }

    /// Whether the person against whom somebody plays is still there. `None` if they play against
    /// no person, or if it cannot be found out.
    async fn opponent_present(&mut self, author: &Person) -> Result<Option<bool>, StoreError> {
        let game = self.table().await?.running();
        let Some(other) = game.and_then(|game| {
            let color = game.color_of(author)?;
            game.seat(!color).person().cloned()
        }) else {
            return Ok(None);
        };
        let Some(served) = self.served() else {
            return Ok(None);
        };
        let asked = AssertUnwindSafe(served.transport.is_present(&self.key, &other)).catch_unwind();
        let reason = match timeout(ASKS_FOR, asked).await {
            Ok(Ok(Ok(present))) => return Ok(Some(present)),
            Ok(Ok(Err(reason))) => reason,
            Ok(Err(_)) => "the adapter panicked".to_owned(),
            Err(_) => "the platform does not answer".to_owned(),
        };
        tracing::warn!(table = %self.key, reason, "it cannot be found out who is there");
        Ok(None)
    }

    /// The reply whose choices are meant, if it was said at this table.
    async fn shown(&self, of: &ChoicesOf) -> Result<Option<Outgoing>, StoreError> {
        let store = &self.shared.store;
        let shown = match of {
            ChoicesOf::Latest => store.latest_choices(&self.key).await?,
            ChoicesOf::Reply(id) => store.outgoing(*id).await?,
            ChoicesOf::Message(message) => store.choices_of_message(&self.key, message).await?,
        };
        Ok(shown.filter(|shown| shown.table == self.key))
    }

    /// Works a command out, writes down what follows from it, and sees to it that it is said.
    async fn follow(
        &mut self,
        trigger: &Trigger,
        cause: &Cause<'_>,
        in_hand: &InHand,
    ) -> Result<Handled, StoreError> {
        let mut full = cause.found.full.clone();
        for _ in 0..ATTEMPTS {
            let Some(served) = self.served() else {
                return Ok(Handled::Known);
            };
            let bot = served.bot.clone();
            let shared = Arc::clone(&self.shared);
            let now = (shared.sources.now)();
            let table = self.table().await?;
            let context = Context {
                now,
                random: (shared.sources.random)(),
                people: cause.incoming.map_or(&[], |incoming| &incoming.people),
                bot: &bot,
                attachment: cause.found.attached.as_deref(),
                opponent_present: cause.found.opponent_present,
                full: &full,
                version: cause.version,
                house: &shared.house,
            };
            let outcome = match trigger {
                Trigger::Command { command, .. } if command.spec.takes_file() => {
                    handle_in_background(table, trigger, &context).await
                }
                _ => handle(table, trigger, &context),
            };
            let Outcome {
                entries,
                replies,
                table: after,
            } = match outcome {
                Ok(outcome) => outcome,
                Err(refusal) => {
                    if cause.incoming.is_none() {
                        tracing::error!(table = %self.key, ?trigger, ?refusal, "we refused ourselves");
                        return Ok(Handled::Done);
                    }
                    return self.refuse(refusal, cause, in_hand).await;
                }
            };
            if entries.is_empty() && replies.is_empty() {
                return Ok(Handled::Done);
            }
            let before = (table.next(), table.pending().wake_at);
            let players = after.players();
            // Without entries nothing but what is said is written.
            let changed = !entries.is_empty();
            let progress = Progress {
                after: before.0,
                entries,
                waiting: after.pending().waiting(),
                players: (self.players.as_ref() != Some(&players)).then(|| players.clone()),
                most_games: trigger
                    .needs(Lookup::RunningGames)
                    .then_some(self.shared.house.most_games),
            };
            match self.commit(Some(progress), replies, cause, in_hand).await? {
                Committed::Done(_) => {
                    let wake_at = after.pending().wake_at;
                    if wake_at != before.1 {
                        self.shared.set_alarm(&self.key, wake_at);
                    }
                    self.version.store(after.version(), Ordering::Relaxed);
                    self.table = Some(after);
                    if changed {
                        self.players = Some(players);
                    }
                    // The change is made: what fails from here on is tried again by itself.
                    let told = self.look_after_hint(cause, in_hand).await;
                    let asked = self.ask_engine(in_hand).await;
                    if let Err(error) = told.and(asked) {
                        tracing::error!(table = %self.key, %error, "what follows a change failed");
                        self.asked = None;
                        think::look_later(&self.shared, self.key.clone());
                    }
                    return Ok(Handled::Done);
                }
                Committed::Duplicate => {
                    self.table = None;
                    return Ok(Handled::Known);
                }
                Committed::Conflict => self.table = None,
                // They began a game elsewhere meanwhile.
                Committed::TooManyGames(people) => full = people,
            }
        }
        Err(StoreError::Busy(self.key.clone()))
    }

    /// Says why nothing is done.
    async fn refuse(
        &mut self,
        refusal: Refusal,
        cause: &Cause<'_>,
        in_hand: &InHand,
    ) -> Result<Handled, StoreError> {
        let mut reply = Reply::from(refusal);
        // Whoever presses a button in vain, or says what nobody else heard, need not tell the
        // whole room.
        reply.only_for = cause
            .incoming
            .filter(|incoming| matches!(incoming.input, Input::Choice { .. } | Input::Command(_)))
            .map(|incoming| incoming.author.clone());
        let replies = vec![reply];
        Ok(match self.commit(None, replies, cause, in_hand).await? {
            Committed::Done(_) => Handled::Done,
            _ => Handled::Known,
        })
    }

    /// Tells a person that something went wrong that is not theirs, and the operator what.
    async fn apologise(
        &mut self,
        incoming: &Incoming,
        reason: &str,
        phrase: &str,
        in_hand: &InHand,
    ) -> Result<Disposition, StoreError> {
        tracing::error!(table = %self.key, event = incoming.event, reason, "a command failed");
        self.table = None;
        let cause = Cause::of(incoming, None);
        let sorry = Refusal::new(Phrase::new(phrase));
        Ok(self.refuse(sorry, &cause, in_hand).await?.into())
    }

    /// Writes down what follows from an event, and hands the replies to the transport.
    async fn commit(
        &mut self,
        progress: Option<Progress>,
        replies: Vec<Reply>,
        cause: &Cause<'_>,
        in_hand: &InHand,
    ) -> Result<Committed, StoreError> {
        let author: Option<Person> = match (&cause.author, &cause.to) {
            (Author::Person(person), _) => Some(person.clone()),
            (_, Some(advised)) => Some(advised.person.clone()),
            (Author::Engine | Author::Clock, None) => None,
        };
        let reply_target = match &cause.to {
            Some(advised) => Some(advised.reply_target.clone()),
            None => cause
                .incoming
                .and_then(|incoming| incoming.reply_target.clone()),
        };
        let cursor: Option<SyncCursor> =
            cause.incoming.and_then(|incoming| incoming.cursor.clone());
        let urgent = cause.incoming.is_none()
            || progress.as_ref().is_some_and(|one| !one.entries.is_empty());
        let direct = cause
            .incoming
            .is_some_and(|one| matches!(one.input, Input::Choice { .. } | Input::Command(_)));
        let parcels: Vec<Parcel> = replies
            .iter()
            .map(|reply| {
                let author = author.as_ref().map(|person| person.id.clone());
                Parcel::new(0, reply).to(author, urgent, direct)
            })
            .collect();
        if progress.as_ref().is_some_and(begins_something)
            && let Some(language) = cause.incoming.and_then(|one| one.language.clone())
        {
            self.language = Language::Read(Some(language));
        }
        let language = self.language_of(cause, &replies).await?;
        let change = Change {
            table: self.key.clone(),
            event: cause.event.clone(),
            at: (self.shared.sources.now)(),
            progress,
            replies,
            urgent: urgent || direct,
            author,
            reply_target,
            language,
            cursor,
            supersedes: Vec::new(),
        };
        let committed = self.shared.store.commit(change).await?;
        match &committed {
            Committed::Done(ids) => {
                for (&id, parcel) in ids.iter().zip(parcels) {
                    self.say(parcel.numbered(id), in_hand);
                }
            }
            // What was to begin has not.
            Committed::Duplicate | Committed::Conflict | Committed::TooManyGames(_) => {
                self.language = Language::Unread;
            }
        }
        Ok(committed)
    }

    /// The language of an answer: a person's own, if it is for them alone; else the table's.
    async fn language_of(
        &mut self,
        cause: &Cause<'_>,
        replies: &[Reply],
    ) -> Result<Option<String>, StoreError> {
        let own = match &cause.to {
            Some(advised) => advised.language.clone(),
            None => cause
                .incoming
                .and_then(|incoming| incoming.language.clone()),
        };
        if let Language::Unread = self.language {
            self.language = Language::Read(self.shared.store.language(&self.key).await?);
        }
        let Language::Read(table) = &mut self.language else {
            return Ok(own);
        };
        if replies.iter().all(|reply| reply.only_for.is_some()) {
            return Ok(own.or_else(|| table.clone()));
        }
        if table.is_none() {
            *table = own;
        }
        Ok(table.clone())
    }

    /// The bot may not speak here: in place of these replies it will say how the table stands. If
    /// nothing is going on, they are given up.
    async fn restate(&mut self, replies: Vec<i64>, in_hand: &InHand) -> Result<(), StoreError> {
        let mut unsaid = Vec::new();
        let mut here = Vec::new();
        for reply in replies {
            match self.shared.store.outgoing(reply).await {
                // The table has moved to another key, and its replies with it.
                Ok(Some(outgoing)) if outgoing.table != self.key => continue,
                Ok(outgoing) => unsaid.extend(outgoing),
                Err(StoreError::DamagedReply(..)) => {}
                Err(error) => return Err(error),
            }
            here.push(reply);
        }
        let replies = here;
        let ended = unsaid.iter().any(|unsaid| unsaid.reply.tells_the_end());
        let (Some(reply), Some(last)) = (restated(self.table().await?, ended), replies.last())
        else {
            return self.give_up(replies).await;
        };
        // An earlier restatement answers only until there is something newer.
        unsaid.retain(|one| one.author.is_some());
        unsaid.sort_by_key(|one| (!one.event.starts_with(HostEvent::Restate.prefix()), one.id));
        let answered = unsaid.pop();
        let parcel = Parcel::new(0, &reply);
        let change = Change {
            table: self.key.clone(),
            event: HostEvent::Restate.id(last),
            at: (self.shared.sources.now)(),
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
        };
        match self.shared.store.commit(change).await? {
            Committed::Done(ids) => {
                for id in ids {
                    let mut parcel = parcel.numbered(id);
                    parcel.restates = Some(replies.clone());
                    self.say(parcel, in_hand);
                }
                Ok(())
            }
            _ => self.give_up(replies).await,
        }
    }

    /// Notes that these replies will never be delivered.
    async fn give_up(&mut self, replies: Vec<i64>) -> Result<(), StoreError> {
        let now = (self.shared.sources.now)();
        for &reply in &replies {
            self.shared.store.delivered(reply, None, now).await?;
        }
        if let Some(outbox) = &self.outbox {
            outbox.forget(replies);
        }
        Ok(())
    }

    /// Puts a reply into the outbox.
    fn say(&mut self, parcel: Parcel, in_hand: &InHand) {
        let (shared, key) = (&self.shared, &self.key);
        let outbox = self.outbox.get_or_insert_with(|| Outbox::open(shared, key));
        outbox.put(parcel, in_hand.another());
    }

    fn served(&self) -> Option<&Served> {
        self.shared.platforms.get(&self.key.platform)
    }

    /// The table as it stands.
    async fn table(&mut self) -> Result<&Table, StoreError> {
        let table = match self.table.take() {
            Some(table) => table,
            None => {
                let log = self.shared.store.load(&self.key).await?;
                log.fold(self.key.clone())?
            }
        };
        self.version.store(table.version(), Ordering::Relaxed);
        Ok(self.table.insert(table))
    }
}

/// Works out a command that reads a record, away from the threads that others wait for.
async fn handle_in_background(
    table: &Table,
    trigger: &Trigger,
    context: &Context<'_>,
) -> Result<Outcome, Refusal> {
    let (table, trigger) = (table.clone(), trigger.clone());
    let people = context.people.to_vec();
    let (bot, house) = (context.bot.clone(), context.house.clone());
    let attachment = context.attachment.map(str::to_owned);
    let (now, random, version) = (context.now, context.random, context.version);
    let (opponent_present, full) = (context.opponent_present, context.full.to_vec());
    let handled = spawn_blocking(move || {
        let context = Context {
            now,
            random,
            people: &people,
            bot: &bot,
            attachment: attachment.as_deref(),
            opponent_present,
            full: &full,
            version,
            house: &house,
        };
        handle(&table, &trigger, &context)
    });
    // A panic is dealt with by whoever took the job; nothing aborts the task.
    handled
        .await
        .unwrap_or_else(|error| resume_unwind(error.into_panic()))
}

/// Whether somebody begins something new by it: a challenge, or a game that nobody had to accept.
fn begins_something(progress: &Progress) -> bool {
    let is = |test: fn(&Event) -> bool| progress.entries.iter().any(|entry| test(&entry.event));
    is(|event| matches!(event, Event::Challenged(_)))
        || is(|event| matches!(event, Event::Started { .. }))
            && !is(|event| matches!(event, Event::Accepted { .. }))
}

/// A file came along that is not to be had.
fn no_file(error: &AttachmentError) -> Refusal {
    Refusal::new(Phrase::new(match error {
        AttachmentError::TooLarge => "file-too-large",
        AttachmentError::NotText => "file-not-text",
        AttachmentError::Unavailable(_) => "file-unavailable",
    }))
}

/// A number was said that no choice has.
fn no_such_choice(shown: &Outgoing, index: usize) -> Refusal {
    Refusal::new(
        Phrase::new("no-such-choice")
            .with("number", index.saturating_add(1))
            .with("last", shown.reply.choices.len()),
    )
}
