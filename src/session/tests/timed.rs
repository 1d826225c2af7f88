//! Timed games: what is agreed on, deadlines, reminders, time given.

use jiff::SignedDuration;

use super::Room;
use crate::game::{Color, GameRecord, GameResult, Termination};
use crate::session::{Ending, Event, Reply, TimeControl};

pub(super) const HOUR: i64 = 3600;
pub(super) const DAY: i64 = 24 * HOUR;

impl Room {
    /// alice (white) challenges bob to a timed game, and bob accepts.
    pub(super) fn begin_timed(&mut self, time: &str) {
        self.say("alice", &format!("!challenge @bob {time} white"));
        self.say("bob", "!accept");
    }

    pub(super) fn left(&self, color: Color) -> i64 {
        let game = self.table.game().unwrap();
        game.clock().unwrap().left(color, self.now).as_secs()
    }

    fn texts(&self, replies: &[Reply]) -> Vec<String> {
        replies.iter().map(|reply| self.text(reply)).collect()
    }

    pub(super) fn record(&mut self) -> String {
        let file = self.say("carol", "!export").file.unwrap();
        // Long lines of turns are broken.
        let (tags, turns) = file.content.split_once("\n\n").unwrap();
        format!("{tags}\n\n{}\n", turns.trim_end().replace('\n', " "))
    }
}

#[test]
fn the_time_is_agreed_on_in_the_challenge() {
    for (words, time, told) in [
        ("@bob 3d", "3d", "YINSH, 3d a turn, with random colours."),
        ("3d @bob", "3d", "3d a turn"),
        ("blitz 5d+12h @bob", "5d+12h", "5d each, plus 12h a turn"),
        ("white 15m+10s bob", "15m+10s", "15m each, plus 10s a turn"),
        ("@bob 10m+0", "10m+0s", "10m each for the whole game"),
        ("@bob untimed", "untimed", "YINSH, with random colours."),
        ("@bob", "untimed", "YINSH, with random colours."),
    ] {
        let mut room = Room::new();
        let reply = room.say("alice", &format!("!challenge {words}"));
        let text = room.text(&reply);
        assert!(text.contains(told), "{words}: {text}");
        let reply = room.say("bob", "!accept");
        let text = room.text(&reply);
        let game = room.table.game().unwrap();
        assert_eq!(game.time().to_string(), time);
        let timed = !game.time().is_untimed();
        assert_eq!(text.contains(" Time: "), timed, "{text}");
        assert_eq!(text.contains(" Deadline: 2026-01-"), timed, "{text}");
        assert_eq!(reply.board().unwrap().clocks.is_some(), timed);
        assert_eq!(room.record().contains("[TimeControl "), timed);
    }
    let mut room = Room::new();
    for (words, told) in [
        ("@bob 31d", "too long"),
        ("@bob 5s", "at least a minute"),
        ("@bob 15+10", "Give units"),
        ("@bob 3d 5d", "gave two times: 3d and 5d"),
        ("3d", "missing"),
        ("@bob 3 days", "as one word"),
        ("3 d @bob", "as one word"),
        ("@bob 5d + 12h", "as one word"),
        ("@bob 3x", "don't understand “3x”"),
    ] {
        let text = room.refused("alice", &format!("!challenge {words}"));
        assert!(text.contains(told), "{words}: {text}");
    }
    let mut room = Room::new();
    room.say("alice", "!challenge @bob 3d rated");
    let status = room.say("carol", "!status");
    let status = room.text(&status);
    assert!(
        status.contains("to a rated normal game (3d a turn): "),
        "{status}"
    );
    let mut room = Room::new();
    // The default is for games between people; a rematch is played with the same time.
    room.inherited.clock = Some("2d".parse().unwrap());
    room.say("alice", "!challenge @bob");
    room.say("bob", "!accept");
    room.say("bob", "!resign yes");
    room.say("bob", "!rematch");
    room.say("alice", "!accept");
    assert_eq!(room.table.game().unwrap().time().to_string(), "2d");
    room.say("bob", "!resign yes");
    room.say("bob", "!play 1");
    assert_eq!(room.table.game().unwrap().time(), TimeControl::Untimed);
    room.say("bob", "!resign yes");
    room.say("bob", "!play 10m+5s");
    assert_eq!(room.table.game().unwrap().time().to_string(), "10m+5s");
}

#[test]
fn time_runs_out_at_its_own_moment_and_is_told_to_both() {
    let mut room = Room::new();
    room.begin_timed("1h");
    room.wait(10 * 60);
    room.say("alice", "!E4");
    room.wait(59 * 60);
    room.say("bob", "!E5");
    let deadline = room.now + SignedDuration::from_hours(1);
    assert_eq!(
        room.table.pending().wake_at,
        Some(deadline - SignedDuration::from_mins(30))
    );
    room.now = deadline - SignedDuration::from_nanos(1);
    room.fire();
    assert!(room.table.running().is_some());
    // The timer is late; the game ended in time.
    room.now = deadline + SignedDuration::from_hours(3);
    let replies = room.fire();
    assert_eq!(replies.len(), 1, "no reminder any more");
    let mentioned: Vec<&str> = replies[0].mentions().map(|one| one.id.as_str()).collect();
    assert_eq!(mentioned, ["alice", "bob"]);
    let text = room.text(&replies[0]);
    assert!(
        text.contains("alice, bob, time's up!\nalice ran out of time. bob won!"),
        "{text}"
    );
    let entry = room.log.last().unwrap();
    assert_eq!(entry.at, deadline);
    assert_eq!(entry.event, Event::TimedOut { by: Color::White });
    let game = room.table.game().unwrap();
    assert_eq!(game.ending(), Some(Ending::TimedOut(Color::White)));
    assert_eq!(game.result(), Some(GameResult::Black));
    assert_eq!(room.table.pending().wake_at, None);
    let text = room.record();
    for part in [
        "[Result \"0-1\"]",
        "[Termination \"time forfeit\"]",
        "[TimeControl \"1h\"]",
        "1. e4 {[%emt 0:10:00]} 2. e5 {[%emt 0:59:00]} 0-1\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let record = GameRecord::parse(&text).unwrap();
    assert_eq!(record.termination, Some(Termination::Time));
    let analysis = room.try_say("carol", &format!("!import {text}"));
    assert_eq!(analysis.unwrap().len(), 1);
}

#[test]
fn a_game_is_called_off_if_its_player_never_made_a_move() {
    for moves in [0, 1] {
        let mut room = Room::new();
        room.begin_timed("3d");
        if moves == 1 {
            room.say("alice", "!E4");
        }
        let replies = room.wait(3 * DAY);
        let text = room.texts(&replies).pop().unwrap();
        let absent = ["alice", "bob"][moves];
        assert!(
            text.contains(&format!("{absent} ran out of time with no ring")),
            "{text}"
        );
        assert!(replies.last().unwrap().choices.is_empty());
        let game = room.table.game().unwrap();
        assert_eq!((game.result(), game.is_over()), (None, true));
        let text = room.record();
        for part in ["[Result \"*\"]", "[Termination \"aborted\"]"] {
            assert!(text.contains(part), "{text}");
        }
        GameRecord::parse(&text).unwrap();
        room.say("alice", "!challenge @bob");
    }
}

#[test]
fn players_are_reminded_at_half_and_at_a_tenth() {
    let mut room = Room::new();
    room.begin_timed("20m");
    let replies = room.wait(600);
    assert_eq!(
        room.texts(&replies),
        [
            "alice, it's your turn against bob and you have 10m left. Deadline: 2026-01-02 03:24:05 UTC."
        ]
    );
    assert_eq!(replies[0].reminder, Some(1));
    let mentioned: Vec<&str> = replies[0].mentions().map(|one| one.id.as_str()).collect();
    assert_eq!(mentioned, ["alice"]);
    let version = room.table.version();
    let replies = room.wait(480);
    assert_eq!(replies[0].reminder, Some(2));
    assert!(room.text(&replies[0]).contains("you have 2m left"));
    assert_eq!(room.table.version(), version, "the board's choices stand");
    room.say("alice", "!E4");
    assert_eq!(room.wait(599), []);
    room.say("bob", "!E5");
    // A timer that is late by more than one reminder tells only the last.
    room.now += SignedDuration::from_secs(1090);
    let replies = room.fire();
    assert_eq!(replies.len(), 1);
    assert_eq!(replies[0].reminder, Some(2));
    assert_eq!(room.fire(), []);
}

#[test]
fn a_turn_of_several_decisions_is_charged_once() {
    let mut room = Room::new();
    room.begin_timed("1h+1m");
    room.place_rings();
    room.make_row();
    let left = room.left(Color::White);
    room.wait(60);
    room.say("alice", "!row 1");
    room.wait(60);
    assert_eq!(room.left(Color::White), left - 120);
    room.say("alice", "!ring I8");
    assert_eq!(room.left(Color::White), left - 60);
    assert!(room.record().contains(";xe1-e5xi8 {[%emt 0:02:00]}"));
    // At most twice the bank.
    assert_eq!(room.left(Color::Black), HOUR + 9 * 60);
}

#[test]
fn time_may_run_out_in_the_middle_of_a_turn() {
    let mut room = Room::new();
    room.begin_timed("1h");
    room.place_rings();
    room.wait(60);
    room.make_row();
    room.wait(600);
    room.say("alice", "!row 1");
    // Who is asked to remove a ring has an hour for all of the turn.
    let end = room.now + SignedDuration::from_mins(50);
    room.wait(HOUR);
    assert_eq!(room.log.last().unwrap().at, end);
    let text = room.record();
    assert!(text.ends_with(";xe1-e5 {[%emt 1:00:00]} 0-1\n"), "{text}");
    GameRecord::parse(&text).unwrap();
}

#[test]
fn what_is_taken_back_costs_no_time() {
    let mut room = Room::new();
    room.begin_timed("1h+1m");
    room.wait(600);
    room.say("alice", "!E4");
    room.wait(1200);
    room.say("bob", "!E5");
    room.wait(60);
    room.say("bob", "!undo");
    room.wait(60);
    room.say("alice", "!accept");
    assert_eq!(room.left(Color::White), HOUR - 540);
    assert_eq!(room.left(Color::Black), HOUR);
    room.wait(30);
    room.say("bob", "!E6");
    assert_eq!(room.left(Color::Black), HOUR + 30);
    assert!(
        room.record()
            .contains("1. e4 {[%emt 0:10:00]} 2. e6 {[%emt 0:00:30]} *")
    );
}

#[test]
fn the_opponent_may_give_time() {
    let mut room = Room::new();
    room.say("alice", "!challenge @bob white");
    room.say("bob", "!accept");
    assert!(room.refused("bob", "!give-time 1d").contains("no clock"));
    room.say("bob", "!resign yes");
    room.begin_timed("1h");
    room.wait(3000);
    let reply = room.say("bob", "!give-time 1d");
    assert_eq!(room.text(&reply), "bob gives alice 1d more: 1d 10m left.");
    assert_eq!(room.wait(DAY - 3600).len(), 1, "the reminder at a tenth");
    room.say("alice", "!E4");
    assert_eq!(room.left(Color::White), HOUR);
    room.say("alice", "!givetime 10m");
    room.say("alice", "!give-time 1m");
    let text = room.record();
    assert!(
        text.contains("1. e4 {[%emt 23:50:00] [%give w 24:00:00]} {[%give b 0:11:00]} *"),
        "{text}"
    );
    room.say("bob", "!E5");
    assert!(
        room.record()
            .contains("2. e5 {[%emt 0:00:00] [%give b 0:11:00]} *")
    );
    for (words, told) in [
        ("", "missing"),
        ("soon", "as a length of time"),
        ("31d", "too long"),
        ("59s", "too short"),
        ("1d 12h", "as one word"),
    ] {
        let text = room.refused("bob", &format!("!give-time {words}"));
        assert!(text.contains(told), "{words}: {text}");
    }
    assert!(room.refused("carol", "!give-time 1d").contains("watching"));
    room.say("bob", "!give-time 30d");
    let text = room.refused("bob", "!give-time 30d");
    assert!(text.contains("alice has 30d 1h left already"), "{text}");
}

#[test]
fn untimed_games_are_written_as_before() {
    let mut room = Room::new();
    room.begin();
    room.say("alice", "!E4");
    let log = serde_json::to_string(&room.log).unwrap();
    for word in ["time", "clock", "reminder"] {
        assert!(!log.contains(word), "{log}");
    }
    let reply = serde_json::to_string(&room.say("bob", "!E5")).unwrap();
    assert!(
        !reply.contains("clock") && !reply.contains("reminder"),
        "{reply}"
    );
    assert!(room.record().ends_with("1. e4 2. e5 *\n"));
}

#[test]
fn weekends_do_not_count_if_both_agreed() {
    for words in ["@bob 1d weekends-off white", "no-weekends white 1d @bob"] {
        let mut room = Room::new();
        // A Friday.
        let reply = room.say("alice", &format!("!challenge {words}"));
        assert!(
            room.text(&reply)
                .contains("YINSH, 1d a turn, weekends (UTC) off, playing white")
        );
        let reply = room.say("bob", "!accept");
        let text = room.text(&reply);
        assert!(text.contains("Deadline: 2026-01-05 03:04:05 UTC"), "{text}");
        // Half of the day is left on Friday, a tenth on Monday.
        let replies = room.wait(12 * HOUR);
        assert!(room.text(&replies[0]).contains("you have 12h left"));
        assert_eq!(room.wait(2 * DAY), []);
        assert_eq!(room.left(Color::White), 3 * HOUR + 245);
        room.wait(HOUR);
        room.say("alice", "!E4");
        let text = room.record();
        for part in [
            "[TimeControl \"1d\"]\n[Weekends \"off\"]\n",
            "1. e4 {[%emt 20:55:55]} *",
        ] {
            assert!(text.contains(part), "{text}");
        }
        room.say("alice", "!resign yes");
        room.say("bob", "!rematch");
        room.say("alice", "!accept");
        let clock = room.table.game().unwrap().clock().unwrap();
        assert!(
            clock.weekends_off(),
            "a rematch is played on the same terms"
        );
    }
    let mut room = Room::new();
    for words in ["!challenge @bob weekends-off", "!play weekends-off"] {
        assert!(
            room.refused("alice", words)
                .contains("only makes sense with a clock")
        );
    }
    room.say("alice", "!play 1 3d weekends-off");
}

#[test]
fn a_new_player_is_reminded_from_the_beginning() {
    let mut room = Room::new();
    room.begin_timed("20m");
    assert_eq!(room.wait(1080).len(), 2);
    room.say("bob", "!give-time 1h");
    room.say("alice", "!seat @carol");
    room.say("carol", "!accept");
    let replies = room.wait(40 * 60);
    assert_eq!(replies.len(), 1);
    assert_eq!(replies[0].reminder, Some(1));
    let mentioned: Vec<&str> = replies[0].mentions().map(|one| one.id.as_str()).collect();
    assert_eq!(mentioned, ["carol"]);
}

#[test]
fn a_turn_that_is_told_late_has_its_deadline_as_it_is_now() {
    let mut room = Room::new();
    room.begin_timed("1h");
    let moved = room.say("alice", "!E4");
    let asked = room.say("carol", "!status");
    let given = room.say("alice", "!give-time 1h");
    let told = |room: &Room, reply: &Reply| {
        let mut reply = reply.clone();
        room.table.retime(&mut reply);
        room.text(&reply)
    };
    assert!(room.text(&moved).contains("Deadline: 2026-01-02 04:04:05"));
    for reply in [&moved, &asked] {
        let text = told(&room, reply);
        assert!(text.contains("Deadline: 2026-01-02 05:04:05"), "{text}");
        let before = room.text(reply);
        assert_eq!(text.lines().count(), before.lines().count());
        assert_eq!(text.contains('@'), before.contains('@'));
    }
    assert_eq!(told(&room, &given), room.text(&given));
    // About a game elsewhere.
    let mut other = Room::new();
    other.say("bob", "!challenge @alice white 1h");
    other.say("alice", "!accept");
    let elsewhere = other.say("bob", "!E4");
    assert_eq!(elsewhere.version, moved.version);
    assert_eq!(told(&room, &elsewhere), other.text(&elsewhere));
    // The turn has passed.
    room.say("bob", "!E5");
    assert_eq!(told(&room, &moved), room.text(&moved));
}
