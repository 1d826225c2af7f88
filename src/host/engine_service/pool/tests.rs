//! Tests of the pool and its queue.

use std::sync::mpsc;

use tokio::sync::oneshot;

use super::super::queue::{PASSED_OVER, TaskOutput};
use super::*;

const LONG: Duration = Duration::from_secs(300);

fn pool(threads: usize) -> Pool {
    let settings = config::EngineConfig {
        threads,
        hash: threads << 20,
        time: LONG,
        pause: Duration::ZERO,
    };
    Pool::new(settings, Effort::Time)
}

/// Tasks that say when they start, and run until they are told to end.
struct Script {
    begun: (mpsc::Sender<&'static str>, mpsc::Receiver<&'static str>),
}

impl Script {
    fn new() -> Self {
        Self {
            begun: mpsc::channel(),
        }
    }

    /// Puts a task that runs until the monitor stops it or it is told to end.
    fn put(
        &self,
        pool: &Pool,
        priority: Priority,
        name: &'static str,
    ) -> (usize, mpsc::Sender<()>, oneshot::Receiver<TaskOutput>) {
        self.put_for("somebody", pool, priority, name)
    }

    /// The same for this owner.
    fn put_for(
        &self,
        owner: &str,
        pool: &Pool,
        priority: Priority,
        name: &'static str,
    ) -> (usize, mpsc::Sender<()>, oneshot::Receiver<TaskOutput>) {
        let (go, gone) = mpsc::channel();
        let (answer, answered) = oneshot::channel();
        let begun = self.begun.0.clone();
        let place = pool.put(Task {
            until: None,
            priority,
            owner: owner.to_owned(),
            wanted: Box::new(|| true),
            body: Box::new(move |_, monitor| {
                begun.send(name).unwrap();
                while gone.try_recv().is_err() && !monitor.should_stop() {
                    thread::yield_now();
                }
                TaskOutput::Turn(Vec::new())
            }),
            output: answer,
        });
        (place, go, answered)
    }

    fn next(&self) -> &'static str {
        self.begun.1.recv_timeout(LONG).unwrap()
    }
}

#[test]
fn one_thread_is_kept_free_of_hints() {
    let (pool, script) = (pool(2), Script::new());
    let first = script.put(&pool, Priority::Hint, "hint 1");
    assert_eq!((script.next(), first.0), ("hint 1", 0));
    let second = script.put(&pool, Priority::Hint, "hint 2");
    let third = script.put(&pool, Priority::Hint, "hint 3");
    assert_eq!((second.0, third.0), (1, 2));
    let turn = script.put(&pool, Priority::Turn, "turn");
    assert_eq!((script.next(), turn.0), ("turn", 0));
    turn.1.send(()).unwrap();
    assert_eq!(turn.2.blocking_recv(), Ok(TaskOutput::Turn(Vec::new())));
    for (one, next) in [
        (first, Some("hint 2")),
        (second, Some("hint 3")),
        (third, None),
    ] {
        one.1.send(()).unwrap();
        assert!(one.2.blocking_recv().is_ok());
        if let Some(next) = next {
            assert_eq!(script.next(), next);
        }
    }
}

#[test]
fn a_hint_is_interrupted_for_a_turn_on_one_thread_but_not_for_ever() {
    let (pool, script) = (pool(1), Script::new());
    let hint = script.put(&pool, Priority::Hint, "hint");
    assert_eq!(script.next(), "hint");
    for _ in 0..INTERRUPTIONS {
        let turn = script.put(&pool, Priority::Turn, "turn");
        assert_eq!(script.next(), "turn");
        turn.1.send(()).unwrap();
        assert!(turn.2.blocking_recv().is_ok());
        assert_eq!(script.next(), "hint");
    }
    let turn = script.put(&pool, Priority::Turn, "turn");
    hint.1.send(()).unwrap();
    assert!(hint.2.blocking_recv().is_ok());
    assert_eq!(script.next(), "turn");
    turn.1.send(()).unwrap();
    assert!(turn.2.blocking_recv().is_ok());
}

#[test]
fn one_person_with_many_games_holds_up_nobody_else() {
    let (pool, script) = (pool(1), Script::new());
    let first = script.put_for("alice", &pool, Priority::Turn, "first");
    assert_eq!(script.next(), "first");
    let mut turns: Vec<_> = (0..20)
        .map(|_| script.put_for("alice", &pool, Priority::Turn, "alice"))
        .collect();
    for (owner, name) in [("bob", "bob"), ("carol", "carol"), ("bob", "bob")] {
        turns.push(script.put_for(owner, &pool, Priority::Turn, name));
    }
    first.1.send(()).unwrap();
    for turn in &turns {
        turn.1.send(()).unwrap();
    }
    let order: Vec<_> = turns.iter().map(|_| script.next()).collect();
    let place = |name| order.iter().rposition(|one| *one == name).unwrap();
    assert!(place("carol") < 3, "{order:?}");
    assert!(place("bob") < 6, "{order:?}");
}

#[test]
fn a_hint_that_was_passed_over_often_goes_next() {
    let (pool, script) = (pool(1), Script::new());
    let first = script.put(&pool, Priority::Turn, "first");
    assert_eq!(script.next(), "first");
    let hint = script.put(&pool, Priority::Hint, "hint");
    let turns: Vec<_> = (0..2 * PASSED_OVER)
        .map(|_| script.put(&pool, Priority::Turn, "turn"))
        .collect();
    first.1.send(()).unwrap();
    hint.1.send(()).unwrap();
    for turn in &turns {
        turn.1.send(()).unwrap();
    }
    let order: Vec<_> = (0..=turns.len()).map(|_| script.next()).collect();
    let at = order.iter().position(|name| *name == "hint").unwrap();
    assert_eq!(at, PASSED_OVER, "{order:?}");
}

#[test]
fn a_review_lets_turns_and_hints_go_first_but_not_for_ever() {
    let (pool, script) = (pool(1), Script::new());
    let first = script.put(&pool, Priority::Turn, "first");
    assert_eq!(script.next(), "first");
    let review = script.put(&pool, Priority::Review, "review");
    let others: Vec<_> = (0..2 * PASSED_OVER)
        .map(|index| {
            let (priority, name) = [(Priority::Turn, "turn"), (Priority::Hint, "hint")][index % 2];
            script.put(&pool, priority, name)
        })
        .collect();
    first.1.send(()).unwrap();
    review.1.send(()).unwrap();
    for other in &others {
        other.1.send(()).unwrap();
    }
    let order: Vec<_> = (0..=others.len()).map(|_| script.next()).collect();
    let at = order.iter().position(|name| *name == "review").unwrap();
    assert_eq!(at, PASSED_OVER, "{order:?}");
    assert!(review.2.blocking_recv().is_ok());
}

#[test]
fn an_unwanted_task_stops_and_a_panic_costs_its_task_alone() {
    let (pool, script) = (pool(1), Script::new());
    let wanted = Arc::new(AtomicUsize::new(1));
    let still = Arc::clone(&wanted);
    let (answer, answered) = oneshot::channel();
    let (begun, begins) = mpsc::channel();
    pool.put(Task {
        until: None,
        priority: Priority::Turn,
        owner: String::new(),
        wanted: Box::new(move || still.load(Ordering::Relaxed) == 1),
        body: Box::new(move |_, monitor| {
            begun.send(()).unwrap();
            while !monitor.should_stop() {
                thread::yield_now();
            }
            TaskOutput::Turn(Vec::new())
        }),
        output: answer,
    });
    begins.recv_timeout(LONG).unwrap();
    wanted.store(0, Ordering::Relaxed);
    assert!(answered.blocking_recv().is_err());

    let (answer, answered) = oneshot::channel();
    pool.put(Task {
        until: None,
        priority: Priority::Turn,
        owner: String::new(),
        wanted: Box::new(|| true),
        body: Box::new(|_, _| panic!("the engine's mistake")),
        output: answer,
    });
    assert!(answered.blocking_recv().is_err());
    let next = script.put(&pool, Priority::Turn, "next");
    next.1.send(()).unwrap();
    assert!(next.2.blocking_recv().is_ok());
}

#[test]
fn a_closed_pool_answers_nobody() {
    let (pool, script) = (pool(1), Script::new());
    let first = script.put(&pool, Priority::Turn, "first");
    assert_eq!(script.next(), "first");
    let second = script.put(&pool, Priority::Turn, "second");
    pool.close();
    assert!(first.2.blocking_recv().is_err());
    assert!(second.2.blocking_recv().is_err());
}
