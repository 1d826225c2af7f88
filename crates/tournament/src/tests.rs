//! Tests of whole tournaments. The checks are written anew from the rules, and share no code with
//! what they check.

mod arena;
mod knockout;
mod round_robin;
mod standings;
mod swiss;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::{History, Meeting, Outcome, Round, System, next_round, rounds};

const ALL: [System; 5] = [
    System::Swiss,
    System::RoundRobin,
    System::Knockout,
    System::Simul,
    System::Arena,
];

/// Random numbers that follow from a seed.
struct Random(SmallRng);

impl Random {
    fn new(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0.random_range(0..bound)
    }

    fn outcome(&mut self) -> Outcome {
        match self.below(20) {
            0..8 => Outcome::WhiteWins,
            8..14 => Outcome::BlackWins,
            14..17 => Outcome::Draw,
            17 => Outcome::WhiteWinsByForfeit,
            18 => Outcome::BlackWinsByForfeit,
            _ => Outcome::NoPoints,
        }
    }
}

/// Plays a random tournament; `check` sees the history and each next round before it is played.
/// Gives the rounds, and who has withdrawn.
fn play(
    system: System,
    players: usize,
    total: usize,
    random: &mut Random,
    mut check: impl FnMut(&History<'_>, &Round),
) -> (Vec<Round>, Vec<bool>) {
    let mut played: Vec<Round> = Vec::new();
    let mut withdrawn = vec![false; players];
    let leaving = random.below(3) == 0;
    loop {
        if leaving && random.below(3) == 0 {
            withdrawn[random.below(players as u64) as usize] = true;
        }
        let history = History {
            players,
            rounds: &played,
            withdrawn: &withdrawn,
        };
        let Some(mut round) = next_round(system, total, &history) else {
            return (played, withdrawn);
        };
        assert_eq!(
            next_round(system, total, &history).as_ref(),
            Some(&round),
            "deterministic"
        );
        assert_each_once(&history, &round);
        check(&history, &round);
        for meeting in &mut round.meetings {
            meeting.outcome = Some(random.outcome());
        }
        played.push(round);
    }
}

/// Nobody is in a round twice or after withdrawing, and outcomes are open.
fn assert_each_once(history: &History<'_>, round: &Round) {
    let mut seen = vec![false; history.players];
    let players = round.meetings.iter().flat_map(|m| [m.white, m.black]);
    for player in players.chain(round.byes.iter().copied()) {
        assert!(!history.withdrawn[player] && !seen[player]);
        seen[player] = true;
    }
    assert!(
        round
            .meetings
            .iter()
            .all(|meeting| meeting.outcome.is_none())
    );
    assert!(round.byes.is_sorted());
}

fn pairs(round: &Round) -> Vec<(usize, usize)> {
    round
        .meetings
        .iter()
        .map(|meeting| (meeting.white, meeting.black))
        .collect()
}

fn meeting(white: usize, black: usize, outcome: Outcome) -> Meeting {
    Meeting {
        white,
        black,
        outcome: Some(outcome),
    }
}

#[test]
fn numbers_of_rounds() {
    for (system, players, wanted, expected) in [
        (System::Swiss, 0, None, 0),
        (System::Swiss, 1, Some(3), 0),
        (System::Swiss, 2, None, 1),
        (System::Swiss, 3, None, 2),
        (System::Swiss, 8, None, 3),
        (System::Swiss, 9, None, 4),
        (System::Swiss, 8, Some(5), 5),
        (System::Swiss, 8, Some(0), 1),
        (System::Swiss, 8, Some(9), 7),
        (System::Swiss, 7, Some(9), 7),
        (System::RoundRobin, 6, Some(2), 5),
        (System::RoundRobin, 5, None, 5),
        (System::RoundRobin, 1, None, 0),
        (System::Knockout, 2, None, 1),
        (System::Knockout, 32, Some(1), 5),
        (System::Knockout, 33, None, 6),
        (System::Simul, 33, Some(2), 1),
        (System::Simul, 1, None, 0),
        (System::Arena, 9, Some(5), 1),
        (System::Arena, 1, None, 0),
    ] {
        assert_eq!(
            rounds(system, players, wanted),
            expected,
            "{system:?} {players} {wanted:?}"
        );
    }
}

#[test]
fn no_round_with_fewer_than_two_players_or_after_the_last() {
    for system in ALL {
        for (players, withdrawn) in [(0, [].as_slice()), (1, &[]), (3, &[true, false, true])] {
            let history = History {
                players,
                rounds: &[],
                withdrawn,
            };
            assert_eq!(next_round(system, 9, &history), None);
        }
        let history = History {
            players: 4,
            rounds: &[],
            withdrawn: &[],
        };
        assert_eq!(next_round(system, 0, &history), None);
    }
}

#[test]
fn numbers_of_players_who_do_not_exist_are_ignored() {
    let strange = Round {
        meetings: vec![
            meeting(0, 9, Outcome::WhiteWins),
            meeting(1, 1, Outcome::WhiteWins),
            meeting(0, 1, Outcome::WhiteWins),
        ],
        byes: vec![7],
    };
    let history = History {
        players: 4,
        rounds: &[strange],
        withdrawn: &[false, false, true],
    };
    for system in ALL {
        next_round(system, 3, &history);
        assert_eq!(crate::standings(system, &history)[0].player, 0);
    }
}

#[test]
fn in_a_simul_the_first_player_meets_all_others() {
    let history = History {
        players: 5,
        rounds: &[],
        withdrawn: &[false, false, true],
    };
    let mut round = next_round(System::Simul, 1, &history).unwrap();
    assert_eq!(pairs(&round), [(0, 1), (0, 3), (0, 4)]);
    assert!(round.byes.is_empty());
    let outcomes = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];
    for (meeting, outcome) in round.meetings.iter_mut().zip(outcomes) {
        meeting.outcome = Some(outcome);
    }
    let rounds = [round];
    let after = History {
        rounds: &rounds,
        ..history
    };
    assert_eq!(next_round(System::Simul, 1, &after), None);
    let standings = crate::standings(System::Simul, &after);
    let places: Vec<_> = standings
        .iter()
        .map(|s| (s.player, s.place, s.points))
        .collect();
    assert_eq!(
        places,
        [(0, 1, 3), (4, 2, 2), (3, 3, 1), (1, 4, 0), (2, 4, 0)]
    );
    let alone = History {
        withdrawn: &[true],
        ..history
    };
    assert_eq!(next_round(System::Simul, 1, &alone), None);
}

#[test]
fn serialized_form() {
    let round = Round {
        meetings: vec![
            meeting(0, 1, Outcome::WhiteWinsByForfeit),
            Meeting {
                white: 3,
                black: 2,
                outcome: None,
            },
        ],
        byes: vec![4],
    };
    let text = serde_json::to_string(&round).unwrap();
    assert_eq!(
        text,
        "{\"meetings\":[{\"white\":0,\"black\":1,\"outcome\":\"white_wins_by_forfeit\"},\
         {\"white\":3,\"black\":2,\"outcome\":null}],\"byes\":[4]}"
    );
    assert_eq!(serde_json::from_str::<Round>(&text).unwrap(), round);
    for (system, name) in [
        (System::Swiss, "\"swiss\""),
        (System::RoundRobin, "\"round-robin\""),
        (System::Knockout, "\"knockout\""),
        (System::Simul, "\"simul\""),
        (System::Arena, "\"arena\""),
    ] {
        assert_eq!(serde_json::to_string(&system).unwrap(), name);
        assert_eq!(serde_json::from_str::<System>(name).unwrap(), system);
    }
}
