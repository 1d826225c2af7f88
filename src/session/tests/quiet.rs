//! Quiet hours: reminders and questions keep out of them, and nobody is woken.

use jiff::Timestamp;

use super::Room;
use crate::session::{Reply, Settings};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A table at which it is this time of the day.
fn room(time: &str) -> Room {
    Room {
        now: format!("2026-01-02T{time}:00Z").parse().unwrap(),
        ..Room::new()
    }
}

fn quiet(hours: &str) -> Settings {
    Settings {
        quiet: Some(hours.parse().unwrap()),
        ..Settings::default()
    }
}

impl Room {
    /// What is said by itself until a moment, with the times.
    fn heard(&mut self, seconds: i64) -> Vec<(String, Reply)> {
        let until = self.now.as_second() + seconds;
        let mut heard = Vec::new();
        while self.now.as_second() < until {
            let wake_at = self.table.pending().wake_at;
            let next = wake_at.map_or(until, |at| at.as_second().min(until));
            let replies = self.wait(next - self.now.as_second());
            let time = self.now.strftime("%d %H:%M").to_string();
            heard.extend(replies.into_iter().map(|reply| (time.clone(), reply)));
        }
        self.now = Timestamp::from_second(until).unwrap();
        heard
    }

    fn times(&mut self, seconds: i64) -> Vec<String> {
        let heard = self.heard(seconds);
        heard.into_iter().map(|(time, _)| time).collect()
    }
}

#[test]
fn a_reminder_waits_for_the_end_of_quiet_hours() {
    let mut room = room("12:00");
    room.say("alice", "!set quiet 22:00-8:00");
    room.say("alice", "!challenge @bob 1d white");
    room.say("bob", "!accept");
    // Half of the time is left at midnight, a tenth at 9:36.
    let heard = room.heard(23 * HOUR);
    let times: Vec<&str> = heard.iter().map(|(time, _)| time.as_str()).collect();
    assert_eq!(times, ["03 08:00", "03 09:36"]);
    assert!(room.text(&heard[0].1).contains("you have 4h left"));
    assert!(!heard[0].1.silent);
    assert_eq!(room.times(HOUR), ["03 12:00"]);
    let log: Vec<String> = room
        .log
        .iter()
        .map(|entry| serde_json::to_string(entry).unwrap())
        .collect();
    assert!(
        log.iter().any(|entry| entry.contains("rescheduled")),
        "{log:?}"
    );
}

#[test]
fn a_reminder_comes_early_if_later_is_too_late() {
    let mut room = room("15:00");
    room.say("alice", "!set quiet 22-8");
    room.say("alice", "!challenge @bob 12h white");
    room.say("bob", "!accept");
    // Half is left at 21:00, a tenth at 1:48.
    assert_eq!(room.times(13 * HOUR), ["02 21:00", "02 21:30", "03 03:00"]);
}

#[test]
fn a_turn_that_begins_and_ends_in_quiet_hours_is_reminded_of_without_a_sound() {
    let begin = || {
        let mut room = room("23:00");
        room.say("alice", "!set quiet 22-8");
        room.say("alice", "!challenge @bob 4h white");
        room.say("bob", "!accept");
        room
    };
    let mut room = begin();
    let heard = room.heard(3 * HOUR + 50 * MINUTE);
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert!(heard.iter().all(|(_, reply)| reply.silent));
    // A place stays quiet.
    let mut room = begin();
    room.inherited.quiet = quiet("22-8").quiet;
    assert_eq!(room.times(5 * HOUR), ["03 03:00"]);
    // But a private message is not said there.
    let mut room = begin();
    room.inherited.quiet = quiet("22-8").quiet;
    room.say("alice", "!remind private");
    assert_eq!(room.times(3 * HOUR), ["03 01:00"]);
}

#[test]
fn quiet_hours_of_a_place_hold_for_reminders_there() {
    let mut room = room("12:00");
    room.inherited.quiet = quiet("22:00-08:00 -01:00").quiet;
    room.say("alice", "!challenge @bob 1d white");
    room.say("bob", "!accept");
    assert_eq!(room.times(23 * HOUR), ["03 09:00", "03 09:36"]);
    let mut room = self::room("12:00");
    room.inherited.quiet = quiet("22:00-08:00").quiet;
    room.say("alice", "!remind private");
    room.say("alice", "!challenge @bob 1d white");
    room.say("bob", "!accept");
    assert_eq!(room.times(23 * HOUR), ["03 00:00", "03 09:36"]);
}

#[test]
fn reminders_follow_what_happens_and_what_is_set() {
    let mut room = room("12:00");
    room.say("alice", "!challenge @bob 1d white");
    room.say("bob", "!accept");
    room.say("alice", "!set quiet 22-8");
    // Nobody has told the table; the reminder that falls due moves all the same.
    assert_eq!(room.times(12 * HOUR), [""; 0]);
    // Another four days: half of them are left on the fifth, at midnight.
    room.say("bob", "!give-time 4d");
    assert_eq!(room.times(3 * DAY - HOUR), ["05 08:00"]);
    room.say("alice", "!set quiet off");
    room.say("alice", "!E5");
    assert_eq!(room.times(13 * HOUR).len(), 1);
}

#[test]
fn a_question_waits_for_the_end_of_quiet_hours() {
    let mut room = room("23:00");
    room.begin();
    room.say("bob", "!set quiet 22-8");
    room.inherited.quiet = quiet("7-9").quiet;
    assert_eq!(room.times(15 * DAY), ["17 09:00"]);
    // What ends happens at its second.
    assert_eq!(room.times(14 * DAY), ["30 23:00"]);
}

#[test]
fn a_round_of_votes_goes_on_until_quiet_hours_are_over() {
    let mut room = room("22:30");
    room.inherited.quiet = quiet("22-8").quiet;
    room.say("alice", "!vote-game 3 1 10m blitz white");
    room.say("bob", "!A4");
    let heard = room.heard(12 * HOUR);
    let times: Vec<&str> = heard.iter().map(|(time, _)| time.as_str()).collect();
    assert_eq!(times, ["02 22:30", "03 08:00"]);
    assert!(room.text(&heard[1].1).contains("ring on A4"));
}

#[test]
fn whoever_has_quiet_hours_is_mentioned_without_a_sound() {
    let mut room = room("23:00");
    room.begin();
    room.say("bob", "!set quiet 22-8");
    let to_bob = room.say("alice", "!E5");
    assert!(to_bob.silent);
    let to_alice = room.say("bob", "!E6");
    assert!(!to_alice.silent);
    // Nobody is mentioned.
    assert!(!room.say("bob", "!status").silent);
    room.now += jiff::SignedDuration::from_hours(12);
    assert!(!room.say("alice", "!E7").silent);
}
