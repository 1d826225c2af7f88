//! The bracket of a knockout.

use crate::history::{History, Meeting, Outcome, Round};
use crate::record::Records;
use crate::swiss;

/// The next stage in which players meet; `None` if at most one is left.
pub(crate) fn next_round(history: &History<'_>) -> Option<Round> {
    let left: Vec<usize> = match history.rounds.last() {
        Some(last) => {
            let mut left: Vec<usize> = through(history, last).collect();
            left.sort_unstable();
            left.retain(|&player| !history.has_withdrawn(player));
            left
        }
        None => history.active().collect(),
    };
    let slots = slots(history.players);
    let stage = |one: usize, other: usize| {
        // Two meet in the stage in which the parts of the bracket with both slots come together.
        usize::BITS - (slots[one] ^ slots[other]).leading_zeros()
    };
    let pairs = || {
        let opponents = |at: usize| left[at + 1..].iter().copied();
        left.iter()
            .enumerate()
            .flat_map(move |(at, &one)| opponents(at).map(move |other| (one, other)))
    };
    let next = pairs().map(|(one, other)| stage(one, other)).min()?;
    let records = Records::new(history);
    let meetings: Vec<_> = pairs()
        .filter(|&(one, other)| stage(one, other) == next)
        .map(|(one, other)| swiss::meeting(&records, one, other))
        .collect();
    let meets = |player| {
        meetings
            .iter()
            .any(|m| m.white == player || m.black == player)
    };
    let byes = left
        .iter()
        .copied()
        .filter(|&player| !meets(player))
        .collect();
    Some(Round { meetings, byes })
}

/// Who goes on from a round: the winners, Black after draws, and those with byes.
pub(crate) fn through(history: &History<'_>, round: &Round) -> impl Iterator<Item = usize> {
    let winners = history.meetings(round);
    let winners = winners.filter_map(|meeting| winner(&meeting));
    winners.chain(history.byes(round))
}

/// Who goes on from a meeting, if somebody does.
pub(crate) const fn winner(meeting: &Meeting) -> Option<usize> {
    match meeting.outcome {
        Some(Outcome::WhiteWins | Outcome::WhiteWinsByForfeit) => Some(meeting.white),
        Some(Outcome::BlackWins | Outcome::BlackWinsByForfeit | Outcome::Draw) => {
            Some(meeting.black)
        }
        Some(Outcome::NoPoints) | None => None,
    }
}

/// By seed, the slot in the bracket. The best seed of each part meets the worst of its sibling.
pub(crate) fn slots(players: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < players {
        let worst = 2 * seeds.len() - 1;
        seeds = seeds
            .into_iter()
            .flat_map(|seed| [seed, worst - seed])
            .collect();
    }
    let mut slots = vec![0; seeds.len()];
    for (slot, seed) in seeds.into_iter().enumerate() {
        slots[seed] = slot;
    }
    slots
}
