//! The queues of jobs, one for each channel that has any.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

use super::job::{ChannelJob, QueueKey, SortKey};
use crate::lock::lock;

/// Jobs that wait in a queue. Somebody who floods a channel fills its queue, and what comes on top
/// is dropped.
const MAX_WAITING: usize = 1000;

/// What became of a job that was put into a queue.
#[derive(Debug)]
pub(super) enum Put {
    /// It waits for the queue's worker, or for the thread to open.
    Waits,
    /// It is the first of its queue, which needs a worker. It is notified of further jobs.
    NeedsWorker(Arc<Notify>),
    /// The queue is full.
    Full,
}

struct JobQueue {
    jobs: BTreeMap<SortKey, Arc<ChannelJob>>,
    /// Tells the worker that there is more.
    more: Arc<Notify>,
    /// Whether it was logged that the queue is full.
    is_full: bool,
}

#[derive(Default)]
struct Queues {
    by_key: HashMap<QueueKey, JobQueue>,
    /// Threads that are being opened: their events wait for the challenge.
    closed: HashSet<u64>,
}

/// All queues that have jobs or a worker.
#[derive(Default)]
pub(super) struct JobQueues(Mutex<Queues>);

impl JobQueues {
    /// Number of queues.
    pub(super) fn len(&self) -> usize {
        lock(&self.0).by_key.len()
    }

    /// Puts a job into a queue. One at the same place is kept instead.
    pub(super) fn put(&self, key: QueueKey, place: SortKey, job: ChannelJob) -> Put {
        self.put_within(key, place, job, MAX_WAITING)
    }

    /// Puts a job into a channel's queue even if it is full: pages of history are bounded, and a channel
    /// is gone once.
    pub(super) fn put_always(&self, channel: u64, place: SortKey, job: ChannelJob) -> Put {
        self.put_within(QueueKey::Channel(channel), place, job, usize::MAX)
    }

    fn put_within(&self, key: QueueKey, place: SortKey, job: ChannelJob, most: usize) -> Put {
        let mut queues = lock(&self.0);
        let is_closed =
            matches!(key, QueueKey::Channel(channel) if queues.closed.contains(&channel));
        match queues.by_key.entry(key) {
            Entry::Occupied(mut entry) => {
                let channel = entry.key().channel();
                let queue = entry.get_mut();
                if queue.jobs.len() >= most {
                    if !queue.is_full {
                        queue.is_full = true;
                        tracing::warn!(channel, "a flood in a channel; some events are dropped");
                    }
                    return Put::Full;
                }
                queue.jobs.entry(place).or_insert_with(|| Arc::new(job));
                queue.more.notify_one();
                Put::Waits
            }
            Entry::Vacant(entry) => {
                let more = Arc::new(Notify::new());
                entry.insert(JobQueue {
                    jobs: BTreeMap::from([(place, Arc::new(job))]),
                    more: Arc::clone(&more),
                    is_full: false,
                });
                if is_closed {
                    Put::Waits
                } else {
                    Put::NeedsWorker(more)
                }
            }
        }
    }

    /// Holds back the events of a thread that is being opened.
    pub(super) fn close_thread(&self, thread: u64) {
        let mut queues = lock(&self.0);
        // A queue that exists has a worker already.
        if !queues.by_key.contains_key(&QueueKey::Channel(thread)) {
            queues.closed.insert(thread);
        }
    }

    /// Releases the events of a thread. Returns its queue if it needs a worker.
    pub(super) fn open_thread(&self, thread: u64) -> Option<(QueueKey, Arc<Notify>)> {
        let mut queues = lock(&self.0);
        if !queues.closed.remove(&thread) {
            return None;
        }
        let key = QueueKey::Channel(thread);
        let more = Arc::clone(&queues.by_key.get(&key)?.more);
        Some((key, more))
    }

    /// Takes the next job of a queue. Some jobs are taken only once all jobs before them are settled.
    pub(super) fn take(
        &self,
        key: &QueueKey,
        is_settled: bool,
    ) -> Option<(SortKey, Arc<ChannelJob>)> {
        let mut queues = lock(&self.0);
        let jobs = &mut queues.by_key.get_mut(key)?.jobs;
        let first = jobs.first_entry()?;
        if first.get().waits_for_others() && !is_settled {
            return None;
        }
        Some(first.remove_entry())
    }

    /// Returns a job to its place.
    pub(super) fn put_back(&self, key: &QueueKey, place: SortKey, job: Arc<ChannelJob>) {
        if let Some(queue) = lock(&self.0).by_key.get_mut(key) {
            queue.jobs.insert(place, job);
        }
    }

    /// Removes a queue if it is empty. False if it has jobs.
    pub(super) fn remove_empty(&self, key: &QueueKey) -> bool {
        let mut queues = lock(&self.0);
        let is_empty = queues
            .by_key
            .get(key)
            .is_none_or(|queue| queue.jobs.is_empty());
        if is_empty {
            queues.by_key.remove(key);
        }
        is_empty
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::last;
    use super::*;
    use crate::session::TableKey;

    const KEY: QueueKey = QueueKey::Channel(5);

    fn page() -> ChannelJob {
        ChannelJob::CatchUp {
            passed: None,
            more: false,
            idle: None,
        }
    }

    #[test]
    fn jobs_are_taken_in_order_by_one_worker() {
        let queues = JobQueues::default();
        assert!(matches!(
            queues.put(KEY, (7, true), page()),
            Put::NeedsWorker(_)
        ));
        for place in [(9, true), (3, true), (3, true)] {
            assert!(matches!(queues.put(KEY, place, page()), Put::Waits));
        }
        assert!(queues.take(&KEY, false).is_none(), "pages wait");
        let taken = |queues: &JobQueues| queues.take(&KEY, true).map(|(place, _)| place.0);
        assert_eq!(taken(&queues), Some(3));
        assert!(!queues.remove_empty(&KEY));
        queues.put_back(&KEY, (3, true), Arc::new(page()));
        assert_eq!(
            [(); 3].map(|()| taken(&queues)),
            [Some(3), Some(7), Some(9)]
        );
        assert!(queues.remove_empty(&KEY));
        assert_eq!(queues.len(), 0);
    }

    #[test]
    fn a_channel_is_gone_once_all_that_was_said_is_settled() {
        let queues = JobQueues::default();
        let gone = |for_good| ChannelJob::Gone {
            place: TableKey::channel("discord", "5"),
            for_good,
        };
        for for_good in [true, false] {
            queues.put_always(5, last(for_good), gone(for_good));
        }
        queues.put(KEY, (7, true), page());
        let taken = |is_settled| queues.take(&KEY, is_settled).map(|(place, _)| place);
        assert_eq!(taken(true), Some((7, true)));
        assert_eq!(taken(false), None);
        assert_eq!(taken(true), Some(last(false)));
        assert_eq!(taken(true), Some(last(true)));
    }

    #[test]
    fn a_full_queue_takes_history_only() {
        let queues = JobQueues::default();
        for id in 0..MAX_WAITING as u64 {
            queues.put(KEY, (id, false), page());
        }
        let place = (MAX_WAITING as u64, false);
        assert!(matches!(queues.put(KEY, place, page()), Put::Full));
        assert!(matches!(queues.put_always(5, place, page()), Put::Waits));
        let other = queues.put(QueueKey::Channel(6), place, page());
        assert!(matches!(other, Put::NeedsWorker(_)));
    }

    #[test]
    fn a_thread_that_is_being_opened_gets_its_worker_afterwards() {
        let queues = JobQueues::default();
        queues.close_thread(5);
        assert!(matches!(queues.put(KEY, (1, false), page()), Put::Waits));
        assert!(queues.open_thread(5).is_some());
        assert!(queues.open_thread(5).is_none());
        // Where nothing waits, no worker is needed.
        queues.close_thread(6);
        assert!(queues.open_thread(6).is_none());
        let key = QueueKey::Channel(6);
        assert!(matches!(
            queues.put(key, (1, false), page()),
            Put::NeedsWorker(_)
        ));
    }
}
