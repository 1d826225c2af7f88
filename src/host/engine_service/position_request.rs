//! Questions about one position: the bot's turn, or a hint.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::pool::Effort;
use super::queue::TaskOutput;
use super::request::{Answer, Update};
use super::search::{self, Search, Wanted};
use super::shared::Shared;
use crate::engine::{self, Level};
use crate::game::Position;
use crate::lock::lock;
use crate::session::TableKey;

/// Attempts in the pool before the question is answered without a search. A failure may not
/// repeat, but mostly it does.
const ATTEMPTS: usize = 2;

/// A question about a position.
#[derive(Debug, Clone, Copy)]
pub(super) enum Question {
    /// The bot's turn at a level.
    Turn(Position, Level),
    /// Good turns for the player who decides.
    Hint(Position),
}

impl Question {
    const fn position(&self) -> &Position {
        match self {
            Self::Turn(position, _) | Self::Hint(position) => position,
        }
    }

    const fn search(self, seed: u64) -> Search {
        match self {
            Self::Turn(position, level) => Search::Turn {
                position,
                level,
                seed,
            },
            Self::Hint(position) => Search::Hint { position },
        }
    }

    /// The answer in an output, if the table can follow it: a turn must be legal and one player's.
    fn answer(&self, output: TaskOutput) -> Option<Answer> {
        match (self, output) {
            (Self::Turn(position, _), TaskOutput::Turn(actions)) => {
                let actor = position.actor();
                let after = actions.iter().try_fold(*position, |position, &action| {
                    let played = position.play(action).ok()?;
                    (position.actor() == actor).then_some(played)
                });
                (!actions.is_empty() && after.is_some()).then_some(Answer::Turn(actions))
            }
            (Self::Hint(_), TaskOutput::Hint(lines)) => Some(Answer::Hint(lines)),
            _ => None,
        }
    }

    /// The output if the engine fails: no hint, but some turn, so that the game goes on.
    fn fallback(&self, seed: u64) -> TaskOutput {
        match self {
            Self::Turn(position, _) => TaskOutput::Turn(engine::turn(position, seed)),
            Self::Hint(_) => TaskOutput::Hint(Vec::new()),
        }
    }
}

/// A question in the queue.
pub(super) struct PositionRequest {
    pub(super) table: TableKey,
    pub(super) owner: String,
    pub(super) question: Question,
    /// How long the search may take, queue included.
    pub(super) budget: Option<Duration>,
    pub(super) cancel: CancellationToken,
    pub(super) updates: mpsc::UnboundedSender<Update>,
}

impl PositionRequest {
    /// Has the search made. Returns its place in the queue, the seed, and where the
    /// output arrives.
    fn put(
        &self,
        shared: &Arc<Shared>,
        until: Option<Instant>,
    ) -> (usize, u64, oneshot::Receiver<TaskOutput>) {
        // A new seed for each attempt: what fails with one may succeed with the next.
        let seed = (shared.random)();
        let wanted = Wanted {
            search: self.question.search(seed),
            owner: self.owner.clone(),
            until: until.map(Instant::into_std),
            cancel: self.cancel.clone(),
        };
        let (place, received) = search::begin(shared, wanted);
        (place, seed, received)
    }

    async fn answer(
        &self,
        shared: &Arc<Shared>,
        until: Option<Instant>,
        mut seed: u64,
        mut received: oneshot::Receiver<TaskOutput>,
    ) -> Update {
        let (table, position) = (&self.table, self.question.position());
        for attempt in 1..=ATTEMPTS {
            if let Some(answer) = received
                .await
                .ok()
                .and_then(|got| self.question.answer(got))
            {
                return Update::Done(answer);
            }
            if self.cancel.is_cancelled() {
                return Update::Failed;
            }
            tracing::error!(%table, %position, seed, attempt, "the engine failed");
            if attempt == ATTEMPTS {
                break;
            }
            (_, seed, received) = self.put(shared, until);
        }
        self.fall_back(shared).await
    }

    /// An answer without a search.
    async fn fall_back(&self, shared: &Shared) -> Update {
        let (table, position) = (&self.table, self.question.position());
        let question = self.question;
        let seed = (shared.random)();
        let fallback = spawn_blocking(move || question.fallback(seed)).await;
        match fallback.ok().and_then(|got| self.question.answer(got)) {
            Some(answer) => Update::Done(answer),
            None => {
                tracing::error!(%table, %position, seed, "the engine's fallback failed");
                Update::Failed
            }
        }
    }
}

/// Begins to answer a question. Returns its place in the queue: 0 if work on it begins at once.
pub(super) fn begin(shared: &Arc<Shared>, request: PositionRequest) -> usize {
    let begun = Instant::now();
    let least = match request.question {
        Question::Turn(..) => *lock(&shared.pause),
        Question::Hint(_) => Duration::ZERO,
    };
    // A search that is limited by nodes takes no time on the clock.
    let budget = request.budget.filter(|_| shared.effort == Effort::Time);
    let least = budget.map_or(least, |budget| budget.min(least));
    let until = budget.map(|budget| begun + budget);
    let (place, seed, received) = request.put(shared, until);
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        let answered = async {
            let late = async {
                match budget {
                    Some(budget) => sleep_until(begun + 2 * budget).await,
                    None => pending().await,
                }
            };
            let update = tokio::select! {
                update = request.answer(&shared, until, seed, received) => update,
                // The queue is too long for the bot's clock.
                () = late => request.fall_back(&shared).await,
            };
            if let Update::Done(_) = update {
                sleep_until(begun + least).await;
            }
            update
        };
        tokio::select! {
            () = request.cancel.cancelled() => {}
            update = answered => {
                // A search that was cut off has not failed: it is asked for again.
                if !request.cancel.is_cancelled() {
                    // The table may have gone.
                    let _ = request.updates.send(update);
                }
            }
        }
    });
    place
}

#[cfg(test)]
mod tests {

    use super::super::{EngineService, Request, Work};
    use super::*;
    use crate::config;
    use crate::game::Variant;
    use crate::host::animator::Animator;
    use crate::host::options::Sources;
    use crate::host::tasks::Tasks;
    use crate::store::{DatabaseLocation, SqlStore};

    /// It takes an hour if a turn waits for a thread, the end of its search or the pause.
    #[tokio::test]
    async fn a_turn_is_played_while_there_is_time_however_long_the_queue_is() {
        let settings = config::EngineConfig {
            threads: 1,
            hash: 1 << 20,
            time: Duration::from_hours(1),
            pause: Duration::from_hours(1),
        };
        let stopping = CancellationToken::new();
        let tasks = Tasks::default();
        let service = EngineService::new(
            settings,
            Effort::Time,
            Arc::new(Animator::new()),
            Arc::new(SqlStore::open(&DatabaseLocation::Memory).await.unwrap()),
            &Sources::default(),
            tasks,
            stopping,
        );
        for busy in [true, false] {
            let held = service.hold(usize::from(busy));
            let mut ticket = service.submit(Request {
                table: TableKey::channel("test", "a"),
                owner: "test".to_owned(),
                work: Work::Turn {
                    position: Position::start(Variant::Normal),
                    level: Level::BEST,
                    budget: Some(Duration::from_millis(20)),
                },
            });
            let update = ticket.updates.recv().await;
            assert!(matches!(update, Some(Update::Done(Answer::Turn(_)))));
            drop(held);
        }
        service.close();
    }

    #[test]
    fn a_turn_is_one_player_s_and_follows_the_rules() {
        let start = Position::start(Variant::Normal);
        let own = engine::turn(&start, 7);
        let after = start.play(own[0]).unwrap();
        let others = engine::turn(&after, 7);
        let question = Question::Turn(start, Level::default());
        for (actions, is) in [
            (own.clone(), true),
            (Vec::new(), false),
            ([&own[..], &own].concat(), false),
            ([own, others].concat(), false),
        ] {
            assert_eq!(question.answer(TaskOutput::Turn(actions)).is_some(), is);
        }
    }
}
