//! Draws replays, and keeps those drawn last: each is drawn before the reply that shows it is sent, and
//! is found here then.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::lock::lock;
use crate::picture::{DrawnReplay, Replay, ReplayLimits, draw_replay};

/// Most bytes of a replay. Discord takes files of 10 MB, and what else goes with them.
const MOST_BYTES: usize = 8_000_000;

/// Replays that are kept, of a megabyte or two each.
const KEPT: usize = 4;

/// Draws replays.
pub(super) struct Animator {
    /// One at a time: they keep a processor busy for seconds.
    drawing: Semaphore,
    drawn: Mutex<VecDeque<(String, Arc<DrawnReplay>)>>,
}

impl Animator {
    pub(super) fn new() -> Self {
        Self {
            drawing: Semaphore::new(1),
            drawn: Mutex::default(),
        }
    }

    /// How many are kept.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        lock(&self.drawn).len()
    }

    /// A replay, from those that are kept or drawn anew; `None` if that failed, or if `watch` has broken
    /// it off, which is called with the part that is done.
    pub(super) async fn draw(
        &self,
        replay: Replay,
        mut watch: impl FnMut(f32) -> ControlFlow<()> + Send + 'static,
    ) -> Option<Arc<DrawnReplay>> {
        // The semaphore is never closed.
        let _permit = self.drawing.acquire().await.ok();
        let key = format!("{replay:?}");
        let kept = lock(&self.drawn)
            .iter()
            .find(|(one, _)| *one == key)
            .map(|(_, drawn)| Arc::clone(drawn));
        if kept.is_some() {
            return kept;
        }
        let limits = ReplayLimits { bytes: MOST_BYTES };
        let drawing = spawn_blocking(move || draw_replay(&replay, limits, &mut watch));
        let reason = match drawing.await {
            Ok(Ok(drawn)) => {
                let drawn = Arc::new(drawn?);
                let mut kept = lock(&self.drawn);
                kept.truncate(KEPT - 1);
                kept.push_front((key, Arc::clone(&drawn)));
                return Some(drawn);
            }
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        tracing::error!(reason, "cannot draw a replay");
        None
    }
}
