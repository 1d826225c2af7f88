//! Holidays: time that a person takes off from all slow games with other people, and how much of it
//! there is in a year.

use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::clock::later;

/// What a person may take in a calendar year, in UTC.
pub(super) const YEARLY: SignedDuration = SignedDuration::from_hours(21 * 24);

/// Holidays count in started hours, at least one, so that nobody takes one after another for nothing.
pub(super) const UNIT: SignedDuration = SignedDuration::from_hours(1);

/// A holiday of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holiday {
    /// When it began.
    pub began: Timestamp,
    /// When it ends, or ended.
    pub until: Timestamp,
    /// Whether the person ended it. Then it is over, even if the wall clock is set back.
    pub early: bool,
}

impl Holiday {
    /// Whether it is still going on. It may seem to begin later if the wall clock was set back.
    #[must_use]
    pub fn is_running(&self, now: Timestamp) -> bool {
        !self.early && now < self.until
    }

    /// The start of the year. Holidays that ended earlier no longer count.
    #[must_use]
    pub fn counted_from(now: Timestamp) -> Timestamp {
        start_of(year_of(now))
    }

    /// What it counts in a year.
    fn in_year(&self, year: i16) -> SignedDuration {
        let length = self.until.duration_since(self.began);
        let hours = (length.as_secs() + UNIT.as_secs() - 1) / UNIT.as_secs();
        let end = later(
            self.began,
            UNIT * i32::try_from(hours).unwrap_or(i32::MAX).max(1),
        );
        let from = self.began.max(start_of(year));
        let until = end.min(start_of(year.saturating_add(1)));
        until.duration_since(from).max(SignedDuration::ZERO)
    }
}

/// The year of a moment, in UTC.
pub(super) fn year_of(at: Timestamp) -> i16 {
    at.to_zoned(TimeZone::UTC).year()
}

/// When a year begins.
pub(super) fn start_of(year: i16) -> Timestamp {
    let midnight = date(year.clamp(-9998, 9998), 1, 1).to_zoned(TimeZone::UTC);
    midnight.map_or(Timestamp::MAX, |midnight| midnight.timestamp())
}

/// What is left of a year's holidays.
pub(super) fn left_in(year: i16, holidays: &[Holiday]) -> SignedDuration {
    let taken = holidays.iter().map(|one| one.in_year(year));
    let taken = taken.fold(SignedDuration::ZERO, SignedDuration::saturating_add);
    YEARLY.saturating_sub(taken).max(SignedDuration::ZERO)
}

/// The first year in which there is not enough left for one more holiday.
pub(super) fn full_year(one: &Holiday, holidays: &[Holiday]) -> Option<i16> {
    let mut years = year_of(one.began)..=year_of(one.until);
    years.find(|&year| one.in_year(year) > left_in(year, holidays))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holiday(began: &str, until: &str) -> Holiday {
        Holiday {
            began: began.parse().unwrap(),
            until: until.parse().unwrap(),
            early: false,
        }
    }

    #[test]
    fn holidays_count_in_started_hours_for_the_year_in_which_they_are() {
        let all = [
            holiday("2025-12-31T00:00:00Z", "2026-01-02T00:00:00Z"),
            holiday("2026-03-01T12:00:00Z", "2026-03-01T13:00:01Z"),
            holiday("2026-04-01T12:00:00Z", "2026-04-01T12:00:00Z"),
        ];
        let taken = |year| YEARLY - left_in(year, &all);
        assert_eq!(taken(2024), SignedDuration::ZERO);
        assert_eq!(taken(2025), SignedDuration::from_hours(24));
        assert_eq!(taken(2026), SignedDuration::from_hours(24 + 2 + 1));
    }

    #[test]
    fn each_year_must_have_enough_left() {
        let taken = holiday("2026-02-01T00:00:00Z", "2026-02-11T00:00:00Z");
        for (began, until, full) in [
            ("2026-06-01T00:00:00Z", "2026-06-12T00:00:00Z", None),
            ("2026-06-01T00:00:00Z", "2026-06-12T00:00:01Z", Some(2026)),
            ("2026-12-21T00:00:00Z", "2027-01-10T00:00:00Z", None),
            ("2026-12-20T00:00:00Z", "2027-01-10T00:00:00Z", Some(2026)),
            ("2026-12-31T00:00:00Z", "2027-01-23T00:00:00Z", Some(2027)),
        ] {
            let one = holiday(began, until);
            assert_eq!(full_year(&one, &[taken]), full, "{began} {until}");
        }
    }
}
