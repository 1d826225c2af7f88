//! Quiet hours: a part of each day, in a time zone.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::session::zone::{time_of_day, zone, zone_text};

/// Longest text that is read, in bytes: the longest names of zones have some thirty.
const LONGEST: usize = 64;

/// How many quiet hours follow each other without a gap before they are taken for endless.
const MOST_IN_A_ROW: usize = 4;

/// Quiet hours of a person or a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Quiet {
    /// None.
    Off,
    /// Every day.
    Hours(Hours),
}

/// A part of each day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hours {
    /// When it begins.
    from: Time,
    /// When it ends, on the next day if it begins later than this.
    until: Time,
    zone: TimeZone,
}

/// A text is no quiet hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not quiet hours: write them like 22:00-08:00, or 22:00-08:00 Europe/Warsaw")]
pub struct QuietError;

impl Quiet {
    /// The quiet hours, if there are any.
    pub(in crate::session) const fn hours(&self) -> Option<&Hours> {
        match self {
            Self::Off => None,
            Self::Hours(hours) => Some(hours),
        }
    }
}

impl Hours {
    /// Beginning and end of the quiet hours that a moment is in, if it is.
    fn around(&self, at: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let today = at.to_zoned(self.zone.clone()).date();
        let days = [today.yesterday(), Ok(today)].into_iter().flatten();
        days.filter_map(|day| self.on(day))
            .find(|(begin, end)| (*begin..*end).contains(&at))
    }

    /// Those that begin on a day.
    fn on(&self, day: Date) -> Option<(Timestamp, Timestamp)> {
        let last = match self.until <= self.from {
            true => day.tomorrow().ok()?,
            false => day,
        };
        let at = |day: Date, time: Time| -> Option<Zoned> {
            day.to_datetime(time).to_zoned(self.zone.clone()).ok()
        };
        let (begin, end) = (at(day, self.from)?, at(last, self.until)?);
        Some((begin.timestamp(), end.timestamp()))
    }
}

/// Beginning and end of the time around a moment in which any of these are quiet, if one is.
pub(in crate::session) fn quiet_around(
    hours: &[Hours],
    at: Timestamp,
) -> Option<(Timestamp, Timestamp)> {
    let at_once = |at| hours.iter().find_map(|one| one.around(at));
    let (mut begin, mut end) = at_once(at)?;
    for _ in 0..MOST_IN_A_ROW {
        // The nanosecond before: they do not contain their ends.
        let before = Timestamp::from_nanosecond(begin.as_nanosecond() - 1).ok();
        let earlier = before.and_then(at_once).map(|(begin, _)| begin);
        let later = at_once(end).map(|(_, end)| end);
        if earlier.is_none() && later.is_none() {
            break;
        }
        (begin, end) = (earlier.unwrap_or(begin), later.unwrap_or(end));
    }
    Some((begin, end))
}

impl FromStr for Quiet {
    type Err = QuietError;

    /// Reads `off`, or two times of the day and perhaps a zone: `22:00-08:00 Europe/Warsaw`.
    fn from_str(text: &str) -> Result<Self, QuietError> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(QuietError);
        }
        if text.eq_ignore_ascii_case("off") {
            return Ok(Self::Off);
        }
        let (from, rest) = time_of_day(text).ok_or(QuietError)?;
        let rest = rest.trim_start();
        let rest = rest.strip_prefix(['-', '–', '—']).ok_or(QuietError)?;
        let (until, rest) = time_of_day(rest.trim_start()).ok_or(QuietError)?;
        if from == until || rest.starts_with(|c: char| c.is_ascii_digit() || c == ':') {
            return Err(QuietError);
        }
        let zone = zone(rest.trim()).ok_or(QuietError)?;
        Ok(Self::Hours(Hours { from, until, zone }))
    }
}

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, until, zone } = self;
        let zone = zone_text(zone);
        write!(
            f,
            "{}-{} {zone}",
            from.strftime("%H:%M"),
            until.strftime("%H:%M")
        )
    }
}

impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => write!(f, "off"),
            Self::Hours(hours) => hours.fmt(f),
        }
    }
}

impl From<Quiet> for String {
    fn from(quiet: Quiet) -> Self {
        quiet.to_string()
    }
}

impl TryFrom<String> for Quiet {
    type Error = QuietError;

    fn try_from(text: String) -> Result<Self, QuietError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours(text: &str) -> Hours {
        match text.parse() {
            Ok(Quiet::Hours(hours)) => hours,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn quiet_hours_are_read_and_shown() {
        for (text, shown) in [
            ("off", "off"),
            ("OFF", "off"),
            ("22:00-08:00", "22:00-08:00 UTC"),
            ("22-8", "22:00-08:00 UTC"),
            (" 22:30 – 24:00 utc", "22:30-00:00 UTC"),
            ("9-17 europe/warsaw", "09:00-17:00 Europe/Warsaw"),
            (
                "22:00-08:00 America/Argentina/Buenos_Aires",
                "22:00-08:00 America/Argentina/Buenos_Aires",
            ),
            ("22-8 +01:00", "22:00-08:00 +01:00"),
            ("22-8 UTC-3:30", "22:00-08:00 -03:30"),
            ("22-8+5", "22:00-08:00 +05:00"),
            ("22-8 -0", "22:00-08:00 UTC"),
        ] {
            let quiet: Quiet = text.parse().unwrap_or_else(|_| panic!("{text}"));
            assert_eq!(quiet.to_string(), shown);
            let stored = serde_json::to_string(&quiet).unwrap();
            assert_eq!(serde_json::from_str::<Quiet>(&stored).unwrap(), quiet);
        }
        let padded = |length: usize| format!("22-8{:>1$}", "UTC", length - 4);
        assert!(padded(LONGEST).parse::<Quiet>().is_ok());
        assert!(padded(LONGEST + 1).parse::<Quiet>().is_err());
        let long = format!("22-8 {}", "x".repeat(100));
        for wrong in [
            "",
            "on",
            "22",
            "22-",
            "22-22",
            "25-8",
            "22:60-8",
            "-8",
            "22-8 Europe/Atlantis",
            "22-8 +25",
            "22-8 +1x",
            "22:00-08:000",
            "22-8 Łódź",
            "22-8 ../../etc/passwd",
            &long,
            "2²-8",
            "22-8 é",
        ] {
            assert_eq!(wrong.parse::<Quiet>(), Err(QuietError), "{wrong}");
        }
    }

    #[test]
    fn quiet_hours_follow_their_zone() {
        let night = hours("22-8 Europe/Warsaw");
        for (moment, around) in [
            ("2026-03-01T20:59:59Z", None),
            (
                "2026-03-01T21:00:00Z",
                Some(("2026-03-01T21:00:00Z", "2026-03-02T07:00:00Z")),
            ),
            (
                "2026-03-02T06:59:59Z",
                Some(("2026-03-01T21:00:00Z", "2026-03-02T07:00:00Z")),
            ),
            ("2026-03-02T07:00:00Z", None),
            // Summer time begins in the night to 29 March.
            (
                "2026-03-29T05:30:00Z",
                Some(("2026-03-28T21:00:00Z", "2026-03-29T06:00:00Z")),
            ),
            ("2026-03-29T06:30:00Z", None),
        ] {
            let expected = around.map(|(begin, end)| (at(begin), at(end)));
            assert_eq!(night.around(at(moment)), expected, "{moment}");
        }
        let noon = hours("12-13:30 -03:00");
        assert_eq!(noon.around(at("2026-03-01T12:30:00Z")), None);
        assert!(noon.around(at("2026-03-01T16:00:00Z")).is_some());
        assert_eq!(noon.around(Timestamp::MAX), None);
        assert_eq!(night.around(Timestamp::MIN), None);
    }

    #[test]
    fn quiet_hours_of_several_are_joined() {
        let both = [hours("22-6"), hours("5-9"), hours("9-10")];
        let whole = Some((at("2026-03-01T22:00:00Z"), at("2026-03-02T10:00:00Z")));
        for moment in [
            "2026-03-01T23:00:00Z",
            "2026-03-02T05:30:00Z",
            "2026-03-02T09:59:00Z",
        ] {
            assert_eq!(quiet_around(&both, at(moment)), whole, "{moment}");
        }
        assert_eq!(quiet_around(&both, at("2026-03-02T10:00:00Z")), None);
        // Never over.
        let all_day = [hours("0-12"), hours("12-0")];
        assert!(quiet_around(&all_day, at("2026-03-02T10:00:00Z")).is_some());
        assert_eq!(quiet_around(&[], at("2026-03-02T10:00:00Z")), None);
    }
}
