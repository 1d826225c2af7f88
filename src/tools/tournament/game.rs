//! One game of a match.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::player::{Player, Question};
use super::program::Fault;
use super::side::Budget;
use crate::game::{Action, Color, GameRecord, GameResult, Position, Stage, Termination, Variant};

/// What a side has done in a game, or in several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Effort {
    /// Ring moves that it decided about.
    pub(super) moves: u64,
    /// What it looked at for these, and how deep in sum.
    pub(super) nodes: u64,
    pub(super) depth: u64,
    /// How long they took in sum.
    pub(super) time: Duration,
    /// How long the slowest decision of any kind took.
    pub(super) slowest: Duration,
    /// Games lost by a fault.
    pub(super) faults: u64,
}

impl Effort {
    /// Takes another in.
    pub(super) fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.time += other.time;
        self.slowest = self.slowest.max(other.slowest);
        self.faults += other.faults;
    }
}

/// A game that was played.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) record: GameRecord,
    pub(super) result: GameResult,
    /// What each side has done, the first before the second.
    pub(super) efforts: [Effort; 2],
    /// Why a side lost that its actions did not make lose.
    pub(super) fault: Option<String>,
}

/// How a game is played.
pub(super) struct Terms<'a> {
    pub(super) names: [&'a str; 2],
    pub(super) budgets: [Budget; 2],
    pub(super) variant: Variant,
    pub(super) margin: Duration,
    /// Whether the first side has white.
    pub(super) first_is_white: bool,
    pub(super) seed: u64,
    pub(super) opening: Vec<Action>,
    /// Its name among the games of the match.
    pub(super) round: String,
}

/// Plays a game between the first and the second of the players; `None` if it was broken off.
pub(super) fn play(players: &mut [Player; 2], terms: Terms<'_>, stop: &AtomicBool) -> Option<Game> {
    let mut actions = terms.opening;
    let mut position = Position::start(terms.variant);
    for &action in &actions {
        position = position.play_unchecked(action);
    }
    let mut efforts = [Effort::default(); 2];
    let side_of = |color: Color| usize::from((color == Color::White) != terms.first_is_white);
    let mut fault = None;
    for (side, player) in players.iter_mut().enumerate() {
        if let Err(reason) = player.begin(terms.variant, terms.seed) {
            fault = Some((side, reason));
            break;
        }
    }
    while fault.is_none() && position.stage() != Stage::Over {
        let side = side_of(position.actor());
        let budget = match position.stage() {
            Stage::Row | Stage::Ring => terms.budgets[side].for_removal(),
            Stage::Place | Stage::Move | Stage::Over => terms.budgets[side],
        };
        let answer = players[side].decide(&Question {
            actions: &actions,
            position: &position,
            budget,
            seed: terms.seed,
            margin: terms.margin,
            stop,
        });
        let answer = match answer {
            Ok(answer) => answer,
            Err(reason) => {
                fault = Some((side, reason));
                break;
            }
        };
        let effort = &mut efforts[side];
        effort.slowest = effort.slowest.max(answer.took);
        if position.stage() == Stage::Move {
            effort.moves += 1;
            effort.nodes += answer.nodes;
            effort.depth += u64::from(answer.depth);
            effort.time += answer.took;
        }
        actions.push(answer.action);
        position = position.play_unchecked(answer.action);
    }

    let [white, black] = if terms.first_is_white {
        terms.names
    } else {
        [terms.names[1], terms.names[0]]
    };
    let mut record = GameRecord {
        white: white.to_owned(),
        black: black.to_owned(),
        variant: terms.variant,
        actions,
        other_tags: vec![("Round".to_owned(), terms.round)],
        ..GameRecord::default()
    };
    let (result, fault) = match fault {
        None => (position.result()?, None),
        Some((_, Fault::Stopped)) => return None,
        Some((side, reason)) => {
            efforts[side].faults += 1;
            record.termination = Some(match reason {
                Fault::Time(_) => Termination::Time,
                // A record knows no other way to lose by the players' doing.
                Fault::Stopped | Fault::Illegal(_) | Fault::Gone(_) => Termination::Resignation,
            });
            let reason = format!("{}: {reason}", terms.names[side]);
            record.other_tags.push(("Fault".to_owned(), reason.clone()));
            let loser = Color::ALL
                .into_iter()
                .find(|&color| side_of(color) == side)?;
            (GameResult::win(!loser), Some(reason))
        }
    };
    record.result = Some(result);
    Some(Game {
        record,
        result,
        efforts,
        fault,
    })
}
