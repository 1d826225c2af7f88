//! The clock that a script of the console sets: `+2d 4h`, `@2026-03-05T08:00:00Z`.

use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::host::{HostOptions, ManualClock, Sources, Store, StoreError, SyncCursor, WallClock};
use crate::lock::lock;

/// Bytes of the engine's table. It is cleared for each task, which takes no time if it is small.
const HASH: usize = 8 << 20;

/// Name of the cursor that counts the runs on a database.
const RUNS: &str = "console:runs";

/// Has a host go step by step, on this clock.
pub(super) fn go_stepwise(options: &mut HostOptions, clock: &ManualClock, run: u64) {
    let chance = Mutex::new(StdRng::seed_from_u64(run));
    options.sources = Sources {
        clock: WallClock::Manual(clock.clone()),
        random: Arc::new(move || lock(&chance).random()),
    };
    options.stepwise = true;
    // Several would share the work as it comes.
    options.engine.threads = 1;
    options.engine.hash = HASH;
}

/// Counts a run on a database, and returns its number, from 1.
pub(super) async fn count_run(store: &Arc<dyn Store>) -> Result<u64, StoreError> {
    let last = store.cursor(RUNS).await?;
    let last: u64 = last.and_then(|last| last.parse().ok()).unwrap_or_default();
    let run = last + 1;
    let cursor = SyncCursor {
        name: RUNS.to_owned(),
        value: run.to_string(),
    };
    store.set_cursors(vec![cursor]).await?;
    Ok(run)
}

/// The time to which a line moves a clock that shows `now`: `None` if the line does not move the
/// clock, `Some(None)` if its time is malformed or out of range.
pub(super) fn read(line: &str, now: Timestamp) -> Option<Option<Timestamp>> {
    let line = line.trim();
    if let Some(span) = line.strip_prefix('+') {
        return Some(duration(span).and_then(|by| now.checked_add(by).ok()));
    }
    let moment = line.strip_prefix('@')?;
    // Others are mentioned.
    moment
        .starts_with(|c: char| c.is_ascii_digit())
        .then(|| moment.parse().ok())
}

/// A time span such as `2d 4h`; a day has 24 hours.
fn duration(text: &str) -> Option<SignedDuration> {
    let span: Span = text.trim().to_ascii_lowercase().parse().ok()?;
    let days = SpanRelativeTo::days_are_24_hours();
    let duration = span.to_duration(days).ok()?;
    (!duration.is_negative()).then_some(duration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_begin_with_a_plus_or_a_date_set_the_clock() {
        let now: Timestamp = "2026-03-01T12:00:00Z".parse().unwrap();
        for (line, expected) in [
            ("+90s", Some(Some("2026-03-01T12:01:30Z"))),
            (" +2d 4h ", Some(Some("2026-03-03T16:00:00Z"))),
            ("+2D 4H", Some(Some("2026-03-03T16:00:00Z"))),
            ("+1w", Some(Some("2026-03-08T12:00:00Z"))),
            ("+ 0s", Some(Some("2026-03-01T12:00:00Z"))),
            ("@2026-03-05T08:00:00Z", Some(Some("2026-03-05T08:00:00Z"))),
            (
                "@2025-01-01T00:00:00.5+01:00",
                Some(Some("2024-12-31T23:00:00.5Z")),
            ),
            ("+", Some(None)),
            ("+1", Some(None)),
            ("+2x", Some(None)),
            ("+-2d", Some(None)),
            ("+2d ago", Some(None)),
            ("+1month", Some(None)),
            ("+999999999h", Some(None)),
            ("@2026-03-05", Some(None)),
            ("@2026", Some(None)),
            ("@ringleader play", None),
            ("@", None),
            ("2d", None),
            ("alice: +2d", None),
        ] {
            let expected = expected.map(|at| at.map(|at| at.parse().unwrap()));
            assert_eq!(read(line, now), expected, "{line}");
        }
    }
}
