//! Moments that come again every week or every day, in a time zone.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::zone::{time_of_day, zone, zone_text};

/// Words for the days of the week, from Monday on, and for every day.
pub(super) const DAYS: [&str; 8] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    EVERY_DAY,
];

/// The last of these words.
pub(super) const EVERY_DAY: &str = "every-day";

/// A moment of the week or of the day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Recurrence {
    /// The day of the week; every day if absent.
    day: Option<Weekday>,
    at: Time,
    zone: TimeZone,
}

/// A text is no [`Recurrence`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a moment that comes again: write it like friday 18:00 Europe/Warsaw")]
pub(super) struct RecurrenceError;

impl Recurrence {
    /// From one of the words for [days](DAYS); `None` for any other word.
    pub(super) fn new(word: &str, at: Time, zone: TimeZone) -> Option<Self> {
        let day = DAYS.iter().position(|day| *day == word)?;
        // Not for the word after Sunday.
        let day = i8::try_from(day).ok()?;
        let day = Weekday::from_monday_zero_offset(day).ok();
        Some(Self { day, at, zone })
    }

    /// The word for its days: `friday`, `every-day`.
    pub(super) fn word(&self) -> &'static str {
        let day = self.day.map(Weekday::to_monday_zero_offset);
        let day = day.and_then(|day| DAYS.get(usize::try_from(day).ok()?));
        day.copied().unwrap_or(EVERY_DAY)
    }

    /// Whether it comes every day.
    pub(super) const fn is_daily(&self) -> bool {
        self.day.is_none()
    }

    /// The time of the day: `18:00`.
    pub(super) fn time_text(&self) -> String {
        self.at.strftime("%H:%M").to_string()
    }

    /// The time zone: `Europe/Warsaw`.
    pub(super) fn zone_text(&self) -> String {
        zone_text(&self.zone)
    }

    /// The first such moment after another. Where clocks are put forward over it, it is that much
    /// later. Nothing at the end of time.
    pub(super) fn next(&self, after: Timestamp) -> Option<Timestamp> {
        let mut day = after.to_zoned(self.zone.clone()).date();
        // Today it may have passed.
        for _ in 0..=7 {
            if self.day.is_none_or(|weekday| weekday == day.weekday()) {
                let moment = day.to_datetime(self.at).to_zoned(self.zone.clone()).ok()?;
                if moment.timestamp() > after {
                    return Some(moment.timestamp());
                }
            }
            day = day.checked_add(1.day()).ok()?;
        }
        None
    }
}

impl fmt::Display for Recurrence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (time, zone) = (self.time_text(), self.zone_text());
        write!(f, "{} {time} {zone}", self.word())
    }
}

impl FromStr for Recurrence {
    type Err = RecurrenceError;

    /// Reads `friday 18:00 Europe/Warsaw`, `every-day 18:00 UTC`.
    fn from_str(text: &str) -> Result<Self, RecurrenceError> {
        let read = || {
            let (word, rest) = text.split_once(' ')?;
            let (at, rest) = time_of_day(rest)?;
            Self::new(word, at, zone(rest.trim_start())?)
        };
        read().ok_or(RecurrenceError)
    }
}

impl From<Recurrence> for String {
    fn from(recurrence: Recurrence) -> Self {
        recurrence.to_string()
    }
}

impl TryFrom<String> for Recurrence {
    type Error = RecurrenceError;

    fn try_from(text: String) -> Result<Self, RecurrenceError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(text: &str, after: &str) -> String {
        let recurrence: Recurrence = text.parse().unwrap();
        let next = recurrence.next(after.parse().unwrap());
        next.unwrap().to_string()
    }

    #[test]
    fn recurrences_are_read_and_shown() {
        for text in [
            "friday 18:00 Europe/Warsaw",
            "every-day 00:00 UTC",
            "sunday 09:30 -03:30",
        ] {
            let recurrence: Recurrence = text.parse().unwrap();
            assert_eq!(recurrence.to_string(), text);
            let stored = serde_json::to_string(&recurrence).unwrap();
            assert_eq!(
                serde_json::from_str::<Recurrence>(&stored).unwrap(),
                recurrence
            );
        }
        for wrong in [
            "",
            "friday",
            "18:00",
            "someday 18:00",
            "friday 25:00",
            "friday 18:00 Mars",
        ] {
            assert_eq!(wrong.parse::<Recurrence>(), Err(RecurrenceError), "{wrong}");
        }
    }

    #[test]
    fn the_next_moment_follows_the_zone() {
        // 29 March 2026 is a Sunday; clocks are put forward in Warsaw, from 2:00 to 3:00.
        for (text, after, expected) in [
            (
                "friday 18:00 Europe/Warsaw",
                "2026-03-27T16:59:59Z",
                "2026-03-27T17:00:00Z",
            ),
            (
                "friday 18:00 Europe/Warsaw",
                "2026-03-27T17:00:00Z",
                "2026-04-03T16:00:00Z",
            ),
            (
                "saturday 00:30 Europe/Warsaw",
                "2026-03-27T23:00:00Z",
                "2026-03-27T23:30:00Z",
            ),
            (
                "sunday 02:30 Europe/Warsaw",
                "2026-03-28T12:00:00Z",
                "2026-03-29T01:30:00Z",
            ),
            (
                "every-day 18:00 UTC",
                "2026-03-29T18:00:00Z",
                "2026-03-30T18:00:00Z",
            ),
            (
                "every-day 18:00 UTC",
                "2026-03-29T01:00:00Z",
                "2026-03-29T18:00:00Z",
            ),
            (
                "monday 01:00 +14:00",
                "2026-03-29T10:00:00Z",
                "2026-03-29T11:00:00Z",
            ),
        ] {
            assert_eq!(next(text, after), expected, "{text} after {after}");
        }
        let daily: Recurrence = "every-day 18:00 UTC".parse().unwrap();
        assert_eq!(daily.next(Timestamp::MAX), None);
    }
}
