//! A player who reads only what is offered, and knows neither the rules nor the board, plays whole
//! games by picking.
//!
//! `cargo test` plays a few; `RINGLEADER_BLIND=100` the first hundred games, `40-100` those after the
//! fortieth.

use std::ops::Range;

use proptest::prelude::RngExt;
use proptest::test_runner::{RngAlgorithm, TestRng};
use ringleader::game::{GameRecord, GameResult};

use super::{Room, Talk};

/// Games that are played if the environment does not say.
const GAMES: u64 = 10;

/// Which games are played.
fn games() -> Range<u64> {
    let Ok(games) = std::env::var("RINGLEADER_BLIND") else {
        return 0..GAMES;
    };
    let (first, last) = games.split_once('-').unwrap_or(("0", &games));
    first.parse().unwrap()..last.parse().unwrap()
}

/// Picks in a row that decide nothing, after which the player has lost the way.
const LOST: usize = 1000;

/// Picks in the settings.
const SETTINGS: usize = 200;

/// Who may set what holds for everybody.
const MODERATOR: &str = "mona";

/// What one reply offers, by number: `  1) E4    2) Back`.
fn offered(told: &str) -> Vec<String> {
    let lines = told.lines().filter(|line| {
        let text = line.trim_start();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && text[digits..].starts_with(") ")
    });
    let mut offered = Vec::new();
    for line in lines {
        let mut rest = line.trim_start();
        while let Some((_, behind)) = rest.split_once(") ") {
            // The next choice of the line begins after two spaces and a number.
            let end = behind.find("  ").unwrap_or(behind.len());
            offered.push(behind[..end].trim().to_owned());
            rest = behind[end..].trim_start();
        }
    }
    offered
}

/// Picks something: now and then what leads back, to get lost a little.
fn pick(offered: &[String], random: &mut TestRng) -> usize {
    loop {
        let index = random.random_range(0..offered.len());
        let leads_back = matches!(offered[index].as_str(), "Back" | "Cancel");
        if !leads_back || random.random_ratio(1, 3) {
            return index;
        }
    }
}

/// A source of randomness that is the same every time.
fn random(number: u64) -> TestRng {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &seed)
}

/// Plays a game, and returns its record.
fn game(talk: &mut Talk, room: &Room, number: u64) -> GameRecord {
    let random = &mut random(number);
    let variant = ["", " blitz"][usize::from(number % 2 == 1)];
    talk.say(&format!("alice: !challenge @bob white{variant}"));
    // Whose turn it is, is told with a mention.
    let mut told = talk.say("bob: 1");
    let mut to_decide = "alice";
    for _ in 0..LOST * 200 {
        if told.contains("`!rematch`") {
            let record = room.read(&talk.say("alice: !export"));
            return GameRecord::parse(&room.record(&record[0])).unwrap();
        }
        for name in ["alice", "bob"] {
            if told.contains(&format!("@{name} (white)"))
                || told.contains(&format!("@{name} (black)"))
            {
                to_decide = name;
            }
        }
        let offered = offered(&told);
        assert!(!offered.is_empty(), "nothing is offered: {told}");
        let index = pick(&offered, random);
        told = talk.say(&format!("{to_decide}: {}", index + 1));
        for refusal in [
            "can't",
            "isn't",
            "There's no",
            "out of date",
            "don't",
            "taken",
            "'s turn to",
        ] {
            assert!(!told.contains(refusal), "{offered:?}, {index}: {told}");
        }
    }
    panic!("the game has no end");
}

#[test]
fn a_blind_player_finishes_games_by_picking_what_is_offered() {
    let room = Room::new();
    let mut console = room.console();
    console.arg("--no-pictures");
    let mut talk = Talk::with(&mut console);
    let mut ended = [0; 3];
    for number in games() {
        let record = game(&mut talk, &room, number);
        let result = record.result.unwrap();
        ended[match result {
            GameResult::White => 0,
            GameResult::Black => 1,
            GameResult::Draw => 2,
        }] += 1;
        assert_eq!(
            record.final_position().result(),
            Some(result),
            "played to the end"
        );
        println!(
            "game {number}: {result:?}, {} decisions",
            record.actions.len()
        );
    }
    talk.end();
    let [white, black, drawn] = ended;
    println!("{white} won by white, {black} by black, {drawn} drawn; nothing illegal was tried");
}

/// Picks in the settings by one person, who begins anew where nothing is offered. Returns how many
/// changed something.
fn settings(talk: &mut Talk, person: &str, random: &mut TestRng) -> usize {
    let list = format!("{person}: !settings");
    let mut told = talk.say(&list);
    let mut changed = 0;
    for _ in 0..SETTINGS {
        let offered = offered(&told);
        if offered.is_empty() {
            told = talk.say(&list);
            continue;
        }
        let index = pick(&offered, random);
        // After these, commands and answers are others.
        if ["prefix", "language"].contains(&offered[index].as_str()) {
            continue;
        }
        told = talk.say(&format!("{person}: {}", index + 1));
        for refusal in ["can't", "isn't", "There's no", "out of date", "don't"] {
            assert!(!told.contains(refusal), "{offered:?}, {index}: {told}");
        }
        if told.contains("Only those who manage") {
            assert_ne!(person, MODERATOR, "{told}");
        }
        let of_all = ["set", "reset"].map(|done| format!("{person} {done} "));
        let is_of_all = of_all.iter().any(|words| told.contains(words));
        assert!(!is_of_all || person == MODERATOR, "{told}");
        let is_own = told.contains("from now on") || told.contains("for everybody again");
        changed += usize::from(is_of_all || is_own);
    }
    changed
}

#[test]
fn a_blind_person_changes_settings_by_picking_what_is_offered() {
    let room = Room::new();
    let mut console = room.console();
    console.args(["--moderator", MODERATOR]);
    let mut talk = Talk::with(&mut console);
    for (number, person) in (0..).zip(["alice", MODERATOR]) {
        let changed = settings(&mut talk, person, &mut random(number));
        assert!(changed > 0, "{person} changed nothing");
    }
    talk.end();
}
