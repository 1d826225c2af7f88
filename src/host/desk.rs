//! The desk of one table: its queue, and the one who works through it.

mod advice;
mod job;
mod moving;
mod review;

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use advice::{Advised, Asked};
use futures_util::FutureExt;
pub(super) use job::{Job, Thought};
pub(super) use moving::Leaving;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::busy::{Busy, InHand};
use super::pool::Found;
use super::review::NONE;
use super::think::{self, Thoughts};
use super::{
    AttachmentError, Heard, HostError, Incoming, Input, Pick, Served, Shared, Shown, delivery,
};
use crate::session::{
    Author, Command, Context, Entry, Outcome, Parsed, Person, Phrase, Refusal, Reply, Table,
    TableKey, engine_command, handle, parse,
};
use crate::store::{Change, Committed, Mark, Outgoing, Progress, StoreError};

/// How often a command is worked out anew because another writer was quicker. Another program at
/// the same database would have to win each time.
const ATTEMPTS: usize = 8;

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
            language: None,
            courier: None,
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
    /// The language that was heard last, for what the engine and the clock bring about.
    language: Option<String>,
    /// The way out, once something was to be said.
    courier: Option<Carrier>,
}

/// Who carries a table's replies out.
struct Carrier {
    replies: mpsc::UnboundedSender<(i64, InHand)>,
    halt: CancellationToken,
    /// Ends with the replies that are left.
    task: JoinHandle<Vec<i64>>,
}

impl Carrier {
    /// Lets an attempt that is under way come to its end, and takes back what is left.
    async fn stop(self) -> Vec<i64> {
        self.halt.cancel();
        // Should it have panicked, its replies stand in the outbox for the next start.
        self.task.await.unwrap_or_default()
    }
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
    /// The text of the file that came with it.
    attached: Option<Arc<str>>,
}

/// What became of a command.
enum Handled {
    Done,
    Known,
}

impl From<Handled> for Heard {
    fn from(handled: Handled) -> Self {
        match handled {
            Handled::Done => Self::Done,
            Handled::Known => Self::Known,
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
                self.language.clone_from(&incoming.language);
                let heard = AssertUnwindSafe(self.hear(&incoming, in_hand))
                    .catch_unwind()
                    .await;
                let heard = match heard {
                    Ok(heard) => heard,
                    Err(_) => {
                        self.apologise(&incoming, "a panic", "internal-error", in_hand)
                            .await
                    }
                };
                let heard = match heard {
                    Err(error @ StoreError::Damaged { .. }) => {
                        let reason = error.to_string();
                        self.apologise(&incoming, &reason, "table-damaged", in_hand)
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
            Job::Deliver(reply) => self.say(reply, in_hand),
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
        let (author, name, command, version) = match job {
            Job::Thought(thought) => (
                Author::Engine,
                "engine",
                match thought.found {
                    Found::Turn(actions) => engine_command(actions),
                    Found::Hint(lines) => {
                        to = self.advised.clone();
                        Command::Advise(lines)
                    }
                    // That goes to whoever makes the review.
                    Found::Judged(_) => return Ok(()),
                },
                Some(thought.version),
            ),
            Job::Reviewed { number, findings } => {
                to = self.reviewed.clone();
                let command = Command::Reviewed { number, findings };
                (Author::Engine, "engine", command, None)
            }
            Job::HalfReviewed(number) => return self.half_reviewed(number, in_hand).await,
            Job::Bell => (Author::Clock, "clock", Command::Bell, None),
            _ => {
                // Should the engine be thinking still, its second answer will come too late.
                self.asked = None;
                return self.look(in_hand).await;
            }
        };
        let cause = Cause {
            author,
            event: format!("{name}:{next}"),
            incoming: None,
            version,
            to,
            attached: None,
        };
        if let Handled::Known = self.follow(&command, &cause, in_hand).await? {
            // Another program at the same database was quicker: what we know is out of date.
            self.table = None;
        }
        self.look(in_hand).await
    }

    /// Sees to what the table waits for by itself.
    async fn look(&mut self, in_hand: &InHand) -> Result<(), StoreError> {
        let wake_at = self.table().await?.waiting().wake_at;
        self.shared.set_alarm(&self.key, wake_at);
        self.ask_engine(in_hand).await
    }

    /// Somebody said or pressed something.
    async fn hear(&mut self, incoming: &Incoming, in_hand: &InHand) -> Result<Heard, StoreError> {
        let Some(served) = self.served() else {
            return Ok(Heard::NotForUs);
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
                    return Ok(Heard::NotForUs);
                };
                let index = match pick {
                    Pick::Index(index) => *index,
                    Pick::Sign(sign) => {
                        match shown.reply.signs().iter().position(|one| one == sign) {
                            Some(index) => index,
                            None => return Ok(Heard::NotForUs),
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
        let cause = Cause {
            author: Author::Person(incoming.author.clone()),
            event: incoming.event.clone(),
            incoming: Some(incoming),
            version,
            to: None,
            attached: None,
        };
        let cause = match (&parsed, &incoming.attachment) {
            (Parsed::Command(command), Some(file)) if command.takes_file() => {
                match file.content().await {
                    Ok(text) => Cause {
                        attached: Some(text),
                        ..cause
                    },
                    Err(error) => {
                        tracing::info!(table = %self.key, event = incoming.event, %error, "no file");
                        let refusal = no_file(&error);
                        return Ok(self.refuse(refusal, &cause, in_hand).await?.into());
                    }
                }
            }
            _ => cause,
        };
        match parsed {
            Parsed::NotForUs => Ok(Heard::NotForUs),
            Parsed::Faulty(refusal) => Ok(self.refuse(refusal, &cause, in_hand).await?.into()),
            Parsed::Command(command @ Command::Hint(_)) => Ok(self
                .wish_for_hint(&command, incoming, &cause, in_hand)
                .await?
                .into()),
            Parsed::Command(command @ Command::Analyze(_)) => Ok(self
                .wish_for_review(&command, incoming, &cause, in_hand)
                .await?
                .into()),
            Parsed::Command(command) => Ok(self.follow(&command, &cause, in_hand).await?.into()),
        }
    }

    /// The reply whose choices are meant, if it was said at this table.
    async fn shown(&self, of: &Shown) -> Result<Option<Outgoing>, StoreError> {
        let store = &self.shared.store;
        let shown = match of {
            Shown::Latest => store.latest_choices(&self.key).await?,
            Shown::Reply(id) => store.outgoing(*id).await?,
            Shown::Message(message) => store.choices_of_message(&self.key, message).await?,
        };
        Ok(shown.filter(|shown| shown.table == self.key))
    }

    /// Works a command out, writes down what follows from it, and sees to it that it is said.
    async fn follow(
        &mut self,
        command: &Command,
        cause: &Cause<'_>,
        in_hand: &InHand,
    ) -> Result<Handled, StoreError> {
        for _ in 0..ATTEMPTS {
            let Some(served) = self.served() else {
                return Ok(Handled::Known);
            };
            let bot = served.bot.clone();
            let shared = Arc::clone(&self.shared);
            let now = (shared.sources.now)();
            let table = self.table().await?;
            let context = Context {
                author: &cause.author,
                now,
                random: (shared.sources.random)(),
                people: cause.incoming.map_or(&[], |incoming| &incoming.people),
                bot: &bot,
                attachment: cause.attached.as_deref(),
                version: cause.version,
                house: &shared.house,
            };
            let outcome = if command.takes_file() {
                handle_in_background(table, command, &context).await
            } else {
                handle(table, command, &context)
            };
            let Outcome { events, replies } = match outcome {
                Ok(outcome) => outcome,
                Err(refusal) => {
                    if cause.incoming.is_none() {
                        tracing::error!(table = %self.key, ?command, ?refusal, "we refused ourselves");
                        return Ok(Handled::Done);
                    }
                    return self.refuse(refusal, cause, in_hand).await;
                }
            };
            if events.is_empty() && replies.is_empty() {
                return Ok(Handled::Done);
            }
            let entries: Vec<Entry> = events
                .into_iter()
                .map(|event| Entry { at: now, event })
                .collect();
            let mut after = table.clone();
            for entry in &entries {
                after.apply(entry).map_err(|error| StoreError::Damaged {
                    table: table.key().clone(),
                    reason: error.to_string(),
                })?;
            }
            let before = (table.next(), table.waiting().wake_at);
            let progress = Progress {
                after: before.0,
                entries,
                waiting: after.waiting(),
            };
            match self.commit(Some(progress), replies, cause, in_hand).await? {
                Committed::Done(_) => {
                    let wake_at = after.waiting().wake_at;
                    if wake_at != before.1 {
                        self.shared.set_alarm(&self.key, wake_at);
                    }
                    self.version.store(after.version(), Ordering::Relaxed);
                    self.table = Some(after);
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
                Committed::Known => {
                    self.table = None;
                    return Ok(Handled::Known);
                }
                Committed::Overtaken => self.table = None,
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
            Committed::Known | Committed::Overtaken => Handled::Known,
        })
    }

    /// Tells a person that something went wrong that is not theirs, and the operator what.
    async fn apologise(
        &mut self,
        incoming: &Incoming,
        reason: &str,
        phrase: &str,
        in_hand: &InHand,
    ) -> Result<Heard, StoreError> {
        tracing::error!(table = %self.key, event = incoming.event, reason, "a command failed");
        self.table = None;
        let cause = Cause {
            author: Author::Person(incoming.author.clone()),
            event: incoming.event.clone(),
            incoming: Some(incoming),
            version: None,
            to: None,
            attached: None,
        };
        let sorry = Refusal::new(Phrase::new(phrase));
        Ok(self.refuse(sorry, &cause, in_hand).await?.into())
    }

    /// Writes down what follows from an event, and hands the replies to the courier.
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
        let answers = match &cause.to {
            Some(advised) => Some(advised.answers.clone()),
            None => cause.incoming.and_then(|incoming| incoming.answers.clone()),
        };
        let mark: Option<Mark> = cause.incoming.and_then(|incoming| incoming.mark.clone());
        let change = Change {
            table: self.key.clone(),
            event: cause.event.clone(),
            at: (self.shared.sources.now)(),
            progress,
            replies,
            author,
            answers,
            language: match &cause.to {
                Some(advised) => advised.language.clone(),
                None => self.language.clone(),
            },
            mark,
        };
        let committed = self.shared.store.commit(change).await?;
        if let Committed::Done(ids) = &committed {
            for id in ids {
                self.say(*id, in_hand);
            }
        }
        Ok(committed)
    }

    /// Hands a reply to the courier.
    fn say(&mut self, reply: i64, in_hand: &InHand) {
        let courier = self.courier.get_or_insert_with(|| {
            let (replies, queue) = mpsc::unbounded_channel();
            let halt = CancellationToken::new();
            let shared = Arc::clone(&self.shared);
            let tasks = shared.tasks.clone();
            let carry = delivery::carry(shared, self.key.clone(), queue, halt.clone());
            Carrier {
                replies,
                halt,
                task: tasks.spawn(carry),
            }
        });
        // The courier leaves before us only when we are stopping; the reply stays in the outbox.
        let _ = courier.replies.send((reply, in_hand.another()));
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
                log.fold(self.key.clone())
                    .map_err(|error| StoreError::Damaged {
                        table: self.key.clone(),
                        reason: error.to_string(),
                    })?
            }
        };
        self.version.store(table.version(), Ordering::Relaxed);
        Ok(self.table.insert(table))
    }
}

/// Works out a command that reads a record, away from the threads that others wait for.
async fn handle_in_background(
    table: &Table,
    command: &Command,
    context: &Context<'_>,
) -> Result<Outcome, Refusal> {
    let (table, command) = (table.clone(), command.clone());
    let (author, people) = (context.author.clone(), context.people.to_vec());
    let (bot, house) = (context.bot.clone(), context.house.clone());
    let attachment = context.attachment.map(str::to_owned);
    let (now, random, version) = (context.now, context.random, context.version);
    let handled = spawn_blocking(move || {
        let context = Context {
            author: &author,
            now,
            random,
            people: &people,
            bot: &bot,
            attachment: attachment.as_deref(),
            version,
            house: &house,
        };
        handle(&table, &command, &context)
    });
    // A panic is dealt with by whoever took the job; nothing aborts the task.
    handled
        .await
        .unwrap_or_else(|error| resume_unwind(error.into_panic()))
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
