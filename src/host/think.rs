//! Asking the engine: for the bot's turns, and for hints.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, sleep_until};

use super::Shared;
use super::busy::InHand;
use super::desk::{Job, Thought};
use super::pool::{Found, Task, Urgency, Work};
use crate::engine::{self, Level, SearchLimits};
use crate::game::Position;
use crate::lock::lock;
use crate::session::TableKey;

/// Lines of a hint: the best, and two others.
const HINT_LINES: usize = 3;

/// Positions looked at for a hint. That is deep enough to see what a person can follow, and quick
/// enough to be fair to the next who asks.
const HINT_NODES: u64 = 300_000;

/// How often a question is put to the pool before it is answered without it: what made it fail
/// may not come again, but mostly it does.
const ATTEMPTS: usize = 2;

/// What the engine is asked.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wish {
    /// The bot's turn, at a level.
    Turn(Level),
    /// What would be good for the player who decides.
    Hint,
}

/// A question to the engine.
pub(super) struct Question {
    pub(super) table: TableKey,
    /// Who waits for the answer.
    pub(super) owner: String,
    pub(super) position: Position,
    pub(super) wish: Wish,
    /// The table's version, which the answer is for.
    pub(super) version: u64,
    /// The table's version as it moves on. Once it differs nobody wants the answer any more.
    pub(super) current: Arc<AtomicU64>,
    /// The thoughts about the table.
    pub(super) thoughts: Thoughts,
}

/// How many thoughts about a table are under way: one that is out of date may not have ended
/// when the next begins.
pub(super) type Thoughts = Arc<Mutex<usize>>;

/// A thought under way, until it is dropped. The platform hears of the first and the last.
struct Thinking {
    shared: Arc<Shared>,
    table: TableKey,
    thoughts: Thoughts,
}

impl Thinking {
    fn begin(shared: &Arc<Shared>, table: &TableKey, thoughts: Thoughts) -> Self {
        let thinking = Self {
            shared: Arc::clone(shared),
            table: table.clone(),
            thoughts,
        };
        thinking.count(|count| {
            *count += 1;
            *count == 1
        });
        thinking
    }

    /// Changes the number, and tells the platform if it is to be told.
    fn count(&self, change: impl FnOnce(&mut usize) -> bool) {
        let mut count = lock(&self.thoughts);
        if change(&mut count)
            && let Some(served) = self.shared.platforms.get(&self.table.platform)
        {
            // Told while the number is locked, so that «begins» and «ends» arrive in order.
            let tell = || served.transport.thinking(&self.table, *count > 0);
            if catch_unwind(AssertUnwindSafe(tell)).is_err() {
                tracing::error!(table = %self.table, "the adapter panicked");
            }
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.count(|count| {
            *count -= 1;
            *count == 0
        });
    }
}

/// Asks the engine; the answer comes to the table's desk as a job. Returns the question's place in
/// line, 0 if it is thought about at once.
pub(super) fn ask(shared: &Arc<Shared>, question: Question, in_hand: InHand) -> usize {
    let Question {
        table,
        owner,
        position,
        wish,
        version,
        current,
        thoughts,
    } = question;
    let thinking = Thinking::begin(shared, &table, thoughts);
    let begun = Instant::now();
    let wanted = {
        let (stopping, now) = (shared.stopping.clone(), Arc::clone(&current));
        move || !stopping.is_cancelled() && now.load(Ordering::Relaxed) == version
    };
    let (urgency, least) = match wish {
        Wish::Turn(_) => (Urgency::Turn, shared.engine.pause),
        Wish::Hint => (Urgency::Hint, Duration::ZERO),
    };
    let put = {
        let wanted = wanted.clone();
        move |shared: &Shared| {
            // Another for each attempt: what goes wrong with one may go well with the next.
            let seed = (shared.sources.random)();
            let (answer, answered) = oneshot::channel();
            let place = shared.pool.put(Task {
                urgency,
                owner: owner.clone(),
                wanted: Box::new(wanted.clone()),
                work: work(position, wish, seed),
                answer,
            });
            (place, seed, answered)
        }
    };
    let (place, mut seed, mut answered) = put(shared);
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        let stopping = shared.stopping.clone();
        let answered = async {
            let mut attempt = 1;
            loop {
                match answered.await {
                    Ok(found) if is_answer(&position, wish, &found) => break Some(found),
                    _ if !wanted() => break None,
                    _ => tracing::error!(%table, %position, seed, attempt, "the engine failed"),
                }
                if attempt == ATTEMPTS {
                    let seed = (shared.sources.random)();
                    let found = spawn_blocking(move || instead(&position, wish, seed)).await;
                    match found {
                        Ok(found) if is_answer(&position, wish, &found) => break Some(found),
                        _ => tracing::error!(%table, %position, seed, "there is no other answer"),
                    }
                    look_later(&shared, table.clone());
                    break None;
                }
                attempt += 1;
                (_, seed, answered) = put(&shared);
            }
        };
        let found = tokio::select! {
            // After the next start the engine is asked again.
            () = stopping.cancelled() => return,
            found = answered => found,
        };
        if found.is_some() {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = sleep_until(begun + least) => {}
            }
        }
        drop(thinking);
        if let Some(found) = found {
            let thought = Thought {
                version,
                current,
                found,
            };
            shared.enqueue(&table, Job::Thought(thought), Some(in_hand));
        }
    });
    place
}

/// Whether this is an answer to the wish that the table can follow: a turn is one player's.
fn is_answer(position: &Position, wish: Wish, found: &Found) -> bool {
    match (wish, found) {
        (Wish::Turn(_), Found::Turn(actions)) => {
            let actor = position.actor();
            let after = actions.iter().try_fold(*position, |position, &action| {
                let played = position.play(action).ok()?;
                (position.actor() == actor).then_some(played)
            });
            !actions.is_empty() && after.is_some()
        }
        (Wish::Hint, Found::Hint(_)) => true,
        _ => false,
    }
}

/// The answer if the engine fails: no hint, but some turn, so that the game goes on.
fn instead(position: &Position, wish: Wish, seed: u64) -> Found {
    match wish {
        Wish::Turn(_) => Found::Turn(engine::turn(position, seed)),
        Wish::Hint => Found::Hint(Vec::new()),
    }
}

/// How a wish is thought about.
fn work(position: Position, wish: Wish, seed: u64) -> Work {
    match wish {
        Wish::Turn(level) => {
            Box::new(move |engine, watch| Found::Turn(level.turn(engine, &position, seed, watch)))
        }
        Wish::Hint => Box::new(move |engine, watch| {
            let limits = SearchLimits {
                nodes: Some(HINT_NODES),
                lines: HINT_LINES,
                ..SearchLimits::default()
            };
            let thought = engine.search(&position, &limits, watch);
            Found::Hint(thought.map_or_else(Vec::new, |thought| thought.lines))
        }),
    }
}

/// How long to leave a table alone after what it waits for has failed: long enough not to fill
/// the log, short enough that a player still waits.
const SECOND_TRY: Duration = Duration::from_secs(5);

/// Has a table looked at again in a while, for what it waits for.
pub(super) fn look_later(shared: &Arc<Shared>, table: TableKey) {
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        tokio::select! {
            // The next start looks at every table that waits.
            () = shared.stopping.cancelled() => {}
            () = sleep(SECOND_TRY) => {
                shared.enqueue(&table, Job::Look, None);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn a_turn_is_one_player_s_and_follows_the_rules() {
        let start = Position::start(Variant::Normal);
        let own = engine::turn(&start, 7);
        let after = start.play(own[0]).unwrap();
        let others = engine::turn(&after, 7);
        let wish = Wish::Turn(Level::default());
        for (actions, is) in [
            (own.clone(), true),
            (Vec::new(), false),
            ([&own[..], &own].concat(), false),
            ([own, others].concat(), false),
        ] {
            assert_eq!(is_answer(&start, wish, &Found::Turn(actions)), is);
        }
    }
}
