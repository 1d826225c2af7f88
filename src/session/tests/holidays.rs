//! Holidays, as a table hears of them.

use jiff::{SignedDuration, Timestamp};

use super::Room;
use crate::game::Color;
use crate::session::{Reply, Trigger, handle};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

impl Room {
    /// The table hears until when these persons are on holiday.
    fn hears(&mut self, away: &[(&str, Timestamp)]) -> Vec<Reply> {
        let away = away
            .iter()
            .map(|(person, until)| ((*person).to_owned(), *until))
            .collect();
        let outcome = handle(&self.table, &Trigger::Holidays { away }, &self.context(&[]));
        self.take(outcome.unwrap())
    }
}

#[test]
fn a_table_that_hears_of_a_holiday_twice_is_told_once() {
    let mut room = Room::new();
    room.begin_timed("1d");
    let until = room.now + SignedDuration::from_hours(48);
    assert_eq!(room.hears(&[("carol", until)]), []);
    let version = room.table.version();
    let replies = room.hears(&[("alice", until)]);
    assert!(
        room.text(&replies[0])
            .contains("alice is on holiday until 2026-01-04")
    );
    assert_eq!(room.table.version(), version, "the board's choices stand");
    assert_eq!(room.hears(&[("alice", until)]), []);
    assert_eq!(room.table.pending().wake_at, Some(until));
    // A turn that is taken back leaves the holiday.
    room.say("alice", "!E4");
    room.wait(HOUR);
    room.say("bob", "!E5");
    room.say("alice", "!undo");
    room.say("bob", "!accept");
    room.wait(10 * HOUR);
    assert_eq!(room.left(Color::White), DAY);
    let board = room.say("carol", "!board").board().unwrap().clone();
    let caption = room.words.caption(&board, None);
    assert_eq!(caption, "alice: place a ring (alice on holiday)");
    // She is back early.
    let replies = room.hears(&[]);
    let text = room.text(&replies[0]);
    assert!(
        text.contains("alice is back from holiday.\nalice (white), place"),
        "{text}"
    );
    room.wait(HOUR);
    assert_eq!(room.left(Color::White), DAY - HOUR);
    assert_eq!(room.hears(&[]), []);
    // Holidays do not hold in faster games, nor against the bot.
    room.say("alice", "!resign yes");
    room.begin_timed("23h");
    assert_eq!(room.hears(&[("alice", until)]), []);
    room.say("alice", "!resign yes");
    room.say("alice", "!play 1 2d");
    assert_eq!(room.hears(&[("alice", until)]), []);
}

#[test]
fn a_holiday_goes_on_if_the_bot_takes_the_other_seat_over() {
    let mut room = Room::new();
    room.begin_timed("1d");
    let until = room.now + SignedDuration::from_hours(48);
    assert_eq!(room.hears(&[("alice", until)]).len(), 1);
    room.say("bob", "!standin 3");
    assert_eq!(room.hears(&[("alice", until)]), []);
    room.wait(40 * HOUR);
    assert_eq!(room.left(Color::White), DAY);
    let replies = room.wait(8 * HOUR);
    assert!(room.text(&replies[0]).contains("alice is back"));
    // The next one is against the bot.
    let until = room.now + SignedDuration::from_hours(48);
    assert_eq!(room.hears(&[("alice", until)]), []);
}
