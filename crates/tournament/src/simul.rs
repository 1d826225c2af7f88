//! Simultaneous exhibitions: one player meets everybody else.

use crate::history::{History, Meeting, Round};

/// The one round, in which the first player has White on every board.
pub(crate) fn next_round(history: &History<'_>) -> Option<Round> {
    let others = history.active().skip_while(|&player| player == 0);
    let plays = !history.has_withdrawn(0);
    plays.then(|| Round {
        meetings: others.map(|other| Meeting::new(0, other)).collect(),
        byes: Vec::new(),
    })
}
