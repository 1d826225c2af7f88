//! Who is ahead.

use std::cmp::Reverse;

use crate::arena::Streak;
use crate::history::History;
use crate::knockout;
use crate::system::System;

/// A player's place and what it follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The player.
    pub player: usize,
    /// From 1. Players who are equal in everything share a place.
    pub place: usize,
    /// In half points. A win or a bye is worth 2, but a bye in a round robin nothing. In an arena a
    /// game counts twice if the player has won the two before it.
    pub points: u32,
    /// The points of all opponents, in half points.
    pub buchholz: u32,
    /// The points of all opponents, times those scored against them, in quarter points.
    pub sonneborn_berger: u32,
    /// Games won; not by forfeit.
    pub wins: u32,
    /// Games played to their end.
    pub played: u32,
}

/// All players, also those who have withdrawn, the best first, and equal ones in seeding order.
///
/// - Swiss: by points, Buchholz, Sonneborn-Berger, direct encounter, wins.
/// - Round robin: by points, direct encounter, Sonneborn-Berger, wins.
/// - Knockout: by the round in which they were knocked out. Those still in it share the first
///   place.
/// - Simul: by points.
/// - Arena: by points, wins.
///
/// The direct encounter is the points scored against those who are equal in all before it. It
/// counts only if all of them have met each other.
///
/// For Buchholz and Sonneborn-Berger in a Swiss tournament, a round without a game counts as one
/// against an opponent with as many points as the player (FIDE Handbook C.07, unplayed rounds). In
/// a round robin, meetings that were forfeited or called off count like games. A meeting without
/// an outcome counts nowhere.
pub fn standings(system: System, history: &History<'_>) -> Vec<Standing> {
    let results = results(system, history);
    let mut standings: Vec<Standing> = totals(system, history, &results);
    let before: Vec<[u32; 3]> = match system {
        System::Swiss => standings
            .iter()
            .map(|s| [s.points, s.buchholz, s.sonneborn_berger])
            .collect(),
        System::RoundRobin | System::Simul | System::Arena => {
            standings.iter().map(|s| [s.points, 0, 0]).collect()
        }
        System::Knockout => stages(history),
    };
    let keys: Vec<_> = standings
        .iter()
        .map(|standing| {
            let before = (
                before[standing.player],
                match system {
                    System::Swiss | System::RoundRobin => {
                        encounter(&before, &results, standing.player)
                    }
                    System::Knockout | System::Simul | System::Arena => 0,
                },
            );
            let after = match system {
                System::Swiss | System::Arena => [0, standing.wins],
                System::RoundRobin => [standing.sonneborn_berger, standing.wins],
                System::Knockout | System::Simul => [0, 0],
            };
            (before, after)
        })
        .collect();
    standings.sort_by_key(|standing| Reverse(keys[standing.player]));
    for at in 0..standings.len() {
        let is_equal = at > 0 && keys[standings[at].player] == keys[standings[at - 1].player];
        standings[at].place = if is_equal {
            standings[at - 1].place
        } else {
            at + 1
        };
    }
    standings
}

/// A player's score from one round, or from one game of an arena.
#[derive(Debug, Clone, Copy)]
struct Scored {
    /// In half points.
    points: u32,
    /// The opponent; `None` if the round counts as one that was not played.
    opponent: Option<usize>,
    /// Whether a game was played.
    played: bool,
    /// Whether a game was won.
    won: bool,
}

/// By player, what each round gave.
fn results(system: System, history: &History<'_>) -> Vec<Vec<Scored>> {
    let mut results = vec![Vec::new(); history.players];
    let mut streaks = vec![Streak::default(); history.players];
    for round in history.rounds {
        // Who has no entry from the round yet, and is not in the middle of a game.
        let mut absent = vec![true; history.players];
        for meeting in history.meetings(round) {
            absent[meeting.white] = false;
            absent[meeting.black] = false;
            let Some(outcome) = meeting.outcome else {
                continue;
            };
            let played = outcome.is_played();
            let has_opponent = played || system == System::RoundRobin;
            let (of_white, of_black) = outcome.half_points();
            for (player, other, points) in [
                (meeting.white, meeting.black, of_white),
                (meeting.black, meeting.white, of_black),
            ] {
                let opponent = has_opponent.then_some(other);
                let won = played && points == 2;
                let points = match system == System::Arena && played {
                    true => streaks[player].play(points),
                    false => points,
                };
                results[player].push(Scored {
                    points,
                    opponent,
                    played,
                    won,
                });
            }
        }
        for player in history.byes(round) {
            absent[player] = false;
            let points = if system == System::RoundRobin { 0 } else { 2 };
            results[player].push(Scored {
                points,
                opponent: None,
                played: false,
                won: false,
            });
        }
        for (player, _) in absent.iter().enumerate().filter(|&(_, &absent)| absent) {
            results[player].push(Scored {
                points: 0,
                opponent: None,
                played: false,
                won: false,
            });
        }
    }
    results
}

/// By player, everything but the place.
fn totals(system: System, history: &History<'_>, results: &[Vec<Scored>]) -> Vec<Standing> {
    let points: Vec<u32> = results
        .iter()
        .map(|rounds| rounds.iter().map(|round| round.points).sum())
        .collect();
    (0..history.players)
        .map(|player| {
            let mut standing = Standing {
                player,
                place: 0,
                points: points[player],
                buchholz: 0,
                sonneborn_berger: 0,
                wins: 0,
                played: 0,
            };
            for round in &results[player] {
                let opponents_points = match (round.opponent, system) {
                    (Some(opponent), _) => points[opponent],
                    (None, System::Swiss) => points[player],
                    (None, _) => 0,
                };
                standing.buchholz += opponents_points;
                standing.sonneborn_berger += round.points * opponents_points;
                standing.wins += u32::from(round.won);
                standing.played += u32::from(round.played);
            }
            standing
        })
        .collect()
}

/// A player's points against all who are equal by `keys`; 0 if not each has met each other.
fn encounter(keys: &[[u32; 3]], results: &[Vec<Scored>], player: usize) -> u32 {
    let equal: Vec<usize> = (0..keys.len())
        .filter(|&other| keys[other] == keys[player])
        .collect();
    let against = |one: usize, other: usize| {
        results[one]
            .iter()
            .filter(move |round| round.opponent == Some(other))
    };
    let have_met = |one: usize, other: usize| one == other || against(one, other).next().is_some();
    if !equal
        .iter()
        .all(|&one| equal.iter().all(|&other| have_met(one, other)))
    {
        return 0;
    }
    equal
        .iter()
        .flat_map(|&other| against(player, other))
        .map(|round| round.points)
        .sum()
}

/// By player, how far each came in a knockout: the rounds survived, and whether still in it. Those
/// who withdrew without being knocked out come after those in it.
fn stages(history: &History<'_>) -> Vec<[u32; 3]> {
    let mut stages = vec![[0, 0, 0]; history.players];
    let mut left: Vec<bool> = vec![true; history.players];
    for round in history.rounds {
        let mut next = vec![false; history.players];
        for player in knockout::through(history, round) {
            next[player] = left[player];
            stages[player][0] += u32::from(left[player]);
        }
        // Whose meeting has not ended is still in it, and level with those who have gone on.
        for meeting in history
            .meetings(round)
            .filter(|meeting| meeting.outcome.is_none())
        {
            for player in [meeting.white, meeting.black] {
                next[player] = left[player];
                stages[player][0] += u32::from(left[player]);
            }
        }
        left = next;
    }
    for player in 0..history.players {
        let in_it = left[player] && !history.has_withdrawn(player);
        stages[player][1] = u32::from(in_it);
    }
    stages
}
