//! The commands of the interface, parsed from lines.

use std::time::Duration;

use crate::game::{Action, Color, Position, PositionError, Variant};

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
    Position(Result<Box<Position>, String>),
    /// `go`: search. With what was wrong with the line.
    Go(Go, Vec<String>),
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
    /// Search for a win in so many own turns: no deeper than that.
    pub(super) mate: Option<u32>,
}

/// The time for a decision if every limit was refused: the other program may never send `stop`.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Time that is left on a clock, for communication.
const RESERVE: Duration = Duration::from_millis(20);

impl Go {
    /// The time for a decision, if time is limited.
    pub(super) fn time(&self, position: &Position) -> Option<Duration> {
        if self.infinite || self.movetime.is_some() {
            return self.movetime;
        }
        let me = position.actor().index();
        // If only the other clock is known, this one is taken to be the same.
        let left = self.clock[me].or(self.clock[1 - me])?;
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
    pub(super) fn is_infinite(&self) -> bool {
        self.infinite || !self.is_limited()
    }

    fn is_limited(&self) -> bool {
        self.movetime.is_some()
            || self.nodes.is_some()
            || self.depth().is_some()
            || self.clock.iter().any(Option::is_some)
    }

    /// The greatest depth, in ring moves.
    pub(super) fn depth(&self) -> Option<u32> {
        // The other player has one move less.
        let mate = self.mate.map(|turns| turns.saturating_mul(2) - 1);
        self.depth.into_iter().chain(mate).min()
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
        "position" => Ok(UgiCommand::Position(read_position(rest, variant))),
        "go" => {
            let (go, refused) = read_go(rest);
            Ok(UgiCommand::Go(go, refused))
        }
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

fn read_position(rest: &str, variant: Variant) -> Result<Box<Position>, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let moves_at = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let mut position = match start {
        ["startpos"] => Position::start(variant),
        ["fen", position @ ..] => position
            .join(" ")
            .parse()
            .map_err(|error: PositionError| error.to_string())?,
        _ => return Err("expected position startpos|fen POSITION [moves ACTION...]".to_owned()),
    };
    let moves = moves.iter().skip(1).flat_map(|word| actions_in(word));
    for (index, word) in moves.enumerate() {
        let wrong = |reason: String| format!("action {} of the moves: {reason}", index + 1);
        let action: Action = word
            .parse()
            .map_err(|_| wrong(quoted(word) + " is not an action"))?;
        position = position
            .play(action)
            .map_err(|error| wrong(error.to_string()))?;
    }
    Ok(Box::new(position))
}

/// The actions of a word. A whole turn may be written in one, as `e4-e10xd2-h6xj8`.
fn actions_in(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(word);
    std::iter::from_fn(move || {
        let word = rest?;
        let next = word
            .char_indices()
            .skip(1)
            .find(|(_, c)| matches!(c, 'x' | 'X'));
        let (action, behind) = word.split_at(next.map_or(word.len(), |(at, _)| at));
        rest = Some(behind).filter(|behind| !behind.is_empty());
        Some(action)
    })
}

/// Reads the limits. Since every `go` has to end in a `bestmove`, invalid ones are reported and ignored,
/// and numbers that are too small are raised to the least one.
fn read_go(rest: &str) -> (Go, Vec<String>) {
    let mut go = Go::default();
    let mut refused = Vec::new();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "searchmoves" => {
                while words
                    .next_if(|word| word.parse::<Action>().is_ok())
                    .is_some()
                {}
                refused
                    .push("go searchmoves is not supported: all actions are searched".to_owned());
                continue;
            }
            _ => {}
        }
        let mut number = |least: u64| {
            let value = words.next_if(|word| word.parse::<f64>().is_ok());
            let read = value.and_then(|value| value.parse::<f64>().ok());
            let Some(read) = read.filter(|read| read.is_finite()) else {
                let value = value.unwrap_or("nothing");
                refused.push(format!("{word} takes a number, not {}", quoted(value)));
                return None;
            };
            // Saturates.
            let number = (read as u64).max(least);
            if read < least as f64 {
                refused.push(format!("{word} is at least {least}"));
            } else if read.fract() != 0.0 {
                refused.push(format!("{word} takes a whole number: {number}"));
            }
            Some(number)
        };
        let small = |number: Option<u64>| number.map(|number| number.min(1_000) as u32);
        let clock = |number: Option<u64>| number.map(Duration::from_millis);
        let seat = |first: &str| if word.starts_with(first) { 0 } else { 1 };
        match word {
            "movetime" => go.movetime = clock(number(0)),
            "nodes" => go.nodes = number(1),
            "depth" => go.depth = small(number(1)),
            "mate" => go.mate = small(number(1)),
            "movestogo" => go.moves_to_go = small(number(1)),
            "p1time" | "p2time" => go.clock[seat("p1")] = clock(number(0)),
            "wtime" | "btime" => go.clock[seat("w")] = clock(number(0)),
            "p1inc" | "p2inc" => go.increment[seat("p1")] = clock(number(0)).unwrap_or_default(),
            "winc" | "binc" => go.increment[seat("w")] = clock(number(0)).unwrap_or_default(),
            _ => refused.push(format!("go has no parameter {}", quoted(word))),
        }
    }
    if !refused.is_empty() && !go.infinite && !go.is_limited() {
        refused.push(format!("searching for {} s", USUAL_TIME.as_secs()));
        go.movetime = Some(USUAL_TIME);
    }
    (go, refused)
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
            Ok(UgiCommand::Go(go, _)) => go,
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
        let Ok(UgiCommand::Position(Ok(position))) = parse("position startpos moves e4 f6") else {
            panic!("no position");
        };
        assert_eq!(position.variant(), Variant::Blitz);
        assert_eq!(position.rings(Color::Black).len(), 1);
        let again = format!("position fen {position}");
        assert_eq!(parse(&again), Ok(UgiCommand::Position(Ok(position))));
        for (line, reason) in [
            ("query mood", "not `mood`"),
            ("setoption Hash 5", "setoption name"),
            ("setoption value name", "setoption name"),
            ("☃", "unknown command `☃`"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
        for (line, reason) in [
            ("position", "startpos|fen"),
            ("position fen", "six parts"),
            ("position startpos moves e4 e4", "action 2"),
            ("position startpos moves e4-e5", "a ring has to be placed"),
            ("position startpos moves z9", "`z9` is not an action"),
        ] {
            let Ok(UgiCommand::Position(Err(error))) = parse(line) else {
                panic!("{line} is taken");
            };
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
        assert_eq!(milliseconds("go p2time 100"), Some(5));
        assert_eq!(milliseconds("go depth 3"), None);
        assert_eq!(milliseconds("go btime 20000"), Some(1_000));
        assert!(go("go").is_infinite() && go("go infinite depth 2").is_infinite());
        assert!(!go("go nodes 5").is_infinite());
    }

    #[test]
    fn every_go_is_read_and_what_is_wrong_with_it_told() {
        for (line, told, limits) in [
            (
                "go depth",
                "takes a number, not `nothing`",
                Go {
                    movetime: Some(USUAL_TIME),
                    ..Go::default()
                },
            ),
            (
                "go depth -1",
                "at least 1",
                Go {
                    depth: Some(1),
                    ..Go::default()
                },
            ),
            (
                "go depth 0",
                "at least 1",
                Go {
                    depth: Some(1),
                    ..Go::default()
                },
            ),
            (
                "go nodes x depth 3",
                "takes a number",
                Go {
                    depth: Some(3),
                    ..Go::default()
                },
            ),
            (
                "go movetime 100.5",
                "whole number",
                Go {
                    movetime: Some(Duration::from_millis(100)),
                    ..Go::default()
                },
            ),
            (
                "go fast",
                "no parameter `fast`",
                Go {
                    movetime: Some(USUAL_TIME),
                    ..Go::default()
                },
            ),
            (
                "go searchmoves e4 f6 nodes 7",
                "searchmoves",
                Go {
                    nodes: Some(7),
                    ..Go::default()
                },
            ),
            (
                "go infinite ponder",
                "`ponder`",
                Go {
                    infinite: true,
                    ..Go::default()
                },
            ),
        ] {
            let Ok(UgiCommand::Go(go, refused)) = parse(line, Variant::Normal) else {
                panic!("{line} is no go");
            };
            assert_eq!(go, limits, "{line}");
            assert!(refused[0].contains(told), "{line}: {refused:?}");
        }
        assert_eq!(go("go mate 3").depth(), Some(5));
        assert_eq!(go("go mate 3 depth 2").depth(), Some(2));
    }

    #[test]
    fn a_turn_may_be_one_word() {
        let actions = |word| actions_in(word).collect::<Vec<_>>();
        assert_eq!(actions("e4-e10xd2-h6xj8"), ["e4-e10", "xd2-h6", "xj8"]);
        assert_eq!(actions("xd2-h6xj8"), ["xd2-h6", "xj8"]);
        assert_eq!(actions("xé"), ["xé"]);
        assert_eq!(actions("e4"), ["e4"]);
    }
}
