//! What a new command takes: a spec in the list is enough, and nothing else names it.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Room, with_example};
use crate::session::dispatch::run;
use crate::session::parse::{Addressing, parse};
use crate::session::spec::{Command, Commands};
use crate::session::{COMMANDS, Parsed, Person, Phrase, Refusal, Reply};

fn command(commands: Commands, text: &str) -> Command {
    match parse(commands, text, "!", Addressing::Open) {
        Parsed::Command(command) => command,
        parsed => panic!("{text}: {parsed:?}"),
    }
}

/// The reply to a command, with the example in the list.
fn answer(room: &Room, text: &str) -> Result<String, Refusal> {
    let commands = with_example();
    let command = match parse(commands, text, "!", Addressing::Open) {
        Parsed::Command(command) => command,
        Parsed::Faulty(refusal) => return Err(refusal),
        Parsed::NotForUs => panic!("{text} is no command"),
    };
    let alice = Person::new("alice", "alice");
    let draft = run(commands, &room.table, &alice, &command, &room.context(&[]))?;
    let reply = draft.into_reply(&room.table, room.now);
    Ok(room.words.reply(&reply, None).plain())
}

#[test]
fn a_spec_in_the_list_is_parsed_explained_suggested_and_run() {
    let room = Room::new();
    for (text, told) in [
        ("!clock E4 @bob", "Some(E4) Some(Named(\"bob\")) None"),
        (
            "!hourglass anyone e4 hands",
            "Some(E4) Some(Anyone) Some(\"analogue\")",
        ),
        ("!help", "!clock"),
        (
            "!help hourglass",
            "!clock <point> <@friend|anyone> [number] [analogue] [@friend]",
        ),
        ("!help clock", "!hourglass"),
    ] {
        let answer = answer(&room, text).unwrap();
        let told = told.replace(
            "E4",
            &format!("{:?}", "E4".parse::<crate::game::Point>().unwrap()),
        );
        assert!(answer.contains(&told), "{text}: {answer}");
    }
    for (text, told) in [
        ("!clokc E4", "Did you mean !clock?"),
        ("!clock E4", "Something is missing"),
        ("!clock E4 @bob 1 level 99", "no level 99"),
        ("!clock L4 @bob", "no point L4"),
        (
            "!clock E4 @bob blitz @carol 1 2 numerals dark move more",
            "understand “more”",
        ),
    ] {
        let refusal = answer(&room, text).unwrap_err();
        let answer = room.text(&Reply::from(refusal));
        assert!(answer.contains(told), "{text}: {answer}");
    }
    let mut context = room.context(&[]);
    context.version = Some(room.table.version() + 1);
    let stale = command(with_example(), "!clock E4 @bob");
    let alice = Person::new("alice", "alice");
    assert!(run(with_example(), &room.table, &alice, &stale, &context).is_err());
}

/// Source files under a folder, without tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("tests") || path.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Elsewhere the word of a command occurs only in replies that say what to type.
#[test]
fn nothing_decides_by_the_word_of_a_command() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for part in ["chat", "host", "session", "store", "words"] {
        sources(&src.join(part), &mut files);
    }
    assert!(files.len() > 80, "{}", files.len());
    for file in files {
        if file.starts_with(src.join("session/commands")) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for spec in COMMANDS.iter() {
            // A single letter is anything, such as an element of HTML.
            let words = std::iter::once(&spec.word).chain(spec.aliases);
            for word in words.filter(|word| word.len() > 1) {
                let literal = format!("\"{word}\"");
                for (at, _) in code.match_indices(&literal) {
                    let before = code[..at].trim_end();
                    let after = code[at + literal.len()..].trim_start();
                    let decides = ["==", "!=", "find(", "matches!(", "|"]
                        .iter()
                        .any(|end| before.ends_with(end))
                        || after.starts_with("=>")
                        || after.starts_with("| ");
                    assert!(!decides, "{}: {literal}", file.display());
                }
            }
        }
    }
}

/// The commands that replies tell to type exist.
#[test]
fn commands_that_replies_mention_exist() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for part in ["chat", "host", "session"] {
        sources(&src.join(part), &mut files);
    }
    let mut mentions = 0;
    for file in files {
        let code = fs::read_to_string(&file).unwrap();
        for rest in code.split("Arg::command(\"").skip(1) {
            let command = rest.split(['"', ' ']).next().unwrap();
            assert!(
                COMMANDS.find(command).is_some(),
                "{}: {command}",
                file.display()
            );
            mentions += 1;
        }
    }
    assert!(mentions > 50, "{mentions}");
    // Each is explained.
    let words = crate::words::Words::new("!", "Ringleader");
    for spec in COMMANDS.iter() {
        let explained = words.sentence(&Phrase::new(spec.explanation()), None);
        assert_ne!(explained, spec.explanation());
    }
}

#[test]
fn every_word_means_one_command() {
    let mut seen = std::collections::HashSet::new();
    for spec in COMMANDS.iter() {
        for word in std::iter::once(&spec.word).chain(spec.aliases) {
            assert!(seen.insert(word), "{word} is used twice");
            assert!(
                word.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
                "{word}"
            );
            assert_eq!(COMMANDS.find(&word.to_uppercase()), Some(spec));
        }
        assert!(spec.usage().starts_with(spec.word));
        assert!(spec.example().starts_with(spec.word));
    }
}
