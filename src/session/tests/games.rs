//! Games, from the challenge to the result.

use jiff::SignedDuration;

use super::Room;
use crate::engine;
use crate::game::{Color, Stage};
use crate::session::{Arg, Entry, Event, Outcome, Phrase, Reply, Table, Trigger, handle};

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
    assert!(text.contains("bob (white) against alice (black)"), "{text}");
    assert!(text.contains("place ring 1 of 5"), "{text}");
    assert!(reply.board().is_some());
    assert_eq!(
        reply
            .mentions()
            .map(|one| one.id.as_str())
            .collect::<Vec<_>>(),
        ["bob"]
    );
    assert!(
        room.refused("carol", "!challenge anyone")
            .contains("are playing here")
    );
    assert!(
        room.refused("carol", "!place A4")
            .contains("you're watching")
    );
    assert!(room.refused("alice", "!place A4").contains("bob's turn"));
}

#[test]
fn challenges_are_declined_withdrawn_and_lapse() {
    let mut room = Room::new();
    room.say("alice", "!challenge @bob");
    room.say("bob", "!decline");
    assert!(
        room.refused("bob", "!accept")
            .contains("Nobody has challenged you")
    );
    room.say("alice", "!challenge anyone");
    room.say("alice", "!withdraw");
    room.refused("bob", "!accept");
    room.say("alice", "!challenge bob");
    room.say("carol", "!challenge @bob");
    assert!(room.refused("bob", "!accept").contains("alice, carol"));
    assert_eq!(
        room.table.pending().waiting().wake_at,
        Some(room.now + SignedDuration::from_hours(24))
    );
    room.now += SignedDuration::from_hours(23);
    let bell = |room: &mut Room| {
        let outcome = handle(
            &room.table,
            &Trigger::Timer { now: room.now },
            &room.context(&[]),
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
fn players_choose_rows_and_rings() {
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
            .contains("Remove a row")
    );
    assert!(room.refused("alice", "!row 2").contains("no row 2"));
    assert!(
        room.refused("alice", "!row E2 E6")
            .contains("You have no row")
    );
    assert!(room.refused("bob", "!row 1").contains("alice's turn"));
    // All or none are taken, and the first faulty one is named.
    let text = room.refused("alice", "!row 1, ring C3");
    assert!(text.contains("step 2 (“ring C3”)"), "{text}");
    let reply = room.say("alice", "!row 1");
    assert_eq!(reply.choices.len(), 5);
    let reply = room.say("alice", "!ring I8");
    let text = room.text(&reply);
    assert!(text.contains("ring 1 of 3"), "{text}");
    assert!(text.contains("bob (black), your turn"), "{text}");
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
        assert_eq!(reply.board().unwrap().last.len(), 3, "{last}");
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
    assert!(room.refused("alice", "!undo").contains("already asked bob"));
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
    // An offer lapses when the game goes on.
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
    assert!(room.text(&reply).contains("alice offers a draw"));
    let reply = room.say("bob", "!draw");
    assert!(room.text(&reply).contains("Draw agreed"));
    assert!(room.refused("alice", "!A4").contains("Draw agreed"));
    room.say("bob", "!rematch");
    let reply = room.say("alice", "!rematch");
    assert!(
        room.text(&reply)
            .contains("bob (white) against alice (black)")
    );
    let reply = room.say("alice", "!resign");
    assert_eq!(reply.choices.len(), 2);
    room.say("alice", "!resign no");
    let reply = room.say("alice", "!resign yes");
    assert!(room.text(&reply).contains("alice resigned. bob won"));
    let reply = room.say("carol", "!export");
    let file = reply.file.unwrap();
    assert!(file.content.contains("resignation"), "{}", file.content);
    room.say("alice", "!theme dark");
    let reply = room.say("carol", &format!("!import {}", file.content));
    assert!(room.text(&reply).contains("White won"));
    let theme = reply.board().unwrap().settings.theme.as_deref();
    assert_eq!(theme, Some("dark"));
    room.say("carol", "!export sgf");
}

#[test]
fn the_bot_plays_its_turns_and_grants_what_it_is_asked() {
    let mut room = Room::new();
    room.say("alice", "!play black");
    let mut turns = 0;
    while let Some(game) = room.table.running() {
        let position = *game.position();
        if room.table.pending().waiting().engine {
            let turn = Trigger::Turn(engine::turn(&position, 3));
            let outcome = handle(&room.table, &turn, &room.context(&[])).unwrap();
            let replies = room.take(outcome);
            assert_eq!(replies.len(), 1);
            assert!(replies[0].board().is_some());
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
            assert!(reply.board().is_some());
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
    assert!(!room.table.pending().waiting().engine);
}

#[test]
fn logs_survive_json() {
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
    let reply = Reply::say(Phrase::new("x").with("y", Arg::Number(3)));
    let json = serde_json::to_string(&reply).unwrap();
    assert_eq!(serde_json::from_str::<Reply>(&json).unwrap(), reply);
}

#[test]
fn a_draw_may_be_accepted_after_the_offering_player_has_moved() {
    let mut room = Room::new();
    room.begin();
    room.say("alice", "!draw");
    room.say("alice", "!A4");
    let reply = room.say("bob", "!accept");
    assert!(room.text(&reply).contains("Draw agreed"));

    let mut room = Room::new();
    room.begin();
    room.say("alice", "!draw");
    room.say("alice", "!A4");
    let reply = room.say("bob", "!A5");
    assert!(room.text(&reply).contains("has expired"));
    assert!(
        room.refused("bob", "!accept")
            .contains("alice hasn't asked you")
    );
}

#[test]
fn a_lapsed_challenge_cannot_be_accepted_even_before_the_timer_fires() {
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
    let turn = Trigger::Turn(engine::turn(&position, 3));
    let outcome = handle(&room.table, &turn, &room.context(&[]));
    assert_eq!(outcome, Ok(Outcome::nothing(&room.table)));
}
