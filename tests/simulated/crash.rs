//! Crashes of the simulated bot: before or after a commit, or in the middle of one as the power fails; before
//! or after a message arrives; or while its tasks wait for whatever they wait for.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::yield_now;
use tokio::time::timeout;

use super::disk::Disk;

/// Where the bot crashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Everything is written, and not committed.
    BeforeCommit,
    /// It is committed, and nobody knows.
    AfterCommit,
    /// The power fails while it is committed.
    PowerFailure,
    /// A reply is about to be sent.
    BeforeDelivery,
    /// It has arrived, and the bot does not know.
    AfterDelivery,
    /// The runtime has gone through its ready tasks this many times since the current operation began. Every
    /// task stops where it is waiting. How far each has come depends on the speed of other threads.
    Round(usize),
}

/// The planned crash, and how many such moments to let pass first.
static PLANNED: Mutex<Option<(Moment, usize)>> = Mutex::new(None);

/// Whether it has crashed since it was planned.
static CRASHED: Mutex<bool> = Mutex::new(false);

/// Where the files of the bot are.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// The disk before and after the transaction in which the power fails.
static DISKS: Mutex<Vec<Disk>> = Mutex::new(Vec::new());

/// Woken by a crash.
static CRASH_SIGNAL: Notify = Notify::const_new();

/// How long the bot may be at work, on a machine that is busy with something else.
const LONG: Duration = Duration::from_secs(300);

/// Whether the last crash was a [`Moment::Round`].
static SUDDEN: Mutex<bool> = Mutex::new(false);

/// What a crash in the writer says.
const PLANTED: &str = "a simulated crash";

/// Plants the crashes of writes.
pub(crate) fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let commit = || {
            if reached(Moment::BeforeCommit) {
                panic!("{PLANTED}");
            }
            if matches!(*PLANNED.lock().unwrap(), Some((Moment::PowerFailure, 0))) {
                photograph();
            }
        };
        fail::cfg_callback("commit", commit).unwrap();
        let committed = || {
            if reached(Moment::AfterCommit) {
                panic!("{PLANTED}");
            }
            if reached(Moment::PowerFailure) {
                photograph();
                panic!("{PLANTED}");
            }
        };
        fail::cfg_callback("committed", committed).unwrap();
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if panic.payload_as_str() != Some(PLANTED) {
                usual(panic);
            }
        }));
    });
}

/// Notes what is on the disk.
fn photograph() {
    let folder = FOLDER.lock().unwrap();
    let disk = folder.as_deref().map(Disk::read);
    DISKS.lock().unwrap().extend(disk);
}

/// What was on the disk before and after the transaction in which the power failed.
pub(crate) fn disks() -> Option<[Disk; 2]> {
    let disks = std::mem::take(&mut *DISKS.lock().unwrap());
    disks.try_into().ok()
}

/// Plans a crash, or none, of a bot whose files are in a folder.
pub(crate) fn plan(planned: Option<(Moment, usize)>, folder: &Path) {
    *FOLDER.lock().unwrap() = Some(folder.to_owned());
    *PLANNED.lock().unwrap() = planned;
    *CRASHED.lock().unwrap() = false;
    DISKS.lock().unwrap().clear();
}

/// Whether this is the moment of the crash; true at all later ones, too.
pub(crate) fn reached(moment: Moment) -> bool {
    let mut crashed = CRASHED.lock().unwrap();
    if *crashed {
        return true;
    }
    let mut planned = PLANNED.lock().unwrap();
    match planned.as_mut() {
        Some((at, left)) if *at == moment && *left > 0 => *left -= 1,
        Some((at, _)) if *at == moment => {
            *crashed = true;
            CRASH_SIGNAL.notify_one();
        }
        _ => {}
    }
    *crashed
}

/// Whether the last crash was a [`Moment::Round`]; false when asked again.
pub(crate) fn was_sudden() -> bool {
    std::mem::take(&mut *SUDDEN.lock().unwrap())
}

/// After how many rounds of the runtime the bot crashes while it does what it begins now.
fn rounds() -> Option<usize> {
    let mut planned = PLANNED.lock().unwrap();
    match planned.as_mut() {
        Some((Moment::Round(_), left)) if *left > 0 => {
            *left -= 1;
            None
        }
        Some((Moment::Round(rounds), _)) => {
            let rounds = *rounds;
            *planned = None;
            Some(rounds)
        }
        _ => None,
    }
}

/// Whether the bot has crashed.
fn happened() -> bool {
    *CRASHED.lock().unwrap()
}

/// Runs an operation of the bot; `None` if the bot crashes first. Fails if the operation does not end.
pub(crate) async fn run_until_crash<T>(done: impl Future<Output = T>) -> Result<Option<T>, String> {
    let rounds = rounds();
    let crash = async {
        if let Some(rounds) = rounds {
            for _ in 0..rounds {
                yield_now().await;
            }
            *CRASHED.lock().unwrap() = true;
            *SUDDEN.lock().unwrap() = true;
        }
        while !happened() {
            CRASH_SIGNAL.notified().await;
        }
    };
    tokio::select! {
        biased;
        () = crash => Ok(None),
        done = timeout(LONG, done) => {
            let done = done.map_err(|_| "the bot does not come to rest")?;
            Ok((!happened()).then_some(done))
        }
    }
}
