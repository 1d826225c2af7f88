//! Another program that speaks the Universal Game Interface, as a player of a match.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::side::Budget;
use crate::game::{Action, Position, Variant};
use crate::lines::{Line, read_line};

/// How long a program may take to start, or to get ready for a game.
const READY: Duration = Duration::from_secs(30);

/// How long it may take for a decision without a limit of time: what takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(600);

/// How often the wait for a program is interrupted to see whether the match was broken off.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a program may take to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// Longest line that is read, in bytes; of a longer one nothing is made.
const LONGEST: usize = 1 << 16;

/// Most characters of what was said in place of an action that are told.
const LONGEST_QUOTE: usize = 40;

/// Lines that wait to be read. A program that writes more waits itself.
const BACKLOG: usize = 1 << 10;

/// Most lines, and most bytes, that a program may write before it is asked again.
const MOST_LINES: usize = 1_000_000;
const MOST_BYTES: usize = 1 << 26;

/// Why a decision failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The match was broken off.
    Stopped,
    /// The time is up: how much was taken.
    Time(Duration),
    /// The action is not legal here, or none at all.
    Illegal(String),
    /// The program is gone, or cannot be talked to.
    Gone(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("broken off"),
            Self::Time(took) => write!(f, "lost on time after {} ms", took.as_millis()),
            Self::Illegal(action) => write!(f, "illegal action «{action}»"),
            Self::Gone(reason) => write!(f, "{reason}"),
        }
    }
}

/// What a program has answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) action: Action,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    pub(super) took: Duration,
}

/// A running program. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    /// Lines and bytes that it has written since it was asked last.
    written: (usize, usize),
    /// The options that it offers, in lower case.
    offered: HashSet<String>,
}

fn gone(error: &io::Error) -> Fault {
    Fault::Gone(format!("the program is gone: {error}"))
}

impl Program {
    /// Starts a program and waits until it is ready.
    pub(super) fn start(command: &[String], options: &[(String, String)]) -> Result<Self, Fault> {
        let (path, arguments) = command
            .split_first()
            .ok_or_else(|| Fault::Gone("no program is named".to_owned()))?;
        let failed = |error: io::Error| Fault::Gone(format!("{path} cannot be started: {error}"));
        let mut command = Command::new(path);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // Ctrl-C in the terminal is for the match, which ends its programs itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Gone(format!("{path} has no pipes")));
        };
        let (sender, lines) = sync_channel(BACKLOG);
        let mut program = Self {
            child,
            input,
            lines,
            written: (0, 0),
            offered: HashSet::new(),
        };
        let listen = move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut output, LONGEST) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().spawn(listen).map_err(failed)?;
        program.greet(options)?;
        Ok(program)
    }

    fn greet(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        self.send("ugi")?;
        let deadline = Instant::now() + READY;
        loop {
            let line = self.line(deadline, &AtomicBool::new(false))?;
            if line == "ugiok" {
                break;
            }
            if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                self.offered.insert(name.trim().to_lowercase());
            }
        }
        for (name, value) in options {
            if !self.offered.contains(&name.to_lowercase()) {
                return Err(Fault::Gone(format!("it has no option «{name}»")));
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.ready()
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.written = (0, 0);
        writeln!(self.input, "{line}").map_err(|error| gone(&error))?;
        self.input.flush().map_err(|error| gone(&error))
    }

    /// The next line, without blanks around it.
    fn line(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<String, Fault> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Fault::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Gone("the program does not answer".to_owned()));
            }
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return self.count(line),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Gone("the program has ended".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Counts what the program writes, which has to come to an end.
    fn count(&mut self, line: Line) -> Result<String, Fault> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => String::new(),
        };
        let (lines, bytes) = &mut self.written;
        *lines += 1;
        *bytes += text.len();
        if *lines > MOST_LINES || *bytes > MOST_BYTES {
            return Err(Fault::Gone("the program writes without end".to_owned()));
        }
        Ok(text.trim().to_owned())
    }

    fn ready(&mut self) -> Result<(), Fault> {
        self.send("isready")?;
        let deadline = Instant::now() + READY;
        while self.line(deadline, &AtomicBool::new(false))? != "readyok" {}
        Ok(())
    }

    /// Begins a game.
    pub(super) fn begin(&mut self, variant: Variant, seed: u64) -> Result<(), Fault> {
        for (name, value) in [
            ("Variant", variant.to_string()),
            ("Seed", (seed >> 1).to_string()),
        ] {
            if self.offered.contains(&name.to_lowercase()) {
                self.send(&format!("setoption name {name} value {value}"))?;
            }
        }
        self.send("uginewgame")?;
        self.ready()
    }

    /// Asks for a decision after some actions.
    pub(super) fn decide(
        &mut self,
        actions: &[Action],
        position: &Position,
        budget: Budget,
        margin: Duration,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let start = match position.variant() {
            Variant::Normal => "startpos".to_owned(),
            Variant::Blitz => format!("fen {}", Position::start(Variant::Blitz)),
        };
        let mut line = format!("position {start}");
        if !actions.is_empty() {
            line.push_str(" moves");
        }
        for action in actions {
            line.push_str(&format!(" {action}"));
        }
        self.send(&line)?;
        let begin = Instant::now();
        self.send(&format!("go {budget}"))?;
        let longest = budget.movetime.map(|time| time + margin);
        let deadline = begin + longest.unwrap_or(PATIENCE);
        let (mut nodes, mut depth) = (0, 0);
        loop {
            let line = match self.line(deadline, stop) {
                Err(Fault::Gone(_))
                    if longest.is_some_and(|longest| begin.elapsed() >= longest) =>
                {
                    return Err(Fault::Time(begin.elapsed()));
                }
                line => line?,
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    while let Some(word) = words.next() {
                        let mut number = || words.next().and_then(|word| word.parse().ok());
                        match word {
                            "nodes" => nodes = number().unwrap_or(nodes),
                            "depth" => depth = number().map_or(depth, |depth| depth as u32),
                            "pv" | "string" => break,
                            _ => {}
                        }
                    }
                }
                Some("bestmove") => {
                    let took = begin.elapsed();
                    if longest.is_some_and(|longest| took > longest) {
                        return Err(Fault::Time(took));
                    }
                    let word = words.next().unwrap_or_default();
                    let action = word
                        .parse()
                        .ok()
                        .filter(|&action| position.check(action).is_ok())
                        .ok_or_else(|| {
                            Fault::Illegal(word.chars().take(LONGEST_QUOTE).collect())
                        })?;
                    return Ok(Answer {
                        action,
                        nodes,
                        depth,
                        took,
                    });
                }
                _ => {}
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let asked = self.send("stop").and_then(|()| self.send("quit"));
        let deadline = Instant::now() + FAREWELL;
        while asked.is_ok() && Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        // Whether it could be ended is of no more interest.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
