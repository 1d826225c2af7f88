//! Round robins against the published tables.

use super::{Outcome, Random, meeting, pairs, play};
use crate::{History, Round, System, next_round, rounds};

/// FIDE Handbook C.05, annex 1, by the numbers printed there.
const FOUR: [[(usize, usize); 2]; 3] = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]];
const SIX: [[(usize, usize); 3]; 5] = [
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
];
const EIGHT: [[(usize, usize); 4]; 7] = [
    [(1, 8), (2, 7), (3, 6), (4, 5)],
    [(8, 5), (6, 4), (7, 3), (1, 2)],
    [(2, 8), (3, 1), (4, 7), (5, 6)],
    [(8, 6), (7, 5), (1, 4), (2, 3)],
    [(3, 8), (4, 2), (5, 1), (6, 7)],
    [(8, 7), (1, 6), (2, 5), (3, 4)],
    [(4, 8), (5, 3), (6, 2), (7, 1)],
];

fn assert_table<const N: usize>(players: usize, table: &[[(usize, usize); N]]) {
    let mut played = Vec::new();
    for expected in table {
        let history = History {
            players,
            rounds: &played,
            withdrawn: &[],
        };
        let round = next_round(System::RoundRobin, table.len(), &history).unwrap();
        let expected: Vec<_> = expected
            .iter()
            .map(|&(white, black)| (white - 1, black - 1))
            .filter(|&(white, black)| white < players && black < players)
            .collect();
        assert_eq!(pairs(&round), expected);
        let free: Vec<usize> = (0..players)
            .filter(|&player| !expected.iter().any(|&(w, b)| w == player || b == player))
            .collect();
        assert_eq!(round.byes, free);
        played.push(round);
    }
    let history = History {
        players,
        rounds: &played,
        withdrawn: &[],
    };
    assert_eq!(next_round(System::RoundRobin, table.len(), &history), None);
}

#[test]
fn published_tables() {
    assert_table(3, &FOUR);
    assert_table(4, &FOUR);
    assert_table(5, &SIX);
    assert_table(6, &SIX);
    assert_table(7, &EIGHT);
    assert_table(8, &EIGHT);
}

#[test]
fn everybody_meets_everybody_once_with_balanced_colors() {
    for players in 2..=33 {
        let total = rounds(System::RoundRobin, players, None);
        let mut played: Vec<Round> = Vec::new();
        loop {
            let history = History {
                players,
                rounds: &played,
                withdrawn: &[],
            };
            let Some(round) = next_round(System::RoundRobin, total, &history) else {
                break;
            };
            played.push(round);
        }
        assert_eq!(played.len(), total);
        let mut met = vec![vec![0; players]; players];
        let mut balance = vec![0_i32; players];
        for (white, black) in played.iter().flat_map(pairs) {
            met[white][black] += 1;
            balance[white] += 1;
            balance[black] -= 1;
        }
        for one in 0..players {
            assert!(balance[one].abs() <= 1);
            assert!((0..one).all(|other| met[one][other] + met[other][one] == 1));
        }
    }
}

#[test]
fn meetings_of_those_who_withdraw_are_left_out() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let players = 2 + random.below(12) as usize;
        let total = rounds(System::RoundRobin, players, None);
        let (played, withdrawn) = play(
            System::RoundRobin,
            players,
            total,
            &mut random,
            |_, round| {
                assert!(!round.meetings.is_empty());
            },
        );
        for one in (0..players).filter(|&player| !withdrawn[player]) {
            for other in (0..one).filter(|&player| !withdrawn[player]) {
                let games = played.iter().flat_map(pairs);
                let games = games.filter(|&pair| pair == (one, other) || pair == (other, one));
                assert_eq!(games.count(), 1);
            }
        }
    }
}

#[test]
fn rounds_without_a_meeting_are_skipped() {
    // 0 and 1 meet in the second round of the table for four.
    let withdrawn = [false, false, true, true];
    let history = History {
        players: 4,
        rounds: &[],
        withdrawn: &withdrawn,
    };
    let round = next_round(System::RoundRobin, 3, &history).unwrap();
    assert_eq!(pairs(&round), [(0, 1)]);
    let played = [Round {
        meetings: vec![meeting(0, 1, Outcome::Draw)],
        byes: vec![],
    }];
    let history = History {
        players: 4,
        rounds: &played,
        withdrawn: &withdrawn,
    };
    assert_eq!(next_round(System::RoundRobin, 3, &history), None);
}
