//! Workers, where several processes share a database: they are asked for searches through it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::queue::TaskOutput;
use super::search::Wanted;
use crate::lock::lock;
use crate::store::{EngineOutput, Store, StoreError, WantedSearch};

/// How much longer than the search itself its output is waited for, at most.
const MARGIN: Duration = Duration::from_secs(2);

/// How long workers are asked for nothing after they had no output in time.
const PAUSE: Duration = Duration::from_secs(10);

/// The processes that work for others.
pub(super) struct Workers {
    store: Arc<dyn Store>,
    are_there: AtomicBool,
    /// Until when they are asked for nothing.
    paused_until: Mutex<Option<Instant>>,
    /// Where outputs go, by the numbers of the requests.
    waiting: Mutex<HashMap<i64, oneshot::Sender<TaskOutput>>>,
}

/// A request that is withdrawn if it is dropped before its output has come.
struct Request<'a> {
    workers: &'a Workers,
    id: i64,
}

impl Drop for Request<'_> {
    fn drop(&mut self) {
        if lock(&self.workers.waiting).remove(&self.id).is_some() {
            self.workers.forget(self.id);
        }
    }
}

impl Workers {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            are_there: AtomicBool::new(false),
            paused_until: Mutex::default(),
            waiting: Mutex::default(),
        }
    }

    /// Whether they are to be asked.
    pub(super) fn are_there(&self) -> bool {
        let paused_until = *lock(&self.paused_until);
        self.are_there.load(Ordering::Relaxed)
            && paused_until.is_none_or(|until| Instant::now() >= until)
    }

    /// Notes whether there are any. If not, nothing is waited for any more.
    pub(super) fn set(&self, are_there: bool) {
        if self.are_there.swap(are_there, Ordering::Relaxed) != are_there {
            tracing::info!(are_there, "processes that work for others");
        }
        if !are_there {
            let given_up = std::mem::take(&mut *lock(&self.waiting));
            given_up.into_keys().for_each(|id| self.forget(id));
        }
    }

    /// Asks workers for a search of up to `time`. `None` if no worker answers soon enough, or all of
    /// them fail.
    pub(super) async fn ask(&self, wanted: &Wanted, time: Duration) -> Option<TaskOutput> {
        let (left, wait) = match wanted.until {
            None => (time, time + MARGIN.min(time)),
            // A part of it is kept for what is searched here after all.
            Some(until) => {
                let all = until.saturating_duration_since(Instant::now()).min(time);
                (all / 2, all / 4 * 3)
            }
        };
        let request = serde_json::to_string(&wanted.search).ok()?;
        let mut hasher = DefaultHasher::new();
        wanted.owner.hash(&mut hasher);
        let search = WantedSearch {
            priority: wanted.search.priority().rank(),
            owner: hasher.finish().cast_signed(),
            left,
            request,
        };
        let asked = async {
            let id = match self.store.shared()?.request_search(search).await {
                Ok(id) => id,
                Err(error) => {
                    tracing::debug!(%error, "workers cannot be asked");
                    return None;
                }
            };
            let (send, output) = oneshot::channel();
            lock(&self.waiting).insert(id, send);
            let _request = Request { workers: self, id };
            output.await.ok()
        };
        match timeout(wait, asked).await {
            Ok(found) => found,
            Err(_) => {
                let before = lock(&self.paused_until).replace(Instant::now() + PAUSE);
                if before.is_none_or(|until| until < Instant::now()) {
                    tracing::warn!("workers take too long; searching here for a while");
                }
                None
            }
        }
    }

    /// Passes on what workers have found.
    pub(super) async fn look(&self) -> Result<(), StoreError> {
        let is_waiting = !lock(&self.waiting).is_empty();
        let Some(shared) = self.store.shared().filter(|_| is_waiting) else {
            return Ok(());
        };
        for EngineOutput { id, output } in shared.search_outputs().await? {
            // One that is not waited for yet stays until the next look.
            let Some(waiting) = lock(&self.waiting).remove(&id) else {
                continue;
            };
            match serde_json::from_str(&output) {
                // The caller may have gone.
                Ok(output) => drop(waiting.send(output)),
                Err(_) => tracing::warn!(request = id, "workers could not make a search"),
            }
            self.forget(id);
        }
        Ok(())
    }

    /// Withdraws a request, while others go on.
    fn forget(&self, id: i64) {
        let store = Arc::clone(&self.store);
        tokio::spawn(async move { withdraw(&store, id).await });
    }
}

async fn withdraw(store: &Arc<dyn Store>, id: i64) {
    let Some(shared) = store.shared() else { return };
    if let Err(error) = shared.withdraw_search(id).await {
        tracing::debug!(%error, "a search is not withdrawn yet");
    }
}
