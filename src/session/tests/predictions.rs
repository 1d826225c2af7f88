//! Predictions: what is counted, until when, and who is told to have been right.

use super::Room;
use crate::game::Color;
use crate::session::predictions::{CLOSED_FROM_MARKERS, MOST_CHANGES, MOST_PREDICTIONS};
use crate::session::{Entry, Event, Person, Phrase, Renaming, Table};

/// A room in which alice and bob play.
fn playing() -> Room {
    let mut room = Room::new();
    room.begin();
    room
}

#[track_caller]
fn said(room: &mut Room, name: &str, text: &str) -> String {
    let reply = room.say(name, text);
    room.text(&reply)
}

/// How the game is told to have ended, once bob has resigned.
#[track_caller]
fn end(room: &mut Room) -> String {
    let reply = room.say("bob", "!resign yes");
    room.text(&reply)
}

#[test]
fn each_person_counts_once_and_may_change_their_mind() {
    let mut room = playing();
    let version = room.table.version();
    let text = said(&mut room, "carol", "!predict");
    assert!(text.starts_with("Nobody has made"), "{text}");
    let text = said(&mut room, "carol", "!predict black");
    assert_eq!(
        text,
        "carol predicts a win for bob (black).\nPredictions so far: 0 for alice, 1 for bob."
    );
    let text = said(&mut room, "carol", "!guess white");
    assert!(text.starts_with("carol now predicts"), "{text}");
    assert!(text.ends_with("1 for alice, 0 for bob."), "{text}");
    let text = room.refused("carol", "!predict white");
    assert!(text.starts_with("alice (white): that's already"), "{text}");
    let text = said(&mut room, "dave", "!predict");
    assert!(text.contains("1 for alice, 0 for bob."), "{text}");
    // What the players were offered stays.
    assert_eq!(room.table.version(), version);
    for player in ["alice", "bob"] {
        let text = room.refused(player, "!predict white");
        assert!(text.contains("playing this game yourself"), "{text}");
    }
    let text = Room::new().refused("carol", "!predict white");
    assert!(text.contains("game"), "{text}");
}

#[test]
fn others_join_in_by_a_choice() {
    let mut room = playing();
    let offered = room.say("carol", "!predict black");
    assert!(offered.apart && offered.only_for.is_none());
    assert_eq!(offered.mentions().count(), 0);
    // Also when the game has gone on.
    room.say("alice", "!E4");
    let answer = room.pick_as("dave", &offered, "alice (white)");
    let text = room.text(&answer);
    assert!(text.ends_with("1 for alice, 1 for bob."), "{text}");
    // Whoever presses it is answered alone.
    assert_eq!(answer.only_for.unwrap().id, "dave");
    // But not about the next game.
    end(&mut room);
    let text = room.refused_choice("dave", &offered, 0);
    assert!(text.starts_with("bob resigned."), "{text}");
    room.begin();
    let text = room.refused_choice("dave", &offered, 0);
    assert!(text.contains("out of date"), "{text}");
    let text = said(&mut room, "dave", "!predict");
    assert!(text.starts_with("Nobody has made"), "{text}");
    let offered = room.say("erin", "!predict black");
    room.pick_as("dave", &offered, "alice (white)");
    // Whoever presses it is not offered the same again.
    let mut fresh = playing();
    let asked = fresh.say("carol", "!predict");
    let answer = fresh.pick_as("dave", &asked, "bob (black)");
    let text = fresh.text(&answer);
    assert!(
        text.starts_with("Noted: you predict a win for bob"),
        "{text}"
    );
    assert!(answer.choices.is_empty());
    // It is offered once, and whenever somebody asks; not where nobody else reads.
    assert!(room.say("carol", "!predict black").choices.is_empty());
    assert_eq!(room.say("carol", "!predict").choices.len(), 2);
    room.private = true;
    assert!(room.say("alice", "!predict").choices.is_empty());
}

#[test]
fn nobody_changes_their_mind_for_ever() {
    let mut room = playing();
    room.say("carol", "!predict black");
    for change in 1..=MOST_CHANGES {
        let color = ["black", "white"][usize::from(change % 2)];
        room.say("carol", &format!("!predict {color}"));
    }
    let text = room.refused("carol", "!predict black");
    assert!(text.contains("3 times"), "{text}");
    assert!(text.ends_with("alice (white)."), "{text}");
}

#[test]
fn who_was_right_is_told_at_the_end() {
    let mut room = playing();
    assert!(!end(&mut room).contains("predicted"));
    let mut room = playing();
    for (name, color) in [("carol", "white"), ("dave", "black"), ("erin", "white")] {
        room.say(name, &format!("!predict {color}"));
    }
    let text = end(&mut room);
    assert!(
        text.contains("alice won!\n2 of 3 predicted it: carol, erin.\n"),
        "{text}"
    );
    assert_eq!(text.matches("predicted").count(), 1);
    let mut room = playing();
    room.say("carol", "!predict white");
    assert!(end(&mut room).contains("The one prediction was right: carol."));
    for wrong in 1..=2 {
        let mut room = playing();
        for number in 0..wrong {
            room.say(&format!("guest{number}"), "!predict black");
        }
        let text = end(&mut room);
        let told = [
            "the one prediction was wrong",
            "all 2 predictions were wrong",
        ];
        assert!(text.contains(told[wrong - 1]), "{text}");
    }
    // Nobody has predicted a draw.
    let mut room = playing();
    room.say("carol", "!predict black");
    room.say("alice", "!draw");
    assert!(!said(&mut room, "bob", "!accept").contains("predict"));
}

#[test]
fn names_of_many_are_counted() {
    let mut room = playing();
    for number in 0..MOST_PREDICTIONS {
        room.say(&format!("guest{number}"), "!predict white");
    }
    let text = room.refused("carol", "!predict white");
    assert!(text.starts_with("100 people"), "{text}");
    room.say("guest7", "!predict black");
    let text = end(&mut room);
    assert!(text.contains("99 of 100 predicted it: guest0, "), "{text}");
    assert!(text.contains(" and 89 more."), "{text}");
}

/// The reply to a prediction, when it must be too late.
#[track_caller]
fn too_late(room: &mut Room) -> String {
    let text = said(room, "carol", "!predict");
    assert!(text.contains("too late"), "{text}");
    assert!(!text.contains("Nobody"), "{text}");
    room.refused("carol", "!predict white")
}

#[test]
fn it_is_too_late_once_a_ring_is_removed() {
    let mut room = playing();
    room.place_rings();
    room.make_row();
    room.say("carol", "!predict black");
    room.say("alice", "!row 1");
    room.say("carol", "!predict white");
    room.say("alice", "!ring E6");
    assert!(too_late(&mut room).starts_with("It's too late"));
    // Until that is taken back.
    room.say("alice", "!undo");
    room.say("bob", "!accept");
    room.say("carol", "!predict black");
    room.say("alice", "!move E5 E6");
    room.say("alice", "!row 1");
    room.say("alice", "!ring E6");
    assert!(too_late(&mut room).starts_with("It's too late"));
    assert!(end(&mut room).contains("the one prediction was wrong"));
}

#[test]
fn it_is_too_late_on_a_full_board() {
    let mut room = playing();
    room.place_rings();
    // Two rings go back and forth, and no row comes about.
    let mut moves = 0;
    while room.table.running().unwrap().position().pool() > 32 {
        let (name, moved) = legal_move(&room);
        room.say(name, &moved);
        moves += 1;
    }
    assert_eq!(moves, 19);
    room.say("carol", "!predict white");
    let (name, moved) = legal_move(&room);
    room.say(name, &moved);
    assert!(too_late(&mut room).contains("20 markers"));
}

/// A move after which no row stands, and who makes it.
fn legal_move(room: &Room) -> (&'static str, String) {
    let position = room.table.running().unwrap().position();
    let name = match position.actor() {
        Color::White => "alice",
        Color::Black => "bob",
    };
    let actions = position.legal_actions();
    let quiet = actions.iter().copied().find(|&action| {
        let after = position.play(action).unwrap();
        after.stage() == position.stage()
    });
    (name, format!("!{}", quiet.unwrap()))
}

#[test]
fn predictions_begin_anew_when_a_seat_changes_hands() {
    let mut room = playing();
    let offered = room.say("carol", "!predict white");
    room.say("dave", "!predict white");
    room.say("bob", "!seat @carol");
    room.say("carol", "!accept");
    let text = said(&mut room, "dave", "!predict");
    assert!(text.starts_with("Nobody has made"), "{text}");
    let text = room.refused_choice("dave", &offered, 1);
    assert!(text.contains("out of date"), "{text}");
    let text = room.refused("carol", "!predict white");
    assert!(text.contains("playing this game yourself"), "{text}");
}

#[test]
fn whoever_has_their_data_deleted_does_not_count() {
    let mut room = playing();
    for name in ["carol", "dave"] {
        room.say(name, "!predict white");
    }
    let someone = Person::forgotten(7);
    let mut renaming = Renaming::new(&Person::new("carol", "carol"), &someone);
    for entry in &mut room.log {
        renaming.entry(entry);
    }
    room.table = Table::replay(room.table.key().clone(), 0, &room.log).unwrap();
    let text = end(&mut room);
    assert!(
        text.contains("The one prediction was right: dave."),
        "{text}"
    );
}

#[test]
fn predictions_are_read_from_logs() {
    let mut room = playing();
    room.say("carol", "!predict white");
    let again = Table::replay(room.table.key().clone(), 0, &room.log).unwrap();
    assert_eq!(again, room.table);
    let entry: &Entry = room.log.last().unwrap();
    let json = r#"{"predicted":{"by":{"id":"carol","name":"carol"},"winner":"white"}}"#;
    assert_eq!(serde_json::to_string(&entry.event).unwrap(), json);
    let read: Event = serde_json::from_str(json).unwrap();
    assert_eq!(read, entry.event);
}

#[test]
fn help_tells_the_limits() {
    let room = Room::new();
    let numbers = [CLOSED_FROM_MARKERS, MOST_CHANGES].map(|number| number.to_string());
    for language in ["en", "fr", "pl", "ru"] {
        let help = Phrase::new("help-predict");
        let text = room.words.sentence(&help, Some(language));
        for number in &numbers {
            assert!(text.contains(number), "{language}: {text}");
        }
    }
}
