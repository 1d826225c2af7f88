//! Fuzzing of lines of conditional moves, in positions of random games.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::RngExt;
use ringleader::game::{Position, Turn, Variant};
use ringleader::session::{
    Addressing, Arg, Branch, COMMANDS, Context, Entry, Event, LEVELS_VERSION, Parsed, Person,
    PersonalSettings, PlaceSettings, Policy, Seat, Settings, Table, TableKey, TimeControl, Trigger,
    handle, parse,
};

use super::{fuzz, play, play_on};

/// A table with a game of two people.
fn table(actions: &[ringleader::game::Action]) -> Table {
    let seat = |name: &str| Seat::Person(Person::new(name, name));
    let started = Event::Started {
        white: seat("white"),
        black: seat("black"),
        variant: Variant::Normal,
        rated: false,
        server: None,
        time: TimeControl::Untimed,
        silence: false,
        weekends_off: false,
        levels: LEVELS_VERSION,
        settings: Settings::default(),
    };
    let acted = actions.iter().map(|&action| Event::Acted { action });
    let log: Vec<Entry> = std::iter::once(started)
        .chain(acted)
        .map(|event| Entry {
            at: Timestamp::UNIX_EPOCH,
            event,
        })
        .collect();
    Table::replay(TableKey::channel("console", "main"), 0, &log).expect("the game is legal")
}

/// The branch that the player who waits has planned by this line, and how it is printed.
fn planned(table: &Table, line: &str) -> Option<(Branch, String)> {
    let Parsed::Command(command) = parse(COMMANDS, &format!("if {line}"), "!", Addressing::Bot)
    else {
        panic!("{line:?} is no command");
    };
    let position = table.running()?.position();
    let by = match table.running()?.seat(!position.actor()) {
        Seat::Person(person) => person.clone(),
        Seat::Bot(_) => return None,
    };
    let trigger = Trigger::Command { by, command };
    let context = Context {
        now: Timestamp::UNIX_EPOCH,
        random: 0,
        people: &[],
        bot: &Person::new("0", "Ringleader"),
        attachment: None,
        other_present: None,
        server: None,
        private: false,
        unseen: true,
        alone: false,
        named: true,
        answer: None,
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
        inherited: &Settings::with_prefix("!"),
        choices_at_once: None,
        policy: &Policy {
            challenge_lasts: SignedDuration::from_hours(1),
            languages: vec!["en".to_owned()],
            themes: vec!["classic".to_owned()],
            most_games: 8,
            openings: Arc::default(),
        },
    };
    let outcome = handle(table, &trigger, &context).ok()?;
    let Some(Event::Planned { branch, .. }) = outcome.entries.first().map(|one| &one.event) else {
        return None;
    };
    let mut phrases = outcome.replies[0].text.iter();
    let printed = phrases.find(|phrase| phrase.id == "if-line");
    let Some(Arg::Text(text)) = printed.map(|phrase| &phrase.args["line"]) else {
        panic!("{line:?} is not printed: {:?}", outcome.replies);
    };
    Some((branch.clone(), text.clone()))
}

#[test]
fn lines_of_conditional_moves() {
    let random = &mut play::random(7);
    let mut valid = 0;
    for game in 0..40 {
        let played = random.random_range(0..120);
        let record = play_on(None, played, random);
        let table = table(&record.actions);
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
        valid += fuzz(&lines, 500, game, |line| {
            let Some((branch, printed)) = planned(&table, line) else {
                return false;
            };
            assert_eq!(branch.after, record.actions.len());
            let mut after = position;
            for &action in &branch.actions {
                after = after.play(action).expect("the line is legal");
            }
            assert_eq!(planned(&table, &printed), Some((branch, printed.clone())));
            true
        });
    }
    assert!(valid > 1_000, "{valid}");
}

#[test]
fn endless_lines_are_refused() {
    let table = table(&[]);
    for part in ["E4 then ", "then ", "E4,", "x", "#", "\u{feff}", "E4;"] {
        assert_eq!(planned(&table, &part.repeat(100_000)), None);
    }
}
