//! The engine's threads. Each has a transposition table of its own, and takes tasks from one
//! queue.
//!
//! With a single thread, a hint or a review is interrupted for a turn and restarted behind it. The
//! more tasks wait, the less time each gets.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fail::fail_point;

use super::queue::{Priority, Queue, QueuedTask, Task};
use crate::config;
use crate::engine::{Engine, EngineOptions, SearchMonitor};
use crate::lock::lock;
use crate::metrics::{self, Purpose, SearchEnd};

/// How often a hint or a review is interrupted for a turn.
const INTERRUPTIONS: u8 = 3;

/// Least time for a task, whatever else waits: enough to see what is on the board.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// How often a search with a limited effort may ask whether to stop. It asks every 256 nodes: a
/// million in all, more than any level but the best one uses for a turn.
const MOST_POLLS: u32 = 4000;

/// What limits a search, besides what it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::host) enum Effort {
    /// The time that is there for each task.
    Time,
    /// The number of nodes. The same task has the same output on every machine.
    Nodes,
}

struct PoolState {
    queue: Queue,
    /// Threads that exist.
    threads: usize,
    closed: bool,
}

struct Inner {
    settings: config::EngineConfig,
    /// Longest time from the request to the end of a search.
    time: Mutex<Duration>,
    effort: Effort,
    state: Mutex<PoolState>,
    changed: Condvar,
    /// Turns in the queue, for a running task to see.
    turns: AtomicUsize,
    /// Whether all searches have to stop.
    stopped: AtomicBool,
}

/// The engine's threads. Dropping it stops their searches.
pub(super) struct Pool(Arc<Inner>);

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Pool {
    /// A pool without threads; they are started as tasks arrive.
    pub(super) fn new(settings: config::EngineConfig, effort: Effort) -> Self {
        Self(Arc::new(Inner {
            settings,
            time: Mutex::new(settings.time),
            effort,
            state: Mutex::new(PoolState {
                queue: Queue::new(settings.threads),
                threads: 0,
                closed: false,
            }),
            changed: Condvar::new(),
            turns: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        }))
    }

    /// Changes how long a search may take, from the request to its end.
    pub(super) fn set_time(&self, time: Duration) {
        *lock(&self.0.time) = time;
    }

    /// How long a search may take, from the request to its end.
    pub(super) fn time(&self) -> Duration {
        *lock(&self.0.time)
    }

    /// Most threads.
    pub(super) fn threads(&self) -> usize {
        self.0.settings.threads
    }

    /// Queues a task, and returns its place in the queue: 0 if work on it begins at once.
    pub(super) fn put(&self, task: Task) -> usize {
        let shared = &self.0;
        let mut state = shared.lock();
        let place = state.queue.push(task);
        shared.turns.store(state.queue.turns(), Ordering::Relaxed);
        let idle = state.threads - state.queue.busy();
        if state.threads < shared.settings.threads && idle < state.queue.len() {
            let worker = Arc::clone(shared);
            let spawned = thread::Builder::new()
                .name("engine".to_owned())
                .spawn(move || worker.work());
            match spawned {
                Ok(_) => state.threads += 1,
                Err(error) => tracing::error!(%error, "cannot start an engine thread"),
            }
        }
        if state.threads == 0 || state.closed {
            // Nothing would ever take the tasks: the callers notice, and ask again later.
            state.queue.clear();
        }
        drop(state);
        shared.changed.notify_all();
        place
    }

    /// How many tasks wait, by what they are for.
    pub(super) fn waiting(&self) -> [(Purpose, usize); 3] {
        self.0.lock().queue.waiting()
    }

    /// Stops all searches, and starts none any more.
    pub(super) fn close(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
        let mut state = self.0.lock();
        state.closed = true;
        state.queue.clear();
        drop(state);
        self.0.changed.notify_all();
    }

    /// Keeps `threads` threads busy until what is returned is dropped.
    #[cfg(test)]
    pub(super) fn hold(&self, threads: usize) -> Vec<std::sync::mpsc::Sender<()>> {
        let (started, all_started) = std::sync::mpsc::channel();
        let held = (0..threads)
            .map(|_| {
                let (held, gate) = std::sync::mpsc::channel::<()>();
                let started = started.clone();
                self.put(Task {
                    until: None,
                    owner: String::new(),
                    priority: Priority::Turn,
                    wanted: Box::new(|| true),
                    body: Box::new(move |_, _| {
                        started.send(()).unwrap();
                        let _ = gate.recv();
                        super::queue::TaskOutput::Turn(Vec::new())
                    }),
                    output: tokio::sync::oneshot::channel().0,
                });
                held
            })
            .collect();
        for _ in 0..threads {
            all_started.recv().unwrap();
        }
        held
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        // Nothing that holds the lock can leave the queue half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a thread.
    fn work(&self) {
        let mut engine = None;
        while let Some((queued, deadline)) = self.take() {
            let priority = queued.task.priority;
            self.run(&mut engine, queued, deadline);
            self.lock().queue.finished(priority);
            self.changed.notify_all();
        }
    }

    /// Waits for the next task, and returns it with its deadline. `None` once the pool is closed.
    fn take(&self) -> Option<(QueuedTask, Instant)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(queued) = state.queue.take() {
                self.turns.store(state.queue.turns(), Ordering::Relaxed);
                let behind = state.queue.behind(queued.task.priority);
                let deadline = self.deadline(queued.since, behind);
                let deadline = queued
                    .task
                    .until
                    .map_or(deadline, |until| until.min(deadline));
                return Some((queued, deadline));
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// When a task that was queued at `since` must be done, while so many others wait behind it.
    fn deadline(&self, since: Instant, behind: usize) -> Instant {
        let now = Instant::now();
        let threads = self.settings.threads;
        let share = threads as f64 / (threads + behind) as f64;
        let time = *lock(&self.time);
        (since + time)
            .min(now + time.mul_f64(share))
            .max(now + LEAST_TIME)
    }

    /// Runs a task, and sends its output or puts it back into the queue.
    fn run(&self, engine: &mut Option<Engine>, mut queued: QueuedTask, deadline: Instant) {
        let single_thread = self.settings.threads == 1;
        let mut monitor = TaskMonitor {
            pool: self,
            wanted: &queued.task.wanted,
            deadline,
            polls: 0,
            interruptible: queued.task.priority != Priority::Turn
                && single_thread
                && queued.interrupted < INTERRUPTIONS,
            end: None,
        };
        if monitor.is_unwanted() {
            return;
        }
        let engine_now = engine.get_or_insert_with(|| self.new_engine());
        if self.effort == Effort::Nodes {
            // What was searched before must not matter.
            engine_now.clear();
        }
        let purpose = queued.task.priority.purpose();
        let begun = Instant::now();
        let body = &mut queued.task.body;
        let output = catch_unwind(AssertUnwindSafe(|| {
            fail_point!("engine");
            body(engine_now, &mut monitor)
        }));
        let end = monitor.end;
        let counted = match (&output, end) {
            (Err(_), _) => SearchEnd::Failed,
            (Ok(_), Some(StopReason::Unwanted)) => SearchEnd::Unwanted,
            (Ok(_), Some(StopReason::Interrupted)) => SearchEnd::Interrupted,
            (Ok(_), Some(StopReason::Deadline) | None) => SearchEnd::Done,
        };
        metrics::searched(purpose, counted, begun.elapsed());
        match (output, end) {
            (Err(_), _) => {
                tracing::error!("the engine panicked");
                *engine = None;
            }
            (Ok(_), Some(StopReason::Unwanted)) => {}
            (Ok(_), Some(StopReason::Interrupted)) => {
                let mut state = self.lock();
                if !state.closed {
                    state.queue.push_front(queued);
                }
            }
            (Ok(output), Some(StopReason::Deadline) | None) => {
                // The caller may have gone.
                let _ = queued.task.output.send(output);
            }
        }
    }

    fn new_engine(&self) -> Engine {
        let wanted = self.settings.hash / self.settings.threads.max(1);
        let engine = Engine::new(EngineOptions {
            hash: wanted,
            ..EngineOptions::default()
        });
        let bytes = engine.options().hash;
        if bytes < wanted {
            tracing::warn!(bytes, wanted, "not enough memory for the engine's table");
        }
        engine
    }
}

/// Why a search was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StopReason {
    Unwanted,
    Interrupted,
    Deadline,
}

/// Ends a search in time.
struct TaskMonitor<'a> {
    pool: &'a Inner,
    wanted: &'a (dyn Fn() -> bool + Send),
    deadline: Instant,
    polls: u32,
    interruptible: bool,
    end: Option<StopReason>,
}

impl TaskMonitor<'_> {
    fn is_over(&self) -> bool {
        match self.pool.effort {
            Effort::Time => Instant::now() >= self.deadline,
            Effort::Nodes => self.polls >= MOST_POLLS,
        }
    }

    fn is_unwanted(&self) -> bool {
        self.pool.stopped.load(Ordering::Relaxed) || !(self.wanted)()
    }
}

impl SearchMonitor for TaskMonitor<'_> {
    fn should_stop(&mut self) -> bool {
        self.polls = self.polls.saturating_add(1);
        if self.end.is_none() {
            self.end = if self.is_unwanted() {
                Some(StopReason::Unwanted)
            } else if self.interruptible && self.pool.turns.load(Ordering::Relaxed) > 0 {
                Some(StopReason::Interrupted)
            } else if self.is_over() {
                Some(StopReason::Deadline)
            } else {
                None
            };
        }
        self.end.is_some()
    }
}

#[cfg(test)]
mod tests;
