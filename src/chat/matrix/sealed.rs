//! Messages that could not be decrypted: kept until their key arrives, and opened then.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use jiff::Timestamp;
use matrix_sdk::Client;
use matrix_sdk::ruma::{OwnedEventId, OwnedUserId};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::error::{Trouble, Unheard, trouble};
use super::hear::{self, Said};
use super::link::Link;
use crate::host::Host;
use crate::lock::lock;

/// How often it is looked which messages are due for another attempt.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How long a message may stay sealed before the bot says that it cannot read it, in seconds.
/// Keys come within a second or two, from a phone that wakes up within half a minute.
const SEALED_FOR: i64 = 30;

/// How long its key is waited for after that, in seconds: a day.
const HOPED_FOR: i64 = 24 * 60 * 60;

/// How long the bot says nothing more to somebody whom it has told that it cannot read them, in
/// seconds: one who sends many such messages has been told.
const TOLD_FOR: i64 = 10 * 60;

/// Most sealed messages that are kept; the oldest goes. A room full of strangers' chat that the
/// bot has no keys for is not worth more.
const MOST: usize = 200;

/// A message that could not be decrypted yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sealed {
    /// The room.
    pub(super) room: String,
    /// The event.
    pub(super) event: OwnedEventId,
    /// Who sent it.
    pub(super) sender: OwnedUserId,
    /// The key that is missing.
    pub(super) session: String,
    /// When it came, in seconds since 1970.
    #[serde(default)]
    pub(super) since: i64,
    /// Whether the bot has said that it cannot read it.
    #[serde(default)]
    pub(super) told: bool,
    /// When it is tried again, in seconds since 1970.
    #[serde(default)]
    next: i64,
}

impl Sealed {
    pub(super) fn new(
        room: String,
        event: OwnedEventId,
        sender: OwnedUserId,
        session: String,
    ) -> Self {
        let now = Timestamp::now().as_second();
        Self {
            room,
            event,
            sender,
            session,
            since: now,
            told: false,
            next: now + 1,
        }
    }
}

/// All messages that wait for their keys.
#[derive(Debug, Default)]
pub(super) struct Drawer {
    sealed: Mutex<Vec<Sealed>>,
}

impl Drawer {
    pub(super) fn new(sealed: Vec<Sealed>) -> Self {
        Self {
            sealed: Mutex::new(sealed),
        }
    }

    /// What lies in it.
    pub(super) fn contents(&self) -> Vec<Sealed> {
        lock(&self.sealed).clone()
    }

    pub(super) fn put(&self, message: Sealed) {
        let mut sealed = lock(&self.sealed);
        if sealed.iter().any(|one| one.event == message.event) {
            return;
        }
        if sealed.len() >= MOST {
            sealed.remove(0);
        }
        sealed.push(message);
    }

    /// Opens messages as their keys arrive, until it is dropped.
    pub(super) async fn open_all(self: Arc<Self>, link: Arc<Link>, host: Host, client: Client) {
        let (arrived, mut keys) = mpsc::unbounded_channel();
        let watch = async {
            let Some(stream) = client.encryption().room_keys_received_stream().await else {
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
        let open = async {
            let mut told = HashMap::new();
            let mut look = interval(LOOK_EVERY);
            look.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                let session = tokio::select! {
                    key = keys.recv() => key,
                    _ = look.tick() => None,
                };
                if !link.is_online().await {
                    return;
                }
                let now = Timestamp::now().as_second();
                let due = |one: &Sealed| match &session {
                    Some(session) => one.session == *session,
                    None => one.next <= now,
                };
                for message in self.contents().into_iter().filter(due) {
                    self.open(&link, &host, message, &mut told).await;
                }
            }
        };
        tokio::join!(watch, open);
    }

    /// Tries to open a message.
    async fn open(
        &self,
        link: &Arc<Link>,
        host: &Host,
        message: Sealed,
        told: &mut HashMap<(String, OwnedUserId), i64>,
    ) {
        let now = Timestamp::now().as_second();
        let id = message.event.clone();
        let kept = match open_one(link, host, &message).await {
            Ok(true) => None,
            Ok(false) => Some(message),
            Err(error) => {
                tracing::debug!(event = %id, %error, "a message stays sealed");
                Some(message)
            }
        };
        let kept = match kept {
            Some(mut message) if now - message.since < HOPED_FOR => {
                if now - message.since >= SEALED_FOR && !message.told {
                    let whom = (message.room.clone(), message.sender.clone());
                    let recently = told.get(&whom).is_some_and(|at| now - at < TOLD_FOR);
                    message.told = recently || tell(link, host, &message).await;
                    if message.told && !recently {
                        told.retain(|_, at| now - *at < TOLD_FOR);
                        told.insert(whom, now);
                    }
                }
                // The older it is, the less it hurries.
                message.next = now + (now - message.since).max(2);
                Some(message)
            }
            _ => None,
        };
        let mut sealed = lock(&self.sealed);
        if let Some(place) = sealed.iter().position(|one| one.event == id) {
            match kept {
                Some(message) => sealed[place] = message,
                None => {
                    sealed.remove(place);
                }
            }
        }
    }
}

/// Tries to read a message. True if nothing is left to be done with it.
async fn open_one(link: &Arc<Link>, host: &Host, message: &Sealed) -> Result<bool, Unheard> {
    let Some(room) = link.room(&message.room) else {
        return Ok(true);
    };
    let event = match room.event(&message.event, None).await {
        Ok(event) => event,
        // It was removed, or the bot was.
        Err(error) if trouble(&error) == Trouble::Refused => return Ok(true),
        Err(error) => return Err(error.into()),
    };
    match hear::read(link, host, &room, &event).await? {
        Said::Nothing => Ok(true),
        Said::Sealed(_) => Ok(false),
        Said::Something(incoming) => {
            hear::bring(link, host, &room, *incoming).await?;
            Ok(true)
        }
    }
}

/// Says that a message could not be read. True if that is written down.
async fn tell(link: &Link, host: &Host, message: &Sealed) -> bool {
    let Some(room) = link.room(&message.room) else {
        return true;
    };
    let incoming = hear::unreadable(&room, message).await;
    host.hear(incoming).await.is_ok()
}
