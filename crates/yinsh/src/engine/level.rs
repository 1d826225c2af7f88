//! Levels of play against a person.
//!
//! A weaker level searches less, adds noise to evaluations, picks at random among nearly equal
//! actions, and now and then makes a careless decision: it then sees its own plans only and
//! overlooks what the other player threatens. All randomness comes from a seed.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::options::SearchLimits;
use super::search_result::{Line, NullMonitor, SearchMonitor};
use super::searcher::Engine;
use crate::game::{Action, Axis, Color, Point, Position, ROW_LENGTH, Row, Stage};
use crate::split_mix::{STEP, mix};

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
struct LevelSettings {
    /// Depth in ring moves; `None` is no limit.
    depth: Option<u32>,
    /// Nodes for each decision; `None` is no limit.
    nodes: Option<u64>,
    /// Amplitude of the noise in evaluations, in cp.
    noise: u32,
    /// Number of best actions that it picks from.
    lines: usize,
    /// How much worse than the best these may be, as a chance of winning.
    margin: f64,
    /// Percentage of careless decisions, for which it sees its own plans only.
    careless: u64,
    /// Percentage of careless decisions in which it also misses a row that it could make.
    blind: u64,
}

const fn settings(
    depth: u32,
    nodes: u64,
    noise: u32,
    (lines, margin): (usize, f64),
    (careless, blind): (u64, u64),
) -> LevelSettings {
    LevelSettings {
        depth: Some(depth),
        nodes: Some(nodes),
        noise,
        lines,
        margin,
        careless,
        blind,
    }
}

/// The settings of levels 1 to 10.
static LEVEL_SETTINGS: [LevelSettings; 10] = [
    settings(1, 1_000, 120, (8, 0.30), (95, 40)),
    settings(1, 1_000, 90, (8, 0.24), (60, 20)),
    settings(1, 1_500, 60, (6, 0.18), (30, 10)),
    settings(2, 4_000, 40, (5, 0.12), (10, 0)),
    settings(2, 8_000, 20, (4, 0.08), (3, 0)),
    settings(3, 15_000, 10, (3, 0.06), (0, 0)),
    settings(4, 30_000, 0, (3, 0.04), (0, 0)),
    settings(6, 60_000, 0, (2, 0.02), (0, 0)),
    settings(8, 150_000, 0, (1, 0.0), (0, 0)),
    LevelSettings {
        depth: None,
        nodes: None,
        noise: 0,
        lines: 1,
        margin: 0.0,
        careless: 0,
        blind: 0,
    },
];

/// Nodes for a decision of a turn whose time is up: few enough to take no time, and enough to
/// remove the right ring.
const NODES_AFTER_TIME: u64 = 2_000;

/// Maximum nodes for choosing a row or a ring to remove: such choices are few, and the time is for
/// the move that follows.
const NODES_FOR_REMOVAL: u64 = 60_000;

/// Value of a window for a careless player, by the number of own markers; nothing of the other
/// player's is in it. A row counts more than anything else.
const PLAN: [u64; ROW_LENGTH + 1] = [0, 1, 5, 20, 60, 10_000];

/// Maximum noise that is added to that value.
const PLAN_NOISE: u64 = 40;

impl Level {
    /// The strongest: the full engine.
    pub const BEST: Self = Self(10);

    /// From this level on a better move is preferred to making a row at once.
    const PATIENT: Self = Self(7);

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

    fn settings(self) -> &'static LevelSettings {
        // The constructor admits 1 to 10 only.
        &LEVEL_SETTINGS[usize::from(self.0 - 1)]
    }

    /// All decisions of the actor until the other player has to decide: rows to remove, the ring
    /// move, rows that the move made. Empty if the game is over.
    ///
    /// Below the best level, unless the monitor stops a search, the same position and seed give
    /// the same turn, and the engine's transposition table is not used. Removals are never
    /// careless.
    #[must_use]
    pub fn turn(
        self,
        engine: &mut Engine,
        position: &Position,
        seed: u64,
        monitor: &mut dyn SearchMonitor,
    ) -> Vec<Action> {
        let mut own;
        let engine = match self.settings().nodes {
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
        let settings = self.settings();
        let is_removal = !matches!(position.stage(), Stage::Place | Stage::Move);
        if !is_removal && percent(seed, 1) < settings.careless {
            let blind = percent(seed, 2) < settings.blind;
            return careless_action(position, seed, blind);
        }
        let mut limits = SearchLimits {
            depth: settings.depth,
            nodes: settings.nodes,
            lines: if is_removal { 1 } else { settings.lines },
            noise: settings.noise,
            seed,
        };
        if is_removal {
            let nodes = limits.nodes.unwrap_or(NODES_FOR_REMOVAL);
            limits.nodes = Some(nodes.min(NODES_FOR_REMOVAL));
        }
        let result = if monitor.should_stop() {
            limits.nodes = Some(NODES_AFTER_TIME);
            limits.lines = 1;
            engine.search(position, &limits, &mut NullMonitor)
        } else {
            engine.search(position, &limits, monitor)
        }?;
        if !is_removal
            && self < Self::PATIENT
            && position
                .legal_actions()
                .iter()
                .any(|&action| makes_row(position, action))
        {
            let rows: Vec<Line> = result
                .lines
                .into_iter()
                .filter(|line| {
                    line.actions
                        .first()
                        .is_some_and(|&action| makes_row(position, action))
                })
                .collect();
            return pick(position, &rows, settings.margin, seed)
                .or_else(|| careless_action(position, seed, false));
        }
        pick(position, &result.lines, settings.margin, seed)
    }
}

/// Whether an action leaves a row of its actor.
fn makes_row(position: &Position, action: Action) -> bool {
    let next = position.play_unchecked(action);
    next.rows(position.actor()).next().is_some()
}

/// Whether the other player can make a row with the next move after an action.
fn allows_row(position: &Position, action: Action) -> bool {
    let next = position.play_unchecked(action);
    next.stage() == Stage::Move
        && next.actor() != position.actor()
        && next
            .legal_actions()
            .iter()
            .any(|&reply| makes_row(&next, reply))
}

/// Picks the action of one of nearly equal lines at random, better ones with higher probability.
fn pick(position: &Position, lines: &[Line], margin: f64, seed: u64) -> Option<Action> {
    let best = lines.first()?;
    let &first = best.actions.first()?;
    let top = best.score.chance();
    let me = position.actor();
    let made =
        |action: Action, color: Color| position.play_unchecked(action).rows(color).next().is_some();
    let near: Vec<(Action, f64)> = lines
        .iter()
        .filter_map(|line| Some((*line.actions.first()?, top - line.score.chance())))
        .filter(|&(action, worse)| {
            // Only actions that make, give and allow rows as the best one does.
            action == first
                || worse <= margin
                    && made(action, me) == made(first, me)
                    && made(action, !me) == made(first, !me)
                    && (allows_row(position, first) || !allows_row(position, action))
        })
        .collect();
    // A line at the edge of the margin has a third of the best one's probability.
    let weight = |worse: f64| match margin > 0.0 {
        true => (-1.1 * (worse / margin).clamp(0.0, 1.0)).exp(),
        false => 1.0,
    };
    let total: f64 = near.iter().map(|(_, worse)| weight(*worse)).sum();
    let mut drawn = fraction(seed) * total;
    for (action, worse) in &near {
        drawn -= weight(*worse);
        if drawn < 0.0 {
            return Some(*action);
        }
    }
    Some(first)
}

/// The action of a careless player: it makes a row (unless blind) or comes closest to one.
fn careless_action(position: &Position, seed: u64, blind: bool) -> Option<Action> {
    let me = position.actor();
    position
        .legal_actions()
        .iter()
        .map(|&action| {
            let next = position.play_unchecked(action);
            let noise = mix(next.key() ^ seed) % PLAN_NOISE;
            (plan_value(&next, me, blind) + noise, action)
        })
        .max_by_key(|(value, _)| *value)
        .map(|(_, action)| action)
}

/// The value of a player's own plans.
fn plan_value(position: &Position, me: Color, blind: bool) -> u64 {
    let own = position.markers(me);
    let open = position.empty() | own | position.rings(me);
    let mut value = 0;
    for axis in Axis::ALL {
        for row in Point::ALL
            .into_iter()
            .filter_map(|start| Row::along(start, axis))
        {
            let points = row.points();
            if (points - open).is_empty() {
                let count = (points & own).len();
                let is_row = count == ROW_LENGTH;
                value += if is_row && blind { 0 } else { PLAN[count] };
            }
        }
    }
    value + u64::from(position.mobility(me))
}

/// A random number below 100, of an independent stream.
const fn percent(seed: u64, stream: u64) -> u64 {
    mix(seed.wrapping_add(stream.wrapping_mul(STEP))) % 100
}

/// A random number from 0 to less than 1.
fn fraction(seed: u64) -> f64 {
    // The upper 53 bits: the precision of an f64.
    (mix(!seed) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests;
