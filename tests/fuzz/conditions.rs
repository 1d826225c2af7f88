//! Fuzzing of lines of conditional moves, in positions of random games.

use proptest::prelude::RngExt;
use ringleader::game::{Position, Turn};

use super::laws::condition::{is_planned, planned};
use super::laws::table::{log, table};
use super::{fuzz, play, play_on};

#[test]
fn lines_of_conditional_moves() {
    let random = &mut play::random(7);
    let mut valid = 0;
    for game in 0..40 {
        let played = random.random_range(0..120);
        let record = play_on(None, played, random);
        let table = table(&log("white", "black", &record.actions));
        let Some(running) = table.running() else {
            continue;
        };
        let position: Position = *running.position();
        let lines: Vec<String> = (0..20)
            .map(|_| {
                let ahead = play_on(Some(position), 40, random);
                let turns = Turn::group(&position, &ahead.actions);
                let most = 2 * random.random_range(1..=6);
                let turns: Vec<_> = turns.iter().take(most).map(Turn::to_string).collect();
                turns.join(" then ")
            })
            .chain(["", "clear", "#1", "then then then"].map(str::to_owned))
            .collect();
        valid += fuzz(&lines, 500, game, |line| is_planned(&table, line));
    }
    assert!(valid > 1_000, "{valid}");
}

#[test]
fn endless_lines_are_refused() {
    let table = table(&log("white", "black", &[]));
    for part in ["E4 then ", "then ", "E4,", "x", "#", "\u{feff}", "E4;"] {
        assert_eq!(planned(&table, &part.repeat(100_000)), None);
    }
}
