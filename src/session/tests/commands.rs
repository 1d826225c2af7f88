//! What is understood, what is refused, and what is said instead.

use super::Room;
use crate::session::{Author, BoardForm, COMMANDS, Parsed, Person, RULES_TOPICS, handle, parse};

#[test]
fn everything_can_be_looked_at() {
    let mut room = Room::new();
    for text in [
        "!board",
        "!moves E4",
        "!status",
        "!rows",
        "!history",
        "!export",
        "!A4",
        "!undo",
    ] {
        assert!(room.refused("alice", text).contains("No game"), "{text}");
    }
    room.begin();
    assert!(
        room.refused("alice", "!moves E4")
            .contains("still being placed")
    );
    room.place_rings();
    let reply = room.say("carol", "!moves I8");
    assert!(room.text(&reply).contains("From I8 the ring can go to"));
    assert_eq!(reply.board.unwrap().targets, Some("I8".parse().unwrap()));
    assert!(
        reply
            .choices
            .iter()
            .any(|choice| choice.command == "move I8 I7")
    );
    // A ring's point alone, when a ring has to be moved, asks where it can go.
    let reply = room.say("alice", "!I8");
    assert!(room.text(&reply).contains("From I8"));
    assert!(room.refused("alice", "!A2").contains("not yours"));
    for text in [
        "!moves", "!rows", "!status", "!history", "!theme", "!rules", "!help", "!board",
    ] {
        room.say("carol", text);
    }
    // How the board looks is the players' business.
    for text in ["!flip", "!theme dark"] {
        room.refused("carol", text);
        room.say("bob", text);
    }
    let reply = room.say("carol", "!board text");
    assert_eq!(reply.board.unwrap().form, BoardForm::Text);
    assert!(room.refused("carol", "!theme neon").contains("no theme"));
    assert!(
        room.refused("carol", "!import nonsense")
            .contains("cannot read")
    );
    assert!(room.refused("carol", "!import").contains("no record"));
    for topic in RULES_TOPICS {
        room.say("carol", &format!("!rules {topic}"));
    }
    for spec in &COMMANDS {
        room.say("carol", &format!("!help {}", spec.word));
    }
}

#[test]
fn illegal_moves_say_what_would_be_legal() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    for (text, reason) in [
        ("!move E1 E1", "stands on E1 already"),
        ("!move E1 F5", "No line"),
        ("!move E4 E5", "No ring stands on E4"),
        ("!move A2 A3", "not yours"),
        ("!move I8 I10", "ring on I9 is in the way"),
        ("!place A4", "a ring has to be moved"),
        ("!row 1", "a ring has to be moved"),
        ("!pass", "passing is not allowed"),
        ("!move E1", "Something is missing"),
        ("!move E1 L3", "no point L3"),
        ("!move E1 E2, E3 E4", "bob to decide"),
        ("!mvoe E1 E2", "Did you mean !move?"),
        ("!xyzzy", "I do not know"),
        ("!moves E4 E5", "do not understand"),
    ] {
        let told = room.refused("alice", text);
        assert!(told.contains(reason), "{text}: {told}");
    }
}

#[test]
fn talk_is_not_for_the_bot() {
    for text in [
        "hello", "!!!", "!", "! well", "E4 E10", "?help", "!?", "", "!¡hola",
    ] {
        assert_eq!(parse(text, "!", false), Parsed::NotForUs, "{text}");
    }
    assert!(matches!(parse("help", "!", true), Parsed::Command(_)));
    assert!(matches!(parse("help", "", true), Parsed::Command(_)));
    assert_eq!(parse("help", "", false), Parsed::NotForUs);
    assert!(matches!(
        parse("yinsh help", "yinsh ", false),
        Parsed::Command(_)
    ));
}

#[test]
fn a_choice_for_an_earlier_position_changes_nothing() {
    let mut room = Room::new();
    room.begin();
    let old = room.table.version();
    room.say("alice", "!A4");
    let author = Author::Person(Person::new("bob", "bob"));
    let Parsed::Command(command) = parse("place A5", "!", true) else {
        panic!("not a command");
    };
    let mut context = room.context(&author, &[]);
    context.version = Some(old);
    assert!(handle(&room.table, &command, &context).is_err());
    context.version = Some(room.table.version());
    assert!(handle(&room.table, &command, &context).is_ok());
}

#[test]
fn the_first_faulty_decision_of_several_is_named_however_it_is_faulty() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    for (text, told) in [
        ("!move E1 E2, rwo 1", "decision 2 («rwo 1»)"),
        ("!move E1 E2, move", "decision 2 («move»)"),
        ("!move E1 E2, ring Z9", "decision 2 («ring Z9»)"),
        ("!move E1 E1, ring C3", "decision 1 («move E1 E1»)"),
        ("!move E1 E2, rwo 1", "Did you mean !row?"),
    ] {
        let refusal = room.refused("alice", text);
        assert!(refusal.contains(told), "{text}: {refusal}");
    }
    for text in ["!E1 to E2.", "!A2 to A3!", "!move e2 to e3?"] {
        let name = ["alice", "bob", "alice"][room.table.game().unwrap().actions().len() - 10];
        room.say(name, text);
    }
}

#[test]
fn choices_are_for_those_who_were_asked() {
    let mut room = Room::new();
    room.begin();
    let reply = room.say("alice", "!resign");
    let bob = Person::new("bob", "bob");
    assert!(reply.choices.iter().all(|choice| !choice.is_for(&bob)));
    let mut room = Room::new();
    let reply = room.say("carol", "!challenge @bob");
    assert_eq!(reply.choices[0].command, "accept @carol");
    room.say("alice", "!challenge @bob");
    let reply = room.say("bob", "!accept @carol");
    assert!(
        room.text(&reply)
            .contains("challenges of alice have lapsed")
    );
}

#[test]
fn the_readme_lists_every_command() {
    let readme = include_str!("../../../README.md");
    for spec in &COMMANDS {
        for usage in spec.usage.split(" | ") {
            let usage = format!("`!{}`", usage.replace('|', "\\|"));
            assert!(readme.contains(&usage), "{usage}");
        }
        for alias in spec.aliases {
            assert!(readme.contains(&format!("`!{alias}`")), "{alias}");
        }
    }
}
