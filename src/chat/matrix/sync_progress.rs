//! The sync cursor: how far the bot has read, as it is kept in the database.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::undecrypted::UndecryptedEvent;
use crate::host::{Host, StoreError, SyncCursor};

/// How often the cursor is written when nothing urges it. A start has to read at most this much
/// again.
const WRITE_INTERVAL: Duration = Duration::from_secs(20);

/// How far the bot has read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SyncProgress {
    /// The server's token; none before the first sync.
    pub(super) token: Option<String>,
    /// The device that moved the cursor last; none if an older version wrote it. The server sends the
    /// keys for a device to that device alone. A process that was declared dead may write its own cursor
    /// once more before it ends. That does no harm: an event that is read twice is handled once, and the
    /// other device catches up again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) device: Option<String>,
    /// Events that could not be decrypted yet.
    #[serde(default, rename = "sealed")]
    pub(super) undecrypted: Vec<UndecryptedEvent>,
}

/// The cursor in the database.
pub(super) struct ProgressStore {
    host: Host,
    /// The cursor's name.
    name: String,
    /// The progress in the database.
    written: SyncProgress,
    written_at: Instant,
}

impl ProgressStore {
    /// Opens the cursor of this name. Also returns whether there is one.
    pub(super) async fn open(host: Host, name: String) -> Result<(Self, bool), StoreError> {
        let stored = host.cursor(&name).await?;
        let written = match stored.as_deref().map(serde_json::from_str) {
            None => SyncProgress::default(),
            Some(Ok(progress)) => progress,
            Some(Err(error)) => {
                tracing::error!(%error, "the sync cursor is invalid: reading starts anew");
                SyncProgress::default()
            }
        };
        let store = Self {
            host,
            name,
            written,
            written_at: Instant::now(),
        };
        Ok((store, stored.is_some()))
    }

    /// The progress in the database.
    pub(super) const fn written(&self) -> &SyncProgress {
        &self.written
    }

    /// Writes the cursor if it has moved and either `urgent` is set or the last time is long ago:
    /// not for every line of chat. If that fails nothing is lost, the next start only reads more
    /// again.
    pub(super) async fn write(&mut self, progress: SyncProgress, urgent: bool) {
        let is_due = urgent
            || progress.undecrypted != self.written.undecrypted
            || self.written.token.is_none()
            || self.written_at.elapsed() >= WRITE_INTERVAL;
        if !is_due || progress == self.written {
            return;
        }
        let value = match serde_json::to_string(&progress) {
            Ok(value) => value,
            Err(error) => {
                tracing::error!(%error, "the sync cursor cannot be written");
                return;
            }
        };
        let cursor = SyncCursor {
            name: self.name.clone(),
            value,
        };
        match self.host.set_cursor(cursor).await {
            Ok(()) => {
                self.written = progress;
                self.written_at = Instant::now();
            }
            Err(error) => tracing::warn!(%error, "the sync cursor was not written"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_of_earlier_versions_are_read() {
        let earlier = r#"{"token":"s1","sealed":[{"room":"!a:b.c","event":"$e","sender":"@u:b.c",
            "session":"key","since":5,"told":true,"next":9}]}"#;
        let progress: SyncProgress = serde_json::from_str(earlier).unwrap();
        assert_eq!(progress.token.as_deref(), Some("s1"));
        let event = &progress.undecrypted[0];
        assert_eq!((event.since, event.is_reported, event.next), (5, true, 9));
        let written: serde_json::Value = serde_json::to_value(&progress).unwrap();
        assert_eq!(
            written,
            serde_json::from_str::<serde_json::Value>(earlier).unwrap()
        );
        let oldest: SyncProgress = serde_json::from_str(r#"{"token":null}"#).unwrap();
        assert_eq!(oldest, SyncProgress::default());
    }
}
