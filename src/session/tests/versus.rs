//! Games against other programs.

use super::Room;
use crate::game::Color;
use crate::session::{Seat, Table, TableKey};

/// A room in which two programs play.
fn room() -> Room {
    let mut room = Room::new();
    room.policy.programs = vec!["rival".to_owned(), "old-timer".to_owned()];
    room
}

#[test]
fn programs_are_listed_and_picked() {
    let mut room = Room::new();
    let reply = room.say("alice", "!versus");
    assert!(
        room.text(&reply)
            .starts_with("No other programs play here.")
    );
    assert!(reply.choices.is_empty());
    let text = room.refused("alice", "!versus rival");
    assert!(
        text.starts_with("I don't know any program called “rival”."),
        "{text}"
    );

    let mut room = super::versus::room();
    let reply = room.say("alice", "!programs");
    let text = room.text(&reply);
    assert!(text.contains("rival, old-timer"), "{text}");
    let text = room.refused("alice", "!versus rivel");
    assert!(text.contains("rival, old-timer"), "{text}");
    room.pick(&reply, "Play old-timer");
    let game = room.table.running().unwrap();
    assert!(
        game.seats()
            .contains(&Seat::Program("old-timer".to_owned()))
    );
}

#[test]
fn a_program_plays_like_the_bot() {
    let mut room = room();
    let reply = room.say("alice", "!versus Rival blitz black");
    let text = room.text(&reply);
    assert!(
        text.contains("rival (white) against alice (black)"),
        "{text}"
    );
    assert!(text.contains("rival (white) is thinking"), "{text}");
    let seat = Seat::Program("rival".to_owned());
    assert_eq!(room.table.pending().turn, Some(&seat));
    // It is read from the log.
    let log = serde_json::to_string(&room.log).unwrap();
    assert!(log.contains(r#""white":{"program":"rival"}"#), "{log}");
    let log: Vec<_> = serde_json::from_str(&log).unwrap();
    let key: TableKey = room.table.key().clone();
    assert_eq!(Table::replay(key, 0, &log).unwrap(), room.table);
    let text = room.refused("alice", "!draw");
    assert_eq!(text, "rival can't agree to a draw, so the game goes on.");
    let text = room.refused("alice", "!abort");
    assert!(text.starts_with("rival isn't going anywhere!"), "{text}");
    room.say("alice", "!resign yes");
    let finished = room.table.game().unwrap().finished(None).unwrap();
    assert!(!finished.rated);
    assert_eq!(finished.seat(Color::White), &seat);
    let text = room.say("alice", "!rematch");
    assert!(room.text(&text).contains("rival (black)"));
    assert_eq!(room.table.running().unwrap().seat(Color::Black), &seat);
    room.policy.programs.clear();
    room.say("alice", "!resign yes");
    let text = room.refused("alice", "!rematch");
    assert!(
        text.starts_with("I don't know any program called “rival”."),
        "{text}"
    );
    let record = room.say("alice", "!export").file.unwrap();
    assert!(
        record.content.contains("[Black \"rival\"]"),
        "{}",
        record.content
    );
}
