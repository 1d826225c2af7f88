//! People who watch a game: what they are told, and when.

use jiff::SignedDuration;

use super::Room;
use crate::game::Color;
use crate::session::watching::{MOST_WATCHED, MOST_WATCHERS};
use crate::session::{
    Answer, Context, Entry, Event, Person, Reply, Table, Trigger, WatchedGames, handle,
};

/// A room at which alice and bob play, and carol watches.
fn watched() -> Room {
    let mut room = Room::new();
    room.answer = Some(Answer::Watched(WatchedGames::default()));
    room.begin();
    room.say("carol", "!watch");
    room
}

/// Says something, and returns what those are told who watch.
#[track_caller]
fn told(room: &mut Room, name: &str, text: &str) -> Vec<Reply> {
    room.now += SignedDuration::from_secs(60);
    told_now(room, name, text)
}

/// The same without any time between.
#[track_caller]
fn told_now(room: &mut Room, name: &str, text: &str) -> Vec<Reply> {
    room.say(name, text);
    std::mem::take(&mut room.watched)
}

/// The one thing that is told, and its text.
#[track_caller]
fn only(room: &Room, mut told: Vec<Reply>) -> (Reply, String) {
    assert_eq!(told.len(), 1, "{told:?}");
    let reply = told.remove(0);
    let text = room.text(&reply);
    (reply, text)
}

#[test]
fn each_turn_is_told_in_private_and_without_a_sound() {
    let mut room = Room::new();
    room.answer = Some(Answer::Watched(WatchedGames::default()));
    room.begin();
    let version = room.table.version();
    let begun = room.say("carol", "!watch");
    let text = room.text(&begun);
    assert!(
        text.contains("You now watch alice – bob in #room"),
        "{text}"
    );
    assert_eq!(begun.only_for.unwrap().id, "carol");
    let watched = told(&mut room, "alice", "!E4");
    let (reply, text) = only(&room, watched);
    assert_eq!(text, "#room · alice played 1. e4. It's bob's turn.");
    assert_eq!(reply.only_for.as_ref().unwrap().id, "carol");
    assert!(reply.private && reply.silent && reply.watched);
    assert!(reply.choices.is_empty());
    assert_eq!(reply.mentions().count(), 0);
    assert_eq!(
        &reply.board().unwrap().position,
        room.table.game().unwrap().position()
    );
    // Neither that somebody watches nor that they are told makes choices out of date.
    assert_eq!(version + 1, room.table.version() - 1);
    assert!(room.table.pending().wake_at.is_some_and(|at| at > room.now));
    // Looks are no turns.
    assert!(told(&mut room, "alice", "!board").is_empty());
    assert!(told(&mut room, "bob", "!draw").is_empty());
    let (_, text) = {
        let watched = told(&mut room, "bob", "!E5");
        only(&room, watched)
    };
    assert!(text.contains("2. e5"), "{text}");
}

#[test]
fn turns_that_come_fast_are_told_together() {
    let mut room = watched();
    assert_eq!(told(&mut room, "alice", "!E4").len(), 1);
    for (name, text) in [("bob", "!E5"), ("alice", "!E6"), ("bob", "!E7")] {
        room.now += SignedDuration::from_secs(3);
        assert!(told_now(&mut room, name, text).is_empty(), "{text}");
    }
    assert!(room.wait(0).is_empty() && room.watched.is_empty());
    assert!(room.wait(1).is_empty());
    let watched = std::mem::take(&mut room.watched);
    let (reply, text) = only(&room, watched);
    assert!(text.contains("4. e7"), "{text}");
    assert_eq!(
        &reply.board().unwrap().position,
        room.table.game().unwrap().position()
    );
    room.wait(3600);
    assert!(room.watched.is_empty());
    // Somebody who came later is told at once.
    room.say("dave", "!watch");
    assert_eq!(told(&mut room, "alice", "!E8").len(), 2);
    room.say("erin", "!watch");
    let watched = told_now(&mut room, "bob", "!E9");
    let (reply, _) = only(&room, watched);
    assert_eq!(reply.only_for.unwrap().id, "erin");
    room.wait(10);
    assert_eq!(room.watched.len(), 2);
}

#[test]
fn a_turn_is_told_once_it_is_over_and_when_it_is_taken_back() {
    let mut room = watched();
    room.place_rings();
    room.wait(60);
    room.watched.clear();
    room.make_row();
    room.wait(60);
    room.watched.clear();
    // A row, and a ring for it, are part of the turn.
    assert_eq!(room.table.game().unwrap().position().actor(), Color::White);
    assert!(told(&mut room, "alice", "!row 1").is_empty());
    let watched = told(&mut room, "alice", "!ring I8");
    let (_, text) = only(&room, watched);
    assert!(text.contains("It's bob's turn."), "{text}");
    room.now += SignedDuration::from_secs(60);
    room.say("alice", "!undo");
    assert!(room.watched.is_empty());
    let watched = told(&mut room, "bob", "!accept");
    let (_, text) = only(&room, watched);
    assert_eq!(text, "#room · Taken back to turn 19. It's alice's turn.");
}

#[test]
fn two_turns_that_are_taken_back_are_told_although_the_same_player_is_next() {
    let mut room = watched();
    for (name, text) in [
        ("alice", "!E4"),
        ("bob", "!E5"),
        ("alice", "!E6"),
        ("bob", "!E7"),
    ] {
        assert_eq!(told(&mut room, name, text).len(), 1);
    }
    room.say("alice", "!undo");
    let watched = told(&mut room, "bob", "!accept");
    let (reply, text) = only(&room, watched);
    assert_eq!(text, "#room · Taken back to turn 3. It's alice's turn.");
    assert!(reply.board().is_some());
    // What is played then is a turn again.
    let watched = told(&mut room, "alice", "!E6");
    let (_, text) = only(&room, watched);
    assert_eq!(text, "#room · alice played 3. e6. It's bob's turn.");
    room.say("bob", "!undo");
    let watched = told(&mut room, "alice", "!accept");
    let (_, text) = only(&room, watched);
    assert_eq!(text, "#room · Taken back to turn 2. It's bob's turn.");
    room.say("alice", "!undo");
    let watched = told(&mut room, "bob", "!accept");
    let (_, text) = only(&room, watched);
    assert_eq!(text, "#room · Back at the start. It's alice's turn.");
}

#[test]
fn the_end_is_told_at_once_and_ends_the_watching() {
    let mut room = watched();
    assert_eq!(told(&mut room, "alice", "!E4").len(), 1);
    let watched = told_now(&mut room, "bob", "!resign yes");
    let (reply, text) = only(&room, watched);
    assert!(
        text.starts_with("#room · bob resigned. alice won!"),
        "{text}"
    );
    assert!(text.ends_with("That was the game you watched."), "{text}");
    assert!(reply.board().is_some());
    assert!(room.table.watchers().is_empty());
    room.wait(60);
    // The next game has no watchers.
    room.say("alice", "!rematch");
    room.say("bob", "!accept");
    assert!(told(&mut room, "bob", "!E4").is_empty());
}

#[test]
fn a_game_that_is_put_aside_is_watched_no_longer_also_when_it_goes_on() {
    let mut room = watched();
    assert_eq!(told(&mut room, "alice", "!E4").len(), 1);
    let log = room.log.clone();
    let gone = Trigger::PlaceGone { for_good: true };
    let outcome = handle(&room.table, &gone, &room.context(&[])).unwrap();
    room.take(outcome);
    let watched = std::mem::take(&mut room.watched);
    let (_, text) = only(&room, watched);
    assert!(text.contains("alice and bob was put aside"), "{text}");
    assert!(room.table.watchers().is_empty());
    // Continued elsewhere, perhaps where carol is not.
    let mut table = Table::new(room.table.key().clone());
    for entry in &log {
        table.apply(entry).unwrap();
    }
    assert_eq!(table.watching(), ["carol"]);
    let event = Event::Continued {
        adjourned: room.now,
        settings: table.settings().clone(),
    };
    table
        .apply(&Entry {
            at: room.now,
            event,
        })
        .unwrap();
    assert!(table.watching().is_empty());
}

#[test]
fn watching_ends_when_it_is_said() {
    let mut room = watched();
    let text = room.refused("carol", "!watch");
    assert!(text.contains("watch this game already"), "{text}");
    let reply = room.say("carol", "!watch off");
    let text = room.text(&reply);
    assert!(
        text.contains("don't watch alice – bob in #room any more"),
        "{text}"
    );
    assert!(told(&mut room, "alice", "!E4").is_empty());
    let text = room.refused("carol", "!watch stop");
    assert!(text.contains("aren't watching a game"), "{text}");
    // Who cannot be told is out as well.
    room.say("carol", "!watch on");
    let person = "carol".to_owned();
    let unreached = Trigger::Unreached { person };
    let outcome = handle(&room.table, &unreached, &room.context(&[])).unwrap();
    assert!(room.take(outcome).is_empty());
    assert!(room.table.watchers().is_empty());
}

#[test]
fn players_need_no_watch_and_watchers_who_play_watch_no_longer() {
    let mut room = watched();
    let text = room.refused("bob", "!watch");
    assert!(text.contains("You play in this game yourself"), "{text}");
    room.other_present = Some(true);
    room.say("bob", "!seat @carol");
    room.say("carol", "!accept");
    assert!(room.table.watchers().is_empty());
}

#[test]
fn where_nobody_can_be_told_nobody_watches() {
    let mut room = watched();
    room.answer = Some(Answer::Watched(WatchedGames {
        untold: true,
        ..WatchedGames::default()
    }));
    let text = room.refused("dave", "!watch");
    assert!(text.contains("!board"), "{text}");
    assert_eq!(room.table.watching(), ["carol"]);
    // Who watches already can end it, and players are told of their turns anyway.
    room.say("carol", "!watch off");
    assert!(room.table.watching().is_empty());
    let text = room.refused("bob", "!watch");
    assert!(text.contains("You play in this game yourself"), "{text}");
}

#[test]
fn watching_is_bounded() {
    let mut room = watched();
    for number in 1..MOST_WATCHERS {
        room.say(&format!("w{number}"), "!watch");
    }
    let text = room.refused("late", "!watch");
    assert!(text.contains("20 people watch this game already"), "{text}");
    assert_eq!(told(&mut room, "alice", "!E4").len(), MOST_WATCHERS);
    room.say("carol", "!watch off");
    let table = Table::new(room.table.key().clone());
    room.answer = Some(Answer::Watched(WatchedGames {
        tables: vec![(3, table)],
        total: MOST_WATCHED,
        untold: false,
    }));
    let text = room.refused("carol", "!watch");
    assert!(text.contains("watch 5 games at a time"), "{text}");
    assert!(
        text.contains("`!watch off 3`") || text.contains("!watch off 3"),
        "{text}"
    );
}

#[test]
fn without_a_game_it_says_how_or_what_is_watched() {
    let mut room = Room::new();
    room.answer = Some(Answer::Watched(WatchedGames::default()));
    let reply = room.say("carol", "!watch");
    let text = room.text(&reply);
    assert!(text.starts_with("There's no game going on here."), "{text}");
    for text in ["!watch #elsewhere", "!watch 2"] {
        let text = room.refused("carol", text);
        assert!(text.starts_with("There's no running game there"), "{text}");
    }
    let other = watched().table;
    room.answer = Some(Answer::Watched(WatchedGames {
        tables: vec![(2, other)],
        total: 3,
        untold: false,
    }));
    for text in [
        {
            let reply = room.say("carol", "!watch");
            room.text(&reply)
        },
        room.refused("carol", "!watch off"),
        room.refused("carol", "!watch off 3"),
    ] {
        assert!(text.contains("2. #room · alice – bob"), "{text}");
        assert!(text.contains("2 more games elsewhere"), "{text}");
        assert!(text.contains("!watch off 2"), "{text}");
    }
}

#[test]
fn whoever_had_their_data_deleted_watches_no_longer() {
    let mut room = watched();
    let by = Person::forgotten(7);
    let at = room.now;
    let entry = Entry {
        at,
        event: Event::Watched { by },
    };
    room.table.apply(&entry).unwrap();
    assert!(room.table.has_left());
    // They are told nothing meanwhile.
    let watched = told(&mut room, "alice", "!E4");
    assert_eq!(only(&room, watched).0.only_for.unwrap().id, "carol");
    let outcome = handle(&room.table, &Trigger::Left, &room.context(&[])).unwrap();
    assert!(room.take(outcome).is_empty());
    assert_eq!(room.table.watching(), ["carol"]);
    assert!(!room.table.has_left());
}

#[test]
fn a_clock_that_is_set_back_delays_nobody() {
    let mut room = watched();
    assert_eq!(told(&mut room, "alice", "!E4").len(), 1);
    let from = room.now;
    room.now -= SignedDuration::from_hours(1);
    let to = room.now;
    let trigger = Trigger::Outage { from, to };
    let context = Context {
        now: to,
        ..room.context(&[])
    };
    let outcome = handle(&room.table, &trigger, &context).unwrap();
    room.take(outcome);
    assert_eq!(told(&mut room, "bob", "!E5").len(), 1);
}
