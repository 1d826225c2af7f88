//! Draws replays ahead of their delivery, so that no other reply at the table waits for them.

use std::ops::ControlFlow;
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::pool::Effort;
use super::request::{Answer, Update};
use super::review::LONG;
use super::shared::Shared;
use crate::host::transport::Transport;
use crate::picture::Replay;
use crate::session::{DrawnTurns, TableKey};

/// A replay to be drawn.
pub(super) struct ReplayJob {
    pub(super) table: TableKey,
    pub(super) replay: Box<Replay>,
    pub(super) transport: Arc<dyn Transport>,
    pub(super) cancel: CancellationToken,
    pub(super) updates: mpsc::UnboundedSender<Update>,
}

/// Starts drawing. Returns how many other replays are ahead.
pub(super) fn begin(shared: &Arc<Shared>, job: ReplayJob) -> usize {
    let (ahead, place) = shared.replays.queue();
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        let cancel = job.cancel.clone();
        let drawn = async move {
            let _permit = place.next().await;
            draw(&shared, job).await;
        };
        tokio::select! {
            () = cancel.cancelled() => {}
            () = drawn => {}
        }
    });
    ahead
}

/// Draws the replay.
async fn draw(shared: &Shared, job: ReplayJob) {
    let ReplayJob {
        table,
        replay,
        transport,
        cancel,
        updates,
    } = job;
    let begun = Instant::now();
    let tells_half = shared.effort == Effort::Time;
    let (watched, half) = (cancel.clone(), updates.clone());
    let mut half_done = false;
    let watch = move |part: f32| {
        if !half_done && part >= 0.5 {
            half_done = true;
            if tells_half && begun.elapsed() >= LONG {
                let _ = half.send(Update::HalfDone);
            }
        }
        match watched.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let bytes = transport.largest_picture().await;
    let drawn = shared.animator.draw(*replay, bytes, watch).await;
    // A replay that was broken off has not failed: the table asks for it again.
    if cancel.is_cancelled() {
        return;
    }
    if drawn.is_none() {
        tracing::error!(%table, "a replay was not drawn");
    }
    let turns = drawn.map(|drawn| DrawnTurns {
        left_out: drawn.left_out,
    });
    // The table may have gone.
    let _ = updates.send(Update::Done(Answer::Replay(turns)));
}
