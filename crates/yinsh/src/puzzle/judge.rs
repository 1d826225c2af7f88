//! Whether a decision has one right answer.

use crate::engine::{Engine, EngineOptions, Line, NullMonitor, SearchLimits, sure_row};
use crate::game::{Action, Position, Stage};

/// The least that every other decision loses of the chance to win, unless it misses a row or is a
/// placement.
pub const LEAST_LOSS: f64 = 0.40;

/// The least that every other placement loses. 40 % would leave none: among 80,000 positions with rings
/// placed at random the second best lost at most 5 % in normal games, and 20 % in blitz.
const LEAST_PLACEMENT_LOSS: f64 = 0.10;

/// How many times as many nodes are searched for a placement, which shows later what it is worth.
const PLACEMENT_NODES: u64 = 10;

/// The least that a decision loses which misses a row.
const LEAST_ROW_LOSS: f64 = 0.05;

/// Bytes of the transposition table for each node: half empty, it overwrites next to nothing.
/// Clearing a larger one would take longer than the search.
const HASH_PER_NODE: u64 = 32;

/// Maximum size of the transposition table in bytes. Only the long search of a placement fills it.
const MAX_HASH: u64 = 16 << 20;

/// Judges decisions by searches of a number of nodes (ten times as many for a placement), and by
/// trying everything where a row is concerned.
#[derive(Debug)]
pub struct Judge {
    engine: Engine,
    /// The engine for placements, with a larger table.
    placement_engine: Engine,
    nodes: u64,
}

/// A decision of the solver's, and what the search expects after it.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) position: Position,
    pub(super) line: Line,
}

/// What is known of a decision.
#[derive(Debug, Clone)]
pub(super) struct Judgement {
    /// The best action, and what is expected after it.
    pub(super) best: Line,
    /// How much of the chance to win the second best loses; `None` if there is one action only.
    pub(super) loss: Option<f64>,
    /// The second best.
    pub(super) second: Option<Line>,
}

impl Judge {
    /// A judge who searches so many nodes for each decision.
    #[must_use]
    pub fn new(nodes: u64) -> Self {
        let new_engine = |nodes: u64| {
            Engine::new(EngineOptions {
                hash: nodes.saturating_mul(HASH_PER_NODE).min(MAX_HASH) as usize,
                ..EngineOptions::default()
            })
        };
        Self {
            engine: new_engine(nodes),
            placement_engine: new_engine(nodes.saturating_mul(PLACEMENT_NODES)),
            nodes,
        }
    }

    /// The two best actions of a position; `None` if the game is over.
    pub(super) fn judge(&mut self, position: &Position) -> Option<Judgement> {
        let mut lines = self.search(position, 2)?.into_iter();
        let best = lines.next()?;
        let second = lines.next();
        let loss = second
            .as_ref()
            .map(|second| best.score.chance() - second.score.chance());
        Some(Judgement { best, loss, second })
    }

    /// The best action of a position; `None` if the game is over.
    pub(super) fn best(&mut self, position: &Position) -> Option<Line> {
        self.search(position, 1)?.into_iter().next()
    }

    fn search(&mut self, position: &Position, lines: usize) -> Option<Vec<Line>> {
        let (engine, nodes) = match position.stage() {
            Stage::Place => (
                &mut self.placement_engine,
                self.nodes.saturating_mul(PLACEMENT_NODES),
            ),
            _ => (&mut self.engine, self.nodes),
        };
        let limits = SearchLimits {
            nodes: Some(nodes),
            lines,
            ..SearchLimits::default()
        };
        // The judgement must not depend on earlier ones.
        engine.clear();
        let result = engine.search(position, &limits, &mut NullMonitor)?;
        Some(result.lines)
    }
}

impl Judgement {
    /// Whether the best action is the only right one: every other loses at least [`LEAST_LOSS`] of
    /// the chance to win, or misses a row that it makes or forces and loses [`LEAST_ROW_LOSS`];
    /// all of them `margin` more than that. Other placements lose [`LEAST_PLACEMENT_LOSS`], and
    /// have no margin.
    pub(super) fn is_unique(&self, position: &Position, margin: f64) -> bool {
        let Some(loss) = self.loss else {
            return true;
        };
        if position.stage() == Stage::Place {
            return loss >= LEAST_PLACEMENT_LOSS;
        }
        loss >= LEAST_LOSS + margin
            || (loss >= LEAST_ROW_LOSS + margin
                && self
                    .best
                    .actions
                    .first()
                    .is_some_and(|&action| alone_gets_row(position, action)))
    }
}

/// Whether a move is the only one that completes a row of the player's, or else the only one after
/// which a row cannot be prevented. All moves and all replies are tried.
pub(super) fn alone_gets_row(position: &Position, action: Action) -> bool {
    if position.stage() != Stage::Move {
        return false;
    }
    let me = position.actor();
    let completes = |action: Action| {
        let next = position.play_unchecked(action);
        next.stage() == Stage::Row && next.actor() == me
    };
    let forces = |action: Action| sure_row(&position.play_unchecked(action), me);
    let actions = position.legal_actions();
    let alone = |gets: &dyn Fn(Action) -> bool| {
        gets(action) && !actions.iter().any(|&other| other != action && gets(other))
    };
    alone(&completes) || alone(&forces)
}
