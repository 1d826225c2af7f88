//! The featured game: which one it is, and what is shown of it.

use jiff::SignedDuration;

use super::Room;
use crate::session::{Answer, RatedTable, Rating, Table, TableKey, by_strength};

/// A game in this thread of the channel, with the ratings and deviations of its players.
fn game(thread: &str, ratings: [Option<(f64, f64)>; 2]) -> RatedTable {
    let mut room = Room::new();
    let mut key = TableKey::channel("test", "room");
    key.thread = Some(thread.to_owned());
    room.table = Table::new(key);
    room.begin();
    room.now += SignedDuration::from_secs(i64::try_from(thread.len()).unwrap());
    room.say("alice", "!E4");
    let rating = |(rating, deviation)| Rating {
        rating,
        deviation,
        ..Rating::default()
    };
    RatedTable {
        table: room.table,
        ratings: ratings.map(|one| one.map(rating)),
    }
}

#[test]
fn the_best_players_are_featured() {
    let sure = |rating| Some((rating, 50.0));
    let now = Room::new().now;
    let mut games = [
        game("newcomers", [None, None]),
        game("lucky", [Some((1900.0, 340.0)), Some((1800.0, 340.0))]),
        game("good", [sure(1650.0), sure(1600.0)]),
        game("one of them", [sure(1700.0), None]),
        game("newer newcomers", [None, None]),
        game("better", [sure(1500.0), sure(1800.0)]),
    ];
    by_strength(&mut games, now);
    let order = games.map(|one| one.table.key().thread.clone().unwrap());
    let expected = [
        "better",
        "good",
        "one of them",
        "lucky",
        // Of equal ones, that in which something was played last.
        "newer newcomers",
        "newcomers",
    ];
    assert_eq!(order, expected);
}

#[test]
fn the_board_and_the_ratings_are_shown() {
    let mut room = Room::new();
    let featured = game("club night", [Some((1712.4, 60.0)), None]);
    let board = *featured.table.game().unwrap().position();
    room.answer = Some(Answer::Featured(Some(Box::new(featured))));
    for text in ["!featured", "!tv"] {
        let reply = room.say("carol", text);
        let text = room.text(&reply);
        assert!(
            text.starts_with("#club night · alice (1712) – bob\n"),
            "{text}"
        );
        assert!(text.contains("place ring 1 of 5"), "{text}");
        assert_eq!(reply.board().unwrap().position, board);
        assert!(reply.apart && reply.choices.is_empty() && reply.only_for.is_none());
        assert_eq!(reply.mentions().count(), 0);
    }
    room.answer = Some(Answer::Featured(None));
    let text = room.refused("carol", "!featured");
    assert!(text.starts_with("There's no game in progress"), "{text}");
}

#[test]
fn a_game_that_stands_still_comes_last() {
    let sure = |rating| Some((rating, 50.0));
    let named = |thread: &str| TableKey {
        thread: Some(thread.to_owned()),
        ..TableKey::channel("test", "room")
    };
    let mut room = Room::new();
    room.table = Table::new(named("paused"));
    room.say("alice", "!challenge @bob 3d white");
    room.say("bob", "!accept");
    let mut paused = game("", [sure(2100.0), sure(2100.0)]);
    paused.table = room.table.clone();
    assert!(paused.is_lively(room.now));
    room.say("alice", "!pause");
    room.say("bob", "!accept");
    paused.table = room.table;
    assert!(!paused.is_lively(room.now));
    let strong = game("strong", [sure(1900.0), sure(1900.0)]);
    for (days, expected) in [
        (6, ["strong", "weak", "paused"]),
        (8, ["weak", "paused", "strong"]),
    ] {
        let now = room.now + SignedDuration::from_hours(24 * days);
        let mut newer = Room::new();
        newer.table = Table::new(named("weak"));
        newer.now = now - SignedDuration::from_hours(1);
        newer.begin();
        let weak = RatedTable {
            table: newer.table,
            ratings: [None, None],
        };
        let mut games = [paused.clone(), strong.clone(), weak];
        by_strength(&mut games, now);
        let order = games.map(|one| one.table.key().thread.clone().unwrap());
        assert_eq!(order, expected, "{days}");
    }
}
