//! A program that speaks UGI, the universal game interface, as a child process.

use std::collections::HashSet;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fmt};

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::game::{Action, Position, Variant};
use crate::lines::{InputLine, read_line};

/// Timeout for `ugiok` and `readyok`.
const READY_TIMEOUT: Duration = Duration::from_secs(30);

/// Timeout for a decision without a time limit.
const DECISION_TIMEOUT: Duration = Duration::from_secs(600);

/// Polling interval for a stop.
const STOP_POLL: Duration = Duration::from_millis(50);

/// Timeout for `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Timeout for the answer to `stop`.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// Maximum length of a line in bytes; longer ones are ignored.
const MAX_LINE: usize = 1 << 16;

/// Maximum length of a quoted illegal action, in characters.
const MAX_QUOTE: usize = 40;

/// Capacity of the queue of lines; a full queue blocks the program's output.
const QUEUED_LINES: usize = 1 << 6;

/// Maximum output between two commands, in lines.
const MAX_OUTPUT_LINES: usize = 1_000_000;

/// Maximum output between two commands, in bytes.
const MAX_OUTPUT_BYTES: usize = 1 << 26;

/// Why a player made no decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlayerFault {
    /// It was stopped.
    Stopped,
    /// The time was exceeded; this much was taken.
    Time(Duration),
    /// The action is illegal or no action at all.
    Illegal(String),
    /// The program has failed.
    Failed(String),
}

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::Time(took) => write!(f, "lost on time after {} ms", took.as_millis()),
            Self::Illegal(action) => write!(f, "illegal action `{action}`"),
            Self::Failed(reason) => write!(f, "{reason}"),
        }
    }
}

/// A decision of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DecisionReply {
    pub(crate) action: Action,
    pub(crate) nodes: u64,
    pub(crate) depth: u32,
    pub(crate) took: Duration,
}

/// Environment variables with these prefixes hold our secrets: they are not passed on.
const SECRET_VARIABLES: [&str; 2] = ["RINGLEADER_", "PG"];

/// A running program. It is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<InputLine>,
    /// Lines and bytes of output since the last command.
    output: (usize, usize),
    /// The options that it offers, in lower case.
    offered: HashSet<String>,
    /// Whether no `bestmove` is outstanding.
    idle: bool,
    /// Number of outstanding `readyok`s.
    owed: u32,
}

fn write_failed(error: &io::Error) -> PlayerFault {
    PlayerFault::Failed(format!("cannot write to the program: {error}"))
}

impl Program {
    /// Starts a program and waits until it is ready. `errors` is its standard error.
    pub(crate) fn start(
        command: &[String],
        options: &[(String, String)],
        errors: Stdio,
        stop: &AtomicBool,
    ) -> Result<Self, PlayerFault> {
        let (path, arguments) = command
            .split_first()
            .ok_or_else(|| PlayerFault::Failed("no program is named".to_owned()))?;
        let failed =
            |error: io::Error| PlayerFault::Failed(format!("{path} cannot be started: {error}"));
        let mut command = Command::new(path);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors);
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            if SECRET_VARIABLES
                .iter()
                .any(|prefix| text.starts_with(prefix))
            {
                command.env_remove(name);
            }
        }
        // Ctrl-C is for this program, which ends the others itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PlayerFault::Failed(format!("{path} has no pipes")));
        };
        let (sender, lines) = sync_channel(QUEUED_LINES);
        let mut program = Self {
            child,
            input,
            lines,
            output: (0, 0),
            offered: HashSet::new(),
            idle: true,
            owed: 0,
        };
        let read_output = move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut output, MAX_LINE) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().spawn(read_output).map_err(failed)?;
        program.initialise(options, stop)?;
        Ok(program)
    }

    fn initialise(
        &mut self,
        options: &[(String, String)],
        stop: &AtomicBool,
    ) -> Result<(), PlayerFault> {
        self.send("ugi")?;
        let deadline = Instant::now() + READY_TIMEOUT;
        loop {
            let line = self.line(deadline, stop)?;
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
                return Err(PlayerFault::Failed(format!("it has no option `{name}`")));
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.ready(stop)
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerFault> {
        self.output = (0, 0);
        writeln!(self.input, "{line}").map_err(|error| write_failed(&error))?;
        self.input.flush().map_err(|error| write_failed(&error))
    }

    /// The next line, trimmed.
    fn line(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<String, PlayerFault> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(PlayerFault::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(PlayerFault::Failed(
                    "the program does not answer".to_owned(),
                ));
            }
            match self.lines.recv_timeout(left.min(STOP_POLL)) {
                Ok(line) => return self.count(line),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PlayerFault::Failed("the program has exited".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Counts a line of output, which is limited.
    fn count(&mut self, line: InputLine) -> Result<String, PlayerFault> {
        let (text, length) = match line {
            InputLine::Text(text) => {
                let length = text.len();
                (text, length)
            }
            InputLine::TooLong => (String::new(), MAX_LINE),
        };
        let (lines, bytes) = &mut self.output;
        *lines += 1;
        *bytes += length;
        if *lines > MAX_OUTPUT_LINES || *bytes > MAX_OUTPUT_BYTES {
            return Err(PlayerFault::Failed(
                "the program writes too much output".to_owned(),
            ));
        }
        Ok(text.trim().to_owned())
    }

    /// Waits until it is ready, and discards everything it wrote before.
    pub(crate) fn ready(&mut self, stop: &AtomicBool) -> Result<(), PlayerFault> {
        self.send("isready")?;
        let deadline = Instant::now() + READY_TIMEOUT;
        self.owed += 1;
        while self.owed > 0 {
            if self.line(deadline, stop)? == "readyok" {
                self.owed -= 1;
            }
        }
        Ok(())
    }

    /// Prepares the program for a new game.
    pub(crate) fn begin(
        &mut self,
        variant: Variant,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<(), PlayerFault> {
        for (name, value) in [
            ("Variant", variant.to_string()),
            ("Seed", (seed >> 1).to_string()),
        ] {
            if self.offered.contains(&name.to_lowercase()) {
                self.send(&format!("setoption name {name} value {value}"))?;
            }
        }
        self.send("uginewgame")?;
        self.ready(stop)
    }

    /// Whether it can be asked for another decision: it has answered the last request, or obeyed
    /// `stop`.
    pub(crate) const fn is_idle(&self) -> bool {
        self.idle
    }

    /// Stops its search and waits for the answer.
    fn stop(&mut self) {
        let deadline = Instant::now() + STOP_TIMEOUT;
        let mut stopped = self.send("stop");
        while stopped.is_ok() && !self.idle {
            stopped = self.line(deadline, &AtomicBool::new(false)).map(|line| {
                self.idle = line.starts_with("bestmove");
            });
        }
    }

    /// Requests a decision in a position, after the actions that led there. `go` is the budget in UGI's
    /// words; if it is a time, `longest` is how long the answer may take.
    pub(crate) fn decide(
        &mut self,
        actions: &[Action],
        position: &Position,
        go: &str,
        longest: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<DecisionReply, PlayerFault> {
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
        self.idle = false;
        self.send(&format!("go {go}"))?;
        let deadline = begin + longest.unwrap_or(DECISION_TIMEOUT);
        let (mut nodes, mut depth) = (0, 0);
        loop {
            let line = match self.line(deadline, stop) {
                Err(PlayerFault::Failed(_))
                    if longest.is_some_and(|longest| begin.elapsed() >= longest) =>
                {
                    return Err(PlayerFault::Time(begin.elapsed()));
                }
                Err(PlayerFault::Stopped) => {
                    self.stop();
                    return Err(PlayerFault::Stopped);
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
                    self.idle = true;
                    let took = begin.elapsed();
                    if longest.is_some_and(|longest| took > longest) {
                        return Err(PlayerFault::Time(took));
                    }
                    let word = words.next().unwrap_or_default();
                    let action = word
                        .parse()
                        .ok()
                        .filter(|&action| position.check(action).is_ok())
                        .ok_or_else(|| {
                            PlayerFault::Illegal(word.chars().take(MAX_QUOTE).collect())
                        })?;
                    return Ok(DecisionReply {
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

impl Program {
    /// Its process id, which is also the id of its group.
    #[cfg(unix)]
    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.child.id()).ok()?)
    }

    /// Whether it has exited. It is not reaped, so that its id is not reused.
    #[cfg(unix)]
    fn has_exited(&mut self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.pid()
            .is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    #[cfg(not(unix))]
    fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills it, and the processes that it has started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = self.pid() {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let asked = self.send("stop").and_then(|()| self.send("quit"));
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while asked.is_ok() && Instant::now() < deadline && !self.has_exited() {
            thread::sleep(Duration::from_millis(5));
        }
        self.kill();
        let _ = self.child.wait();
    }
}
