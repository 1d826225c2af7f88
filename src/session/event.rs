//! Events: what can happen to a table. A table's log is a list of them, and its only state.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tournament::{Meeting, Outcome, Round};

use super::clock::later;
use super::conditions::Branch;
use super::person::{Person, Seat};
use super::replay::ReplayedGame;
use super::schedule::Schedule;
use super::settings::Settings;
use super::time_control::TimeControl;
use super::tournament::{Tournament, TournamentGame};
use super::turning::TurningPoints;
use super::votes::Crowd;
use crate::game::{Action, Color, GameResult, Position, Variant};

/// The colour that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColorChoice {
    /// Drawn at random.
    #[default]
    Random,
    /// This colour.
    Is(Color),
}

/// An open challenge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Who challenges.
    pub by: Person,
    /// Who is challenged; anyone if absent.
    pub to: Option<Person>,
    /// The variant to be played.
    pub variant: Variant,
    /// The challenger's colour.
    pub color: ColorChoice,
    /// Whether the game is to be rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// When it lapses.
    pub expires: Timestamp,
    /// How long the players may think.
    #[serde(default, skip_serializing_if = "TimeControl::is_untimed")]
    pub time: TimeControl,
    /// Whether weekends do not count for that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weekends_off: bool,
    /// Everyone in the channel or room, if the challenger plays together with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crowd: Option<Crowd>,
}

/// Keeps how long the challenges have left. A clock that is set back, and then forward again, has
/// changed nothing.
pub(super) fn shift(challenges: &mut [Challenge], from: Timestamp, to: Timestamp) {
    let missed = to.duration_since(from);
    for one in challenges {
        one.expires = later(one.expires, missed);
    }
}

/// An offer of one player to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take back the last turn of the player who asks, and all that followed.
    Undo,
    /// To stop the clock for a while.
    Pause,
    /// To start a paused clock again.
    Resume,
}

/// How much a hint tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintAmount {
    /// Where to look.
    Nudge,
    /// What to do, and why.
    #[default]
    Action,
    /// What else could be done as well, and what is expected to follow.
    All,
}

impl HintAmount {
    /// All of them; their numbers begin with 1.
    pub const ALL: [Self; 3] = [Self::Nudge, Self::Action, Self::All];

    /// The amount of this number, 1 to 3.
    #[must_use]
    pub fn of_number(number: usize) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)?).copied()
    }
}

/// A finished game that is to be reviewed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Who played white and black.
    pub seats: [Seat; 2],
    /// Where it started.
    pub start: Position,
    /// All actions.
    pub actions: Vec<Action>,
    /// How it ended.
    pub result: GameResult,
    /// Whether it was played on this platform, by these people. Earlier versions did not keep it.
    #[serde(default)]
    pub played_here: bool,
}

/// The version of the bot's levels before there was a second one.
const FIRST_LEVELS: u32 = 1;

const fn first_levels() -> u32 {
    FIRST_LEVELS
}

const fn is_first(levels: &u32) -> bool {
    *levels == FIRST_LEVELS
}

/// Something that happened to a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A challenge was made.
    Challenged(Challenge),
    /// The challenge of a person was accepted. The game's start follows as an entry of its own.
    Accepted {
        /// Id of the challenger.
        challenger: String,
        /// Who accepted.
        by: Person,
    },
    /// The challenge of a person was declined.
    Declined {
        /// Id of the challenger.
        challenger: String,
        /// Who declined.
        by: Person,
    },
    /// A person withdrew their challenge.
    Withdrawn {
        /// Id of the challenger.
        challenger: String,
    },
    /// The challenge of a person lapsed.
    Expired {
        /// Id of the challenger.
        challenger: String,
    },
    /// A game started. Open challenges are void. The event holds all that the table keeps from
    /// before, so that a log can be read from its last start on.
    Started {
        /// Who plays white.
        white: Seat,
        /// Who plays black.
        black: Seat,
        /// The variant.
        variant: Variant,
        /// Whether the players agreed that it is rated.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rated: bool,
        /// The server at which it is played, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        server: Option<String>,
        /// How long the players may think.
        #[serde(default, skip_serializing_if = "TimeControl::is_untimed")]
        time: TimeControl,
        /// Whether silence counts from here on. Not in logs of versions that did not count it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        silence: bool,
        /// Whether weekends do not count for that.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        weekends_off: bool,
        /// Version of the bot's levels. Logs of versions with the first levels do not name it.
        #[serde(default = "first_levels", skip_serializing_if = "is_first")]
        levels: u32,
        /// The table's settings.
        #[serde(flatten)]
        settings: Settings,
    },
    /// The player to decide asked for a hint.
    HintAsked {
        /// Who asked.
        by: Person,
        /// How much of a hint.
        amount: HintAmount,
        /// Whether nobody asked: the player has a coach.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_itself: bool,
    },
    /// Hints come by themselves from here on, or do no longer.
    Coached {
        /// Whether they do.
        on: bool,
    },
    /// The pending hint was given.
    Hinted {
        /// To whom.
        to: Color,
    },
    /// The pending hint could not be given.
    HintFailed,
    /// Somebody asked for the review of a finished game. The event is repeated after the start of a
    /// game that begins meanwhile, so that the request outlasts it.
    ReviewAsked {
        /// Number of the entry in which it was asked for first.
        number: u64,
        /// Who asked.
        by: Person,
        /// Which game.
        game: Box<PlayedGame>,
    },
    /// The pending review was given, or could not be. Like the request, the event is repeated when a game
    /// begins.
    Reviewed {
        /// Number of the entry in which it was asked for first.
        number: u64,
        /// The turning points; absent if it could not be given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turning: Option<Box<TurningPoints>>,
    },
    /// Somebody asked for a replay. Like that of a review, the event is repeated when a game begins.
    ReplayAsked {
        /// Number of the entry in which it was asked for first.
        number: u64,
        /// Who asked.
        by: Person,
        /// The turns to show.
        game: Box<ReplayedGame>,
    },
    /// The pending replay was posted, or could not be drawn.
    Replayed {
        /// Number of the entry in which it was asked for first.
        number: u64,
    },
    /// The actor of the position decided.
    Acted {
        /// What was decided.
        action: Action,
    },
    /// A player made an offer.
    Offered {
        /// Who.
        by: Color,
        /// What.
        offer: Offer,
    },
    /// The offer was declined or withdrawn.
    Refused {
        /// The offer.
        offer: Offer,
    },
    /// The game goes back to where this many actions had been played.
    TookBack {
        /// Number of actions that remain.
        remaining: usize,
    },
    /// Both players agreed to a draw.
    Drawn,
    /// A player resigned.
    Resigned {
        /// Who resigned.
        by: Color,
    },
    /// A player called the game off, as the other one had left.
    Aborted {
        /// Who called it off.
        by: Color,
    },
    /// A player had their data deleted: the game is called off.
    Left {
        /// Who.
        by: Color,
    },
    /// A moderator ended the game.
    Adjudicated {
        /// The result; none if the game was called off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<GameResult>,
    },
    /// Time has passed that does not count: the bot was down. If `to` is before `from`, the wall
    /// clock was set back instead, and all moments that the table waits for with it.
    Outage {
        /// When the bot was last up.
        from: Timestamp,
        /// When it was up again.
        to: Timestamp,
    },
    /// The player whose clock ran had no time left. Who had not decided anything in the game yet does
    /// not lose: it is called off.
    TimedOut {
        /// Whose time ran out.
        by: Color,
    },
    /// The next reminder, or the question whether the game is still on, comes at another moment, as
    /// there are quiet hours.
    Rescheduled {
        /// When.
        at: Timestamp,
    },
    /// The player whose clock runs was reminded.
    Reminded {
        /// Which reminder of the turn it is, counted from 1.
        number: usize,
    },
    /// A player planned conditional moves.
    Planned {
        /// Who.
        by: Color,
        /// The turns that are foreseen.
        branch: Branch,
        /// The index of the branch whose place they take, if they begin with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<usize>,
    },
    /// A player dropped conditional moves.
    PlanDropped {
        /// Who.
        by: Color,
        /// The index of the branch; all if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<usize>,
    },
    /// A player gave the other one time.
    TimeGiven {
        /// Who gets it.
        to: Color,
        /// How much, in seconds.
        seconds: u32,
    },
    /// Silence counts from here on. For games of versions that did not count it.
    SilenceBegan,
    /// The players were asked whether the game is still on.
    PlayersAsked,
    /// A player says that the game is still on.
    Kept {
        /// Who.
        by: Color,
    },
    /// A player offers their seat to another person.
    SeatOffered {
        /// Who.
        by: Color,
        /// To whom.
        to: Person,
    },
    /// The offer of a seat was declined or withdrawn.
    SeatRefused,
    /// Somebody else plays a colour from here on. The game is rated no more.
    Reseated {
        /// Which colour.
        color: Color,
        /// Who.
        seat: Seat,
    },
    /// Somebody watches the game from here on.
    Watched {
        /// Who.
        by: Person,
    },
    /// Somebody does not watch the game any longer.
    Unwatched {
        /// Id of the person.
        by: String,
    },
    /// A spectator predicted the winner.
    Predicted {
        /// Who.
        by: Person,
        /// Whom they expect to win.
        winner: Color,
    },
    /// Somebody voted on what the crowd plays.
    Voted {
        /// Who voted.
        by: Person,
        /// The actions they voted for, which are one decision.
        actions: Vec<Action>,
    },
    /// A round of votes ends at another moment.
    RoundMoved {
        /// When.
        to: Timestamp,
    },
    /// Everyone was told how a vote stands.
    VotesTold,
    /// A tournament was opened. Like that of a review, the event is repeated when a game begins: with
    /// the tournament as it is by then.
    TournamentOpened {
        /// The tournament.
        tournament: Box<Tournament>,
    },
    /// Somebody takes part in the tournament, or does again.
    TournamentJoined {
        /// Who.
        by: Person,
        /// Their rating at that time, if they have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i64>,
    },
    /// Somebody does not take part in the tournament, or plays no further games.
    TournamentLeft {
        /// Id of the person.
        by: String,
        /// Whether somebody else removed them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        removed: bool,
    },
    /// The tournament started.
    TournamentStarted {
        /// Who plays, the strongest first.
        players: Vec<Person>,
        /// Number of rounds.
        rounds: usize,
        /// Until when games begin in an arena.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ends: Option<Timestamp>,
    },
    /// The next round of the tournament was paired.
    RoundPaired {
        /// The round.
        round: Round,
    },
    /// Further games of an arena were paired.
    GamesPaired {
        /// The games.
        games: Vec<Meeting>,
    },
    /// An arena's time was up, or it had reached its maximum number of games.
    PairingEnded,
    /// A game of the tournament's current round is over.
    MeetingEnded {
        /// Its board, from 1.
        board: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// All rounds of the tournament have been played.
    TournamentFinished,
    /// The tournament was called off.
    TournamentCalledOff,
    /// Those who have joined the tournament were told that it starts soon.
    TournamentAnnounced,
    /// Tournaments were scheduled, or the next one of them was opened or left out. The event is
    /// repeated when a game begins.
    TournamentScheduled {
        /// What is scheduled from now on.
        schedule: Box<Schedule>,
    },
    /// No tournaments are scheduled any more.
    ScheduleEnded,
    /// The game that has just started belongs to a tournament.
    Paired {
        /// Which game of which tournament.
        game: TournamentGame,
    },
    /// Those who watch were told how the game stands, as far as they are not to be told later.
    WatchersTold,
    /// The game was adjourned: the table is free.
    Adjourned,
    /// An adjourned game, whose entries from its start on stand before this one, is continued.
    Continued {
        /// When it was adjourned. The time since then does not count.
        adjourned: Timestamp,
        /// The table's settings.
        settings: Settings,
    },
    /// Both players agreed to stop the clock.
    Paused,
    /// The clock runs again.
    Resumed,
    /// A player is on holiday: their clock does not run.
    HolidayBegan {
        /// Who.
        by: Color,
        /// Until when.
        until: Timestamp,
    },
    /// A player is back from holiday.
    HolidayEnded {
        /// Who.
        by: Color,
    },
    /// The table's settings were changed; these are all of them.
    Configured {
        /// The settings.
        settings: Settings,
    },
    /// The theme of the pictures was changed. In old logs only.
    Themed {
        /// Name of the theme.
        theme: String,
    },
    /// The board was turned around. In old logs only.
    Flipped,
}

impl Event {
    /// Whether what was offered for choice before it may still be chosen: it does not change what
    /// there is to decide.
    pub(super) const fn leaves_choices(&self) -> bool {
        matches!(
            self,
            Self::Outage { .. }
                | Self::Configured { .. }
                | Self::Themed { .. }
                | Self::Flipped
                | Self::HintAsked { .. }
                | Self::Coached { .. }
                | Self::Hinted { .. }
                | Self::HintFailed
                | Self::ReviewAsked { .. }
                | Self::Reviewed { .. }
                | Self::ReplayAsked { .. }
                | Self::Replayed { .. }
                | Self::Reminded { .. }
                | Self::Rescheduled { .. }
                | Self::TimeGiven { .. }
                | Self::HolidayBegan { .. }
                | Self::HolidayEnded { .. }
                | Self::SilenceBegan
                | Self::PlayersAsked
                | Self::Kept { .. }
                | Self::Planned { .. }
                | Self::PlanDropped { .. }
                | Self::Watched { .. }
                | Self::Unwatched { .. }
                | Self::WatchersTold
                | Self::Predicted { .. }
                | Self::Voted { .. }
                | Self::RoundMoved { .. }
                | Self::VotesTold
                | Self::Paired { .. }
        ) || self.is_of_tournament()
    }

    /// Whether it breaks the silence of a game: what no player caused does not.
    pub(super) const fn breaks_silence(&self) -> bool {
        !matches!(
            self,
            Self::Hinted { .. }
                | Self::HintFailed
                | Self::ReviewAsked { .. }
                | Self::Reviewed { .. }
                | Self::ReplayAsked { .. }
                | Self::Replayed { .. }
                | Self::Outage { .. }
                | Self::Reminded { .. }
                | Self::Rescheduled { .. }
                | Self::PlayersAsked
                | Self::Watched { .. }
                | Self::Unwatched { .. }
                | Self::RoundMoved { .. }
                | Self::VotesTold
                | Self::WatchersTold
                | Self::Predicted { .. }
        ) && !self.is_of_tournament()
    }

    /// Whether it changes the tournaments of the table, and not its game.
    pub(super) const fn is_of_tournament(&self) -> bool {
        matches!(
            self,
            Self::TournamentOpened { .. }
                | Self::TournamentJoined { .. }
                | Self::TournamentLeft { .. }
                | Self::TournamentStarted { .. }
                | Self::RoundPaired { .. }
                | Self::GamesPaired { .. }
                | Self::PairingEnded
                | Self::MeetingEnded { .. }
                | Self::TournamentFinished
                | Self::TournamentCalledOff
                | Self::TournamentAnnounced
                | Self::TournamentScheduled { .. }
                | Self::ScheduleEnded
        )
    }
}

/// An entry of a table's log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub event: Event,
}
