//! The account, where several processes share a database: one of them at a time runs it, and the
//! others stand by.
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
use crate::chat::common::platform::MATRIX;
use crate::config::Matrix;
use crate::host::{Host, ShardChoice, Shards, StoreError};

/// How often a process asks the database which one has the account.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The lease on the account is that on a shard, the only one of Matrix.
const ACCOUNT: u32 = 0;

/// Which process has the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    This,
    Another,
    Nobody,
}

/// Waits until this process may run the account.
///
/// # Errors
///
/// The file that is locked cannot be opened.
pub(super) async fn take(settings: &Matrix, host: &Host) -> Result<(), MatrixError> {
    let Some(lease) = host.lease() else {
        return Ok(());
    };
    let mut lock = StoreLock::open(&settings.store)?;
    let mut waiting = Waiting::default();
    loop {
        let mut owner = owner(host, lease).await;
        if owner.is_some_and(|owner| owner != Owner::Another) && lock.take() {
            if owner == Some(Owner::Nobody) {
                owner = take_if_free(host, lease).await;
            }
            if owner == Some(Owner::This) {
                // Deliveries use the store until the process ends.
                lock.keep();
                host.readiness().set_connected(MATRIX, false);
                tracing::info!("this process runs the account on Matrix now");
                return Ok(());
            }
            lock.release();
        }
        let stands_by = owner == Some(Owner::Another);
        host.readiness().set_connected(MATRIX, stands_by);
        waiting.go_on(owner, lease);
        sleep(POLL_INTERVAL).await;
    }
}

/// Returns once another process has taken the account from this one; never if the database is not
/// shared. A process that was declared dead and goes on takes it again if it is free.
pub(super) async fn lost(host: &Host) {
    let Some(lease) = host.lease() else {
        return std::future::pending().await;
    };
    let mut was_lost = false;
    loop {
        let is_lost = match owner(host, lease).await {
            Some(Owner::Nobody) => {
                take_if_free(host, lease).await;
                false
            }
            owner => owner == Some(Owner::Another),
        };
        // Once does not count: this process may have been declared dead in the middle of the query.
        if is_lost && was_lost {
            return;
        }
        was_lost = is_lost;
        sleep(POLL_INTERVAL).await;
    }
}

/// Which process has the account; `None` if the database does not answer within the lease.
async fn owner(host: &Host, lease: Duration) -> Option<Owner> {
    answer(lease, async {
        let Shards { own, taken, .. } = host.shards(MATRIX, &ShardChoice::Auto).await?;
        Ok(match taken {
            _ if own.contains(&ACCOUNT) => Owner::This,
            0 => Owner::Nobody,
            _ => Owner::Another,
        })
    })
    .await
}

/// Takes the account unless another process was faster.
async fn take_if_free(host: &Host, lease: Duration) -> Option<Owner> {
    answer(lease, async {
        let is_taken = host.take_shard(MATRIX, 1, Duration::ZERO).await?;
        Ok(if is_taken { Owner::This } else { Owner::Nobody })
    })
    .await
}

async fn answer(
    lease: Duration,
    asking: impl Future<Output = Result<Owner, StoreError>>,
) -> Option<Owner> {
    match timeout(lease, asking).await {
        Ok(Ok(owner)) => return Some(owner),
        Ok(Err(error)) => tracing::debug!(%error, "cannot find out which process has the account"),
        Err(_) => tracing::debug!("the database is too slow to tell which process has the account"),
    }
    None
}

/// Why this process waits for the account, and since when.
struct Waiting {
    owner: Option<Owner>,
    since: Instant,
    is_told: bool,
}

impl Default for Waiting {
    fn default() -> Self {
        Self {
            owner: None,
            since: Instant::now(),
            is_told: false,
        }
    }
}

impl Waiting {
    /// Logs once why this process waits; a fault only after it has lasted for a lease.
    fn go_on(&mut self, owner: Option<Owner>, lease: Duration) {
        if owner != self.owner {
            *self = Self {
                owner,
                ..Self::default()
            };
        }
        let stands_by = owner == Some(Owner::Another);
        if self.is_told || !stands_by && self.since.elapsed() < lease {
            return;
        }
        self.is_told = true;
        match owner {
            Some(Owner::Another) => {
                tracing::info!("another process runs the account on Matrix; standing by");
            }
            Some(_) => tracing::warn!(
                "no process runs the account on Matrix, but one holds the lock beside \
                 matrix.store: if it hangs, kill it"
            ),
            None => tracing::warn!(
                "the database does not tell which process runs the account on Matrix; trying again"
            ),
        }
    }
}
