//! A side of a match, as given on the command line.
//!
//! `PLAYER[,OPTION]...`, for instance `hand,-late-moves,hash=8,nodes=20000`, `uct`, `plain4`, or
//! `ugi:PATH ARGUMENT...,Hash=8`. The players:
//!
//! | player | what it is | its options |
//! |---|---|---|
//! | `network`, `hand` | the engine with this evaluation | `-FEATURE` switches a search feature off, `hash=MIB`, `threads=N`, `noise=CP` (formerly `whim=`) |
//! | `levelN` | the engine at level 1 to 10 | none |
//! | `plainN` | plain alpha-beta to a depth of 1 to 9 ring moves, without time limit | none |
//! | `dumbot` | a stand-in of Dumbot, Boardspace's robot of 2005, without time limit | none |
//! | `uct` | UCT with random playouts, which count as nodes | `least=PLAYOUTS`, the minimum even if the time is up |
//! | `ugi:PATH ARGUMENT...` | a UGI program | any other is sent as `setoption` |
//!
//! All take `name=TEXT`, and a budget that replaces the match's: `movetime=MS`, `nodes=N`,
//! `depth=N`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::engine::{EngineOptions, Level};

/// Minimum playouts of UCT for a decision: a tenth of a second at 30,000 a second.
const MIN_PLAYOUTS: u64 = 3_000;

/// Maximum size of a transposition table, in MiB.
const MAX_HASH: usize = 1 << 16;

/// Maximum number of threads.
const MAX_THREADS: usize = 256;

/// The budget for a ring to place or to move; the search ends at whichever limit comes first. A
/// removal has a tenth of the time and nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    /// Time.
    pub movetime: Option<Duration>,
    /// Nodes, or playouts.
    pub nodes: Option<u64>,
    /// Depth in ring moves.
    pub depth: Option<u32>,
}

impl Budget {
    /// The budget for a removal.
    #[must_use]
    pub fn for_removal(self) -> Self {
        Self {
            movetime: self.movetime.map(|time| time / 10),
            nodes: self.nodes.map(|nodes| (nodes / 10).max(1)),
            depth: self.depth,
        }
    }

    /// Whether there is no limit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.movetime
                .map(|time| format!("movetime {}", time.as_millis())),
            self.nodes.map(|nodes| format!("nodes {nodes}")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

/// A kind of player.
#[derive(Debug, Clone)]
pub enum PlayerKind {
    /// The engine, and the amplitude of the noise in its evaluations, in cp.
    Engine(EngineOptions, u32),
    /// The engine at a level.
    Level(Level),
    /// Plain alpha-beta to this depth in ring moves.
    AlphaBeta(u32),
    /// A stand-in of Boardspace's robot of 2005.
    Dumbot,
    /// UCT with this minimum of playouts.
    Uct(u64),
    /// A program with its arguments, and the options to set.
    Program(Vec<String>, Vec<(String, String)>),
}

/// A side of a match.
#[derive(Debug, Clone)]
pub struct Side {
    /// Its name in the output.
    pub name: String,
    /// The player.
    pub kind: PlayerKind,
    /// Its own budget; empty if it has the match's.
    pub budget: Budget,
}

/// Why a text is not a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SideError {
    /// There is no such player.
    Player(String),
    /// The player has no such option.
    Option(String),
    /// The value is out of range.
    Value(String),
    /// There is no such search feature.
    Feature(String),
}

impl fmt::Display for SideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(text) => write!(
                f,
                "`{text}` is not a player; the players are network, hand, level1 to level10, plain1 to plain9, dumbot, uct, ugi:PROGRAM"
            ),
            Self::Option(text) => write!(f, "the player has no option `{text}`"),
            Self::Value(text) => write!(f, "`{text}` is out of range"),
            Self::Feature(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for SideError {}

fn player(text: &str) -> Option<PlayerKind> {
    if let Some(command) = text.strip_prefix("ugi:") {
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        return (!command.is_empty()).then(|| PlayerKind::Program(command, Vec::new()));
    }
    if text == "dumbot" {
        return Some(PlayerKind::Dumbot);
    }
    if text == "uct" {
        return Some(PlayerKind::Uct(MIN_PLAYOUTS));
    }
    if let Some(depth) = text.strip_prefix("plain") {
        let depth = depth.parse().ok().filter(|depth| (1..=9).contains(depth));
        return depth.map(PlayerKind::AlphaBeta);
    }
    if let Some(level) = text.strip_prefix("level") {
        return level
            .parse()
            .ok()
            .and_then(Level::new)
            .map(PlayerKind::Level);
    }
    let options = EngineOptions {
        evaluation: text.parse().ok()?,
        ..EngineOptions::default()
    };
    Some(PlayerKind::Engine(options, 0))
}

impl FromStr for Side {
    type Err = SideError;

    fn from_str(text: &str) -> Result<Self, SideError> {
        let mut parts = text.split(',').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let kind = player(first).ok_or_else(|| SideError::Player(first.to_owned()))?;
        let mut side = Self {
            name: text.to_owned(),
            kind,
            budget: Budget::default(),
        };
        for part in parts {
            side.set(part)?;
        }
        Ok(side)
    }
}

impl Side {
    /// Applies an option.
    fn set(&mut self, part: &str) -> Result<(), SideError> {
        let unknown = || SideError::Option(part.to_owned());
        if let Some(name) = part.strip_prefix('-') {
            let PlayerKind::Engine(options, _) = &mut self.kind else {
                return Err(unknown());
            };
            let feature = name
                .parse()
                .map_err(|error| SideError::Feature(format!("{error}, not `{name}`")))?;
            options.features = options.features.without(feature);
            return Ok(());
        }
        let (key, value) = part.split_once('=').ok_or_else(unknown)?;
        let (key, value) = (key.trim(), value.trim());
        let number = |min: u64, max: u64| {
            value
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .ok_or_else(|| SideError::Value(part.to_owned()))
        };
        match (key, &mut self.kind) {
            ("name", _) => value.clone_into(&mut self.name),
            ("movetime", _) => {
                self.budget.movetime = Some(Duration::from_millis(number(1, u32::MAX.into())?));
            }
            ("nodes", _) => self.budget.nodes = Some(number(1, u64::MAX)?),
            ("depth", _) => self.budget.depth = Some(number(1, 100)? as u32),
            ("hash", PlayerKind::Engine(options, _)) => {
                options.hash = (number(0, MAX_HASH as u64)? as usize) << 20;
            }
            ("threads", PlayerKind::Engine(options, _)) => {
                options.threads = number(1, MAX_THREADS as u64)? as usize;
            }
            // Its former name is `whim`.
            ("noise" | "whim", PlayerKind::Engine(_, noise)) => *noise = number(0, 10_000)? as u32,
            ("least", PlayerKind::Uct(least)) => *least = number(1, u64::MAX)?,
            (_, PlayerKind::Program(_, options)) => {
                options.push((key.to_owned(), value.to_owned()));
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SearchFeature;

    #[test]
    fn a_side_is_parsed_or_refused_with_the_reason() {
        let side: Side = "hand, -late-moves,hash=8,nodes=20000,threads=2,whim=5"
            .parse()
            .unwrap();
        let PlayerKind::Engine(options, 5) = &side.kind else {
            panic!("{side:?}");
        };
        assert_eq!((options.hash, options.threads), (8 << 20, 2));
        assert!(!options.features.has(SearchFeature::LateMoves));
        assert!(options.features.has(SearchFeature::Table));
        assert_eq!(side.budget.to_string(), "nodes 20000");
        assert_eq!(side.budget.for_removal().nodes, Some(2_000));

        let side: Side = "ugi:./other --fast,Hash=8,movetime=30,name=other"
            .parse()
            .unwrap();
        let PlayerKind::Program(command, options) = &side.kind else {
            panic!("{side:?}");
        };
        assert_eq!(command, &["./other", "--fast"]);
        assert_eq!(options, &[("Hash".to_owned(), "8".to_owned())]);
        assert_eq!(
            (side.name.as_str(), side.budget.to_string().as_str()),
            ("other", "movetime 30")
        );

        let plain: Side = "plain3".parse().unwrap();
        assert!(matches!(plain.kind, PlayerKind::AlphaBeta(3)));
        assert!(plain.budget.is_empty());
        let level: Side = "level10".parse().unwrap();
        assert!(matches!(level.kind, PlayerKind::Level(Level::BEST)));
        for wrong in [
            "", "level0", "level11", "plain", "plain0", "plain10", "ugi:", "ugi: ", "foot",
        ] {
            assert!(
                matches!(wrong.parse::<Side>(), Err(SideError::Player(_))),
                "{wrong}"
            );
        }
        for wrong in [
            "hand,",
            "hand,x",
            "uct,-table",
            "plain3,hash=1",
            "hand,least=5",
        ] {
            assert!(
                matches!(wrong.parse::<Side>(), Err(SideError::Option(_))),
                "{wrong}"
            );
        }
        for wrong in [
            "hand,hash=x",
            "uct,nodes=0",
            "hand,threads=0",
            "uct,depth=-1",
        ] {
            assert!(
                matches!(wrong.parse::<Side>(), Err(SideError::Value(_))),
                "{wrong}"
            );
        }
        let error = "hand,-salt".parse::<Side>().unwrap_err();
        assert!(error.to_string().contains("late-moves"), "{error}");
    }
}
