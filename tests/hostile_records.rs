//! Records that are made to do harm: whatever a megabyte of text holds, it is answered, with work
//! and memory in proportion to its length, and with little to be stored.

use allocation_counter::measure;
use jiff::{SignedDuration, Timestamp};
use ringleader::game::GameRecord;
use ringleader::session::{
    Author, Command, Context, House, Outcome, Person, Reply, Table, TableKey, handle,
};

/// Bytes of the longest record that adapters take.
const LONGEST: usize = 1_000_000;

/// Most bytes of memory that reading such a record may take.
const MOST_MEMORY: u64 = 40_000_000;

/// Most bytes that may be stored of what follows from a record.
const MOST_STORED: usize = 100_000;

/// Parts that a reader might stumble over when they come again and again.
const PARTS: [&str; 66] = [
    "*",
    "* ",
    "1-0 ",
    "1. ",
    "1. *\n",
    "1.",
    "2.",
    "1. f6 ",
    "1. f6 * ",
    "f6 ",
    "f6;",
    "x",
    "xa1",
    "X ",
    ";",
    "!",
    "$1 ",
    "9",
    "é",
    "\u{feff}",
    " ",
    "\n",
    "\r\n",
    "\t",
    "{",
    "}",
    "{}",
    "{\n[",
    "{} ",
    "}{",
    "[",
    "]",
    "[]",
    "[\n",
    "[]\n",
    "[a]",
    "[a]\n",
    "[a",
    "[\"\"]",
    "[a \"",
    "[a \"\"]",
    "[a \"\\\"",
    "\"",
    "\\",
    "(",
    ")",
    "()",
    ")(",
    "(;",
    ";A",
    "(;A[]",
    "(;GM[24]",
    "(;GM[24]P0[",
    "(;GM[24];P0[0 place wr F 6]",
    "(;P0[",
    "(;P0[Done])",
    "(a",
    "(\\",
    "(;C[\\]",
    "(;C[\\\\]",
    "(;GM[24]XT[",
    "(;GM[24]\n)",
    "(;GM[24](;P0[Undo](;P1[Undo]",
    "(;;;",
    "(x[]",
    "(;GM[24]a[]",
];

/// Beginnings, what comes again and again behind them (`#` is a number), and ends.
const FRAMES: [(&str, &str, &str); 46] = [
    ("", "[a#]", ""),
    ("", "[a# \"\"]\n", ""),
    ("", "[Round \"#\"]\n", ""),
    ("", "[#]", "\n1. f6 *"),
    ("[", "a", "]"),
    ("[", "a", " \"\"]"),
    ("[White \"", "a", "\"] 1. f6 *"),
    ("[White \"", "\u{1}", "\"] 1. f6 *"),
    ("[White \"", "\\n", "\"][Black \"b\"] 1. f6 *"),
    ("[Black \"", "王", "\"] 1. f6 *"),
    ("[Event \"", "a", "\"] 1. f6 *"),
    ("[Date \"", "a", "\"] 1. f6 *"),
    ("[Variant \"", "a", "\"] 1. f6 *"),
    ("[Result \"", "a", "\"] 1. f6 *"),
    ("[Position \"", "a", "\"] 1. f6 *"),
    ("[Position \"", "a ", "\"] 1. f6 *"),
    ("[Position \"", "/", " w w place 0-0 normal\"] 1. f6 *"),
    ("[Position \"", "1", " w w place 0-0 normal\"] 1. f6 *"),
    ("[Termination \"", "a", "\"] 1. f6 1-0"),
    ("1. ", "f6;", ""),
    ("1. f6 2. a5 3. ", "b", ""),
    ("1. ", "xa2", ""),
    ("1. ", "f6 ", ""),
    ("1. f", "6", ""),
    ("1. f6 ", "2. a5 ", ""),
    ("1. f6 {", "}{", ""),
    ("", "#. f6 ", ""),
    ("1. f6 * ", "1. f6 * ", ""),
    ("1. f6 *", "[a#]", ""),
    ("{", "{", "[White \"a\"] 1. f6 *"),
    ("(;GM[24]", ";", ")"),
    ("(;GM[24]", "A[]", ")"),
    ("(;GM[24]A", "[]", ")"),
    ("(;GM[24]", "XT[a# \"\"]", ")"),
    ("(;GM[24]P0[id \"", "a", "\"]P1[id \"b\"]RE[Game won by a])"),
    ("(;GM[24]P0[id \"a\"]P1[id \"b\"]RE[", "a", "])"),
    ("(;GM[24]P0[id \"a\"]P1[id \"b\"]RE[", "a b ", "])"),
    ("(;GM[24]GN[", "a", "])"),
    ("(;GM[24]DT[", "a", "])"),
    ("(;GM[24]SU[", "a", "])"),
    ("(;GM[24]XT[Event \"", "a", "\"])"),
    ("(;GM[24];P0[0 ", "a", "])"),
    ("(;GM[24];P0[0 place wr ", "F 6 ", "])"),
    ("(;GM[24]", ";P0[0 place wr F 6];P0[1 Undo]", ")"),
    ("(;GM[24]", "(;P0[0 place wr F 6]", ""),
    ("(;GM[24]", "(;P0[0 place wr F 6])", ")"),
];

/// Every hostile record, of about so many bytes, with a name.
fn records(bytes: usize) -> impl Iterator<Item = (String, String)> {
    let parts = PARTS.iter().map(|part| ("", *part, ""));
    parts
        .chain(FRAMES.iter().copied())
        .map(move |(begin, part, end)| {
            let mut text = begin.to_owned();
            let mut number = 0;
            while text.len() + part.len() < bytes {
                if part.contains('#') {
                    text.push_str(&part.replace('#', &number.to_string()));
                } else {
                    text.push_str(part);
                }
                number += 1;
            }
            text.push_str(end);
            (format!("{begin:?} {part:?} {end:?}"), text)
        })
}

/// What follows from a command with a file.
fn outcome(command: &Command, attachment: &str) -> Outcome {
    let person = Person::new("1", "mallory");
    let context = Context {
        author: &Author::Person(person),
        now: Timestamp::UNIX_EPOCH,
        random: 0,
        people: &[],
        bot: &Person::new("0", "Ringleader"),
        attachment: Some(attachment),
        opponent_present: None,
        full: &[],
        version: None,
        house: &House {
            challenge_lasts: SignedDuration::from_hours(1),
            themes: vec!["classic".to_owned()],
            most_games: 8,
        },
    };
    let table = Table::new(TableKey::channel("console", "main"));
    handle(&table, command, &context).unwrap_or_else(|refusal| Outcome {
        replies: vec![Reply::from(refusal)],
        ..Outcome::nothing(&table)
    })
}

#[test]
fn every_record_is_answered_at_little_cost() {
    for (name, text) in records(LONGEST) {
        for command in [
            Command::Import(String::new()),
            Command::Analyze(String::new()),
        ] {
            // A review is refused or begun as quickly as the reading ends.
            if !name.contains("White") && matches!(command, Command::Analyze(_)) {
                continue;
            }
            let mut follows = None;
            let cost = measure(|| follows = Some(outcome(&command, &text)));
            let follows = follows.unwrap();
            assert_eq!(follows.replies.len(), 1, "{name}");
            assert!(
                cost.bytes_max < MOST_MEMORY,
                "{name}: {} bytes of memory",
                cost.bytes_max
            );
            let stored = serde_json::to_string(&follows.replies).unwrap().len()
                + serde_json::to_string(&follows.entries).unwrap().len();
            assert!(stored < MOST_STORED, "{name}: {stored} bytes to store");
        }
    }
}

#[test]
fn a_game_that_is_not_asked_for_is_not_read() {
    let cost = |text: &str| {
        let mut games = 0;
        let cost = measure(|| games = GameRecord::games(text).take(1).count());
        assert_eq!(games, 1);
        cost.count_total
    };
    for game in ["1. f6 *\n", "(;GM[24];P0[0 place wr F 6])\n", "[a]*"] {
        assert_eq!(cost(&game.repeat(50_000)), cost(&game.repeat(2)), "{game}");
    }
}

#[test]
fn allocations_grow_with_the_length() {
    let counts = |bytes| -> Vec<(String, u64)> {
        records(bytes)
            .map(|(name, text)| {
                let cost = measure(|| drop(GameRecord::parse_all(&text)));
                (name, cost.count_total)
            })
            .collect()
    };
    for ((name, few), (_, many)) in counts(50_000).into_iter().zip(counts(200_000)) {
        assert!(many <= 6 * few + 100, "{name}: {few}, then {many}");
    }
}

#[test]
fn limits_are_named() {
    for (text, said) in [
        (
            (0..200).map(|tag| format!("[a{tag} \"\"]")).collect(),
            "a game has at most 100 tags",
        ),
        (
            format!("(;GM[24]{})", "A[]".repeat(20_000)),
            "a game has at most 10000 properties",
        ),
        (
            format!("[Event \"{}\"] *", "a".repeat(1001)),
            "the tag «Event» is longer than 1000 characters",
        ),
    ] {
        let error = GameRecord::parse(&text).unwrap_err();
        assert_eq!(error.to_string(), said);
    }
    let long = "王".repeat(5_000);
    for text in [
        format!("[White \"{long}\"] 1. f6 *"),
        format!("(;GM[24]P0[id \"{long}\"];P0[0 place wr F 6])"),
    ] {
        let record = GameRecord::parse(&text).unwrap();
        assert_eq!(record.white.chars().count(), 100);
        assert_eq!(record.check(), Ok(()));
        assert_eq!(GameRecord::parse(&record.to_text()).as_ref(), Ok(&record));
        assert_eq!(GameRecord::parse(&record.to_sgf()).as_ref(), Ok(&record));
    }
}

#[test]
fn a_text_without_a_game_is_no_empty_game() {
    for text in ["((((", "(;)", "(;;;)", "()", "(", "(;C[hello])"] {
        assert!(GameRecord::parse(text).is_err(), "{text}");
        let Outcome { replies, .. } = outcome(&Command::Import(String::new()), text);
        assert!(replies[0].board.is_none(), "{text}");
    }
}
