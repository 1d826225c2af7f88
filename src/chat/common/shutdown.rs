//! The signals that ask the program to stop: Ctrl-C, and SIGTERM where there is one.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, ctrl_c};

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
