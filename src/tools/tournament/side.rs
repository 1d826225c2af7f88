//! A side of a match as the command line names it.
//!
//! `PLAYER[,OPTION]...`, for instance `hand,-late-moves,hash=8,nodes=20000`, `uct`, `plain4`, or
//! `ugi:PATH ARGUMENT...,Hash=8`. The players:
//!
//! | player | who that is | options of its own |
//! |---|---|---|
//! | `network`, `hand` | the engine with the evaluation of that name | `-INGREDIENT` leaves a part of the search out, `hash=MIB`, `threads=N`, `whim=UNITS` |
//! | `levelN` | the engine as it plays against a person, levels 1 to 10 | none |
//! | `plainN` | alpha-beta of N ring moves, 1 to 9; takes the time it needs | none |
//! | `uct` | UCT with random playouts, which are its nodes | `least=PLAYOUTS`, played even if the time is up |
//! | `ugi:PATH ARGUMENT...` | another program that speaks UGI | any other is sent as `setoption` |
//!
//! All take `name=TEXT`, and a budget of their own in place of the match's: `movetime=MS`,
//! `nodes=N`, `depth=N`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::engine::{Level, Options};

/// Playouts that UCT plays for a decision even if its time is up: what 30,000 a second are in a
/// tenth of a second.
const LEAST_PLAYOUTS: u64 = 3_000;

/// Most mebibytes of a table, and most threads: beyond them it is a slip.
const MOST_HASH: usize = 1 << 16;
const MOST_THREADS: usize = 256;

/// How much a player may think about a ring to place or to move, whichever is reached first. To
/// choose a row or a ring to remove, it has a tenth of the time and of the nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    /// Time.
    pub movetime: Option<Duration>,
    /// Positions looked at, or playouts.
    pub nodes: Option<u64>,
    /// Depth in ring moves.
    pub depth: Option<u32>,
}

impl Budget {
    /// What is left of it for a removal.
    #[must_use]
    pub fn for_removal(self) -> Self {
        Self {
            movetime: self.movetime.map(|time| time / 10),
            nodes: self.nodes.map(|nodes| (nodes / 10).max(1)),
            depth: self.depth,
        }
    }

    /// Whether nothing is limited.
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

/// Who plays.
#[derive(Debug, Clone)]
pub enum Kind {
    /// The engine, and the range of chance in its judgement.
    Engine(Options, u32),
    /// The engine at a level.
    Level(Level),
    /// Alpha-beta of so many ring moves.
    Plain(u32),
    /// UCT, which plays at least so many playouts.
    Uct(u64),
    /// Another program with its arguments, and the options that it is sent.
    Program(Vec<String>, Vec<(String, String)>),
}

/// A side of a match.
#[derive(Debug, Clone)]
pub struct Side {
    /// What it is called.
    pub name: String,
    /// Who plays.
    pub kind: Kind,
    /// Its own budget; empty if the match's counts.
    pub budget: Budget,
}

/// What is wrong with the name of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SideError {
    /// There is no such player.
    Player(String),
    /// The player has no such option.
    Option(String),
    /// The option cannot have this value.
    Value(String),
    /// What is to be left out is no part of the search.
    Ingredient(String),
}

impl fmt::Display for SideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(text) => write!(
                f,
                "«{text}» is no player; there are network, hand, level1 to level10, plain1 to plain9, uct, ugi:PROGRAM"
            ),
            Self::Option(text) => write!(f, "the player has no option «{text}»"),
            Self::Value(text) => write!(f, "«{text}» is out of range"),
            Self::Ingredient(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for SideError {}

fn player(text: &str) -> Option<Kind> {
    if let Some(command) = text.strip_prefix("ugi:") {
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        return (!command.is_empty()).then(|| Kind::Program(command, Vec::new()));
    }
    if text == "uct" {
        return Some(Kind::Uct(LEAST_PLAYOUTS));
    }
    if let Some(depth) = text.strip_prefix("plain") {
        let depth = depth.parse().ok().filter(|depth| (1..=9).contains(depth));
        return depth.map(Kind::Plain);
    }
    if let Some(level) = text.strip_prefix("level") {
        return level.parse().ok().and_then(Level::new).map(Kind::Level);
    }
    let options = Options {
        evaluation: text.parse().ok()?,
        ..Options::default()
    };
    Some(Kind::Engine(options, 0))
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
    /// Takes one option in.
    fn set(&mut self, part: &str) -> Result<(), SideError> {
        let unknown = || SideError::Option(part.to_owned());
        if let Some(name) = part.strip_prefix('-') {
            let Kind::Engine(options, _) = &mut self.kind else {
                return Err(unknown());
            };
            let ingredient = name
                .parse()
                .map_err(|error| SideError::Ingredient(format!("{error}, not «{name}»")))?;
            options.ingredients = options.ingredients.without(ingredient);
            return Ok(());
        }
        let (key, value) = part.split_once('=').ok_or_else(unknown)?;
        let (key, value) = (key.trim(), value.trim());
        let number = |least: u64, most: u64| {
            value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| SideError::Value(part.to_owned()))
        };
        match (key, &mut self.kind) {
            ("name", _) => value.clone_into(&mut self.name),
            ("movetime", _) => {
                self.budget.movetime = Some(Duration::from_millis(number(1, u32::MAX.into())?));
            }
            ("nodes", _) => self.budget.nodes = Some(number(1, u64::MAX)?),
            ("depth", _) => self.budget.depth = Some(number(1, 100)? as u32),
            ("hash", Kind::Engine(options, _)) => {
                options.hash = (number(0, MOST_HASH as u64)? as usize) << 20;
            }
            ("threads", Kind::Engine(options, _)) => {
                options.threads = number(1, MOST_THREADS as u64)? as usize;
            }
            ("whim", Kind::Engine(_, whim)) => *whim = number(0, 10_000)? as u32,
            ("least", Kind::Uct(least)) => *least = number(1, u64::MAX)?,
            (_, Kind::Program(_, options)) => options.push((key.to_owned(), value.to_owned())),
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Ingredient;

    #[test]
    fn a_side_is_read_or_refused_with_the_reason() {
        let side: Side = "hand, -late-moves,hash=8,nodes=20000,threads=2,whim=5"
            .parse()
            .unwrap();
        let Kind::Engine(options, 5) = &side.kind else {
            panic!("{side:?}");
        };
        assert_eq!((options.hash, options.threads), (8 << 20, 2));
        assert!(!options.ingredients.has(Ingredient::LateMoves));
        assert!(options.ingredients.has(Ingredient::Table));
        assert_eq!(side.budget.to_string(), "nodes 20000");
        assert_eq!(side.budget.for_removal().nodes, Some(2_000));

        let side: Side = "ugi:./other --fast,Hash=8,movetime=30,name=other"
            .parse()
            .unwrap();
        let Kind::Program(command, options) = &side.kind else {
            panic!("{side:?}");
        };
        assert_eq!(command, &["./other", "--fast"]);
        assert_eq!(options, &[("Hash".to_owned(), "8".to_owned())]);
        assert_eq!(
            (side.name.as_str(), side.budget.to_string().as_str()),
            ("other", "movetime 30")
        );

        let plain: Side = "plain3".parse().unwrap();
        assert!(matches!(plain.kind, Kind::Plain(3)));
        assert!(plain.budget.is_empty());
        let level: Side = "level10".parse().unwrap();
        assert!(matches!(level.kind, Kind::Level(Level::BEST)));
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
