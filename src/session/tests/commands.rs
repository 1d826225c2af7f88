//! Commands: what is understood, and how the rest is refused.

use std::collections::BTreeSet;

use super::Room;
use crate::session::{
    Addressing, Arg, BoardForm, COMMANDS, Kind, Parsed, Person, RULES_TOPICS, Reply, Sign, Tone,
    Trigger, handle, moved, parse,
};

#[test]
fn read_only_commands_work_for_everyone() {
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
    assert!(room.text(&reply).contains("The ring on I8 can go to"));
    assert_eq!(reply.board().unwrap().targets, Some("I8".parse().unwrap()));
    assert!(
        reply
            .choices
            .iter()
            .any(|choice| choice.command == "move I8 I7")
    );
    // The point of a ring alone asks where the ring can go.
    let reply = room.say("alice", "!I8");
    assert!(room.text(&reply).contains("I8 can go"));
    assert!(room.refused("alice", "!A2").contains("isn't yours"));
    for text in [
        "!moves", "!rows", "!status", "!history", "!theme", "!rules", "!help", "!board",
    ] {
        room.say("carol", text);
    }
    // Only the players may change how the board looks.
    for text in ["!flip", "!theme dark"] {
        room.refused("carol", text);
        room.say("bob", text);
    }
    let reply = room.say("carol", "!board text");
    assert_eq!(reply.board().unwrap().form, BoardForm::Text);
    assert!(room.refused("carol", "!theme neon").contains("no theme"));
    assert!(
        room.refused("carol", "!import nonsense")
            .contains("can't read")
    );
    assert!(room.refused("carol", "!import").contains("no record"));
    for topic in RULES_TOPICS {
        room.say("carol", &format!("!rules {topic}"));
    }
    for spec in COMMANDS.iter() {
        room.say("carol", &format!("!help {}", spec.word));
    }
}

#[test]
fn illegal_moves_say_what_would_be_legal() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    for (text, reason) in [
        ("!move E1 E1", "is already on E1"),
        ("!move E1 F5", "on one line"),
        ("!move E4 E5", "no ring on E4"),
        ("!move A2 A3", "isn't yours"),
        ("!move I8 I10", "ring on I9 is in the way"),
        ("!place A4", "Move a ring now"),
        ("!row 1", "Move a ring now"),
        ("!pass", "you can't pass"),
        ("!move E1 L3", "no point L3"),
        ("!move E1 E2, E3 E4", "bob's turn to decide"),
        ("!mvoe E1 E2", "Did you mean !move?"),
        ("!xyzzy", "I don't know"),
        ("!moves E4 E5", "don't understand"),
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
        assert_eq!(
            parse(COMMANDS, text, "!", Addressing::Open),
            Parsed::NotForUs,
            "{text}"
        );
    }
    assert!(matches!(
        parse(COMMANDS, "help", "!", Addressing::Bot),
        Parsed::Command(_)
    ));
    assert!(matches!(
        parse(COMMANDS, "help", "", Addressing::Bot),
        Parsed::Command(_)
    ));
    assert_eq!(
        parse(COMMANDS, "help", "", Addressing::Open),
        Parsed::NotForUs
    );
    assert!(matches!(
        parse(COMMANDS, "yinsh help", "yinsh ", Addressing::Open),
        Parsed::Command(_)
    ));
}

#[test]
fn a_reply_to_the_bot_is_for_it_if_it_is_a_command() {
    for (text, is_command) in [
        ("thanks!", false),
        ("nice move", false),
        ("plaice A4", false),
        ("Next time I'll win", false),
        ("Remind me tomorrow", false),
        ("auto would be nice", false),
        ("If only I had seen that", false),
        ("Move over", false),
        ("place", true),
        ("remind private", true),
        ("E4 E10", true),
        ("!place A4", true),
        ("!plaice A4", true),
    ] {
        let parsed = parse(COMMANDS, text, "!", Addressing::Reply);
        assert_eq!(parsed != Parsed::NotForUs, is_command, "{text}");
    }
}

#[test]
fn a_choice_for_an_earlier_position_changes_nothing() {
    let mut room = Room::new();
    room.begin();
    let old = room.table.version();
    room.say("alice", "!A4");
    let Parsed::Command(command) = parse(COMMANDS, "place A5", "!", Addressing::Bot) else {
        panic!("not a command");
    };
    let by = Person::new("bob", "bob");
    let trigger = Trigger::Command { by, command };
    let mut context = room.context(&[]);
    context.version = Some(old);
    assert!(handle(&room.table, &trigger, &context).is_err());
    context.version = Some(room.table.version());
    assert!(handle(&room.table, &trigger, &context).is_ok());
}

#[test]
fn the_first_faulty_decision_of_several_is_named() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    for (text, told) in [
        ("!move E1 E2, rwo 1", "step 2 (“rwo 1”)"),
        ("!move E1 E2, move", "step 2 (“move”)"),
        ("!move E1 E2, ring Z9", "step 2 (“ring Z9”)"),
        ("!move E1 E1, ring C3", "step 1 (“move E1 E1”)"),
        ("!move E1 E2, rwo 1", "Did you mean !row?"),
        ("!move E1 E2, board", "Send !board in a message of its own."),
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
            .contains("challenges of alice have expired")
    );
}

#[test]
fn choices_have_signs() {
    let mut room = Room::new();
    let reply = room.say("alice", "!challenge @bob");
    assert_eq!(reply.signs(), [Sign::Yes, Sign::No]);
    let reply = room.say("carol", "!challenge anyone");
    assert_eq!(reply.signs(), [Sign::Yes]);
    // Two choices say yes.
    let reply = room.say("bob", "!status");
    assert_eq!(reply.signs(), [Sign::Number(1), Sign::Number(2)]);
    assert_eq!(moved(&room.table, room.now).unwrap().signs(), reply.signs());
    room.say("carol", "!withdraw");
    assert_eq!(room.say("bob", "!status").signs(), [Sign::Yes]);
    room.say("bob", "!accept");
    assert_eq!(room.say("bob", "!resign").signs(), [Sign::Yes, Sign::No]);
    let reply = room.say("bob", "!draw");
    assert_eq!(reply.signs(), [Sign::Number(1), Sign::Yes, Sign::No]);
    room.say("alice", "!accept");
    let reply = room.say("alice", "!board");
    // Nothing was played, so there is nothing to see again.
    assert_eq!(commands(&reply), ["rematch", "analyze", "export"]);
    assert_eq!(reply.signs(), [1, 2, 3].map(Sign::Number));
    assert_eq!(Reply::default().signs(), []);
}

/// The commands that a reply offers.
fn commands(reply: &Reply) -> Vec<&str> {
    let choices = reply.choices.iter();
    choices.map(|choice| choice.command.as_str()).collect()
}

#[test]
fn a_game_that_is_over_can_be_seen_again() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    let end = room.say("alice", "!resign yes");
    let offered = ["rematch", "analyze", "replay", "export"];
    assert_eq!(commands(&end), offered);
    assert_eq!(end.signs(), [1, 2, 3, 4].map(Sign::Number));
    assert!(end.choices.iter().all(|choice| !choice.aside));
    // Spectators may choose it as well.
    let carol = Person::new("carol", "carol");
    assert!(end.choices[2].is_for(&carol));
    let asked = room.say("carol", "!replay");
    assert!(room.table.replay_request().is_some(), "{asked:?}");
    assert_eq!(commands(&room.say("carol", "!status")), offered);
}

#[test]
fn choices_have_tones() {
    let mut room = Room::new();
    let reply = room.say("alice", "!challenge @bob");
    assert_eq!(reply.tones(), [Tone::Yes, Tone::No]);
    room.say("bob", "!accept");
    // The harmless answer is not the red one.
    let reply = room.say("bob", "!resign");
    assert_eq!(reply.tones(), [Tone::Grave, Tone::Plain]);
    let reply = room.say("bob", "!resign yes");
    assert_eq!(reply.tones(), [Tone::Main, Tone::Plain, Tone::Plain]);
    let reply = room.say("alice", "!theme");
    assert!(reply.choices.len() > 1);
    assert!(reply.tones().iter().all(|tone| *tone == Tone::Plain));
    for list in ["!settings", "!set theme", "!set view"] {
        let reply = room.say("alice", list);
        assert!(reply.choices.len() > 2, "{list}");
        assert!(
            reply.tones().iter().all(|tone| *tone == Tone::Plain),
            "{list}"
        );
    }
    assert_eq!(Reply::default().tones(), []);
    // One's own settings are those that are meant without a word.
    let reply = room.say("alice", "!set theme");
    let commands: Vec<&str> = reply.choices.iter().map(|one| &*one.command).collect();
    assert!(commands.contains(&"set theme dark"), "{commands:?}");

    // A row keeps its number on the board, whatever else is asked.
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.make_row();
    let reply = room.say("bob", "!draw");
    assert_eq!(reply.signs(), [Sign::Number(1), Sign::Yes, Sign::No]);
    assert_eq!(reply.choices[0].command, "row 1");
    let json = serde_json::to_string(&reply).unwrap();
    let read: Reply = serde_json::from_str(&json).unwrap();
    assert_eq!(read.signs(), reply.signs());
}

#[test]
fn the_other_end_of_a_row_depends_on_the_first() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.make_row();
    let position = room.table.game().unwrap().position();
    let suggested = |option: &str, chosen: &str| -> String {
        let options = COMMANDS.find("row").unwrap().options;
        let option = options.iter().find(|one| one.name == option).unwrap();
        let Kind::Point(legal) = option.kind else {
            panic!();
        };
        let points = legal(position, chosen.parse().ok());
        let points: Vec<String> = points.iter().map(ToString::to_string).collect();
        points.join(" ")
    };
    assert_eq!(suggested("from", ""), "E1");
    assert_eq!(suggested("to", ""), "E5");
    assert_eq!(suggested("to", "E1"), "E5");
    assert_eq!(suggested("to", "E2"), "");
}

#[test]
fn a_moved_table_is_restated() {
    let mut room = Room::new();
    assert_eq!(moved(&room.table, room.now), None);
    room.begin();
    room.say("alice", "!A4");
    let reply = moved(&room.table, room.now).unwrap();
    assert!(room.text(&reply).contains("continues here"));
    assert!(reply.board().is_some());
    assert_eq!(reply.version, room.table.version());
    room.say("alice", "!resign yes");
    assert_eq!(moved(&room.table, room.now), None);
}

/// Somebody on Matrix, with a display name.
fn resident(id: &str, name: &str) -> Person {
    Person::new(id, name)
}

#[test]
fn full_ids_are_unambiguous() {
    let alice = resident("@alice:example.org", "Alice");
    let bob = resident("@bob:localhost:8448", "Bob Smith");
    let other = resident("@Bob:localhost:8448", "bob smith");
    let mallory = resident("@mallory:example.org", "@bob:localhost:8448");
    // Wrong candidates come first.
    let people = [&mallory, &other, &bob, &alice].map(Clone::clone);
    let say = |room: &mut Room, author: &Person, text: &str| {
        let Parsed::Command(command) = parse(COMMANDS, text, "!", Addressing::Open) else {
            panic!("{text} is no command");
        };
        let by = author.clone();
        let trigger = Trigger::Command { by, command };
        let outcome = handle(&room.table, &trigger, &room.context(&people));
        outcome.map(|outcome| room.take(outcome).remove(0))
    };
    let refused = |room: &mut Room, author: &Person, text: &str| {
        let refusal = say(room, author, text).unwrap_err();
        room.text(&refusal.into())
    };
    for text in [
        "!challenge @bob:localhost:8448",
        "!challenge bob:localhost:8448",
        "!challenge @bob:localhost:8448: blitz",
        "!challenge white @bob:localhost:8448, blitz",
        "!challenge @bob:localhost:8448.",
    ] {
        let mut room = Room::new();
        let reply = say(&mut room, &alice, text).unwrap();
        assert_eq!(reply.mentions().collect::<Vec<_>>(), [&bob], "{text}");
        let sentence = &reply.text[0].args;
        assert_eq!(sentence["to"], Arg::Mention(bob.clone()));
        let Arg::Name(by) = &sentence["by"] else {
            panic!("{sentence:?}");
        };
        assert_eq!(
            (by.id.as_str(), by.name.as_str()),
            ("@alice:example.org", "Alice")
        );
        assert_eq!(reply.choices[0].command, "accept @alice:example.org");
        for not_asked in [&other, &mallory] {
            refused(&mut room, not_asked, "!accept @alice:example.org");
        }
        say(&mut room, &bob, &format!("!{}", reply.choices[0].command)).unwrap();
        let game = room.table.running().unwrap();
        assert!(game.color_of(&bob).is_some() && game.color_of(&other).is_none());
    }

    let mut room = Room::new();
    say(&mut room, &bob, "!challenge @alice:example.org").unwrap();
    say(&mut room, &mallory, "!challenge @alice:example.org").unwrap();
    refused(&mut room, &alice, "!accept @BOB:localhost:8448");
    refused(&mut room, &alice, "!decline @Bob:localhost:8448");
    say(&mut room, &alice, "!decline @bob:localhost:8448").unwrap();
    assert_eq!(room.table.challenges().len(), 1);
    assert_eq!(room.table.challenges()[0].by, mallory);

    // A unique display name works as well.
    let mut room = Room::new();
    assert!(say(&mut room, &bob, "!challenge ALICE").is_ok());
    let namesakes = [resident("@a:x", "Sam"), resident("@b:x", "sam")];
    let Parsed::Command(command) = parse(COMMANDS, "!challenge @Sam", "!", Addressing::Open) else {
        panic!("no command");
    };
    let trigger = Trigger::Command { by: alice, command };
    let refusal = handle(&room.table, &trigger, &room.context(&namesakes)).unwrap_err();
    let text = room.text(&refusal.into());
    assert!(text.contains("More than one person"), "{text}");
}

#[test]
fn the_docs_list_every_command() {
    let docs = include_str!("../../../docs/commands.md");
    for spec in COMMANDS.iter() {
        let usage = format!("`!{}`", spec.usage().replace('|', "\\|"));
        let mut rows = docs.lines();
        let row = rows.find_map(|line| line.strip_prefix(&format!("| {usage} | ")));
        let row = row.unwrap_or_else(|| panic!("{usage}"));
        let (aliases, _) = row.split_once('|').unwrap();
        let listed: BTreeSet<String> = aliases
            .split(", ")
            .map(|alias| alias.trim().trim_matches('`').to_owned())
            .filter(|alias| !alias.is_empty())
            .collect();
        let known = spec.aliases.iter().map(|alias| format!("!{alias}"));
        assert_eq!(listed, known.collect(), "{usage}");
    }
}
