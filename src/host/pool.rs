//! The pool: a few threads that think, apart from the chat, each with a memory of its own.
//!
//! Of several turns that wait, those of one person's games take turns with those of others'.
//! The bot's turns go before hints. So that they need not wait for a hint that is under way, one
//! thread is kept free of hints; where there is only one, a hint steps back for a turn and is
//! taken up again behind it. So that hints do not starve, one that was passed over often enough
//! goes next. The more there is to do, the less time each question gets. The positions of a review
//! come last, one at a time.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fail::fail_point;
use tokio::sync::oneshot;

use crate::config;
use crate::engine::{Engine, EngineOptions, Line, SearchMonitor, SearchResult};
use crate::game::Action;

/// How many turns may be taken before a hint that waits, and how many turns and hints before a
/// review.
const PASSED_OVER: usize = 8;

/// How often a hint steps back for a turn.
const STEPS_BACK: u8 = 3;

/// What every question is given, whatever else waits: enough to see what is there.
const LEAST: Duration = Duration::from_millis(100);

/// How soon a question wants its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Urgency {
    /// The bot's own turn.
    Turn,
    /// A hint.
    Hint,
    /// A position of a game that is reviewed.
    Review,
}

/// What was found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// The bot's turn.
    Turn(Vec<Action>),
    /// What would be good for a player.
    Hint(Vec<Line>),
    /// What the engine thinks of a position, if the game is not over there.
    Judged(Option<SearchResult>),
}

/// How a question is thought about. It may be begun anew.
pub(super) type Work = Box<dyn FnMut(&mut Engine, &mut dyn SearchMonitor) -> Found + Send>;

/// A question.
pub(super) struct Task {
    pub(super) urgency: Urgency,
    /// Who waits for the answer: a platform and a person's id there.
    pub(super) owner: String,
    /// Whether anybody still waits for the answer.
    pub(super) wanted: Box<dyn Fn() -> bool + Send>,
    pub(super) work: Work,
    /// Where the answer goes. It is dropped if nobody waits any more, or if thinking failed.
    pub(super) answer: oneshot::Sender<Found>,
}

/// A question in line.
struct Waiting {
    task: Task,
    since: Instant,
    stepped_back: u8,
}

#[derive(Default)]
struct Queue {
    turns: VecDeque<Waiting>,
    /// Who had the thread how many turns ago, while others wait.
    served: HashMap<String, u64>,
    /// Turns that were taken so far.
    taken: u64,
    hints: VecDeque<Waiting>,
    reviews: VecDeque<Waiting>,
    /// Threads that there are, that think, and that think about a hint or a review.
    threads: usize,
    busy: usize,
    hinting: usize,
    /// Turns that were taken while a hint waited.
    passed_over: usize,
    /// Turns and hints that were taken while a review waited.
    reviews_passed_over: usize,
    closed: bool,
}

struct Shared {
    settings: config::Engine,
    queue: Mutex<Queue>,
    changed: Condvar,
    /// Turns in line, for a hint under way to see.
    turns: AtomicUsize,
    /// Whether all thoughts are to stop.
    stopped: AtomicBool,
}

/// The pool. Dropped, it stops what it thinks about.
pub(super) struct Pool(Arc<Shared>);

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Pool {
    /// A pool that has no threads until there is something to do.
    pub(super) fn new(settings: config::Engine) -> Self {
        Self(Arc::new(Shared {
            settings,
            queue: Mutex::default(),
            changed: Condvar::new(),
            turns: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        }))
    }

    /// Puts a question in line, and returns its place there: 0 if it is thought about at once.
    pub(super) fn put(&self, task: Task) -> usize {
        let shared = &self.0;
        let mut queue = shared.lock();
        let waiting = Waiting {
            task,
            since: Instant::now(),
            stepped_back: 0,
        };
        let threads = shared.settings.threads;
        let free = queue.busy + queue.turns.len() < threads;
        let place = match waiting.task.urgency {
            Urgency::Turn => {
                queue.turns.push_back(waiting);
                shared.turns.store(queue.turns.len(), Ordering::Relaxed);
                if free { 0 } else { queue.turns.len() }
            }
            Urgency::Hint => {
                let free = free
                    && queue.busy + queue.turns.len() + queue.hints.len() < threads
                    && queue.hinting + queue.hints.len() < shared.most_hints();
                queue.hints.push_back(waiting);
                if free { 0 } else { queue.hints.len() }
            }
            Urgency::Review => {
                queue.reviews.push_back(waiting);
                queue.hints.len() + queue.reviews.len()
            }
        };
        let in_line = queue.turns.len() + queue.hints.len() + queue.reviews.len();
        if queue.threads < threads && queue.threads - queue.busy < in_line {
            let worker = Arc::clone(shared);
            let spawned = thread::Builder::new()
                .name("engine".to_owned())
                .spawn(move || worker.work());
            match spawned {
                Ok(_) => queue.threads += 1,
                Err(error) => tracing::error!(%error, "the engine gets no thread"),
            }
        }
        if queue.threads == 0 || queue.closed {
            // Nobody would ever answer; whoever asked hears of it, and asks again later.
            queue.clear();
        }
        drop(queue);
        shared.changed.notify_all();
        place
    }

    /// Stops all thoughts, and begins none any more.
    pub(super) fn close(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
        let mut queue = self.0.lock();
        queue.closed = true;
        queue.clear();
        drop(queue);
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing that holds the lock leaves the queue half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads may think about hints at once.
    const fn most_hints(&self) -> usize {
        let others = self.settings.threads.saturating_sub(1);
        if others == 0 { 1 } else { others }
    }

    /// A thread's life.
    fn work(&self) {
        let mut engine = None;
        while let Some((waiting, deadline)) = self.take() {
            let urgency = waiting.task.urgency;
            self.answer(&mut engine, waiting, deadline);
            let mut queue = self.lock();
            queue.busy -= 1;
            queue.hinting -= usize::from(urgency != Urgency::Turn);
            drop(queue);
            self.changed.notify_all();
        }
    }

    /// Takes the next question, and says by when it is to be answered. `None` once the pool is
    /// closed.
    fn take(&self) -> Option<(Waiting, Instant)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(waiting) = queue.next(self.most_hints()) {
                self.turns.store(queue.turns.len(), Ordering::Relaxed);
                queue.busy += 1;
                queue.hinting += usize::from(waiting.task.urgency != Urgency::Turn);
                let behind = match waiting.task.urgency {
                    Urgency::Turn => queue.owners_waiting(),
                    Urgency::Hint | Urgency::Review => queue.owners_waiting() + queue.hints.len(),
                };
                let deadline = self.deadline(waiting.since, behind);
                return Some((waiting, deadline));
            }
            queue = self
                .changed
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// By when a question is to be answered that was asked at `since`, while so many others wait
    /// behind it.
    fn deadline(&self, since: Instant, behind: usize) -> Instant {
        let now = Instant::now();
        let threads = self.settings.threads;
        let share = threads as f64 / (threads + behind) as f64;
        let time = self.settings.time;
        (since + time)
            .min(now + time.mul_f64(share))
            .max(now + LEAST)
    }

    /// Thinks about a question, and answers it or puts it back in line.
    fn answer(&self, engine: &mut Option<Engine>, mut waiting: Waiting, deadline: Instant) {
        let urgency = waiting.task.urgency;
        let alone = self.settings.threads == 1;
        let mut guard = Guard {
            pool: self,
            wanted: &waiting.task.wanted,
            deadline,
            may_step_back: urgency != Urgency::Turn && alone && waiting.stepped_back < STEPS_BACK,
            ended: None,
        };
        if guard.is_unwanted() {
            return;
        }
        let engine_now = engine.get_or_insert_with(|| {
            let wanted = self.settings.hash / self.settings.threads.max(1);
            let engine = Engine::new(EngineOptions {
                hash: wanted,
                ..EngineOptions::default()
            });
            let bytes = engine.options().hash;
            if bytes < wanted {
                tracing::warn!(bytes, wanted, "there is less memory for the engine");
            }
            engine
        });
        let work = &mut waiting.task.work;
        let found = catch_unwind(AssertUnwindSafe(|| {
            fail_point!("engine");
            work(engine_now, &mut guard)
        }));
        let ended = guard.ended;
        match (found, ended) {
            (Err(_), _) => {
                tracing::error!("the engine panicked");
                *engine = None;
            }
            (Ok(_), Some(End::Unwanted)) => {}
            (Ok(_), Some(End::SteppedBack)) => {
                waiting.stepped_back += 1;
                let mut queue = self.lock();
                match urgency {
                    _ if queue.closed => {}
                    Urgency::Review => queue.reviews.push_front(waiting),
                    Urgency::Turn | Urgency::Hint => queue.hints.push_front(waiting),
                }
            }
            (Ok(found), Some(End::TimeIsUp) | None) => {
                // Whoever asked may have gone.
                let _ = waiting.task.answer.send(found);
            }
        }
    }
}

impl Queue {
    fn clear(&mut self) {
        self.turns.clear();
        self.hints.clear();
        self.reviews.clear();
    }

    /// Whose turn it is to be thought about.
    fn next(&mut self, most_hints: usize) -> Option<Waiting> {
        let thread_free = self.hinting < most_hints;
        let nothing_else = self.turns.is_empty() && self.hints.is_empty();
        if thread_free
            && (nothing_else || self.reviews_passed_over >= PASSED_OVER)
            && let Some(review) = self.reviews.pop_front()
        {
            self.reviews_passed_over = 0;
            return Some(review);
        }
        let taken = self.next_but_reviews(thread_free)?;
        if !self.reviews.is_empty() {
            self.reviews_passed_over += 1;
        }
        Some(taken)
    }

    /// The first turn of whoever was not served for the longest time, so that one person with many
    /// games does not hold up others.
    fn next_turn(&mut self) -> Option<Waiting> {
        let served = |owner: &String| self.served.get(owner).copied().unwrap_or_default();
        let waiting = self.turns.iter().enumerate();
        let (index, _) = waiting.min_by_key(|(_, waiting)| served(&waiting.task.owner))?;
        let turn = self.turns.remove(index)?;
        if self.turns.is_empty() {
            self.served.clear();
        } else {
            self.taken += 1;
            self.served.insert(turn.task.owner.clone(), self.taken);
        }
        Some(turn)
    }

    /// How many persons wait for the bot's turn: one with many games has no greater share of the
    /// time than others.
    fn owners_waiting(&self) -> usize {
        let owners: HashSet<&String> = self.turns.iter().map(|one| &one.task.owner).collect();
        owners.len()
    }

    fn next_but_reviews(&mut self, thread_free: bool) -> Option<Waiting> {
        let hint_may = !self.hints.is_empty() && thread_free;
        if hint_may && (self.turns.is_empty() || self.passed_over >= PASSED_OVER) {
            self.passed_over = 0;
            return self.hints.pop_front();
        }
        let turn = self.next_turn()?;
        self.passed_over = match self.hints.is_empty() {
            true => 0,
            false => self.passed_over + 1,
        };
        Some(turn)
    }
}

/// Why a thought was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Unwanted,
    SteppedBack,
    TimeIsUp,
}

/// Ends a thought when it is time to.
struct Guard<'a> {
    pool: &'a Shared,
    wanted: &'a (dyn Fn() -> bool + Send),
    deadline: Instant,
    may_step_back: bool,
    ended: Option<End>,
}

impl Guard<'_> {
    fn is_unwanted(&self) -> bool {
        self.pool.stopped.load(Ordering::Relaxed) || !(self.wanted)()
    }
}

impl SearchMonitor for Guard<'_> {
    fn should_stop(&mut self) -> bool {
        if self.ended.is_none() {
            self.ended = if self.is_unwanted() {
                Some(End::Unwanted)
            } else if self.may_step_back && self.pool.turns.load(Ordering::Relaxed) > 0 {
                Some(End::SteppedBack)
            } else if Instant::now() >= self.deadline {
                Some(End::TimeIsUp)
            } else {
                None
            };
        }
        self.ended.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const LONG: Duration = Duration::from_secs(300);

    fn pool(threads: usize) -> Pool {
        Pool::new(config::Engine {
            threads,
            hash: threads << 20,
            time: LONG,
            pause: Duration::ZERO,
        })
    }

    /// Notes who is thought about, and lets each wait for a word to go on.
    struct Desk {
        begun: (mpsc::Sender<&'static str>, mpsc::Receiver<&'static str>),
    }

    impl Desk {
        fn new() -> Self {
            Self {
                begun: mpsc::channel(),
            }
        }

        /// Somebody who thinks until the watch has enough, or a word comes.
        fn put(
            &self,
            pool: &Pool,
            urgency: Urgency,
            name: &'static str,
        ) -> (usize, mpsc::Sender<()>, oneshot::Receiver<Found>) {
            self.put_for("somebody", pool, urgency, name)
        }

        /// The same for this person.
        fn put_for(
            &self,
            owner: &str,
            pool: &Pool,
            urgency: Urgency,
            name: &'static str,
        ) -> (usize, mpsc::Sender<()>, oneshot::Receiver<Found>) {
            let (go, gone) = mpsc::channel();
            let (answer, answered) = oneshot::channel();
            let begun = self.begun.0.clone();
            let place = pool.put(Task {
                urgency,
                owner: owner.to_owned(),
                wanted: Box::new(|| true),
                work: Box::new(move |_, watch| {
                    begun.send(name).unwrap();
                    while gone.try_recv().is_err() && !watch.should_stop() {
                        thread::yield_now();
                    }
                    Found::Turn(Vec::new())
                }),
                answer,
            });
            (place, go, answered)
        }

        fn next(&self) -> &'static str {
            self.begun.1.recv_timeout(LONG).unwrap()
        }
    }

    #[test]
    fn one_thread_is_kept_free_of_hints() {
        let (pool, desk) = (pool(2), Desk::new());
        let first = desk.put(&pool, Urgency::Hint, "hint 1");
        assert_eq!((desk.next(), first.0), ("hint 1", 0));
        let second = desk.put(&pool, Urgency::Hint, "hint 2");
        let third = desk.put(&pool, Urgency::Hint, "hint 3");
        assert_eq!((second.0, third.0), (1, 2));
        let turn = desk.put(&pool, Urgency::Turn, "turn");
        assert_eq!((desk.next(), turn.0), ("turn", 0));
        turn.1.send(()).unwrap();
        assert_eq!(turn.2.blocking_recv(), Ok(Found::Turn(Vec::new())));
        for (one, next) in [
            (first, Some("hint 2")),
            (second, Some("hint 3")),
            (third, None),
        ] {
            one.1.send(()).unwrap();
            assert!(one.2.blocking_recv().is_ok());
            if let Some(next) = next {
                assert_eq!(desk.next(), next);
            }
        }
    }

    #[test]
    fn a_hint_steps_back_for_a_turn_where_there_is_one_thread_but_not_for_ever() {
        let (pool, desk) = (pool(1), Desk::new());
        let hint = desk.put(&pool, Urgency::Hint, "hint");
        assert_eq!(desk.next(), "hint");
        for _ in 0..STEPS_BACK {
            let turn = desk.put(&pool, Urgency::Turn, "turn");
            assert_eq!(desk.next(), "turn");
            turn.1.send(()).unwrap();
            assert!(turn.2.blocking_recv().is_ok());
            assert_eq!(desk.next(), "hint");
        }
        let turn = desk.put(&pool, Urgency::Turn, "turn");
        hint.1.send(()).unwrap();
        assert!(hint.2.blocking_recv().is_ok());
        assert_eq!(desk.next(), "turn");
        turn.1.send(()).unwrap();
        assert!(turn.2.blocking_recv().is_ok());
    }

    #[test]
    fn one_person_with_many_games_holds_up_nobody_else() {
        let (pool, desk) = (pool(1), Desk::new());
        let first = desk.put_for("alice", &pool, Urgency::Turn, "first");
        assert_eq!(desk.next(), "first");
        let mut turns: Vec<_> = (0..20)
            .map(|_| desk.put_for("alice", &pool, Urgency::Turn, "alice"))
            .collect();
        for (owner, name) in [("bob", "bob"), ("carol", "carol"), ("bob", "bob")] {
            turns.push(desk.put_for(owner, &pool, Urgency::Turn, name));
        }
        first.1.send(()).unwrap();
        for turn in &turns {
            turn.1.send(()).unwrap();
        }
        let order: Vec<_> = turns.iter().map(|_| desk.next()).collect();
        let place = |name| order.iter().rposition(|one| *one == name).unwrap();
        assert!(place("carol") < 3, "{order:?}");
        assert!(place("bob") < 6, "{order:?}");
    }

    #[test]
    fn a_hint_that_was_passed_over_often_goes_next() {
        let (pool, desk) = (pool(1), Desk::new());
        let first = desk.put(&pool, Urgency::Turn, "first");
        assert_eq!(desk.next(), "first");
        let hint = desk.put(&pool, Urgency::Hint, "hint");
        let turns: Vec<_> = (0..2 * PASSED_OVER)
            .map(|_| desk.put(&pool, Urgency::Turn, "turn"))
            .collect();
        first.1.send(()).unwrap();
        hint.1.send(()).unwrap();
        for turn in &turns {
            turn.1.send(()).unwrap();
        }
        let order: Vec<_> = (0..=turns.len()).map(|_| desk.next()).collect();
        let at = order.iter().position(|name| *name == "hint").unwrap();
        assert_eq!(at, PASSED_OVER, "{order:?}");
    }

    #[test]
    fn a_review_lets_turns_and_hints_go_first_but_not_for_ever() {
        let (pool, desk) = (pool(1), Desk::new());
        let first = desk.put(&pool, Urgency::Turn, "first");
        assert_eq!(desk.next(), "first");
        let review = desk.put(&pool, Urgency::Review, "review");
        let others: Vec<_> = (0..2 * PASSED_OVER)
            .map(|index| {
                let (urgency, name) = [(Urgency::Turn, "turn"), (Urgency::Hint, "hint")][index % 2];
                desk.put(&pool, urgency, name)
            })
            .collect();
        first.1.send(()).unwrap();
        review.1.send(()).unwrap();
        for other in &others {
            other.1.send(()).unwrap();
        }
        let order: Vec<_> = (0..=others.len()).map(|_| desk.next()).collect();
        let at = order.iter().position(|name| *name == "review").unwrap();
        assert_eq!(at, PASSED_OVER, "{order:?}");
        assert!(review.2.blocking_recv().is_ok());
    }

    #[test]
    fn what_nobody_wants_any_more_stops_and_a_panic_stays_where_it_is() {
        let (pool, desk) = (pool(1), Desk::new());
        let wanted = Arc::new(AtomicUsize::new(1));
        let still = Arc::clone(&wanted);
        let (answer, answered) = oneshot::channel();
        let (begun, begins) = mpsc::channel();
        pool.put(Task {
            urgency: Urgency::Turn,
            owner: String::new(),
            wanted: Box::new(move || still.load(Ordering::Relaxed) == 1),
            work: Box::new(move |_, watch| {
                begun.send(()).unwrap();
                while !watch.should_stop() {
                    thread::yield_now();
                }
                Found::Turn(Vec::new())
            }),
            answer,
        });
        begins.recv_timeout(LONG).unwrap();
        wanted.store(0, Ordering::Relaxed);
        assert!(answered.blocking_recv().is_err());

        let (answer, answered) = oneshot::channel();
        pool.put(Task {
            urgency: Urgency::Turn,
            owner: String::new(),
            wanted: Box::new(|| true),
            work: Box::new(|_, _| panic!("the engine's mistake")),
            answer,
        });
        assert!(answered.blocking_recv().is_err());
        let next = desk.put(&pool, Urgency::Turn, "next");
        next.1.send(()).unwrap();
        assert!(next.2.blocking_recv().is_ok());
    }

    #[test]
    fn a_closed_pool_answers_nobody() {
        let (pool, desk) = (pool(1), Desk::new());
        let first = desk.put(&pool, Urgency::Turn, "first");
        assert_eq!(desk.next(), "first");
        let second = desk.put(&pool, Urgency::Turn, "second");
        pool.close();
        assert!(first.2.blocking_recv().is_err());
        assert!(second.2.blocking_recv().is_err());
    }
}
