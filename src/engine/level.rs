//! Levels: how well the machine plays against a person, and how it errs.
//!
//! A weaker level looks less far, now and then takes one of several actions that it holds for
//! nearly as good, and in weak moments sees its own plans only, so that it overlooks what the
//! other player is about to do. What chance decides comes from a seed.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::think::{Engine, Limits, Line, Watch};
use crate::chance::{STEP, mix};
use crate::game::{Action, Axis, Color, Point, Position, ROW_LENGTH, Row, Stage};

/// A level, 1 to 10.
///
/// ```
/// use ringleader::engine::{Engine, Level, Options, Patience};
/// use ringleader::game::{Position, Variant};
/// let start = Position::start(Variant::Normal);
/// let mut engine = Engine::new(Options::default());
/// let level = Level::new(3).ok_or("no such level")?;
/// let turn = level.turn(&mut engine, &start, 7, &mut Patience);
/// assert_eq!(turn.len(), 1);
/// assert_eq!(level.turn(&mut engine, &start, 7, &mut Patience), turn);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// A number that is no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelError(u8);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no level {}: they go from 1 to 10", self.0)
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
    /// A friendly one: it sees what is there, and little of what will be.
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
struct Manner {
    /// How many ring moves it looks ahead; as many as there is time for if absent.
    depth: Option<u32>,
    /// How many positions it looks at for each decision.
    nodes: Option<u64>,
    /// Range of the chance in what it thinks of positions, in units of a score: what it holds
    /// for good, others would not.
    whim: u32,
    /// How many of the best actions it wavers between.
    lines: usize,
    /// How much worse, in chances to win, the worst of those may be.
    slack: f64,
    /// How many of a hundred decisions are made in a weak moment: then it sees its own plans and
    /// not the other player's.
    weak: u64,
    /// In how many of a hundred such moments a row that it could make escapes it too.
    blind: u64,
}

const fn manner(
    depth: u32,
    nodes: u64,
    whim: u32,
    (lines, slack): (usize, f64),
    (weak, blind): (u64, u64),
) -> Manner {
    Manner {
        depth: Some(depth),
        nodes: Some(nodes),
        whim,
        lines,
        slack,
        weak,
        blind,
    }
}

/// The levels' manners, the first one's first. Sight grows by about half at each step.
static MANNERS: [Manner; 10] = [
    manner(1, 1_000, 120, (8, 0.30), (95, 40)),
    manner(1, 1_000, 90, (8, 0.24), (60, 20)),
    manner(1, 1_500, 60, (6, 0.18), (30, 10)),
    manner(2, 4_000, 40, (5, 0.12), (10, 0)),
    manner(2, 8_000, 20, (4, 0.08), (3, 0)),
    manner(3, 15_000, 10, (3, 0.06), (0, 0)),
    manner(4, 30_000, 0, (3, 0.04), (0, 0)),
    manner(6, 60_000, 0, (2, 0.02), (0, 0)),
    manner(8, 150_000, 0, (1, 0.0), (0, 0)),
    Manner {
        depth: None,
        nodes: None,
        whim: 0,
        lines: 1,
        slack: 0.0,
        weak: 0,
        blind: 0,
    },
];

/// Positions that are looked at for a decision of a turn whose time is up already: those are few
/// enough to take no time, and enough to remove the right ring.
const IN_PASSING: u64 = 2_000;

/// Positions that are looked at to choose a row or a ring to remove, at most: such choices are
/// few, and the time is for the move that follows.
const FOR_REMOVALS: u64 = 60_000;

/// Worth of a five that holds so many own markers and nothing of the other player's, to somebody
/// who sees own plans only. A row is above everything.
const PLAN: [u64; ROW_LENGTH + 1] = [0, 1, 5, 20, 60, 10_000];

/// Most of the chance that is added to that worth.
const PLAN_WHIM: u64 = 40;

impl Level {
    /// The strongest: all that the engine has.
    pub const BEST: Self = Self(10);

    /// From here on a row may wait if something else is better; below, whoever sees one makes it.
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

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::BEST.0).map(Self)
    }

    /// Its number, 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    fn manner(self) -> &'static Manner {
        // A level is at least 1 and at most as many as there are manners.
        &MANNERS[usize::from(self.0 - 1)]
    }

    /// All that the actor of a position decides until it is the other player's turn to decide:
    /// rows to remove, the ring move, rows that the move made. Empty once the game is over.
    ///
    /// Below the best level, as long as the watch stops nothing, the same position and seed give
    /// the same turn whatever the engine was asked before, and the engine remembers nothing of it.
    /// Rows that stand are always removed in the way that the level holds for best.
    #[must_use]
    pub fn turn(
        self,
        engine: &mut Engine,
        position: &Position,
        seed: u64,
        watch: &mut dyn Watch,
    ) -> Vec<Action> {
        let mut own;
        let engine = match self.manner().nodes {
            // To clear a large table for a few positions would take longer than they do.
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
            let chance = mix(position.key() ^ seed);
            let Some(action) = self.decide(engine, &position, chance, watch) else {
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
        chance: u64,
        watch: &mut dyn Watch,
    ) -> Option<Action> {
        if let [only] = *position.legal_actions() {
            return Some(only);
        }
        let manner = self.manner();
        let decides = matches!(position.stage(), Stage::Place | Stage::Move);
        if decides && percent(chance, 1) < manner.weak {
            let blind = percent(chance, 2) < manner.blind;
            return own_plan(position, chance, blind);
        }
        let mut limits = Limits {
            depth: manner.depth,
            nodes: manner.nodes,
            lines: if decides { manner.lines } else { 1 },
            whim: manner.whim,
            seed: chance,
        };
        if !decides {
            limits.nodes = Some(
                limits
                    .nodes
                    .map_or(FOR_REMOVALS, |nodes| nodes.min(FOR_REMOVALS)),
            );
        }
        let thought = if watch.enough() {
            limits.nodes = Some(IN_PASSING);
            limits.lines = 1;
            engine.think(position, &limits, &mut super::Patience)
        } else {
            engine.think(position, &limits, watch)
        }?;
        if decides
            && self < Self::PATIENT
            && position
                .legal_actions()
                .iter()
                .any(|&action| makes(position, action))
        {
            let rows: Vec<Line> = thought
                .lines
                .into_iter()
                .filter(|line| {
                    line.actions
                        .first()
                        .is_some_and(|&action| makes(position, action))
                })
                .collect();
            return pick(position, &rows, manner.slack, chance)
                .or_else(|| own_plan(position, chance, false));
        }
        pick(position, &thought.lines, manner.slack, chance)
    }
}

/// Whether an action leaves a row of its actor.
fn makes(position: &Position, action: Action) -> bool {
    let next = position.play_unchecked(action);
    next.rows(position.actor()).next().is_some()
}

/// Whether the other player can make a row with the next move after an action.
fn allows(position: &Position, action: Action) -> bool {
    let next = position.play_unchecked(action);
    next.stage() == Stage::Move
        && next.actor() != position.actor()
        && next
            .legal_actions()
            .iter()
            .any(|&reply| makes(&next, reply))
}

/// One of nearly equal lines, the better ones more often.
fn pick(position: &Position, lines: &[Line], slack: f64, chance: u64) -> Option<Action> {
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
            // Who sees that a row can be made, or that one must not be given, does not waver.
            action == first
                || worse <= slack
                    && made(action, me) == made(first, me)
                    && made(action, !me) == made(first, !me)
                    && (allows(position, first) || !allows(position, action))
        })
        .collect();
    // A line at the edge of the slack is taken a third as often as the best.
    let weight = |worse: f64| match slack > 0.0 {
        true => (-1.1 * (worse / slack).clamp(0.0, 1.0)).exp(),
        false => 1.0,
    };
    let total: f64 = near.iter().map(|(_, worse)| weight(*worse)).sum();
    let mut drawn = fraction(chance) * total;
    for (action, worse) in &near {
        drawn -= weight(*worse);
        if drawn < 0.0 {
            return Some(*action);
        }
    }
    Some(first)
}

/// What somebody does who sees own plans only: makes a row, or comes nearer to one. Who is blind
/// does not even see the row.
fn own_plan(position: &Position, chance: u64, blind: bool) -> Option<Action> {
    let me = position.actor();
    position
        .legal_actions()
        .iter()
        .map(|&action| {
            let next = position.play_unchecked(action);
            let whim = mix(next.key() ^ chance) % PLAN_WHIM;
            (plans(&next, me, blind) + whim, action)
        })
        .max_by_key(|(worth, _)| *worth)
        .map(|(_, action)| action)
}

/// Worth of a player's own plans, and nothing else.
fn plans(position: &Position, me: Color, blind: bool) -> u64 {
    let own = position.markers(me);
    let open = position.empty() | own | position.rings(me);
    let mut worth = 0;
    for axis in Axis::ALL {
        for row in Point::ALL
            .into_iter()
            .filter_map(|start| Row::along(start, axis))
        {
            let points = row.points();
            if (points - open).is_empty() {
                let count = (points & own).len();
                let is_row = count == ROW_LENGTH;
                worth += if is_row && blind { 0 } else { PLAN[count] };
            }
        }
    }
    worth + u64::from(position.mobility(me))
}

/// A number below a hundred, another one for each question about the same chance.
const fn percent(chance: u64, question: u64) -> u64 {
    mix(chance.wrapping_add(question.wrapping_mul(STEP))) % 100
}

/// A number from 0 to less than 1.
fn fraction(chance: u64) -> f64 {
    // The upper 53 bits fill the precision of the number.
    (mix(!chance) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Patience, Score};
    use crate::game::{GameResult, Variant};

    fn engine() -> Engine {
        Engine::new(Options {
            hash: 1 << 20,
            ..Options::default()
        })
    }

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    /// White has four in a row and completes it by moving the ring on E2.
    const ROW_TO_MAKE: &str = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 normal";

    #[test]
    fn levels_go_from_one_to_ten_and_through_json() {
        assert_eq!(Level::all().count(), 10);
        assert_eq!(Level::new(0).or(Level::new(11)), None);
        let json = serde_json::to_string(&level(7)).unwrap();
        assert_eq!(json, "7");
        assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level(7));
        assert!(serde_json::from_str::<Level>("11").is_err());
    }

    #[test]
    fn the_same_seed_gives_the_same_turn_and_others_give_others() {
        let mut engine = engine();
        let start = Position::start(Variant::Normal);
        for number in [1, 4, 6] {
            let mut turns = Vec::new();
            for seed in 0..8 {
                let turn = level(number).turn(&mut engine, &start, seed, &mut Patience);
                assert_eq!(
                    level(number).turn(&mut engine, &start, seed, &mut Patience),
                    turn
                );
                turns.push(turn);
            }
            turns.sort_by_key(|turn| turn[0].to_string());
            turns.dedup();
            assert!(turns.len() > 1, "level {number} always plays {turns:?}");
        }
    }

    #[test]
    fn a_limited_level_neither_asks_nor_clears_what_the_engine_remembers() {
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let position: Position = ROW_TO_MAKE.parse().unwrap();
        let mut engine = engine();
        let mut nodes = || {
            engine
                .think(&position, &limits, &mut Patience)
                .unwrap()
                .nodes
        };
        let (first, again) = (nodes(), nodes());
        assert!(again < first, "{again} of {first}");
        let mut other = self::engine();
        let turn = level(8).turn(&mut other, &position, 5, &mut Patience);
        assert_eq!(
            level(8).turn(&mut engine, &position, 5, &mut Patience),
            turn
        );
        let after = engine.think(&position, &limits, &mut Patience).unwrap();
        assert!(after.nodes <= again, "{} of {again}", after.nodes);
    }

    #[test]
    fn a_row_escapes_weak_levels_now_and_then_and_others_never() {
        let mut engine = engine();
        let position: Position = ROW_TO_MAKE.parse().unwrap();
        let mut missed = |number, seeds| {
            (0..seeds)
                .filter(|&seed| {
                    let turn = level(number).turn(&mut engine, &position, seed, &mut Patience);
                    !turn.iter().any(|action| matches!(action, Action::Row(_)))
                })
                .count()
        };
        let weakest = missed(1, 60);
        assert!((3..=30).contains(&weakest), "{weakest}");
        for number in 4..=6 {
            assert_eq!(missed(number, 12), 0, "level {number}");
        }
    }

    #[test]
    fn weak_levels_overlook_the_other_players_row_more_often() {
        let mut engine = engine();
        let position: Position = ROW_TO_MAKE.replace("w w move", "b b move").parse().unwrap();
        let mut overlooked = |number| {
            (0..24)
                .filter(|&seed| {
                    let turn = level(number).turn(&mut engine, &position, seed, &mut Patience);
                    let next = turn.iter().fold(position, |next, &a| next.play(a).unwrap());
                    next.legal_actions().iter().any(|&action| {
                        next.play_unchecked(action)
                            .rows(Color::White)
                            .next()
                            .is_some()
                    })
                })
                .count()
        };
        let (first, sixth) = (overlooked(1), overlooked(6));
        assert!(first >= 9, "level 1 overlooks {first} of 24");
        assert!(sixth <= 1, "level 6 overlooks {sixth} of 24");
    }

    #[test]
    fn whoever_wavers_takes_the_better_more_often_and_none_that_is_much_worse() {
        let position = Position::start(Variant::Normal);
        let lines: Vec<Line> = [("e4", 0), ("e5", -20), ("e6", -400)]
            .into_iter()
            .map(|(action, score)| Line {
                score: Score::new(score),
                actions: vec![action.parse().unwrap()],
            })
            .collect();
        let mut counts = [0; 3];
        for chance in 0..300 {
            let action = pick(&position, &lines, 0.05, chance).unwrap();
            let place = lines.iter().position(|line| line.actions[0] == action);
            counts[place.unwrap()] += 1;
        }
        assert!(counts[0] > counts[1] && counts[1] > 30, "{counts:?}");
        assert_eq!(counts[2], 0);
    }

    #[test]
    fn a_turn_whose_time_is_up_is_taken_all_the_same() {
        struct Impatience;
        impl Watch for Impatience {
            fn enough(&mut self) -> bool {
                true
            }
        }
        let mut engine = engine();
        let position: Position = ROW_TO_MAKE.parse().unwrap();
        let turn = Level::BEST.turn(&mut engine, &position, 1, &mut Impatience);
        assert!(
            turn.iter().any(|action| matches!(action, Action::Ring(_))),
            "{turn:?}"
        );
    }

    /// Plays a game of two levels.
    fn game(engine: &mut Engine, levels: [Level; 2], seed: u64) -> GameResult {
        let mut position = Position::start(Variant::Blitz);
        while position.result().is_none() {
            let level = levels[position.actor().index()];
            for action in level.turn(engine, &position, seed, &mut Patience) {
                position = position.play(action).unwrap();
            }
        }
        position.result().unwrap()
    }

    #[test]
    fn a_much_stronger_level_wins() {
        let mut engine = engine();
        let won = (0..6)
            .filter(|&seed| {
                let (levels, result) = if seed % 2 == 0 {
                    ([level(4), level(1)], GameResult::White)
                } else {
                    ([level(1), level(4)], GameResult::Black)
                };
                game(&mut engine, levels, seed) == result
            })
            .count();
        assert!(won >= 5, "{won} of 6");
    }
}
