//! The search: alpha-beta with a principal variation, one depth at a time; `think` deepens it.
//!
//! Depth is counted in ring moves and placed rings; to choose a row and a ring to remove takes
//! none, as such choices are few and change much. A player may decide several times in a row, so
//! that a value changes its sign only where the player changes.
//!
//! Here is what one thread works with; how it looks at positions is told in `tree`, and how it
//! judges those that it looks no further from in `leaves`.

mod leaves;
mod tree;

use super::code::{self, NONE};
use super::evaluate::Evaluate;
use super::ingredient::{Ingredient, Ingredients};
use super::order::Order;
use super::score::Score;
use super::table::Table;
use crate::chance::mix;
use crate::game::{Action, Color, GameResult, Position};

/// Actions that the search looks ahead at most. A game has at most 10 placements, 51 moves and
/// two removals for each of five rows; what lies so far ahead decides nothing today.
pub(super) const LONGEST: usize = 100;

/// Most ring moves that iterative deepening goes down to.
pub(super) const DEEPEST: i32 = 60;

/// Half the width of the narrow window about the last iteration's value.
const WINDOW: i32 = 20;

/// Nodes between two looks at the clock: a fraction of a millisecond.
const POLL: u64 = 256;

/// What the search keeps for one action ahead.
#[derive(Clone)]
struct Frame {
    line: [u16; LONGEST],
    length: u8,
}

/// What says when to stop.
pub(super) trait Brake {
    /// Whether to stop now; asked every few hundred nodes with the number of nodes so far.
    fn pressed(&mut self, nodes: u64) -> bool;
}

/// One thread's search.
pub(super) struct Worker<'a, E: Evaluate, B: Brake> {
    table: &'a Table,
    evaluation: &'a E,
    brake: B,
    ingredients: Ingredients,
    /// Range of the chance that is added to what positions are worth, and its seed.
    whim: u32,
    seed: u64,
    pub(super) nodes: u64,
    pub(super) deepest: usize,
    pub(super) stopped: bool,
    frames: Vec<Frame>,
    order: Order,
    reductions: [[u8; 64]; 64],
    /// Actions at the root that are looked at no more.
    excluded: Vec<u16>,
}

impl<'a, E: Evaluate, B: Brake> Worker<'a, E, B> {
    pub(super) fn new(
        table: &'a Table,
        evaluation: &'a E,
        brake: B,
        ingredients: Ingredients,
        (whim, seed): (u32, u64),
    ) -> Self {
        let frame = Frame {
            line: [NONE; LONGEST],
            length: 0,
        };
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.7 + (depth as f64).ln() * (index as f64).ln() / 1.9) as u8;
            }
        }
        Self {
            table,
            evaluation,
            brake,
            ingredients,
            whim,
            seed,
            nodes: 0,
            deepest: 0,
            stopped: false,
            frames: vec![frame; LONGEST + 2],
            order: Order::new(ingredients.has(Ingredient::History)),
            reductions,
            excluded: Vec::new(),
        }
    }

    const fn has(&self, ingredient: Ingredient) -> bool {
        self.ingredients.has(ingredient)
    }

    /// The expected actions that the last search of the root found.
    pub(super) fn line(&self) -> Vec<Action> {
        let frame = &self.frames[0];
        frame.line[..frame.length as usize]
            .iter()
            .map_while(|&code| code::decode(code))
            .collect()
    }

    /// Leaves an action at the root out of what follows.
    pub(super) fn exclude(&mut self, action: Action) {
        self.excluded.push(code::encode(action));
    }

    /// Looks at all actions at the root again.
    pub(super) fn include_all(&mut self) {
        self.excluded.clear();
    }

    /// Lets the brake do something else.
    pub(super) fn watching(&mut self, with: impl FnOnce(&mut B)) {
        with(&mut self.brake);
    }

    /// The value of the root at a depth, near what is expected. `None` once stopped; the line
    /// then holds the best action that was found meanwhile, if any.
    pub(super) fn root(
        &mut self,
        position: &Position,
        depth: i32,
        near: Option<i32>,
    ) -> Option<i32> {
        let state = self.evaluation.state(position);
        let lowest = Score::LOWEST.units();
        self.frames[0].length = 0;
        let mut width = WINDOW;
        let (mut alpha, mut beta) = match near {
            Some(near)
                if depth >= 4
                    && self.has(Ingredient::Aspiration)
                    && near.abs() < Score::BEST.units() =>
            {
                (near - width, near + width)
            }
            _ => (lowest, -lowest),
        };
        loop {
            let value = self.search(position, &state, depth, 0, alpha, beta, NONE);
            if self.stopped {
                return None;
            }
            width *= 3;
            if value <= alpha && alpha > lowest {
                alpha = if width > 1_000 { lowest } else { value - width };
            } else if value >= beta && beta < -lowest {
                beta = if width > 1_000 {
                    -lowest
                } else {
                    value + width
                };
            } else {
                return Some(value);
            }
        }
    }

    /// Counts a node and looks whether to stop.
    fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes.is_multiple_of(POLL) && self.brake.pressed(self.nodes) {
            self.stopped = true;
        }
        self.stopped
    }

    fn judge(&self, state: &E::State, position: &Position) -> i32 {
        let mut value = self.evaluation.judge(state, position);
        if self.whim > 0 {
            let chance = mix(position.key() ^ self.seed) % (2 * u64::from(self.whim) + 1);
            value += chance as i32 - self.whim as i32;
        }
        value.clamp(-Score::BEST.units(), Score::BEST.units())
    }

    /// Value of a game that is over.
    fn end(position: &Position, ply: usize) -> i32 {
        match position.result().and_then(GameResult::winner) {
            None => 0,
            Some(winner) if winner == position.actor() => Score::win_in(ply as u32).units(),
            Some(_) => -Score::win_in(ply as u32).units(),
        }
    }

    /// The value of a child for the one who decides at the parent.
    #[expect(
        clippy::too_many_arguments,
        reason = "as the search itself, and whose turn it was"
    )]
    #[inline]
    fn child(
        &mut self,
        actor: Color,
        next: &Position,
        state: &E::State,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
        last: u16,
    ) -> i32 {
        if next.actor() == actor {
            self.search(next, state, depth, ply, alpha, beta, last)
        } else {
            -self.search(next, state, depth, ply, -beta, -alpha, last)
        }
    }
}
