//! Swiss rounds against exhaustive search.

use super::{Meeting, Outcome, Random, meeting, pairs, play};
use crate::{History, Round, System, next_round};

/// Whether a game was played or is being played.
fn is_game(m: &Meeting) -> bool {
    !matches!(
        m.outcome,
        Some(Outcome::WhiteWinsByForfeit | Outcome::BlackWinsByForfeit | Outcome::NoPoints)
    )
}

fn points(rounds: &[Round], player: usize) -> u32 {
    let mut points = 0;
    for round in rounds {
        points += if round.byes.contains(&player) { 2 } else { 0 };
        for m in &round.meetings {
            points += match m.outcome {
                Some(Outcome::WhiteWins | Outcome::WhiteWinsByForfeit) if m.white == player => 2,
                Some(Outcome::BlackWins | Outcome::BlackWinsByForfeit) if m.black == player => 2,
                Some(Outcome::Draw) if m.white == player || m.black == player => 1,
                _ => 0,
            };
        }
    }
    points
}

/// +1 for each game with White, -1 for each with Black.
fn colors(rounds: &[Round], player: usize) -> Vec<i32> {
    let meetings = rounds
        .iter()
        .flat_map(|round| &round.meetings)
        .filter(|m| is_game(m));
    meetings
        .filter(|m| m.white == player || m.black == player)
        .map(|m| if m.white == player { 1 } else { -1 })
        .collect()
}

fn games(rounds: &[Round], one: usize, other: usize, played: bool) -> usize {
    let meetings = rounds.iter().flat_map(|round| &round.meetings);
    meetings
        .filter(|m| is_game(m) == played)
        .filter(|m| (m.white, m.black) == (one, other) || (m.white, m.black) == (other, one))
        .count()
}

fn byes(rounds: &[Round], player: usize) -> usize {
    rounds
        .iter()
        .filter(|round| round.byes.contains(&player))
        .count()
}

fn forfeit_wins(rounds: &[Round], player: usize) -> usize {
    let meetings = rounds.iter().flat_map(|round| &round.meetings);
    meetings
        .filter(|m| match m.outcome {
            Some(Outcome::WhiteWinsByForfeit) => m.white == player,
            Some(Outcome::BlackWinsByForfeit) => m.black == player,
            _ => false,
        })
        .count()
}

/// The colour that a player wants, +1 for White, and how much: 3 absolutely, 2 strongly, 1 mildly.
fn wish(colors: &[i32]) -> (i32, u32) {
    let sum: i32 = colors.iter().sum();
    match colors {
        [] => (0, 0),
        _ if sum.abs() > 1 => (-sum.signum(), 3),
        [.., a, b] if a == b => (-b, 3),
        _ if sum != 0 => (-sum, 2),
        [.., last] => (-last, 1),
    }
}

/// -1 if the player floated down in a round, +1 if up.
fn float(rounds: &[Round], ago: usize, player: usize) -> i32 {
    let Some(at) = rounds.len().checked_sub(ago) else {
        return 0;
    };
    let round = &rounds[at];
    if round.byes.contains(&player) {
        return -1;
    }
    let Some(m) = round
        .meetings
        .iter()
        .find(|m| m.white == player || m.black == player)
    else {
        return 0;
    };
    if !is_game(m) {
        return -i32::try_from(forfeit_wins(&rounds[at..=at], player)).unwrap();
    }
    let other = if m.white == player { m.black } else { m.white };
    let score = |player| i64::from(points(&rounds[..at], player));
    (score(other) - score(player)).signum() as i32
}

/// How bad a pairing is: one number for each criterion, in their order.
fn badness(history: &History<'_>, pairs: &[(usize, usize)], bye: Option<usize>) -> Vec<usize> {
    let rounds = history.rounds;
    let mut ranking: Vec<usize> = (0..history.players)
        .filter(|&player| !history.withdrawn[player])
        .collect();
    ranking.sort_by_key(|&player| (std::cmp::Reverse(points(rounds, player)), player));
    let rank = |player| ranking.iter().position(|&other| other == player).unwrap();
    let score = |player| points(rounds, player);
    let mut scores: Vec<u32> = ranking.iter().map(|&player| score(player)).collect();
    scores.dedup();
    let pairs: Vec<(usize, usize)> = pairs
        .iter()
        .map(|&(a, b)| if rank(a) < rank(b) { (a, b) } else { (b, a) })
        .collect();
    let sum = |cost: &dyn Fn(usize, usize) -> usize| -> usize {
        pairs.iter().map(|&(a, b)| cost(a, b)).sum()
    };
    let wishes = |player| wish(&colors(rounds, player));
    let conflict = |a, b, least: u32| -> usize {
        let ((one, strength), (two, other)) = (wishes(a), wishes(b));
        usize::from(one == two && strength.min(other) >= least)
    };
    let mut badness = vec![
        sum(&|a, b| games(rounds, a, b, true)),
        bye.map_or(0, |player| byes(rounds, player)),
        bye.map_or(0, |player| forfeit_wins(rounds, player)),
        sum(&|a, b| conflict(a, b, 3)),
        sum(&|a, b| games(rounds, a, b, false)),
        bye.map_or(0, |player| ranking.len() - rank(player)),
    ];
    for limit in scores.windows(2).map(|pair| pair[0]) {
        let crosses = |a, b| score(a) >= limit && score(b) < limit;
        badness.push(sum(&|a, b| usize::from(crosses(a, b))));
        let between = |a| {
            scores
                .iter()
                .filter(|&&s| s < score(a) && s >= limit)
                .count()
        };
        badness.push(sum(&|a, b| if crosses(a, b) { between(a) } else { 0 }));
    }
    badness.push(sum(&|a, b| conflict(a, b, 1)));
    badness.push(sum(&|a, b| conflict(a, b, 2)));
    let differ = |a, b| score(a) != score(b);
    for ago in [1, 2] {
        badness.push(sum(&|a, b| {
            usize::from(differ(a, b) && float(rounds, ago, a) < 0)
        }));
        badness.push(sum(&|a, b| {
            usize::from(differ(a, b) && float(rounds, ago, b) > 0)
        }));
    }
    let above = |a| {
        ranking
            .iter()
            .filter(|&&b| score(b) == score(a) && b < a)
            .count()
    };
    let below = |a| {
        ranking
            .iter()
            .filter(|&&b| score(b) == score(a) && b > a)
            .count()
    };
    badness.push(sum(&|a, b| {
        if differ(a, b) { below(a) + above(b) } else { 0 }
    }));
    badness.push(sum(&|a, b| {
        let half = (above(a) + 1 + below(a)) / 2;
        if differ(a, b) {
            0
        } else {
            (above(b) - above(a)).abs_diff(half).pow(2)
        }
    }));
    badness
}

type Pair = (usize, usize);

/// Calls `visit` with every way to pair players, at most one of whom has a bye.
fn all_pairings(
    players: &[usize],
    pairs: &mut Vec<Pair>,
    bye: Option<usize>,
    visit: &mut dyn FnMut(&[Pair], Option<usize>),
) {
    let Some((&first, rest)) = players.split_first() else {
        return visit(pairs, bye);
    };
    if players.len() % 2 == 1 {
        all_pairings(rest, pairs, Some(first), visit);
    }
    for at in 0..rest.len() {
        let mut others = rest.to_vec();
        pairs.push((first, others.remove(at)));
        all_pairings(&others, pairs, bye, visit);
        pairs.pop();
    }
}

/// Whether the player may have the colour: not three times in a row, no difference above two.
fn may_have(rounds: &[Round], player: usize, color: i32) -> bool {
    let colors = colors(rounds, player);
    let sum: i32 = colors.iter().sum();
    sum * color < 2 && !colors.ends_with(&[color, color])
}

/// Whether the players can be paired without breaking a rule; `None` after too many steps.
fn can_pair(
    players: &[usize],
    may_meet: &[Vec<bool>],
    may_rest: &[bool],
    steps: &mut u32,
) -> Option<bool> {
    *steps = steps.checked_sub(1)?;
    // The player with the fewest opponents first.
    let options = |a: usize| {
        players
            .iter()
            .filter(|&&b| b != a && may_meet[a][b])
            .count()
    };
    let odd = players.len() % 2 == 1;
    if odd {
        for &player in players.iter().filter(|&&player| may_rest[player]) {
            let rest: Vec<usize> = players.iter().copied().filter(|&p| p != player).collect();
            if can_pair(&rest, may_meet, may_rest, steps)? {
                return Some(true);
            }
        }
        return Some(false);
    }
    let Some(&a) = players.iter().min_by_key(|&&player| options(player)) else {
        return Some(true);
    };
    for &b in players.iter().filter(|&&b| b != a && may_meet[a][b]) {
        let rest: Vec<usize> = players
            .iter()
            .copied()
            .filter(|&p| p != a && p != b)
            .collect();
        if can_pair(&rest, may_meet, may_rest, steps)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Asserts that a round keeps the rules, or that no round could.
fn assert_rules(history: &History<'_>, round: &Round) {
    let rounds = history.rounds;
    let active: Vec<usize> = (0..history.players)
        .filter(|&player| !history.withdrawn[player])
        .collect();
    assert_eq!(2 * round.meetings.len() + round.byes.len(), active.len());
    assert_eq!(round.byes.len(), active.len() % 2);
    let is_new = round
        .meetings
        .iter()
        .all(|m| games(rounds, m.white, m.black, true) == 0);
    let is_fair = round.byes.iter().all(|&player| byes(rounds, player) == 0);
    // Each could meet at least half of the others, so that everybody can be paired (Dirac), whoever
    // has the bye.
    if rounds.len() < (active.len() - 1) / 2 {
        assert!(is_new && is_fair);
    }
    let is_balanced = round
        .meetings
        .iter()
        .all(|m| may_have(rounds, m.white, 1) && may_have(rounds, m.black, -1));
    let is_earned = round
        .byes
        .iter()
        .all(|&player| forfeit_wins(rounds, player) == 0);
    if is_new && is_fair && is_earned && is_balanced {
        return;
    }
    let mut may_meet = vec![vec![false; history.players]; history.players];
    for &a in &active {
        for &b in &active {
            let suits = |white, black| may_have(rounds, white, 1) && may_have(rounds, black, -1);
            may_meet[a][b] = games(rounds, a, b, true) == 0 && (suits(a, b) || suits(b, a));
        }
    }
    let may_rest: Vec<bool> = (0..history.players)
        .map(|player| byes(rounds, player) + forfeit_wins(rounds, player) == 0)
        .collect();
    let mut steps = 200_000;
    assert_ne!(
        can_pair(&active, &may_meet, &may_rest, &mut steps),
        Some(true)
    );
}

/// Asserts that no pairing is better.
fn assert_best(history: &History<'_>, round: &Round) {
    let active: Vec<usize> = (0..history.players)
        .filter(|&player| !history.withdrawn[player])
        .collect();
    let mut best: Option<Vec<usize>> = None;
    all_pairings(&active, &mut Vec::new(), None, &mut |pairs, bye| {
        let badness = badness(history, pairs, bye);
        if best.as_ref().is_none_or(|best| badness < *best) {
            best = Some(badness);
        }
    });
    let found = badness(history, &pairs(round), round.byes.first().copied());
    assert_eq!(Some(found), best);
}

/// Asserts who has White, and the order of the boards.
fn assert_colors_and_boards(history: &History<'_>, round: &Round) {
    let rounds = history.rounds;
    let score = |player| points(rounds, player);
    for m in &round.meetings {
        let (white, black) = (colors(rounds, m.white), colors(rounds, m.black));
        let ((wish_of_white, much), (wish_of_black, more)) = (wish(&white), wish(&black));
        // A weaker wish is never granted at the cost of a stronger one.
        if much > more {
            assert_eq!(wish_of_white, 1);
        }
        if more > much {
            assert_eq!(wish_of_black, -1);
        }
        if much == more && wish_of_white != wish_of_black {
            assert!((wish_of_white, wish_of_black) == (1, -1));
        }
    }
    let key = |m: &Meeting| {
        (
            score(m.white).max(score(m.black)),
            score(m.white) + score(m.black),
        )
    };
    assert!(round.meetings.iter().is_sorted_by(|a, b| key(a) >= key(b)));
}

#[test]
fn first_rounds() {
    let first = |players| {
        let history = History {
            players,
            rounds: &[],
            withdrawn: &[],
        };
        let round = next_round(System::Swiss, 1, &history).unwrap();
        (pairs(&round), round.byes)
    };
    assert_eq!(first(8), (vec![(0, 4), (5, 1), (2, 6), (7, 3)], vec![]));
    assert_eq!(first(7), (vec![(0, 3), (4, 1), (2, 5)], vec![6]));
    assert_eq!(first(2), (vec![(0, 1)], vec![]));
    assert_eq!(first(3), (vec![(0, 1)], vec![2]));
}

#[test]
fn second_round_of_eight() {
    let first = Round {
        meetings: vec![
            meeting(0, 4, Outcome::WhiteWins),
            meeting(5, 1, Outcome::BlackWins),
            meeting(2, 6, Outcome::WhiteWins),
            meeting(7, 3, Outcome::BlackWins),
        ],
        byes: vec![],
    };
    let history = History {
        players: 8,
        rounds: &[first],
        withdrawn: &[],
    };
    let round = next_round(System::Swiss, 3, &history).unwrap();
    // 0 and 2 had White: they must meet 1 and 3 for all colours to fit, and 0 meets 3 then.
    assert_eq!(pairs(&round), [(3, 0), (1, 2), (4, 7), (6, 5)]);
}

#[test]
fn small_tournaments_are_paired_best() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let players = 2 + random.below(7) as usize;
        // More rounds than opponents, so that rules must be broken.
        let total = 1 + random.below(9) as usize;
        play(
            System::Swiss,
            players,
            total,
            &mut random,
            |history, round| {
                assert_rules(history, round);
                assert_best(history, round);
                assert_colors_and_boards(history, round);
            },
        );
    }
}

#[test]
fn random_tournaments_keep_the_rules() {
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let players = 2 + random.below(39) as usize;
        let total = (players - 1).min(1 + random.below(9) as usize);
        let (played, _) = play(
            System::Swiss,
            players,
            total,
            &mut random,
            |history, round| {
                assert_rules(history, round);
                assert_colors_and_boards(history, round);
            },
        );
        assert!(played.len() <= total);
    }
}

#[test]
fn a_large_tournament() {
    let mut random = Random::new(1);
    let (played, _) = play(System::Swiss, 128, 11, &mut random, assert_rules);
    assert_eq!(played.len(), 11);
}
