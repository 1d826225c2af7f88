//! Decrypts events later, when their keys arrive.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use jiff::Timestamp;
use matrix_sdk::Client;
use matrix_sdk::ruma::OwnedUserId;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::context::MatrixContext;
use super::error::{FailureKind, InboundError, Rejection, failure_kind};
use super::events::{self, RoomInput};
use super::inbound::InboundQueues;
use super::undecrypted::{UndecryptedEvent, UndecryptedEvents};
use crate::chat::common::cooldown::Cooldown;
use crate::host::Host;

/// Interval of the search for events that are due for another attempt.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// How long an event may stay undecrypted before the bot says that it cannot read it, in seconds.
/// Keys arrive within a second or two, from a phone that wakes up within half a minute.
const REPORT_AFTER: i64 = 30;

/// How long the bot waits for a key, in seconds: a day.
const GIVE_UP_AFTER: i64 = 24 * 60 * 60;

/// Interval of reports to one person in a room.
const REPORT_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// People whose reports are remembered.
const MAX_REPORTED: usize = 10_000;

/// Decrypts events as their keys arrive.
pub(super) struct Decryption {
    pub(super) context: Arc<MatrixContext>,
    pub(super) host: Host,
    pub(super) inbound: Arc<InboundQueues>,
    pub(super) undecrypted: Arc<UndecryptedEvents>,
    pub(super) client: Client,
}

impl Decryption {
    /// Runs until it is dropped, or the bot stops.
    pub(super) async fn run(self) {
        let (arrived, mut keys) = mpsc::unbounded_channel();
        let watch = async {
            let encryption = self.client.encryption();
            let Some(stream) = encryption.room_keys_received_stream().await else {
                return;
            };
            tokio::pin!(stream);
            while let Some(batch) = stream.next().await {
                for key in batch.into_iter().flatten() {
                    // The receiver lives as long as this future.
                    let _ = arrived.send(key.session_id);
                }
            }
        };
        let decrypt = async {
            let reported = Cooldown::new(MAX_REPORTED);
            let mut retry = interval(RETRY_INTERVAL);
            retry.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                let session = tokio::select! {
                    key = keys.recv() => key,
                    _ = retry.tick() => None,
                };
                if !self.context.is_online().await {
                    return;
                }
                let now = Timestamp::now().as_second();
                let is_due = |event: &UndecryptedEvent| match &session {
                    _ if event.is_decrypted => false,
                    Some(session) => event.session == *session,
                    None => event.next <= now,
                };
                for event in self.undecrypted.snapshot().into_iter().filter(is_due) {
                    let id = event.event.clone();
                    let attempt = self.attempt(event, &reported);
                    if AssertUnwindSafe(attempt).catch_unwind().await.is_err() {
                        tracing::error!(event = %id, "an event caused a panic and is skipped");
                        self.undecrypted.replace(&id, None);
                    }
                }
            }
        };
        tokio::join!(watch, decrypt);
    }

    /// Tries to decrypt an event.
    async fn attempt(
        &self,
        mut event: UndecryptedEvent,
        reported: &Cooldown<(String, OwnedUserId)>,
    ) {
        let now = Timestamp::now().as_second();
        let id = event.event.clone();
        match self.read(&event).await {
            // The library knows a verification only from a sync, and its client asks again.
            Ok(RoomInput::Ignored | RoomInput::Verification(_)) => {
                return self.undecrypted.replace(&id, None);
            }
            Ok(RoomInput::Input(incoming)) => {
                let Ok(handled) = self.inbound.put(None, *incoming).await else {
                    return;
                };
                // It is kept until it is written; the other events need not wait for that.
                event.is_decrypted = true;
                self.undecrypted.replace(&id, Some(event));
                let undecrypted = Arc::clone(&self.undecrypted);
                let stop = self.context.background.stop().clone();
                self.context.background.spawn(async move {
                    // It fails if the event was given up, or the bot stops.
                    if handled.await.is_ok() || !stop.is_cancelled() {
                        undecrypted.replace(&id, None);
                    }
                });
                return;
            }
            Ok(RoomInput::Undecrypted(_)) => {}
            Err(error) => tracing::debug!(event = %id, %error, "an event stays undecrypted"),
        }
        if now - event.since >= GIVE_UP_AFTER {
            return self.undecrypted.replace(&id, None);
        }
        if now - event.since >= REPORT_AFTER && !event.is_reported {
            let whom = (event.room.clone(), event.sender.clone());
            let is_recent = reported.left(&whom).is_some();
            event.is_reported = is_recent || self.report(&event).await;
            if event.is_reported && !is_recent {
                reported.hold(whom, REPORT_INTERVAL);
            }
        }
        // The intervals grow with its age.
        event.next = now + (now - event.since).max(2);
        self.undecrypted.replace(&id, Some(event));
    }

    /// Fetches and reads an event again. It is ignored if it is gone.
    async fn read(&self, event: &UndecryptedEvent) -> Result<RoomInput, InboundError> {
        let Some(room) = self.context.room(&event.room) else {
            return Ok(RoomInput::Ignored);
        };
        let fetched = match room.event(&event.event, None).await {
            Ok(fetched) => fetched,
            // It was removed, or the bot was.
            Err(error) if failure_kind(&error) == FailureKind::Rejected(Rejection::Refused) => {
                return Ok(RoomInput::Ignored);
            }
            Err(error) => return Err(error.into()),
        };
        events::read(&self.context, &self.host, &room, &fetched).await
    }

    /// Says that an event could not be read. True if that is on its way to the host.
    async fn report(&self, event: &UndecryptedEvent) -> bool {
        let Some(room) = self.context.room(&event.room) else {
            return true;
        };
        let incoming = events::unreadable(&room, event).await;
        self.inbound.put(None, incoming).await.is_ok()
    }
}
