//! Delivers replies: renders each once, hands it to its transport, and stores that it arrived.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::current_outages::CurrentOutages;
use super::options::Sources;
use super::platform::{PlatformEntry, Platforms};
use super::renderer::Renderer;
use super::tournaments::{self, BeginError, JobSender};
use super::transport::{DeliveryError, RenderedReply};
use crate::session::{Entry, Event, Table, TableKey};
use crate::store::{HostEvent, Outage, Outgoing, Reminder, Store, StoreError};

/// How long a platform may take to tell whether somebody is there.
const PRESENCE_TIMEOUT: Duration = Duration::from_secs(10);

/// What deliveries of all tables share.
pub(super) struct DeliveryService {
    pub(super) store: Arc<dyn Store>,
    pub(super) platforms: Arc<Platforms>,
    pub(super) renderer: Renderer,
    pub(super) sources: Sources,
    pub(super) outages: Arc<CurrentOutages>,
    /// Interval between attempts to speak where the bot may not.
    pub(super) probes_every: Duration,
    /// Whether private replies and public ones go in one line, in the order of their numbers.
    pub(super) in_order: bool,
    /// For jobs at other tables.
    pub(super) jobs: JobSender,
    pub(super) stopping: CancellationToken,
}

impl DeliveryService {
    /// A reply with the deadline as it is now; nothing if it is a reminder, and too late for it, or
    /// tells whoever watches of a turn after which there was another, or how a vote stood before it
    /// went on, or announces a tournament game whose result is known.
    async fn current(&self, mut outgoing: Outgoing) -> Result<Option<Outgoing>, StoreError> {
        let reply = &mut outgoing.reply;
        if reply.watched {
            let table = self.table_now(&outgoing.table).await?;
            let is_current = table.is_none_or(|table| reply.shows_newest_turn(&table));
            return Ok(is_current.then_some(outgoing));
        }
        if let Some(tally) = reply.tally {
            let table = self.table_now(&outgoing.table).await?;
            let is_current = table.is_none_or(|table| table.is_newest_tally(tally));
            return Ok(is_current.then_some(outgoing));
        }
        if let Some(begins) = &reply.begins {
            let table = self.table_now(&outgoing.table).await?;
            let is_awaited = table.is_none_or(|table| table.awaits_game(&begins.game));
            return Ok(is_awaited.then_some(outgoing));
        }
        if !reply.tells_a_deadline() {
            return Ok(Some(outgoing));
        }
        let Some(table) = self.table_now(&outgoing.table).await? else {
            // Nobody plays at a table that cannot be read.
            return Ok(reply.reminder.is_none().then_some(outgoing));
        };
        if reply.reminder.is_none() {
            table.retime(reply);
            return Ok(Some(outgoing));
        }
        let reminder = table.reminder_now(reply, self.sources.now());
        Ok(reminder.map(|reply| Outgoing { reply, ..outgoing }))
    }

    /// A table as it is once it is told of all outages, which move its deadline; nothing if it cannot
    /// be read.
    async fn table_now(&self, key: &TableKey) -> Result<Option<Table>, StoreError> {
        let mut untold = Vec::new();
        for &Outage { id, from, to } in self.outages.of(&key.platform).iter() {
            let event = HostEvent::Outage.id(id);
            if !self.store.is_handled(key, &event).await? {
                let event = Event::Outage { from, to };
                untold.push(Entry { at: to, event });
            }
        }
        let Ok(mut table) = self.store.load(key).await?.fold(key.clone()) else {
            return Ok(None);
        };
        let told = untold.iter().try_for_each(|entry| table.apply(entry));
        Ok(told.is_ok().then_some(table))
    }

    /// Removes the messages of reminders that are out of date now that a reply is delivered, as far
    /// as the platform can. What stays is removed after the table's next reply.
    async fn remove_reminders(&self, delivered: &DeliveredReply) -> Result<(), StoreError> {
        let DeliveredReply { id, table, .. } = delivered;
        let Some(platform) = self.platforms.get(&table.platform) else {
            return Ok(());
        };
        let mut outdated = self.store.outdated_reminders(*id).await?;
        if delivered.reminds
            && let Some(outgoing) = self.store.outgoing(*id).await?
            && let Some(message) = outgoing.message.clone()
            && self.current(outgoing).await?.is_none()
        {
            // The turn passed while its reminder was on its way.
            outdated.push(Reminder {
                reply: *id,
                message,
            });
        }
        for Reminder { reply, message } in outdated {
            let removed = AssertUnwindSafe(platform.transport.remove(table, &message))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err("the adapter panicked".to_owned()));
            match removed {
                Ok(()) => self.store.reminder_removed(reply).await?,
                Err(reason) => tracing::debug!(%table, reason, "a reminder stays for now"),
            }
        }
        Ok(())
    }
}

/// Why an attempt failed that is worth another.
#[derive(Debug)]
pub(super) enum AttemptError {
    /// Not now.
    NotYet {
        /// Least delay before the next attempt.
        after: Duration,
        reason: String,
    },
    /// The bot may not speak there at present.
    Silenced(String),
    /// The person takes no private messages. The next attempt tells it at the table.
    NotInPrivate(String),
    /// There is nothing to answer there. The reply is parked in the store.
    Parked(String),
}

impl AttemptError {
    pub(super) fn reason(&self) -> &str {
        match self {
            Self::NotYet { reason, .. }
            | Self::Silenced(reason)
            | Self::NotInPrivate(reason)
            | Self::Parked(reason) => reason,
        }
    }
}

impl From<StoreError> for AttemptError {
    fn from(error: StoreError) -> Self {
        Self::NotYet {
            after: Duration::ZERO,
            reason: error.to_string(),
        }
    }
}

/// A reply between two attempts.
enum DeliveryState {
    Stored,
    Rendered {
        reply: Box<RenderedReply>,
        /// Whether it tells a deadline, which outages move.
        timed: bool,
    },
    /// It was delivered, and the game that it announces has yet to begin.
    Begins(DeliveredReply, Box<RenderedReply>),
    /// Its end is known, but not stored yet.
    Ended(DeliveryEnd),
}

enum DeliveryEnd {
    Arrived(DeliveredReply),
    GivenUp,
}

/// A reply that was delivered.
#[derive(Clone)]
struct DeliveredReply {
    id: i64,
    table: TableKey,
    /// The message that it became.
    message: Option<String>,
    /// Whether it is a reminder.
    reminds: bool,
}

/// The delivery of one reply, in one or more attempts.
pub(super) struct Delivery {
    id: i64,
    board_replaced: Arc<AtomicBool>,
    state: DeliveryState,
    /// Number of the last outage when it was stored, or rendered last; `None` if it was stored before
    /// the start.
    outage: Option<i64>,
    /// Whether it is told at the table, as its person takes no private messages.
    at_table: bool,
    /// How many persons had had their data deleted when it was rendered last.
    seen: u64,
    /// Whether it tells somebody of a game that they watch, and cannot reach them.
    unreached: bool,
}

impl Delivery {
    pub(super) const fn new(id: i64, board_replaced: Arc<AtomicBool>, outage: Option<i64>) -> Self {
        Self {
            id,
            board_replaced,
            outage,
            state: DeliveryState::Stored,
            at_table: false,
            seen: 0,
            unreached: false,
        }
    }

    /// From now on attempts only store that the reply is given up.
    pub(super) fn give_up(&mut self) {
        self.state = DeliveryState::Ended(DeliveryEnd::GivenUp);
    }

    /// Whether it tells somebody of a game that they watch, and cannot reach them.
    pub(super) const fn is_unreached(&self) -> bool {
        self.unreached
    }

    /// Tries once. Returns whether the reply has arrived; if not, it is given up for good.
    pub(super) async fn attempt(
        &mut self,
        service: &DeliveryService,
    ) -> Result<bool, AttemptError> {
        let outage = Some(service.outages.last());
        let is_late = self.outage != outage;
        if let DeliveryState::Rendered { timed: true, .. } = self.state
            && is_late
        {
            self.state = DeliveryState::Stored;
        }
        let seen = service.store.forgotten();
        if let DeliveryState::Rendered { .. } = self.state
            && self.seen != seen
        {
            // It may name somebody who has had their data deleted since.
            self.state = DeliveryState::Stored;
        }
        if let DeliveryState::Stored = self.state {
            self.seen = seen;
            match self.render(service, is_late).await? {
                Some(state) => (self.state, self.outage) = (state, outage),
                None => return Ok(false),
            }
        }
        if let DeliveryState::Rendered { reply, .. } = &self.state {
            let Some(platform) = service.platforms.get(&reply.table.platform) else {
                return Ok(false);
            };
            if let Some(shared) = service.store.shared()
                && !shared.may_deliver(self.id).await?
            {
                tracing::debug!(
                    reply = self.id,
                    "another process delivers a reply, or has done so"
                );
                return Ok(false);
            }
            let delivered = match reply.private {
                true if reply.watched => match may_read(platform, reply).await {
                    Some(true) => guarded(platform.transport.deliver_privately(reply)).await,
                    Some(false) => Err(DeliveryError::Gone("no longer seen there".to_owned())),
                    // Nothing is told to somebody who may not see it any more.
                    None => Err(DeliveryError::Retry {
                        after: None,
                        reason: "unknown whether the person still sees the game".to_owned(),
                    }),
                },
                true => guarded(platform.transport.deliver_privately(reply)).await,
                false => guarded(platform.transport.deliver(reply)).await,
            };
            let (id, private, reminds) = (self.id, reply.private, reply.reminds);
            let (watched, is_edit) = (reply.watched, reply.edits.is_some());
            let end = match delivered {
                Ok(message) => DeliveryEnd::Arrived(DeliveredReply {
                    id,
                    table: reply.table.clone(),
                    message,
                    reminds,
                }),
                Err(DeliveryError::Retry { after, reason }) => {
                    if reminds || watched || is_edit {
                        // It may be too late for it by then, or less time left.
                        self.state = DeliveryState::Stored;
                    }
                    return Err(AttemptError::NotYet {
                        after: after.unwrap_or_default(),
                        reason,
                    });
                }
                Err(DeliveryError::Gone(reason) | DeliveryError::Silenced(reason))
                    if private && !reminds =>
                {
                    tracing::debug!(reply = id, table = %reply.table, reason, "no private message");
                    self.unreached = watched;
                    DeliveryEnd::GivenUp
                }
                Err(DeliveryError::Gone(reason) | DeliveryError::Silenced(reason)) if private => {
                    tracing::info!(
                        reply = id, table = %reply.table, reason,
                        "no private message; telling it at the table"
                    );
                    self.at_table = true;
                    self.state = DeliveryState::Stored;
                    return Err(AttemptError::NotInPrivate(reason));
                }
                Err(DeliveryError::Absent(reason)) => {
                    tracing::debug!(reply = id, table = %reply.table, reason, "nobody is there yet");
                    DeliveryEnd::GivenUp
                }
                Err(DeliveryError::Silenced(reason)) => return Err(AttemptError::Silenced(reason)),
                Err(DeliveryError::Unasked(reason)) => {
                    service.store.park(id).await?;
                    // Something may have been said meanwhile: then it is either ours again, or the
                    // table's.
                    let may_speak = platform.transport.may_speak(&reply.table);
                    if may_speak && service.store.unpark(id).await? {
                        let after = Duration::ZERO;
                        return Err(AttemptError::NotYet { after, reason });
                    }
                    return Err(AttemptError::Parked(reason));
                }
                Err(DeliveryError::Gone(reason)) => {
                    tracing::warn!(reply = id, table = %reply.table, reason, "giving up a reply");
                    DeliveryEnd::GivenUp
                }
            };
            if let (DeliveryEnd::GivenUp, Some(game)) = (&end, &reply.begins) {
                tournaments::not_begun(&service.jobs, &reply.table, &game.game, id);
            }
            self.state = match (end, reply.begins.is_some()) {
                (DeliveryEnd::Arrived(delivered), true) => {
                    DeliveryState::Begins(delivered, reply.clone())
                }
                (end, _) => DeliveryState::Ended(end),
            };
        }
        if let DeliveryState::Begins(delivered, reply) = &self.state {
            begin_game(service, delivered, reply).await?;
            let delivered = delivered.clone();
            self.state = DeliveryState::Ended(DeliveryEnd::Arrived(delivered));
        }
        let DeliveryState::Ended(end) = &self.state else {
            return Ok(false);
        };
        let delivered = match end {
            DeliveryEnd::Arrived(delivered) => Some(delivered),
            DeliveryEnd::GivenUp => None,
        };
        let message = delivered.and_then(|one| one.message.clone());
        let now = service.sources.now();
        service.store.delivered(self.id, message, now).await?;
        // Only now: there is always one that stands.
        if let Some(delivered) = delivered
            && let Err(error) = service.remove_reminders(delivered).await
        {
            tracing::debug!(table = %delivered.table, %error, "reminders stay for now");
        }
        Ok(delivered.is_some())
    }

    /// Reads and renders the reply. Nothing if it or its platform does not exist.
    async fn render(
        &self,
        service: &DeliveryService,
        is_late: bool,
    ) -> Result<Option<DeliveryState>, AttemptError> {
        let mut outgoing = match service.store.outgoing(self.id).await {
            Ok(Some(outgoing)) => outgoing,
            Ok(None) => return Ok(None),
            Err(error @ StoreError::DamagedReply(..)) => {
                tracing::error!(%error, "cannot deliver a reply");
                return Ok(Some(DeliveryState::Ended(DeliveryEnd::GivenUp)));
            }
            Err(error) => return Err(error.into()),
        };
        let Some(platform) = service.platforms.get(&outgoing.table.platform) else {
            return Ok(None);
        };
        if self.at_table {
            (outgoing.reply.private, outgoing.reply.only_for) = (false, None);
        }
        let timed = outgoing.reply.tells_a_deadline();
        let reply = &outgoing.reply;
        let may_lapse = reply.watched || reply.tally.is_some() || reply.begins.is_some();
        if is_late || reply.reminder.is_some() || may_lapse {
            outgoing = match service.current(outgoing).await? {
                Some(outgoing) => outgoing,
                None => return Ok(Some(DeliveryState::Ended(DeliveryEnd::GivenUp))),
            };
        }
        let replaced = Arc::clone(&self.board_replaced);
        let rendered = service.renderer.render(platform, outgoing, replaced).await;
        let Some(rendered) = rendered else {
            return Err(AttemptError::NotYet {
                after: Duration::ZERO,
                reason: "a shutdown interrupted its drawing".to_owned(),
            });
        };
        Ok(Some(DeliveryState::Rendered {
            reply: Box::new(rendered),
            timed,
        }))
    }
}

/// Starts the game that a reply announces, in a thread at its message.
async fn begin_game(
    service: &DeliveryService,
    delivered: &DeliveredReply,
    reply: &RenderedReply,
) -> Result<(), AttemptError> {
    let Some(message) = &delivered.message else {
        return Ok(());
    };
    // Somebody may have had their data deleted since it was rendered.
    let outgoing = service.store.outgoing(delivered.id).await?;
    let Some(game) = outgoing.and_then(|outgoing| outgoing.reply.begins) else {
        return Ok(());
    };
    let Some(platform) = service.platforms.get(&delivered.table.platform) else {
        return Ok(());
    };
    let (jobs, table) = (&service.jobs, &delivered.table);
    let language = reply.language.as_deref();
    let game = (delivered.id, &*game);
    let begun = tournaments::begin(jobs, platform, table, message, game, language).await;
    begun.map_err(|BeginError { after, reason }| AttemptError::NotYet { after, reason })
}

/// Whether the person who watches a game still sees its place; nothing if that cannot be told now.
async fn may_read(platform: &PlatformEntry, reply: &RenderedReply) -> Option<bool> {
    let person = reply.only_for.as_ref()?;
    let asked = platform.transport.may_read(&reply.table, person);
    let asked = AssertUnwindSafe(asked).catch_unwind();
    match timeout(PRESENCE_TIMEOUT, asked).await {
        Ok(Ok(Ok(may))) => Some(may),
        Ok(Ok(Err(_)) | Err(_)) | Err(_) => None,
    }
}

/// What an adapter makes of a reply. A panic gives the reply up.
async fn guarded(
    delivery: BoxFuture<'_, Result<Option<String>, DeliveryError>>,
) -> Result<Option<String>, DeliveryError> {
    let panicked = |_| Err(DeliveryError::Gone("the adapter panicked".to_owned()));
    let delivered = AssertUnwindSafe(delivery).catch_unwind().await;
    delivered.unwrap_or_else(panicked)
}
