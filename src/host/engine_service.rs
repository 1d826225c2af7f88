//! The engine service: the bot's turns, hints and reviews of all tables, through one queue; and the
//! drawing of replays, which takes seconds as well.
//!
//! Where several processes share a database, searches are made by those that work for others, if
//! there are any.
//!
//! A table actor submits a [`Request`] and gets a [`Ticket`], on which the answer arrives.
//! Dropping the ticket cancels the request. Nothing is stored here: after a restart the tables ask
//! again for whatever they wait for.

mod one_by_one;
mod pool;
mod position_request;
mod program;
mod queue;
mod replay;
mod request;
mod review;
mod search;
mod shared;
mod workers;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use one_by_one::OneByOne;
pub(super) use pool::Effort;
use pool::Pool;
use position_request::Question;
use program::{ProgramRequest, Programs};
pub(super) use request::{Answer, ProgramTurn, Request, Ticket, Update, Work};
use search::{Search, Wanted};
use shared::Shared;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use workers::Workers;

use super::animator::Animator;
use super::options::Sources;
use super::tasks::Tasks;
use crate::config;
use crate::lock::lock;
use crate::metrics::Purpose;
use crate::store::{Store, StoreError};

/// A handle to the engine service.
pub(super) struct EngineService(Arc<Shared>);

impl EngineService {
    pub(super) fn new(
        settings: config::EngineConfig,
        effort: Effort,
        animator: Arc<Animator>,
        store: Arc<dyn Store>,
        sources: &Sources,
        tasks: Tasks,
        stopping: CancellationToken,
    ) -> Self {
        Self(Arc::new(Shared {
            pool: Pool::new(settings, effort),
            programs: Programs::default(),
            workers: Workers::new(store),
            effort,
            reviews: OneByOne::new(),
            replays: OneByOne::new(),
            animator,
            pause: Mutex::new(settings.pause),
            random: Arc::clone(&sources.random),
            tasks,
            stopping,
        }))
    }

    /// Changes the longest time for a turn or a hint, and the shortest one for a turn, from the next
    /// one on.
    pub(super) fn set_times(&self, time: Duration, pause: Duration) {
        self.0.pool.set_time(time);
        *lock(&self.0.pause) = pause;
    }

    /// Replaces the other programs that play, from the next turn on.
    pub(super) fn set_players(&self, players: &[config::ProgramPlayer]) {
        self.0.programs.set(players, &self.0.tasks);
    }

    /// Queues a request.
    pub(super) fn submit(&self, request: Request) -> Ticket {
        let cancel = self.0.stopping.child_token();
        let (send, updates) = mpsc::unbounded_channel();
        let Request { table, owner, work } = request;
        let decide = |question, budget| {
            let request = position_request::PositionRequest {
                table: table.clone(),
                owner: owner.clone(),
                question,
                budget,
                cancel: cancel.clone(),
                updates: send.clone(),
            };
            position_request::begin(&self.0, request)
        };
        let ahead = match work {
            Work::Turn {
                position,
                level,
                budget,
            } => decide(Question::Turn(position, level), budget),
            Work::ProgramTurn { turn, budget } => {
                let request = ProgramRequest {
                    table,
                    owner,
                    turn,
                    budget,
                    cancel: cancel.clone(),
                    updates: send,
                };
                program::begin(&self.0, request)
            }
            Work::Hint { position } => decide(Question::Hint(position), None),
            Work::Review { game } => {
                let job = review::ReviewJob {
                    table,
                    game,
                    cancel: cancel.clone(),
                    updates: send,
                };
                review::begin(&self.0, job)
            }
            Work::Replay { replay, transport } => {
                let job = replay::ReplayJob {
                    table,
                    replay,
                    transport,
                    cancel: cancel.clone(),
                    updates: send,
                };
                replay::begin(&self.0, job)
            }
        };
        Ticket {
            ahead,
            updates,
            _cancel: cancel.drop_guard(),
        }
    }

    /// Most threads that search at the same time.
    pub(super) fn threads(&self) -> usize {
        self.0.pool.threads()
    }

    /// Notes whether there are processes that work for others.
    pub(super) fn set_workers(&self, are_there: bool) {
        self.0.workers.set(are_there);
    }

    /// Passes on what those have found.
    pub(super) async fn look_at_workers(&self) -> Result<(), StoreError> {
        self.0.workers.look().await
    }

    /// Makes a search that another process has asked for. `None` if that fails.
    /// The output is of use for `left`.
    pub(super) async fn search_for_another(&self, request: &str, left: Duration) -> Option<String> {
        let search: Search = serde_json::from_str(request).ok()?;
        let wanted = Wanted {
            search,
            owner: String::new(),
            until: Some(Instant::now() + left),
            cancel: self.0.stopping.child_token(),
        };
        let (_, output) = search::begin_here(&self.0, wanted);
        serde_json::to_string(&output.await.ok()?).ok()
    }

    /// How many searches wait for a thread.
    pub(super) fn waiting(&self) -> [(Purpose, usize); 3] {
        self.0.pool.waiting()
    }

    /// Stops all searches, and starts none any more.
    pub(super) fn close(&self) {
        self.0.programs.set(&[], &self.0.tasks);
        self.0.pool.close();
    }

    /// Holds up all replays until the returned guard is dropped.
    #[cfg(test)]
    pub(super) async fn hold_replays(&self) -> impl Sized + use<> {
        let (_, place) = self.0.replays.queue();
        let permit = place.next().await;
        (place, permit)
    }

    /// How many replays were drawn.
    #[cfg(test)]
    pub(super) fn replays_drawn(&self) -> usize {
        self.0.animator.count()
    }

    /// Keeps `threads` threads busy until what is returned is dropped.
    #[cfg(test)]
    pub(super) fn hold(&self, threads: usize) -> Vec<std::sync::mpsc::Sender<()>> {
        self.0.pool.hold(threads)
    }
}
