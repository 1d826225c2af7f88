//! Tournaments at the table where they are opened.

use jiff::SignedDuration;
use tournament::Outcome;

use super::Room;
use crate::game::Color;
use crate::session::{
    PairedGame, Person, Renaming, Reply, Rights, StandingsLine, Table, TableKey, TournamentResult,
    Trigger, Visual, handle,
};

impl Room {
    /// A room with threads in which these people have joined a tournament of alice's.
    pub(super) fn with_tournament(terms: &str, players: &[&str]) -> Self {
        let mut room = Self::new();
        room.threads = true;
        room.say("alice", &format!("!tournament {terms}"));
        for player in players {
            room.say(player, "!tournament join");
        }
        room
    }

    /// Carries a trigger out.
    pub(super) fn follow(&mut self, trigger: &Trigger) -> Vec<Reply> {
        let outcome = handle(&self.table, trigger, &self.context(&[])).unwrap();
        self.take(outcome)
    }

    /// Reports how games have ended.
    pub(super) fn report(&mut self, results: &[(&PairedGame, Outcome)]) -> Vec<Reply> {
        let results = results.iter().map(|(game, outcome)| TournamentResult {
            game: game.game.clone(),
            outcome: *outcome,
        });
        self.follow(&Trigger::Results(results.collect()))
    }

    pub(super) fn said(&self, replies: &[Reply]) -> String {
        let texts: Vec<_> = replies.iter().map(|reply| self.text(reply)).collect();
        texts.join("\n")
    }
}

/// The games that replies begin.
pub(super) fn games(replies: &[Reply]) -> Vec<PairedGame> {
    let games = replies.iter().filter_map(|reply| reply.begins.as_deref());
    games.cloned().collect()
}

#[test]
fn a_round_robin_is_played_to_its_end() {
    let mut room = Room::with_tournament("round-robin 2d blitz", &["alice", "bob", "carol"]);
    let reply = room.say("dave", "!tournament");
    let text = room.text(&reply);
    assert!(
        text.contains("alice has opened a tournament (round robin"),
        "{text}"
    );
    assert!(text.contains("a blitz game (2d a turn)"), "{text}");
    assert!(
        text.contains("3 players so far: alice, bob, carol."),
        "{text}"
    );
    room.say("dave", "!tournament join");
    let mut replies = room.try_say("alice", "!tournament start").unwrap();
    let mut score = 0;
    for round in 1..=3 {
        let text = room.said(&replies);
        assert!(text.contains(&format!("Round {round} of 3")), "{text}");
        let begun = games(&replies);
        assert_eq!(begun.len(), 2, "{text}");
        for (board, game) in (1..).zip(&begun) {
            assert_eq!((game.game.round, game.game.board), (round, board));
            assert_eq!(game.server.as_deref(), Some("club"));
        }
        let alice = begun.iter().find(|game| {
            let players = [&game.white, &game.black];
            players.iter().any(|player| player.id == "alice")
        });
        let alice = alice.unwrap();
        let other = begun.iter().find(|game| *game != alice).unwrap();
        let wins = match alice.white.id.as_str() {
            "alice" => Outcome::WhiteWins,
            _ => Outcome::BlackWins,
        };
        let first = room.report(&[(other, Outcome::Draw)]);
        assert!(room.said(&first).contains("½–½"), "{first:?}");
        assert!(games(&first).is_empty());
        // The same result again is no news.
        assert_eq!(room.report(&[(other, Outcome::WhiteWins)]), []);
        replies = room.report(&[(alice, wins)]);
        score += 1;
    }
    let text = room.said(&replies);
    assert!(
        text.contains("The tournament is over. alice wins."),
        "{text}"
    );
    assert!(text.contains(&format!("1. alice: {score} (")), "{text}");
    let [reply] = &*replies else {
        panic!("{replies:?}");
    };
    let Some(Visual::Standings(standings)) = &reply.visual else {
        panic!("{reply:?}");
    };
    assert_eq!(standings.lines.len(), 4);
    let points: Vec<_> = standings.lines.iter().map(StandingsLine::points).collect();
    assert_eq!(points, ["3", "1", "1", "1"]);
    assert_eq!(room.table.tournament_id(), None);
    room.check_log();
    let reply = room.say("bob", "!tournament");
    assert!(room.text(&reply).contains("Final standings"), "{reply:?}");
    // The next one takes its place.
    room.say("bob", "!tournament swiss 3 2d");
    room.check_log();
}

#[test]
fn games_begin_and_end_at_their_own_tables() {
    let mut room = Room::with_tournament("swiss 2 2d blitz rated", &["alice", "bob", "carol"]);
    let replies = room.try_say("alice", "!tournament start").unwrap();
    let begun = games(&replies);
    let [game] = &*begun else {
        panic!("{replies:?}");
    };
    let text = room.said(&replies);
    assert!(text.contains("one point"), "{text}");
    let mut thread = Room::new();
    thread.table = Table::new(TableKey {
        thread: Some("1".to_owned()),
        ..room.table.key().clone()
    });
    let before = thread.table.clone();
    let replies = thread.follow(&Trigger::Paired(Box::new(game.clone())));
    let text = thread.said(&replies);
    assert!(
        text.contains("round 1 of the tournament, board 1"),
        "{text}"
    );
    let running = thread.table.running().unwrap();
    assert!(running.is_rated());
    assert_eq!(running.seat(Color::White).person(), Some(&game.white));
    assert_eq!(thread.table.tournament_result(&before), None);
    // It begins once.
    assert_eq!(thread.follow(&Trigger::Paired(Box::new(game.clone()))), []);
    let (white, black) = (game.white.id.clone(), game.black.id.clone());
    assert!(
        thread
            .refused(&white, "!standin")
            .contains("can't be handed over")
    );
    assert!(
        thread
            .refused(&white, "!seat @dave")
            .contains("can't be handed over")
    );
    assert!(thread.refused(&white, "!pause").contains("can't be paused"));
    thread.say(&white, "!A4");
    let before = thread.table.clone();
    thread.say(&black, "!resign yes");
    let result = thread.table.tournament_result(&before).unwrap();
    assert_eq!(result.outcome, Outcome::WhiteWins);
    assert_eq!(result.game, game.game);
    thread.check_log();
    let replies = room.follow(&Trigger::Results(vec![result]));
    assert!(room.said(&replies).contains("1–0"), "{replies:?}");
    assert_eq!(games(&replies).len(), 1);
    // The bye of the round that begins is not in the standings before it.
    let Some(Visual::Standings(standings)) = &replies[0].visual else {
        panic!("{replies:?}");
    };
    let mut points: Vec<_> = standings.lines.iter().map(|one| one.half_points).collect();
    points.sort_unstable();
    assert_eq!(points, [0, 2, 2]);
    room.check_log();
}

#[test]
fn who_does_not_turn_up_is_out() {
    let mut room = Room::with_tournament("swiss 3 2d", &["alice", "bob", "carol", "dave"]);
    let replies = room.try_say("alice", "!tournament start").unwrap();
    let begun = games(&replies);
    // Of a game in which nobody has moved, the time of whoever is to move first runs out.
    let mut thread = Room::new();
    thread.follow(&Trigger::Paired(Box::new(begun[0].clone())));
    let before = thread.table.clone();
    thread.wait(3 * 24 * 3600);
    let result = thread.table.tournament_result(&before).unwrap();
    assert_eq!(result.outcome, Outcome::BlackWinsByForfeit);
    let replies = room.follow(&Trigger::Results(vec![result]));
    let text = room.said(&replies);
    assert!(text.contains("– +"), "{text}");
    let missing = &begun[0].white;
    assert!(
        text.contains(&format!("{} forfeits", missing.name)),
        "{text}"
    );
    let replies = room.report(&[(&begun[1], Outcome::Draw)]);
    let next = games(&replies);
    assert_eq!(next.len(), 1);
    assert!(next[0].white != *missing && next[0].black != *missing);
    assert!(
        room.refused(&missing.id, "!tournament leave")
            .contains("already left")
    );
    room.check_log();
}

#[test]
fn a_forfeit_by_mistake_is_taken_back() {
    let players = ["bob", "carol", "dave", "erin"];
    let mut room = Room::with_tournament("swiss 2 2d", &players);
    let replies = room.try_say("alice", "!tournament start").unwrap();
    let begun = games(&replies);
    room.report(&[(&begun[0], Outcome::WhiteWinsByForfeit)]);
    let missing = begun[0].black.id.clone();
    assert!(
        room.refused(&missing, "!tournament leave")
            .contains("already left")
    );
    room.say("alice", "!score 1 black");
    let replies = room.report(&[(&begun[1], Outcome::Draw)]);
    let next = games(&replies);
    assert_eq!(next.len(), 2, "{replies:?}");
    room.check_log();
}

#[test]
fn players_leave_and_are_removed() {
    let players = ["alice", "bob", "carol", "dave", "erin"];
    let mut room = Room::with_tournament("swiss 4 2d", &players);
    room.say("erin", "!tournament leave");
    assert!(
        room.refused("erin", "!tournament leave")
            .contains("haven't joined")
    );
    assert!(
        room.refused("bob", "!tournament remove @carol")
            .contains("Only alice")
    );
    assert!(
        room.refused("alice", "!tournament remove @zoe")
            .contains("zoe")
    );
    room.say("alice", "!tournament remove @carol");
    room.say("carol", "!tournament join");
    assert!(
        room.refused("carol", "!tournament join")
            .contains("already joined")
    );
    let replies = room.try_say("alice", "!tournament start").unwrap();
    let begun = games(&replies);
    assert_eq!(begun.len(), 2);
    assert!(
        room.refused("zoe", "!tournament join")
            .contains("already begun")
    );
    // Whoever leaves may finish their game, and is not paired again.
    room.say("bob", "!tournament leave");
    let replies = room.report(&[(&begun[0], Outcome::Draw), (&begun[1], Outcome::Draw)]);
    let next = games(&replies);
    assert_eq!(next.len(), 1);
    assert!(next[0].white.id != "bob" && next[0].black.id != "bob");
    room.check_log();
    // Once nobody is left to play, it is over.
    let left = [&next[0].white, &next[0].black].map(|person| person.id.clone());
    for player in ["alice", "carol", "dave"] {
        if !left.contains(&player.to_owned()) {
            room.say(player, "!tournament leave");
        }
    }
    room.say(&left[0], "!tournament leave");
    let replies = room.report(&[(&next[0], Outcome::WhiteWins)]);
    assert!(
        room.said(&replies).contains("The tournament is over"),
        "{replies:?}"
    );
    room.check_log();
}

#[test]
fn the_organizer_sets_results() {
    let mut room = Room::with_tournament("swiss 2 2d", &["alice", "bob", "carol", "dave"]);
    let replies = room.try_say("alice", "!tournament start").unwrap();
    let begun = games(&replies);
    let replies = room.follow(&Trigger::NotBegun(begun[0].game.clone()));
    assert!(room.said(&replies).contains("!score 1 draw"), "{replies:?}");
    assert!(room.refused("bob", "!score 1 white").contains("Only alice"));
    assert!(
        room.refused("alice", "!score 3 white")
            .contains("no such board")
    );
    assert!(room.refused("alice", "!score 1").contains("!score"));
    // Nobody scores a game of their own.
    let of_alice = begun.iter().position(|game| {
        let players = [&game.white, &game.black];
        players.iter().any(|player| player.id == "alice")
    });
    let (own, other) = match of_alice {
        Some(0) => (1, 2),
        _ => (2, 1),
    };
    let text = room.refused("alice", &format!("!score {own} white"));
    assert!(text.contains("play in that game"), "{text}");
    let reply = room.say("alice", &format!("!score {other} white"));
    assert!(room.text(&reply).contains("1–0"), "{reply:?}");
    // It can be changed while the round goes on.
    let reply = room.say("alice", &format!("!score {other} black"));
    assert!(room.text(&reply).contains("0–1"), "{reply:?}");
    let text = room.refused("alice", &format!("!score {other} black"));
    assert!(text.contains("already has this result"), "{text}");
    room.rights = Some(Rights {
        channel: true,
        server: false,
    });
    let replies = room.try_say("zoe", &format!("!score {own} none")).unwrap();
    assert_eq!(games(&replies).len(), 2, "{replies:?}");
    room.check_log();
}

#[test]
fn tournaments_are_bounded() {
    let mut room = Room::new();
    assert!(
        room.refused("alice", "!tournament")
            .contains("no tournament here")
    );
    assert!(
        room.refused("alice", "!tournament join")
            .contains("no tournament here")
    );
    assert!(
        room.refused("alice", "!tournament swiss 2d")
            .contains("open threads")
    );
    room.threads = true;
    assert!(
        room.refused("alice", "!tournament swiss")
            .contains("need a clock")
    );
    assert!(
        room.refused("alice", "!tournament swiss 40 2d")
            .contains("1 to 11")
    );
    assert!(
        room.refused("alice", "!tournament knockout 3 2d")
            .contains("for a Swiss")
    );
    let key = room.table.key().clone();
    let thread = Some("7".to_owned());
    room.table = Table::new(TableKey {
        thread,
        ..key.clone()
    });
    assert!(
        room.refused("alice", "!tournament swiss 2d")
            .contains("in a thread")
    );
    room.table = Table::new(key);
    let reply = room.say("alice", "!tournament swiss 2d");
    assert!(
        room.refused("bob", "!tournament knockout 2d")
            .contains("already")
    );
    let joined = room.choose("bob", &reply, 0);
    assert!(room.text(&joined).contains("bob has joined"));
    assert!(
        room.refused("bob", "!tournament start")
            .contains("Only alice")
    );
    assert!(
        room.refused("alice", "!tournament start")
            .contains("At least 3 players")
    );
    for number in 1..64 {
        room.say(&format!("player{number}"), "!tournament join");
    }
    assert!(
        room.refused("zoe", "!tournament join")
            .contains("All 64 places")
    );
    let replies = room.try_say("alice", "!tournament start").unwrap();
    assert_eq!(games(&replies).len(), 32);
    room.check_log();
}

#[test]
fn a_tournament_is_called_off() {
    let mut room = Room::with_tournament("swiss 2d", &["bob"]);
    let question = room.say("alice", "!tournament stop");
    assert!(room.text(&question).contains("call the tournament off?"));
    let kept = room.choose("alice", &question, 1);
    assert!(room.text(&kept).contains("goes on"));
    assert!(room.table.tournament_id().is_some());
    let question = room.say("alice", "!tournament stop");
    room.choose("alice", &question, 0);
    assert_eq!(room.table.tournament_id(), None);
    room.check_log();
    // One that nobody starts lapses. Choices of the one before do not mean it.
    room.now += SignedDuration::from_secs(60);
    room.say("bob", "!tournament swiss 2d");
    assert!(
        room.refused_choice("alice", &question, 0)
            .contains("no tournament")
    );
    let replies = room.wait(31 * 24 * 3600);
    assert!(
        room.said(&replies).contains("within 30 days"),
        "{replies:?}"
    );
    assert_eq!(room.table.tournament_id(), None);
    assert_eq!(room.table.pending().wake_at, None);
    room.check_log();
}

#[test]
fn a_tournament_outlasts_a_game_in_its_channel() {
    let mut room = Room::with_tournament("swiss 2d", &["alice", "bob", "carol"]);
    let tournament = room.table.tournament().cloned();
    room.begin();
    assert_eq!(room.read_from_last_start(), room.table);
    assert_eq!(room.table.tournament().cloned(), tournament);
    let replies = room.try_say("alice", "!tournament start").unwrap();
    assert_eq!(games(&replies).len(), 1);
    // The game here goes on, and its choices still count.
    room.say("alice", "!A4");
    assert_eq!(room.read_from_last_start(), room.table);
    room.check_log();
}

#[test]
fn a_player_who_is_forgotten_plays_no_more() {
    let mut room = Room::with_tournament("swiss 3 2d", &["alice", "bob", "carol", "dave"]);
    let replies = room.try_say("alice", "!tournament start").unwrap();
    let begun = games(&replies);
    let mut renaming = Renaming::new(&Person::new("bob", "bob"), &Person::forgotten(7));
    for entry in &mut room.log {
        renaming.entry(entry);
    }
    let text = serde_json::to_string(&room.log).unwrap();
    assert!(!text.contains("bob"), "{text}");
    room.table = Table::replay(room.table.key().clone(), 0, &room.log).unwrap();
    let replies = room.report(&[(&begun[0], Outcome::Draw), (&begun[1], Outcome::Draw)]);
    let next = games(&replies);
    assert_eq!(next.len(), 1);
    assert!(!next[0].white.is_forgotten() && !next[0].black.is_forgotten());
    let mut reply = replies[1].clone();
    let mut renaming = Renaming::new(&next[0].white, &Person::forgotten(8));
    renaming.reply(&mut reply);
    assert!(reply.begins.unwrap().white.is_forgotten());
}

#[test]
fn sign_up_lasts_thirty_days_whatever_else_happens() {
    let room = Room::with_tournament("swiss 2d", &["alice"]);
    let due = room.table.pending().wake_at.unwrap();
    assert_eq!(due, room.now + SignedDuration::from_hours(30 * 24));
}

#[test]
fn a_knockout_has_one_winner() {
    let players = ["alice", "bob", "carol", "dave", "erin"];
    let mut room = Room::with_tournament("knockout 2d blitz", &players);
    let mut replies = room.try_say("alice", "!tournament start").unwrap();
    for (round, count) in [(1, 1), (2, 2), (3, 1)] {
        let text = room.said(&replies);
        assert!(text.contains(&format!("Round {round} of 3")), "{text}");
        let begun = games(&replies);
        assert_eq!(begun.len(), count, "{text}");
        let Some(Visual::Bracket(bracket)) = &replies[0].visual else {
            panic!("{replies:?}");
        };
        let matches: Vec<_> = bracket.rounds.iter().map(|one| one.matches.len()).collect();
        assert_eq!(matches, [4, 2, 1]);
        let known = bracket.phrases();
        assert_eq!(known.len(), [2, 3, 4][round - 1], "{known:?}");
        let alt = room.words.bracket_alt_text(bracket, None);
        let first = alt.split(". ").nth(2).unwrap();
        assert!(!first.ends_with('–'), "{alt}");
        let results: Vec<_> = begun.iter().map(|game| (game, Outcome::Draw)).collect();
        // After a draw, Black goes on.
        replies = room.report(&results);
    }
    let text = room.said(&replies);
    assert!(text.contains("The tournament is over."), "{text}");
    assert!(
        text.contains("Congratulations") && !text.contains("tie-break"),
        "{text}"
    );
    room.check_log();
    let Some(Visual::Bracket(bracket)) = &replies[0].visual else {
        panic!("{replies:?}");
    };
    let [upper, lower] = &bracket.rounds[2].matches[0].players;
    let won = [upper, lower].map(|slot| slot.as_ref().unwrap().advances);
    assert_ne!(won[0], won[1]);
    let alt = room.words.bracket_alt_text(bracket, None);
    assert!(alt.contains("Final: "), "{alt}");
    assert!(alt.contains("½–½"), "{alt}");
    let mut reply = replies[0].clone();
    let mut renaming = Renaming::new(&Person::new("bob", "bob"), &Person::forgotten(7));
    renaming.reply(&mut reply);
    let text = serde_json::to_string(&reply.visual).unwrap();
    assert!(!text.contains("bob"), "{text}");
}

#[test]
fn the_first_stage_of_a_large_bracket_is_left_out() {
    let players: Vec<String> = (0..33).map(|number| format!("player{number}")).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut room = Room::with_tournament("knockout 2d", &players);
    let replies = room.try_say("alice", "!tournament start").unwrap();
    let Some(Visual::Bracket(bracket)) = &replies[0].visual else {
        panic!("{replies:?}");
    };
    let matches: Vec<_> = bracket.rounds.iter().map(|one| one.matches.len()).collect();
    assert_eq!(matches, [16, 8, 4, 2, 1]);
    assert_eq!(bracket.slots().count(), 31);
    assert!(!bracket.whole);
}
