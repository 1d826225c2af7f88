//! Records that are made to do harm: whatever a megabyte of text holds, it is answered, with work
//! and memory in proportion to its length, and with little to be stored.

mod hostile;

use std::sync::Arc;

use allocation_counter::measure;
use hostile::{LONGEST, records};
use jiff::{SignedDuration, Timestamp};
use ringleader::game::GameRecord;
use ringleader::session::{
    Addressing, COMMANDS, Context, Outcome, Parsed, Person, PersonalSettings, PlaceSettings,
    Policy, Reply, Settings, Table, TableKey, Trigger, handle, parse,
};

/// Most bytes of memory that reading such a record may take.
const MOST_MEMORY: u64 = 40_000_000;

/// Most bytes that may be stored of what follows from a record.
const MOST_STORED: usize = 100_000;

/// What follows from a command with a file.
fn outcome(command: &str, attachment: &str) -> Outcome {
    let Parsed::Command(command) = parse(COMMANDS, command, "", Addressing::Bot) else {
        panic!("{command} is no command");
    };
    let by = Person::new("1", "mallory");
    let trigger = Trigger::Command { by, command };
    let context = Context {
        now: Timestamp::UNIX_EPOCH,
        random: 0,
        people: &[],
        bot: &Person::new("0", "Ringleader"),
        attachment: Some(attachment),
        other_present: None,
        server: None,
        answer: None,
        private: false,
        unseen: false,
        alone: false,
        named: false,
        own_games: &[],
        holidays: &[],
        full: &[],
        closed: &[],
        version: None,
        personal: &PersonalSettings::default(),
        place: &PlaceSettings::default(),
        community: None,
        vocabulary: None,
        threads: false,
        rights: None,
        inherited: &Settings::default(),
        choices_at_once: None,
        policy: &Policy {
            challenge_lasts: SignedDuration::from_hours(1),
            languages: vec!["en".to_owned()],
            themes: vec!["classic".to_owned()],
            most_games: 8,
            programs: Vec::new(),
            openings: Arc::default(),
        },
    };
    let table = Table::new(TableKey::channel("console", "main"));
    handle(&table, &trigger, &context).unwrap_or_else(|refusal| Outcome {
        replies: vec![Reply::from(refusal)],
        ..Outcome::nothing(&table)
    })
}

#[test]
fn every_record_is_answered_at_little_cost() {
    for (name, text) in records(LONGEST) {
        for command in ["import", "analyze"] {
            // A review is refused or begun as quickly as the reading ends.
            if !name.contains("White") && command == "analyze" {
                continue;
            }
            let mut follows = None;
            let cost = measure(|| follows = Some(outcome(command, &text)));
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
            "the tag “Event” is longer than 1000 characters",
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
        let Outcome { replies, .. } = outcome("import", text);
        assert!(replies[0].board().is_none(), "{text}");
    }
}
