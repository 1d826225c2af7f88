//! `ringleader ugi`: the engine as a UGI program.
//!
//! The Universal Game Interface is UCI for any two-player game. Actions and positions are in the
//! text forms of [`crate::game`]; an action is one decision, so a move that completes a row is
//! followed by two more actions of the same player.
//!
//! | line | effect |
//! |---|---|
//! | `ugi` | prints name, author and options, then `ugiok` |
//! | `isready` | prints `readyok`: at once during a search, else when all earlier commands are done |
//! | `uginewgame` | clears the transposition table |
//! | `setoption name NAME value VALUE` | sets an option, during a search for the next one; options of the engine clear the transposition table |
//! | `position startpos\|fen POSITION [moves ACTION...]` | sets the position; a turn may be one word, as `e4-e10xd2-h6xj8`. After one that is refused there is none, until the next |
//! | `go [depth N] [nodes N] [mate N] [movetime MS] [p1time MS p2time MS p1inc MS p2inc MS movestogo N] [infinite]` | searches: prints `info` lines, then `bestmove ACTION` (`none` if the game is over, or there is no position); `wtime` and so on are accepted too |
//! | `stop` | stops the search, which prints its `bestmove` |
//! | `query p1turn\|gameover\|result\|fen` | prints `response ...` |
//! | `quit` | stops the search and exits |
//!
//! Depth is counted in ring moves, `score mate N` in actions until the end. Anything else is
//! answered with `info string` and the reason, and has no effect; invalid parts of a `go` are ignored.
//! The time of a search counts from the moment at which the engine is ready. At the end of the input, a
//! search with limits runs to them; one without is stopped.

mod command;
mod options;
mod search_thread;

use std::io::{self, BufRead, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Thread};

use super::ToolVerdict;
use crate::game::{Color, Position, Stage};
use crate::lines::{InputLine, read_line};
use command::{Go, Query, UgiCommand, result_name};
use options::{Applies, UgiOptions};
use search_thread::{SearchRequest, SearchTask, SharedOutput};

/// Maximum length of a line in bytes; that of a whole game has a few thousand.
const MAX_LINE: usize = 1 << 16;

/// The thread that reads commands.
struct CommandThread<'a, W> {
    shared: &'a SharedOutput<W>,
    tasks: Sender<SearchTask>,
    search_thread: Thread,
    options: UgiOptions,
    /// The position, or why the last one was refused.
    position: Result<Position, String>,
}

/// Serves the interface until `quit` or the end of the input.
///
/// # Errors
///
/// The input cannot be read, the output cannot be written, or no thread can be started.
pub fn run(mut input: impl BufRead, out: impl Write + Send) -> io::Result<ToolVerdict> {
    let shared = &SharedOutput::new(out);
    thread::scope(|scope| {
        let (tasks, received) = channel();
        let search_thread = thread::Builder::new()
            .name("search".to_owned())
            .spawn_scoped(scope, move || search_thread::run(shared, &received))?;
        let options = UgiOptions::default();
        let mut commands = CommandThread {
            shared,
            tasks,
            search_thread: search_thread.thread().clone(),
            position: Ok(Position::start(options.variant)),
            options,
        };
        let done = commands.run(&mut input);
        if done.is_err() {
            commands.stop();
        }
        shared.input_ended.store(true, Ordering::Relaxed);
        done.map(|()| ToolVerdict::Good)
    })
}

impl<W: Write> CommandThread<'_, W> {
    fn run(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        let mut is_infinite = false;
        while let Some(line) = read_line(input, MAX_LINE)? {
            let command = match line {
                InputLine::Text(line) => command::parse(&line, self.options.variant),
                InputLine::TooLong => Err("the line is too long".to_owned()),
            };
            match command {
                Err(reason) => self.refuse(&reason)?,
                Ok(UgiCommand::Nothing) => {}
                Ok(UgiCommand::Quit) => {
                    self.stop();
                    return Ok(());
                }
                Ok(UgiCommand::Stop) => self.stop(),
                Ok(UgiCommand::Go(go, refused)) => {
                    for reason in refused {
                        self.refuse(&reason)?;
                    }
                    if self.go(&go)? {
                        is_infinite = go.is_infinite();
                    }
                }
                Ok(command) => self.execute(command)?,
            }
        }
        // No `stop` can come any more.
        if is_infinite {
            self.stop();
        }
        Ok(())
    }

    /// Reports an error, on one line whatever it quotes.
    fn refuse(&self, reason: &str) -> io::Result<()> {
        let reason: String = reason
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.shared.print(&format!("info string {reason}"))
    }

    fn send(&self, task: SearchTask) -> io::Result<()> {
        self.tasks
            .send(task)
            .map_err(|_| io::Error::other("the search thread has ended"))
    }

    /// Stops the search.
    fn stop(&self) {
        if self.shared.searching.load(Ordering::Acquire) {
            self.shared.stop.store(true, Ordering::Relaxed);
            self.search_thread.unpark();
        }
    }

    fn execute(&mut self, command: UgiCommand) -> io::Result<()> {
        match command {
            UgiCommand::Ugi => {
                let mut lines = vec![
                    format!("id name Ringleader {}", env!("CARGO_PKG_VERSION")),
                    "id author the authors of Ringleader".to_owned(),
                ];
                lines.extend(UgiOptions::descriptions());
                lines.push("ugiok".to_owned());
                self.shared.print(&lines.join("\n"))
            }
            UgiCommand::IsReady if self.shared.searching.load(Ordering::Acquire) => {
                self.shared.print("readyok")
            }
            UgiCommand::IsReady => self.send(SearchTask::Ready),
            UgiCommand::NewGame => {
                self.position = Ok(Position::start(self.options.variant));
                self.send(SearchTask::Clear)
            }
            UgiCommand::SetOption { name, value } => self.set(&name, &value),
            UgiCommand::Position(position) => {
                if let Err(reason) = &position {
                    self.refuse(reason)?;
                }
                self.position = position.map(|position| *position);
                Ok(())
            }
            UgiCommand::Query(query) => {
                let Ok(position) = &self.position else {
                    return self.shared.print("response none");
                };
                let answer = match query {
                    Query::FirstTurn => (position.actor() == Color::White).to_string(),
                    Query::Over => (position.stage() == Stage::Over).to_string(),
                    Query::Result => result_name(position).to_owned(),
                    Query::Position => position.to_string(),
                };
                self.shared.print(&format!("response {answer}"))
            }
            UgiCommand::Nothing | UgiCommand::Go(..) | UgiCommand::Stop | UgiCommand::Quit => {
                Ok(())
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let variant = self.options.variant;
        match self.options.set(name, value) {
            Err(reason) => return self.refuse(&format!("{reason}; `{name}` is unchanged")),
            Ok(Applies::ToEngine(change)) => self.send(SearchTask::Reconfigure(change))?,
            Ok(Applies::ToNextSearch) => {}
        }
        // The start positions of the variants differ.
        if self.position == Ok(Position::start(variant)) {
            self.position = Ok(Position::start(self.options.variant));
        }
        Ok(())
    }

    /// Starts a search, unless one is running; whether it was started.
    fn go(&mut self, go: &Go) -> io::Result<bool> {
        if self.shared.searching.load(Ordering::Acquire) {
            self.refuse("a search is running; send stop first")?;
            return Ok(false);
        }
        let position = match &self.position {
            Ok(position) => *position,
            Err(reason) => {
                self.refuse(&format!("the last position was refused: {reason}"))?;
                self.shared.print("bestmove none")?;
                return Ok(false);
            }
        };
        let request = SearchRequest {
            position,
            limits: self.options.limits(go.depth(), go.nodes),
            time: go.time(&position),
            is_infinite: go.is_infinite(),
        };
        self.shared.stop.store(false, Ordering::Relaxed);
        self.shared.searching.store(true, Ordering::Release);
        self.send(SearchTask::Search(Box::new(request)))?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The lines printed for an input.
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
    fn it_answers_queries_about_the_position() {
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
    fn it_searches_and_prints_its_lines() {
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
        // The same search has the same result.
        assert_eq!(short(ask), [format!("bestmove {best}")]);
    }

    #[test]
    fn every_go_has_a_bestmove() {
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
                .any(|line| line == "info string a search is running; send stop first")
        );
        let count = |word| lines.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!((count("bestmove"), count("readyok")), (1, 1), "{lines:?}");
    }

    #[test]
    fn a_refused_go_is_answered_and_a_refused_position_not_taken_for_the_old_one() {
        for line in [
            "go depth 0",
            "go nodes 0",
            "go depth x nodes 9",
            "go mate 1",
        ] {
            let lines = answers(format!("{line}\n").as_bytes());
            let best = lines.last().unwrap();
            assert!(
                best.starts_with("bestmove ") && *best != "bestmove none",
                "{line}: {lines:?}"
            );
        }
        let lines = answers(b"position startpos moves e4 e4\nquery fen\ngo depth 1\n");
        assert!(lines[0].starts_with("info string action 2"), "{lines:?}");
        assert_eq!(lines[1], "response none");
        assert!(
            lines[2].contains("the last position was refused: action 2"),
            "{lines:?}"
        );
        assert_eq!(lines[3..], ["bestmove none"]);
        let again = short("position fen x\nposition startpos\nquery p1turn\n");
        assert_eq!(again, ["response true"]);
    }

    #[test]
    fn invalid_lines_are_answered() {
        let long = "x".repeat(MAX_LINE + 5);
        for rubbish in ["hello", "setoption name Hash value 0", &long] {
            let lines = answers(format!("{rubbish}\nisready\n").as_bytes());
            assert!(lines[0].starts_with("info string "), "{lines:?}");
            assert_eq!(lines[1..], ["readyok"]);
            assert!(lines[0].len() < 200, "{lines:?}");
        }
        assert!(answers(b"\xff\xfe\0\r\n")[0].starts_with("info string "));
    }

    /// A valid or nearly valid line.
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
        fn any_input_gets_valid_output(lines in proptest::collection::vec(line(), 0..12)) {
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
