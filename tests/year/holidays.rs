//! Holidays that people take, also across years: 21 days in a calendar year, in all their slow games
//! with people.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use proptest::prelude::RngExt;
use ringleader::game::Color;

use super::clock::{DAY, short};
use super::console::shown_minute;
use super::room::{Room, State};
use super::world::World;

const YEARLY: i64 = 21 * DAY;

/// In days.
const LONGEST: i64 = 10;

/// They count in started hours.
const HOUR: i64 = 3600;

impl World {
    /// Until when somebody is on holiday.
    pub(crate) fn away(&self, who: &str) -> Option<i64> {
        let (_, until) = *self.known.holidays.get(who)?.last()?;
        (until > self.known.now).then_some(until)
    }

    /// Both colours of a game whose players are on holiday, and until when.
    pub(crate) fn both_away(&self, seats: [&str; 2]) -> Vec<(Color, i64)> {
        let away = |color: Color| Some((color, self.away(seats[color.index()])?));
        Color::ALL.into_iter().filter_map(away).collect()
    }

    /// What somebody has left in a year.
    fn left_of_year(&self, who: &str, year: i16) -> i64 {
        let taken = self.known.holidays.get(who).into_iter().flatten();
        YEARLY - taken.map(|one| counted(*one, year)).sum::<i64>()
    }

    /// Somebody takes a holiday, or ends it.
    pub(crate) fn holiday(&mut self, index: usize, who: &str) {
        let now = self.known.now;
        let mut rooms = vec![index];
        let plays = |room: &&Room| match &room.state {
            State::Playing(game) => game.has_holidays() && game.color_of(who).is_some(),
            _ => false,
        };
        let concerned = self.known.rooms.iter().filter(plays);
        let concerned: Vec<usize> = concerned.map(|room| room.index).collect();
        let here = concerned.contains(&index);
        rooms.extend(concerned.into_iter().filter(|one| *one != index));
        let color = |room: &mut Room| room.game().color_of(who).unwrap();
        let first = usize::from(!here);
        if self.away(who).is_some() {
            let mut taken = self.known.holidays.get(who).cloned().unwrap_or_default();
            if let Some((_, until)) = taken.last_mut() {
                *until = now;
            }
            let before = self.known.holidays.insert(who.to_owned(), taken);
            let year = year(now);
            let left = shown_left(self.left_of_year(who, year));
            let told = format!(
                "Welcome back! Your clocks are running again. \
                 You have {left} left for {year}."
            );
            let done = self.command_at(&rooms, who, "!holiday end", |rooms, now| {
                let mut all = vec![rooms[0].expect(vec![told.clone()])];
                for room in &mut rooms[first..] {
                    let color = color(room);
                    all.push(room.end_holiday(color, now));
                }
                all
            });
            if let (false, Some(before)) = (done, before) {
                self.known.holidays.insert(who.to_owned(), before);
            }
            return;
        }
        let days = self.random.random_range(1..=LONGEST);
        let until = now + days * DAY;
        let full = (year(now)..=year(until))
            .find(|&year| self.left_of_year(who, year) < counted((now, until), year));
        if let Some(year) = full {
            let left = shown_left(self.left_of_year(who, year));
            let told = format!("That's too long: you have {left} left for {year}.");
            self.command(index, who, &format!("!holiday {days}d"), |room, _| {
                room.expect(vec![told.clone()])
            });
            return;
        }
        let left = self.left_of_year(who, year(now)) - counted((now, until), year(now));
        let left = shown_left(left);
        let told = vec![
            format!("Enjoy your holiday, until {}!", shown_minute(until)),
            format!(" You have {left} left for {}.", year(now)),
        ];
        let done = self.command_at(&rooms, who, &format!("!holiday {days}d"), |rooms, now| {
            let mut all = vec![rooms[0].expect(told.clone())];
            for room in &mut rooms[first..] {
                let color = color(room);
                all.push(room.begin_holidays(&[(color, until)], now));
            }
            all
        });
        if done {
            self.known.done.holidays += 1;
            self.known.done.across_years += u64::from(year(now) != year(until));
            let taken = self.known.holidays.entry(who.to_owned()).or_default();
            taken.push((now, until));
        }
    }
}

/// What is left of a year's holidays, in words.
fn shown_left(seconds: i64) -> String {
    match seconds {
        0 => "no holiday".to_owned(),
        _ => format!("{} of holiday", short(seconds)),
    }
}

/// Whether a holiday that begins now may end in another year. Many are taken then.
pub(crate) fn near_new_year(now: i64) -> bool {
    year(now) != year(now + LONGEST * DAY)
}

/// What a holiday counts in a year: whole hours from its beginning on, at least one.
fn counted((began, until): (i64, i64), in_year: i16) -> i64 {
    let hours = ((until - began + HOUR - 1) / HOUR).max(1);
    let hours = (0..hours).map(|hour| began + hour * HOUR);
    // An hour across the end of the year counts in both, in parts.
    hours.map(|from| within(from, from + HOUR, in_year)).sum()
}

/// The seconds between two moments that are in a year.
fn within(from: i64, to: i64, in_year: i16) -> i64 {
    match (year(from) == in_year, year(to - 1) == in_year) {
        (true, true) => to - from,
        (false, false) => 0,
        (true, false) => (from..to).take_while(|&at| year(at) == in_year).count() as i64,
        (false, true) => (from..to).filter(|&at| year(at) == in_year).count() as i64,
    }
}

fn year(second: i64) -> i16 {
    let time = Timestamp::from_second(second).unwrap();
    time.to_zoned(TimeZone::UTC).year()
}
