//! `ringleader record`: valid and invalid records, by the program.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests panic as tests do; clippy exempts only functions marked as tests"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use ringleader::game::{Color, GameRecord, GameResult, RecordForm, Termination, Variant};
use rstest::rstest;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/records")
        .join(name)
}

fn text_of(name: &str) -> String {
    std::fs::read_to_string(sample(name)).unwrap()
}

fn parse(name: &str) -> GameRecord {
    GameRecord::parse(&text_of(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs `ringleader record` in a directory; returns its exit status, standard output and standard
/// error.
fn run(directory: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ringleader"))
        .arg("record")
        .args(arguments)
        .current_dir(directory)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_samples_are_sound() {
    let (status, written, _) = run(
        &sample(""),
        &[
            "check",
            "people.sgf",
            "robot.sgf",
            "several.sgf",
            "several.txt",
        ],
    );
    let expected = "\
people.sgf: ok, 60 actions, 0-1
robot.sgf: ok, 19 actions, 1-0
several.sgf#1: ok, 53 actions, 1-0
several.sgf#2: ok, 24 actions, *
several.sgf#3: ok, 60 actions, 0-1
several.txt#1: ok, 53 actions, 1-0
several.txt#2: ok, 13 actions, 0-1
several.txt#3: ok, 43 actions, 1/2-1/2
several.txt#4: ok, 60 actions, 0-1
several.txt#5: ok, 0 actions, *
several.txt#6: ok, 2 actions, *
";
    assert_eq!(written, expected);
    assert_eq!(status, Some(0));
}

#[test]
fn people_change_their_minds() {
    // The file has every kind of revised step; the turns are those of the final steps.
    let record = parse("people.sgf");
    let turns: Vec<String> = record.turns().iter().map(ToString::to_string).collect();
    for (number, turn) in [
        (7, "b3"),
        (8, "b5"),
        (13, "b3-d3"),
        (14, "b5-a5"),
        (16, "a5-c5"),
        (19, "d3-g3"),
        (20, "e10-e8"),
        (30, "c6-d6"),
        (42, "b2-b6;xb1-b5xf3"),
        (52, "xc5-g9xi5;g7-k7;xf7-j7xk7"),
    ] {
        assert_eq!(turns[number - 1], turn, "{number}");
    }
    assert_eq!(turns.len(), 52);
    assert_eq!((&*record.white, &*record.black), ("Анна", "Big Анна"));
    assert_eq!(record.result, Some(GameResult::Black));
    assert_eq!(record.termination, None);
    assert_eq!(record.date.as_deref(), Some("пт мар. 06 21:15:00 MSK 2026"));
}

#[test]
fn a_robot_resigns() {
    let record = parse("robot.sgf");
    assert_eq!(record.white, "rook [1]");
    assert_eq!(record.variant, Variant::Blitz);
    assert_eq!(record.result, Some(GameResult::win(Color::White)));
    assert_eq!(record.termination, Some(Termination::Resignation));
}

#[test]
fn text_is_read_leniently() {
    let games = GameRecord::parse_all(&text_of("several.txt"));
    let games: Vec<GameRecord> = games.into_iter().map(|game| game.unwrap()).collect();
    assert_eq!(games[0].white, "Ann \"the ring\" O'Hara");
    assert_eq!(
        games[0].other_tags,
        [("Event".to_owned(), "club evening".to_owned())]
    );
    assert_eq!(games[1].variant, Variant::Blitz);
    assert_eq!(games[1].termination, Some(Termination::Time));
    assert_eq!(games[1].turns()[12].to_string(), "k10-e4");
    assert_eq!(games[2].termination, Some(Termination::Agreement));
    // Without a result, but the moves end the game.
    assert_eq!(games[3].result, Some(GameResult::Black));
    assert_eq!(games[3].turns()[43].to_string(), "xg5-k9xi10;a4-c6");
    let numbers: Vec<usize> = games[5].turns().iter().map(|turn| turn.number).collect();
    assert_eq!(numbers, [2, 3]);
}

const PLAIN: &str = "[White \"a\"]\n[Black \"b\"]\n\n";

/// Invalid records: a change to a sample, and the expected error.
#[rstest]
// The text form.
#[case("11. e4-c2", "11. e4-b4", "turn 11: the ring on C4 is in the way")]
#[case("27. f10-e10", "28. f10-e10", "turn 27: it is numbered 28")]
#[case("27. f10-e10", "27.", "turn 27: it has no action")]
#[case(
    "31. e5-b5;xe2-e6xa2",
    "31. e5-b5",
    "turn 32: white has to decide here"
)]
#[case(
    "31. e5-b5;xe2-e6xa2",
    "31. e5-b5;xe2-e6",
    "turn 32: white has to decide here"
)]
#[case(
    "31. e5-b5;xe2-e6xa2",
    "31. e5-b5;xa2",
    "turn 31: a row has to be removed"
)]
#[case(
    "31. e5-b5;xe2-e6xa2",
    "31. e5-b5;xe1-e5xa2",
    "turn 31: no row of five stands on E1–E5"
)]
#[case("32. c1-d1", "32. c1-d1;c4-c5", "turn 32: white has to decide here")]
#[case("17. b4-c5", "17. b4-c9", "turn 17: the board has no point “C9”")]
#[case("17. b4-c5", "17. castle", "turn 17: “castle” is not an action")]
#[case(
    "17. b4-c5",
    "17. pass",
    "turn 17: a ring can move, so passing is not allowed"
)]
#[case("xe1 1-0", "xe1 48. g2-g3 1-0", "turn 48: the game is over")]
#[case(
    "xe1 1-0",
    "xe1 0-1",
    "turn 47: the result is given as 0-1, but the moves end in 1-0"
)]
#[case(
    "xe1 1-0",
    "xe1 1/2-1/2",
    "turn 47: the result is given as 1/2-1/2, but the moves end in 1-0"
)]
#[case(
    "xe1 1-0",
    "xe1 *",
    "turn 47: the result is given as *, but the moves end in 1-0"
)]
#[case(
    ";xe10-i10xe1 1-0",
    " 1-0",
    "turn 47: the result is given as 1-0, but the moves do not end the game and no termination explains it"
)]
#[case(
    "46. k9-i7 47. i10-i8;xe10-i10xe1 1-0",
    "1/2-1/2",
    "turn 45: the result is given as 1/2-1/2, but the moves do not end the game and no termination explains it"
)]
#[case(
    "[White \"a\"]",
    "[Result \"0-1\"]",
    "turn 47: the result is given as 0-1 and as 1-0"
)]
#[case("[White \"a\"]", "[Result \"won\"]", "turn 0: “won” is not a result")]
#[case(
    "[White \"a\"]",
    "[Variant \"suicide\"]",
    "turn 0: there is no variant “suicide”"
)]
#[case(
    "[White \"a\"]",
    "[Termination \"resignation\"]",
    "turn 47: the termination “resignation” does not fit the end of the game"
)]
#[case(
    "[White \"a\"]",
    "[Position \"8/8 w w\"]",
    "turn 0: start position: a position has six parts (board, actor, mover, stage, removed rings, variant), not 3"
)]
#[case("[White \"a\"]", "[\"a\"]", "turn 0: “[\"a\"]” is not a tag")]
#[case("17. b4-c5", "{17. b4-c5", "turn 16: a comment is not closed")]
#[case("17. b4-c5", "17. {b4-c5", "turn 17: a comment is not closed")]
#[case("17. b4-c5 ", "17. b4-c6 {", "turn 17: no line joins B4 and C6")]
#[case(
    "[White \"a\"]",
    "[Result \"\u{1b}[2J\u{202e}\"]",
    "turn 0: “\\u{1b}[2J\\u{202e}” is not a result"
)]
fn a_doctored_text_is_refused(#[case] from: &str, #[case] to: &str, #[case] said: &str) {
    let games = GameRecord::parse_all(&text_of("several.txt"));
    let mut game = games[0].clone().unwrap();
    game.other_tags.clear();
    let text = game.to_text();
    let turns = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
    let text = format!("{PLAIN}{turns}\n");
    assert!(text.contains(from), "{text}");
    check_doctored(&text.replacen(from, to, 1), said);
}

#[rstest]
#[case(
    "people.sgf",
    "drop board  G 3",
    "drop board  G 9",
    "turn 19: no line joins D3 and G9"
)]
#[case(
    "people.sgf",
    "remove b B 1 B 5",
    "remove b B 2 B 6",
    "turn 42: no row of five stands on B2–B6"
)]
#[case(
    "people.sgf",
    "remove br F 3",
    "remove br F 4",
    "turn 42: no ring stands on F4"
)]
#[case(
    "people.sgf",
    "P0[1 place",
    "P1[1 place",
    "turn 1: white has to decide here"
)]
#[case(
    "people.sgf",
    "place br  J 8",
    "place br  J 4",
    "turn 6: the board has no point “J4”"
)]
#[case(
    "people.sgf",
    "place br  J 8",
    "plonk br  J 8",
    "turn 6: “plonk br  J 8” is not a valid step"
)]
#[case(
    "people.sgf",
    "выиграл(а) Big Анна",
    "выиграл(а) Анна",
    "turn 52: the result is given as 1-0, but the moves end in 0-1"
)]
#[case(
    "robot.sgf",
    "Game won by rook [1\\]",
    "Game won by Walker",
    "turn 19: the result is given as 1-0 and as 0-1"
)]
#[case(
    "robot.sgf",
    "Game won by rook [1\\]",
    "B+R",
    "turn 19: the result is given as 1-0 and as 0-1"
)]
#[case(
    "people.sgf",
    "Игру выиграл(а) Big Анна.",
    "Draw",
    "turn 52: the result is given as 1/2-1/2, but the moves end in 0-1"
)]
#[case(
    "robot.sgf",
    "Resign",
    "AcceptDraw",
    "turn 20: no draw has been offered to this player"
)]
#[case(
    "robot.sgf",
    "Resign",
    "Done",
    "turn 19: the result is given as 1-0, but the moves do not end the game and no termination explains it"
)]
#[case(
    "robot.sgf",
    "GM[24]",
    "GM[1]",
    "turn 0: it is not a game of YINSH (GM[24])"
)]
#[case(
    "robot.sgf",
    "Yinsh-Blitz",
    "Zertz",
    "turn 0: there is no variant “Zertz”"
)]
fn a_doctored_sgf_is_refused(
    #[case] name: &str,
    #[case] from: &str,
    #[case] to: &str,
    #[case] said: &str,
) {
    let text = text_of(name);
    assert!(text.contains(from), "{from}");
    check_doctored(&text.replacen(from, to, 1), said);
}

/// Checks that the program refuses the first game of a text with this error, and still reads the
/// valid one that follows.
fn check_doctored(text: &str, said: &str) {
    let sound = match RecordForm::of(text) {
        RecordForm::Text => "[White \"c\"]\n1. f6 *\n",
        RecordForm::Sgf => "(;GM[24]SU[Yinsh];P0[1 place wr F 6];P0[2 Done])",
    };
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("games"), format!("{text}\n{sound}")).unwrap();
    let (status, written, _) = run(directory.path(), &["check", "games"]);
    assert_eq!(
        written,
        format!("games#1: {said}\ngames#2: ok, 1 actions, *\n")
    );
    assert_eq!(status, Some(1));
}

#[test]
fn files_that_are_no_records_are_named() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("empty"), "").unwrap();
    std::fs::write(directory.path().join("bytes"), b"\xff\xfe1. f6 \xc3( *").unwrap();
    std::fs::write(
        directory.path().join("latin"),
        b"[White \"Ren\xe9\"]\n1. f6 *",
    )
    .unwrap();
    let (status, written, _) = run(
        directory.path(),
        &["check", "gone", "empty", "bytes", "latin"],
    );
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines[0].starts_with("gone: "), "{written}");
    assert_eq!(lines[1], "empty: turn 0: no game found");
    assert!(lines[2].starts_with("bytes: turn 1: “"), "{written}");
    assert_eq!(lines[3], "latin: ok, 1 actions, *");
}

#[test]
fn either_form_is_turned_into_the_other_and_back() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    for name in ["people.sgf", "robot.sgf", "several.sgf", "several.txt"] {
        let path = sample(name);
        let path = path.to_str().unwrap();
        let games = GameRecord::parse_all(&text_of(name));
        for (to, form) in [("text", RecordForm::Text), ("sgf", RecordForm::Sgf)] {
            let (status, written, _) = run(directory, &["convert", "--to", to, path]);
            assert_eq!(status, Some(0), "{name}");
            assert_eq!(RecordForm::of(&written), form);
            assert_eq!(GameRecord::parse_all(&written), games, "{name}");
        }
        let (status, written, _) = run(directory, &["convert", "--output", "there", path]);
        assert_eq!((status, &*written), (Some(0), ""));
        let there = std::fs::read_to_string(directory.join("there")).unwrap();
        assert_ne!(RecordForm::of(&there), RecordForm::of(&text_of(name)));
        assert_eq!(GameRecord::parse_all(&there), games, "{name}");
    }
    std::fs::write(directory.join("bad"), BAD).unwrap();
    let (status, written, notes) = run(directory, &["convert", "--to", "text", "bad"]);
    assert_eq!(status, Some(1));
    assert_eq!(notes, "bad#1: turn 2: F6 is occupied\n");
    assert!(written.ends_with("\n1. f6 *\n"), "{written}");
}

/// An invalid game, and a valid one.
const BAD: &str = "1. f6 2. f6 *\n1. f6 *";

#[test]
fn convert_loses_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    std::fs::write(directory.join("faulty"), "1. f6 2. f6 *").unwrap();
    std::fs::write(directory.join("half"), BAD).unwrap();
    std::fs::write(directory.join("good"), "1. f6 *").unwrap();
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).unwrap();
    for (from, to) in [("faulty", "faulty"), ("gone", "new"), ("faulty", "good")] {
        let (status, _, notes) = run(directory, &["convert", from, "-o", to]);
        assert_eq!(status, Some(1), "{notes}");
    }
    let (status, _, notes) = run(directory, &["convert", "half", "-o", "half"]);
    assert_eq!(status, Some(1));
    assert!(notes.ends_with("half: not replaced, as a game in it would be lost\n"));
    assert_eq!(read("faulty"), "1. f6 2. f6 *");
    assert_eq!(read("half"), BAD);
    assert_eq!(read("good"), "1. f6 *");

    let (status, _, notes) = run(directory, &["convert", "good", "-o", "good"]);
    assert_eq!((status, &*notes), (Some(0), ""));
    assert_eq!(RecordForm::of(&read("good")), RecordForm::Sgf);
    let (status, _, _) = run(directory, &["convert", "half", "-o", "new"]);
    assert_eq!(status, Some(1));
    assert_eq!(GameRecord::parse_all(&read("new")).len(), 1);
    // No temporary file is left.
    assert_eq!(std::fs::read_dir(directory).unwrap().count(), 4);
}

#[test]
fn mixed_forms_are_not_mixed_further() {
    let [sgf, text] = ["robot.sgf", "several.txt"].map(sample);
    let files = [sgf.to_str().unwrap(), text.to_str().unwrap()];
    let (status, written, notes) = run(&sample(""), &["convert", files[0], files[1]]);
    assert_eq!((status, &*written), (Some(1), ""));
    assert!(notes.contains("--to"), "{notes}");
    let (status, written, _) = run(&sample(""), &["convert", "--to", "sgf", files[0], files[1]]);
    assert_eq!(status, Some(0));
    assert_eq!(GameRecord::parse_all(&written).len(), 7);
}

#[test]
fn a_bracket_that_is_missing_hides_no_game() {
    let text = text_of("several.sgf");
    let games = GameRecord::parse_all(&text);
    let broken: String = text
        .lines()
        .filter(|line| *line != ")")
        .fold(String::new(), |text, line| text + line + "\n");
    assert_eq!(GameRecord::parse_all(&broken), games);
    assert_eq!(games.len(), 3);
}

#[test]
fn a_branch_is_left_out() {
    let text = "(;GM[24];P0[1 place wr F 6](;P1[3 place br F 7](;P0[place wr A 2])(;P0[place wr A 3]))\
                (;P1[3 place br F 8];P0[4 place wr F 8]))";
    let record = GameRecord::parse(text).unwrap();
    let actions: Vec<String> = record.actions.iter().map(ToString::to_string).collect();
    assert_eq!(actions, ["f6", "f7", "a2"]);
}

/// Small files, each with a feature of Boardspace's that the samples do not have.
#[rstest]
// The player who begins is white here.
#[case(
    "P0[id \"a\"]P1[id \"b\"];P1[place br F 6];P0[place wr F 7]",
    "1. f6 2. f7 *",
    None
)]
#[case(
    ";P0[Start Black];P1[place br F 6];P0[place wr F 7]",
    "1. f6 2. f7 *",
    None
)]
#[case(
    ";P0[0 place wr F 6];P0[1 Done];P1[2 GameOverOnTime]",
    "1. f6 0-1",
    Some(Termination::Time)
)]
#[case(
    "RE[Won by Al]P0[id Al]P1[id Bo];P0[0 place wr F 6];P0[1 Done];P1[2 GameOverOnTime]",
    "1. f6 1-0",
    Some(Termination::Time)
)]
#[case(
    ";P0[0 place wr F6];P1[1 OfferDraw];P0[2 DeclineDraw];P1[3 OfferDraw];P0[4 AcceptDraw]",
    "1. f6 1/2-1/2",
    Some(Termination::Agreement)
)]
// Undoing a resignation, resigning once more, or playing on, takes it back.
#[case(
    ";P0[0 place wr F 6];P0[1 Done];P1[2 Resign];P1[3 Resign];P1[4 Done]",
    "1. f6 *",
    None
)]
#[case(
    ";P0[0 place wr F 6];P0[1 Done];P1[2 Resign];P1[3 Undo];P1[4 place br F 7];P1[5 Done]",
    "1. f6 2. f7 *",
    None
)]
#[case(
    ";P0[0 place wr F 6];P0[1 Done];P1[2 Resign];P1[3 place br F 7];P1[4 Done]",
    "1. f6 2. f7 *",
    None
)]
#[case(
    "RE[B+R];P0[0 place wr F 6];P0[1 Done]",
    "1. f6 0-1",
    Some(Termination::Resignation)
)]
// Black's forced pass is left out.
#[case(
    "XT[Position \"mmrr/M1MRmMr/mmMMMmrR/M2MR1RrM/2Mmm2MmM/M1m3R1m/3mm3mM/m5mM1/2M2M1M/5M1/1mMM \
     b b move 0-0 normal\"];P0[0 move D 5 D 6];P0[1 Done]",
    "2. pass 3. d5-d6 *",
    None
)]
fn boardspace_has_its_ways(
    #[case] nodes: &str,
    #[case] turns: &str,
    #[case] termination: Option<Termination>,
) {
    let record = GameRecord::parse(&format!("(;GM[24]SU[yinsh]{nodes})")).unwrap();
    let text = record.to_text();
    assert_eq!(text.lines().last(), Some(turns));
    assert_eq!(record.termination, termination);
    assert_eq!(GameRecord::parse(&record.to_sgf()), Ok(record));
}

#[rstest]
#[case(";P0[0 OfferDraw];P0[1 AcceptDraw]")]
#[case(";P0[0 OfferDraw];P1[1 DeclineDraw];P1[2 AcceptDraw]")]
#[case(";P0[0 OfferDraw];P0[1 Undo];P1[2 AcceptDraw]")]
#[case("RE[Draw]")]
fn a_draw_takes_two(#[case] nodes: &str) {
    let text = format!("(;GM[24]SU[yinsh]{nodes})");
    let error = GameRecord::parse(&text).expect_err("nobody agreed");
    assert_eq!(error.turn, Some(1), "{error}");
}

#[test]
fn what_would_not_read_back_is_refused() {
    let refused = |change: fn(&mut GameRecord)| {
        let mut record = GameRecord::default();
        change(&mut record);
        record.check().map_err(|error| error.to_string())
    };
    let said = |tag: &str| Err(format!("the tag “{tag}” would not read back equal"));
    assert_eq!(refused(|_| {}), Ok(()));
    assert_eq!(
        refused(|game| game.date = Some(String::new())),
        said("Date")
    );
    for text in ["", "time", "Resigned "] {
        let record = GameRecord {
            termination: Some(Termination::Other(text.to_owned())),
            ..GameRecord::default()
        };
        let error = record.check().map_err(|error| error.to_string());
        assert_eq!(error, said("Termination"), "{text:?}");
    }
    let tag = |name: &str| (name.to_owned(), String::new());
    let record = GameRecord {
        other_tags: vec![tag("Round"), tag("round")],
        ..GameRecord::default()
    };
    assert!(record.check().is_err());
}

#[test]
fn of_a_tag_given_twice_the_later_counts() {
    let text =
        "[Round \"1\"]\n[Event \"a\"]\n[round \"2\"]\n[Termination \"Resignation \"]\n1. f6 1-0";
    let record = GameRecord::parse(text).unwrap();
    let tags: Vec<(&str, &str)> = record
        .other_tags
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    assert_eq!(tags, [("round", "2"), ("Event", "a")]);
    assert_eq!(record.termination, Some(Termination::Resignation));
}

#[test]
fn a_result_before_every_turn_is_at_fault_in_the_first() {
    let start = "R2R/r5r/8/9/R8r/9/9R/9/8/r6/r2R b b move 0-0 normal";
    for (text, turn) in [
        ("1-0".to_owned(), 1),
        (format!("[Position \"{start}\"] 1-0"), 2),
    ] {
        let error = GameRecord::parse(&text).expect_err("nobody won");
        assert_eq!(error.turn, Some(turn));
    }
}

#[test]
fn who_begins_is_white() {
    let text = "(;GM[24]P0[id \"a\"]P1[id \"b\"];P1[place br F 6];P0[place wr F 7])";
    assert_eq!(GameRecord::parse(text).unwrap().white, "b");
}

/// Games that may not be distributed are checked where they are, if present.
#[test]
fn real_games_are_sound() {
    let Some(directory) = std::env::var_os("RINGLEADER_RECORDS") else {
        println!("left out: RINGLEADER_RECORDS names no directory with records of real games");
        return;
    };
    let mut count = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let games = GameRecord::parse_all(&text);
        assert!(!games.is_empty(), "{}", path.display());
        for game in games {
            let game = game.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(game.result.is_some(), "{}", path.display());
            assert_eq!(GameRecord::parse(&game.to_text()), Ok(game.clone()));
            assert_eq!(GameRecord::parse(&game.to_sgf()), Ok(game));
            count += 1;
        }
    }
    assert!(count > 0, "the directory is empty");
}
