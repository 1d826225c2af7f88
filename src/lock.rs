//! Locking what a panic cannot leave half changed.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, also after a panic of whoever held the lock: for what is whole after each statement.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
