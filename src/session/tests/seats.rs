//! Seats that change hands.

use super::Room;
use crate::engine::Level;
use crate::game::Color;
use crate::session::record::record_of;
use crate::session::stats::Stats;
use crate::session::{FinishedGame, Game, Person, Seat, Summary};

fn person(name: &str) -> Person {
    Person::new(name, name)
}

impl Room {
    fn seat(&self, color: Color) -> &Seat {
        self.table.game().unwrap().seat(color)
    }

    /// What the finished game comes to for a person.
    fn stats(&self, name: &str, against: &str) -> Stats {
        let finished = self.table.game().unwrap().finished(None).unwrap();
        let written = serde_json::to_string(&finished).unwrap();
        assert_eq!(
            serde_json::from_str::<FinishedGame>(&written).unwrap(),
            finished
        );
        Stats::of(
            &person(name),
            Some(&person(against)),
            &[Summary::of(&finished, None)],
        )
    }
}

#[test]
fn the_bot_takes_over_a_seat() {
    let mut room = Room::new();
    room.say("alice", "!challenge @bob rated white 3d");
    room.say("bob", "!accept");
    room.say("alice", "!E4");
    assert!(
        room.refused("carol", "!standin 5")
            .contains("you're watching")
    );
    // Not before they know what it means.
    for (said, told) in [
        ("!standin 5", "this game is rated"),
        ("!standin no", "the game goes on"),
    ] {
        let reply = room.say("bob", said);
        let text = room.text(&reply);
        assert!(text.contains(told), "{text}");
        assert!(room.table.running().unwrap().is_rated());
    }
    let asked = room.say("bob", "!standin 5");
    assert_eq!(asked.choices[0].command, "standin 5 yes");
    assert!(!asked.choices[0].is_for(&person("alice")));
    let reply = room.choose("bob", &asked, 0);
    let text = room.text(&reply);
    assert!(
        text.contains("bob leaves the game") && text.contains("level 5"),
        "{text}"
    );
    assert!(text.contains("no longer rated"), "{text}");
    let game = room.table.running().unwrap();
    assert!(!game.is_rated());
    assert_eq!(room.seat(Color::Black), &Seat::Bot(Level::new(5).unwrap()));
    let seat = Level::new(5).map(Seat::Bot);
    assert_eq!(room.table.pending().turn, seat.as_ref());
    assert_eq!(room.table.players(), ["alice"]);
    assert!(room.refused("bob", "!standin").contains("you're watching"));
    assert!(
        room.refused("alice", "!standin")
            .contains("only stand in against people")
    );
    // Against the bot, a turn is taken back at once.
    room.say("alice", "!undo");
    assert_eq!(room.table.running().unwrap().actions().len(), 0);
    // It may be handed to a person even so.
    room.say("alice", "!seat @carol");
    room.say("carol", "!accept");
    assert!(room.seat(Color::White).holds(&person("carol")));
}

#[test]
fn a_person_takes_over_a_seat_if_they_like() {
    let mut room = Room::new();
    room.begin();
    room.say("alice", "!draw");
    let reply = room.say("bob", "!seat @carol");
    assert_eq!(reply.mentions().collect::<Vec<_>>(), [&person("carol")]);
    for choice in &reply.choices {
        assert!(choice.is_for(&person("carol")) && !choice.is_for(&person("alice")));
    }
    // Nobody else can take it, and the draw has nothing to do with it.
    assert!(room.refused("dave", "!accept").contains("are playing here"));
    assert!(
        room.refused("alice", "!seat @carol")
            .contains("being offered already")
    );
    assert!(
        room.refused("bob", "!seat @carol")
            .contains("offered your seat to carol")
    );
    let reply = room.say("carol", "!decline @BOB");
    assert!(room.text(&reply).contains("carol would rather not"));
    assert!(
        room.refused("carol", "!accept")
            .contains("are playing here")
    );
    assert!(room.seat(Color::Black).holds(&person("bob")));

    room.say("bob", "!seat @carol");
    let reply = room.say("bob", "!decline");
    assert!(room.text(&reply).contains("declined the draw"));
    room.say("bob", "!withdraw");
    assert!(
        room.refused("carol", "!accept")
            .contains("are playing here")
    );

    // The opponent's move leaves it open; the player's own does not.
    room.say("bob", "!seat @carol");
    room.say("alice", "!E4");
    assert!(room.table.seat_offer().is_some());
    room.say("bob", "!F6");
    assert!(
        room.refused("carol", "!accept")
            .contains("are playing here")
    );

    let reply = room.say("bob", "!seat @carol");
    let accept = format!("!{}", reply.choices[0].command);
    room.full = vec!["carol".to_owned()];
    assert!(room.refused("carol", "!accept").contains("limit"));
    room.full.clear();
    let reply = room.say("carol", &accept);
    let text = room.text(&reply);
    assert!(text.contains("carol takes over from bob"), "{text}");
    assert!(!text.contains("rated"), "it was not before");
    assert_eq!(room.table.players(), ["alice", "carol"]);
    assert!(room.refused("bob", "!resign").contains("you're watching"));
    room.say("alice", "!G5");
    room.say("carol", "!G6");
}

#[test]
fn a_seat_is_offered_to_somebody_who_can_take_it() {
    let mut room = Room::new();
    room.begin();
    for (text, told) in [
        ("!seat @Ringleader", "`!standin 5`"),
        ("!seat @alice", "your own seat"),
        ("!seat @bob", "can't play both sides"),
        ("!seat @zoe", "don't know anyone"),
        ("!seat", "missing"),
        ("!standin 11", "no level 11"),
    ] {
        let refused = room.refused("alice", text);
        assert!(
            refused.contains(told.trim_matches('`')),
            "{text}: {refused}"
        );
    }
    room.other_present = Some(false);
    assert!(
        room.refused("alice", "!seat @carol")
            .contains("carol isn't here")
    );
    assert!(
        room.refused("carol", "!seat @dave")
            .contains("you're watching")
    );
}

#[test]
fn who_did_not_play_to_the_end_has_not_played() {
    // Handed over before the first decision: it counts for the new holder.
    let mut room = Room::new();
    room.begin();
    room.say("bob", "!seat @carol");
    room.say("carol", "!accept");
    room.say("alice", "!resign yes");
    assert_eq!(room.stats("carol", "alice").against.total(), 1);
    assert_eq!(room.stats("alice", "carol").against.total(), 1);
    assert_eq!(room.stats("bob", "alice").people.total(), 0);

    for (seat, people) in [("!seat @carol", 1), ("!standin 3", 0)] {
        let mut room = Room::new();
        room.begin();
        room.say("alice", "!E4");
        room.say("bob", "!F6");
        room.say("bob", seat);
        if people > 0 {
            room.say("carol", "!accept");
        }
        room.say("alice", "!resign yes");
        for name in ["bob", "carol"] {
            assert_eq!(room.stats(name, "alice"), Stats::default(), "{name}");
        }
        let alice = room.stats("alice", "carol");
        assert_eq!((alice.people.total(), alice.against.total()), (people, 0));
        assert!(alice.bot.is_empty());
        let file = room.say("carol", "!export").file.unwrap();
        assert!(
            file.content.contains("[HandedOver \"black 2\"]"),
            "{}",
            file.content
        );
    }
}

#[test]
fn the_record_tells_when_a_seat_changed_hands_last() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.make_row();
    let handed_over = |room: &mut Room| {
        let file = room.say("carol", "!export").file.unwrap();
        let mut tags = file.content.lines();
        tags.find(|line| line.starts_with("[HandedOver "))
            .map(str::to_owned)
    };
    assert_eq!(handed_over(&mut room), None);
    // Her row and its ring belong to the turn, the 19th.
    room.say("alice", "!seat @carol");
    room.say("carol", "!accept");
    assert_eq!(handed_over(&mut room).unwrap(), "[HandedOver \"white 19\"]");
    room.say("carol", "!row 1, ring E6");
    room.say("bob", "!seat @alice");
    room.say("alice", "!accept");
    let both = "[HandedOver \"white 19, black 19\"]";
    assert_eq!(handed_over(&mut room).unwrap(), both);
    room.say("alice", "!standin 1");
    assert_eq!(handed_over(&mut room).unwrap(), both);
    // What is taken back was never played.
    room.say("carol", "!undo");
    let before = "[HandedOver \"white 18, black 18\"]";
    assert_eq!(handed_over(&mut room).unwrap(), before);
    // An earlier version kept no turn.
    room.say("carol", "!resign yes");
    let finished = room.table.game().unwrap().finished(None).unwrap();
    let mut old = serde_json::to_value(&finished).unwrap();
    let kept = old.as_object_mut().unwrap().remove("handed_over_after");
    assert!(kept.is_some());
    let old: FinishedGame = serde_json::from_value(old).unwrap();
    let text = record_of(&Game::from(&old), &room.bot).to_text();
    assert!(text.contains("[HandedOver \"white, black\"]"), "{text}");
}

#[test]
fn what_the_other_player_asked_for_stands() {
    let mut room = Room::new();
    room.begin();
    assert_eq!(room.try_say("alice", "!hint").unwrap(), []);
    room.say("alice", "!seat @carol");
    room.say("bob", "!standin 3");
    assert!(room.table.running().unwrap().hint().is_some());
    room.say("carol", "!accept");
    assert!(room.seat(Color::White).holds(&person("carol")));
    assert!(room.table.running().unwrap().hint().is_none());
}
