//! Searches: what the engine is asked. They run on this process's threads or, if there are any, on
//! workers.

use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::queue::{Priority, Task, TaskBody, TaskOutput};
use super::shared::Shared;
use crate::engine::{self, Level, SearchLimits};
use crate::game::Position;

/// Nodes searched for a hint: deep enough for what a person can follow, and quick enough to be
/// fair to the next who asks.
const HINT_NODES: u64 = 300_000;

/// Nodes searched for each position of a review: a fraction of a second, of which a game takes about
/// sixty. Each position profits from what was found out about the next.
const REVIEW_NODES: u64 = 400_000;

/// What the engine is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Search {
    /// The bot's turn at a level.
    Turn {
        #[serde(with = "text")]
        position: Position,
        level: Level,
        seed: u64,
    },
    /// Good turns for the player who decides.
    Hint {
        #[serde(with = "text")]
        position: Position,
    },
    /// Its view of a position of a game under review.
    Judge {
        #[serde(with = "text")]
        position: Position,
        depth: Option<u32>,
        lines: usize,
    },
}

impl Search {
    pub(super) const fn priority(&self) -> Priority {
        match self {
            Self::Turn { .. } => Priority::Turn,
            Self::Hint { .. } => Priority::Hint,
            Self::Judge { .. } => Priority::Review,
        }
    }

    fn body(&self) -> TaskBody {
        match *self {
            Self::Turn {
                position,
                level,
                seed,
            } => Box::new(move |engine, monitor| {
                TaskOutput::Turn(level.turn(engine, &position, seed, monitor))
            }),
            Self::Hint { position } => Box::new(move |engine, monitor| {
                TaskOutput::Hint(engine::advise(engine, &position, HINT_NODES, monitor))
            }),
            Self::Judge {
                position,
                depth,
                lines,
            } => Box::new(move |engine, monitor| {
                let limits = SearchLimits {
                    // So that several reach the same depth as one did.
                    nodes: Some(REVIEW_NODES * lines as u64),
                    depth,
                    lines,
                    ..SearchLimits::default()
                };
                TaskOutput::Judged(engine.search(&position, &limits, monitor))
            }),
        }
    }
}

/// A search that is wanted.
pub(super) struct Wanted {
    pub(super) search: Search,
    /// Who waits for the output: owners take turns in the queue.
    pub(super) owner: String,
    /// After this the output is useless, if that is before the usual limit.
    pub(super) until: Option<Instant>,
    pub(super) cancel: CancellationToken,
}

impl Wanted {
    fn task(self, output: oneshot::Sender<TaskOutput>) -> Task {
        Task {
            priority: self.search.priority(),
            owner: self.owner,
            until: self.until,
            body: self.search.body(),
            wanted: Box::new(move || !self.cancel.is_cancelled()),
            output,
        }
    }
}

/// Begins a search. Returns its place in the queue, 0 if work on it begins at once, and where the
/// output arrives. The place is 0 as well where workers are asked, whose queue is not known.
pub(super) fn begin(
    shared: &Arc<Shared>,
    wanted: Wanted,
) -> (usize, oneshot::Receiver<TaskOutput>) {
    if !shared.workers.are_there() {
        return begin_here(shared, wanted);
    }
    let (output, received) = oneshot::channel();
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        let found = tokio::select! {
            () = wanted.cancel.cancelled() => return,
            found = shared.workers.ask(&wanted, shared.pool.time()) => found,
        };
        match found {
            // The caller may have gone.
            Some(found) => drop(output.send(found)),
            None => drop(shared.pool.put(wanted.task(output))),
        }
    });
    (0, received)
}

/// The same, always on this process's own threads.
pub(super) fn begin_here(
    shared: &Shared,
    wanted: Wanted,
) -> (usize, oneshot::Receiver<TaskOutput>) {
    let (output, received) = oneshot::channel();
    (shared.pool.put(wanted.task(output)), received)
}

/// Positions in their text form.
mod text {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::game::Position;

    pub(super) fn serialize<S: Serializer>(
        position: &Position,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(position)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Position, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
