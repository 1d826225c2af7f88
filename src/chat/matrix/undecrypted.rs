//! Messages that could not be decrypted: kept until their key arrives, and opened then.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use jiff::Timestamp;
use matrix_sdk::Client;
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedUserId};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::context::MatrixContext;
use super::error::{FailureKind, InboundError, failure_kind};
use super::events::{self, RoomInput};
use super::inbound::InboundQueues;
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

/// Most sealed messages that are kept, and most of one room; the oldest goes. A room full of
/// strangers' chat that the bot has no keys for is not worth more.
const MOST: usize = 200;
const MOST_OF_ROOM: usize = 50;

/// A message that could not be decrypted yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct UndecryptedEvent {
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
    /// Whether it is opened, and on its way to the host.
    #[serde(skip)]
    opened: bool,
}

impl UndecryptedEvent {
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
            opened: false,
        }
    }
}

/// All messages that wait for their keys.
#[derive(Debug, Default)]
pub(super) struct UndecryptedEvents {
    sealed: Mutex<Vec<UndecryptedEvent>>,
}

impl UndecryptedEvents {
    pub(super) fn new(sealed: Vec<UndecryptedEvent>) -> Self {
        Self {
            sealed: Mutex::new(sealed),
        }
    }

    /// What lies in it.
    pub(super) fn contents(&self) -> Vec<UndecryptedEvent> {
        lock(&self.sealed).clone()
    }

    pub(super) fn put(&self, message: UndecryptedEvent) {
        let mut sealed = lock(&self.sealed);
        if sealed.iter().any(|one| one.event == message.event) {
            return;
        }
        let of_room = |one: &UndecryptedEvent| one.room == message.room;
        let oldest = if sealed.iter().filter(|one| of_room(one)).count() >= MOST_OF_ROOM {
            sealed.iter().position(of_room)
        } else {
            (sealed.len() >= MOST).then_some(0)
        };
        if let Some(oldest) = oldest {
            sealed.remove(oldest);
        }
        sealed.push(message);
    }

    /// Opens messages as their keys arrive, until it is dropped.
    pub(super) async fn open_all(
        self: Arc<Self>,
        context: Arc<MatrixContext>,
        host: Host,
        inbound: Arc<InboundQueues>,
        client: Client,
    ) {
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
                if !context.is_online().await {
                    return;
                }
                let now = Timestamp::now().as_second();
                let due = |one: &UndecryptedEvent| match &session {
                    _ if one.opened => false,
                    Some(session) => one.session == *session,
                    None => one.next <= now,
                };
                for message in self.contents().into_iter().filter(due) {
                    let id = message.event.clone();
                    let opening = self.open(&context, &host, &inbound, message, &mut told);
                    if AssertUnwindSafe(opening).catch_unwind().await.is_err() {
                        tracing::error!(event = %id, "an event made the program panic and is skipped");
                        self.replace(&id, None);
                    }
                }
            }
        };
        tokio::join!(watch, open);
    }

    /// Tries to open a message.
    async fn open(
        self: &Arc<Self>,
        context: &Arc<MatrixContext>,
        host: &Host,
        inbound: &Arc<InboundQueues>,
        mut message: UndecryptedEvent,
        told: &mut HashMap<(String, OwnedUserId), i64>,
    ) {
        let now = Timestamp::now().as_second();
        let id = message.event.clone();
        match open_one(context, host, &message).await {
            Ok(RoomInput::Ignored) => return self.replace(&id, None),
            Ok(RoomInput::Input(incoming)) => {
                let Ok(heard) = inbound.put(None, *incoming).await else {
                    return;
                };
                // It is kept until it is written down; others need not wait for that.
                message.opened = true;
                self.replace(&id, Some(message));
                let (this, stop) = (Arc::clone(self), context.stop.clone());
                context.spawn_background(async move {
                    // Where it never is, the event was given up, or the bot stops.
                    if heard.await.is_ok() || !stop.is_cancelled() {
                        this.replace(&id, None);
                    }
                });
                return;
            }
            Ok(RoomInput::Undecrypted(_)) => {}
            Err(error) => tracing::debug!(event = %id, %error, "a message stays sealed"),
        }
        if now - message.since >= HOPED_FOR {
            return self.replace(&id, None);
        }
        if now - message.since >= SEALED_FOR && !message.told {
            let whom = (message.room.clone(), message.sender.clone());
            let recently = told.get(&whom).is_some_and(|at| now - at < TOLD_FOR);
            message.told = recently || tell(context, inbound, &message).await;
            if message.told && !recently {
                told.retain(|_, at| now - *at < TOLD_FOR);
                told.insert(whom, now);
            }
        }
        // The older it is, the less it hurries.
        message.next = now + (now - message.since).max(2);
        self.replace(&id, Some(message));
    }

    /// Puts a message in place of what is kept of it, or lets it go.
    fn replace(&self, id: &EventId, message: Option<UndecryptedEvent>) {
        let mut sealed = lock(&self.sealed);
        if let Some(place) = sealed.iter().position(|one| one.event == *id) {
            match message {
                Some(message) => sealed[place] = message,
                None => {
                    sealed.remove(place);
                }
            }
        }
    }
}

/// Tries to read a message. Nothing is said by one that is gone.
async fn open_one(
    context: &MatrixContext,
    host: &Host,
    message: &UndecryptedEvent,
) -> Result<RoomInput, InboundError> {
    let Some(room) = context.room(&message.room) else {
        return Ok(RoomInput::Ignored);
    };
    let event = match room.event(&message.event, None).await {
        Ok(event) => event,
        // It was removed, or the bot was.
        Err(error) if failure_kind(&error) == FailureKind::Refused => {
            return Ok(RoomInput::Ignored);
        }
        Err(error) => return Err(error.into()),
    };
    events::read(context, host, &room, &event).await
}

/// Says that a message could not be read. True if that is on its way.
async fn tell(
    context: &MatrixContext,
    inbound: &Arc<InboundQueues>,
    message: &UndecryptedEvent,
) -> bool {
    let Some(room) = context.room(&message.room) else {
        return true;
    };
    let incoming = events::unreadable(&room, message).await;
    inbound.put(None, incoming).await.is_ok()
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::owned_user_id;

    use super::*;

    #[test]
    fn one_room_crowds_out_no_other() {
        let drawer = UndecryptedEvents::default();
        let put = |room: &str, number: usize| {
            drawer.put(UndecryptedEvent::new(
                room.to_owned(),
                OwnedEventId::try_from(format!("$event{number}")).unwrap(),
                owned_user_id!("@alice:example.org"),
                "session".to_owned(),
            ));
        };
        put("!quiet:example.org", 0);
        for number in 1..=2 * MOST {
            put("!loud:example.org", number);
        }
        let kept = drawer.contents();
        assert_eq!(kept.len(), MOST_OF_ROOM + 1);
        assert_eq!(kept[0].room, "!quiet:example.org");
        assert_eq!(
            kept[MOST_OF_ROOM].event.as_str(),
            format!("$event{}", 2 * MOST)
        );
    }
}
