//! Events that no platform has brought: the host makes them, for what it does by itself.

use std::fmt::Display;

/// What an event of the host's own is about. Its id is made of this and of a number, so that the
/// same thing is done once however often it is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostEvent {
    /// The engine answers.
    Engine,
    /// The clock rings.
    Clock,
    /// Somebody is told how many wait for a hint before them.
    HintWaits,
    /// Somebody is told that nobody needs their hint any more.
    HintLate,
    /// Somebody is told how many wait for a review before them.
    ReviewWaits,
    /// A table is told that half of a review is done.
    ReviewHalf,
    /// It is said how a table stands that could not be spoken to. Numbered by the outbox.
    Restate,
}

impl HostEvent {
    /// Those that are numbered by a table's log. They belong to that log alone: when a table moves,
    /// they stay with it, and mean nothing to the one whose place it takes.
    pub const OF_A_LOG: [Self; 6] = [
        Self::Engine,
        Self::Clock,
        Self::HintWaits,
        Self::HintLate,
        Self::ReviewWaits,
        Self::ReviewHalf,
    ];

    /// What the ids of such events begin with.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Engine => "engine:",
            Self::Clock => "clock:",
            Self::HintWaits => "hint-waits:",
            Self::HintLate => "hint-late:",
            Self::ReviewWaits => "review-waits:",
            Self::ReviewHalf => "review-half:",
            Self::Restate => "restate:",
        }
    }

    /// The id of such an event.
    #[must_use]
    pub fn id(self, number: impl Display) -> String {
        format!("{}{number}", self.prefix())
    }

    /// The prefixes of those that are numbered by a log, as a list in JSON.
    pub(super) fn prefixes_of_a_log() -> String {
        let quoted = Self::OF_A_LOG.map(|one| format!("\"{}\"", one.prefix()));
        format!("[{}]", quoted.join(","))
    }
}
