//! The requests of one table to the engine service.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use jiff::Timestamp;

use super::requester::Requester;
use crate::host::activity::InFlight;
use crate::host::engine_service::{ProgramTurn, Request, Ticket, Update, Work};
use crate::host::transport::Transport;
use crate::picture::Replay;
use crate::session::{EngineTask, Seat, Table};

/// Identifies a request of a table: what it waits for, at which version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestId {
    /// The bot's turn.
    Turn { version: u64 },
    /// The hint that the entry with this number asks for.
    Hint { number: u64, version: u64 },
    /// The review that the entry with this number asks for.
    Review { number: u64 },
    /// The replay that the entry with this number asks for.
    Replay { number: u64 },
}

impl RequestId {
    /// The requests that a table waits for.
    pub(super) fn pending(table: &Table) -> Vec<Self> {
        let (pending, version) = (table.pending(), table.version());
        let game = match (pending.hint, pending.turn) {
            (Some(hint), _) => Some(Self::Hint {
                number: hint.number,
                version,
            }),
            (None, Some(_)) => Some(Self::Turn { version }),
            (None, None) => None,
        };
        let review = pending.review.map(|review| Self::Review {
            number: review.number,
        });
        let replay = pending.replay.map(|replay| Self::Replay {
            number: replay.number,
        });
        game.into_iter().chain(review).chain(replay).collect()
    }

    /// The request itself, if the table waits for it now. `replay` is what a replay
    /// shows, and where it is delivered.
    pub(super) fn request(
        self,
        table: &Table,
        replay: Option<(Replay, Arc<dyn Transport>)>,
        now: Timestamp,
    ) -> Option<Request> {
        let pending = table.pending();
        let position = || table.running().map(|game| *game.position());
        let work = match self {
            Self::Turn { .. } => match pending.turn? {
                Seat::Bot(level) => Work::Turn {
                    position: position()?,
                    level: *level,
                    budget: budget(table, now),
                },
                Seat::Program(name) => {
                    let game = table.running()?;
                    Work::ProgramTurn {
                        turn: ProgramTurn {
                            name: name.clone(),
                            started: game.started(),
                            actions: game.actions().to_vec(),
                            position: *game.position(),
                        },
                        budget: budget(table, now),
                    }
                }
                Seat::Person(_) | Seat::Crowd(_) => return None,
            },
            Self::Hint { .. } => Work::Hint {
                position: position()?,
            },
            Self::Review { .. } => Work::Review {
                game: pending.review?.game.clone(),
            },
            Self::Replay { .. } => {
                let (replay, transport) = replay?;
                Work::Replay {
                    replay: Box::new(replay),
                    transport,
                }
            }
        };
        let players = table.players().join(" ");
        Some(Request {
            table: table.key().clone(),
            owner: format!("{}:{players}", table.key().platform),
            work,
        })
    }

    /// What a person asked for by it, and the number of the entry.
    pub(super) const fn task(self) -> Option<(EngineTask, u64)> {
        match self {
            Self::Turn { .. } => None,
            Self::Hint { number, .. } => Some((EngineTask::Hint, number)),
            Self::Review { number } => Some((EngineTask::Review, number)),
            Self::Replay { number } => Some((EngineTask::Replay, number)),
        }
    }

    /// The version of the table that the answer is for.
    pub(super) const fn version(self) -> Option<u64> {
        match self {
            Self::Turn { version } | Self::Hint { version, .. } => Some(version),
            Self::Review { .. } | Self::Replay { .. } => None,
        }
    }
}

/// How long the bot may think, if its clock runs.
fn budget(table: &Table, now: Timestamp) -> Option<Duration> {
    let budget = table.running()?.clock()?.budget(now)?;
    // It is not negative.
    Duration::try_from(budget).ok()
}

/// A request that the table waits for.
struct Open {
    id: RequestId,
    /// `None` once it is answered.
    ticket: Option<(Ticket, InFlight)>,
}

/// The requests that the table waits for, and who asked for them.
#[derive(Default)]
pub(super) struct EngineRequests {
    open: Vec<Open>,
    requesters: Vec<Requester>,
}

impl EngineRequests {
    /// Cancels all requests but these.
    pub(super) fn retain(&mut self, pending: &[RequestId]) {
        self.open.retain(|open| pending.contains(&open.id));
    }

    /// Forgets the requests that are answered, so that they are submitted again if the table still
    /// waits for them.
    pub(super) fn forget_answered(&mut self) {
        self.open.retain(|open| open.ticket.is_some());
    }

    /// Whether a request was submitted. It may be answered already.
    pub(super) fn is_open(&self, id: RequestId) -> bool {
        self.open.iter().any(|open| open.id == id)
    }

    pub(super) fn add(&mut self, id: RequestId, ticket: Ticket, in_flight: InFlight) {
        let ticket = Some((ticket, in_flight));
        self.open.push(Open { id, ticket });
    }

    /// Whether a turn, a hint or a replay is being worked on, or will be.
    pub(super) fn is_thinking(&self) -> bool {
        self.open
            .iter()
            .any(|open| open.ticket.is_some() && !matches!(open.id, RequestId::Review { .. }))
    }

    /// The next update of a request. Waits for ever if there is none.
    pub(super) async fn next(&mut self) -> (RequestId, Update, InFlight) {
        poll_fn(|cx| {
            for open in &mut self.open {
                let Some((ticket, in_flight)) = &mut open.ticket else {
                    continue;
                };
                let Poll::Ready(update) = ticket.updates.poll_recv(cx) else {
                    continue;
                };
                let update = update.unwrap_or(Update::Failed);
                let in_flight = in_flight.another();
                if !matches!(update, Update::HalfDone) {
                    open.ticket = None;
                }
                return Poll::Ready((open.id, update, in_flight));
            }
            Poll::Pending
        })
        .await
    }

    /// Who asked for a request, if known.
    pub(super) fn requester(&self, id: RequestId) -> Option<&Requester> {
        let task = id.task()?;
        let mut requesters = self.requesters.iter();
        requesters.find(|one| (one.task, one.number) == task)
    }

    pub(super) fn add_requester(&mut self, requester: Requester) {
        self.requesters.push(requester);
    }

    /// Removes those who asked for these, with the numbers of the entries.
    pub(super) fn forget_requesters(&mut self, asked: &[(EngineTask, u64)]) {
        self.requesters
            .retain(|one| !asked.contains(&(one.task, one.number)));
    }

    /// Removes a person whose request is answered.
    pub(super) fn answered(&mut self, requester: &Requester) {
        let answered = (requester.task, requester.number);
        self.requesters
            .retain(|one| (one.task, one.number) != answered);
    }

    /// Removes those who asked for anything else than these.
    pub(super) fn take_outdated(&mut self, pending: &[RequestId]) -> Vec<Requester> {
        let is_outdated = |one: &mut Requester| {
            let task = Some((one.task, one.number));
            !pending.iter().any(|id| id.task() == task)
        };
        self.requesters.extract_if(.., is_outdated).collect()
    }
}
