//! Crashes of the simulated bot: at a write, before or after it is committed; at a delivery, before or
//! after it has arrived; or wherever its tasks happen to wait.

use std::sync::{Mutex, Once};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::yield_now;
use tokio::time::timeout;

/// Where the bot crashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Everything is written, and not committed.
    BeforeCommit,
    /// It is committed, and nobody knows.
    AfterCommit,
    /// A reply is about to be sent.
    BeforeDelivery,
    /// It has arrived, and the bot does not know.
    AfterDelivery,
    /// The runtime has gone round so often since the bot began to do something. All tasks end where they
    /// wait; this depends on how fast other threads are.
    Round(usize),
}

/// Which of these moments from now on is the last one, counted down to 0.
static PLANNED: Mutex<Option<(Moment, usize)>> = Mutex::new(None);

/// Whether it has crashed since it was planned.
static CRASHED: Mutex<bool> = Mutex::new(false);

/// Woken by a crash.
static NEWS: Notify = Notify::const_new();

/// How long the bot may be at work, on a machine that is busy with something else.
const LONG: Duration = Duration::from_secs(30);

/// What a crash in the writer says.
const PLANTED: &str = "a simulated crash";

/// Plants the crashes of writes.
pub(crate) fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for (point, moment) in [
            ("commit", Moment::BeforeCommit),
            ("committed", Moment::AfterCommit),
        ] {
            let crash = move || {
                if now(moment) {
                    panic!("{PLANTED}");
                }
            };
            fail::cfg_callback(point, crash).unwrap();
        }
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if panic.payload_as_str() != Some(PLANTED) {
                usual(panic);
            }
        }));
    });
}

/// Plans a crash, or none.
pub(crate) fn plan(planned: Option<(Moment, usize)>) {
    *PLANNED.lock().unwrap() = planned;
    *CRASHED.lock().unwrap() = false;
}

/// Whether this is the moment of the crash; true at all later ones, too.
pub(crate) fn now(moment: Moment) -> bool {
    let mut crashed = CRASHED.lock().unwrap();
    if *crashed {
        return true;
    }
    let mut planned = PLANNED.lock().unwrap();
    match planned.as_mut() {
        Some((at, left)) if *at == moment && *left > 0 => *left -= 1,
        Some((at, _)) if *at == moment => {
            *crashed = true;
            NEWS.notify_one();
        }
        _ => {}
    }
    *crashed
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

/// What comes of something, unless the bot crashes meanwhile. An error if nothing comes of it.
pub(crate) async fn unless<T>(done: impl Future<Output = T>) -> Result<Option<T>, String> {
    let rounds = rounds();
    let crash = async {
        if let Some(rounds) = rounds {
            for _ in 0..rounds {
                yield_now().await;
            }
            *CRASHED.lock().unwrap() = true;
        }
        while !happened() {
            NEWS.notified().await;
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
