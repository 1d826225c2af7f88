//! The commands of the interface, parsed from lines.

use std::time::Duration;

use crate::game::{Action, Color, Position, Variant};

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum UgiCommand {
    /// An empty line.
    Nothing,
    /// `ugi`: introduce yourself.
    Ugi,
    /// `isready`: report when all earlier commands are done.
    IsReady,
    /// `uginewgame`: a new game begins.
    NewGame,
    /// `setoption`: set an option.
    SetOption { name: String, value: String },
    /// `position`: set the position.
    Position(Box<Position>),
    /// `go`: search.
    Go(Go),
    /// `stop`: stop searching.
    Stop,
    /// `query`: report something about the position.
    Query(Query),
    /// `quit`: exit.
    Quit,
}

/// What can be queried about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Query {
    /// Whether white is the actor.
    FirstTurn,
    /// Whether the game is over.
    Over,
    /// Who has won.
    Result,
    /// The position itself.
    Position,
}

/// The limits of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Go {
    pub(super) movetime: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    /// Remaining time of white and black, and its increment per move.
    pub(super) clock: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) infinite: bool,
}

/// Time that is left on a clock, for communication.
const RESERVE: Duration = Duration::from_millis(20);

impl Go {
    /// The time for a decision, if time is limited.
    pub(super) fn time(&self, position: &Position) -> Option<Duration> {
        if self.infinite || self.movetime.is_some() {
            return self.movetime;
        }
        let me = position.actor().index();
        let left = self.clock[me]?;
        // Each move takes a marker from the pool, so that this bounds the moves left; most games
        // end earlier.
        let moves = self
            .moves_to_go
            .unwrap_or_else(|| u32::from(position.pool() / 2).clamp(8, 20))
            .max(1);
        let share = left / moves + self.increment[me] * 3 / 4;
        // Removals were already searched with the move before.
        let share = match position.stage() {
            crate::game::Stage::Row | crate::game::Stage::Ring => share / 10,
            _ => share,
        };
        let most = left.saturating_sub(RESERVE).max(Duration::from_millis(1));
        Some(share.min(most))
    }

    /// Whether only `stop` ends the search.
    pub(super) fn is_infinite(&self, position: &Position) -> bool {
        self.infinite
            || self.movetime.is_none()
                && self.nodes.is_none()
                && self.depth.is_none()
                && self.clock[position.actor().index()].is_none()
    }
}

/// A quotation of at most 40 characters, for error texts.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let dots = if short.len() < text.len() { "..." } else { "" };
    format!("`{short}{dots}`")
}

/// Parses a line. `startpos` is the start position of the variant.
///
/// # Errors
///
/// What is wrong with the line, on one line.
pub(super) fn parse(line: &str, variant: Variant) -> Result<UgiCommand, String> {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "" => Ok(UgiCommand::Nothing),
        "ugi" => Ok(UgiCommand::Ugi),
        "isready" => Ok(UgiCommand::IsReady),
        "uginewgame" => Ok(UgiCommand::NewGame),
        "stop" => Ok(UgiCommand::Stop),
        "quit" => Ok(UgiCommand::Quit),
        "setoption" => read_option(rest),
        "position" => read_position(rest, variant),
        "go" => read_go(rest),
        "query" => match rest {
            "p1turn" => Ok(UgiCommand::Query(Query::FirstTurn)),
            "gameover" => Ok(UgiCommand::Query(Query::Over)),
            "result" => Ok(UgiCommand::Query(Query::Result)),
            "fen" => Ok(UgiCommand::Query(Query::Position)),
            _ => Err(format!(
                "the queries are p1turn, gameover, result and fen, not {}",
                quoted(rest)
            )),
        },
        _ => Err(format!("unknown command {}", quoted(word))),
    }
}

fn read_option(rest: &str) -> Result<UgiCommand, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let value_at = words.iter().position(|&word| word == "value");
    let (name, value) = match (words.split_first(), value_at) {
        (Some((&"name", _)), Some(at)) => (&words[1..at], &words[at + 1..]),
        (Some((&"name", name)), None) => (name, &[][..]),
        _ => return Err("expected setoption name NAME value VALUE".to_owned()),
    };
    Ok(UgiCommand::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    })
}

fn read_position(rest: &str, variant: Variant) -> Result<UgiCommand, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let moves_at = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let mut position = match start {
        ["startpos"] => Position::start(variant),
        ["fen", position @ ..] => position
            .join(" ")
            .parse()
            .map_err(|error| format!("{error}; the position is unchanged"))?,
        _ => return Err("expected position startpos|fen POSITION [moves ACTION...]".to_owned()),
    };
    for (index, word) in moves.iter().skip(1).enumerate() {
        let wrong = |reason: String| {
            format!(
                "action {} of the moves: {reason}; the position is unchanged",
                index + 1
            )
        };
        let action: Action = word
            .parse()
            .map_err(|_| wrong(quoted(word) + " is not an action"))?;
        position = position
            .play(action)
            .map_err(|error| wrong(error.to_string()))?;
    }
    Ok(UgiCommand::Position(Box::new(position)))
}

fn read_go(rest: &str) -> Result<UgiCommand, String> {
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
                .ok_or_else(|| format!("{word} takes a number, not {}", quoted(value)))
        };
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
            _ => return Err(format!("go has no parameter {}", quoted(word))),
        }
    }
    Ok(UgiCommand::Go(go))
}

/// The response to `query result`.
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
        match parse(line, Variant::Normal) {
            Ok(UgiCommand::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn lines_are_parsed_or_refused_with_the_reason() {
        let parse = |line| parse(line, Variant::Blitz);
        assert_eq!(parse("  "), Ok(UgiCommand::Nothing));
        assert_eq!(parse("isready\r"), Ok(UgiCommand::IsReady));
        assert_eq!(
            parse("setoption name Two Words  value a  b"),
            Ok(UgiCommand::SetOption {
                name: "Two Words".to_owned(),
                value: "a b".to_owned()
            })
        );
        let Ok(UgiCommand::Position(position)) = parse("position startpos moves e4 f6") else {
            panic!("no position");
        };
        assert_eq!(position.variant(), Variant::Blitz);
        assert_eq!(position.rings(Color::Black).len(), 1);
        let again = format!("position fen {position}");
        assert_eq!(parse(&again), Ok(UgiCommand::Position(position)));
        for (line, reason) in [
            ("position", "startpos|fen"),
            ("position fen", "is unchanged"),
            ("position startpos moves e4 e4", "action 2"),
            ("position startpos moves e4-e5", "a ring has to be placed"),
            ("position startpos moves z9", "`z9` is not an action"),
            ("go depth", "takes a number"),
            ("go depth -1", "takes a number"),
            ("go nodes x", "takes a number, not `x`"),
            ("go fast", "no parameter `fast`"),
            ("query mood", "not `mood`"),
            ("setoption Hash 5", "setoption name"),
            ("setoption value name", "setoption name"),
            ("☃", "unknown command `☃`"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    #[test]
    fn time_is_allotted() {
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
        assert!(go("go").is_infinite(&start) && go("go infinite depth 2").is_infinite(&start));
        assert!(!go("go nodes 5").is_infinite(&start));
    }
}
