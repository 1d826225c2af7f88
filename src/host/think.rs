//! The engine's pool: turns are thought about apart from the chat, a few at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::Shared;
use super::busy::InHand;
use super::desk::{Job, Thought};
use crate::engine;
use crate::game::Position;
use crate::lock::lock;
use crate::session::TableKey;

/// A question to the engine.
pub(super) struct Question {
    pub(super) table: TableKey,
    pub(super) position: Position,
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
            let tell = || served.courier.thinking(&self.table, *count > 0);
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

/// Asks the engine; the answer comes to the table's desk as a job.
pub(super) fn ask(shared: &Arc<Shared>, question: Question, in_hand: InHand) {
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        let stopping = shared.stopping.clone();
        tokio::select! {
            // After the next start the engine is asked again.
            () = stopping.cancelled() => {}
            () = think(&shared, question, in_hand) => {}
        }
    });
}

async fn think(shared: &Arc<Shared>, question: Question, in_hand: InHand) {
    let Question {
        table,
        position,
        version,
        current,
        thoughts,
    } = question;
    let thinking = Thinking::begin(shared, &table, thoughts);
    let Ok(_permit) = shared.thinking.acquire().await else {
        return;
    };
    if current.load(Ordering::Relaxed) != version {
        return;
    }
    let seed = (shared.sources.random)();
    let thought = spawn_blocking(move || engine::turn(&position, seed)).await;
    drop(thinking);
    match thought {
        Ok(actions) => {
            let thought = Thought {
                version,
                current,
                actions,
            };
            shared.enqueue(&table, Job::Thought(thought), Some(in_hand));
        }
        Err(error) => {
            tracing::error!(%table, %position, seed, %error, "the engine failed");
            look_later(shared, table);
        }
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
