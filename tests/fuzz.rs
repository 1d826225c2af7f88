//! Fuzzing of seven parsers with a million nearly valid texts: none panics, and what is parsed
//! prints and reads back equal.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "helpers of tests panic as tests do; clippy exempts only functions marked as tests"
)]

#[path = "fuzz/conditions.rs"]
mod conditions;
mod play;

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::game::{Action, GameRecord, Position, RecordForm, Termination, Turn};
use ringleader::session::{Addressing, Parsed, TimeControl, parse};
use ringleader::tools::perft::cases;
use ringleader::words;

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
    let read = fuzz(&texts, 200_000, 2, |text| {
        let Ok(action) = text.parse::<Action>() else {
            return false;
        };
        assert_eq!(action.to_string().parse(), Ok(action), "{text:?}");
        true
    });
    assert!(read > 20_000);
}

#[test]
fn positions_of_games() {
    let random = &mut play::random(3);
    let texts: Vec<String> = positions(random).iter().map(ToString::to_string).collect();
    let read = fuzz(&texts, 200_000, 4, |text| {
        let Ok(position) = text.parse::<Position>() else {
            return false;
        };
        assert_eq!(position.to_string().parse(), Ok(position), "{text:?}");
        assert_eq!(position.key(), position.key_from_scratch(), "{text:?}");
        let actions = position.legal_actions();
        assert_eq!(
            actions.len() as u64,
            position.count_legal_actions(),
            "{text:?}"
        );
        for &action in &actions {
            let next = position.play(action).expect("it is legal");
            assert_eq!(next.key(), next.key_from_scratch(), "{text:?}");
        }
        true
    });
    assert!(read > 10_000);
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

/// Checks all games of a text; whether there is a valid one.
fn check_games(text: &str) -> bool {
    let games = GameRecord::parse_all(text);
    for game in &games {
        let Ok(game) = game else {
            continue;
        };
        assert_eq!(game.check(), Ok(()), "{text:?}");
        for (form, written) in [
            (RecordForm::Text, game.to_text()),
            (RecordForm::Sgf, game.to_sgf()),
        ] {
            assert_eq!(RecordForm::of(&written), form);
            assert_eq!(
                GameRecord::parse_all(&written),
                [Ok(game.clone())],
                "{text:?} {written}"
            );
        }
        let turns: Vec<Turn> = game.turns();
        assert_eq!(
            turns.iter().map(|turn| turn.actions.len()).sum::<usize>(),
            game.actions.len()
        );
    }
    games.iter().any(Result::is_ok)
}

#[test]
fn records_as_text() {
    let texts: Vec<String> = records().iter().map(GameRecord::to_text).collect();
    let read = fuzz(&texts, 200_000, 6, check_games);
    assert!(read > 10_000);
}

#[test]
fn records_as_sgf() {
    let mut texts: Vec<String> = records().iter().map(GameRecord::to_sgf).collect();
    texts.push(include_str!("data/records/people.sgf").to_owned());
    let read = fuzz(&texts, 200_000, 7, check_games);
    assert!(read > 10_000);
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
    let read = fuzz(&texts, 200_000, 9, |text| {
        let addressed = parse(words::commands(), text, "!", Addressing::Bot);
        let overheard = parse(words::commands(), text, "!", Addressing::Open);
        // Being addressed makes a difference only without the prefix.
        if text.trim().starts_with('!') {
            assert_eq!(addressed, overheard, "{text:?}");
        }
        let replied = parse(words::commands(), text, "!", Addressing::Reply);
        assert!([&addressed, &overheard].contains(&&replied), "{text:?}");
        matches!(addressed, Parsed::Command(_))
    });
    assert!(read > 10_000);
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
    let valid = fuzz(&texts, 50_000, 6, |text| {
        let Ok(control) = text.parse::<TimeControl>() else {
            return false;
        };
        assert_eq!(control.to_string().parse(), Ok(control), "{text:?}");
        // A challenge takes it for a time, and for nobody's name.
        let challenge = format!("!challenge @bob {}", text.trim());
        let parsed = parse(words::commands(), &challenge, "!", Addressing::Open);
        assert!(matches!(parsed, Parsed::Command(_)), "{text:?}: {parsed:?}");
        true
    });
    assert!(valid > 100, "{valid}");
}
