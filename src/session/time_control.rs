//! Time controls: how long players may think, as it is typed, written down and shown.

use std::fmt;
use std::str::FromStr;

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Shortest time for a move, shortest bank and gift.
pub(super) const SHORTEST: SignedDuration = SignedDuration::from_mins(1);

/// Least time in slow games.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Longest time for a move, longest bank, increment and gift.
pub(super) const LONGEST: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The units of time, the longest first: seconds in one, and what it is written as. The first word
/// is how it prints.
const UNITS: [(i64, &[&str]); 4] = [
    (86_400, &["d", "day", "days"]),
    (3_600, &["h", "hr", "hrs", "hour", "hours"]),
    (60, &["m", "min", "mins", "minute", "minutes"]),
    (1, &["s", "sec", "secs", "second", "seconds"]),
];

/// How long the players of a game may think. Times are whole seconds.
///
/// Written as `untimed`, `3d` (per move), `5d+12h` (a bank, and what a completed turn adds).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    Untimed,
    /// So long for each turn: a minute to 30 days.
    PerMove(SignedDuration),
    /// A bank for the whole game, to which each completed turn adds: Fischer's clock.
    Fischer {
        /// The bank at the start: a minute to 30 days. It never grows beyond twice as much.
        bank: SignedDuration,
        /// What a completed turn adds: nothing to 30 days.
        increment: SignedDuration,
    },
}

/// Why a text is no time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TimeControlError {
    /// It is not written like one.
    #[error("not a time such as \"3d\", \"5d+12h\", \"15m+10s\" or \"untimed\"")]
    Malformed,
    /// The time for a move, or the bank, is too short.
    #[error("has to be at least a minute")]
    TooShort,
    /// A time is too long.
    #[error("can be 30 days at most")]
    TooLong,
}

impl TimeControl {
    /// The word for games without a clock.
    pub const UNTIMED: &str = "untimed";

    /// Whether there is no clock.
    #[must_use]
    pub const fn is_untimed(&self) -> bool {
        matches!(self, Self::Untimed)
    }

    /// Whether players have at least a day: for each turn, or in the bank at the start. Holidays hold
    /// in such games, and either player may end a pause alone.
    #[must_use]
    pub fn is_slow(self) -> bool {
        self.start().is_some_and(|start| start >= DAY)
    }

    /// What a player's clock shows at the start.
    #[must_use]
    pub const fn start(self) -> Option<SignedDuration> {
        match self {
            Self::Untimed => None,
            Self::PerMove(time) => Some(time),
            Self::Fischer { bank, .. } => Some(bank),
        }
    }

    /// What a player's clock shows once a turn is completed with this much left.
    #[must_use]
    pub fn after_turn(self, left: SignedDuration) -> SignedDuration {
        match self {
            Self::Untimed => left,
            Self::PerMove(time) => time,
            Self::Fischer { bank, increment } => {
                let most = bank.saturating_add(bank);
                // Time that was given as a present is not taken away again.
                left.saturating_add(increment).min(most).max(left)
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Untimed => f.write_str(Self::UNTIMED),
            Self::PerMove(time) => f.write_str(&span_text(*time)),
            Self::Fischer { bank, increment } => {
                write!(f, "{}+{}", span_text(*bank), span_text(*increment))
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let text = text.trim().to_lowercase();
        if text == Self::UNTIMED {
            return Ok(Self::Untimed);
        }
        let checked = |span: SignedDuration, least: SignedDuration| {
            if span < least {
                Err(TimeControlError::TooShort)
            } else if span > LONGEST {
                Err(TimeControlError::TooLong)
            } else {
                Ok(span)
            }
        };
        let Some((bank, increment)) = text.split_once('+') else {
            return Ok(Self::PerMove(checked(read_span(&text)?, SHORTEST)?));
        };
        let bank = checked(read_span(bank)?, SHORTEST)?;
        let increment = match increment {
            "0" => SignedDuration::ZERO,
            increment => checked(read_span(increment)?, SignedDuration::ZERO)?,
        };
        Ok(Self::Fischer { bank, increment })
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

/// Whether a word is clearly meant as a time, valid or not: `3d`, `31d`, `15+10`. `3x` may be a
/// name, and a bare number is not a time.
pub(super) fn looks_like_time(word: &str) -> bool {
    let word = word.to_lowercase();
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let known = |unit: &str| UNITS.iter().any(|(_, words)| words.contains(&unit));
    let mut parts = word.split(|c: char| c.is_ascii_digit()).skip(1);
    word.contains('+') || parts.find(|part| !part.is_empty()).is_some_and(known)
}

/// Reads a span of time: numbers with units, each unit once, the longest first: `3d`, `1d12h`.
pub(super) fn read_span(text: &str) -> Result<SignedDuration, TimeControlError> {
    let text = text.to_lowercase();
    let mut rest = text.as_str();
    let mut seconds: i64 = 0;
    let mut units = UNITS.iter();
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = rest.split_at(digits);
        let end = behind
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(end);
        rest = behind;
        let Some((length, _)) = units.find(|(_, words)| words.contains(&unit)) else {
            return Err(TimeControlError::Malformed);
        };
        if digits == 0 {
            return Err(TimeControlError::Malformed);
        }
        // More digits than a number has are too long a time.
        seconds = number
            .parse::<i64>()
            .ok()
            .and_then(|number| number.checked_mul(*length))
            .and_then(|more| seconds.checked_add(more))
            .ok_or(TimeControlError::TooLong)?;
    }
    if text.is_empty() {
        return Err(TimeControlError::Malformed);
    }
    Ok(SignedDuration::from_secs(seconds))
}

/// Whether a word looks like the rest of a time that was written with spaces: `3 days`, `5d + 12h`.
pub(super) fn continues_time(before: &str, word: &str) -> bool {
    let is_number = !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit());
    let word = word.to_lowercase();
    word.starts_with('+')
        || is_number
            && UNITS
                .iter()
                .any(|(_, words)| words.contains(&word.as_str()))
}

/// Reads a span of time of at most 30 days.
pub(super) fn read_length(text: &str) -> Result<SignedDuration, TimeControlError> {
    match read_span(text)? {
        span if span > LONGEST => Err(TimeControlError::TooLong),
        span => Ok(span),
    }
}

/// The units of a span that are not zero.
fn parts(span: SignedDuration) -> impl Iterator<Item = String> {
    let mut seconds = span.as_secs().max(0);
    UNITS.iter().filter_map(move |(length, words)| {
        let number = seconds / length;
        seconds %= length;
        (number > 0).then(|| format!("{number}{}", words[0]))
    })
}

/// A span of time in full, as it can be typed: `1d12h`.
pub(super) fn span_text(span: SignedDuration) -> String {
    let text: String = parts(span).collect();
    if text.is_empty() {
        "0s".to_owned()
    } else {
        text
    }
}

/// What is left on a clock, for people: the two longest units, `2d 4h`.
#[must_use]
pub fn short_span(span: SignedDuration) -> String {
    let shown: Vec<String> = parts(span).take(2).collect();
    if shown.is_empty() {
        return "0s".to_owned();
    }
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn secs(seconds: i64) -> SignedDuration {
        SignedDuration::from_secs(seconds)
    }

    const DAY: i64 = 86_400;

    #[test]
    fn controls_are_read_and_printed() {
        let fischer = |bank, increment| TimeControl::Fischer {
            bank: secs(bank),
            increment: secs(increment),
        };
        for (text, control, printed) in [
            ("untimed", TimeControl::Untimed, "untimed"),
            ("Untimed", TimeControl::Untimed, "untimed"),
            ("3d", TimeControl::PerMove(secs(3 * DAY)), "3d"),
            ("3D", TimeControl::PerMove(secs(3 * DAY)), "3d"),
            ("1d12h", TimeControl::PerMove(secs(129_600)), "1d12h"),
            ("36h", TimeControl::PerMove(secs(129_600)), "1d12h"),
            ("90m", TimeControl::PerMove(secs(5400)), "1h30m"),
            ("60s", TimeControl::PerMove(secs(60)), "1m"),
            ("30d", TimeControl::PerMove(secs(30 * DAY)), "30d"),
            ("2days", TimeControl::PerMove(secs(2 * DAY)), "2d"),
            ("5d+12h", fischer(5 * DAY, 43_200), "5d+12h"),
            ("15m+10s", fischer(900, 10), "15m+10s"),
            ("15min+10sec", fischer(900, 10), "15m+10s"),
            ("1h30m+1m30s", fischer(5400, 90), "1h30m+1m30s"),
            ("10m+0", fischer(600, 0), "10m+0s"),
            ("10m+0s", fischer(600, 0), "10m+0s"),
        ] {
            assert_eq!(text.parse(), Ok(control), "{text}");
            assert_eq!(control.to_string(), printed);
            assert_eq!(printed.parse(), Ok(control));
        }
    }

    #[test]
    fn what_is_no_control_is_refused() {
        use TimeControlError::{Malformed, TooLong, TooShort};
        for (text, error) in [
            ("", Malformed),
            ("3", Malformed),
            ("d", Malformed),
            ("d3", Malformed),
            ("3x", Malformed),
            ("3d3d", Malformed),
            ("3h1d", Malformed),
            ("15+10", Malformed),
            ("5d+", Malformed),
            ("+12h", Malformed),
            ("5d+12h+1h", Malformed),
            ("5d-12h", Malformed),
            ("-3d", Malformed),
            ("1.5d", Malformed),
            ("3 d", Malformed),
            ("３d", Malformed),
            ("59s", TooShort),
            ("0d", TooShort),
            ("30s+10s", TooShort),
            ("31d", TooLong),
            ("30d1s", TooLong),
            ("99999999999999999999d", TooLong),
            ("9223372036854775807d", TooLong),
            ("1h+31d", TooLong),
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(error), "{text}");
        }
    }

    #[test]
    fn names_and_numbers_are_no_times() {
        for word in ["3d", "31d", "15+10", "0m", "90min", "1d12x", "3h1d"] {
            assert!(looks_like_time(word), "{word}");
        }
        for word in ["3", "3x", "2pac", "d", "bob", "+", "@3d", "", "untimed"] {
            assert!(!looks_like_time(word), "{word}");
        }
    }

    #[test]
    fn times_with_spaces_are_known() {
        for (before, word) in [("3", "days"), ("3", "D"), ("5d", "+"), ("5d", "+12h")] {
            assert!(continues_time(before, word), "{before} {word}");
        }
        for (before, word) in [
            ("", "days"),
            ("@bob", "days"),
            ("3", "@bob"),
            ("3", "blitz"),
        ] {
            assert!(!continues_time(before, word), "{before} {word}");
        }
    }

    #[test]
    fn spans_are_shown_short() {
        for (seconds, shown) in [
            (-5, "0s"),
            (0, "0s"),
            (45, "45s"),
            (750, "12m 30s"),
            (3600, "1h"),
            (187_199, "2d 3h"),
        ] {
            assert_eq!(short_span(secs(seconds)), shown);
        }
    }

    #[test]
    fn a_bank_grows_to_twice_its_start_and_keeps_presents() {
        let control: TimeControl = "10m+1m".parse().unwrap();
        assert_eq!(control.after_turn(secs(600)), secs(660));
        assert_eq!(control.after_turn(secs(1190)), secs(1200));
        assert_eq!(control.after_turn(secs(1200)), secs(1200));
        assert_eq!(control.after_turn(secs(5000)), secs(5000));
    }

    proptest! {
        #[test]
        fn every_control_prints_and_reads_back(
            bank in 60..=30 * DAY, increment in proptest::option::of(0..=30 * DAY)
        ) {
            let control = match increment {
                None => TimeControl::PerMove(secs(bank)),
                Some(increment) => TimeControl::Fischer {
                    bank: secs(bank),
                    increment: secs(increment),
                },
            };
            prop_assert_eq!(control.to_string().parse(), Ok(control));
            let stored = serde_json::to_string(&control).unwrap();
            prop_assert_eq!(serde_json::from_str::<TimeControl>(&stored).unwrap(), control);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9dhms+ a-zé]{0,12}|\\PC{0,20}") {
            if let Ok(control) = text.parse::<TimeControl>() {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
                // What a challenge takes for a time, it does not take for a name.
                let word = text.trim();
                prop_assert!(looks_like_time(word) || control.is_untimed(), "{}", word);
            }
            let _ = looks_like_time(&text);
        }

        #[test]
        fn units_add_up(d in 0..20_i64, h in 0..24_i64, m in 1..60_i64, s in 0..60_i64) {
            let text = format!("{d}d{h}h{m}m{s}s");
            let total = secs(d * DAY + h * 3600 + m * 60 + s);
            prop_assert_eq!(text.parse(), Ok(TimeControl::PerMove(total)));
        }
    }
}
