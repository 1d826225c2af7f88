//! What follows a decision by itself.

use super::Room;
use crate::game::{GameResult, Stage};
use crate::session::Reply;

/// Neither side has a move left in it.
const STUCK: &str = "RmMr/1Mm1mM1/1M1MM1M1/1m2m2m1/1m2MM2M1/m2m1m2m/RmmmmMmMMr/M1M3m1M/mM4MM/\
                     RMmMMMr/4 w w move 2-2 normal";

impl Room {
    /// A game in which a row of alice's will stand after her next move, E5 to E6.
    pub(super) fn before_row() -> Self {
        let mut room = Self::new();
        room.begin();
        room.place_rings();
        for (white, black) in [
            ("E1 E2", "B1 B2"),
            ("E2 E3", "B2 B3"),
            ("E3 E4", "B3 B4"),
            ("E4 E5", "K7 K8"),
        ] {
            room.say("alice", &format!("!move {white}"));
            room.say("bob", &format!("!move {black}"));
        }
        room
    }

    pub(super) fn stuck() -> Self {
        let mut room = Self::new();
        room.begin();
        room.table.game.as_mut().unwrap().position = STUCK.parse().unwrap();
        room
    }

    fn stage(&self) -> Stage {
        self.table.game().unwrap().position().stage()
    }

    fn played_for(&self, reply: &Reply) -> Vec<String> {
        let text = self.text(reply);
        let lines = text.lines().filter(|line| line.starts_with("Only one"));
        lines.map(str::to_owned).collect()
    }
}

#[test]
fn nothing_is_played_for_who_did_not_ask() {
    let mut room = Room::before_row();
    room.say("bob", "!auto on");
    room.say("alice", "!auto on");
    room.say("alice", "!auto off");
    let reply = room.say("alice", "!E5 E6");
    assert_eq!(room.played_for(&reply), [""; 0]);
    assert_eq!(room.stage(), Stage::Row);
}

#[test]
fn the_only_row_is_played_and_a_choice_is_not() {
    let mut room = Room::before_row();
    room.say("alice", "!auto on");
    let reply = room.say("alice", "!E5 E6");
    assert_eq!(
        room.played_for(&reply),
        ["Only one choice, so I played it for alice: alice removed the row E1–E5."]
    );
    // Which ring to remove is hers to say, and the picture shows that.
    assert_eq!(room.stage(), Stage::Ring);
    assert_eq!(reply.board().unwrap().position.stage(), Stage::Ring);
    assert!(!reply.choices.is_empty());
}

#[test]
fn one_decision_may_lead_to_another_until_the_game_is_over() {
    for (alice, bob, expected) in [("on", "off", 0), ("off", "on", 1), ("on", "on", 1)] {
        let mut room = Room::stuck();
        room.say("alice", &format!("!auto {alice}"));
        room.say("bob", &format!("!auto {bob}"));
        let reply = room.say("alice", "!pass");
        assert_eq!(room.played_for(&reply).len(), expected, "{alice} {bob}");
        let result = room.table.game().unwrap().result();
        assert_eq!(result, (expected > 0).then_some(GameResult::Draw));
    }
}

#[test]
fn what_is_taken_back_is_not_played_again_by_itself() {
    let mut room = Room::before_row();
    room.say("alice", "!auto on");
    room.say("alice", "!E5 E6");
    room.say("alice", "!undo");
    room.say("bob", "!accept");
    assert_eq!(room.stage(), Stage::Move);
    // Once she has decided something herself, it goes on.
    let reply = room.say("alice", "!E5 E6");
    assert_eq!(room.played_for(&reply).len(), 1);
    // bob's undo takes back everything since his last turn.
    room.say("bob", "!undo");
    room.say("alice", "!accept");
    assert_eq!(room.stage(), Stage::Move);
    let mut room = Room::stuck();
    room.say("bob", "!auto on");
    room.table.game.as_mut().unwrap().after_undo = [true; 2];
    let reply = room.say("alice", "!pass");
    assert_eq!(room.played_for(&reply), [""; 0]);
}

#[test]
fn an_open_offer_is_answered_first() {
    let offered = || {
        let mut room = Room::stuck();
        room.say("bob", "!auto on");
        room.say("alice", "!draw");
        let reply = room.say("alice", "!pass");
        assert_eq!(room.played_for(&reply), [""; 0]);
        room
    };
    assert_eq!(offered().say("bob", "!accept").choices.len(), 4);
    for (person, answer) in [("bob", "!decline"), ("alice", "!withdraw")] {
        let mut room = offered();
        let reply = room.say(person, answer);
        assert_eq!(room.played_for(&reply).len(), 1, "{answer}");
        assert_eq!(room.stage(), Stage::Over);
    }
}

#[test]
fn a_refused_offer_and_a_new_player_hold_nothing_up() {
    let mut room = Room::before_row();
    room.say("alice", "!auto on");
    room.say("alice", "!draw");
    let reply = room.say("alice", "!E5 E6");
    assert_eq!(room.played_for(&reply), [""; 0]);
    let reply = room.say("bob", "!decline");
    assert_eq!(room.played_for(&reply).len(), 1);
    assert!(reply.board().is_some());

    let mut room = Room::before_row();
    room.say("carol", "!auto on");
    room.say("alice", "!E5 E6");
    room.say("alice", "!seat @carol");
    let reply = room.say("carol", "!accept");
    assert_eq!(room.played_for(&reply).len(), 1);
}

#[test]
fn the_offer_of_the_other_seat_holds_nothing_up() {
    let mut room = Room::before_row();
    room.say("alice", "!auto on");
    room.say("bob", "!seat @carol");
    let reply = room.say("alice", "!E5 E6");
    assert!(room.table.seat_offer().is_some());
    assert_eq!(room.played_for(&reply).len(), 1);
}
