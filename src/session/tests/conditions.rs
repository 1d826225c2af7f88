//! Conditional moves: set, listed, played and dropped.

use jiff::SignedDuration;

use super::Room;
use crate::game::{Color, Stage};
use crate::session::{Event, Reply};

impl Room {
    /// A game in which all rings stand, and alice has to move.
    fn moving() -> Self {
        let mut room = Self::new();
        room.unseen = true;
        room.begin();
        room.place_rings();
        room
    }

    /// What bob is told privately.
    #[track_caller]
    fn whispered(&mut self, text: &str) -> String {
        let version = self.table.version();
        let reply = self.say("bob", text);
        assert_eq!(reply.only_for.as_ref().unwrap().id, "bob");
        assert!(reply.board().is_none() && reply.choices.is_empty());
        // Nobody else notices: buttons stay as they are.
        assert_eq!(self.table.version(), version);
        self.text(&reply)
    }

    fn lines_of_bob(&mut self) -> Vec<String> {
        let text = self.whispered("!if");
        let lines = text.lines().filter_map(|line| line.split_once(". "));
        let lines = lines.filter(|(number, _)| number.parse::<usize>().is_ok());
        lines.map(|(_, line)| line.to_owned()).collect()
    }

    fn planned(&self, reply: &Reply) -> bool {
        self.text(reply).contains("As bob had planned: ")
    }
}

#[test]
fn a_line_is_played_as_long_as_it_fits() {
    let mut room = Room::moving();
    let text = room.whispered("!if E1 E2 then B1-B2 then e2e3 THEN b2 b3");
    assert!(
        text.ends_with("1. e1-e2 then b1-b2 then e2-e3 then b2-b3"),
        "{text}"
    );
    for (own, answer) in [("E1 E2", "B1 → B2"), ("E2 E3", "B2 → B3")] {
        let reply = room.say("alice", &format!("!{own}"));
        let text = room.text(&reply);
        assert!(
            text.contains(&format!("As bob had planned: bob moved {answer}")),
            "{text}"
        );
        // One message, which calls on the player who has to move now.
        let mentions: Vec<_> = reply.mentions().map(|person| person.id.as_str()).collect();
        assert_eq!(mentions, ["alice"]);
        assert!(reply.board().is_some());
    }
    assert_eq!(room.lines_of_bob(), [""; 0]);
    let text = room.whispered("!if");
    assert!(
        text.starts_with("You have no conditional moves against alice in "),
        "{text}"
    );
}

#[test]
fn the_first_line_that_fits_is_played_and_the_others_are_dropped() {
    let mut room = Room::moving();
    for line in [
        "E1 E2 then B1 B2",
        "E1 D1 then B1 B2",
        "E1 E2 then B1 B2 then E2 E3 then B2 B3",
    ] {
        room.whispered(&format!("!if {line}"));
    }
    // The third line begins with the first one and takes its place.
    let all = ["e1-e2 then b1-b2 then e2-e3 then b2-b3", "e1-d1 then b1-b2"];
    assert_eq!(room.lines_of_bob(), all);
    let reply = room.say("alice", "!E1 E2");
    assert!(room.planned(&reply));
    assert_eq!(room.lines_of_bob(), ["e2-e3 then b2-b3"]);
    let reply = room.say("alice", "!E2 E4");
    assert!(!room.planned(&reply));
    let text = room.whispered("!if");
    assert!(text.contains("the game took another course"), "{text}");
}

#[test]
fn a_line_goes_on_within_a_turn() {
    let mut room = Room::before_row();
    room.unseen = true;
    room.whispered("!if E5 E6;xE1-E5xI8 then B4 B5");
    room.whispered("!if E5-E6, row 1, ring I9 then B4 B5");
    let reply = room.say("alice", "!E5 E6");
    assert!(!room.planned(&reply));
    assert_eq!(
        room.lines_of_bob(),
        ["xe1-e5xi8 then b4-b5", "xe1-e5xi9 then b4-b5"]
    );
    // A line may begin in the middle of a turn.
    room.whispered("!if row 1, I10 then B4 B5");
    let reply = room.say("alice", "!row 1, I10");
    assert!(room.planned(&reply));
    assert_eq!(room.table.game().unwrap().position().actor(), Color::White);
}

#[test]
fn what_makes_no_sense_is_refused_with_the_place() {
    let mut room = Room::moving();
    for (line, told) in [
        (
            "E1 E2",
            "The line ends with alice's turn, “E1 E2”. Add “then” and your answer.",
        ),
        ("E1 E2 then", "Something is missing after !if."),
        ("then B1 B2", "Something is missing after !if."),
        (
            "E1 E2 then B1 B2 then E2 E3",
            "ends with alice's turn, “E2 E3”",
        ),
        (
            "E1 L2 then B1 B2",
            "Turn 1 of the line doesn't work: “E1 L2”.",
        ),
        (
            "B1 B2 then E1 E2",
            "Turn 1 of the line doesn't work: alice can't play “B1 B2” then.\nRings that can move: ",
        ),
        (
            "E1 A5 then B1 B2",
            "alice can't play “E1 A5” then.\nThe ring on E1 can go to ",
        ),
        (
            "E1 E2 then E2 E3",
            "Turn 2 of the line doesn't work: “E2 E3”.",
        ),
        (
            "E1 E2 then B1 B2, B2 B3",
            "Turn 2 of the line doesn't work: “B1 B2, B2 B3”.\nAfter that, it's alice's turn to decide.",
        ),
        (
            "E1 E2 then B1",
            "Turn 2 of the line doesn't work: “B1”.\nSay where the ring on B1 goes, too.",
        ),
        (
            "E1 E2 then hello",
            "Turn 2 of the line doesn't work: “hello”.",
        ),
        (
            "E1 E2 then B1 B2 then ring C3 then B2 B3",
            "Turn 3 of the line doesn't work: alice can't play “ring C3” then.",
        ),
    ] {
        let text = room.refused("bob", &format!("!if {line}"));
        assert!(text.contains(told), "{line}: {text}");
    }
    let deep = ["E1 E2"; 13].join(" then ");
    assert!(
        room.refused("bob", &format!("!if {deep}"))
            .contains("12 at most")
    );
    let long = "E1 E2 ".repeat(200);
    assert!(
        room.refused("bob", &format!("!if {long}"))
            .contains("1000 at most")
    );
    assert!(
        room.refused("alice", "!if B1 B2 then E1 E2")
            .starts_with("It's your turn: ")
    );
    room.refused("carol", "!if E1 E2 then B1 B2");
    room.whispered("!if E1 E2 then B1 B2 then E2 E3 then B2 B3");
    for (line, told) in [
        (
            "E1 E2 then B1 B3",
            "Line 1 answers the same turns differently.",
        ),
        ("E1 E2 then B1 B2", "That's in line 1 already."),
        ("clear 2", "There's no line 2: you have one."),
        ("clear me", "I don't understand “me” after !if"),
        ("clear 0", "There's no line 0: you have one."),
        (
            "#3 E1 E2 then B1 B2",
            "You have no running game with the number 3.",
        ),
    ] {
        let text = room.refused("bob", &format!("!if {line}"));
        assert!(text.contains(told), "{line}: {text}");
    }
    assert_eq!(
        room.lines_of_bob(),
        ["e1-e2 then b1-b2 then e2-e3 then b2-b3"]
    );
}

#[test]
fn lines_that_end_in_an_incomplete_turn_are_refused() {
    let mut room = Room::before_row();
    room.unseen = true;
    let text = room.refused("bob", "!if E5 E6 then B4 B5");
    assert!(
        text.contains("after “E5 E6”, alice still has to remove a row."),
        "{text}"
    );
    let text = room.refused("bob", "!if E5 E6, row 1 then B4 B5");
    assert!(text.contains("alice still has to remove a ring."), "{text}");
    let text = room.refused("bob", "!if E5 E6, row 2, ring I8 then B4 B5");
    assert!(text.contains("alice's rows: 1: E1–E5."), "{text}");
    let text = room.refused("bob", "!if E5 E6, row 1, ring B4 then B4 B5");
    assert!(text.contains("alice's rings are on "), "{text}");
}

#[test]
fn lines_are_limited_and_cleared() {
    let mut room = Room::moving();
    let position = *room.table.game().unwrap().position();
    let turns = position.legal_actions();
    for turn in turns.iter().take(20) {
        room.whispered(&format!("!if {turn} then K7 K8"));
    }
    let one_more = format!("!if {} then K7 K8", turns[20]);
    assert!(
        room.refused("bob", &one_more)
            .contains("You have 20 lines already")
    );
    let text = room.whispered("!if clear 20");
    assert!(text.starts_with("Line 20 against alice in "), "{text}");
    room.whispered(&one_more);
    assert_eq!(room.lines_of_bob().len(), 20);
    assert_eq!(
        room.whispered("!if clear"),
        "Your conditional moves against alice in #room are gone."
    );
    assert_eq!(room.lines_of_bob().len(), 0);
    room.whispered("!if clear");
}

#[test]
fn lines_outlast_offers() {
    for (commands, lapses) in [
        (&[("alice", "!draw")][..], true),
        (&[("alice", "!draw"), ("alice", "!withdraw")], false),
        (&[("alice", "!draw"), ("bob", "!decline")], false),
        (&[("alice", "!undo"), ("bob", "!decline")], false),
        (&[("bob", "!draw")], true),
        (&[("bob", "!draw"), ("alice", "!decline")], false),
    ] {
        let mut room = Room::moving();
        room.whispered("!if E1 E2 then B1 B2");
        for (person, command) in commands {
            room.say(person, command);
        }
        assert_eq!(room.lines_of_bob(), ["e1-e2 then b1-b2"], "{commands:?}");
        let reply = room.say("alice", "!E1 E2");
        assert!(room.planned(&reply), "{commands:?}");
        assert_eq!(
            room.text(&reply).contains("has expired"),
            lapses,
            "{commands:?}"
        );
        assert_eq!(room.table.game().unwrap().offer, None);
    }
}

#[test]
fn undo_and_endings_drop_the_lines() {
    let set = |room: &mut Room| room.whispered("!if E1 E2 then B1 B2");
    let mut room = Room::moving();
    set(&mut room);
    room.say("alice", "!undo");
    room.say("bob", "!accept");
    // It is bob's turn again, and then alice's.
    assert!(room.whispered("!if").contains("a turn was taken back"));
    room.say("alice", "!I11");
    room.say("bob", "!B1");
    set(&mut room);
    room.say("alice", "!resign yes");
    assert!(
        room.refused("bob", "!if")
            .starts_with("Which game is it for?")
    );
    room.say("alice", "!rematch");
}

#[test]
fn nobody_else_learns_of_them() {
    let mut room = Room::moving();
    room.whispered("!if E1 E2 then B1 B2");
    for command in ["!status", "!history", "!board", "!export"] {
        let reply = room.say("alice", command);
        let json = serde_json::to_string(&reply).unwrap();
        assert!(!json.contains("then") && !json.contains("b1-b2"), "{json}");
    }
    room.unseen = false;
    for line in ["", " E1 E2 then B1 B2", " clear", " #2", " nonsense"] {
        let text = room.refused("bob", &format!("!if{line}"));
        assert!(
            text.starts_with("Conditional moves stay between you and me."),
            "{text}"
        );
    }
    let reply = room.say("alice", "!E1 E2");
    assert!(room.planned(&reply));
    let record = room.say("alice", "!export").file.unwrap().content;
    let record = record.replace('\n', " ");
    assert!(record.contains("11. e1-e2 12. b1-b2 *"), "{record}");
}

#[test]
fn an_answer_takes_no_time() {
    let mut room = Room::new();
    room.unseen = true;
    room.say("alice", "!challenge @bob white 1h");
    room.say("bob", "!accept");
    room.say("alice", "!E4");
    room.now += SignedDuration::from_secs(30);
    room.say("bob", "!E5");
    room.whispered("!if F6 then G7");
    room.now += SignedDuration::from_secs(40);
    let reply = room.say("alice", "!F6");
    assert!(room.planned(&reply));
    let record = room.say("alice", "!export").file.unwrap().content;
    let record = record.replace('\n', " ");
    let told = "3. f6 {[%emt 0:00:40]} 4. g7 {[%emt 0:00:00]}";
    assert!(record.contains(told), "{record}");
}

#[test]
fn plans_are_stored_as_they_change() {
    for json in [
        r#"{"planned":{"by":"black","branch":{"after":10,"actions":["e1-e2","b1-b2"]}}}"#,
        r#"{"planned":{"by":"black","branch":{"after":10,"actions":["pass"]},"replaces":0}}"#,
        r#"{"plan_dropped":{"by":"white"}}"#,
        r#"{"plan_dropped":{"by":"white","branch":1}}"#,
    ] {
        let event: Event = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&event).unwrap(), json);
    }
}

#[test]
fn a_line_ends_with_the_game() {
    let mut room = Room::stuck();
    room.unseen = true;
    room.whispered("!if pass then pass");
    let text = room.refused("bob", "!if pass then pass then pass then pass");
    assert!(
        text.contains("The game is over before turn 3 of the line, “pass”."),
        "{text}"
    );
    let reply = room.say("alice", "!pass");
    assert!(room.planned(&reply));
    assert_eq!(room.table.game().unwrap().position().stage(), Stage::Over);
}

#[test]
fn the_offer_of_a_seat_drops_the_lines_of_its_own_player() {
    let mut room = Room::moving();
    room.whispered("!if E1 E2 then B1 B2");
    room.say("alice", "!seat @carol");
    room.say("carol", "!accept");
    let reply = room.say("carol", "!E1 E2");
    assert!(room.planned(&reply));
    room.whispered("!if E2 E3 then B2 B3");
    room.say("bob", "!seat @alice");
    assert_eq!(room.lines_of_bob(), [""; 0]);
}
