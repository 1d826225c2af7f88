//! Arenas at the table where they are opened.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tournament::Outcome;

use super::tournament::games;
use super::{Room, schedule};
use crate::session::{Event, PairedGame, Reply, Rights, StandingsLine, Visual};

impl Room {
    /// Starts the arena.
    fn start_arena(&mut self) -> Vec<PairedGame> {
        let replies = self.try_say("alice", "!tournament start").unwrap();
        let text = self.said(&replies);
        assert!(text.contains("The arena ends "), "{text}");
        games(&replies)
    }
}

/// Who plays, white first.
fn pair(game: &PairedGame) -> (&str, &str) {
    (&game.white.id, &game.black.id)
}

/// The one game that replies begin.
#[track_caller]
fn only_game(replies: &[Reply]) -> PairedGame {
    let mut games = games(replies);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

/// The lines of the standings that are shown as a picture.
fn standings(replies: &[Reply]) -> Vec<(usize, String, String)> {
    let visuals = replies.iter().find_map(|reply| reply.visual.as_ref());
    let Some(Visual::Standings(standings)) = visuals else {
        panic!("{replies:?}");
    };
    let lines = standings.lines.iter();
    lines
        .map(|line| {
            let points = StandingsLine::points(line);
            (line.place, line.person.id.clone(), points)
        })
        .collect()
}

#[test]
fn an_arena_is_played_until_its_time_is_up() {
    let players = ["alice", "bob", "carol", "dave"];
    let mut room = Room::with_tournament("arena 30 5m+5s blitz", &players);
    let reply = room.say("zoe", "!tournament");
    let text = room.text(&reply);
    assert!(text.contains("(arena, 30 minutes)"), "{text}");
    let begun = room.start_arena();
    let [first, second] = &*begun else {
        panic!("{begun:?}");
    };
    assert_eq!(
        (pair(first), pair(second)),
        (("alice", "bob"), ("carol", "dave"))
    );

    // Those who have just met wait.
    let replies = room.report(&[(first, Outcome::WhiteWins)]);
    assert_eq!(room.said(&replies), "1. alice – bob  1–0");
    assert_eq!(games(&replies), []);
    // Whoever joins meets one of them.
    let replies = room.try_say("erin", "!tournament join").unwrap();
    let text = room.said(&replies);
    assert!(
        text.starts_with("erin has joined; 5 players so far."),
        "{text}"
    );
    let third = &only_game(&replies);
    assert_eq!(pair(third), ("bob", "erin"));
    assert_eq!((third.game.round, third.game.board), (1, 3));
    assert!(room.refused("erin", "!tournament join").contains("already"));
    room.check_log();

    // Games count as soon as they are over, and those in progress are listed.
    let reply = room.say("zoe", "!tournament");
    let text = room.text(&reply);
    assert!(text.contains("2. carol – dave: still playing"), "{text}");
    assert!(text.contains("1. alice: 1"), "{text}");
    assert!(!text.contains("alice – bob"), "{text}");
    assert_eq!(reply.choices.len(), 1, "{reply:?}");

    // Whoever does not turn up sits out until they join again.
    let replies = room.report(&[(second, Outcome::WhiteWinsByForfeit)]);
    let text = room.said(&replies);
    assert!(
        text.contains("dave forfeits and sits out until they join again."),
        "{text}"
    );
    let fourth = &only_game(&replies);
    assert_eq!(pair(fourth), ("carol", "alice"), "the leaders");
    let replies = room.try_say("dave", "!tournament join").unwrap();
    assert!(room.said(&replies).contains("5 players so far"));
    assert_eq!(games(&replies), []);
    let replies = room.try_say("dave", "!tournament leave").unwrap();
    assert_eq!(room.said(&replies), "dave leaves the tournament.");
    room.check_log();

    // Time is up: games in progress are played to their end.
    let ends = room.table.tournament().and_then(|one| one.ends).unwrap();
    let replies = room.wait(ends.duration_since(room.now).as_secs());
    let text = room.said(&replies);
    assert!(text.starts_with("No new games in the arena"), "{text}");
    assert!(
        room.refused("dave", "!tournament join")
            .contains("No new games in the arena")
    );
    let replies = room.report(&[(third, Outcome::Draw)]);
    assert_eq!(games(&replies), []);
    room.check_log();
    let replies = room.report(&[(fourth, Outcome::BlackWins)]);
    let text = room.said(&replies);
    assert!(
        text.contains("The tournament is over. alice wins."),
        "{text}"
    );
    let expected = [
        (1, "alice", "2"),
        (2, "carol", "1"),
        (3, "bob", "½"),
        (3, "erin", "½"),
        (5, "dave", "0"),
    ];
    let expected = expected.map(|(place, id, points)| (place, id.to_owned(), points.to_owned()));
    assert_eq!(standings(&replies), expected);
    assert_eq!(room.table.tournament_id(), None);
    assert_eq!(room.wait(86_400), []);
    room.check_log();
}

#[test]
fn an_arena_without_games_ends_on_time() {
    let mut room = Room::with_tournament("arena 10 5m+5s", &["alice", "bob", "carol"]);
    let begun = room.start_arena();
    let replies = room.report(&[(&begun[0], Outcome::NoPoints)]);
    let begun = games(&replies);
    for player in ["alice", "bob", "carol"] {
        room.say(player, "!tournament leave");
    }
    let last: Vec<_> = begun.iter().map(|game| (game, Outcome::NoPoints)).collect();
    let replies = room.report(&last);
    assert_eq!(games(&replies), []);
    // Nobody is left, but people may join.
    assert!(room.table.tournament_id().is_some());
    let replies = room.wait(600);
    assert_eq!(room.said(&replies), "The arena is over. Nobody has scored.");
    assert_eq!(room.table.tournament_id(), None);
    room.check_log();
}

#[test]
fn whoever_leaves_an_arena_that_has_not_started_begins_no_games() {
    let players = ["alice", "bob", "carol", "dave", "erin"];
    let mut room = Room::with_tournament("arena 30 5m+5s", &players);
    room.rights = Some(Rights {
        channel: true,
        server: false,
    });
    let replies = room.try_say("dave", "!tournament leave").unwrap();
    assert_eq!(room.said(&replies), "dave leaves the tournament.");
    let replies = room.try_say("zoe", "!tournament remove erin").unwrap();
    assert_eq!(room.said(&replies), "erin is out of the tournament.");
    assert!(room.table.tournament().unwrap().rounds.is_empty());
    assert_eq!(room.start_arena().len(), 1);
    // Whoever is removed later cannot come back, even if they were sitting out.
    room.try_say("carol", "!tournament leave").unwrap();
    for removed in ["bob", "carol"] {
        let said = format!("!tournament remove {removed}");
        room.try_say("zoe", &said).unwrap();
        let refused = room.refused(removed, "!tournament join");
        assert!(refused.contains("You were removed"), "{refused}");
        let refused = room.refused("zoe", &said);
        assert!(refused.contains("Nobody called"), "{refused}");
    }
    room.check_log();
}

#[test]
fn a_result_that_is_corrected_brings_nobody_back() {
    let mut room = Room::with_tournament("arena 30 5m+5s", &["bob", "carol", "dave", "erin"]);
    let begun = room.start_arena();
    room.report(&[(&begun[0], Outcome::WhiteWinsByForfeit)]);
    let replies = room.try_say("alice", "!score 1 draw").unwrap();
    assert_eq!(games(&replies), []);
    let tournament = room.table.tournament().unwrap();
    assert_eq!(tournament.active(), 3);
    assert_eq!(tournament.standings()[0].points, 1);
    // Players of a game in progress whose result is set are free.
    let replies = room.try_say("alice", "!score 2 white").unwrap();
    assert_eq!(games(&replies).len(), 1);
    assert_eq!(room.report(&[(&begun[1], Outcome::Draw)]), []);
    room.check_log();
}

#[test]
fn people_join_by_tapping_for_as_long_as_games_begin() {
    let mut room = Room::with_tournament("arena 10 5m+5s", &["alice", "bob", "carol"]);
    room.start_arena();
    let shown = room.say("zoe", "!tournament");
    let replies = room.try_choose("zoe", &shown, 0).unwrap();
    assert_eq!(games(&replies).len(), 1, "carol was free");
    room.wait(600);
    let said = room.refused_choice("yan", &shown, 0);
    assert!(said.contains("No new games in the arena"), "{said}");
    let shown = room.say("zoe", "!tournament");
    assert!(shown.choices.is_empty());
    room.check_log();
}

#[test]
fn random_arenas_never_pair_anybody_twice_at_once() {
    let mut joined = 0;
    for seed in 0..20 {
        let mut random = SmallRng::seed_from_u64(seed);
        let names: Vec<String> = (0..20).map(|number| format!("player{number}")).collect();
        let at_first: Vec<&str> = names[..12].iter().map(String::as_str).collect();
        let mut room = Room::with_tournament("arena 60 5m+5s", &at_first);
        // Nothing begins before it is started.
        for left in ["player3", "player7"] {
            let replies = room.try_say(left, "!tournament leave").unwrap();
            assert_eq!(games(&replies), []);
        }
        let mut open = room.start_arena();
        let mut replies = Vec::new();
        while room.table.tournament_id().is_some() {
            let begun = games(&replies);
            open.extend(begun);
            let mut playing: Vec<&str> = open
                .iter()
                .flat_map(|one| [pair(one).0, pair(one).1])
                .collect();
            playing.sort_unstable();
            let all = playing.len();
            playing.dedup();
            assert_eq!(playing.len(), all, "seed {seed}");
            let player = &names[random.random_range(0..names.len())];
            replies = match random.random_range(0..10) {
                0 => {
                    let said = room.try_say(player, "!tournament join");
                    joined += usize::from(said.is_ok());
                    said.unwrap_or_default()
                }
                1 => room
                    .try_say(player, "!tournament leave")
                    .unwrap_or_default(),
                2..6 if !open.is_empty() => {
                    let game = open.swap_remove(random.random_range(0..open.len()));
                    let outcome = match random.random_range(0..6) {
                        0..2 => Outcome::WhiteWins,
                        2..4 => Outcome::BlackWins,
                        4 => Outcome::Draw,
                        _ => Outcome::WhiteWinsByForfeit,
                    };
                    room.report(&[(&game, outcome)])
                }
                _ => room.wait(random.random_range(1..120)),
            };
        }
        assert_eq!(open.len(), 0, "seed {seed}: all games were awaited");
        let tournament = room.table.tournament().unwrap();
        assert!(tournament.meetings().len() > 20, "seed {seed}");
        room.check_log();
    }
    assert!(joined > 100, "{joined}");
}

#[test]
fn an_arena_has_a_thousand_games_at_most() {
    let mut room = Room::with_tournament("arena 240 5m+5s", &["alice", "bob", "carol", "dave"]);
    let mut open = room.start_arena();
    while let Some(game) = open.pop() {
        let replies = room.report(&[(&game, Outcome::Draw)]);
        open.splice(0..0, games(&replies));
        if !room.table.tournament().unwrap().takes_players() {
            let text = room.said(&replies);
            assert!(text.contains("No new games in the arena"), "{text}");
            room.check_log();
            break;
        }
    }
    assert_eq!(room.table.tournament().unwrap().meetings().len(), 1000);
    while let Some(game) = open.pop() {
        let replies = room.report(&[(&game, Outcome::Draw)]);
        assert_eq!(games(&replies), []);
    }
    assert_eq!(room.table.tournament_id(), None);
}

#[test]
fn arenas_are_short_and_their_games_too() {
    let mut room = Room::new();
    room.threads = true;
    for wrong in ["arena 9 5m+5s", "arena 241 5m+5s", "arena 1000000 5m+5s"] {
        let said = room.refused("alice", &format!("!tournament {wrong}"));
        assert!(said.contains("10 to 240 minutes"), "{said}");
    }
    for slow in [
        "2d",
        "60 1d",
        "45m",
        "5m",
        "31m+5s",
        "30m+61s",
        "5m+5s weekends-off",
    ] {
        let said = room.refused("alice", &format!("!tournament arena {slow}"));
        assert!(said.contains("Games in an arena are short"), "{said}");
    }
    assert!(room.table.tournament().is_none());
    room.say("alice", "!tournament arena 5m+5s");
    let tournament = room.table.tournament().unwrap();
    assert_eq!(tournament.minutes, Some(60));
}

#[test]
fn a_scheduled_arena_lasts_its_time_from_its_start_on() {
    let mut room = schedule::room();
    let reply = room.say("alice", "!schedule arena friday 18:00 90 5m+5s");
    let text = room.text(&reply);
    assert!(text.contains("arena, 90 minutes"), "{text}");
    schedule::wait_until(&mut room, "2026-03-26T18:00:00Z");
    for player in ["bob", "carol", "dave"] {
        room.say(player, "!tournament join");
    }
    let text = schedule::wait_until(&mut room, "2026-03-27T18:00:00Z");
    assert!(text.contains("(white) – "), "{text}");
    let started = room.log.iter().find_map(|entry| match &entry.event {
        Event::TournamentStarted { ends, .. } => *ends,
        _ => None,
    });
    assert_eq!(started, Some("2026-03-27T19:30:00Z".parse().unwrap()));
    room.check_log();
}

#[test]
fn an_arena_that_starts_late_lasts_as_long() {
    let mut room = schedule::room();
    room.say("alice", "!schedule arena daily 16:00 20 5m+5s");
    room.wait(1);
    for player in ["bob", "carol", "dave"] {
        room.say(player, "!tournament join");
    }
    // The bot is down until two hours after the start.
    room.now = "2026-03-23T18:00:00Z".parse().unwrap();
    let replies = room.fire();
    assert_eq!(games(&replies).len(), 1);
    let ends = room.table.tournament().and_then(|one| one.ends);
    assert_eq!(ends, Some("2026-03-23T18:20:00Z".parse().unwrap()));
    room.check_log();
}
