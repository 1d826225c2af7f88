//! Replays, from the command to the reply.

use super::*;
use crate::game::{Action, GameResult, Position};
use crate::session::{DrawnTurns, Visual};

impl Room {
    /// The pending replay was drawn, or could not be.
    fn drawn(&mut self, number: u64, drawn: Option<DrawnTurns>) -> Vec<Reply> {
        let context = self.context(&[]);
        let trigger = Trigger::Replay { number, drawn };
        let outcome = handle(&self.table, &trigger, &context).unwrap();
        self.take(outcome)
    }

    /// Asks for a replay, and gives it.
    fn replay(&mut self, command: &str, left_out: usize) -> Reply {
        self.say("carol", command);
        let number = self.table.replay_request().unwrap().number;
        self.drawn(number, Some(DrawnTurns { left_out })).remove(0)
    }
}

/// The turns that a reply shows: their numbers, and the captions.
fn shown(room: &Room, reply: &Reply) -> (usize, usize, Vec<String>) {
    let Some(Visual::Replay(replay)) = &reply.visual else {
        panic!("no replay: {reply:?}");
    };
    let (_, turns) = replay.game.shown();
    let captions = turns.iter().map(|turn| {
        room.words
            .sentence_among(&turn.caption, &replay.game.seats, None)
    });
    (replay.game.from, replay.game.to, captions.collect())
}

#[test]
fn a_game_is_seen_again() {
    let mut room = Room::new();
    assert!(room.refused("carol", "!replay").contains("No game"));
    room.begin();
    let told = room.refused("alice", "!replay");
    assert!(told.contains("Nothing has been played"), "{told}");
    room.place_rings();
    room.make_row();
    room.say("alice", "!row 1");
    room.say("alice", "!ring I8");
    let version = room.table.version();
    let reply = room.say("carol", "!replay");
    let text = room.text(&reply);
    assert!(text.contains("alice against bob, turns 1–19"), "{text}");
    assert_eq!(room.table.version(), version, "older choices stay good");
    assert!(room.table.pending().waiting().engine);
    assert!(
        room.refused("alice", "!replay")
            .contains("already being drawn")
    );

    let wish = room.table.replay_request().unwrap().clone();
    assert_eq!(wish.by.name, "carol");
    assert_eq!(room.drawn(wish.number + 1, None), []);
    let reply = room
        .drawn(wish.number, Some(DrawnTurns { left_out: 0 }))
        .remove(0);
    let text = room.text(&reply);
    assert!(
        text.contains("alice (white) against bob (black), turns 1–19, for carol"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1, "{text}");
    let (_, _, captions) = shown(&room, &reply);
    assert_eq!(captions.len(), 19);
    assert!(captions[0].starts_with("1. alice: "), "{}", captions[0]);
    assert!(
        captions[18].contains(" → ") && captions[18].contains(", row "),
        "{}",
        captions[18]
    );
    assert!(captions[18].ends_with(", ring I8"), "{}", captions[18]);
    let Some(Visual::Replay(replay)) = &reply.visual else {
        panic!("no replay");
    };
    assert_eq!((replay.game.result, &replay.game.end), (None, &None));
    let alt = room.words.replay_alt_text(replay, None);
    assert!(
        alt.starts_with("Animation of alice (white) against bob (black), turns 1–19."),
        "{alt}"
    );
    assert!(alt.contains("rings removed 1 of 3"), "{alt}");
    assert!(
        alt.chars().count() <= 1000 && !alt.contains(['{', '}', '$']),
        "{alt}"
    );
    assert!(!room.table.pending().waiting().engine);
    assert_eq!(room.drawn(wish.number, None), []);

    // Shown to its end, it tells the end.
    room.say("bob", "!resign yes");
    let reply = room.replay("!replay", 0);
    let Some(Visual::Replay(replay)) = &reply.visual else {
        panic!("no replay");
    };
    assert_eq!(replay.game.result, Some(GameResult::White));
    assert_eq!(replay.game.end.as_ref().unwrap().id, "over-resigned");
    room.say("alice", "!gif");
    let number = room.table.replay_request().unwrap().number;
    let reply = room.drawn(number, None).remove(0);
    assert!(room.text(&reply).contains("try"));
    assert!(room.table.replay_request().is_none());
}

#[test]
fn some_turns_are_enough() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.make_row();
    for (text, from, to) in [
        ("!replay 3-7", 3, 7),
        ("!replay 3–7", 3, 7),
        ("!replay 18-", 18, 19),
        ("!replay -2", 1, 2),
        ("!replay 0-4", 1, 4),
        ("!replay 12-99999999999999999999999", 12, 19),
        ("!replay 19-19", 19, 19),
    ] {
        let reply = room.replay(text, 0);
        let (shown_from, shown_to, captions) = shown(&room, &reply);
        assert_eq!((shown_from, shown_to), (from, to), "{text}");
        assert_eq!(captions.len(), to + 1 - from, "{text}");
        let first = format!("{from}. ");
        assert!(captions[0].starts_with(&first), "{text}: {}", captions[0]);
    }
    let only = room.replay("!replay 19-19", 0);
    assert!(
        room.text(&only).contains(", turn 19, "),
        "{}",
        room.text(&only)
    );
    for (text, told) in [
        ("!replay 40-50", "only 19 turns. Try !replay 1-19"),
        ("!replay 9-4", "Did you mean !replay 4-9?"),
        ("!replay -", "!replay"),
        ("!replay 1-2 3-4", "1-2"),
        ("!replay soon", "soon"),
    ] {
        let refusal = room.refused("carol", text);
        assert!(refusal.contains(told), "{text}: {refusal}");
        assert!(room.table.replay_request().is_none(), "{text}");
    }
    let shorter = room.replay("!replay 5-15", 4);
    let text = room.text(&shorter);
    assert!(text.contains("begins with turn 9"), "{text}");
}

#[test]
fn a_replay_outlasts_the_start_of_the_next_game() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.say("bob", "!resign yes");
    room.say("alice", "!replay");
    let wish = room.table.replay_request().unwrap().clone();
    let before = room.log.len();
    room.say("alice", "!rematch");
    room.say("bob", "!accept");
    assert_eq!(room.table.replay_request(), Some(&wish));
    // A log may be read from its last start on.
    let is_start = |entry: &Entry| matches!(entry.event, super::super::Event::Started { .. });
    let start = before + room.log[before..].iter().position(is_start).unwrap();
    let key = room.table.key().clone();
    let read = Table::replay(key, start as u64, &room.log[start..]).unwrap();
    assert_eq!(read.replay_request(), Some(&wish));
    assert_eq!(read.pending().waiting(), room.table.pending().waiting());
    let drawn = Some(DrawnTurns { left_out: 0 });
    assert_eq!(room.drawn(wish.number, drawn).len(), 1);
}

#[test]
fn the_position_before_the_first_turn_is_that_after_the_turns_before() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    let reply = room.replay("!replay 4-6", 0);
    let Some(Visual::Replay(replay)) = &reply.visual else {
        panic!("no replay");
    };
    let (position, turns) = replay.game.shown();
    let actions: Vec<Action> = replay.game.actions[..3].to_vec();
    let expected = actions.iter().fold(
        Position::start(crate::game::Variant::Normal),
        |position, &action| position.play(action).unwrap(),
    );
    assert_eq!(position, expected);
    assert_eq!(turns.len(), 3);
    assert_eq!(turns[0].played[0].action, replay.game.actions[3]);
}
