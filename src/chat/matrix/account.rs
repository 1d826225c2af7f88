//! The account, where several processes share a database: one of them at a time runs it, and the
//! others stand by.
//!
//! To run it, a process holds a lock of the operating system on the key store, which two processes
//! must not use at once, and a lease in the database, for processes with key stores of their own. The
//! lock ends with its process, however that ends. A process that hangs keeps it, as it may be in the
//! middle of a change to the keys: processes with the same key store wait until it goes on or is
//! killed.

use std::fs::File;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::error::MatrixError;
use super::key_store;
use crate::chat::common::platform::MATRIX;
use crate::config::Matrix;
use crate::host::{Host, Shards, StoreError};

/// How often a process looks whose the account is.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The account has one connection, as a shard.
const ACCOUNT: u32 = 0;

/// This process's right to run the account.
#[derive(Debug)]
pub(super) struct Account {
    /// The lock on the key store; none if no other process shares the database.
    _lock: Option<File>,
}

/// Waits until this process may run the account.
pub(super) async fn take(settings: &Matrix, host: &Host) -> Result<Account, MatrixError> {
    let Some(lease) = host.lease() else {
        return Ok(Account { _lock: None });
    };
    let (mut lock, mut is_told) = (None, false);
    loop {
        if lock.is_none() {
            lock = key_store::lock(&settings.store)?;
        }
        let looked = timeout(lease, look(host, lock.is_some())).await;
        match looked {
            Ok(Ok(Owner::Own)) => {
                host.readiness().set_connected(MATRIX, false);
                tracing::info!("the account on Matrix is this process's");
                return Ok(Account { _lock: lock });
            }
            Ok(Ok(owner)) => {
                let stands_by = owner == Owner::Other;
                host.readiness().set_connected(MATRIX, stands_by);
                if stands_by && !std::mem::replace(&mut is_told, true) {
                    tracing::info!("another process runs the account on Matrix; standing by");
                }
            }
            Ok(Err(error)) => tracing::debug!(%error, "cannot look whose the account is"),
            Err(_) => tracing::debug!("the database is too slow to look whose the account is"),
        }
        sleep(POLL_INTERVAL).await;
    }
}

/// Whose the account is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Own,
    Other,
    Nobody,
}

/// Finds out whose the account is, and takes it if it is nobody's and `may_take` is set.
async fn look(host: &Host, may_take: bool) -> Result<Owner, StoreError> {
    let owner = owner(&host.shards(MATRIX).await?);
    if owner != Owner::Nobody || !may_take {
        return Ok(owner);
    }
    match host.take_shard(MATRIX, 1, Duration::ZERO).await? {
        true => Ok(Owner::Own),
        false => Ok(Owner::Nobody),
    }
}

fn owner(shards: &Shards) -> Owner {
    match (shards.own.contains(&ACCOUNT), shards.taken) {
        (true, _) => Owner::Own,
        (false, 0) => Owner::Nobody,
        (false, _) => Owner::Other,
    }
}

/// Returns once another process has the account, which was taken for this process; never if the
/// database is not shared. A process that was declared dead and goes on takes it again.
pub(super) async fn lost(host: &Host) {
    let Some(lease) = host.lease() else {
        return std::future::pending().await;
    };
    loop {
        match timeout(lease, look(host, true)).await {
            Ok(Ok(Owner::Other)) => return,
            Ok(Ok(Owner::Own | Owner::Nobody)) => {}
            Ok(Err(error)) => tracing::debug!(%error, "cannot look whose the account is"),
            Err(_) => tracing::debug!("the database is too slow to look whose the account is"),
        }
        sleep(POLL_INTERVAL).await;
    }
}
