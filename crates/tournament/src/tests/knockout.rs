//! Knockouts: brackets, byes, and who goes on.

use super::{Meeting, Outcome, Random, meeting, pairs, play};
use crate::{History, Round, System, Tie, bracket, next_round, rounds, standings};

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

/// The players who meet in a bracket's ties, and who goes on from each.
fn ties(stage: &[Tie]) -> Vec<([Option<usize>; 2], Option<usize>)> {
    stage.iter().map(|tie| (tie.players, tie.winner)).collect()
}

#[test]
fn a_bracket_is_drawn_as_far_as_it_is_known() {
    let mut history = History {
        players: 6,
        rounds: &[],
        withdrawn: &[],
    };
    let stages = bracket(&history);
    let expected = [
        ([Some(0), None], Some(0)),
        ([Some(3), Some(4)], None),
        ([Some(1), None], Some(1)),
        ([Some(2), Some(5)], None),
    ];
    assert_eq!(ties(&stages[0]), expected);
    assert_eq!(
        ties(&stages[1]),
        [([Some(0), None], None), ([Some(1), None], None)]
    );
    assert_eq!(ties(&stages[2]), [([None, None], None)]);
    // The second meeting is called off, so 1 has nobody to meet.
    let rounds = [Round {
        meetings: vec![
            meeting(4, 3, Outcome::Draw),
            meeting(2, 5, Outcome::NoPoints),
        ],
        byes: vec![0, 1],
    }];
    history.rounds = &rounds;
    let stages = bracket(&history);
    assert_eq!(stages[0][1].winner, Some(3));
    assert_eq!(stages[0][1].meeting, Some(meeting(4, 3, Outcome::Draw)));
    assert_eq!(
        ties(&stages[1]),
        [([Some(0), Some(3)], None), ([Some(1), None], Some(1))]
    );
    assert_eq!(ties(&stages[2]), [([None, Some(1)], None)]);
    // Who would meet a player who has withdrawn goes on.
    history.withdrawn = &[true];
    let stages = bracket(&history);
    assert_eq!(ties(&stages[1])[0], ([Some(0), Some(3)], Some(3)));
    assert_eq!(ties(&stages[2]), [([Some(3), Some(1)], None)]);
    for players in [0, 1] {
        let history = History { players, ..history };
        assert_eq!(bracket(&history), Vec::<Vec<Tie>>::new());
    }
}

#[test]
fn brackets_agree_with_the_rounds() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let players = 2 + random.below(20) as usize;
        let total = rounds(System::Knockout, players, None);
        let check = |history: &History<'_>, round: &Round| {
            let stages = bracket(history);
            assert_eq!(stages.len(), total);
            assert_eq!(stages.last().map(Vec::len), Some(1));
            // Who meets next stands in the same tie, and it is not decided.
            for &(white, black) in &pairs(round) {
                let meets = |tie: &&Tie| {
                    tie.players == [Some(white), Some(black)]
                        || tie.players == [Some(black), Some(white)]
                };
                let found: Vec<_> = stages.iter().flatten().filter(meets).collect();
                assert_eq!(found.len(), 1, "{seed}");
                assert_eq!((found[0].meeting, found[0].winner), (None, None));
            }
        };
        let (played, withdrawn) = play(System::Knockout, players, total, &mut random, check);
        let history = History {
            players,
            rounds: &played,
            withdrawn: &withdrawn,
        };
        let stages = bracket(&history);
        // Each meeting is in it once, and who goes on comes from the tie.
        let drawn = stages.iter().flatten().filter(|tie| tie.meeting.is_some());
        let met: usize = played.iter().map(|round| round.meetings.len()).sum();
        assert_eq!(drawn.count(), met);
        for pair in stages.windows(2) {
            for (at, tie) in pair[1].iter().enumerate() {
                let from = [pair[0][2 * at].winner, pair[0][2 * at + 1].winner];
                assert_eq!(tie.players, from);
            }
        }
        if let Some(winner) = stages.last().and_then(|last| last[0].winner) {
            let standings = standings(System::Knockout, &history);
            let is_out = withdrawn[winner];
            assert!(is_out || standings[0].player == winner, "{seed}");
        }
    }
}
