//! Holidays, as a table hears of them.

use jiff::{SignedDuration, Timestamp};

use super::Room;
use crate::game::Color;
use crate::session::{Holiday, Reply, Trigger, handle};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

impl Room {
    /// The table hears until when these persons are on holiday, and that the others are not.
    fn hears(&mut self, away: &[(&str, Timestamp)]) -> Vec<Reply> {
        let mut all = ["alice", "bob"].map(|name| (name, None)).to_vec();
        all.extend(away.iter().map(|&(person, until)| {
            let holiday = Holiday {
                began: self.now,
                until,
                early: false,
            };
            (person, Some(holiday))
        }));
        self.hears_of(&all)
    }

    /// The table hears of these persons' holidays.
    fn hears_of(&mut self, away: &[(&str, Option<Holiday>)]) -> Vec<Reply> {
        let away = away.iter().map(|(name, one)| ((*name).to_owned(), *one));
        let away = away.collect();
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
    assert!(board.stands);
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

#[test]
fn a_table_that_hears_late_of_a_holiday_gives_the_time_since_it_began_back() {
    let mut room = Room::new();
    room.begin_timed("1d");
    let start = room.now;
    let after = |hours| start + SignedDuration::from_hours(hours);
    let holiday = |began, until| Holiday {
        began: after(began),
        until: after(until),
        early: false,
    };
    let away = |room: &Room| {
        let (person, since) = room.table.may_be_away()?;
        Some((person.id.clone(), since))
    };
    let alice = |since| Some(("alice".to_owned(), since));
    assert_eq!(away(&room), alice(start));
    // bob's clock does not run.
    room.now = after(3);
    room.hears_of(&[("bob", Some(holiday(1, 40)))]);
    room.now = after(5);
    assert_eq!(
        room.hears_of(&[("alice", Some(holiday(2, 48)))]).len(),
        1,
        "nothing is known of bob now"
    );
    let clock = room.table.running().unwrap().clock().unwrap();
    assert_eq!(clock.on_holiday(Color::Black), Some(after(40)));
    assert_eq!(room.left(Color::White), DAY - 2 * HOUR);
    assert_eq!(away(&room), None, "the table knows");
    room.wait(50 * HOUR);
    assert_eq!(room.left(Color::White), DAY - 9 * HOUR);
    // One that is over is told with its end, and the clock runs from then on.
    assert_eq!(away(&room), alice(after(48)));
    room.hears_of(&[("alice", Some(holiday(50, 52)))]);
    let replies = room.wait(0);
    assert!(room.text(&replies[0]).contains("alice is back"));
    assert_eq!(room.left(Color::White), DAY - 7 * HOUR);
    // It began before her turn.
    room.say("alice", "!E4");
    room.wait(HOUR);
    room.say("bob", "!E5");
    room.wait(HOUR);
    room.hears_of(&[("alice", Some(holiday(53, 90)))]);
    assert_eq!(room.left(Color::White), DAY);
    room.hears(&[]);
    // What ended before the wall clock was set back is known.
    let back = room.now;
    let outage = Trigger::Outage {
        from: back + SignedDuration::from_hours(1),
        to: after(30),
    };
    room.now = after(30);
    let outcome = handle(&room.table, &outage, &room.context(&[])).unwrap();
    room.take(outcome);
    assert_eq!(away(&room), alice(back));
}

#[test]
fn only_where_holidays_hold_and_a_clock_runs_the_store_is_asked() {
    let mut room = Room::new();
    assert_eq!(room.table.may_be_away(), None);
    room.begin_timed("23h");
    assert_eq!(room.table.may_be_away(), None);
    room.say("alice", "!resign yes");
    room.begin_timed("1d");
    room.say("alice", "!pause");
    room.say("bob", "!accept");
    assert_eq!(room.table.may_be_away(), None);
    room.say("alice", "!resume");
    assert!(room.table.may_be_away().is_some());
    room.say("bob", "!standin 1");
    assert_eq!(room.table.may_be_away(), None);
}
