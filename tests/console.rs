//! Plays at the console of the real program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use ringleader::engine;
use ringleader::game::{Action, Color, GameRecord, Position};
use ringleader::session::TableKey;
use ringleader::store::Store as _;
use ringleader::store::{DatabaseLocation, SqlStore};

#[path = "console/blind.rs"]
mod blind;
#[path = "console/in_public.rs"]
mod in_public;
mod postgres;
#[path = "console/postgres.rs"]
mod postgres_server;
#[path = "console/privacy.rs"]
mod privacy;
#[path = "console/transcripts.rs"]
mod transcripts;
#[cfg(unix)]
#[path = "console/versus.rs"]
mod versus;

const GAME: &str = include_str!("data/console/game.txt");

/// A reply as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reply {
    number: u64,
    text: String,
    pictures: Vec<PathBuf>,
}

struct Room {
    folder: tempfile::TempDir,
}

impl Room {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("config.toml"),
            "[pictures]\nsize = 400\n",
        )
        .unwrap();
        Self { folder }
    }

    fn console(&self) -> Command {
        self.console_at("tables.db")
    }

    /// The console with another database.
    fn console_at(&self, database: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringleader"));
        command
            .current_dir(self.folder.path())
            .args(["console", "--config", "config.toml"])
            .args(["--database", database, "--pictures", "pictures"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// What is shown for a script that is read to its end.
    fn output(&self, script: &[u8]) -> String {
        Self::said(&mut self.console(), script)
    }

    /// The same, in this console.
    fn said(console: &mut Command, script: &[u8]) -> String {
        let mut child = console.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let script = script.to_vec();
        let writing = std::thread::spawn(move || input.write_all(&script));
        let output = child.wait_with_output().unwrap();
        writing.join().unwrap().unwrap();
        let notes = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{notes}");
        assert_eq!(notes, "");
        String::from_utf8(output.stdout).unwrap()
    }

    fn play(&self, script: &str) -> Vec<Reply> {
        self.read(&self.output(script.as_bytes()))
    }

    fn read(&self, output: &str) -> Vec<Reply> {
        let mut replies: Vec<Reply> = Vec::new();
        for line in output.lines() {
            let head = line
                .strip_prefix('#')
                .and_then(|rest| rest.split_once(" Ringleader: "));
            if let Some((number, text)) = head {
                replies.push(Reply {
                    number: number.parse().unwrap(),
                    text: text.to_owned(),
                    pictures: Vec::new(),
                });
                continue;
            }
            let reply = replies.last_mut().expect("a reply begins with its number");
            if let Some(path) = line.strip_prefix("  [picture] ") {
                reply.pictures.push(self.folder.path().join(path));
            } else {
                reply.text.push('\n');
                reply.text.push_str(line.trim());
            }
        }
        replies
    }

    /// The position and the number of actions of the game, as they are stored. The console has the
    /// database, and has nothing to write now: a copy is looked at.
    async fn position(&self) -> (Position, usize) {
        let copy = tempfile::tempdir().unwrap();
        for name in ["tables.db", "tables.db-wal"] {
            std::fs::copy(self.folder.path().join(name), copy.path().join(name)).unwrap();
        }
        let place = DatabaseLocation::File(copy.path().join("tables.db"));
        let store = SqlStore::open(&place).await.unwrap();
        let key = TableKey::channel("console", "main");
        let table = store.load(&key).await.unwrap().fold(key).unwrap();
        store.close().await;
        let game = table.game().unwrap();
        (*game.position(), game.actions().len())
    }

    fn record(&self, reply: &Reply) -> String {
        let (_, path) = reply.text.split_once("[file] ").unwrap();
        let path = path.lines().next().unwrap();
        std::fs::read_to_string(self.folder.path().join(path)).unwrap()
    }
}

fn assert_pictures(replies: &[Reply]) {
    let mut all = BTreeSet::new();
    for reply in replies {
        for path in &reply.pictures {
            let picture = image::open(path).unwrap();
            assert!(picture.width() >= 400 && picture.height() >= 400);
            assert!(all.insert(path.clone()), "{} was new", path.display());
        }
    }
    let folder = all.first().unwrap().parent().unwrap();
    let found: BTreeSet<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
        .collect();
    assert_eq!(found, all, "no picture that was not shown");
}

#[test]
fn two_people_play_to_the_win_and_every_line_is_answered_once() {
    let room = Room::new();
    let replies = room.play(GAME);
    let lines: Vec<&str> = GAME.lines().collect();
    assert_eq!(replies.len(), lines.len());
    for (index, (reply, line)) in replies.iter().zip(&lines).enumerate() {
        assert_eq!(reply.number, index as u64 + 1);
        // A challenge shows no board; its acceptance and every action do.
        assert_eq!(reply.pictures.len(), usize::from(index > 0), "{line}");
    }
    for (reply, line) in replies.iter().zip(&lines).skip(2) {
        let point = line.split_whitespace().nth(2).unwrap();
        assert!(reply.text.contains(point), "{line}: {}", reply.text);
    }
    let last = replies.last().unwrap();
    assert!(last.text.contains("alice (white) won 3–"), "{}", last.text);
    assert_pictures(&replies);
}

#[test]
fn a_restart_in_the_middle_changes_nothing() {
    let ending = "alice: !export\nalice: !history\n";
    let whole = Room::new();
    let at_once = whole.play(&format!("{GAME}{ending}"));
    let parted = Room::new();
    let lines: Vec<&str> = GAME.lines().collect();
    let mut in_parts = Vec::new();
    // The second line is a choice by number of a reply from before the restart.
    for part in [&lines[..1], &lines[1..40], &lines[40..41], &lines[41..]] {
        in_parts.extend(parted.play(&part.join("\n")));
    }
    in_parts.extend(parted.play(ending));
    assert_eq!(at_once.len(), in_parts.len());
    for (one, other) in at_once.iter().zip(&in_parts).skip(1) {
        // The name of an exported file holds the time at which the game began.
        let told = |reply: &Reply| reply.text.split("[file]").next().map(str::to_owned);
        assert_eq!((one.number, told(one)), (other.number, told(other)));
        let read = |reply: &Reply| -> Vec<Vec<u8>> {
            let pictures = reply.pictures.iter();
            pictures.map(|path| std::fs::read(path).unwrap()).collect()
        };
        assert_eq!(read(one), read(other));
    }
    let count = at_once.len();
    let record = |room: &Room, reply| GameRecord::parse(&room.record(reply)).unwrap();
    let one = record(&whole, &at_once[count - 2]);
    let other = record(&parted, &in_parts[count - 2]);
    assert_eq!(one.turns(), other.turns());
    assert_eq!(one.final_position(), other.final_position());
}

#[test]
fn spectators_and_mistakes_change_nothing() {
    let room = Room::new();
    let script = "\
alice: !challenge @bob white blitz
carol: !accept
bob: 2
bob: 1
alice: !challenge @bob white blitz
bob: hello, shall we?
bob: 1
carol: !place E5
bob: !place E5
alice: !place L4
alice: !place
alice: !plaice E4
alice: 7
carol: !board
alice: !place E4
bob: !place E4
bob: E5
bob: !E5
alice: !move E4 E10
";
    let replies = room.play(script);
    let told = [
        "@bob to a blitz game",
        "only bob can answer",
        "bob declined",
        // The same choice again belongs to a challenge that is gone.
        "out of date",
        "@bob to a blitz game",
        "bob accepted",
        "you're watching",
        "It's alice's turn",
        "no point L4",
        "which part of the board",
        "Did you mean `!place`?",
        "which point",
        "place ring 1 of 5",
        "white ring on E4",
        "E4 is taken",
        "black ring on E5",
        "Rings are still being placed",
    ];
    assert_eq!(replies.len(), told.len(), "{replies:#?}");
    for (reply, told) in replies.iter().zip(told) {
        assert!(reply.text.contains(told), "{told}: {}", reply.text);
    }
    let actions: Vec<usize> = replies.iter().map(|reply| reply.pictures.len()).collect();
    assert_eq!(actions.iter().sum::<usize>(), 6, "{replies:#?}");
    assert_pictures(&replies);
}

/// A console that is spoken to line by line.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: usize,
}

impl Talk {
    fn begin(room: &Room) -> Self {
        Self::with(&mut room.console())
    }

    fn with(console: &mut Command) -> Self {
        let mut child = console.spawn().unwrap();
        Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            asked: 0,
        }
    }

    /// Says a line, and returns all that is answered: lines are answered in order, so the answer
    /// to a question of ours ends it.
    fn say(&mut self, line: &str) -> String {
        self.asked += 1;
        let word = format!("!qqq{}", self.asked);
        writeln!(self.input, "{line}\nreader: {word}").unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "{answer}");
            if line.contains(&word) {
                self.output.read_line(&mut String::new()).unwrap();
                return answer;
            }
            answer.push_str(&line);
        }
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}

/// Begins a game against the bot or another program, in which the person is black, and plays it to
/// the end.
async fn play_to_the_end(room: &Room, begin: &str) {
    let mut talk = Talk::begin(room);
    let begun = room.read(&talk.say(begin));
    assert_eq!(
        begun.len(),
        2,
        "the bot is white and places first: {begun:?}"
    );
    let mut pictures = begun;
    for turn in 0..200 {
        let (position, before) = room.position().await;
        if position.result().is_some() {
            assert!(pictures.last().unwrap().text.contains("`!rematch`"));
            assert_pictures(&pictures);
            talk.end();
            return;
        }
        assert_eq!(position.actor(), Color::Black, "the bot has taken its turn");
        let action = engine::turn(&position, turn)[0];
        let line = match action {
            // The row's number among those that stand, without a word.
            Action::Row(row) => {
                let mut rows = position.rows(Color::Black);
                let place = rows.position(|other| other == row).unwrap();
                format!("dana: {}", place + 1)
            }
            action => format!("dana: !{action}"),
        };
        let shown = room.read(&talk.say(&line));
        let (after, now) = room.position().await;
        let bots = now - before - 1;
        // One reply to the person, and one for all that the bot decided.
        assert_eq!(shown.len(), 1 + usize::from(bots > 0), "{line}: {shown:?}");
        assert!(shown.iter().all(|reply| reply.pictures.len() == 1));
        assert!(after.result().is_some() || after.actor() == Color::Black);
        pictures.extend(shown);
    }
    panic!("the game has no end");
}

#[tokio::test]
async fn a_person_plays_the_bot_to_the_end() {
    play_to_the_end(&Room::new(), "dana: !play black").await;
}

#[test]
fn talk_prints_nothing_and_what_is_no_text_does_no_harm() {
    let room = Room::new();
    assert_eq!(room.output(b"alice: hello\n\nbob: 3\n"), "");
    assert_eq!(room.output(b""), "");
    let lossy = room.output(b"alice: !help \xff\xfe\r\n");
    assert!(lossy.starts_with("#1 Ringleader: "), "{lossy}");
}

#[test]
fn what_cannot_be_used_is_told() {
    let room = Room::new();
    let refused = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ringleader"))
            .current_dir(room.folder.path())
            .arg("console")
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let told = refused(&["--database", "config.toml", "--pictures", "p"]);
    assert!(told.contains("config.toml is not a database"), "{told}");
    let told = refused(&["--database", "t.db", "--pictures", "config.toml"]);
    assert!(
        told.contains("cannot create the folder config.toml"),
        "{told}"
    );
    assert!(Path::new(&room.folder.path().join("config.toml")).is_file());
}

/// Output of a program that comes to its end.
fn ended(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), told)
}

#[test]
fn a_second_console_is_refused_until_the_first_has_ended() {
    let room = Room::new();
    let mut first = Talk::begin(&room);
    let begun = first.say("alice: !challenge @bob white");
    assert!(begun.contains("@bob"), "{begun}");
    let told = "the database tables.db is in use by another program; stop that one first";
    let (status, refused) = ended(room.console().stdin(Stdio::null()).spawn().unwrap());
    assert_eq!(status, Some(1));
    assert!(refused.contains(told), "{refused}");
    // By another name it is the same.
    #[cfg(unix)]
    {
        let other = room.folder.path().join("other.db");
        std::os::unix::fs::symlink("tables.db", other).unwrap();
        let mut console = Command::new(env!("CARGO_BIN_EXE_ringleader"));
        console
            .current_dir("/")
            .args(["console", "--database"])
            .arg(room.folder.path().join("other.db"))
            .arg("--pictures")
            .arg(room.folder.path().join("pictures"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let (status, refused) = ended(console.spawn().unwrap());
        assert_eq!(status, Some(1));
        assert!(refused.contains("other.db is in use"), "{refused}");
    }
    // The first has not been disturbed, and however it ends, the next one starts.
    let accepted = first.say("bob: !accept");
    assert!(accepted.contains("bob accepted"), "{accepted}");
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let mut next = Talk::begin(&room);
    let placed = next.say("alice: !place E4");
    assert!(placed.contains("white ring on E4"), "{placed}");
    next.end();
}

#[cfg(unix)]
#[test]
fn a_database_that_is_deleted_while_in_use_is_put_back() {
    let room = Room::new();
    let mut talk = Talk::begin(&room);
    talk.say("alice: !challenge @bob white");
    talk.say("bob: !accept");
    for name in ["tables.db", "tables.db-wal", "tables.db-shm"] {
        std::fs::remove_file(room.folder.path().join(name)).unwrap();
    }
    let placed = talk.say("alice: !place E4");
    assert!(placed.contains("white ring on E4"), "{placed}");
    let Talk {
        mut child, input, ..
    } = talk;
    // Nothing that was answered is lost, even so.
    child.kill().unwrap();
    drop(input);
    let (_, log) = ended(child);
    assert_eq!(log.matches("was deleted while in use").count(), 1, "{log}");
    assert_eq!(log.matches("can be written again").count(), 1, "{log}");
    let mut next = Talk::begin(&room);
    let placed = next.say("bob: !place E5");
    assert!(placed.contains("black ring on E5"), "{placed}");
    next.end();
}

#[cfg(unix)]
#[test]
fn a_database_in_whose_place_another_is_put_ends_the_console() {
    let room = Room::new();
    let mut talk = Talk::begin(&room);
    talk.say("alice: !challenge @bob white");
    let other = Room::new();
    other.play("alice: !help\n");
    let from = other.folder.path().join("tables.db");
    std::fs::rename(from, room.folder.path().join("tables.db")).unwrap();
    let (status, log) = ended(talk.child);
    assert_eq!(status, Some(1));
    let told = log.lines().last().unwrap();
    let (_, kept) = told
        .split_once("; what had been written is in ")
        .expect(told);
    let (kept, _) = kept.split_once(": put that back").unwrap();
    // Whichever of the two is wanted: nothing is lost.
    std::fs::rename(kept, room.folder.path().join("tables.db")).unwrap();
    for name in ["tables.db-wal", "tables.db-shm"] {
        let _ = std::fs::remove_file(room.folder.path().join(name));
    }
    let mut next = Talk::begin(&room);
    let accepted = next.say("bob: !accept");
    assert!(accepted.contains("bob accepted"), "{accepted}");
    next.end();
}

/// A file that cannot grow is as a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_is_told_once_and_so_is_its_end() {
    let room = Room::new();
    room.play("alice: !challenge @bob white\nbob: !accept\n");
    let limited = |kilobytes: &str| {
        let mut console = Command::new("sh");
        let script = "trap '' XFSZ; ulimit -S -f $0; exec \"$@\"";
        console.args(["-c", script, kilobytes]);
        console.arg(env!("CARGO_BIN_EXE_ringleader"));
        console
            .current_dir(room.folder.path())
            .args(["console", "--config", "config.toml"])
            .args(["--database", "tables.db", "--pictures", "pictures"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        console
    };
    // Too little for anything: it does not even start.
    let (status, log) = ended(limited("1").stdin(Stdio::null()).spawn().unwrap());
    assert_eq!(status, Some(1));
    assert!(
        log.contains("the database tables.db cannot be written: "),
        "{log}"
    );

    // Blocks of 512 bytes.
    let mut talk = Talk::with(&mut limited("200"));
    let sorry = "Something went wrong";
    let answer = "Rings are still being placed";
    let asked = "alice: !move E4 E5";
    let mut answered = 0;
    let writeln = |talk: &mut Talk| {
        writeln!(talk.input, "{asked}").unwrap();
        let mut told = String::new();
        while !told.contains(sorry) && !told.contains(answer) {
            assert!(talk.output.read_line(&mut told).unwrap() > 0, "{told}");
        }
        told.contains(answer)
    };
    while writeln(&mut talk) {
        answered += 1;
        assert!(answered < 1000, "it is never full");
    }
    assert!(!writeln(&mut talk));
    let lifted = Command::new("prlimit")
        .args(["--fsize=unlimited:", "--pid", &talk.child.id().to_string()])
        .status()
        .unwrap();
    assert!(lifted.success());
    assert!(writeln(&mut talk));
    drop(talk.input);
    let (status, log) = ended(talk.child);
    assert_eq!(status, Some(0), "{log}");
    assert_eq!(
        log.matches("nothing is answered until it can").count(),
        1,
        "{log}"
    );
    assert_eq!(log.matches("can be written again").count(), 1, "{log}");
}
