//! The bracket of a knockout as people draw it.

use std::cmp::Ordering;

use crate::history::{History, Meeting};
use crate::knockout::{slots, winner};

/// A place in the bracket where two players meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tie {
    /// The two players; `None` who is not known yet, or where there is nobody.
    pub players: [Option<usize>; 2],
    /// Their meeting, if there has been one.
    pub meeting: Option<Meeting>,
    /// Who goes on from it.
    pub winner: Option<usize>,
}

/// Who comes out of a part of the bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// It is not decided.
    Open,
    /// Nobody.
    Nobody,
    /// This player.
    Player(usize),
}

impl Entry {
    const fn player(self) -> Option<usize> {
        match self {
            Self::Player(player) => Some(player),
            Self::Open | Self::Nobody => None,
        }
    }
}

/// The bracket of a knockout so far: its stages from the first to the final. Each has half as many
/// ties as the one before, and tie n of a stage is between those who come from ties 2n and 2n + 1 of
/// the stage before. In the first stage, the best seeds may have no opponent.
///
/// Empty with fewer than two players.
pub fn bracket(history: &History<'_>) -> Vec<Vec<Tie>> {
    let slots = slots(history.players);
    let mut entries = vec![Entry::Nobody; slots.len()];
    for (seed, &slot) in slots.iter().enumerate().take(history.players) {
        entries[slot] = Entry::Player(seed);
    }
    let mut stages = Vec::new();
    while entries.len() > 1 {
        let pairs = entries.chunks_exact(2);
        let (ties, next): (Vec<Tie>, Vec<Entry>) =
            pairs.map(|pair| tie(history, pair[0], pair[1])).unzip();
        stages.push(ties);
        entries = next;
    }
    stages
}

fn tie(history: &History<'_>, one: Entry, other: Entry) -> (Tie, Entry) {
    let meeting = one.player().zip(other.player()).and_then(|(one, other)| {
        let mut meetings = history
            .rounds
            .iter()
            .flat_map(|round| history.meetings(round));
        meetings.find(|m| (m.white, m.black) == (one, other) || (m.white, m.black) == (other, one))
    });
    let next = match (one, other, meeting) {
        (_, _, Some(meeting)) => match meeting.outcome {
            None => Entry::Open,
            Some(_) => winner(&meeting).map_or(Entry::Nobody, Entry::Player),
        },
        (Entry::Open, _, _) | (_, Entry::Open, _) => Entry::Open,
        (Entry::Player(one), Entry::Player(other), None) => {
            // Who has withdrawn is not paired any more. If both have, whoever did so later had gone on
            // by then.
            match (history.has_withdrawn(one), history.has_withdrawn(other)) {
                (true, true) => match rounds_of(history, one).cmp(&rounds_of(history, other)) {
                    Ordering::Less => Entry::Player(other),
                    Ordering::Equal => Entry::Nobody,
                    Ordering::Greater => Entry::Player(one),
                },
                (true, false) => Entry::Player(other),
                (false, true) => Entry::Player(one),
                (false, false) => Entry::Open,
            }
        }
        (Entry::Nobody, further, None) | (further, Entry::Nobody, None) => further,
    };
    let tie = Tie {
        players: [one.player(), other.player()],
        meeting,
        winner: next.player(),
    };
    (tie, next)
}

/// Up to which round a player was in the tournament.
fn rounds_of(history: &History<'_>, player: usize) -> Option<usize> {
    history.rounds.iter().rposition(|round| {
        let mut meetings = history.meetings(round);
        meetings.any(|m| m.white == player || m.black == player) || round.byes.contains(&player)
    })
}
