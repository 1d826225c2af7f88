//! Draws replays and caches the latest: each is drawn before its reply is written, and looked up when the
//! reply is sent.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::lock::lock;
use crate::metrics;
use crate::picture::{DrawnReplay, Replay, ReplayLimits, draw_replay};

/// Replays in the cache, of a megabyte or two each.
const KEPT: usize = 4;

/// Draws replays.
pub(super) struct Animator {
    /// One at a time: each keeps a processor busy for seconds.
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

    /// Number of cached replays.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        lock(&self.drawn).len()
    }

    /// A replay of at most `bytes`, from the cache or drawn anew. `watch` is called with the progress, 0
    /// to 1. `None` if drawing failed or `watch` broke it off.
    pub(super) async fn draw(
        &self,
        replay: Replay,
        bytes: usize,
        mut watch: impl FnMut(f32) -> ControlFlow<()> + Send + 'static,
    ) -> Option<Arc<DrawnReplay>> {
        let key = format!("{bytes} {replay:?}");
        let kept = self.kept(&key);
        metrics::replay_picture(kept.is_some());
        if kept.is_some() {
            return kept;
        }
        // The semaphore is never closed.
        let _permit = self.drawing.acquire().await.ok();
        // It may have been drawn meanwhile.
        if let Some(kept) = self.kept(&key) {
            return Some(kept);
        }
        let limits = ReplayLimits { bytes };
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

    fn kept(&self, key: &str) -> Option<Arc<DrawnReplay>> {
        let drawn = lock(&self.drawn);
        let kept = drawn.iter().find(|(one, _)| one == key);
        kept.map(|(_, drawn)| Arc::clone(drawn))
    }
}
