//! The engine's pool: turns are thought about apart from the chat, a few at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::Shared;
use super::busy::InHand;
use super::desk::Job;
use crate::engine;
use crate::game::Position;
use crate::session::TableKey;

/// A question to the engine.
pub(super) struct Question {
    pub(super) table: TableKey,
    pub(super) position: Position,
    /// The table's version, which the answer is for.
    pub(super) version: u64,
    /// The table's version as it moves on. Once it differs nobody wants the answer any more.
    pub(super) current: Arc<AtomicU64>,
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
    } = question;
    let Ok(_permit) = shared.thinking.acquire().await else {
        return;
    };
    if current.load(Ordering::Relaxed) != version {
        return;
    }
    let seed = (shared.sources.random)();
    match spawn_blocking(move || engine::turn(&position, seed)).await {
        Ok(actions) => {
            shared.enqueue(&table, Job::Thought { version, actions }, Some(in_hand));
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
