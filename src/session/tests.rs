//! Whole conversations, told as a chat would show them.

use jiff::{SignedDuration, Timestamp};

use super::{
    Arg, Author, BoardForm, Context, Entry, Event, House, Outcome, Parsed, Person, Refusal, Reply,
    Table, TableKey, engine_command, handle, parse,
};
use crate::engine;
use crate::game::{Color, Stage};
use crate::words::Words;

/// A table with people round it.
struct Room {
    table: Table,
    house: House,
    words: Words,
    now: Timestamp,
    bot: Person,
    log: Vec<Entry>,
}

impl Room {
    fn new() -> Self {
        Self {
            table: Table::new(TableKey::channel("test", "room")),
            house: House {
                prefix: "!".to_owned(),
                challenge_lasts: SignedDuration::from_hours(24),
                themes: vec!["classic".to_owned(), "dark".to_owned()],
            },
            words: Words::new("!", "Ringleader"),
            now: "2026-01-02T03:04:05Z".parse().unwrap(),
            bot: Person::new("bot", "Ringleader"),
            log: Vec::new(),
        }
    }

    fn take(&mut self, outcome: Outcome) -> Vec<Reply> {
        for event in outcome.events {
            let entry = Entry {
                at: self.now,
                event,
            };
            self.table.apply(&entry).unwrap();
            self.log.push(entry);
        }
        outcome.replies
    }

    fn context<'a>(&'a self, author: &'a Author, people: &'a [Person]) -> Context<'a> {
        Context {
            author,
            now: self.now,
            random: 0,
            people,
            bot: &self.bot,
            attachment: None,
            version: None,
            house: &self.house,
        }
    }

    fn try_say(&mut self, name: &str, text: &str) -> Result<Vec<Reply>, Refusal> {
        let command = match parse(text, &self.house.prefix, false) {
            Parsed::NotForUs => return Ok(Vec::new()),
            Parsed::Faulty(refusal) => return Err(refusal),
            Parsed::Command(command) => command,
        };
        let people: Vec<Person> = ["alice", "bob", "carol", name]
            .map(|name| Person::new(name, name))
            .into();
        let author = Author::Person(Person::new(name, name));
        let before = self.table.clone();
        let outcome = handle(&self.table, &command, &self.context(&author, &people));
        assert_eq!(self.table, before);
        Ok(self.take(outcome?))
    }

    /// Says something, and returns the one reply.
    #[track_caller]
    fn say(&mut self, name: &str, text: &str) -> Reply {
        let mut replies = self
            .try_say(name, text)
            .unwrap_or_else(|refusal| panic!("{text}: {}", self.text(&refusal.into())));
        assert_eq!(replies.len(), 1, "{text}");
        let reply = replies.remove(0);
        self.text(&reply);
        reply
    }

    /// Says something that must be refused, and returns the refusal's text.
    #[track_caller]
    fn refused(&mut self, name: &str, text: &str) -> String {
        let before = self.table.clone();
        let refusal = match self.try_say(name, text) {
            Err(refusal) => refusal,
            Ok(replies) => panic!("{text} was not refused: {replies:?}"),
        };
        assert_eq!(self.table, before, "{text}");
        let reply = Reply::from(refusal);
        assert!(reply.board.is_none() && reply.file.is_none());
        self.text(&reply)
    }

    /// The text of a reply; every gap of every sentence has to be filled.
    #[track_caller]
    fn text(&self, reply: &Reply) -> String {
        let text = self.words.reply(reply, None).plain();
        assert!(!text.trim().is_empty(), "{reply:?}");
        assert!(!text.contains(['{', '}', '$']), "{text}");
        for phrase in &reply.text {
            assert!(!text.contains(&format!("{}\n", phrase.id)), "{text}");
        }
        text
    }

    fn begin(&mut self) {
        self.say("alice", "!challenge @bob white");
        self.say("bob", "!accept");
    }

    /// Places all rings, white's on lines that leave alice a quick row.
    fn place_rings(&mut self) {
        for (name, point) in [
            ("alice", "E1"),
            ("bob", "A2"),
            ("alice", "I8"),
            ("bob", "A5"),
            ("alice", "I9"),
            ("bob", "K7"),
            ("alice", "I10"),
            ("bob", "K10"),
            ("alice", "I11"),
            ("bob", "B1"),
        ] {
            self.say(name, &format!("!{point}"));
        }
    }

    /// Lets alice walk E1 to E6, and bob along A2 to A4 and back, until a row E1 to E5 stands.
    fn make_row(&mut self) {
        for (white, black) in [
            ("E1 E2", "B1 B2"),
            ("E2 E3", "B2 B3"),
            ("E3 E4", "B3 B4"),
            ("E4 E5", "K7 K8"),
        ] {
            self.say("alice", &format!("!move {white}"));
            self.say("bob", &format!("!move {black}"));
        }
        self.say("alice", "!move E5 E6");
    }
}

#[test]
fn a_challenge_leads_to_a_game() {
    let mut room = Room::new();
    let reply = room.say("alice", "!challenge @bob blitz black");
    assert_eq!(
        reply
            .mentions()
            .map(|one| one.id.as_str())
            .collect::<Vec<_>>(),
        ["bob"]
    );
    assert_eq!(reply.choices.len(), 2);
    assert!(
        room.refused("alice", "!accept")
            .contains("your own challenge")
    );
    assert!(room.refused("carol", "!accept").contains("only bob"));
    let reply = room.say("bob", "!accept");
    let text = room.text(&reply);
    assert!(text.contains("white: bob, black: alice"), "{text}");
    assert!(text.contains("place ring 1 of 5"), "{text}");
    assert!(reply.board.is_some());
    assert_eq!(
        reply
            .mentions()
            .map(|one| one.id.as_str())
            .collect::<Vec<_>>(),
        ["bob"]
    );
    assert!(
        room.refused("carol", "!challenge anyone")
            .contains("being played here")
    );
    assert!(
        room.refused("carol", "!place A4")
            .contains("you are watching")
    );
    assert!(room.refused("alice", "!place A4").contains("turn of bob"));
}

#[test]
fn challenges_are_declined_withdrawn_and_lapse() {
    let mut room = Room::new();
    room.say("alice", "!challenge @bob");
    room.say("bob", "!decline");
    assert!(room.refused("bob", "!accept").contains("No challenge"));
    room.say("alice", "!challenge anyone");
    room.say("alice", "!withdraw");
    room.refused("bob", "!accept");
    room.say("alice", "!challenge bob");
    room.say("carol", "!challenge @bob");
    assert!(room.refused("bob", "!accept").contains("alice, carol"));
    assert_eq!(
        room.table.waiting().wake_at,
        Some(room.now + SignedDuration::from_hours(24))
    );
    room.now += SignedDuration::from_hours(23);
    let bell = |room: &mut Room| {
        let outcome = handle(
            &room.table,
            &super::Command::Bell,
            &room.context(&Author::Clock, &[]),
        );
        room.take(outcome.unwrap())
    };
    assert!(bell(&mut room).is_empty());
    room.say("bob", "!decline @carol");
    room.now += SignedDuration::from_hours(1);
    let replies = bell(&mut room);
    assert!(room.text(&replies[0]).contains("alice, nobody answered"));
    assert!(bell(&mut room).is_empty());
    room.refused("bob", "!accept");
    room.refused("alice", "!challenge @alice");
    room.refused("alice", "!challenge @nobody");
    room.refused("alice", "!challenge");
}

#[test]
fn rows_and_rings_are_the_players_to_choose() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.make_row();
    let reply = room.say("alice", "!board");
    let text = room.text(&reply);
    assert!(text.contains("1: E1–E5"), "{text}");
    assert_eq!(reply.choices[0].command, "row 1");
    assert!(
        room.refused("alice", "!move E6 E7")
            .contains("has to be removed")
    );
    assert!(room.refused("alice", "!row 2").contains("no row 2"));
    assert!(
        room.refused("alice", "!row E2 E6")
            .contains("No row of yours")
    );
    assert!(room.refused("bob", "!row 1").contains("turn of alice"));
    // All or none, and the first wrong one is named.
    let text = room.refused("alice", "!row 1, ring C3");
    assert!(text.contains("decision 2 («ring C3»)"), "{text}");
    let reply = room.say("alice", "!row 1");
    assert_eq!(reply.choices.len(), 5);
    let reply = room.say("alice", "!ring I8");
    let text = room.text(&reply);
    assert!(text.contains("ring 1 of 3"), "{text}");
    assert!(text.contains("bob (black), move a ring"), "{text}");
}

#[test]
fn a_ring_alone_takes_the_only_row_with_it_and_a_turn_fits_in_a_message() {
    for last in [
        "!ring I8",
        "!I8",
        "!row E5 E1, I8",
        "!xe1-e5xi8",
        "!row 1; ring I8",
    ] {
        let mut room = Room::new();
        room.begin();
        room.place_rings();
        room.make_row();
        let reply = room.say("alice", last);
        assert_eq!(reply.board.unwrap().last.len(), 3, "{last}");
        let game = room.table.game().unwrap();
        assert_eq!(game.position().removed(Color::White), 1, "{last}");
        assert_eq!(game.position().stage(), Stage::Move);
    }
}

#[test]
fn a_whole_turn_is_taken_back_and_the_opponent_is_asked() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.make_row();
    room.say("alice", "!row 1");
    let before = *room.table.game().unwrap().position();
    let reply = room.say("alice", "!undo");
    assert!(room.text(&reply).contains("bob, !accept or !decline?"));
    assert!(room.refused("alice", "!undo").contains("have asked bob"));
    assert!(
        room.refused("alice", "!accept")
            .contains("asked that yourself")
    );
    room.refused("carol", "!accept");
    room.say("bob", "!decline");
    assert_eq!(*room.table.game().unwrap().position(), before);
    room.say("alice", "!undo");
    room.say("bob", "!accept");
    let game = room.table.game().unwrap();
    assert_eq!(game.actions().len(), 18);
    assert_eq!(game.position().actor(), Color::White);
    // A question lapses when the game goes on.
    room.say("bob", "!undo");
    room.say("alice", "!move E5 E6");
    room.refused("alice", "!accept");
    assert_eq!(
        Table::replay(room.table.key().clone(), 0, &room.log),
        Ok(room.table)
    );
}

#[test]
fn draws_and_resignations_end_the_game() {
    let mut room = Room::new();
    room.begin();
    let reply = room.say("alice", "!draw");
    assert!(room.text(&reply).contains("alice offered a draw"));
    let reply = room.say("bob", "!draw");
    assert!(room.text(&reply).contains("agreed on a draw"));
    assert!(room.refused("alice", "!A4").contains("agreed on a draw"));
    room.say("bob", "!rematch");
    let reply = room.say("alice", "!rematch");
    assert!(room.text(&reply).contains("white: bob, black: alice"));
    let reply = room.say("alice", "!resign");
    assert_eq!(reply.choices.len(), 2);
    room.say("alice", "!resign no");
    let reply = room.say("alice", "!resign yes");
    assert!(room.text(&reply).contains("alice resigned: bob won"));
    let reply = room.say("carol", "!export");
    let file = reply.file.unwrap();
    assert!(file.content.contains("resignation"), "{}", file.content);
    let reply = room.say("carol", &format!("!import {}", file.content));
    assert!(room.text(&reply).contains("White won"));
    room.say("carol", "!export sgf");
}

#[test]
fn the_bot_plays_its_turns_and_grants_what_it_is_asked() {
    let mut room = Room::new();
    room.say("alice", "!play black");
    let mut turns = 0;
    while let Some(game) = room.table.running() {
        let position = *game.position();
        if room.table.waiting().engine {
            let command = engine_command(engine::turn(&position, 3));
            let outcome =
                handle(&room.table, &command, &room.context(&Author::Engine, &[])).unwrap();
            let replies = room.take(outcome);
            assert_eq!(replies.len(), 1);
            assert!(replies[0].board.is_some());
            room.text(&replies[0]);
        } else {
            for action in engine::turn(&position, 4) {
                room.say("alice", &format!("!{action}"));
            }
        }
        turns += 1;
        if turns == 30 {
            let actions = room.table.game().unwrap().actions().len();
            let reply = room.say("alice", "!undo");
            assert!(reply.board.is_some());
            assert!(room.table.game().unwrap().actions().len() < actions);
            assert!(room.refused("alice", "!draw").contains("play on"));
        }
    }
    assert!(turns > 30);
    let reply = room.say("alice", "!history");
    assert!(
        reply
            .choices
            .iter()
            .any(|choice| choice.command == "rematch")
    );
    room.say("alice", "!rematch");
    assert!(!room.table.waiting().engine);
}

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
    for topic in super::RULES_TOPICS {
        room.say("carol", &format!("!rules {topic}"));
    }
    for spec in &super::COMMANDS {
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
fn logs_survive_the_way_through_json() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.say("bob", "!draw");
    room.say("alice", "!flip");
    let json = serde_json::to_string(&room.log).unwrap();
    let log: Vec<Entry> = serde_json::from_str(&json).unwrap();
    assert_eq!(log, room.log);
    let start = log
        .iter()
        .position(|entry| matches!(entry.event, Event::Started { .. }))
        .unwrap();
    let table = Table::replay(room.table.key().clone(), start as u64, &log[start..]);
    assert_eq!(table, Ok(room.table));
    let reply = Reply::say(super::Phrase::new("x").with("y", Arg::Number(3)));
    let json = serde_json::to_string(&reply).unwrap();
    assert_eq!(serde_json::from_str::<Reply>(&json).unwrap(), reply);
}

#[test]
fn a_draw_may_be_accepted_after_the_move_of_who_offered_it() {
    let mut room = Room::new();
    room.begin();
    room.say("alice", "!draw");
    room.say("alice", "!A4");
    let reply = room.say("bob", "!accept");
    assert!(room.text(&reply).contains("agreed on a draw"));

    let mut room = Room::new();
    room.begin();
    room.say("alice", "!draw");
    room.say("alice", "!A4");
    let reply = room.say("bob", "!A5");
    assert!(room.text(&reply).contains("has lapsed"));
    assert!(
        room.refused("bob", "!accept")
            .contains("alice has not asked you")
    );
}

#[test]
fn what_has_lapsed_cannot_be_accepted_even_before_the_clock_has_rung() {
    let mut room = Room::new();
    room.say("alice", "!challenge @bob");
    room.now += SignedDuration::from_hours(24);
    room.refused("bob", "!accept");
}

#[test]
fn the_engine_never_moves_for_a_person() {
    let mut room = Room::new();
    room.say("alice", "!play white");
    let position = *room.table.game().unwrap().position();
    let command = engine_command(engine::turn(&position, 3));
    let outcome = handle(&room.table, &command, &room.context(&Author::Engine, &[]));
    assert_eq!(outcome, Ok(Outcome::default()));
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
    let readme = include_str!("../../README.md");
    for spec in &super::COMMANDS {
        for usage in spec.usage.split(" | ") {
            let usage = format!("`!{}`", usage.replace('|', "\\|"));
            assert!(readme.contains(&usage), "{usage}");
        }
        for alias in spec.aliases {
            assert!(readme.contains(&format!("`!{alias}`")), "{alias}");
        }
    }
}
