//! Levels of play against a person.
//!
//! Levels 1 to 8 choose as people do: by habits, and by what a shallow search says, from well against
//! it at level 1 to nearly all for it at level 8; they are fitted to games of people. Levels 9 and 10
//! are the engine.
//! All randomness comes from a seed.

pub mod habits;
pub mod person;
pub mod weights;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::options::SearchLimits;
use super::search_result::{NullMonitor, SearchMonitor};
use super::searcher::Engine;
use crate::game::{Action, Position, Stage};
use crate::split_mix::mix;
use person::{Person, appeals};

/// A level of play, 1 (weakest) to 10.
///
/// ```
/// use yinsh::engine::{Engine, EngineOptions, Level, NullMonitor};
/// use yinsh::game::{Position, Variant};
/// let start = Position::start(Variant::Normal);
/// let mut engine = Engine::new(EngineOptions::default());
/// let level = Level::new(3).ok_or("no such level")?;
/// let turn = level.turn(&mut engine, &start, 7, &mut NullMonitor);
/// assert_eq!(turn.len(), 1);
/// assert_eq!(level.turn(&mut engine, &start, 7, &mut NullMonitor), turn);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// The number is not a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelError(u8);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no level {}: levels are 1 to 10", self.0)
    }
}

impl std::error::Error for LevelError {}

impl TryFrom<u8> for Level {
    type Error = LevelError;

    fn try_from(number: u8) -> Result<Self, LevelError> {
        Self::new(number).ok_or(LevelError(number))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}

impl Default for Level {
    /// Level 4: it makes and stops rows, and plans little.
    fn default() -> Self {
        Self(4)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How a level plays.
enum Play {
    /// As people do.
    Person(Person),
    /// The engine, with a limited search.
    Engine {
        /// Depth in ring moves.
        depth: u32,
        /// Nodes for each decision.
        nodes: u64,
    },
    /// The engine, with all the time there is.
    Full,
}

impl Play {
    /// Maximum nodes of a decision, if there is one.
    const fn nodes(&self) -> Option<u64> {
        match self {
            Self::Person(_) => Some(person::NODES),
            Self::Engine { nodes, .. } => Some(*nodes),
            Self::Full => None,
        }
    }

    /// How far a decision in a stage is searched.
    fn limits(&self, stage: Stage) -> SearchLimits {
        let mut limits = SearchLimits {
            nodes: self.nodes(),
            ..SearchLimits::default()
        };
        match self {
            Self::Person(_) => {
                limits.depth = Some(match stage {
                    Stage::Place => person::PLACE_DEPTH,
                    Stage::Move | Stage::Row | Stage::Ring | Stage::Over => person::DEPTH,
                });
                limits.lines = usize::MAX;
            }
            Self::Engine { depth, .. } => limits.depth = Some(*depth),
            Self::Full => {}
        }
        if !matches!(stage, Stage::Place | Stage::Move) {
            let nodes = limits.nodes.unwrap_or(NODES_FOR_REMOVAL);
            limits.nodes = Some(nodes.min(NODES_FOR_REMOVAL));
            limits.lines = 1;
        }
        limits
    }
}

const fn person(insight: f64, spread: f64, place_spread: f64) -> Play {
    Play::Person(Person {
        insight,
        spread,
        place_spread,
    })
}

/// How levels 1 to 10 play. Those of people lose as much a decision as their bands of people do,
/// within 20 % (`ringleader learn levels`); within these bounds they are set apart, so that each
/// wins against the one below. Weak people scatter their rings more.
static LEVELS: [Play; 10] = [
    person(-0.70, 0.10, 1.20),
    person(-0.54, 0.10, 0.80),
    person(-0.30, 0.10, 0.40),
    person(-0.05, 0.10, 0.20),
    person(0.12, 0.10, 0.20),
    person(0.28, 0.10, 0.20),
    person(0.44, 0.10, 0.20),
    person(0.90, 0.10, 0.20),
    Play::Engine {
        depth: 8,
        nodes: 150_000,
    },
    Play::Full,
];

/// Nodes for a decision of a turn whose time is up: few enough to take no time, and enough to
/// remove the right ring.
const NODES_AFTER_TIME: u64 = 2_000;

/// Maximum nodes for choosing a row or a ring to remove: such choices are few, and the time is for
/// the move that follows.
const NODES_FOR_REMOVAL: u64 = 60_000;

impl Level {
    /// The strongest: the full engine.
    pub const BEST: Self = Self(10);

    /// The level of this number, 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::BEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::BEST.0).map(Self)
    }

    /// Its number, 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    fn play(self) -> &'static Play {
        // The constructor admits 1 to 10 only.
        &LEVELS[usize::from(self.0 - 1)]
    }

    /// The person that the level plays like; `None` for those that play like an engine.
    #[must_use]
    pub fn person(self) -> Option<Person> {
        match self.play() {
            Play::Person(person) => Some(*person),
            Play::Engine { .. } | Play::Full => None,
        }
    }

    /// For each level, the chance that it decides so in a position, where it is to make one
    /// decision. The best level is taken to do what is right, so its chance is 1.
    #[must_use]
    pub fn chances(engine: &Engine, position: &Position, action: Action) -> [f64; 10] {
        let stage = position.stage();
        let is_free = matches!(stage, Stage::Place | Stage::Move);
        let mut of_people = None;
        LEVELS.each_ref().map(|play| match play {
            Play::Full => 1.0,
            Play::Person(person) if is_free => {
                let appeals = of_people.get_or_insert_with(|| {
                    let mut engine = engine.small(person::NODES);
                    let result = engine.search(position, &play.limits(stage), &mut NullMonitor);
                    result.map_or_else(Vec::new, |result| appeals(position, &result.lines))
                });
                person.chance(position, appeals, action)
            }
            Play::Person(_) | Play::Engine { .. } => {
                let mut engine = engine.small(play.nodes().unwrap_or(NODES_FOR_REMOVAL));
                let result = engine.search(position, &play.limits(stage), &mut NullMonitor);
                f64::from(u8::from(
                    result.and_then(|result| result.best()) == Some(action),
                ))
            }
        })
    }

    /// All decisions of the actor until the other player has to decide: rows to remove, the ring
    /// move, rows that the move made. Empty if the game is over.
    ///
    /// Below the best level, unless the monitor stops a search, the same position and seed give
    /// the same turn, and the engine's transposition table is not used. Removals are the
    /// engine's at every level.
    #[must_use]
    pub fn turn(
        self,
        engine: &mut Engine,
        position: &Position,
        seed: u64,
        monitor: &mut dyn SearchMonitor,
    ) -> Vec<Action> {
        let mut own;
        let engine = match self.play().nodes() {
            // Clearing a large table would take longer than the search.
            Some(nodes) => {
                own = engine.small(nodes);
                &mut own
            }
            None => engine,
        };
        let actor = position.actor();
        let mut position = *position;
        let mut actions = Vec::new();
        while position.actor() == actor && position.stage() != Stage::Over {
            let seed = mix(position.key() ^ seed);
            let Some(action) = self.decide(engine, &position, seed, monitor) else {
                break;
            };
            position = position.play_unchecked(action);
            actions.push(action);
        }
        actions
    }

    /// One decision.
    fn decide(
        self,
        engine: &mut Engine,
        position: &Position,
        seed: u64,
        monitor: &mut dyn SearchMonitor,
    ) -> Option<Action> {
        if let [only] = *position.legal_actions() {
            return Some(only);
        }
        let mut limits = self.play().limits(position.stage());
        let result = if monitor.should_stop() {
            limits.nodes = Some(NODES_AFTER_TIME);
            limits.lines = 1;
            engine.search(position, &limits, &mut NullMonitor)
        } else {
            engine.search(position, &limits, monitor)
        }?;
        match self.play() {
            Play::Person(person) if limits.lines > 1 => {
                person.choose(position, &appeals(position, &result.lines), seed)
            }
            Play::Person(_) | Play::Engine { .. } | Play::Full => result.best(),
        }
    }
}

#[cfg(test)]
mod tests;
