//! The signals that ask the program to stop (Ctrl-C, and SIGTERM where there is one), and the time
//! limits of a stop.

use std::io;
use std::time::Duration;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, ctrl_c};

/// Time limits of the parts of a stop. Together they stay below the ten seconds after which container
/// engines kill a process.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopLimits {
    /// Until the platforms have handled the events that they have received. Deliveries go on meanwhile.
    pub(crate) platforms: Duration,
    /// Until deliveries in flight have ended, platforms included.
    pub(crate) drain: Duration,
    /// After that, until what is left is abandoned and the database closed.
    pub(crate) abandon: Duration,
}

impl StopLimits {
    /// The program's limits.
    pub(crate) const USUAL: Self = Self {
        platforms: Duration::from_secs(6),
        drain: Duration::from_secs(8),
        abandon: Duration::from_secs(1),
    };
}

/// Watches for the signals. From then on they no longer end the program by themselves.
#[derive(Debug)]
pub(crate) struct ShutdownSignal {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(windows)]
    interrupt: CtrlC,
}

impl ShutdownSignal {
    /// Starts to watch, inside a runtime.
    ///
    /// # Errors
    ///
    /// The system has no signals to watch.
    pub(crate) fn watch() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(windows)]
            interrupt: ctrl_c()?,
        })
    }

    /// Ready each time the program is asked to stop, also if that was before the call.
    pub(crate) async fn received(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
        #[cfg(not(any(unix, windows)))]
        std::future::pending::<()>().await;
    }
}
