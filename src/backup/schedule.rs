//! Makes backups regularly while the bot runs.

use std::path::Path;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::folder::{newest, remove_old};
use super::make::{Made, make};
use super::{BackupError, Originals};
use crate::config::Backup;

/// The wait after a backup that failed.
const RETRY_AFTER: Duration = Duration::from_mins(15);

/// Longest wait before looking at the clock again, which may be set.
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// Makes a backup whenever the last one is old enough, and removes old ones then, until it is
/// stopped. One that is being made is left unfinished.
pub(crate) async fn run(settings: Backup, originals: Originals, stopping: CancellationToken) {
    loop {
        let wait = match due(&settings, Timestamp::now()) {
            Some(wait) => wait.min(LONGEST_WAIT),
            None => match once(&settings, &originals).await {
                Ok(()) => continue,
                Err(()) => RETRY_AFTER,
            },
        };
        tokio::select! {
            () = stopping.cancelled() => return,
            () = sleep(wait) => {}
        }
    }
}

/// How long until the next backup; none if it is due.
fn due(settings: &Backup, now: Timestamp) -> Option<Duration> {
    let last = newest(&settings.directory, now)?;
    let left = settings.every - now.duration_since(last);
    Duration::try_from(left).ok().filter(|left| !left.is_zero())
}

/// Makes a backup and removes old ones, and logs what became of it.
async fn once(settings: &Backup, originals: &Originals) -> Result<(), ()> {
    let (settings, originals) = (settings.clone(), originals.clone());
    let runtime = Handle::current();
    // Copying, reading and hashing large files holds up whoever shares the thread.
    let done = spawn_blocking(move || {
        let now = Timestamp::now();
        let made = runtime.block_on(make(&originals, &settings.directory, now));
        log_made(&settings.directory, &made);
        let Ok(made) = made else { return Err(()) };
        match remove_old(&settings.directory, settings.keep, now) {
            Ok(gone) => {
                for path in gone {
                    tracing::info!(path = %path.display(), "removed an old backup");
                }
            }
            Err(error) => tracing::warn!(%error, "cannot remove old backups"),
        }
        // A clock that was set back would ask for another at once.
        match newest(&settings.directory, now) {
            Some(_) => Ok(()),
            None => {
                tracing::warn!(path = %made.path.display(), "cannot find the backup again");
                Err(())
            }
        }
    });
    done.await.unwrap_or(Err(()))
}

fn log_made(directory: &Path, made: &Result<Made, BackupError>) {
    match made {
        Ok(made) => tracing::info!(
            path = %made.path.display(),
            bytes = made.size,
            milliseconds = u64::try_from(made.took.as_millis()).unwrap_or(u64::MAX),
            "made a backup"
        ),
        Err(error) => tracing::error!(
            directory = %directory.display(),
            %error,
            "no backup was made; trying again in {} minutes",
            SignedDuration::try_from(RETRY_AFTER).map_or(0, |after| after.as_mins())
        ),
    }
}
