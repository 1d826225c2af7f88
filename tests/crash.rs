//! The program is killed again and again in the middle of a game. The game that comes out is the
//! one that was acknowledged, and each line was answered once.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use ringleader::game::Action;
use ringleader::session::{Event, TableKey};
use ringleader::store::Store as _;
use ringleader::store::{DatabaseLocation, SqlStore};

const GAME: &str = include_str!("data/console/game.txt");

/// How often the program is killed.
const ROUNDS: u64 = 200;

/// How long a run lasts at most once it has begun to answer, in milliseconds: time for a few
/// lines.
const LATEST: u64 = 60;

/// One run in so many is killed while it starts, before it may have said anything.
const STILLBORN: u64 = 4;

/// How long a start may take at most, in milliseconds, for those.
const START: u64 = 60;

/// How long the start of a run may take, and all of the last one, before something is wrong.
const SILENT: Duration = Duration::from_secs(900);

/// A run of the program.
struct Run {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// When it is killed.
    dies: Instant,
    /// How long it lives once it has said something.
    lives: Option<Duration>,
}

impl Run {
    fn begin(folder: &Path, dies: Duration, lives: Option<Duration>) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ringleader"))
            .current_dir(folder)
            .args(["console", "--config", "config.toml"])
            .args(["--database", "tables.db", "--pictures", "pictures"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            // A line that was cut off by the kill was not said.
            let mut output = output;
            let mut line = String::new();
            while output.read_line(&mut line).is_ok_and(|read| read > 0) && line.ends_with('\n') {
                if send.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take().unwrap(),
            child,
            lines,
            dies: Instant::now() + dies,
            lives,
        }
    }

    /// The next reply's number and first line, until the program dies.
    fn next(&mut self) -> Option<(u64, String)> {
        loop {
            let left = self.dies.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(_) => {
                    self.kill();
                    // What it had said before it died counts.
                    self.lines.recv().ok()?
                }
            };
            if let Some(lives) = self.lives.take() {
                self.dies = Instant::now() + lives;
            }
            if let Some(reply) = head(&line) {
                return Some(reply);
            }
        }
    }

    fn say(&mut self, line: &str) {
        // Whether it was still alive to hear it shows in what it answers.
        let _ = writeln!(self.input, "{line}");
    }

    /// Lets it come to its end by itself.
    fn end(self) {
        let Self {
            mut child, input, ..
        } = self;
        drop(input);
        assert!(child.wait().unwrap().success());
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn head(line: &str) -> Option<(u64, String)> {
    let (number, text) = line.strip_prefix('#')?.split_once(" Ringleader: ")?;
    Some((number.parse().ok()?, text.to_owned()))
}

/// Who keeps book of what was said and answered.
#[derive(Default)]
struct Book {
    /// The replies by number. The same number is the same reply.
    replies: BTreeMap<u64, String>,
    /// The replies to lines of the game, in order.
    answers: Vec<u64>,
    redelivered: usize,
}

impl Book {
    /// Notes a reply. Whether it answers a line of the game, and is new.
    fn note(&mut self, number: u64, text: String) -> bool {
        if let Some(before) = self.replies.get(&number) {
            assert_eq!(*before, text, "reply {number} changed");
            self.redelivered += 1;
            return false;
        }
        let answers = !text.contains("`!qqq");
        if let Some((last, _)) = self.replies.last_key_value() {
            assert!(number > *last, "reply {number} came after {last}");
        }
        self.replies.insert(number, text);
        if answers {
            self.answers.push(number);
        }
        answers
    }
}

#[tokio::test]
async fn a_killed_program_has_said_what_it_did_and_done_what_it_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("config.toml"), "[pictures]\nsize = 400\n").unwrap();
    let script: Vec<&str> = GAME.lines().collect();
    let mut random = StdRng::seed_from_u64(85);
    let mut book = Book::default();
    let mut answered = 0;
    let mut in_hand = false;
    let mut again = 0;
    for round in 0..=ROUNDS {
        // The last run ends the game that it finds.
        let last = round == ROUNDS;
        let mut chance = |most| Duration::from_millis(random.random_range(0..most));
        let (dies, lives) = if last {
            (SILENT, None)
        } else if round % STILLBORN == 0 {
            (chance(START), None)
        } else {
            (SILENT, Some(chance(LATEST)))
        };
        let mut run = Run::begin(path, dies, lives);
        // What was left comes before the answer to a question of ours.
        let question = format!("!qqq{round} ");
        run.say(&format!("reader: {question}"));
        let mut told = false;
        loop {
            if told {
                if last && answered > 0 && answered % script.len() == 0 && !in_hand {
                    break;
                }
                again += usize::from(in_hand);
                run.say(script[answered % script.len()]);
                in_hand = true;
            }
            let mut died = true;
            while let Some((number, text)) = run.next() {
                let own = text.contains(&format!("`!qqq{round}`"));
                if book.note(number, text) {
                    assert!(in_hand, "reply {number} answers nothing");
                    in_hand = false;
                    answered += 1;
                }
                told |= own;
                if told && (own || !in_hand) {
                    died = false;
                    break;
                }
            }
            if died {
                break;
            }
        }
        if last {
            run.end();
        } else {
            run.kill();
        }
    }
    println!(
        "{answered} lines answered, {again} said again, {} replies came twice",
        book.redelivered
    );
    assert_eq!(book.answers.len(), answered);
    assert!(answered >= script.len(), "a game was played: {answered}");

    let store = SqlStore::open(&DatabaseLocation::File(path.join("tables.db")))
        .await
        .unwrap();
    let key = TableKey::channel("console", "main");
    assert_eq!(store.undelivered("console").await.unwrap(), []);
    let log = store.load(&key).await.unwrap();
    let played: Vec<Action> = log
        .entries
        .iter()
        .filter_map(|entry| match entry.event {
            Event::Acted { action } => Some(action),
            _ => None,
        })
        .collect();
    assert_eq!(played.len(), script.len() - 2);
    // Every game before it was played out as well, and is in the archive, once.
    let games = answered / script.len();
    let archived = store.last_archived(&key).await.unwrap().unwrap();
    assert_eq!(archived.number, games as u64);
    assert_eq!(archived.game.actions, played);
    for number in 1..archived.number {
        let before = store.archived(number).await.unwrap().unwrap();
        assert_eq!(before.game.actions, played);
    }
    let table = log.fold(key).unwrap();
    assert!(table.game().unwrap().is_over());
    for (action, line) in played.iter().zip(&script[2..]) {
        let words: Vec<&str> = line.split_whitespace().skip(2).collect();
        let told = match action {
            Action::Row(row) => row.to_string().replace('–', " "),
            Action::Move { from, to } => format!("{from} {to}"),
            Action::Place(point) | Action::Ring(point) => point.to_string(),
            Action::Pass => String::new(),
        };
        assert_eq!(told, words.join(" "));
    }
}
