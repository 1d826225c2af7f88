//! Replays: which turns of which game are to be seen again, and what is said with them.

use serde::{Deserialize, Serialize};

use super::draft::{Draft, Show};
use super::event::Event;
use super::person::{Person, Seat};
use super::reply::{Arg, Phrase, Visual};
use super::settings::Settings;
use super::table::Table;
use crate::game::{Action, GameResult, Played, Position, Turn};

/// Turns of a game that are to be seen again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayedGame {
    /// Who plays white and black.
    pub seats: [Seat; 2],
    /// Where the game began.
    pub start: Position,
    /// Its actions, up to the last turn that is shown.
    pub actions: Vec<Action>,
    /// Number of the first turn that is shown.
    pub from: usize,
    /// Number of the last one.
    pub to: usize,
    /// How the game ended, if it is over and shown to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The same as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Phrase>,
}

/// A turn of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnShown {
    /// The sentence below the board.
    pub caption: Phrase,
    /// What was played.
    pub played: Vec<Played>,
}

impl ReplayedGame {
    /// The position before the first turn that is shown, and the turns.
    #[must_use]
    pub fn shown(&self) -> (Position, Vec<TurnShown>) {
        let mut position = self.start;
        let mut played = Played::sequence(&self.start, &self.actions).into_iter();
        let mut shown = Vec::new();
        for turn in Turn::group(&self.start, &self.actions) {
            let its: Vec<Played> = played.by_ref().take(turn.actions.len()).collect();
            if turn.number < self.from {
                for action in turn.actions {
                    position = position.play_unchecked(action);
                }
            } else if turn.number <= self.to {
                shown.push(TurnShown {
                    caption: caption(&self.seats[turn.color.index()], &turn),
                    played: its,
                });
            }
        }
        (position, shown)
    }

    /// The sentence before the first turn.
    #[must_use]
    pub fn title(&self) -> Phrase {
        self.told("replay-title")
    }

    /// A phrase about it.
    fn told(&self, id: &str) -> Phrase {
        let turns = match self.from == self.to {
            true => Phrase::new("replay-one-turn"),
            false => Phrase::new("replay-some-turns").with("to", self.to),
        };
        Phrase::new(id)
            .with("white", Arg::seat(&self.seats[0]))
            .with("black", Arg::seat(&self.seats[1]))
            .with("turns", turns.with("from", self.from))
    }

    /// That it will be drawn.
    pub(super) fn begins(&self) -> Phrase {
        self.told("replay-begins")
    }

    /// That half of it is drawn.
    #[must_use]
    pub fn half(&self) -> Phrase {
        self.told("replay-half")
    }

    /// What it shows, for those who do not see it.
    #[must_use]
    pub fn described(&self) -> Phrase {
        self.told("alt-replay")
    }
}

/// The sentence of a turn: its number, who, and what in a few signs.
fn caption(seat: &Seat, turn: &Turn) -> Phrase {
    let action = |action: &Action| match *action {
        Action::Place(point) => Arg::from(point),
        Action::Move { from, to } => Arg::Text(format!("{from} → {to}")),
        Action::Row(row) => Phrase::new("replay-row").with("row", row).into(),
        Action::Ring(point) => Phrase::new("replay-ring").with("point", point).into(),
        Action::Pass => Phrase::new("action-pass").into(),
    };
    Phrase::new("replay-turn")
        .with("number", turn.number)
        .with("player", Arg::seat(seat))
        .with("actions", turn.actions.iter().map(action).collect::<Arg>())
}

/// A pending replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayRequest {
    /// Number of the entry in which it was asked for first.
    pub number: u64,
    /// Who asked.
    pub by: Person,
    /// What is to be seen.
    pub game: Box<ReplayedGame>,
}

/// A replay to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// What is to be seen.
    pub game: ReplayedGame,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

impl ReplayRequest {
    /// The replay at a table.
    #[must_use]
    pub fn visual(&self, table: &Table) -> Visual {
        Visual::Replay(Box::new(Replay {
            game: (*self.game).clone(),
            settings: table.settings.clone(),
        }))
    }
}

/// How a replay was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnTurns {
    /// How many turns are left out at the beginning, so that the file is not too large.
    pub left_out: usize,
}

/// The answer to the request with this number; nothing if it is not pending any more. It could not be
/// drawn if nothing is `drawn`.
pub(super) fn give_replay(table: &Table, number: u64, drawn: Option<DrawnTurns>) -> Option<Draft> {
    let request = table
        .replay_request()
        .filter(|request| request.number == number)?;
    let event = Event::Replayed { number };
    let Some(DrawnTurns { left_out }) = drawn else {
        let sorry = Phrase::new("replay-failed").with("replay", Arg::command("replay"));
        return Some(Draft::say(sorry, Show::Nothing).event(event));
    };
    let game = &request.game;
    let done = game
        .told("replay-done")
        .with("by", Arg::Name(request.by.clone()));
    let mut draft = Draft::say(done, Show::Nothing).event(event);
    if left_out > 0 {
        let shorter = Phrase::new("replay-shorter").with("turn", game.from + left_out);
        draft.text.push(shorter);
    }
    draft.visual = Some(request.visual(table));
    Some(draft)
}
