//! Decisions in steps, by picking.

use super::Room;
use crate::game::Stage;
use crate::session::{Control, Reply, Sign};

/// The labels of what is asked for, and the sentence.
fn asked(room: &Room, reply: &Reply) -> (String, Vec<String>) {
    let asked = reply.choices.iter().filter(|one| one.control.is_none());
    let labels = asked.map(|one| room.words.choice(one, None)).collect();
    (room.text(reply), labels)
}

/// Picks the choice with this label.
#[track_caller]
fn pick(room: &mut Room, name: &str, of: &Reply, label: &str) -> Reply {
    let mut labels = of.choices.iter().map(|one| room.words.choice(one, None));
    let index = labels.position(|one| one == label);
    room.choose(name, of, index.unwrap_or_else(|| panic!("{label}: {of:?}")))
}

#[test]
fn a_ring_is_placed_and_moved_without_typing() {
    let mut room = Room::new();
    room.say("alice", "!challenge @bob white");
    let begun = room.say("bob", "!accept");
    let areas = pick(&mut room, "alice", &begun, "Place");
    let (text, labels) = asked(&room, &areas);
    assert_eq!(text, "Ring 1 of 5: which part of the board?");
    assert_eq!(labels.len(), 10);
    assert_eq!(labels[..2], ["Around F6", "Around F8"]);
    assert!(areas.is_step && areas.only_for.is_some());
    let alt = room.words.alt_text(areas.board().unwrap(), None);
    assert!(
        alt.contains("1: E5, E6, F5, F6, F7, G6, G7; 2: D7, "),
        "{alt}"
    );
    let points = pick(&mut room, "alice", &areas, "Around F6");
    let (text, labels) = asked(&room, &points);
    assert_eq!(text, "Around F6: which point?");
    assert_eq!(labels, ["E5", "E6", "F5", "F6", "F7", "G6", "G7"]);
    let alt = room.words.alt_text(points.board().unwrap(), None);
    assert!(alt.contains("Numbers: 1: E5, 2: E6, 3: F5"), "{alt}");
    // Nothing has happened so far.
    assert_eq!(points.version, begun.version);
    assert_eq!(pick(&mut room, "alice", &points, "Back"), areas);
    let placed = pick(&mut room, "alice", &points, "F6");
    assert!(room.text(&placed).contains("white ring on F6"));
    assert!(!placed.is_step && placed.only_for.is_none());

    let mut room = Room::new();
    room.begin();
    room.place_rings();
    let board = room.say("alice", "!board");
    let rings = pick(&mut room, "alice", &board, "Move");
    let (text, labels) = asked(&room, &rings);
    assert_eq!(text, "Which ring?");
    assert_eq!(labels, ["E1", "I8", "I9", "I10", "I11"]);
    let targets = pick(&mut room, "alice", &rings, "E1");
    let (text, labels) = asked(&room, &targets);
    assert_eq!(text, "Where does the ring on E1 go?");
    let position = *room.table.running().unwrap().position();
    let legal: Vec<String> = position
        .targets("E1".parse().unwrap())
        .into_iter()
        .map(|point| point.to_string())
        .collect();
    assert_eq!(labels, legal);
    assert_eq!(pick(&mut room, "alice", &targets, "Back"), rings);
    let moved = pick(&mut room, "alice", &targets, "E2");
    assert!(room.text(&moved).contains("moved E1 → E2"), "{moved:?}");
    // What was offered before is out of date.
    for step in [&rings, &targets] {
        assert!(
            room.refused_choice("alice", step, 0)
                .contains("out of date")
        );
    }
}

#[test]
fn steps_can_be_cancelled() {
    let mut room = Room::new();
    room.begin();
    for _ in 0..2 {
        let areas = room.say("alice", "!place");
        // In front of all: it was asked so.
        assert!(areas.is_step && areas.only_for.is_none());
        let cancelled = pick(&mut room, "alice", &areas, "Cancel");
        assert_eq!(room.text(&cancelled), "OK, nothing's changed.");
        let again = pick(&mut room, "alice", &cancelled, "Place");
        assert_eq!(again.choices, areas.choices);
    }
    assert!(room.table.running().unwrap().actions().is_empty());
}

#[test]
fn many_targets_come_in_pages() {
    let mut room = Room::new();
    room.choices_at_once = Some(10);
    room.begin();
    for (name, point) in [
        ("alice", "F6"),
        ("bob", "A2"),
        ("alice", "A3"),
        ("bob", "A4"),
        ("alice", "A5"),
        ("bob", "B1"),
        ("alice", "B7"),
        ("bob", "C1"),
        ("alice", "C8"),
        ("bob", "D1"),
    ] {
        room.say(name, &format!("!{point}"));
    }
    let all = room
        .table
        .running()
        .unwrap()
        .position()
        .targets("F6".parse().unwrap());
    assert!(all.len() > 20);
    let mut page = room.say("alice", "!move F6");
    let first = page.clone();
    let mut seen = Vec::new();
    loop {
        let (_, labels) = asked(&room, &page);
        let numbers: Vec<Sign> = (1..=labels.len()).map(Sign::Number).collect();
        assert_eq!(page.signs()[..labels.len()], numbers);
        let drawn = page.board().unwrap().numbers.iter();
        assert!(drawn.map(ToString::to_string).eq(labels.clone()));
        seen.extend(labels);
        let more = page
            .choices
            .iter()
            .position(|one| one.control == Some(Control::More));
        let Some(more) = more else { break };
        assert_eq!(page.signs()[more..], [Sign::More, Sign::Back]);
        page = room.choose("alice", &page, more);
    }
    assert_eq!(
        seen,
        all.into_iter()
            .map(|one| one.to_string())
            .collect::<Vec<_>>()
    );
    let pages = seen.len().div_ceil(10);
    for _ in 1..pages {
        page = pick(&mut room, "alice", &page, "Back");
    }
    assert_eq!(page.choices, first.choices);
    // A page that does not exist is the last one.
    let last = room.say("alice", "!tap F6 99");
    assert_eq!(asked(&room, &last).1.last(), seen.last());
}

#[test]
fn only_the_player_to_decide_is_asked() {
    let mut room = Room::new();
    assert!(room.refused("alice", "!tap").contains("No game"));
    room.begin();
    for (name, text, told) in [
        ("carol", "!tap", "you're watching"),
        ("bob", "!place", "It's alice's turn"),
        ("alice", "!move E4", "Rings are still being placed"),
        ("alice", "!tap 11", "no part 11"),
        ("alice", "!tap E4 E5", "don't understand"),
        ("alice", "!tap 1000000000000000000000", "don't understand"),
        ("alice", "!move L4", "no point L4"),
        ("alice", "!place E4 E5", "don't understand"),
    ] {
        let refused = room.refused(name, text);
        assert!(refused.contains(told), "{text}: {refused}");
    }
    let areas = room.say("alice", "!place");
    for name in ["bob", "carol"] {
        assert!(
            areas
                .choices
                .iter()
                .all(|one| !one.is_for(&crate::session::Person::new(name, name)))
        );
    }
    room.place_rings();
    for (text, told) in [
        ("!move A2", "no ring on A2"),
        ("!move A3", "no ring on A3"),
        ("!tap 0", ""),
        ("!tap 7", ""),
    ] {
        match told {
            "" => assert!(room.say("alice", text).is_step),
            told => assert!(room.refused("alice", text).contains(told), "{text}"),
        }
    }
}

#[test]
fn rows_and_rings_are_offered_as_ever() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.make_row();
    let position = *room.table.running().unwrap().position();
    if position.stage() == Stage::Move {
        room.say("alice", "!move E5 E6");
    }
    let board = room.say("alice", "!tap");
    let (_, labels) = asked(&room, &board);
    assert!(
        labels.iter().all(|label| label.starts_with("Row ")),
        "{labels:?}"
    );
    let rings = pick(&mut room, "alice", &board, &labels[0]);
    let (_, labels) = asked(&room, &rings);
    assert_eq!(labels.len(), 5);
    let ring = room.say("alice", "!ring");
    assert_eq!(asked(&room, &ring).1, labels);
    let removed = pick(&mut room, "alice", &ring, &labels[0]);
    assert!(
        room.text(&removed).contains("removed the ring"),
        "{}",
        room.text(&removed)
    );
}
