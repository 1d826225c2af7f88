//! SIGHUP: reads the configuration again, for the running bot to apply what it can.

use std::env;
use std::path::Path;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::block_in_place;

use super::RunError;
use crate::config::{Config, ConfigError, Reloaded, ReloadedFile};

/// Watches for SIGHUP. From then on it does not end the program.
#[derive(Debug)]
pub(super) struct Reloads {
    file: ReloadedFile,
    #[cfg(unix)]
    hangup: Signal,
}

impl Reloads {
    /// Starts to watch, inside a runtime. `file` is the one that the bot runs with.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the system has no signals to watch.
    pub(super) fn watch(file: &Path) -> Result<Self, RunError> {
        Ok(Self {
            file: ReloadedFile::new(file)?,
            #[cfg(unix)]
            hangup: signal(SignalKind::hangup()).map_err(RunError::Runtime)?,
        })
    }

    /// Waits for the next configuration to apply. Needs a multi-threaded runtime.
    pub(super) async fn next(&mut self) -> Config {
        loop {
            #[cfg(unix)]
            let asked = self.hangup.recv().await;
            #[cfg(not(unix))]
            let asked: Option<()> = None;
            if asked.is_none() {
                std::future::pending::<()>().await;
            }
            let read = block_in_place(|| self.file.read(&|name| env::var_os(name)));
            if let Some(config) = told(read) {
                return config;
            }
        }
    }
}

/// Logs what has changed. Returns the configuration to apply.
fn told(read: Result<Reloaded, ConfigError>) -> Option<Config> {
    let reloaded = match read {
        Ok(reloaded) => reloaded,
        Err(error) => {
            tracing::error!(
                %error,
                "the configuration is refused; the one from before stays in effect"
            );
            return None;
        }
    };
    let Reloaded {
        config,
        live,
        at_restart,
    } = reloaded;
    if !at_restart.is_empty() {
        let keys = at_restart.join(", ");
        tracing::warn!(keys, "these changed keys take effect only after a restart");
    }
    let keys = live.join(", ");
    tracing::info!(keys, "the configuration was read again");
    Some(config)
}
