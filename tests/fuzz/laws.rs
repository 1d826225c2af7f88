//! What holds for every text that strangers can send: no reader panics, and what was read and printed is
//! read the same. Used by the tests in `fuzz.rs`, by the targets in `fuzz/`, and on their corpus.
//!
//! Each law takes a text, panics where it is broken, and tells whether the text could be read.

pub(crate) mod condition;
#[cfg(feature = "matrix")]
mod html;
#[cfg(feature = "discord")]
mod markdown;
mod reply;
pub(crate) mod table;

use ringleader::config::Config;
use ringleader::game::{Action, GameRecord, Position, RecordForm, Variant};
use ringleader::session::{Addressing, Parsed, TimeControl, check_prefix, parse};
use ringleader::tools::perft::Case;
use ringleader::words;

/// A law.
pub(crate) type Law = fn(&str) -> bool;

/// All laws, by the names of their targets and of their folders in the corpus.
pub(crate) const ALL: &[(&str, Law)] = &[
    ("action", action),
    ("command", command),
    ("condition", condition::condition),
    ("config", config),
    ("epd", epd),
    #[cfg(feature = "matrix")]
    ("html", html::html),
    #[cfg(feature = "discord")]
    ("markdown", markdown::markdown),
    ("position", position),
    ("record", record),
    ("reply", reply::reply),
    ("sgf", record),
    ("time_control", time_control),
    ("ugi", ugi),
];

/// An action as it is typed and as records have it.
pub(crate) fn action(text: &str) -> bool {
    let Ok(action) = text.parse::<Action>() else {
        return false;
    };
    assert_eq!(action.to_string().parse(), Ok(action), "{text:?}");
    true
}

/// A position; what can be played in it is consistent.
pub(crate) fn position(text: &str) -> bool {
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
}

/// A file with records of games, as text or as SGF. True if one of the games can be read.
pub(crate) fn record(text: &str) -> bool {
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
        let turns = game.turns();
        assert_eq!(
            turns.iter().map(|turn| turn.actions.len()).sum::<usize>(),
            game.actions.len()
        );
    }
    games.iter().any(Result::is_ok)
}

/// A line of a suite of positions with their numbers of games.
pub(crate) fn epd(text: &str) -> bool {
    let Ok(case) = Case::parse(text) else {
        return false;
    };
    let counts = case
        .counts
        .iter()
        .map(|(depth, count)| format!(" ;D{depth} {count}"));
    let printed = format!(
        "{}{} ; {}",
        case.position,
        counts.collect::<String>(),
        case.name
    );
    assert_eq!(Case::parse(&printed), Ok(case), "{text:?}: {printed:?}");
    true
}

/// A message in a chat.
pub(crate) fn command(text: &str) -> bool {
    let addressed = parse(words::commands(), text, "!", Addressing::Bot);
    let overheard = parse(words::commands(), text, "!", Addressing::Open);
    // Being addressed makes a difference only without the prefix.
    if text.trim().starts_with('!') {
        assert_eq!(addressed, overheard, "{text:?}");
    }
    let replied = parse(words::commands(), text, "!", Addressing::Reply);
    assert!([&addressed, &overheard].contains(&&replied), "{text:?}");
    // Prefixes are alike.
    if let Some(body) = text.trim().strip_prefix('!') {
        for prefix in ["?", "ring!", "。"] {
            if !body.contains('!') && !body.contains(prefix) {
                let text = format!("{prefix}{body}");
                let read = parse(words::commands(), &text, prefix, Addressing::Open);
                assert_eq!(read, overheard, "{text:?}");
            }
        }
    }
    // Whatever may be set as a prefix is read as one.
    let word = text.split_whitespace().next().unwrap_or_default();
    if check_prefix(word).is_ok() {
        let board = format!("{word}board");
        let read = parse(words::commands(), &board, word, Addressing::Open);
        assert!(matches!(read, Parsed::Command(_)), "{board:?}: {read:?}");
    }
    matches!(addressed, Parsed::Command(_))
}

/// How long players may think.
pub(crate) fn time_control(text: &str) -> bool {
    let Ok(control) = text.parse::<TimeControl>() else {
        return false;
    };
    assert_eq!(control.to_string().parse(), Ok(control), "{text:?}");
    // A challenge takes it for a time, and for nobody's name.
    let challenge = format!("!challenge @bob {}", text.trim());
    let parsed = parse(words::commands(), &challenge, "!", Addressing::Open);
    assert!(matches!(parsed, Parsed::Command(_)), "{text:?}: {parsed:?}");
    true
}

/// A config file. Reasons for a refusal name the file, and no key is overlooked.
pub(crate) fn config(text: &str) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("config.toml");
    let read = |text: &str| {
        std::fs::write(&file, text).expect("a temporary file");
        Config::read(&file, &|_| None).map_err(|error| error.to_string())
    };
    if let Err(told) = read(text) {
        assert!(told.contains("config.toml"), "{text:?}: {told}");
        return false;
    }
    // A byte order mark stands only at the beginning.
    let keys = text.strip_prefix('\u{feff}').unwrap_or(text);
    let told = read(&format!("nonsense = 1\n{keys}")).expect_err("there is no such key");
    assert!(told.contains("nonsense"), "{text:?}: {told}");
    true
}

/// Lines for the engine: a search has one answer, and only a line that is accepted changes the position.
/// True if a position was accepted. Searches are kept short, and the engine's memory small.
pub(crate) fn ugi(text: &str) -> bool {
    let kept = |line: &&str| {
        let lower = line.to_lowercase();
        let left_out = ["hash", "threads", "query", "quit"];
        line.len() < 4096 && !left_out.iter().any(|word| lower.contains(word))
    };
    let lines: Vec<&str> = text.split('\n').filter(kept).take(32).collect();
    let word = |line: &str| {
        line.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let mut input = String::new();
    for line in &lines {
        input.push_str(line);
        if word(line) == "go" {
            input.push_str(" nodes 50");
        }
        input.push_str("\nquery fen\n");
    }
    let mut out = Vec::new();
    ringleader::tools::ugi::run(input.as_bytes(), &mut out).expect("a buffer can be written");
    let out = String::from_utf8(out).expect("UTF-8 is written");
    let count = |start: &str| out.lines().filter(|line| line.starts_with(start)).count();
    let searches = lines.iter().filter(|line| word(line) == "go").count();
    assert!(count("bestmove ") <= searches, "{text:?}: {out}");
    assert!(searches == 0 || count("bestmove ") > 0, "{text:?}: {out}");
    assert_eq!(count("response "), lines.len(), "{text:?}: {out}");

    let mut answers = out.lines();
    let mut before = Position::start(Variant::Normal).to_string();
    let mut any = false;
    for line in &lines {
        let mut refused = false;
        let now = loop {
            let answer = answers.next().expect("every query is answered");
            refused |= answer.starts_with("info string ");
            if let Some(now) = answer.strip_prefix("response ") {
                break now;
            }
        };
        match word(line).as_str() {
            "position" if refused => assert_eq!(now, "none", "{text:?}: {line:?}"),
            "position" | "setoption" | "uginewgame" if !refused => {
                any |= word(line) == "position";
                let read = now.parse::<Position>().map(|read| read.to_string());
                assert!(
                    read.as_deref() == Ok(now) || now == before,
                    "{text:?}: {line:?}: {now}"
                );
            }
            _ => assert_eq!(now, before, "{text:?}: {line:?}"),
        }
        now.clone_into(&mut before);
    }
    any
}
