//! `ringleader ugi`: the engine for other programs, by the Universal Game Interface, which is
//! what chess programs' UCI is, for any game of two. Actions and positions are in the text forms
//! of [`crate::game`]; an action is one decision, so that a move that completes a row is followed
//! by two more of the same player.
//!
//! | line | what follows |
//! |---|---|
//! | `ugi` | name, author and options, `ugiok` |
//! | `isready` | `readyok`: at once while it thinks, else when all that was asked for is done |
//! | `uginewgame` | what was found out is forgotten |
//! | `setoption name NAME value VALUE` | while it thinks, it counts from the next question on; it makes the engine forget what it found out |
//! | `position startpos\|fen POSITION [moves ACTION...]` | that is the position |
//! | `go [depth N] [nodes N] [movetime MS] [p1time MS p2time MS p1inc MS p2inc MS movestogo N] [infinite]` | `info` lines, then `bestmove ACTION` (`none` if the game is over); `wtime` and so on are understood too |
//! | `stop` | the `bestmove` of what has been found so far |
//! | `query p1turn\|gameover\|result\|fen` | `response ...` |
//! | `quit` | as `stop`, then the end |
//!
//! Depth is counted in ring moves, `score mate N` in actions until the end. Anything else is
//! answered by `info string` and the reason, and changes nothing. If the input ends while it
//! thinks, the thought goes on to its limit, and to nothing if it has none.

mod command;
mod options;
mod thinker;

use std::io::{self, BufRead, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Thread};
use std::time::Instant;

use super::Verdict;
use crate::game::{Color, Position, Stage};
use crate::lines::{Line, read_line};
use command::{Command, Go, Query, result_name};
use options::{Choices, Concern};
use thinker::{Question, Shared, Task};

/// Longest line that is read, in bytes; a game's is some thousand.
const LONGEST: usize = 1 << 16;

/// The side that listens.
struct Listening<'a, W> {
    shared: &'a Shared<W>,
    tasks: Sender<Task>,
    thinker: Thread,
    choices: Choices,
    position: Position,
}

/// Speaks the interface until `quit` or the end of the input.
///
/// # Errors
///
/// The input cannot be read, the output not be written, or no thread be started.
pub fn run(mut input: impl BufRead, out: impl Write + Send) -> io::Result<Verdict> {
    let shared = &Shared::new(out);
    thread::scope(|scope| {
        let (tasks, received) = channel();
        let thinker = thread::Builder::new()
            .name("thinker".to_owned())
            .spawn_scoped(scope, move || thinker::run(shared, &received))?;
        let choices = Choices::default();
        let mut listening = Listening {
            shared,
            tasks,
            thinker: thinker.thread().clone(),
            position: Position::start(choices.variant),
            choices,
        };
        let done = listening.listen(&mut input);
        if done.is_err() {
            listening.stop();
        }
        shared.ended.store(true, Ordering::Relaxed);
        done.map(|()| Verdict::Good)
    })
}

impl<W: Write> Listening<'_, W> {
    fn listen(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        let mut endless = false;
        while let Some(line) = read_line(input, LONGEST)? {
            let command = match line {
                Line::Text(line) => command::read(&line, self.choices.variant),
                Line::TooLong => Err("the line is too long".to_owned()),
            };
            match command {
                Err(reason) => self.refuse(&reason)?,
                Ok(Command::Nothing) => {}
                Ok(Command::Quit) => {
                    self.stop();
                    return Ok(());
                }
                Ok(Command::Stop) => self.stop(),
                Ok(Command::Go(go)) => {
                    if self.go(&go)? {
                        endless = go.endless(&self.position);
                    }
                }
                Ok(command) => self.obey(command)?,
            }
        }
        // Nobody is left to end it.
        if endless {
            self.stop();
        }
        Ok(())
    }

    /// Says why something was not done. It is one line, whatever it quotes.
    fn refuse(&self, reason: &str) -> io::Result<()> {
        let reason: String = reason
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.shared.say(&format!("info string {reason}"))
    }

    /// Hands a task over. The thinker is there as long as tasks can come.
    fn hand_over(&self, task: Task) -> io::Result<()> {
        self.tasks
            .send(task)
            .map_err(|_| io::Error::other("the thinker is gone"))
    }

    /// Ends what is being thought.
    fn stop(&self) {
        if self.shared.thinking.load(Ordering::Acquire) {
            self.shared.stop.store(true, Ordering::Relaxed);
            self.thinker.unpark();
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => {
                let mut lines = vec![
                    format!("id name Ringleader {}", env!("CARGO_PKG_VERSION")),
                    "id author the authors of Ringleader".to_owned(),
                ];
                lines.extend(Choices::offers());
                lines.push("ugiok".to_owned());
                self.shared.say(&lines.join("\n"))
            }
            Command::IsReady if self.shared.thinking.load(Ordering::Acquire) => {
                self.shared.say("readyok")
            }
            Command::IsReady => self.hand_over(Task::Ready),
            Command::NewGame => {
                self.position = Position::start(self.choices.variant);
                self.hand_over(Task::Forget)
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position(position) => {
                self.position = *position;
                Ok(())
            }
            Command::Query(query) => {
                let position = &self.position;
                let answer = match query {
                    Query::FirstTurn => (position.actor() == Color::White).to_string(),
                    Query::Over => (position.stage() == Stage::Over).to_string(),
                    Query::Result => result_name(position).to_owned(),
                    Query::Position => position.to_string(),
                };
                self.shared.say(&format!("response {answer}"))
            }
            Command::Nothing | Command::Go(_) | Command::Stop | Command::Quit => Ok(()),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let variant = self.choices.variant;
        match self.choices.set(name, value) {
            Err(reason) => return self.refuse(&format!("{reason}; «{name}» stays as it was")),
            Ok(Concern::Engine(change)) => self.hand_over(Task::Become(change))?,
            Ok(Concern::Question) => {}
        }
        // The empty board of one variant is not that of the other.
        if self.position == Position::start(variant) {
            self.position = Position::start(self.choices.variant);
        }
        Ok(())
    }

    /// Asks the thinker, unless it is thinking; says whether it was asked.
    fn go(&mut self, go: &Go) -> io::Result<bool> {
        let begin = Instant::now();
        if self.shared.thinking.load(Ordering::Acquire) {
            self.refuse("it is thinking already; stop comes first")?;
            return Ok(false);
        }
        let question = Question {
            position: self.position,
            limits: self.choices.limits(go.depth, go.nodes),
            begin,
            // What is too far away to be counted is no limit.
            deadline: go
                .time(&self.position)
                .and_then(|time| begin.checked_add(time)),
            endless: go.endless(&self.position),
        };
        self.shared.stop.store(false, Ordering::Relaxed);
        self.shared.thinking.store(true, Ordering::Release);
        self.hand_over(Task::Think(Box::new(question)))?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is answered to some lines.
    fn answers(input: &[u8]) -> Vec<String> {
        let mut out = Vec::new();
        run(input, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// The same, without `info` lines.
    fn short(input: &str) -> Vec<String> {
        let mut answers = answers(input.as_bytes());
        answers.retain(|line| !line.starts_with("info "));
        answers
    }

    #[test]
    fn it_introduces_itself() {
        let lines = answers(b"ugi\nisready\n");
        assert!(lines[0].starts_with("id name Ringleader"), "{lines:?}");
        assert!(lines[1].starts_with("id author "));
        assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
        for option in [
            "Hash type spin default 16 ",
            "Threads type spin default 1 ",
            "Seed type spin default 0 ",
            "Variant type combo default normal var normal var blitz",
            "Evaluation type combo default network",
        ] {
            let line = format!("option name {option}");
            assert!(lines.iter().any(|known| known.starts_with(&line)), "{line}");
        }
    }

    #[test]
    fn it_tells_about_the_position() {
        let queries = "query p1turn\nquery gameover\nquery result\nquery fen\n";
        assert_eq!(
            short(&format!("position startpos moves e4\n{queries}")),
            [
                "response false",
                "response false",
                "response none",
                "response 4/7/8/9/3R6/9/10/9/8/7/4 b b place 0-0 normal",
            ]
        );
        let over = "MRMm/1mMmMm1/1RMmMMr1/1rmmMM3/8m1/3rRmM2/2M1MmMMm1/3rmMmm1/5m1m/4mR1/r3 w w over 1-0 blitz";
        let answers = short(&format!("position fen {over}\n{queries}go depth 1\n"));
        assert_eq!(answers[1..3], ["response true", "response p1win"]);
        assert_eq!(answers[4], "bestmove none");
        let blitz = short("setoption name variant value blitz\nquery fen\n");
        assert!(blitz[0].ends_with("blitz"), "{blitz:?}");
    }

    #[test]
    fn it_thinks_and_says_what_it_came_to() {
        let ask = "setoption name MultiPV value 2\nposition startpos moves e4 f6\ngo depth 2\n";
        let lines = answers(ask.as_bytes());
        for depth in 1..=2 {
            for number in 1..=2 {
                let start = format!("info depth {depth} seldepth ");
                let part = format!(" multipv {number} score cp ");
                let line = lines
                    .iter()
                    .find(|line| line.starts_with(&start) && line.contains(&part))
                    .unwrap();
                for word in [" nodes ", " nps ", " time ", " hashfull ", " pv "] {
                    assert!(line.contains(word), "{line}");
                }
            }
        }
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(best.parse::<crate::game::Action>().is_ok(), "{best}");
        // The same question has the same answer.
        assert_eq!(short(ask), [format!("bestmove {best}")]);
    }

    #[test]
    fn what_ends_too_early_is_answered_still() {
        for input in [
            "go",
            "go infinite\nstop\n",
            "go infinite\nquit\n",
            "go depth 60\nquit\nugi\n",
        ] {
            let lines = short(input);
            assert_eq!(lines.len(), 1, "{input}: {lines:?}");
            assert!(lines[0].starts_with("bestmove "), "{lines:?}");
        }
        assert!(short("stop\nstop\n\n").is_empty());
        let lines = answers(b"go infinite\ngo depth 1\nisready\nstop\n");
        assert!(
            lines
                .iter()
                .any(|line| line == "info string it is thinking already; stop comes first")
        );
        let count = |word| lines.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!((count("bestmove"), count("readyok")), (1, 1), "{lines:?}");
    }

    #[test]
    fn rubbish_is_answered() {
        let long = "x".repeat(LONGEST + 5);
        for rubbish in [
            "hello",
            "go far",
            "setoption name Hash value 0",
            "position fen x",
            &long,
        ] {
            let lines = answers(format!("{rubbish}\nisready\n").as_bytes());
            assert!(lines[0].starts_with("info string "), "{lines:?}");
            assert_eq!(lines[1..], ["readyok"]);
            assert!(lines[0].len() < 200, "{lines:?}");
        }
        assert!(answers(b"\xff\xfe\0\r\n")[0].starts_with("info string "));
    }

    /// A line as somebody might send it, or nearly.
    fn line() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            Just("ugi"),
            Just("isready"),
            Just("uginewgame"),
            Just("stop"),
            Just("go"),
            Just("position"),
            Just("startpos"),
            Just("fen"),
            Just("moves"),
            Just("setoption"),
            Just("name"),
            Just("value"),
            Just("Without"),
            Just("table"),
            Just("Variant"),
            Just("blitz"),
            Just("MultiPV"),
            Just("query"),
            Just("p1turn"),
            Just("result"),
            Just("depth"),
            Just("nodes"),
            Just("movetime"),
            Just("1"),
            Just("2"),
            Just("-5"),
            Just("99999999999999999999"),
            Just("18446744073709551615"),
            Just("p1time"),
            Just("infinite"),
            Just("e4"),
            Just("f6"),
            Just("e4-e5"),
            Just("pass"),
            Just("xe5"),
            Just("4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal"),
            Just("é"),
        ];
        prop_oneof![
            4 => proptest::collection::vec(word, 0..8).prop_map(|words| words.join(" ")),
            1 => ".{0,40}",
            1 => Just("go depth 1".to_owned()),
            1 => Just("position startpos moves e4 f6".to_owned()),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn whatever_comes_is_answered(lines in proptest::collection::vec(line(), 0..12)) {
            let asked = lines.join("\n") + "\nquit\n";
            for line in answers(asked.as_bytes()) {
                let word = line.split(' ').next().unwrap();
                prop_assert!(
                    ["id", "option", "ugiok", "readyok", "info", "bestmove", "response"].contains(&word),
                    "{}", line
                );
            }
        }
    }
}
