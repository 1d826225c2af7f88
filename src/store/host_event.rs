//! Ids of events that the host makes itself, for the engine's answers, timers and notices.

use std::fmt::Display;

/// Kind of an event that no platform sent. Its id is the kind's prefix and a number, so that the
/// same thing is done once however often it is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostEvent {
    /// The engine answers.
    Engine,
    /// A timer fires.
    Clock,
    /// A table is told that time has passed that does not count. Numbered by the outages.
    Outage,
    /// A game is adjourned: the place of its table is gone.
    PlaceGone,
    /// A person is told that the bot leaves a place in which it may not speak. Numbered by time.
    MayNotSpeak,
    /// A place is greeted.
    Greeting,
    /// A table is told who is on holiday.
    Holidays,
    /// What somebody leaves behind who had their data deleted ends.
    Left,
    /// A person is told their place in the queue for hints.
    HintWaits,
    /// A person is told that their hint is no longer needed.
    HintLate,
    /// A person is told their place in the queue for reviews.
    ReviewWaits,
    /// A review is half done.
    ReviewHalf,
    /// A person is told their place in the queue for replays.
    ReplayWaits,
    /// A replay is half drawn.
    ReplayHalf,
    /// Those who watch a game are told of a turn.
    Watched,
    /// Somebody watches no longer, as they cannot be told.
    Unwatched,
    /// The game of a tournament begins. Numbered by the tournament, the round and the board.
    Paired,
    /// The table of a tournament is told that a game could not begin. Numbered as above, and by the reply that announced it.
    NotBegun,
    /// The boards of a tournament are told once more. Numbered by time.
    Boards,
    /// Results are recorded at the table of a tournament.
    Results,
    /// A result is announced in another channel. Numbered by the table and its log.
    Announcement,
    /// The puzzle of a day is posted. Numbered by the day.
    Daily,
    /// The state of a table is told where the bot could not speak. Numbered by the outbox.
    Restate,
}

impl HostEvent {
    /// The kinds that belong to a table's log alone, most of which it numbers: when a table
    /// moves they stay with it, and mean nothing at the table that takes its place.
    pub const OF_A_LOG: [Self; 15] = [
        Self::Results,
        Self::Left,
        Self::Holidays,
        Self::Engine,
        Self::Clock,
        Self::Outage,
        Self::PlaceGone,
        Self::HintWaits,
        Self::HintLate,
        Self::ReviewWaits,
        Self::ReviewHalf,
        Self::ReplayWaits,
        Self::ReplayHalf,
        Self::Watched,
        Self::Unwatched,
    ];

    /// What the ids of such events start with.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Engine => "engine:",
            Self::Clock => "clock:",
            Self::Outage => "outage:",
            Self::PlaceGone => "place-gone:",
            Self::MayNotSpeak => "may-not-speak:",
            Self::Greeting => "greeting:",
            Self::Holidays => "holidays:",
            Self::Left => "left:",
            Self::HintWaits => "hint-waits:",
            Self::HintLate => "hint-late:",
            Self::ReviewWaits => "review-waits:",
            Self::ReviewHalf => "review-half:",
            Self::ReplayWaits => "replay-waits:",
            Self::ReplayHalf => "replay-half:",
            Self::Watched => "watched:",
            Self::Unwatched => "unwatched:",
            Self::Paired => "paired:",
            Self::NotBegun => "not-begun:",
            Self::Boards => "boards:",
            Self::Results => "results:",
            Self::Announcement => "announcement:",
            Self::Daily => "daily:",
            Self::Restate => "restate:",
        }
    }

    /// The id of such an event.
    #[must_use]
    pub fn id(self, number: impl Display) -> String {
        format!("{}{number}", self.prefix())
    }
}
