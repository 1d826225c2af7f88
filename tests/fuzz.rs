//! Fuzzing of whatever reads or shows what strangers send, with a million nearly valid texts: nothing
//! panics, and what is parsed prints and reads back equal. The corpus of the targets in `fuzz/` is
//! read as well.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "helpers of tests panic as tests do; clippy exempts only functions marked as tests"
)]

#[path = "fuzz/conditions.rs"]
mod conditions;
#[path = "fuzz/laws.rs"]
mod laws;
mod play;

use std::fs;
use std::path::Path;

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::game::{GameRecord, Position, Termination};
use ringleader::tools::perft::cases;

/// Pieces of text that mean something to one of the parsers, or are difficult for all.
const SCRAPS: [&str; 64] = [
    "a",
    "e",
    "k",
    "l",
    "x",
    "X",
    "r",
    "R",
    "m",
    "M",
    "w",
    "b",
    "0",
    "1",
    "2",
    "5",
    "9",
    "10",
    "11",
    "99999999999999999999",
    "-",
    "→",
    "/",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    ";",
    ".",
    "...",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "pass",
    "E4",
    "xe5-e9",
    "31. ",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "\\]",
    "(",
    ")",
    "(;",
    "; P0[3 place w E 4]",
    "; P1[drop board E 5]",
    "; P0[Done ]",
    "Resign",
    "pick board",
    "undo",
    "[Result \"*\"]",
    "[White \"",
    "GM[24]",
    "é",
    "王",
    "🂡",
    "\u{feff}",
    "\0",
    "\u{85}",
];

/// The first character boundary at or after `at`.
fn cut(text: &str, at: usize) -> usize {
    (at..=text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}

/// A text with one to three mutations, some of which insert parts of another text.
fn mutate(text: &str, other: &str, random: &mut TestRng) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.random_range(1..=3) {
        let at = cut(&text, random.random_range(0..=text.len()));
        let end = cut(&text, (at + random.random_range(0..=6)).min(text.len()));
        let scrap = SCRAPS[random.random_range(0..SCRAPS.len())];
        match random.random_range(0..10) {
            0 => text.replace_range(at..end, ""),
            1 | 2 => text.insert_str(at, scrap),
            3 | 4 => text.replace_range(at..end, scrap),
            5 => text.replace_range(at..at, &text[at..end].repeat(2)),
            6 => {
                let from = cut(other, random.random_range(0..=other.len()));
                let to = cut(other, (from + random.random_range(0..=20)).min(other.len()));
                text.insert_str(at, &other[from..to]);
            }
            7 | 8 => {
                // The other case, which in a position is the other colour.
                let end = cut(&text, (at + 1).min(text.len()));
                let part = &text[at..end];
                let turned = if part == part.to_uppercase() {
                    part.to_lowercase()
                } else {
                    part.to_uppercase()
                };
                text.replace_range(at..end, &turned);
            }
            _ if random.random_ratio(1, 4) => text.truncate(at),
            _ => {}
        }
    }
    text
}

/// Mutates texts so many times, and counts how many can be parsed.
fn fuzz(texts: &[String], times: usize, seed: u64, read: impl Fn(&str) -> bool) -> usize {
    let random = &mut play::random(seed);
    let mut count = 0;
    for turn in 0..times {
        let text = &texts[turn % texts.len()];
        let other = &texts[(turn + 1) % texts.len()];
        count += usize::from(read(&mutate(text, other, random)));
    }
    println!("{count} of {times} could be parsed");
    count
}

/// The record of a random game from a position on, with at most so many actions.
fn play_on(start: Option<Position>, limit: usize, random: &mut TestRng) -> GameRecord {
    let mut record = GameRecord {
        start,
        variant: start.map(|start| start.variant()).unwrap_or_default(),
        ..GameRecord::default()
    };
    let mut position = record.first_position();
    while record.actions.len() < limit {
        let Some(action) = play::choose(&position, random) else {
            break;
        };
        position = position.play(action).expect("it is legal");
        record.actions.push(action);
    }
    record.result = position.result();
    record
}

fn positions(random: &mut TestRng) -> Vec<Position> {
    let mut positions: Vec<Position> = cases(include_str!("data/perft.epd"))
        .map(|(_, case)| case.expect("the suite is right").position)
        .collect();
    for _ in 0..40 {
        positions.extend(play_on(None, 200, random).positions());
    }
    positions
}

#[test]
fn actions() {
    let random = &mut play::random(1);
    let mut texts = Vec::new();
    for position in positions(random) {
        texts.extend(play::choose(&position, random).map(|action| action.to_string()));
    }
    let read = fuzz(&texts, 100_000, 2, laws::action);
    assert!(read > 6_000);
}

#[test]
fn positions_of_games() {
    let random = &mut play::random(3);
    let texts: Vec<String> = positions(random).iter().map(ToString::to_string).collect();
    let read = fuzz(&texts, 100_000, 4, laws::position);
    assert!(read > 3_000);
}

/// Short records, so that mutations matter: a few turns from anywhere in a game.
fn records() -> Vec<GameRecord> {
    let random = &mut play::random(5);
    let terminations = [
        "resignation",
        "agreement",
        "time",
        "unterminated",
        "a \"storm\"\n\\",
    ];
    let positions = positions(random);
    let mut records = Vec::new();
    for (index, start) in (0..).zip(positions.iter().step_by(9)) {
        let start = (index % 5 > 0).then_some(*start);
        let mut record = play_on(start, index % 13, random);
        record.white = "Ann [\"A\"] \\ {x}".to_owned();
        record.black = "Боб".to_owned();
        record.date = (index % 2 == 0).then(|| "2026.03.01".to_owned());
        if record.result.is_none() {
            record.termination = Some(Termination::read(terminations[index % 5]));
            record.result = ["1-0", "1/2-1/2", "0-1"]
                .get(index % 5)
                .and_then(|result| {
                    GameRecord::parse(&format!(
                        "[Termination \"{}\"] {result}",
                        terminations[index % 5]
                    ))
                    .ok()
                })
                .and_then(|record| record.result);
        }
        record.check().expect("it is right");
        records.push(record);
    }
    records
}

#[test]
fn records_as_text() {
    let texts: Vec<String> = records().iter().map(GameRecord::to_text).collect();
    let read = fuzz(&texts, 80_000, 6, laws::record);
    assert!(read > 4_000);
}

#[test]
fn records_as_sgf() {
    let mut texts: Vec<String> = records().iter().map(GameRecord::to_sgf).collect();
    texts.push(include_str!("data/records/people.sgf").to_owned());
    let read = fuzz(&texts, 80_000, 7, laws::record);
    assert!(read > 4_000);
}

/// Messages to the bot.
const MESSAGES: [&str; 30] = [
    "!challenge @bob white blitz",
    "!challenge",
    "!accept",
    "!decline",
    "!e4",
    "!E4 E10",
    "!e4-e10, xe5-e9; xa2",
    "!xe5-e9",
    "!place e4",
    "!move e4 e10",
    "!remove e5 e9",
    "!row 2",
    "!ring a2",
    "!pass",
    "!resign",
    "!draw",
    "!undo",
    "!help rules",
    "!rules rows",
    "!board text",
    "!hint 3",
    "!theme dark",
    "!export sgf",
    "!wyzwij @bob białe 3d",
    "!połóż e4",
    "!правила ряды",
    "!вызвать @bob блиц",
    "!défier @bob noirs",
    "!déplacer e4 e10",
    "!import\n[White \"a\"]\n1. f6 2. a5 *",
];

#[test]
fn commands() {
    let random = &mut play::random(8);
    let mut texts: Vec<String> = MESSAGES.map(str::to_owned).to_vec();
    for _ in 0..400 {
        // Nonsense of several scraps.
        let count = random.random_range(1..12);
        let scraps = (0..count).map(|_| SCRAPS[random.random_range(0..SCRAPS.len())]);
        texts.push(format!("!{}", scraps.collect::<String>()));
    }
    // Half of the texts are commands.
    for turn in 0..400 {
        texts.push(MESSAGES[turn % MESSAGES.len()].to_owned());
    }
    // Each is read in every language: more than a hundred times the work of a position.
    let read = fuzz(&texts, 25_000, 9, laws::command);
    assert!(read > 1_200);
}

#[test]
fn time_controls() {
    let texts = [
        "untimed",
        "3d",
        "1d12h",
        "30d",
        "1m",
        "60s",
        "5d+12h",
        "15m+10s",
        "90min+30sec",
        "10m+0",
        "2h 30m",
        "15+10",
        "31d",
        "3d3d",
        "3h1d",
        "９d",
    ]
    .map(str::to_owned);
    let valid = fuzz(&texts, 50_000, 6, laws::time_control);
    assert!(valid > 100, "{valid}");
}

/// The texts of a target's corpus.
fn texts_of(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let files = fs::read_dir(folder.join(name)).expect("every target has a corpus");
    let mut files: Vec<_> = files
        .map(|file| file.expect("it can be listed").path())
        .collect();
    files.sort();
    let text =
        |file| String::from_utf8_lossy(&fs::read(file).expect("it can be read")).into_owned();
    files.into_iter().map(text).collect()
}

/// Among the files are all that have broken a law once.
#[test]
fn corpus() {
    for &(name, law) in laws::ALL {
        let read = texts_of(name).iter().filter(|text| law(text)).count();
        assert!(read > 0, "nothing of {name} can be read");
    }
}

/// What is shown of names and words, and lines for the engine: too slow for many texts.
#[test]
fn mutated_corpus() {
    for (name, times) in [
        ("config", 4_000),
        ("html", 20_000),
        ("markdown", 20_000),
        ("reply", 1_000),
        ("ugi", 400),
    ] {
        let named = laws::ALL.iter().find(|(law, _)| *law == name);
        // Two of them need a feature.
        if let Some(&(_, law)) = named {
            assert!(fuzz(&texts_of(name), times, 10, law) > 0, "{name}");
        }
    }
}
