//! Replays: which turns of a game are shown, and the words that go with them.

use serde::{Deserialize, Serialize};

use super::draft::{Draft, Show};
use super::event::Event;
use super::person::{Person, Seat};
use super::reply::{Arg, Phrase, Visual};
use super::settings::Settings;
use super::table::Table;
use crate::game::{Action, GameResult, Played, Position, Turn};

/// The turns of a game that a replay shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayedGame {
    /// Who plays white and black.
    pub seats: [Seat; 2],
    /// The start position.
    pub start: Position,
    /// The actions, up to the last turn that is shown.
    pub actions: Vec<Action>,
    /// Number of the first turn that is shown.
    pub from: usize,
    /// Number of the last one.
    pub to: usize,
    /// The result, if the end of the game is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The same as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Phrase>,
}

/// A turn of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnShown {
    /// The caption below the board.
    pub caption: Phrase,
    /// Its actions.
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

    /// The caption before the first turn.
    #[must_use]
    pub fn title(&self) -> Phrase {
        self.told("replay-title")
    }

    /// A phrase that names the players and the turns.
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

    /// Says that it is being drawn.
    pub(super) fn begins(&self) -> Phrase {
        self.told("replay-begins")
    }

    /// Says that half of it is drawn.
    #[must_use]
    pub fn half(&self) -> Phrase {
        self.told("replay-half")
    }

    /// What it shows, for its alternative text.
    #[must_use]
    pub fn described(&self) -> Phrase {
        self.told("alt-replay")
    }
}

/// An action in brief: `E4 → E8`.
pub(super) fn brief(action: Action) -> Arg {
    match action {
        Action::Place(point) => Arg::from(point),
        Action::Move { from, to } => Arg::Text(format!("{from} → {to}")),
        Action::Row(row) => Phrase::new("replay-row").with("row", row).into(),
        Action::Ring(point) => Phrase::new("replay-ring").with("point", point).into(),
        Action::Pass => Phrase::new("action-pass").into(),
    }
}

/// The caption of a turn: its number, the player, and the actions in brief.
pub(super) fn caption(seat: &Seat, turn: &Turn) -> Phrase {
    Phrase::new("replay-turn")
        .with("number", turn.number)
        .with("player", Arg::seat(seat))
        .with(
            "actions",
            turn.actions.iter().copied().map(brief).collect::<Arg>(),
        )
}

/// A pending replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayRequest {
    /// Number of the entry in which it was asked for first.
    pub number: u64,
    /// Who asked.
    pub by: Person,
    /// The turns to show.
    pub game: Box<ReplayedGame>,
}

/// A replay in a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The turns to show.
    pub game: ReplayedGame,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

impl ReplayRequest {
    /// The replay, with the settings of the table.
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
    /// How many of the first turns were left out to keep the file small enough.
    pub left_out: usize,
}

/// Answers the request with this number; `None` if it is no longer pending. Drawing failed if `drawn` is
/// `None`.
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
