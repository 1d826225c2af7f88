//! Silence: since when nothing has happened in an untimed game, and what follows from that.

use jiff::{SignedDuration, Timestamp};

use super::clock::{later, missed};

/// Silence after which the players are asked.
pub(super) const ASKED_AFTER: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Silence after which the game is adjourned.
pub(super) const ADJOURNED_AFTER: SignedDuration = SignedDuration::from_hours(28 * 24);

/// Since when no player has done anything in an untimed game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Silence {
    since: Timestamp,
    /// Whether the players were asked.
    asked: bool,
    /// When they are asked, if that was moved.
    question: Option<Timestamp>,
}

impl Silence {
    /// Silence that begins now.
    pub(super) const fn start(at: Timestamp) -> Self {
        Self {
            since: at,
            asked: false,
            question: None,
        }
    }

    /// The players were asked.
    pub(super) const fn asked(&mut self) {
        self.asked = true;
    }

    /// When the players are asked; nothing if they were.
    pub(super) fn question(self) -> Option<Timestamp> {
        let natural = self.natural_question()?;
        Some(self.question.unwrap_or(natural))
    }

    /// When the players are asked unless that is moved; nothing if they were.
    pub(super) fn natural_question(self) -> Option<Timestamp> {
        (!self.asked).then(|| self.after(ASKED_AFTER))
    }

    /// The players are asked at another moment.
    pub(super) const fn move_question(&mut self, to: Timestamp) {
        self.question = Some(to);
    }

    /// When the game is adjourned.
    pub(super) fn adjournment(self) -> Timestamp {
        self.after(ADJOURNED_AFTER)
    }

    /// The bot was down from one moment to another: that time does not count. If `to` is before
    /// `from`, the wall clock was set back instead.
    pub(super) fn outage(&mut self, from: Timestamp, to: Timestamp) {
        self.since = self.after(missed(self.since, from, to));
        self.question = None;
    }

    /// So much after it began, at most the last moment that can be written down.
    fn after(self, span: SignedDuration) -> Timestamp {
        later(self.since, span)
    }
}
