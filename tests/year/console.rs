//! A run of the console on a clock that stands still: lines in, replies out.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use jiff::Timestamp;

/// Time without a word after which the program hangs.
const SILENT: Duration = Duration::from_secs(300);

/// A time that cannot be read. It changes nothing, and is answered at once, after everything that
/// the lines before it led to.
const NO_TIME: &str = "+";

/// Something that was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A reply: its number in the outbox, its channel and its text.
    Reply(u64, String, String),
    /// The message of this number was removed.
    Removed(u64),
    /// The answer to [`NO_TIME`].
    Answered,
}

/// A run of the program.
pub(crate) struct Console {
    child: Child,
    input: ChildStdin,
    heard: Receiver<Heard>,
}

impl Console {
    pub(crate) fn start(folder: &Path, clock: i64) -> Self {
        let errors = OpenOptions::new()
            .create(true)
            .append(true)
            .open(folder.join("errors.txt"))
            .unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_ringleader"))
            .current_dir(folder)
            .args(["console", "--database", "tables.db", "--pictures", "files"])
            .args(["--no-pictures", "--clock", &time(clock)])
            .env("RUST_LOG", "ringleader=warn")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, heard) = channel();
        std::thread::spawn(move || {
            let mut shown: Vec<String> = Vec::new();
            // What was cut off by a kill was not said.
            for line in output.lines().map_while(Result::ok) {
                if !line.is_empty() {
                    shown.push(line);
                } else if let Some(heard) = read(&std::mem::take(&mut shown))
                    && send.send(heard).is_err()
                {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take().unwrap(),
            child,
            heard,
        }
    }

    /// Says a line, without waiting for what follows.
    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// All that followed from the lines so far.
    pub(crate) fn listen(&mut self) -> Vec<Heard> {
        self.say(NO_TIME);
        let mut all = Vec::new();
        loop {
            match self.heard.recv_timeout(SILENT) {
                Ok(Heard::Answered) => return all,
                Ok(heard) => all.push(heard),
                Err(error) => panic!("the console says nothing: {error}; it said {all:?}"),
            }
        }
    }

    /// Kills the program after a while. Returns what it said before.
    pub(crate) fn kill(mut self, after: Duration) -> Vec<Heard> {
        std::thread::sleep(after);
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.heard.iter().collect()
    }

    /// Lets the program come to its end.
    pub(crate) fn end(self) -> Vec<Heard> {
        let Self {
            mut child,
            input,
            heard,
        } = self;
        drop(input);
        assert!(child.wait().unwrap().success(), "the console failed");
        heard.iter().collect()
    }
}

/// A moment as the console reads it.
pub(crate) fn time(second: i64) -> String {
    Timestamp::from_second(second).unwrap().to_string()
}

/// A moment as replies show deadlines.
pub(crate) fn shown_time(second: i64) -> String {
    if second % 60 == 0 {
        return shown_minute(second);
    }
    let time = Timestamp::from_second(second).unwrap();
    time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

/// A moment as replies show other times.
pub(crate) fn shown_minute(second: i64) -> String {
    let time = Timestamp::from_second(second).unwrap();
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// Reads what was shown up to an empty line.
fn read(lines: &[String]) -> Option<Heard> {
    let (first, rest) = lines.split_first()?;
    if first.starts_with("Ringleader: ") {
        return Some(Heard::Answered);
    }
    let (number, said) = first.strip_prefix('#')?.split_once(' ')?;
    let number = number.parse().ok()?;
    if said == "is removed." {
        return Some(Heard::Removed(number));
    }
    let (place, text) = said.split_once("Ringleader: ")?;
    let room = match place.trim_end().strip_prefix('#') {
        Some(room) => room.to_owned(),
        None => "main".to_owned(),
    };
    let mut text = text.to_owned();
    for line in rest {
        text.push('\n');
        text.push_str(line.trim_start());
    }
    Some(Heard::Reply(number, room, text))
}
