//! `ringleader ugi`: the program over pipes, as another program uses it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use ringleader::game::{Action, GameResult, Position, Stage, Variant};

/// Timeout of any answer, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(300);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        Self::of(Command::new(env!("CARGO_BIN_EXE_ringleader")).arg("ugi"))
    }

    fn of(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                if line.is_err() || sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line that begins with a word, and those before it.
    fn until(&self, word: &str) -> (String, Vec<String>) {
        let mut before = Vec::new();
        loop {
            let line = self.lines.recv_timeout(TIMEOUT).unwrap();
            if line.split(' ').next() == Some(word) {
                return (line, before);
            }
            before.push(line);
        }
    }

    fn best(&self) -> Action {
        let (line, _) = self.until("bestmove");
        line["bestmove ".len()..].parse().unwrap()
    }

    /// Waits for it to exit, and returns its exit status.
    fn end(mut self) -> Option<i32> {
        let begin = Instant::now();
        while begin.elapsed() < TIMEOUT {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not exit");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a game against itself; every action has to be legal.
#[test]
fn it_plays_a_game_to_its_end() {
    let mut engine = Engine::start();
    engine.send("ugi");
    engine.until("ugiok");
    engine.send("setoption name Variant value blitz");
    engine.send("uginewgame");
    engine.send("isready");
    engine.until("readyok");
    let mut position = Position::start(Variant::Blitz);
    let mut moves = String::new();
    while position.stage() != Stage::Over {
        engine.send(&format!("position startpos{moves}"));
        engine.send("go nodes 300");
        let action = engine.best();
        position = position.play(action).unwrap();
        if moves.is_empty() {
            moves.push_str(" moves");
        }
        moves.push_str(&format!(" {action}"));
    }
    engine.send(&format!("position startpos{moves}"));
    engine.send("query gameover");
    assert_eq!(engine.until("response").0, "response true");
    engine.send("query result");
    let result = match position.result() {
        Some(GameResult::White) => "p1win",
        Some(GameResult::Black) => "p2win",
        Some(GameResult::Draw) => "draw",
        None => "none",
    };
    assert_eq!(engine.until("response").0, format!("response {result}"));
    engine.send("quit");
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn it_answers_during_a_search() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e4 f6 d7");
    engine.send("go infinite");
    engine.until("info");
    engine.send("isready");
    engine.send("nonsense");
    engine.send("query p1turn");
    engine.until("readyok");
    let (_, before) = engine.until("response");
    assert!(before.iter().any(|line| line.contains("`nonsense`")));
    engine.send("stop");
    engine.best();
    engine.send("go infinite");
    engine.until("info");
    engine.send("quit");
    engine.best();
    assert_eq!(engine.end(), Some(0));
}

/// `movetime` ends a search, and not too early. That it ends at the first poll past the deadline is
/// tested beside the code, with a clock of the test's own.
#[test]
fn movetime_ends_a_search() {
    let mut engine = Engine::start();
    for milliseconds in [10, 100] {
        engine.send("uginewgame");
        engine.send("position startpos moves e4 f6 d7");
        engine.send("isready");
        engine.until("readyok");
        let begin = Instant::now();
        engine.send(&format!("go movetime {milliseconds}"));
        engine.best();
        let took = begin.elapsed();
        assert!(took >= Duration::from_millis(milliseconds), "{took:?}");
    }
}

#[test]
fn at_the_end_of_the_input_a_limited_search_is_finished() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e4 f6 d7");
    engine.send("go depth 3");
    engine.input = None;
    let (_, before) = engine.until("bestmove");
    assert!(before.iter().any(|line| line.starts_with("info depth 3 ")));
    assert_eq!(engine.end(), Some(0));

    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.input = None;
    engine.best();
    assert_eq!(engine.end(), Some(0));
}

/// A table for which there is not enough memory is refused, and the old size is kept.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_is_too_large_is_refused() {
    let mut engine = Engine::of(Command::new("sh").args([
        "-c",
        "ulimit -v 4000000; exec \"$0\" ugi",
        env!("CARGO_BIN_EXE_ringleader"),
    ]));
    engine.send("setoption name Hash value 16384");
    engine.send("setoption name Threads value 2");
    engine.send("go depth 2");
    let (_, told) = engine.until("bestmove");
    let refusals: Vec<_> = told.iter().filter(|line| line.contains("Hash")).collect();
    assert_eq!(
        refusals,
        ["info string not enough memory for 16384 MiB; `Hash` is 16 MiB"]
    );
    engine.send("quit");
    assert_eq!(engine.end(), Some(0));
}

/// Resident memory of a process, in bytes.
#[cfg(target_os = "linux")]
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kibibytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kibibytes.parse::<u64>().unwrap() << 10
}

/// Neither allocating nor clearing a large table touches its memory: writing zeros to all of it
/// took half a minute at the maximum size.
#[cfg(target_os = "linux")]
#[test]
fn a_large_table_takes_memory_only_as_it_is_filled() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1024");
    for line in ["position startpos", "go depth 2", "uginewgame"] {
        engine.send(line);
        engine.send("isready");
        engine.until("readyok");
        let resident = resident(engine.child.id());
        assert!(resident < 256 << 20, "{line}: {} MiB", resident >> 20);
    }
    engine.send("quit");
    assert_eq!(engine.end(), Some(0));
}
