//! The board of a game at another table.

use super::Room;
use crate::session::{Answer, GameElsewhere, Table, TableKey};

/// A table in this channel at which alice and bob play, with a ring at E4.
fn other(channel: &str) -> Table {
    let mut room = Room::new();
    room.table = Table::new(TableKey::channel("test", channel));
    room.begin();
    room.say("alice", "!E4");
    room.table
}

/// The answer that tells of the game at a table.
fn found(table: Table, for_all: bool) -> Option<Answer> {
    let game = GameElsewhere { table, for_all };
    Some(Answer::Running(Some(Box::new(game))))
}

#[test]
fn the_board_is_shown_where_it_is_asked_for() {
    let mut room = Room::new();
    let mut thread = other("room");
    thread.key.thread = Some("club night".to_owned());
    let board = *thread.game().unwrap().position();
    room.answer = found(thread.clone(), true);
    let reply = room.say("carol", "!board <#77>");
    let text = room.text(&reply);
    assert!(text.starts_with("#club night · alice – bob"), "{text}");
    assert!(text.contains("place ring 1 of 5"), "{text}");
    assert_eq!(reply.board().unwrap().position, board);
    // It is theirs to play, and of everybody to see.
    assert!(reply.choices.is_empty() && reply.only_for.is_none() && reply.apart);
    assert_eq!(reply.mentions().count(), 0);
    let text = room.say("carol", "!board text #lounge");
    let text = room.text(&text);
    assert!(text.contains("Last turn: 1. e4"), "{text}");
    // In another channel, or if the thread is private, it is for its player alone.
    for table in [other("lounge"), thread] {
        room.answer = found(table, false);
        let reply = room.say("alice", "!board 2");
        assert_eq!(reply.only_for.unwrap().id, "alice");
    }
}

#[test]
fn what_may_not_be_seen_is_as_if_it_did_not_exist() {
    let mut room = Room::new();
    for answer in [None, Some(Answer::Running(None)), Some(Answer::Game(None))] {
        room.answer = answer;
        for text in ["!board 2", "!board <#77>", "!board !abc:example.org"] {
            let text = room.refused("carol", text);
            assert!(text.starts_with("There's no running game there"), "{text}");
        }
    }
    assert!(room.refused("carol", "!board lounge").contains("“lounge”"));
    assert!(room.refused("carol", "!board #one #two").contains("#two"));
}
