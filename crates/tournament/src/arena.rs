//! Arenas: whoever is free meets somebody else who is free, as often as there is time for.
//!
//! The crate documentation lists the criteria.

use crate::colors::{self, Strength};
use crate::history::{History, Meeting, Round};
use crate::matching;
use crate::record::Records;
use crate::standings::standings;
use crate::swiss::meeting;
use crate::system::System;

/// Number of wins in a row after which games count twice.
const STREAK: u32 = 2;

/// Number of games that a player has won in a row.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Streak(u32);

impl Streak {
    /// Scores the player's next game, which is worth `half_points` outside a streak.
    pub(crate) fn play(&mut self, half_points: u32) -> u32 {
        let worth = match self.0 >= STREAK {
            true => 2 * half_points,
            false => half_points,
        };
        match half_points {
            2 => self.0 += 1,
            _ => self.0 = 0,
        }
        worth
    }
}

/// The first games, in the only round of an arena.
pub(crate) fn first_round(history: &History<'_>) -> Round {
    Round {
        meetings: next_games(history),
        ..Round::default()
    }
}

/// The games that can begin in an arena between players who are free. Two who have just met wait
/// for others to become free, unless there is nobody else.
///
/// The history has at most one round, with all meetings so far in the order in which they were
/// paired.
pub fn next_games(history: &History<'_>) -> Vec<Meeting> {
    let field = Field::new(history);
    let count = field.free.len();
    let pairs = matching::best(count.next_multiple_of(2), |higher, lower| {
        if lower < count {
            field.meeting_costs(higher, lower)
        } else {
            field.waiting_costs(higher)
        }
    });
    let pairs = pairs.into_iter().filter(|&(_, lower)| lower < count);
    let mut pairs: Vec<_> = pairs.collect();
    pairs.retain(|&(higher, lower)| !field.have_just_met(higher, lower));
    pairs
        .into_iter()
        .map(|(higher, lower)| meeting(&field.records, field.free[higher], field.free[lower]))
        .collect()
}

/// The players who are free.
struct Field {
    records: Records,
    /// The best first.
    free: Vec<usize>,
    /// By player: the number of the last meeting, from 1, and the opponent.
    latest: Vec<Option<(usize, usize)>>,
    /// Whether only two players are left.
    is_duel: bool,
}

impl Field {
    fn new(history: &History<'_>) -> Self {
        let mut latest = vec![None; history.players];
        let mut playing = vec![false; history.players];
        let rounds = history.rounds.iter();
        let meetings = rounds.flat_map(|round| history.meetings(round));
        for (number, meeting) in (1..).zip(meetings) {
            let players = [meeting.white, meeting.black];
            for (player, other) in players.into_iter().zip([players[1], players[0]]) {
                latest[player] = Some((number, other));
                playing[player] |= meeting.outcome.is_none();
            }
        }
        let standings = standings(System::Arena, history).into_iter();
        let players = standings.map(|standing| standing.player);
        let is_free = |&player: &usize| !playing[player] && !history.has_withdrawn(player);
        Self {
            records: Records::new(history),
            free: players.filter(is_free).collect(),
            latest,
            is_duel: history.active().count() == 2,
        }
    }

    /// Number of a player's last meeting, 0 if there is none.
    fn last_meeting(&self, place: usize) -> usize {
        self.latest[self.free[place]].map_or(0, |(number, _)| number)
    }

    /// Whether the last game of one was against the other.
    fn has_just_met(&self, one: usize, other: usize) -> bool {
        let opponent = self.latest[self.free[one]].map(|(_, opponent)| opponent);
        !self.is_duel && opponent == Some(self.free[other])
    }

    /// Whether the last game of both was against each other.
    fn have_just_met(&self, one: usize, other: usize) -> bool {
        self.has_just_met(one, other) && self.has_just_met(other, one)
    }

    /// The costs of a meeting, by their priority.
    fn meeting_costs(&self, higher: usize, lower: usize) -> Vec<u32> {
        let (one, two) = (
            self.records.of(self.free[higher]),
            self.records.of(self.free[lower]),
        );
        let denied = colors::denied(one.preference(), two.preference());
        let games = self.records.games(self.free[higher], self.free[lower]);
        vec![
            u32::from(self.have_just_met(higher, lower)),
            // How long the one who waits has waited.
            0,
            u32::from(self.has_just_met(higher, lower) || self.has_just_met(lower, higher)),
            games,
            u32::from(denied == Some(Strength::Absolute)),
            number((lower - higher).pow(2)),
            u32::from(denied.is_some()),
            // Place of the one who waits.
            0,
        ]
    }

    /// The costs of waiting, in the same order as those of a meeting.
    fn waiting_costs(&self, place: usize) -> Vec<u32> {
        let last = self.last_meeting(place);
        let later = (0..self.free.len()).filter(|&other| self.last_meeting(other) > last);
        let below = self.free.len() - 1 - place;
        vec![0, number(later.count()), 0, 0, 0, 0, 0, number(below)]
    }
}

/// A cost. All are below 2^32 with up to 65,000 players.
fn number(cost: usize) -> u32 {
    u32::try_from(cost).unwrap_or(u32::MAX)
}
