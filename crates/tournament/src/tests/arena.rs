//! Tests of arenas.

use std::collections::BTreeSet;

use super::{Random, meeting};
use crate::{History, Meeting, Outcome, Round, System, next_games, next_round, standings};

/// An arena in progress.
struct Arena {
    rounds: [Round; 1],
    withdrawn: Vec<bool>,
}

impl Arena {
    fn new(players: usize) -> Self {
        let round = Round {
            meetings: Vec::new(),
            byes: Vec::new(),
        };
        Self {
            rounds: [round],
            withdrawn: vec![false; players],
        }
    }

    fn history(&self) -> History<'_> {
        History {
            players: self.withdrawn.len(),
            rounds: &self.rounds,
            withdrawn: &self.withdrawn,
        }
    }

    fn meetings(&self) -> &[Meeting] {
        &self.rounds[0].meetings
    }

    /// The last meeting of a player.
    fn last(&self, player: usize) -> Option<&Meeting> {
        let mut meetings = self.meetings().iter().rev();
        meetings.find(|one| one.white == player || one.black == player)
    }

    fn is_free(&self, player: usize) -> bool {
        let playing = self.last(player).is_some_and(|one| one.outcome.is_none());
        !playing && !self.withdrawn[player]
    }

    fn have_just_met(&self, one: usize, other: usize) -> bool {
        let last = |player| self.last(player).map(std::ptr::from_ref);
        last(one).is_some() && last(one) == last(other)
    }

    /// Pairs whoever is free, and checks the games.
    fn pair(&mut self) -> usize {
        let games = next_games(&self.history());
        assert_eq!(next_games(&self.history()), games);
        let active = self.withdrawn.iter().filter(|&&out| !out).count();
        let mut free: BTreeSet<usize> = (0..self.withdrawn.len()).collect();
        free.retain(|&player| self.is_free(player));
        for game in &games {
            assert_eq!(game.outcome, None);
            assert!(free.remove(&game.white) && free.remove(&game.black));
            assert!(active == 2 || !self.have_just_met(game.white, game.black));
        }
        // Nobody waits for somebody who waits too.
        for &one in &free {
            for &other in free.range(one + 1..) {
                assert!(active > 2 && self.have_just_met(one, other), "{free:?}");
            }
        }
        self.rounds[0].meetings.extend(&games);
        games.len()
    }

    /// By player: half points and wins, told anew from the rules.
    fn scores(&self) -> Vec<(u32, u32)> {
        let scores = (0..self.withdrawn.len()).map(|player| {
            let (mut points, mut wins, mut row) = (0, 0, 0);
            for one in self.meetings() {
                let own = match player {
                    _ if player == one.white => one.outcome.map(Outcome::half_points),
                    _ if player == one.black => one.outcome.map(|outcome| {
                        let (white, black) = outcome.half_points();
                        (black, white)
                    }),
                    _ => None,
                };
                let (Some((own, _)), Some(outcome)) = (own, one.outcome) else {
                    continue;
                };
                if !outcome.is_played() {
                    points += own;
                    continue;
                }
                points += if row >= 2 { own * 2 } else { own };
                wins += u32::from(own == 2);
                row = if own == 2 { row + 1 } else { 0 };
            }
            (points, wins)
        });
        scores.collect()
    }
}

#[test]
fn random_arenas_keep_the_rules() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let players = 2 + random.below(if seed % 10 == 0 { 62 } else { 10 }) as usize;
        let mut arena = Arena::new(players);
        let mut paired = arena.pair();
        for _ in 0..8 * players {
            // A game ends, somebody leaves, comes back, or joins.
            match random.below(12) {
                0 => {
                    let player = random.below(arena.withdrawn.len() as u64) as usize;
                    arena.withdrawn[player] = !arena.withdrawn[player];
                }
                1 if arena.withdrawn.len() < 64 => arena.withdrawn.push(false),
                _ => {
                    let open = arena.rounds[0].meetings.iter_mut();
                    let mut open: Vec<_> = open.filter(|one| one.outcome.is_none()).collect();
                    if !open.is_empty() {
                        let ended = random.below(open.len() as u64) as usize;
                        open[ended].outcome = Some(random.outcome());
                    }
                }
            }
            paired += arena.pair();
        }
        assert_eq!(arena.meetings().len(), paired);
        let standings = standings(System::Arena, &arena.history());
        let scores = arena.scores();
        let mut last = None;
        for (number, one) in (1..).zip(&standings) {
            assert_eq!((one.points, one.wins), scores[one.player], "seed {seed}");
            assert!(last.is_none_or(|last| last >= scores[one.player]));
            let equals = last == Some(scores[one.player]);
            assert_eq!(one.place == number, !equals, "seed {seed}");
            last = Some(scores[one.player]);
        }
    }
}

/// All ways to pair these players; if their number is odd, one is left out.
fn pairings(players: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let Some((&first, rest)) = players.split_first() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    if players.len() % 2 == 1 {
        all.extend(pairings(rest));
    }
    for (at, &other) in rest.iter().enumerate() {
        let mut left = rest.to_vec();
        left.remove(at);
        for mut pairs in pairings(&left) {
            pairs.push((first, other));
            all.push(pairs);
        }
    }
    all
}

/// The first criteria, told anew: games, when whoever waits was last paired, opponents of the last
/// game, and how often they have met.
fn criteria(arena: &Arena, free: &[usize], pairs: &[(usize, usize)]) -> [usize; 4] {
    let number = |player: usize| {
        let plays = |one: &Meeting| one.white == player || one.black == player;
        arena
            .meetings()
            .iter()
            .rposition(plays)
            .map_or(0, |at| at + 1)
    };
    let opponent = |player: usize| {
        let last = arena.last(player);
        last.map(|one| {
            if one.white == player {
                one.black
            } else {
                one.white
            }
        })
    };
    let barred = |&&(one, other): &&(usize, usize)| arena.have_just_met(one, other);
    let waits = free.iter().filter(|&&player| {
        let plays = |&(one, other): &(usize, usize)| one == player || other == player;
        !pairs.iter().any(plays)
    });
    let recent: usize = waits
        .map(|&waits| {
            free.iter()
                .filter(|&&one| number(one) > number(waits))
                .count()
        })
        .sum();
    let soon = pairs
        .iter()
        .filter(|&&(one, other)| opponent(one) == Some(other) || opponent(other) == Some(one));
    let met = |&(one, other): &(usize, usize)| {
        let games = arena.meetings().iter().filter(|game| {
            let both = [game.white, game.black];
            both.contains(&one)
                && both.contains(&other)
                && game.outcome.is_none_or(Outcome::is_played)
        });
        games.count()
    };
    [
        pairs.iter().filter(barred).count(),
        recent,
        soon.count(),
        pairs.iter().map(met).sum(),
    ]
}

#[test]
fn no_other_pairing_is_better_by_the_first_criteria() {
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let players = 4 + random.below(4) as usize;
        let mut arena = Arena::new(players);
        for _ in 0..30 {
            let mut free: Vec<usize> = (0..players).collect();
            free.retain(|&player| arena.is_free(player));
            let games = next_games(&arena.history());
            let all = pairings(&free);
            let best = all.iter().map(|pairs| criteria(&arena, &free, pairs)).min();
            let begun: Vec<_> = games.iter().map(|one| (one.white, one.black)).collect();
            // Two who have just met each other may be a pair, too: then both wait.
            let ours = all.iter().filter(|pairs| {
                let mut left = (*pairs).clone();
                left.retain(|&(one, other)| {
                    !begun.contains(&(one, other)) && !begun.contains(&(other, one))
                });
                left.len() + begun.len() == pairs.len()
                    && left
                        .iter()
                        .all(|&(one, other)| arena.have_just_met(one, other))
            });
            let ours = ours.map(|pairs| criteria(&arena, &free, pairs)).min();
            assert_eq!(ours, best, "seed {seed}");
            arena.rounds[0].meetings.extend(games);
            let open = arena.rounds[0].meetings.iter_mut();
            let mut open: Vec<_> = open.filter(|one| one.outcome.is_none()).collect();
            for _ in 0..=random.below(2) {
                if !open.is_empty() {
                    let ended = open.swap_remove(random.below(open.len() as u64) as usize);
                    ended.outcome = Some(random.outcome());
                }
            }
        }
    }
}

#[test]
fn neighbours_meet_first_and_nobody_twice_in_a_row() {
    let mut arena = Arena::new(5);
    let first = next_round(System::Arena, 1, &arena.history());
    assert_eq!(first, None, "it has one round only");
    let before = History {
        rounds: &[],
        ..arena.history()
    };
    let first = next_round(System::Arena, 1, &before).unwrap();
    let pairs: Vec<_> = first
        .meetings
        .iter()
        .map(|one| (one.white, one.black))
        .collect();
    assert_eq!(pairs, [(0, 1), (2, 3)]);
    arena.rounds[0] = first;
    // Those who have just met wait, but one of them can meet whoever is free already.
    arena.rounds[0].meetings[0].outcome = Some(Outcome::WhiteWins);
    let games = next_games(&arena.history());
    let [game] = &*games else {
        panic!("{games:?}");
    };
    assert_eq!((game.white, game.black), (1, 4), "neighbours at 0 points");
}

#[test]
fn whoever_has_waited_plays_next() {
    let mut arena = Arena::new(5);
    let ended = |white, black| meeting(white, black, Outcome::Draw);
    arena.rounds[0].meetings = vec![ended(0, 1), ended(2, 3), ended(0, 4), ended(1, 2)];
    let games = next_games(&arena.history());
    let players: BTreeSet<_> = games
        .iter()
        .flat_map(|one| [one.white, one.black])
        .collect();
    assert_eq!(games.len(), 2);
    assert!(players.contains(&3) && players.contains(&0) && players.contains(&4));
}

#[test]
fn two_who_are_left_meet_again_and_again() {
    let mut arena = Arena::new(3);
    arena.withdrawn[2] = true;
    let mut whites = BTreeSet::new();
    for _ in 0..4 {
        assert_eq!(arena.pair(), 1);
        let game = arena.rounds[0].meetings.last_mut().unwrap();
        game.outcome = Some(Outcome::Draw);
        whites.insert(game.white);
    }
    assert_eq!(whites.len(), 2);
    // With a third they wait for each other no longer.
    arena.withdrawn[2] = false;
    assert_eq!(arena.pair(), 1);
    assert!(!arena.is_free(2));
}

#[test]
fn a_streak_counts_twice() {
    let mut arena = Arena::new(2);
    let points = |arena: &Arena| {
        let standings = standings(System::Arena, &arena.history());
        let first = standings.iter().find(|one| one.player == 0);
        first.unwrap().points
    };
    for (outcome, expected) in [
        (Outcome::WhiteWins, 2),
        (Outcome::WhiteWins, 4),
        (Outcome::WhiteWins, 8),
        (Outcome::WhiteWinsByForfeit, 10),
        (Outcome::NoPoints, 10),
        (Outcome::Draw, 12),
        (Outcome::Draw, 13),
        (Outcome::BlackWins, 13),
        (Outcome::WhiteWins, 15),
    ] {
        arena.rounds[0].meetings.push(meeting(0, 1, outcome));
        assert_eq!(points(&arena), expected);
    }
}
