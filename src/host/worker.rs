//! A worker: runs the engine searches that other processes on its database ask for.

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::Host;
use crate::store::{EngineRequest, SharedStore, StoreError, WORKER};

/// The priority of turns.
const TURN: i64 = 0;

impl Host {
    /// Runs searches for other processes until the host stops. What is not finished then is left to
    /// another worker.
    pub(super) async fn work(self) {
        let this = &self;
        let Some(shared) = self.services.store.shared() else {
            return;
        };
        let threads = self.services.engine.threads();
        // As many hints and reviews as the engine works on at the same time.
        let most_others = threads.saturating_sub(1).max(1);
        let (mut turns, mut others) = (0, 0);
        let mut attached = None;
        let mut searches = FuturesUnordered::new();
        loop {
            // On a single thread a turn interrupts a hint or a review.
            while turns < threads {
                let is_free = turns + others < threads && others < most_others;
                let most = if is_free { i64::MAX } else { TURN };
                match next(shared, &mut attached, most).await {
                    Ok(Some(request)) => {
                        let is_turn = request.priority <= TURN;
                        turns += usize::from(is_turn);
                        others += usize::from(!is_turn);
                        searches.push(async move {
                            this.search(shared, request).await;
                            is_turn
                        });
                    }
                    Ok(None) => break,
                    Err(error) => {
                        tracing::debug!(%error, "searches for others are looked for later");
                        break;
                    }
                }
            }
            tokio::select! {
                () = self.services.stopping.cancelled() => return,
                Some(was_turn) = searches.next() => {
                    turns -= usize::from(was_turn);
                    others -= usize::from(!was_turn);
                }
                () = self.has_looked() => {}
            }
        }
    }

    /// Runs a search.
    async fn search(&self, shared: &dyn SharedStore, request: EngineRequest) {
        let EngineRequest {
            id, request, left, ..
        } = request;
        let engine = &self.services.engine;
        let output = engine.search_for_another(&request, left).await;
        if self.services.stopping.is_cancelled() {
            return;
        }
        if let Err(error) = shared.answer_search(id, output).await {
            tracing::warn!(%error, "what was found for another process cannot be stored");
        }
    }
}

/// The next search of a priority up to `most`. Whenever the process has a new number, it is attached as a
/// worker first.
async fn next(
    shared: &dyn SharedStore,
    attached: &mut Option<i64>,
    most: i64,
) -> Result<Option<EngineRequest>, StoreError> {
    let number = shared.number();
    if *attached != Some(number) {
        shared.attach(WORKER).await?;
        *attached = Some(number);
    }
    shared.take_search(most).await
}
