//! Alpha-beta of a fixed number of ring moves and nothing besides: no table, no deepening, no
//! extension. Removed rings count most, then room to move and markers.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use super::Choice;
use crate::engine::Watch;
use crate::game::{Action, GameResult, Position, Stage};

/// Worth of a removed ring: more than all else that can stand on a board.
const RING: i32 = 10_000;

/// Worth of a marker, next to one possible ring move.
const MARKER: i32 = 3;

/// Worth of a game that is won at once.
const WIN: i32 = 1_000_000;

/// Placements that are looked ahead at most: the board is open then, and room to move changes
/// little.
const PLACEMENTS: u32 = 2;

/// Nodes between two looks at the watch.
const POLL: u64 = 1024;

/// The player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    depth: u32,
}

struct Search<'a> {
    watch: &'a mut dyn Watch,
    nodes: u64,
    deepest: u32,
    stopped: bool,
}

impl Plain {
    /// One that looks so many ring moves ahead, at least 1.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self {
            depth: depth.max(1),
        }
    }

    /// How many ring moves ahead it looks.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The best action, by chance among those that are equally good; none once the game is over.
    /// Should the watch stop it, the best of those that were looked at.
    pub fn choose(&self, position: &Position, seed: u64, watch: &mut dyn Watch) -> Option<Choice> {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed ^ position.key());
        let mut actions = position.legal_actions().to_vec();
        actions.shuffle(&mut chance);
        let children = ordered(position, actions.iter().copied());
        let mut search = Search {
            watch,
            nodes: 0,
            deepest: 0,
            stopped: false,
        };
        let depth = match position.stage() {
            Stage::Place => self.depth.min(PLACEMENTS),
            Stage::Move | Stage::Row | Stage::Ring | Stage::Over => self.depth,
        };
        let mut best = -WIN - 1;
        let mut choice = *children.first()?;
        for child in children {
            let value = search.child(position, &child.next, depth, 0, best, WIN + 1);
            if search.stopped {
                break;
            }
            if value > best {
                best = value;
                choice = child;
            }
        }
        Some(Choice {
            action: choice.action,
            nodes: search.nodes,
            deepest: search.deepest,
        })
    }
}

/// An action, and where it leads.
#[derive(Clone, Copy)]
struct Child {
    action: Action,
    next: Position,
}

/// The children, those first that look best as they stand.
fn ordered(position: &Position, actions: impl Iterator<Item = Action>) -> Vec<Child> {
    let me = position.actor();
    let mut children: Vec<(i32, Child)> = actions
        .map(|action| {
            let next = position.play_unchecked(action);
            let value = judge(&next);
            let value = if next.actor() == me { value } else { -value };
            (value, Child { action, next })
        })
        .collect();
    children.sort_by_key(|(value, _)| -value);
    children.into_iter().map(|(_, child)| child).collect()
}

/// What a position is worth to its actor.
fn judge(position: &Position) -> i32 {
    let side = |color| {
        RING * i32::from(position.removed(color))
            + position.mobility(color) as i32
            + MARKER * position.markers(color).len() as i32
    };
    let me = position.actor();
    side(me) - side(!me)
}

impl Search<'_> {
    /// What a child is worth to the actor of its parent.
    fn child(
        &mut self,
        parent: &Position,
        next: &Position,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        // To choose a row and a ring to remove takes no depth.
        let takes = matches!(parent.stage(), Stage::Place | Stage::Move);
        let depth = depth - u32::from(takes);
        if next.actor() == parent.actor() {
            self.value(next, depth, ply + 1, alpha, beta)
        } else {
            -self.value(next, depth, ply + 1, -beta, -alpha)
        }
    }

    /// What a position is worth to its actor.
    fn value(&mut self, position: &Position, depth: u32, ply: u32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes.is_multiple_of(POLL) && self.watch.enough() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let stage = position.stage();
        if stage == Stage::Over {
            return match position.result().and_then(GameResult::winner) {
                None => 0,
                Some(winner) if winner == position.actor() => WIN - ply as i32,
                Some(_) => ply as i32 - WIN,
            };
        }
        if depth == 0 && matches!(stage, Stage::Place | Stage::Move) {
            return judge(position);
        }
        let mut best = -WIN - 1;
        let mut alpha = alpha;
        let mut look = |next: &Position| {
            let value = self.child(position, next, depth, ply, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(value);
            alpha >= beta
        };
        let actions = position.legal_actions();
        if depth >= 2 {
            let children = ordered(position, actions.iter().copied());
            children.iter().any(|child| look(&child.next));
        } else {
            actions
                .iter()
                .any(|&action| look(&position.play_unchecked(action)));
        }
        best
    }
}
