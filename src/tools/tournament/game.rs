//! One game of a match.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::player::{DecisionRequest, Player};
use super::side::Budget;
use crate::game::{Action, Color, GameRecord, GameResult, Position, Stage, Termination, Variant};
use crate::program::PlayerFault;

/// Statistics of a side in one or more games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SideStats {
    /// Number of ring moves.
    pub(super) moves: u64,
    /// Sum of the nodes searched for them.
    pub(super) nodes: u64,
    /// Sum of the depths that they were searched to.
    pub(super) depth: u64,
    /// Sum of the time that they took.
    pub(super) time: Duration,
    /// Time of the slowest decision of any kind.
    pub(super) slowest: Duration,
    /// Number of games lost by a fault.
    pub(super) faults: u64,
}

impl SideStats {
    /// Adds other statistics.
    pub(super) fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.time += other.time;
        self.slowest = self.slowest.max(other.slowest);
        self.faults += other.faults;
    }
}

/// A finished game.
#[derive(Debug, Clone)]
pub(super) struct MatchGame {
    pub(super) record: GameRecord,
    pub(super) result: GameResult,
    /// The statistics of the first and the second side.
    pub(super) stats: [SideStats; 2],
    /// The fault by which a side lost.
    pub(super) fault: Option<String>,
}

/// How a game is played.
pub(super) struct GameSetup<'a> {
    pub(super) names: [&'a str; 2],
    pub(super) budgets: [Budget; 2],
    pub(super) variant: Variant,
    pub(super) margin: Duration,
    /// Whether the first side has white.
    pub(super) first_is_white: bool,
    pub(super) seed: u64,
    pub(super) opening: Vec<Action>,
    /// Number of the game in the match.
    pub(super) round: String,
}

/// Plays a game between two players; `None` if it was stopped.
pub(super) fn play(
    players: &mut [Player; 2],
    setup: GameSetup<'_>,
    stop: &AtomicBool,
) -> Option<MatchGame> {
    let mut actions = setup.opening;
    let mut position = Position::start(setup.variant);
    for &action in &actions {
        position = position.play_unchecked(action);
    }
    let mut stats = [SideStats::default(); 2];
    let side_of = |color: Color| usize::from((color == Color::White) != setup.first_is_white);
    let mut fault = None;
    for (side, player) in players.iter_mut().enumerate() {
        if let Err(reason) = player.begin(setup.variant, setup.seed) {
            fault = Some((side, reason));
            break;
        }
    }
    while fault.is_none() && position.stage() != Stage::Over {
        let side = side_of(position.actor());
        let budget = match position.stage() {
            Stage::Row | Stage::Ring => setup.budgets[side].for_removal(),
            Stage::Place | Stage::Move | Stage::Over => setup.budgets[side],
        };
        let reply = players[side].decide(&DecisionRequest {
            actions: &actions,
            position: &position,
            budget,
            seed: setup.seed,
            margin: setup.margin,
            stop,
        });
        let reply = match reply {
            Ok(reply) => reply,
            Err(reason) => {
                fault = Some((side, reason));
                break;
            }
        };
        let stats = &mut stats[side];
        stats.slowest = stats.slowest.max(reply.took);
        if position.stage() == Stage::Move {
            stats.moves += 1;
            stats.nodes += reply.nodes;
            stats.depth += u64::from(reply.depth);
            stats.time += reply.took;
        }
        actions.push(reply.action);
        position = position.play_unchecked(reply.action);
    }

    let [white, black] = if setup.first_is_white {
        setup.names
    } else {
        [setup.names[1], setup.names[0]]
    };
    let mut record = GameRecord {
        white: white.to_owned(),
        black: black.to_owned(),
        variant: setup.variant,
        actions,
        other_tags: vec![("Round".to_owned(), setup.round)],
        ..GameRecord::default()
    };
    let (result, fault) = match fault {
        None => (position.result()?, None),
        Some((_, PlayerFault::Stopped)) => return None,
        Some((side, reason)) => {
            stats[side].faults += 1;
            record.termination = Some(match reason {
                PlayerFault::Time(_) => Termination::Time,
                // Records have no other termination by which a player loses.
                PlayerFault::Stopped | PlayerFault::Illegal(_) | PlayerFault::Failed(_) => {
                    Termination::Resignation
                }
            });
            let reason = format!("{}: {reason}", setup.names[side]);
            record.other_tags.push(("Fault".to_owned(), reason.clone()));
            let loser = Color::ALL
                .into_iter()
                .find(|&color| side_of(color) == side)?;
            (GameResult::win(!loser), Some(reason))
        }
    };
    record.result = Some(result);
    Some(MatchGame {
        record,
        result,
        stats,
        fault,
    })
}
