//! Events that could not be decrypted, kept until their keys arrive.

use std::sync::Mutex;

use jiff::Timestamp;
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedUserId};
use serde::{Deserialize, Serialize};

use crate::lock::lock;

/// Events that are kept, and of one room; the oldest is dropped. A room full of chat for which the
/// bot has no keys is not worth more.
const MAX_EVENTS: usize = 200;
const MAX_EVENTS_OF_ROOM: usize = 50;

/// An event that could not be decrypted yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct UndecryptedEvent {
    /// The room.
    pub(super) room: String,
    /// The event.
    pub(super) event: OwnedEventId,
    /// Who sent it.
    pub(super) sender: OwnedUserId,
    /// The session whose key is missing.
    pub(super) session: String,
    /// When it arrived, in seconds since 1970.
    #[serde(default)]
    pub(super) since: i64,
    /// Whether the bot has said that it cannot read it.
    #[serde(default, rename = "told")]
    pub(super) is_reported: bool,
    /// When decryption is tried again, in seconds since 1970.
    #[serde(default)]
    pub(super) next: i64,
    /// Whether it is decrypted, and on its way to the host.
    #[serde(skip)]
    pub(super) is_decrypted: bool,
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
            is_reported: false,
            next: now + 1,
            is_decrypted: false,
        }
    }
}

/// All events that wait for their keys.
#[derive(Debug, Default)]
pub(super) struct UndecryptedEvents {
    events: Mutex<Vec<UndecryptedEvent>>,
}

impl UndecryptedEvents {
    pub(super) fn new(events: Vec<UndecryptedEvent>) -> Self {
        Self {
            events: Mutex::new(events),
        }
    }

    /// A copy of them.
    pub(super) fn snapshot(&self) -> Vec<UndecryptedEvent> {
        lock(&self.events).clone()
    }

    /// Adds an event, unless it is there.
    pub(super) fn add(&self, event: UndecryptedEvent) {
        let mut events = lock(&self.events);
        if events.iter().any(|one| one.event == event.event) {
            return;
        }
        let of_room = |one: &UndecryptedEvent| one.room == event.room;
        let oldest = if events.iter().filter(|one| of_room(one)).count() >= MAX_EVENTS_OF_ROOM {
            events.iter().position(of_room)
        } else {
            (events.len() >= MAX_EVENTS).then_some(0)
        };
        if let Some(oldest) = oldest {
            events.remove(oldest);
        }
        events.push(event);
    }

    /// Replaces an event, or removes it.
    pub(super) fn replace(&self, id: &EventId, event: Option<UndecryptedEvent>) {
        let mut events = lock(&self.events);
        if let Some(place) = events.iter().position(|one| one.event == *id) {
            match event {
                Some(event) => events[place] = event,
                None => {
                    events.remove(place);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::owned_user_id;

    use super::*;

    #[test]
    fn one_room_crowds_out_no_other() {
        let undecrypted = UndecryptedEvents::default();
        let put = |room: &str, number: usize| {
            undecrypted.add(UndecryptedEvent::new(
                room.to_owned(),
                OwnedEventId::try_from(format!("$event{number}")).unwrap(),
                owned_user_id!("@alice:example.org"),
                "session".to_owned(),
            ));
        };
        put("!quiet:example.org", 0);
        for number in 1..=2 * MAX_EVENTS {
            put("!loud:example.org", number);
        }
        let kept = undecrypted.snapshot();
        assert_eq!(kept.len(), MAX_EVENTS_OF_ROOM + 1);
        assert_eq!(kept[0].room, "!quiet:example.org");
        assert_eq!(
            kept[MAX_EVENTS_OF_ROOM].event.as_str(),
            format!("$event{}", 2 * MAX_EVENTS)
        );
    }
}
