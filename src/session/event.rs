//! What can happen to a table. A table's log is a list of these, and nothing else is true of it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::person::{Person, Seat};
use crate::game::{Action, Color, GameResult, Position, Variant};

/// Which colour somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColorChoice {
    /// Let chance decide.
    #[default]
    Random,
    /// This colour.
    Is(Color),
}

/// A challenge that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Who challenges.
    pub by: Person,
    /// Who is challenged; nobody in particular if absent.
    pub to: Option<Person>,
    /// The variant to be played.
    pub variant: Variant,
    /// The challenger's colour.
    pub color: ColorChoice,
    /// When it lapses.
    pub expires: Timestamp,
}

/// What one player can ask of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To call the game a draw.
    Draw,
    /// To take back the asker's last turn and all that followed.
    Undo,
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

/// A finished game, as it is reviewed.
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
}

/// One entry's content in a table's log.
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
    /// A game began. It holds all that the table needs to know from before, so that reading a
    /// table may begin at its last start; challenges that were open are void.
    Started {
        /// Who plays white.
        white: Seat,
        /// Who plays black.
        black: Seat,
        /// The variant.
        variant: Variant,
        /// The pictures' theme.
        theme: Option<String>,
        /// Whether the board is seen from black's side.
        flipped: bool,
    },
    /// The player who has to decide asked for a hint.
    HintAsked {
        /// Who asked.
        by: Person,
        /// How much of a hint.
        amount: HintAmount,
    },
    /// The hint that was asked for last was given.
    Hinted {
        /// To whom.
        to: Color,
    },
    /// The hint that was asked for last will never be given.
    HintFailed,
    /// Somebody asked for the review of a finished game. It is said again behind the start of a
    /// game that begins meanwhile, so that the review outlasts it.
    ReviewAsked {
        /// Number of the entry in which it was asked for first.
        number: u64,
        /// Who asked.
        by: Person,
        /// Which game.
        game: Box<PlayedGame>,
    },
    /// The review that was asked for was given, or will never be.
    Reviewed {
        /// Number of the entry in which it was asked for first.
        number: u64,
    },
    /// The actor of the position decided.
    Acted {
        /// What was decided.
        action: Action,
    },
    /// A player asked something of the other.
    Offered {
        /// Who asked.
        by: Color,
        /// What.
        offer: Offer,
    },
    /// The other player refused what was asked.
    Refused {
        /// What was asked.
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
    /// A player called the game off, as the other one was gone.
    Aborted {
        /// Who called it off.
        by: Color,
    },
    /// The theme of the table's pictures was chosen.
    Themed {
        /// Name of the theme.
        theme: String,
    },
    /// The table's board was turned round.
    Flipped,
}

/// An entry of a table's log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub event: Event,
}
