//! A few months of games on a clock that stands still. Ratings and results are those that an
//! independent program computes from the exported records alone.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use ringleader::game::{Color, Position, Stage, Variant};

const PLAYERS: [&str; 4] = ["ann", "ben", "cleo", "dan"];

const GAMES: usize = 24;

/// The lines of one game: most are rated, some are too short to count, some are casual, some are
/// played to the end, and one in a while is drawn.
fn game(script: &mut String, random: &mut StdRng) {
    let white = random.random_range(0..PLAYERS.len());
    let black = (white + random.random_range(1..PLAYERS.len())) % PLAYERS.len();
    let (white, black) = (PLAYERS[white], PLAYERS[black]);
    let variant = match random.random_range(0..4) {
        0 => Variant::Blitz,
        _ => Variant::Normal,
    };
    let rated = ["rated", "rated", "rated", "casual"][random.random_range(0..4)];
    let turns = [13, 16, 16, 17, 400][random.random_range(0..5)];
    writeln!(
        script,
        "{white}: !challenge @{black} {variant} {rated} white"
    )
    .unwrap();
    writeln!(script, "{black}: !accept").unwrap();
    let mut position = Position::start(variant);
    // Decisions of a turn fit into one message.
    let mut said: Option<(Color, String)> = None;
    let mut played = 0;
    while position.stage() != Stage::Over && (played < turns || said.is_some()) {
        let legal = position.legal_actions();
        let action = legal[random.random_range(0..legal.len())];
        let actor = position.actor();
        let name = |color| if color == Color::White { white } else { black };
        match &mut said {
            Some((color, words)) if *color == actor => write!(words, ", {action}").unwrap(),
            _ => {
                if let Some((color, words)) = said.take() {
                    writeln!(script, "{}: !{words}", name(color)).unwrap();
                }
                said = Some((actor, action.to_string()));
            }
        }
        position = position.play(action).unwrap();
        played += 1;
        let turn_ends = position.stage() == Stage::Over || position.actor() != actor;
        if (played >= turns || turn_ends)
            && let Some((color, words)) = said.take()
        {
            writeln!(script, "{}: !{words}", name(color)).unwrap();
        }
    }
    if position.stage() == Stage::Over {
        return;
    }
    if random.random_range(0..4) == 0 {
        writeln!(script, "{white}: !draw\n{black}: !accept").unwrap();
    } else {
        let loser = [white, black][random.random_range(0..2)];
        writeln!(script, "{loser}: !resign yes").unwrap();
    }
}

fn console(folder: &Path, clock: &str, script: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringleader"))
        .current_dir(folder)
        .args(["console", "--database", "tables.db", "--pictures", "files"])
        .args(["--clock", clock])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let script = script.to_owned();
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// What `!stats` tells of a player, in the form of the independent program.
fn stats(text: &str) -> Vec<String> {
    let number = |text: &str, before: &str| {
        let words: Vec<&str> = text.split([' ', ',', '.', ':']).collect();
        let at = words.iter().position(|word| *word == before)?;
        words[..at]
            .iter()
            .rev()
            .find_map(|word| word.parse::<i64>().ok())
    };
    let count = |text: &str| text.contains("one rated game").then_some(1);
    text.split("\n#")
        .filter(|reply| reply.contains(" with people:"))
        .map(|reply| {
            let (_, reply) = reply.split_once("Ringleader: ").unwrap();
            let mut lines = reply.lines();
            let (head, tally) = (lines.next().unwrap(), lines.next().unwrap());
            let (player, rest) = head.split_once(", ").unwrap();
            let (variant, rest) = rest.split_once(": ").unwrap();
            let numbers: Vec<i64> = match rest {
                "no rating yet" => vec![1500, 350, 0],
                _ => {
                    let games = count(rest).or_else(|| number(rest, "rated")).unwrap();
                    vec![
                        number(rest, "±").unwrap(),
                        number(rest, "after").unwrap(),
                        games,
                    ]
                }
            };
            let tally = ["won", "drawn", "lost"].map(|word| number(tally, word).unwrap());
            let numbers: Vec<String> = numbers
                .into_iter()
                .chain(tally)
                .map(|one| one.to_string())
                .collect();
            format!("{player} {variant} {}", numbers.join(" "))
        })
        .collect()
}

#[test]
fn ratings_are_those_that_follow_from_the_records() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(
            std::env::var_os("RINGLEADER_MATRIX_TESTS").is_none(),
            "no python3"
        );
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("config.toml"), "[pictures]\nsize = 400\n").unwrap();
    let mut random = StdRng::seed_from_u64(15);
    let mut script = String::new();
    for _ in 0..GAMES {
        game(&mut script, &mut random);
        // Mostly hours, sometimes months.
        let days = [0, 0, 1, 3, 31, 95][random.random_range(0..6)];
        writeln!(script, "+{days}d {}m", random.random_range(1..1440)).unwrap();
    }
    console(folder, "2026-03-01T12:00:00Z", &script);
    // Another run, long after.
    let now = "2029-01-01T00:00:00Z";
    let mut questions = String::new();
    for number in 1..=GAMES {
        writeln!(questions, "ann: !export #{number}").unwrap();
    }
    for player in PLAYERS {
        writeln!(questions, "{player}: !stats\n{player}: !stats blitz").unwrap();
    }
    let told = stats(&console(folder, now, &questions));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/results/compute.py");
    let output = Command::new("python3")
        .arg(script)
        .args([folder.join("files").as_os_str(), now.as_ref()])
        .output()
        .unwrap();
    let faults = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{faults}");
    let computed = String::from_utf8(output.stdout).unwrap();
    let sorted = |lines: Vec<String>| -> BTreeMap<String, String> {
        let split = |line: String| {
            let mut words = line.splitn(3, ' ');
            let mut word = || words.next().unwrap().to_owned();
            (format!("{} {}", word(), word()), word())
        };
        lines.into_iter().map(split).collect()
    };
    let computed = sorted(computed.lines().map(str::to_owned).collect());
    assert!(computed.len() > PLAYERS.len(), "{computed:?}");
    assert_eq!(sorted(told), computed);
}
