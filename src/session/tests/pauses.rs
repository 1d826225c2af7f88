//! Pauses: agreed on, asked for, ended.

use jiff::SignedDuration;

use super::Room;
use super::timed::{DAY, HOUR};
use crate::game::Color;
use crate::session::event::Offer;
use crate::session::{Reply, Trigger, handle};

#[test]
fn the_clock_stops_while_both_want_it() {
    let mut room = Room::new();
    room.begin_timed("1h");
    room.wait(600);
    assert!(room.refused("bob", "!resume").contains("isn't paused"));
    room.say("bob", "!pause");
    room.say("alice", "!decline");
    room.say("bob", "!pause");
    let reply = room.say("alice", "!accept");
    let text = room.text(&reply);
    assert!(text.contains("paused until 2026-02-01"), "{text}");
    let board = room.say("carol", "!board").board().unwrap().clone();
    assert!(board.stands);
    assert_eq!(room.words.caption(&board, None), "Paused, alice is next");
    for (name, command) in [("alice", "!E4"), ("alice", "!hint"), ("bob", "!pause")] {
        assert!(room.refused(name, command).contains("paused until"));
    }
    assert_eq!(room.wait(10 * DAY), []);
    assert_eq!(room.left(Color::White), 3000);
    let reply = room.say("carol", "!status");
    assert!(room.text(&reply).contains("Time left: white 50m, black 1h"));
    assert!(room.refused("carol", "!resume").contains("watching"));
    room.say("alice", "!resume");
    room.wait(600);
    assert_eq!(room.left(Color::White), 2400);
    room.say("alice", "!pause");
    room.say("bob", "!pause");
    let replies = room.wait(30 * DAY);
    assert!(
        room.text(&replies[0])
            .contains("alice, bob, the pause is over")
    );
    assert_eq!(room.left(Color::White), 2400);
    room.say("alice", "!E4");
    assert!(room.record().contains("1. e4 {[%emt 0:20:00]} *"));
}

impl Room {
    /// alice (white) is to move in a timed game, and the clock is paused.
    fn begin_paused(&mut self, time: &str) {
        self.begin_timed(time);
        self.say("bob", "!pause");
        self.say("alice", "!accept");
    }

    fn is_paused(&self) -> bool {
        self.table.running().unwrap().is_paused()
    }

    fn offer(&self) -> Option<(Color, Offer)> {
        self.table.running().unwrap().offer
    }
}

#[test]
fn nobodys_clock_starts_without_them_in_a_live_game() {
    let mut room = Room::new();
    room.begin_paused("1h");
    let asked = room.say("bob", "!resume");
    let text = room.text(&asked);
    assert!(
        text.contains("bob would like to continue. alice, "),
        "{text}"
    );
    assert!(text.contains("paused until"), "{text}");
    let mentioned: Vec<_> = asked.mentions().map(|one| one.name.clone()).collect();
    assert_eq!(mentioned, ["alice"]);
    let commands = |reply: &Reply| -> Vec<String> {
        let choices = reply.choices.iter();
        choices.map(|choice| choice.command.clone()).collect()
    };
    assert_eq!(commands(&asked), ["accept", "decline"]);
    let status = room.say("carol", "!status");
    assert!(room.text(&status).contains("bob would like to continue"));
    for (name, command, told) in [
        ("bob", "!resume", "already asked alice"),
        ("bob", "!accept", "alice has to answer"),
        ("alice", "!E4", "paused until"),
        ("alice", "!draw", "bob asked you first"),
        ("carol", "!resume", "watching"),
        ("carol", "!accept", "are playing here"),
        ("carol", "!withdraw", "nothing to take back"),
    ] {
        let text = room.refused(name, command);
        assert!(text.contains(told), "{name} {command}: {text}");
    }
    room.wait(DAY);
    let declined = room.say("alice", "!decline");
    let text = room.text(&declined);
    assert!(
        text.contains("alice would rather not continue yet"),
        "{text}"
    );
    assert_eq!(commands(&declined), ["resume"]);
    room.say("bob", "!resume");
    room.say("bob", "!withdraw");
    assert!(room.is_paused() && room.offer().is_none());
    for answer in ["!accept", "!resume"] {
        room.say("bob", "!resume");
        assert!(room.is_paused());
        let reply = room.say("alice", answer);
        let text = room.text(&reply);
        assert!(text.contains("alice resumed the game."), "{text}");
        assert!(!room.is_paused() && room.offer().is_none());
        assert_eq!(room.left(Color::White), HOUR);
        room.say("alice", "!pause");
        room.say("bob", "!accept");
    }
}

#[test]
fn a_request_to_continue_lapses() {
    // The pause ends by itself.
    let mut room = Room::new();
    room.begin_paused("1h");
    room.say("bob", "!resume");
    let told = room.wait(30 * DAY);
    assert_eq!(told.len(), 1);
    let text = room.text(&told[0]);
    assert!(text.contains("the pause is over"), "{text}");
    assert!(!text.contains("would like"), "{text}");
    assert_eq!(room.offer(), None);
    assert!(room.refused("alice", "!accept").contains("hasn't asked"));
    // Somebody else would have to agree.
    let mut room = Room::new();
    room.begin_paused("1h");
    room.say("bob", "!resume");
    room.say("alice", "!seat @carol");
    room.say("carol", "!accept");
    assert!(room.is_paused() && room.offer().is_none());
    room.say("bob", "!resume");
    room.say("carol", "!accept");
    assert!(!room.is_paused());
}

#[test]
fn a_pause_ends_at_once_where_nobody_is_surprised() {
    // Slow games.
    for (time, at_once) in [
        ("1d", true),
        ("1d+1h", true),
        ("23h59m", false),
        ("23h+2d", false),
        ("15m+10s", false),
    ] {
        let mut room = Room::new();
        room.begin_paused(time);
        room.say("bob", "!resume");
        assert_eq!(room.is_paused(), !at_once, "{time}");
    }
    // Their own clock starts; what else was asked still stands.
    let mut room = Room::new();
    room.begin_paused("1h");
    room.say("bob", "!draw");
    assert!(room.refused("bob", "!resume").contains("already asked"));
    room.say("alice", "!resume");
    assert!(!room.is_paused());
    assert_eq!(room.offer(), Some((Color::Black, Offer::Draw)));
    // The bot does not sleep.
    let mut room = Room::new();
    room.begin_paused("1h");
    room.say("bob", "!resume");
    room.say("alice", "!standin 1");
    assert_eq!(room.offer(), None);
    room.say("bob", "!resume");
    assert!(!room.is_paused());
    assert!(room.table.pending().turn.is_some());
}

#[test]
fn what_a_challenge_has_left_outlasts_a_clock_that_is_set() {
    let mut room = Room::new();
    room.say("alice", "!challenge @bob");
    let expires = |room: &Room| room.table.challenges()[0].expires;
    let before = expires(&room);
    let now = room.now;
    let hour = SignedDuration::from_hours(1);
    for (from, to, moved) in [
        (now, now - hour, -hour),
        (now - hour, now, SignedDuration::ZERO),
    ] {
        room.now = to;
        let outcome = handle(
            &room.table,
            &Trigger::Outage { from, to },
            &room.context(&[]),
        );
        room.take(outcome.unwrap());
        assert_eq!(expires(&room), before + moved);
    }
}

#[test]
fn the_bot_waits_while_the_game_is_paused() {
    let mut room = Room::new();
    room.say("alice", "!play 1 1h black");
    assert!(room.table.pending().turn.is_some());
    room.say("alice", "!pause");
    assert!(room.table.pending().turn.is_none());
    // Nobody is reminded of the bot's turn.
    room.say("alice", "!resume");
    assert!(room.table.pending().turn.is_some());
    let replies = room.wait(2 * HOUR);
    assert_eq!(replies.len(), 1);
}
