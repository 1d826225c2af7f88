//! The account, where several processes share a database: one of them at a time runs it, and the
//! others stand by.
//!
//! A process that does not reach the homeserver gives the account up once another one does.
//!
//! To run it, a process holds a lock of the operating system on the key store, which two processes
//! must not use at once, and a lease in the database, for processes with key stores of their own. The
//! lock ends with its process, however that ends. A process that hangs keeps it, as it may be in the
//! middle of a change to the keys: processes with the same key store wait until it goes on or is
//! killed.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::error::MatrixError;
use super::key_store::StoreLock;
use super::probe::Probe;
use crate::chat::common::platform::MATRIX;
use crate::chat::common::reach::{CutOff, Reach};
use crate::config::Matrix;
use crate::host::{Host, ShardChoice, Shards, StoreError};

/// How often a process asks the database which one has the account.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The lease on the account is that on a shard, the only one of Matrix.
const ACCOUNT: u32 = 0;

/// Which process has the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    This,
    Another,
    /// None, and this one may take it.
    Nobody,
    /// None, and it is left to another one: that reaches the homeserver, and this one does not.
    LeftToAnother,
}

impl Holder {
    /// As the database tells it, by whether this process and another one reach the homeserver.
    fn of(shards: &Shards, is_there: bool) -> Self {
        match shards.taken {
            _ if shards.own.contains(&ACCOUNT) => Self::This,
            0 if is_there || !shards.other_can_connect => Self::Nobody,
            0 => Self::LeftToAnother,
            _ => Self::Another,
        }
    }
}

/// This process's claim to the account.
pub(super) struct AccountLease {
    host: Host,
    probe: Probe,
    reach: Reach,
}

impl AccountLease {
    /// Waits until this process may run the account.
    ///
    /// # Errors
    ///
    /// The file that is locked cannot be opened, or the homeserver's address is wrong.
    pub(super) async fn take(settings: &Matrix, host: &Host) -> Result<Self, MatrixError> {
        let account = Self {
            host: host.clone(),
            probe: Probe::new(&settings.homeserver)?,
            reach: Reach::new(false),
        };
        let Some(lease) = host.lease() else {
            return Ok(account);
        };
        let lock = StoreLock::open(&settings.store)?;
        tokio::select! {
            never = account.reach.watch(|| account.probe.is_reached()) => match never {},
            () = account.wait(lock, lease) => Ok(account),
        }
    }

    /// Waits until this process has the account.
    async fn wait(&self, mut lock: StoreLock, lease: Duration) {
        let readiness = self.host.readiness();
        let mut waiting = Waiting::default();
        loop {
            let mut holder = self.look(lease).await.map(|(holder, _)| holder);
            let may_run = matches!(holder, Some(Holder::This | Holder::Nobody));
            if may_run && lock.take() {
                if holder == Some(Holder::Nobody) {
                    holder = self.take_if_free(lease).await;
                }
                if holder == Some(Holder::This) {
                    // Deliveries use the store until the process ends.
                    lock.keep();
                    readiness.set_connected(MATRIX, false);
                    tracing::info!("this process runs the account on Matrix now");
                    return;
                }
                lock.release();
            }
            let (stands_by, is_there) = (holder == Some(Holder::Another), self.reach.is_there());
            readiness.set_connected(MATRIX, stands_by && is_there);
            waiting.go_on(holder, is_there, lease);
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns why, once this process has to give the account up; never if the database is not shared.
    /// A process that was declared dead and goes on takes it again if it is free. `is_online` tells
    /// whether the homeserver answers the session.
    pub(super) async fn given_up(&self, is_online: impl Fn() -> bool) -> MatrixError {
        let Some(lease) = self.host.lease() else {
            return std::future::pending().await;
        };
        let asked = || async { is_online() || self.probe.is_reached().await };
        tokio::select! {
            never = self.reach.watch(asked) => match never {},
            reason = self.lost(lease) => reason,
        }
    }

    /// Returns why, once another process has the account, or should have it.
    async fn lost(&self, lease: Duration) -> MatrixError {
        let mut was_lost = false;
        let mut cut_off = CutOff::default();
        loop {
            let found = self.look(lease).await;
            let holder = found.map(|(holder, _)| holder);
            if holder == Some(Holder::Nobody) {
                self.take_if_free(lease).await;
            }
            // Once does not count: this process may have been declared dead in the middle of the query.
            let is_lost = holder == Some(Holder::Another);
            if is_lost && was_lost {
                return MatrixError::TakenOver;
            }
            was_lost = is_lost;
            if let Some((_, other)) = found
                && cut_off.look(self.reach.is_there(), other, lease, Instant::now())
            {
                return MatrixError::CutOff;
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Reports whether this process reaches the homeserver. Returns which one has the account, and
    /// whether another one reaches the homeserver; `None` if the database does not answer within the
    /// lease.
    async fn look(&self, lease: Duration) -> Option<(Holder, bool)> {
        let asking = async {
            let shards = self.host.shards(MATRIX, &ShardChoice::Auto).await?;
            let is_there = self.reach.is_there();
            if is_there != shards.can_connect {
                let choice = is_there.then_some(&ShardChoice::Auto);
                self.host.set_can_connect(MATRIX, choice).await?;
            }
            Ok((Holder::of(&shards, is_there), shards.other_can_connect))
        };
        answer(lease, asking).await
    }

    /// Takes the account unless another process was faster.
    async fn take_if_free(&self, lease: Duration) -> Option<Holder> {
        let asking = async {
            let is_taken = self.host.take_shard(MATRIX, 1, Duration::ZERO).await?;
            Ok(if is_taken {
                Holder::This
            } else {
                Holder::Nobody
            })
        };
        answer(lease, asking).await
    }
}

async fn answer<T>(
    lease: Duration,
    asking: impl Future<Output = Result<T, StoreError>>,
) -> Option<T> {
    match timeout(lease, asking).await {
        Ok(Ok(answer)) => return Some(answer),
        Ok(Err(error)) => tracing::debug!(%error, "cannot find out which process has the account"),
        Err(_) => tracing::debug!("the database is too slow to tell which process has the account"),
    }
    None
}

/// Why this process waits for the account, and since when.
struct Waiting {
    holder: Option<Holder>,
    /// Whether the homeserver is reached meanwhile.
    is_there: bool,
    since: Instant,
    is_told: bool,
}

impl Default for Waiting {
    fn default() -> Self {
        Self {
            holder: None,
            is_there: false,
            since: Instant::now(),
            is_told: false,
        }
    }
}

impl Waiting {
    /// Logs once why this process waits; a fault only after it has lasted for a lease.
    fn go_on(&mut self, holder: Option<Holder>, is_there: bool, lease: Duration) {
        if (holder, is_there) != (self.holder, self.is_there) {
            *self = Self {
                holder,
                is_there,
                ..Self::default()
            };
        }
        let is_well = holder == Some(Holder::Another) && is_there;
        if self.is_told || !is_well && self.since.elapsed() < lease {
            return;
        }
        self.is_told = true;
        match holder {
            Some(Holder::Another) if is_there => {
                tracing::info!("another process runs the account on Matrix; standing by");
            }
            Some(Holder::Another) => tracing::warn!(
                "another process runs the account on Matrix; the homeserver cannot be reached from \
                 here, so that this one could not take over"
            ),
            Some(Holder::LeftToAnother) => tracing::warn!(
                "no process runs the account on Matrix; it is left to one that reaches the \
                 homeserver, which cannot be reached from here"
            ),
            Some(Holder::This | Holder::Nobody) => tracing::warn!(
                "no process runs the account on Matrix, but one holds the lock beside \
                 matrix.store: if it hangs, kill it"
            ),
            None => tracing::warn!(
                "the database does not tell which process runs the account on Matrix; trying again"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_account_is_left_to_those_that_reach_the_homeserver() {
        for (own, taken, is_there, other_can_connect, expected) in [
            (false, 0, true, true, Holder::Nobody),
            (false, 0, true, false, Holder::Nobody),
            (false, 0, false, false, Holder::Nobody),
            (false, 0, false, true, Holder::LeftToAnother),
            (false, 1, true, true, Holder::Another),
            (false, 1, false, true, Holder::Another),
            (true, 1, true, true, Holder::This),
            (true, 1, false, true, Holder::This),
        ] {
            let shards = Shards {
                own: own.then_some(ACCOUNT).into_iter().collect(),
                taken,
                other_can_connect,
                ..Shards::default()
            };
            let found = Holder::of(&shards, is_there);
            assert_eq!(found, expected, "{shards:?} {is_there}");
        }
    }
}
