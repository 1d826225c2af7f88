//! The order in which the engine works on tasks.
//!
//! Turns go before hints, and both before the positions of reviews; a hint or a review that was
//! passed over often enough goes next, so that none starves. Among turns, owners take turns. Not
//! all threads may work on hints and reviews at once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::engine::{Engine, Line, SearchMonitor, SearchResult};
use crate::game::Action;
use crate::metrics::Purpose;

/// How many turns may go before a hint that waits, and how many turns and hints before a review.
pub(super) const PASSED_OVER: usize = 8;

/// How soon a task wants its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    /// The bot's own turn.
    Turn,
    /// A hint.
    Hint,
    /// A position of a game under review.
    Review,
}

impl Priority {
    /// The smaller it is, the sooner.
    pub(super) const fn rank(self) -> i64 {
        match self {
            Self::Turn => 0,
            Self::Hint => 1,
            Self::Review => 2,
        }
    }

    /// The same, as it is counted.
    pub(super) const fn purpose(self) -> Purpose {
        match self {
            Self::Turn => Purpose::Turn,
            Self::Hint => Purpose::Hint,
            Self::Review => Purpose::Review,
        }
    }
}

/// The output of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TaskOutput {
    /// The bot's turn.
    Turn(Vec<Action>),
    /// Good turns for a player.
    Hint(Vec<Line>),
    /// The engine's view of a position; `None` if the game is over there.
    Judged(Option<SearchResult>),
}

/// How a task is done. It may be run again from the start.
pub(super) type TaskBody = Box<dyn FnMut(&mut Engine, &mut dyn SearchMonitor) -> TaskOutput + Send>;

/// A task for the engine.
pub(super) struct Task {
    pub(super) priority: Priority,
    /// Who waits for the output: a platform and the ids of persons there.
    pub(super) owner: String,
    /// When the output is wanted at the latest, if that is before the pool's own limit.
    pub(super) until: Option<Instant>,
    /// Whether anybody still waits for the output.
    pub(super) wanted: Box<dyn Fn() -> bool + Send>,
    pub(super) body: TaskBody,
    /// Where the output goes. Dropped if nobody waits any more, or if the task failed.
    pub(super) output: oneshot::Sender<TaskOutput>,
}

/// A task in the queue.
pub(super) struct QueuedTask {
    pub(super) task: Task,
    pub(super) since: Instant,
    /// How often it was interrupted for a turn.
    pub(super) interrupted: u8,
}

/// Tasks that wait, and what the threads are working on.
pub(super) struct Queue {
    turns: VecDeque<QueuedTask>,
    hints: VecDeque<QueuedTask>,
    reviews: VecDeque<QueuedTask>,
    /// For each owner the number of turns taken when theirs was, while others wait.
    served: HashMap<String, u64>,
    /// Number of turns taken so far.
    taken: u64,
    /// Turns taken while a hint waited.
    hints_passed_over: usize,
    /// Turns and hints taken while a review waited.
    reviews_passed_over: usize,
    /// Threads that are busy.
    busy: usize,
    /// Threads that are busy with hints and reviews.
    busy_with_others: usize,
    /// Most threads that exist.
    threads: usize,
}

impl Queue {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            turns: VecDeque::new(),
            hints: VecDeque::new(),
            reviews: VecDeque::new(),
            served: HashMap::new(),
            taken: 0,
            hints_passed_over: 0,
            reviews_passed_over: 0,
            busy: 0,
            busy_with_others: 0,
            threads,
        }
    }

    /// How many threads may work on hints and reviews at once: all but one, so that a turn need
    /// not wait.
    const fn most_others(&self) -> usize {
        let others = self.threads.saturating_sub(1);
        if others == 0 { 1 } else { others }
    }

    /// Appends a task, and returns its place in the queue: 0 if a thread takes it at once.
    pub(super) fn push(&mut self, task: Task) -> usize {
        let queued = QueuedTask {
            task,
            since: Instant::now(),
            interrupted: 0,
        };
        let free = self.busy + self.turns.len() < self.threads;
        match queued.task.priority {
            Priority::Turn => {
                self.turns.push_back(queued);
                if free { 0 } else { self.turns.len() }
            }
            Priority::Hint => {
                let free = free
                    && self.busy + self.turns.len() + self.hints.len() < self.threads
                    && self.busy_with_others + self.hints.len() < self.most_others();
                self.hints.push_back(queued);
                if free { 0 } else { self.hints.len() }
            }
            Priority::Review => {
                self.reviews.push_back(queued);
                self.hints.len() + self.reviews.len()
            }
        }
    }

    /// Puts back a task that was interrupted for a turn.
    pub(super) fn push_front(&mut self, mut queued: QueuedTask) {
        queued.interrupted += 1;
        match queued.task.priority {
            Priority::Review => self.reviews.push_front(queued),
            Priority::Turn | Priority::Hint => self.hints.push_front(queued),
        }
    }

    /// Takes the next task. A thread is busy with it until [`Queue::finished`].
    pub(super) fn take(&mut self) -> Option<QueuedTask> {
        let queued = self.next()?;
        self.busy += 1;
        self.busy_with_others += usize::from(queued.task.priority != Priority::Turn);
        Some(queued)
    }

    /// A thread has finished a task of this priority.
    pub(super) fn finished(&mut self, priority: Priority) {
        self.busy -= 1;
        self.busy_with_others -= usize::from(priority != Priority::Turn);
    }

    pub(super) fn clear(&mut self) {
        self.turns.clear();
        self.hints.clear();
        self.reviews.clear();
    }

    /// Number of tasks that wait.
    pub(super) fn len(&self) -> usize {
        self.turns.len() + self.hints.len() + self.reviews.len()
    }

    /// How many tasks wait, by what they are for.
    pub(super) fn waiting(&self) -> [(Purpose, usize); 3] {
        [
            (Purpose::Turn, self.turns.len()),
            (Purpose::Hint, self.hints.len()),
            (Purpose::Review, self.reviews.len()),
        ]
    }

    /// Number of turns that wait.
    pub(super) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Threads that are busy.
    pub(super) const fn busy(&self) -> usize {
        self.busy
    }

    /// How many wait behind a task of this priority. One owner with many games has no greater
    /// share of the time than others.
    pub(super) fn behind(&self, priority: Priority) -> usize {
        let owners: HashSet<&String> = self.turns.iter().map(|one| &one.task.owner).collect();
        match priority {
            Priority::Turn => owners.len(),
            Priority::Hint | Priority::Review => owners.len() + self.hints.len(),
        }
    }

    fn next(&mut self) -> Option<QueuedTask> {
        let may_take_others = self.busy_with_others < self.most_others();
        let nothing_else = self.turns.is_empty() && self.hints.is_empty();
        if may_take_others
            && (nothing_else || self.reviews_passed_over >= PASSED_OVER)
            && let Some(review) = self.reviews.pop_front()
        {
            self.reviews_passed_over = 0;
            return Some(review);
        }
        let taken = self.next_turn_or_hint(may_take_others)?;
        if !self.reviews.is_empty() {
            self.reviews_passed_over += 1;
        }
        Some(taken)
    }

    fn next_turn_or_hint(&mut self, may_take_hint: bool) -> Option<QueuedTask> {
        let may_take_hint = may_take_hint && !self.hints.is_empty();
        if may_take_hint && (self.turns.is_empty() || self.hints_passed_over >= PASSED_OVER) {
            self.hints_passed_over = 0;
            return self.hints.pop_front();
        }
        let turn = self.next_turn()?;
        self.hints_passed_over = match self.hints.is_empty() {
            true => 0,
            false => self.hints_passed_over + 1,
        };
        Some(turn)
    }

    /// The first turn of the owner who was served longest ago.
    fn next_turn(&mut self) -> Option<QueuedTask> {
        let served = |owner: &String| self.served.get(owner).copied().unwrap_or_default();
        let turns = self.turns.iter().enumerate();
        let (index, _) = turns.min_by_key(|(_, queued)| served(&queued.task.owner))?;
        let turn = self.turns.remove(index)?;
        if self.turns.is_empty() {
            self.served.clear();
        } else {
            self.taken += 1;
            self.served.insert(turn.task.owner.clone(), self.taken);
        }
        Some(turn)
    }
}
