//! An estimate of the server's rate limit.

use std::time::Duration;

use tokio::time::Instant;

/// Upper bound of the time for one event. A server that counts by the minute names a longer time,
/// but means something else.
const MAX_INTERVAL: Duration = Duration::from_secs(10);

/// Events that may be sent at once after a long silence.
const BURST: u32 = 10;

/// Room that a board leaves for the text of the next answer, in events.
const RESERVED_BY_PICTURE: u32 = 1;

/// Room that a reaction leaves.
const RESERVED_BY_REACTION: u32 = 3;

/// Events that the server accepted without having room for them, until the limit counts as lifted.
const MAX_SURPLUS: u32 = 10;

/// What an event is, in the order in which they are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum SendPriority {
    /// A text, or what takes its place.
    Text,
    /// A picture that goes with a text.
    Picture,
    /// A reaction: its choice is in the text as well.
    Reaction,
}

/// A token bucket that refills slowly, from which each event takes one token.
#[derive(Debug, Clone, Copy)]
pub(super) struct RateEstimate {
    /// Until then the server refuses all events, as it said.
    refuses_until: Instant,
    /// The time for one token: the longest wait that the server named.
    interval: Duration,
    /// When there is a token.
    room_at: Instant,
    /// Events accepted since the last refusal although there was no token.
    surplus: u32,
}

impl RateEstimate {
    pub(super) fn new(now: Instant, after: Duration) -> Self {
        Self {
            refuses_until: now + after,
            interval: after.min(MAX_INTERVAL),
            room_at: now + after,
            surplus: 0,
        }
    }

    /// The server refused an event.
    pub(super) fn refused(&mut self, now: Instant, after: Duration) {
        let interval = self.interval;
        *self = Self::new(now, after);
        self.interval = self.interval.max(interval);
    }

    /// The server accepted an event. True if there seems to be no limit any more.
    pub(super) fn sent(&mut self, now: Instant) -> bool {
        // A short time too early is measuring error.
        if now + self.interval / 4 < self.room_at {
            self.surplus += 1;
        }
        let full = now.checked_sub(self.interval * (BURST - 1)).unwrap_or(now);
        self.room_at = self.room_at.max(full) + self.interval;
        // An empty bucket is not emptied further.
        self.room_at = self.room_at.min(now + self.interval);
        self.surplus >= MAX_SURPLUS
    }

    /// When an event may be sent. Texts go as soon as the server may accept them: all beyond what it
    /// said is a guess.
    pub(super) fn ready_at(&self, priority: SendPriority) -> Instant {
        let reserved = match priority {
            SendPriority::Text => return self.refuses_until,
            SendPriority::Picture => RESERVED_BY_PICTURE,
            SendPriority::Reaction => RESERVED_BY_REACTION,
        };
        self.refuses_until
            .max(self.room_at + self.interval * reserved)
    }

    /// Whether there is room for this many events.
    pub(super) fn has_room(&self, events: u32, now: Instant) -> bool {
        now >= self.refuses_until && now >= self.room_at + self.interval * (events - 1)
    }
}
