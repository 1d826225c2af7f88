//! What the engine service is asked, and what it answers.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc;
use tokio_util::sync::DropGuard;

use crate::engine::{Findings, Level, Line};
use crate::game::{Action, Position};
use crate::host::transport::Transport;
use crate::picture;
use crate::session::{DrawnTurns, PlayedGame, TableKey};

/// A request of a table.
pub(in crate::host) struct Request {
    /// The table, for the log.
    pub(in crate::host) table: TableKey,
    /// Who waits for the answer: owners take turns in the queue.
    pub(in crate::host) owner: String,
    /// What to do.
    pub(in crate::host) work: Work,
}

/// What to do.
pub(in crate::host) enum Work {
    /// Choose the bot's turn.
    Turn {
        position: Position,
        level: Level,
        /// How long that may take, if the bot's clock runs. The answer comes in twice this time at
        /// the latest.
        budget: Option<Duration>,
    },
    /// Have another program make its turn.
    ProgramTurn {
        turn: ProgramTurn,
        /// How long that may take, if its clock runs.
        budget: Option<Duration>,
    },
    /// Find good turns for the player who decides.
    Hint { position: Position },
    /// Go through a finished game.
    Review { game: Box<PlayedGame> },
    /// Draw a replay, so that it is there when it is delivered.
    Replay {
        replay: Box<picture::Replay>,
        /// Where it will be delivered.
        transport: Arc<dyn Transport>,
    },
}

/// A request in the queue. Dropping it cancels the request.
pub(in crate::host) struct Ticket {
    /// How many requests of its kind go before; 0 if work on it begins at once.
    pub(in crate::host) ahead: usize,
    /// Ends with [`Update::Done`] or [`Update::Failed`].
    pub(in crate::host) updates: mpsc::UnboundedReceiver<Update>,
    pub(super) _cancel: DropGuard,
}

/// The turn of another program.
#[derive(Debug, Clone)]
pub(in crate::host) struct ProgramTurn {
    /// Its name.
    pub(in crate::host) name: String,
    /// When the game was started.
    pub(in crate::host) started: Timestamp,
    /// What was played before.
    pub(in crate::host) actions: Vec<Action>,
    pub(in crate::host) position: Position,
}

/// What becomes of a request.
#[derive(Debug)]
pub(in crate::host) enum Update {
    /// Half of a long review or replay is done.
    HalfDone,
    /// The answer.
    Done(Answer),
    /// There is no answer. The same request may succeed later.
    Failed,
}

/// The answer to a request.
#[derive(Debug, Clone)]
pub(in crate::host) enum Answer {
    /// A turn that follows the rules.
    Turn(Vec<Action>),
    /// Such a turn, which the bot makes for a program that failed.
    StandInTurn(Vec<Action>),
    /// Good turns, the best first; empty if none was found.
    Hint(Vec<Line>),
    /// What was found out about a game; `None` if the engine failed.
    Review(Option<Box<Findings>>),
    /// How a replay was drawn; `None` if it could not be.
    Replay(Option<DrawnTurns>),
}

impl Answer {
    /// The empty answer to the same request; `None` for a turn.
    pub(in crate::host) fn empty(&self) -> Option<Self> {
        match self {
            Self::Turn(_) | Self::StandInTurn(_) => None,
            Self::Hint(_) => Some(Self::Hint(Vec::new())),
            Self::Review(_) => Some(Self::Review(None)),
            Self::Replay(_) => Some(Self::Replay(None)),
        }
    }
}
