//! One thread's search: its state, and the search of the root.

use super::move_ordering::MoveOrdering;
use super::principal_variation::PrincipalVariation;
use crate::engine::action_code::{self, NONE};
use crate::engine::evaluate::Evaluate;
use crate::engine::score::Score;
use crate::engine::search_features::{SearchFeature, SearchFeatures};
use crate::engine::transposition_table::TranspositionTable;
use crate::game::{Action, Color, GameResult, Position};
use crate::split_mix::mix;

/// Half the width of the first aspiration window, in cp.
const ASPIRATION: i32 = 20;

/// Half the width from which on the window is opened altogether, in cp.
const WIDEST_ASPIRATION: i32 = 1_000;

/// Nodes between two polls of the stop signal: a fraction of a millisecond.
const POLL_INTERVAL: u64 = 256;

/// Decides when a thread stops searching.
pub(in crate::engine) trait StopSignal {
    /// Whether to stop now; polled every few hundred nodes with the number of nodes so far.
    fn is_set(&mut self, nodes: u64) -> bool;
}

/// One thread's search.
pub(in crate::engine) struct Worker<'a, E: Evaluate, S: StopSignal> {
    pub(super) table: &'a TranspositionTable,
    pub(super) evaluation: &'a E,
    stop: S,
    features: SearchFeatures,
    /// Amplitude in cp of the noise that is added to evaluations, and its seed.
    noise: u32,
    seed: u64,
    pub(in crate::engine) nodes: u64,
    /// The highest ply reached.
    pub(in crate::engine) selective_depth: usize,
    pub(in crate::engine) stopped: bool,
    pub(super) variation: PrincipalVariation,
    pub(super) ordering: MoveOrdering,
    /// Late move reductions by depth and number of the move.
    pub(super) reductions: [[u8; 64]; 64],
    /// Actions at the root that are not searched.
    pub(super) excluded: Vec<u16>,
}

impl<'a, E: Evaluate, S: StopSignal> Worker<'a, E, S> {
    pub(in crate::engine) fn new(
        table: &'a TranspositionTable,
        evaluation: &'a E,
        stop: S,
        features: SearchFeatures,
        (noise, seed): (u32, u64),
    ) -> Self {
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.7 + (depth as f64).ln() * (index as f64).ln() / 1.9) as u8;
            }
        }
        Self {
            table,
            evaluation,
            stop,
            features,
            noise,
            seed,
            nodes: 0,
            selective_depth: 0,
            stopped: false,
            variation: PrincipalVariation::new(),
            ordering: MoveOrdering::new(features.has(SearchFeature::History)),
            reductions,
            excluded: Vec::new(),
        }
    }

    pub(super) const fn has(&self, feature: SearchFeature) -> bool {
        self.features.has(feature)
    }

    /// The principal variation of the last search of the root.
    pub(in crate::engine) fn line(&self) -> Vec<Action> {
        self.variation.root()
    }

    /// Excludes an action at the root from the following searches.
    pub(in crate::engine) fn exclude(&mut self, action: Action) {
        self.excluded.push(action_code::encode(action));
    }

    /// Searches all actions at the root again.
    pub(in crate::engine) fn include_all(&mut self) {
        self.excluded.clear();
    }

    pub(in crate::engine) const fn stop_signal(&mut self) -> &mut S {
        &mut self.stop
    }

    /// Searches the root to a depth, with an aspiration window about the expected score. `None`
    /// once stopped; the line then holds the best action found before, if any.
    pub(in crate::engine) fn search_root(
        &mut self,
        position: &Position,
        depth: i32,
        expected: Option<i32>,
    ) -> Option<i32> {
        let accumulator = self.evaluation.refresh(position);
        let lowest = Score::LOWEST.cp();
        self.variation.clear(0);
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = match expected {
            Some(expected)
                if depth >= 4
                    && self.has(SearchFeature::Aspiration)
                    && expected.abs() < Score::MAX_UNPROVEN.cp() =>
            {
                (expected - width, expected + width)
            }
            _ => (lowest, -lowest),
        };
        loop {
            let score = self.negamax(position, &accumulator, depth, 0, alpha, beta, NONE);
            if self.stopped {
                return None;
            }
            width *= 3;
            let is_wide = width > WIDEST_ASPIRATION;
            if score <= alpha && alpha > lowest {
                alpha = if is_wide { lowest } else { score - width };
            } else if score >= beta && beta < -lowest {
                beta = if is_wide { -lowest } else { score + width };
            } else {
                return Some(score);
            }
        }
    }

    /// Counts a node, and polls the stop signal now and then; whether the search is stopped.
    pub(super) fn enter_node(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.stop.is_set(self.nodes) {
            self.stopped = true;
        }
        self.stopped
    }

    /// The static evaluation of a position, with noise.
    pub(super) fn evaluate(&self, accumulator: &E::Accumulator, position: &Position) -> i32 {
        let mut score = self.evaluation.evaluate(accumulator, position);
        if self.noise > 0 {
            let range = 2 * u64::from(self.noise) + 1;
            let noise = mix(position.key() ^ self.seed) % range;
            score += noise as i32 - self.noise as i32;
        }
        score.clamp(-Score::MAX_UNPROVEN.cp(), Score::MAX_UNPROVEN.cp())
    }

    /// The score of a game that is over.
    pub(super) fn final_score(position: &Position, ply: usize) -> i32 {
        match position.result().and_then(GameResult::winner) {
            None => 0,
            Some(winner) if winner == position.actor() => Score::win_in(ply as u32).cp(),
            Some(_) => -Score::win_in(ply as u32).cp(),
        }
    }

    /// The score of a child for the actor of its parent.
    #[expect(
        clippy::too_many_arguments,
        reason = "those of the search, and the actor of the parent"
    )]
    #[inline]
    pub(super) fn search_child(
        &mut self,
        actor: Color,
        child: &Position,
        accumulator: &E::Accumulator,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
        last: u16,
    ) -> i32 {
        if child.actor() == actor {
            self.negamax(child, accumulator, depth, ply, alpha, beta, last)
        } else {
            -self.negamax(child, accumulator, depth, ply, -beta, -alpha, last)
        }
    }
}
