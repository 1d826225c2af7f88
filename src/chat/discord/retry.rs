//! Repeated attempts with growing waits.

use std::time::Duration;

use tokio::time::sleep;

use crate::host::Backoff;

/// Tries something up to `attempts` times. `wait` says how long to wait at least after a failure,
/// or `None` if another attempt is of no use.
///
/// # Errors
///
/// The last failure.
pub(super) async fn retry<T, E, F>(
    attempts: usize,
    mut attempt: impl FnMut() -> F,
    wait: impl Fn(&E) -> Option<Duration>,
) -> Result<T, E>
where
    F: Future<Output = Result<T, E>>,
{
    let mut backoff = Backoff::new();
    for _ in 1..attempts {
        let error = match attempt().await {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        let Some(least) = wait(&error) else {
            return Err(error);
        };
        sleep(backoff.next().max(least)).await;
    }
    attempt().await
}
