//! Tests of processes that work for others.

use tokio::time::sleep;

use super::several::{LONG_LEASE, database, process, until};
use super::*;
use crate::store::{ProcessOptions, SharedStore, WantedSearch};

/// A process on no platform that works for others.
async fn worker(place: &DatabaseLocation) -> (Host, Arc<SqlStore>) {
    let name = Some("worker".to_owned());
    let lease = LONG_LEASE;
    let store = SqlStore::share(place, ProcessOptions { lease, name });
    let store = Arc::new(store.await.unwrap());
    let mut options = HostOptions::new(&Config::default());
    options.engine.threads = 1;
    options.engine.hash = 1 << 20;
    options.engine.time = Duration::from_millis(200);
    options.works = true;
    let host = Host::begin(store.clone(), Vec::new(), options);
    (host, store)
}

impl TestHost {
    fn shared(&self) -> &dyn SharedStore {
        self.host.services.store.shared().unwrap()
    }

    async fn has_workers(&self, number: i64) {
        let counted = async || self.shared().state().await.unwrap().workers == number;
        until("no workers are counted", counted).await;
        // It is looked at within a second.
        sleep(Duration::from_millis(1500)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn workers_search_for_a_process_that_is_busy() {
    let Some(place) = database().await else {
        return;
    };
    let mut a = process(&place, "a", LONG_LEASE).await;
    let (worker, _) = worker(&place).await;
    a.has_workers(1).await;
    // Only the worker has threads, and it may take its time.
    let held = a.hold();
    a.host.services.engine.set_times(LONG, Duration::ZERO);
    a.insist(said("one", "1", "alice", "!play 1 white")).await;
    a.insist(said("one", "2", "alice", "!place E5")).await;
    a.next_says("begins").await;
    a.next_says("placed").await;
    a.next_says("Ringleader placed").await;
    a.insist(said("one", "3", "alice", "!hint")).await;
    a.next_says("place").await;
    // All that was asked is forgotten.
    let is_forgotten = async || a.shared().search_outputs().await.unwrap().is_empty();
    until("what was found is kept", is_forgotten).await;
    // Without workers, this process's own threads search again.
    worker.shutdown().await;
    a.has_workers(0).await;
    drop(held);
    let time = Duration::from_millis(200);
    a.host.services.engine.set_times(time, Duration::ZERO);
    a.insist(said("one", "4", "alice", "!place F9")).await;
    a.next_says("placed").await;
    a.next_says("Ringleader placed").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_no_worker_does_in_time_is_searched_here() {
    let Some(place) = database().await else {
        return;
    };
    let mut a = process(&place, "a", LONG_LEASE).await;
    let time = Duration::from_secs(3);
    a.host.services.engine.set_times(time, Duration::ZERO);
    // It says that it works, and does nothing.
    let idle = process(&place, "idle", LONG_LEASE).await;
    idle.shared().attach(crate::store::WORKER).await.unwrap();
    a.has_workers(1).await;
    a.insist(said("one", "1", "alice", "!play 1 black")).await;
    a.next_says("begins").await;
    let mut taken = None;
    for _ in 0..600 {
        taken = idle.shared().take_search(i64::MAX).await.unwrap();
        if taken.is_some() {
            break;
        }
        sleep(Duration::from_millis(10)).await;
    }
    let taken = taken.unwrap();
    assert!(taken.left <= time, "{taken:?}");
    a.next_says("Ringleader placed").await;
    // What it finds then is of no use.
    let late = Some("late".to_owned());
    idle.shared().answer_search(taken.id, late).await.unwrap();
    assert!(a.shared().search_outputs().await.unwrap().is_empty());
    // For a while it is asked for nothing.
    a.insist(said("one", "2", "alice", "!place E5")).await;
    a.next_says("alice placed").await;
    a.next_says("Ringleader placed").await;
    assert_eq!(idle.shared().take_search(i64::MAX).await.unwrap(), None);
}

fn wanted(priority: i64, owner: i64, request: &str) -> WantedSearch {
    WantedSearch {
        priority,
        owner,
        left: LONG,
        request: request.to_owned(),
    }
}

#[tokio::test]
async fn a_search_is_tried_twice_and_turns_go_first() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (
        process(&place, "a", LONG_LEASE).await,
        process(&place, "b", LONG_LEASE).await,
    );
    let (a, b) = (a.shared(), b.shared());
    let review = a.request_search(wanted(2, 1, "review")).await.unwrap();
    let turn = a.request_search(wanted(0, 1, "turn")).await.unwrap();
    let taken = b.take_search(i64::MAX).await.unwrap().unwrap();
    assert_eq!((taken.id, &*taken.request), (turn, "turn"));
    assert_eq!(b.take_search(0).await.unwrap(), None, "no turn");
    // Nobody else answers it.
    a.answer_search(turn, Some("false".to_owned()))
        .await
        .unwrap();
    assert!(a.search_outputs().await.unwrap().is_empty());
    b.answer_search(turn, Some("found".to_owned()))
        .await
        .unwrap();
    let found = a.search_outputs().await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].id, &*found[0].output), (turn, "found"));
    assert!(b.search_outputs().await.unwrap().is_empty());
    a.withdraw_search(turn).await.unwrap();
    for _ in 0..2 {
        assert_eq!(b.take_search(i64::MAX).await.unwrap().unwrap().id, review);
        b.answer_search(review, None).await.unwrap();
    }
    assert_eq!(b.take_search(i64::MAX).await.unwrap(), None);
    let failed = a.search_outputs().await.unwrap();
    assert_eq!((failed.len(), &*failed[0].output), (1, ""));
}

#[tokio::test]
async fn owners_take_turns_and_what_is_too_late_is_not_begun() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (
        process(&place, "a", LONG_LEASE).await,
        process(&place, "b", LONG_LEASE).await,
    );
    let (a, b) = (a.shared(), b.shared());
    for (owner, name) in [(1, "first"), (1, "second"), (2, "other")] {
        a.request_search(wanted(0, owner, name)).await.unwrap();
    }
    let late = WantedSearch {
        left: Duration::from_millis(50),
        ..wanted(0, 3, "late")
    };
    a.request_search(late).await.unwrap();
    let mut taken = Vec::new();
    while let Some(one) = b.take_search(0).await.unwrap() {
        taken.push(one.request);
    }
    assert_eq!(taken, ["first", "other", "second"]);
}
