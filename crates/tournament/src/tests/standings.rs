//! Standings against sums made in another way.

use std::cmp::Ordering;

use super::{Outcome, Random, meeting, play};
use crate::{History, Round, Standing, System, rounds, standings};

/// Half points of a player in a round, the opponent if there was one to count, and whether a game
/// was played.
fn scored(system: System, round: &Round, player: usize) -> (u32, Option<usize>, bool) {
    if round.byes.contains(&player) {
        return (
            if system == System::RoundRobin { 0 } else { 2 },
            None,
            false,
        );
    }
    let Some(m) = round
        .meetings
        .iter()
        .find(|m| m.white == player || m.black == player)
    else {
        return (0, None, false);
    };
    let is_white = m.white == player;
    let other = if is_white { m.black } else { m.white };
    let (points, played) = match m.outcome.unwrap() {
        Outcome::Draw => (1, true),
        Outcome::WhiteWins => (if is_white { 2 } else { 0 }, true),
        Outcome::BlackWins => (if is_white { 0 } else { 2 }, true),
        Outcome::WhiteWinsByForfeit => (if is_white { 2 } else { 0 }, false),
        Outcome::BlackWinsByForfeit => (if is_white { 0 } else { 2 }, false),
        Outcome::NoPoints => (0, false),
    };
    let counts = played || system == System::RoundRobin;
    (points, counts.then_some(other), played)
}

fn points(system: System, rounds: &[Round], player: usize) -> u32 {
    rounds
        .iter()
        .map(|round| scored(system, round, player).0)
        .sum()
}

/// The points of one player against some, and how many of these they met.
fn against(system: System, rounds: &[Round], player: usize, others: &[usize]) -> (u32, usize) {
    let mut met: Vec<usize> = Vec::new();
    let mut sum = 0;
    for round in rounds {
        if let (points, Some(other), _) = scored(system, round, player)
            && others.contains(&other)
        {
            sum += points;
            met.push(other);
        }
    }
    met.sort_unstable();
    met.dedup();
    (sum, met.len())
}

fn check(system: System, history: &History<'_>) {
    let standings = standings(system, history);
    let rounds = history.rounds;
    for s in &standings {
        let own = points(system, rounds, s.player);
        assert_eq!(s.points, own);
        let (mut buchholz, mut berger, mut wins, mut played) = (0, 0, 0, 0);
        for round in rounds {
            let (score, opponent, is_played) = scored(system, round, s.player);
            let strength = match opponent {
                Some(opponent) => points(system, rounds, opponent),
                None if system == System::Swiss => own,
                None => 0,
            };
            buchholz += strength;
            berger += strength * score;
            wins += u32::from(is_played && score == 2);
            played += u32::from(is_played);
        }
        assert_eq!(
            (s.buchholz, s.sonneborn_berger, s.wins, s.played),
            (buchholz, berger, wins, played)
        );
    }
    let mut seen: Vec<usize> = standings.iter().map(|s| s.player).collect();
    seen.sort_unstable();
    assert!(seen.into_iter().eq(0..history.players));

    // Each against each, by the definition.
    let first = |a: &Standing, b: &Standing| match system {
        System::Swiss => (a.points, a.buchholz, a.sonneborn_berger).cmp(&(
            b.points,
            b.buchholz,
            b.sonneborn_berger,
        )),
        _ => a.points.cmp(&b.points),
    };
    let encounter = |a: &Standing| -> u32 {
        let tied = standings.iter().filter(|b| first(a, b).is_eq());
        let tied: Vec<usize> = tied.map(|b| b.player).collect();
        let all_met = tied
            .iter()
            .all(|&player| against(system, rounds, player, &tied).1 == tied.len() - 1);
        if all_met {
            against(system, rounds, a.player, &tied).0
        } else {
            0
        }
    };
    let compare = |a: &Standing, b: &Standing| -> Ordering {
        let berger = match system {
            System::RoundRobin => a.sonneborn_berger.cmp(&b.sonneborn_berger),
            _ => Ordering::Equal,
        };
        first(a, b)
            .then(encounter(a).cmp(&encounter(b)))
            .then(berger)
            .then(a.wins.cmp(&b.wins))
    };
    for (at, a) in standings.iter().enumerate() {
        let better = standings.iter().filter(|b| compare(b, a).is_gt()).count();
        assert_eq!(a.place, better + 1);
        for b in &standings[at + 1..] {
            assert!(a.place < b.place || a.place == b.place && a.player < b.player);
        }
    }
}

#[test]
fn random_standings() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let players = 2 + random.below(9) as usize;
        for system in [System::Swiss, System::RoundRobin] {
            let total = rounds(system, players, Some(1 + random.below(6) as usize));
            let (played, withdrawn) = play(system, players, total, &mut random, |history, _| {
                check(system, history);
            });
            check(
                system,
                &History {
                    players,
                    rounds: &played,
                    withdrawn: &withdrawn,
                },
            );
        }
    }
}

#[test]
fn byes_count_in_swiss_tournaments_only() {
    let played = [Round {
        meetings: vec![meeting(0, 1, Outcome::Draw)],
        byes: vec![2],
    }];
    let history = History {
        players: 3,
        rounds: &played,
        withdrawn: &[],
    };
    let points = |system| -> Vec<(usize, u32)> {
        standings(system, &history)
            .iter()
            .map(|s| (s.player, s.points))
            .collect()
    };
    assert_eq!(points(System::Swiss), [(2, 2), (0, 1), (1, 1)]);
    assert_eq!(points(System::RoundRobin), [(0, 1), (1, 1), (2, 0)]);
}

#[test]
fn a_circle_of_wins_is_a_tie() {
    let rounds = [
        vec![
            meeting(0, 3, Outcome::WhiteWins),
            meeting(1, 2, Outcome::BlackWins),
        ],
        vec![
            meeting(3, 2, Outcome::BlackWins),
            meeting(0, 1, Outcome::BlackWins),
        ],
        vec![
            meeting(1, 3, Outcome::WhiteWins),
            meeting(2, 0, Outcome::BlackWins),
        ],
    ];
    let rounds = rounds.map(|meetings| Round {
        meetings,
        byes: vec![],
    });
    let history = History {
        players: 4,
        rounds: &rounds,
        withdrawn: &[],
    };
    for system in [System::Swiss, System::RoundRobin] {
        let standings = standings(system, &history);
        let places: Vec<_> = standings
            .iter()
            .map(|s| (s.player, s.points, s.place))
            .collect();
        assert_eq!(places, [(0, 4, 1), (1, 4, 1), (2, 4, 1), (3, 0, 4)]);
    }
}
