//! The systems, the number of rounds, and the next round.

use serde::{Deserialize, Serialize};

use crate::history::{History, Round};
use crate::{arena, knockout, round_robin, simul, swiss};

/// How the players of a tournament meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// A few rounds for everybody, each between players with about equal scores.
    Swiss,
    /// Everybody meets everybody once.
    RoundRobin,
    /// Who loses is out.
    Knockout,
    /// The first player meets everybody else, all at once.
    Simul,
    /// Whoever is free meets somebody else who is free, until time is up.
    Arena,
}

/// The number of rounds of a tournament; 0 with fewer than two players.
///
/// Only a Swiss tournament heeds `wanted`. Without it the number is that of a knockout, which is
/// enough for at most one player to win all games. It is at least 1 and at most that of a round
/// robin.
pub fn rounds(system: System, players: usize, wanted: Option<usize>) -> usize {
    if players < 2 {
        return 0;
    }
    // With an odd number, everybody is free once.
    let everybody = if players.is_multiple_of(2) {
        players - 1
    } else {
        players
    };
    let knockout = players.next_power_of_two().ilog2() as usize;
    match system {
        System::Swiss => wanted.unwrap_or(knockout).clamp(1, everybody),
        System::RoundRobin => everybody,
        System::Knockout => knockout,
        System::Simul | System::Arena => 1,
    }
}

/// The next round; `None` if `total_rounds` have been played, fewer than two players are left, or
/// nobody is left to meet.
///
/// `total_rounds` comes from [`rounds`]. Meant to be called when all meetings have their outcomes:
/// in a Swiss tournament a meeting without one counts as a game without points, in a knockout
/// nobody goes on from it.
pub fn next_round(system: System, total_rounds: usize, history: &History<'_>) -> Option<Round> {
    if history.rounds.len() >= total_rounds || history.active().count() < 2 {
        return None;
    }
    match system {
        System::Swiss => Some(swiss::next_round(history)),
        System::RoundRobin => round_robin::next_round(total_rounds, history),
        System::Knockout => knockout::next_round(history),
        System::Simul => simul::next_round(history),
        System::Arena => Some(arena::first_round(history)),
    }
}
