//! Weekends: Saturday and Sunday in UTC, which do not count in games that leave them out.

use jiff::{SignedDuration, Timestamp};

const DAY: i128 = 86_400 * 1_000_000_000;

/// From the Monday before 1970 to its beginning, a Thursday.
const MONDAY_TO_EPOCH: i128 = 3 * DAY;

/// The time from Monday to Friday that had passed at a moment, in nanoseconds.
const fn weekdays(at: i128) -> i128 {
    let at = at + MONDAY_TO_EPOCH;
    let (week, day) = (at.div_euclid(7 * DAY), at.rem_euclid(7 * DAY));
    let day = if day < 5 * DAY { day } else { 5 * DAY };
    week * 5 * DAY + day
}

/// The time between two moments without weekends; negative if `to` comes first.
pub(super) fn between(from: Timestamp, to: Timestamp) -> SignedDuration {
    let passed = weekdays(to.as_nanosecond()) - weekdays(from.as_nanosecond());
    SignedDuration::from_nanos_i128(passed)
}

/// The first moment at which so much time, which is not negative, has passed without weekends.
pub(super) fn after(from: Timestamp, span: SignedDuration) -> Timestamp {
    if span.is_zero() {
        return from;
    }
    let passed = weekdays(from.as_nanosecond()) + span.as_nanos();
    let (week, day) = (passed.div_euclid(5 * DAY), passed.rem_euclid(5 * DAY));
    // The end of a Friday goes before the Monday after it.
    let at = if day == 0 {
        week * 7 * DAY - 2 * DAY
    } else {
        week * 7 * DAY + day
    };
    Timestamp::from_nanosecond(at - MONDAY_TO_EPOCH).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn saturdays_and_sundays_do_not_count() {
        // 2026-03-06 is a Friday.
        for (from, hours, to) in [
            ("2026-03-02T12:00:00Z", 24, "2026-03-03T12:00:00Z"),
            ("2026-03-06T12:00:00Z", 11, "2026-03-06T23:00:00Z"),
            ("2026-03-06T12:00:00Z", 12, "2026-03-07T00:00:00Z"),
            ("2026-03-06T12:00:00Z", 13, "2026-03-09T01:00:00Z"),
            ("2026-03-07T12:00:00Z", 1, "2026-03-09T01:00:00Z"),
            ("2026-03-08T23:59:59Z", 120, "2026-03-14T00:00:00Z"),
            ("2026-03-06T23:00:00Z", 122, "2026-03-16T01:00:00Z"),
            ("1970-01-01T00:00:00Z", 49, "1970-01-05T01:00:00Z"),
        ] {
            let (from, to) = (at(from), at(to));
            let span = SignedDuration::from_hours(hours);
            assert_eq!(after(from, span), to, "{from}");
            assert_eq!(between(from, to), span, "{from}");
        }
        let saturday = at("2026-03-07T05:00:00Z");
        assert_eq!(after(saturday, SignedDuration::ZERO), saturday);
    }

    proptest! {
        #[test]
        fn what_has_passed_is_what_was_to_pass(
            from in -4_000_000_000_i64..8_000_000_000,
            span in 1..100_000_000_i64,
        ) {
            let from = Timestamp::from_second(from).unwrap();
            let span = SignedDuration::from_secs(span);
            let to = after(from, span);
            prop_assert_eq!(between(from, to), span);
            let before = to - SignedDuration::from_nanos(1);
            prop_assert_eq!(between(from, before), span - SignedDuration::from_nanos(1));
        }
    }
}
