//! What a line of the interface asks for.

use std::time::Duration;

use crate::game::{Action, Color, Position, Variant};

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing: the line is empty.
    Nothing,
    /// Who is there?
    Ugi,
    /// Say when all is done that was asked for.
    IsReady,
    /// Another game begins.
    NewGame,
    /// An option has this value from now on.
    SetOption { name: String, value: String },
    /// This is the position.
    Position(Box<Position>),
    /// Think.
    Go(Go),
    /// Think no longer.
    Stop,
    /// Something is to be told about the position.
    Query(Query),
    /// That is all.
    Quit,
}

/// What can be asked about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Query {
    /// Whether white decides.
    FirstTurn,
    /// Whether the game is over.
    Over,
    /// Who has won.
    Result,
    /// The position itself.
    Position,
}

/// How far to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Go {
    pub(super) movetime: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    /// What is left on the clocks of white and black, and what a move adds.
    pub(super) clock: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) infinite: bool,
}

/// What is left for moving the answer about; a clock is never used up to its end.
const RESERVE: Duration = Duration::from_millis(20);

impl Go {
    /// How long to think about a position, if time is what limits it.
    pub(super) fn time(&self, position: &Position) -> Option<Duration> {
        if self.infinite || self.movetime.is_some() {
            return self.movetime;
        }
        let me = position.actor().index();
        let left = self.clock[me]?;
        // Every move puts a marker on the board, so that the pool says how many are left at most;
        // most games end before.
        let moves = self
            .moves_to_go
            .unwrap_or_else(|| u32::from(position.pool() / 2).clamp(8, 20))
            .max(1);
        let share = left / moves + self.increment[me] * 3 / 4;
        // To remove a row or a ring is quickly decided: the move before it has seen it coming.
        let share = match position.stage() {
            crate::game::Stage::Row | crate::game::Stage::Ring => share / 10,
            _ => share,
        };
        let most = left.saturating_sub(RESERVE).max(Duration::from_millis(1));
        Some(share.min(most))
    }

    /// Whether nothing but `stop` ends the thought.
    pub(super) fn endless(&self, position: &Position) -> bool {
        self.infinite
            || self.movetime.is_none()
                && self.nodes.is_none()
                && self.depth.is_none()
                && self.clock[position.actor().index()].is_none()
    }
}

/// A short form of what was written, for the answer.
fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let dots = if short.len() < text.len() { "..." } else { "" };
    format!("«{short}{dots}»")
}

/// Reads a line. Where the empty board is meant, it is the variant's.
///
/// # Errors
///
/// What is wrong with the line, on one line.
pub(super) fn read(line: &str, variant: Variant) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "" => Ok(Command::Nothing),
        "ugi" => Ok(Command::Ugi),
        "isready" => Ok(Command::IsReady),
        "uginewgame" => Ok(Command::NewGame),
        "stop" => Ok(Command::Stop),
        "quit" => Ok(Command::Quit),
        "setoption" => read_option(rest),
        "position" => read_position(rest, variant),
        "go" => read_go(rest),
        "query" => match rest {
            "p1turn" => Ok(Command::Query(Query::FirstTurn)),
            "gameover" => Ok(Command::Query(Query::Over)),
            "result" => Ok(Command::Query(Query::Result)),
            "fen" => Ok(Command::Query(Query::Position)),
            _ => Err(format!(
                "a query is p1turn, gameover, result or fen, not {}",
                shown(rest)
            )),
        },
        _ => Err(format!("unknown command {}", shown(word))),
    }
}

fn read_option(rest: &str) -> Result<Command, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let value_at = words.iter().position(|&word| word == "value");
    let (name, value) = match (words.split_first(), value_at) {
        (Some((&"name", _)), Some(at)) => (&words[1..at], &words[at + 1..]),
        (Some((&"name", name)), None) => (name, &[][..]),
        _ => return Err("an option is set by setoption name NAME value VALUE".to_owned()),
    };
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    })
}

fn read_position(rest: &str, variant: Variant) -> Result<Command, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let moves_at = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let mut position = match start {
        ["startpos"] => Position::start(variant),
        ["fen", position @ ..] => position
            .join(" ")
            .parse()
            .map_err(|error| format!("{error}; the position stays as it was"))?,
        _ => return Err("a position is startpos or fen POSITION, then moves ACTION...".to_owned()),
    };
    for (index, word) in moves.iter().skip(1).enumerate() {
        let wrong = |reason: String| {
            format!(
                "action {} of the moves: {reason}; the position stays as it was",
                index + 1
            )
        };
        let action: Action = word.parse().map_err(|_| wrong(shown(word) + " is none"))?;
        position = position
            .play(action)
            .map_err(|error| wrong(error.to_string()))?;
    }
    Ok(Command::Position(Box::new(position)))
}

fn read_go(rest: &str) -> Result<Command, String> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            go.infinite = true;
            continue;
        }
        let mut number = |least: i64| {
            let value = words.next().unwrap_or_default();
            value
                .parse::<i64>()
                .ok()
                .filter(|number| *number >= least)
                .map(i64::unsigned_abs)
                .ok_or_else(|| format!("{word} wants a number, not {}", shown(value)))
        };
        // A clock may have run below nothing.
        let clock = |number: Result<u64, String>| number.map(Duration::from_millis);
        let seat = |first: &str| if word.starts_with(first) { 0 } else { 1 };
        match word {
            "movetime" => go.movetime = Some(clock(number(0))?),
            "nodes" => go.nodes = Some(number(1)?),
            "depth" => go.depth = Some(number(1)?.min(u32::MAX.into()) as u32),
            "movestogo" => go.moves_to_go = Some(number(1)?.min(1_000) as u32),
            "p1time" | "p2time" => go.clock[seat("p1")] = Some(clock(number(0))?),
            "wtime" | "btime" => go.clock[seat("w")] = Some(clock(number(0))?),
            "p1inc" | "p2inc" => go.increment[seat("p1")] = clock(number(0))?,
            "winc" | "binc" => go.increment[seat("w")] = clock(number(0))?,
            _ => return Err(format!("go knows no {}", shown(word))),
        }
    }
    Ok(Command::Go(go))
}

/// The result as a response has it.
pub(super) fn result_name(position: &Position) -> &'static str {
    match position.result() {
        None => "none",
        Some(result) => match result.winner() {
            None => "draw",
            Some(Color::White) => "p1win",
            Some(Color::Black) => "p2win",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match read(line, Variant::Normal) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn lines_are_read_or_refused_with_the_reason() {
        let read = |line| read(line, Variant::Blitz);
        assert_eq!(read("  "), Ok(Command::Nothing));
        assert_eq!(read("isready\r"), Ok(Command::IsReady));
        assert_eq!(
            read("setoption name Two Words  value a  b"),
            Ok(Command::SetOption {
                name: "Two Words".to_owned(),
                value: "a b".to_owned()
            })
        );
        let Ok(Command::Position(position)) = read("position startpos moves e4 f6") else {
            panic!("no position");
        };
        assert_eq!(position.variant(), Variant::Blitz);
        assert_eq!(position.rings(Color::Black).len(), 1);
        let again = format!("position fen {position}");
        assert_eq!(read(&again), Ok(Command::Position(position)));
        for (line, reason) in [
            ("position", "startpos or fen"),
            ("position fen", "stays as it was"),
            ("position startpos moves e4 e4", "action 2"),
            ("position startpos moves e4-e5", "a ring has to be placed"),
            ("position startpos moves z9", "«z9» is none"),
            ("go depth", "wants a number"),
            ("go depth -1", "wants a number"),
            ("go nodes x", "wants a number, not «x»"),
            ("go fast", "knows no «fast»"),
            ("query mood", "not «mood»"),
            ("setoption Hash 5", "setoption name"),
            ("setoption value name", "setoption name"),
            ("☃", "unknown command «☃»"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    #[test]
    fn time_is_shared_out() {
        let start = Position::start(Variant::Normal);
        let milliseconds = |line: &str| go(line).time(&start).map(|time| time.as_millis());
        assert_eq!(milliseconds("go movetime 100"), Some(100));
        assert_eq!(milliseconds("go p1time 20000 p2time 5"), Some(1_000));
        assert_eq!(milliseconds("go wtime 20000 winc 400"), Some(1_300));
        assert_eq!(milliseconds("go p1time 20000 movestogo 5"), Some(4_000));
        assert_eq!(milliseconds("go p1time 100 p1inc 5000"), Some(80));
        assert_eq!(milliseconds("go p1time 0"), Some(0));
        assert_eq!(milliseconds("go p2time 100"), None);
        assert_eq!(milliseconds("go depth 3"), None);
        assert!(go("go").endless(&start) && go("go infinite depth 2").endless(&start));
        assert!(!go("go nodes 5").endless(&start));
    }
}
