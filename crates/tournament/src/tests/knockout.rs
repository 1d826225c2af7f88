//! Knockouts: brackets, byes, and who goes on.

use super::{Meeting, Outcome, Random, meeting, pairs, play};
use crate::{History, Round, System, next_round, rounds, standings};

/// Plays a knockout in which `outcome` decides each meeting.
fn decide(players: usize, outcome: impl Fn(Meeting) -> Outcome) -> Vec<Round> {
    let total = rounds(System::Knockout, players, None);
    let mut played: Vec<Round> = Vec::new();
    loop {
        let history = History {
            players,
            rounds: &played,
            withdrawn: &[],
        };
        let Some(mut round) = next_round(System::Knockout, total, &history) else {
            return played;
        };
        for meeting in &mut round.meetings {
            meeting.outcome = Some(outcome(*meeting));
        }
        played.push(round);
    }
}

fn favourite(meeting: Meeting) -> Outcome {
    if meeting.white < meeting.black {
        Outcome::WhiteWins
    } else {
        Outcome::BlackWins
    }
}

#[test]
fn favourites_meet_as_late_as_possible() {
    for players in 2..=33_usize {
        let played = decide(players, favourite);
        assert_eq!(played.len(), rounds(System::Knockout, players, None));
        let mut size = players.next_power_of_two();
        for round in &played {
            // The best seeds are left, and each meets the one with whom the sum is constant.
            for m in &round.meetings {
                assert_eq!(m.white + m.black, size - 1);
            }
            let left = players.min(size);
            assert_eq!(round.meetings.len(), left - size / 2);
            assert_eq!(round.byes, (0..size - left).collect::<Vec<_>>());
            size /= 2;
        }
        let final_round = pairs(played.last().unwrap());
        assert!(final_round == [(0, 1)] || final_round == [(1, 0)]);

        let history = History {
            players,
            rounds: &played,
            withdrawn: &[],
        };
        let standings = standings(System::Knockout, &history);
        for standing in standings {
            // 1, 2, then two third places, four fifth places…
            let seed = standing.player + 1;
            let expected = if seed <= 2 {
                seed
            } else {
                seed.next_power_of_two() / 2 + 1
            };
            assert_eq!(standing.place, expected);
        }
    }
}

#[test]
fn bracket_of_eight() {
    let played = decide(8, |_| Outcome::Draw);
    // Even seeds have White at first, and Black goes on after a draw.
    assert_eq!(pairs(&played[0]), [(0, 7), (6, 1), (2, 5), (4, 3)]);
    let mut second: Vec<_> = pairs(&played[1])
        .iter()
        .map(|&(a, b)| (a.min(b), a.max(b)))
        .collect();
    second.sort_unstable();
    assert_eq!(second, [(1, 5), (3, 7)]);
}

#[test]
fn colors_are_balanced_where_possible() {
    let played = decide(4, favourite);
    assert_eq!(pairs(&played[0]), [(0, 3), (2, 1)]);
    // 0 had White, 1 had Black.
    assert_eq!(pairs(&played[1]), [(1, 0)]);
}

#[test]
fn nobody_goes_on_from_a_meeting_that_was_called_off() {
    let semifinals = Round {
        meetings: vec![
            meeting(0, 3, Outcome::NoPoints),
            meeting(2, 1, Outcome::WhiteWins),
        ],
        byes: vec![],
    };
    let history = History {
        players: 4,
        rounds: &[semifinals],
        withdrawn: &[],
    };
    assert_eq!(next_round(System::Knockout, 2, &history), None);
    let places: Vec<_> = standings(System::Knockout, &history)
        .iter()
        .map(|s| (s.player, s.place))
        .collect();
    assert_eq!(places, [(2, 1), (0, 2), (1, 2), (3, 2)]);
}

#[test]
fn opponents_of_those_who_withdraw_go_on() {
    let withdrawn = [false, false, false, false, true, false, false, false];
    let history = History {
        players: 8,
        rounds: &[],
        withdrawn: &withdrawn,
    };
    let round = next_round(System::Knockout, 3, &history).unwrap();
    assert_eq!(pairs(&round), [(0, 7), (6, 1), (2, 5)]);
    assert_eq!(round.byes, [3]);
    // Nobody would meet in the semifinals: straight to the final.
    let withdrawn = [false, false, true, true];
    let history = History {
        players: 4,
        rounds: &[],
        withdrawn: &withdrawn,
    };
    let round = next_round(System::Knockout, 2, &history).unwrap();
    assert_eq!(pairs(&round), [(0, 1)]);
}

#[test]
fn standings_in_the_middle() {
    let first = Round {
        meetings: vec![
            meeting(0, 3, Outcome::WhiteWins),
            Meeting {
                white: 2,
                black: 1,
                outcome: None,
            },
        ],
        byes: vec![],
    };
    let places = |rounds: &[Round], withdrawn: &[bool]| -> Vec<(usize, usize)> {
        let history = History {
            players: 4,
            rounds,
            withdrawn,
        };
        standings(System::Knockout, &history)
            .iter()
            .map(|s| (s.player, s.place))
            .collect()
    };
    let mut played = [first];
    assert_eq!(places(&played, &[]), [(0, 1), (1, 1), (2, 1), (3, 4)]);
    played[0].meetings[1].outcome = Some(Outcome::BlackWins);
    assert_eq!(places(&played, &[]), [(0, 1), (1, 1), (2, 3), (3, 3)]);
    // Who withdraws before the final has lost it.
    assert_eq!(places(&played, &[true]), [(1, 1), (0, 2), (2, 3), (3, 3)]);
}

#[test]
fn random_knockouts() {
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let players = 2 + random.below(39) as usize;
        let total = rounds(System::Knockout, players, None);
        let (played, withdrawn) = play(
            System::Knockout,
            players,
            total,
            &mut random,
            |history, round| {
                assert!(!round.meetings.is_empty());
                // Everybody who did not lose and has not withdrawn is in the round.
                let mut left: Vec<usize> = match history.rounds.last() {
                    None => (0..players).collect(),
                    Some(last) => {
                        let winners = last.meetings.iter().filter_map(|m| match m.outcome? {
                            Outcome::NoPoints => None,
                            Outcome::WhiteWins | Outcome::WhiteWinsByForfeit => Some(m.white),
                            _ => Some(m.black),
                        });
                        winners.chain(last.byes.iter().copied()).collect()
                    }
                };
                left.retain(|&player| !history.withdrawn[player]);
                left.sort_unstable();
                let players = round.meetings.iter().flat_map(|m| [m.white, m.black]);
                let mut paired: Vec<usize> = players.chain(round.byes.iter().copied()).collect();
                paired.sort_unstable();
                assert_eq!(paired, left);
            },
        );
        assert!(played.len() <= total);
        let history = History {
            players,
            rounds: &played,
            withdrawn: &withdrawn,
        };
        let is_left = |player: &usize| {
            let last = played.last().unwrap();
            let lost = last.meetings.iter().any(|m| match m.outcome.unwrap() {
                Outcome::WhiteWins | Outcome::WhiteWinsByForfeit => m.black == *player,
                Outcome::NoPoints => m.white == *player || m.black == *player,
                _ => m.white == *player,
            });
            let is_in_it = pairs(last)
                .iter()
                .any(|&(a, b)| a == *player || b == *player)
                || last.byes.contains(player);
            is_in_it && !lost && !withdrawn[*player]
        };
        if !played.is_empty() {
            let left: Vec<usize> = (0..players).filter(is_left).collect();
            assert!(left.len() <= 1);
            let standings = standings(System::Knockout, &history);
            if let [winner] = left[..] {
                assert_eq!((standings[0].player, standings[0].place), (winner, 1));
                assert_ne!(standings[1].place, 1);
            }
        }
    }
}
