//! Times of the day and time zones, as people write them.

use jiff::civil::Time;
use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};

/// Reads a time of the day, `22` or `22:30`. Gives it and what follows it.
pub(super) fn time_of_day(text: &str) -> Option<(Time, &str)> {
    let (hour, rest) = number(text)?;
    let (minute, rest) = match rest.strip_prefix(':') {
        Some(rest) => number(rest)?,
        None => (0, rest),
    };
    let time = match (hour, minute) {
        (24, 0) => Time::midnight(),
        (hour, minute) => Time::new(hour, minute, 0, 0).ok()?,
    };
    Some((time, rest))
}

/// A number of one or two digits, and what follows it.
fn number(text: &str) -> Option<(i8, &str)> {
    let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    Some((number.parse().ok()?, rest))
}

/// Reads a zone, by its name or its distance from UTC: `Europe/Warsaw`, `+01:00`. UTC if none is
/// named.
pub(super) fn zone(text: &str) -> Option<TimeZone> {
    let name = match text.get(..3) {
        Some(utc) if utc.eq_ignore_ascii_case("utc") || utc.eq_ignore_ascii_case("gmt") => {
            text[3..].trim_start()
        }
        _ => text,
    };
    if name.is_empty() || name.eq_ignore_ascii_case("z") {
        return Some(TimeZone::UTC);
    }
    let Some(distance) = name.strip_prefix(['+', '-', '−']) else {
        // With the program, so that it does not depend on the machine.
        return TimeZoneDatabase::bundled().get(name).ok();
    };
    let (time, rest) = time_of_day(distance)?;
    let seconds = i32::from(time.hour()) * 3600 + i32::from(time.minute()) * 60;
    let sign = if name.starts_with('+') { 1 } else { -1 };
    let offset = Offset::from_seconds(sign * seconds).ok()?;
    (rest.is_empty() && time.hour() <= 14).then(|| offset.to_time_zone())
}

/// A zone as it is written: `Europe/Warsaw`, `+01:00`, `UTC`.
pub(super) fn zone_text(zone: &TimeZone) -> String {
    match (zone.iana_name(), zone.to_fixed_offset()) {
        (_, Ok(offset)) if offset.is_zero() => "UTC".to_owned(),
        (Some(name), _) => name.to_owned(),
        (None, Ok(offset)) => {
            let sign = if offset.is_negative() { '-' } else { '+' };
            let minutes = offset.seconds().abs() / 60;
            format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
        }
        (None, Err(_)) => String::new(),
    }
}
