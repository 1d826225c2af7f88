//! Plain alpha-beta to a fixed depth, without transposition table, iterative deepening or
//! extensions. The evaluation counts removed rings, ring moves and markers.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use super::choice::BaselineChoice;
use crate::engine::search_result::SearchMonitor;
use crate::game::{Action, GameResult, Position, Stage};

/// Value of a removed ring: more than everything on the board.
const RING: i32 = 10_000;

/// Value of a marker; a ring move is worth 1.
const MARKER: i32 = 3;

/// Value of a won game.
const WIN: i32 = 1_000_000;

/// Maximum depth while rings are placed: the board is open then, and mobility changes little.
const PLACEMENTS: u32 = 2;

/// Nodes between two polls of the monitor.
const POLL_INTERVAL: u64 = 1024;

/// The player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlphaBeta {
    depth: u32,
}

struct Search<'a> {
    monitor: &'a mut dyn SearchMonitor,
    nodes: u64,
    selective_depth: u32,
    stopped: bool,
}

impl AlphaBeta {
    /// A player that searches to a depth in ring moves, at least 1.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self {
            depth: depth.max(1),
        }
    }

    /// Its depth in ring moves.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The best action, a random one of several; `None` if the game is over. If the monitor stops
    /// the search, the best of those that were searched.
    pub fn choose(
        &self,
        position: &Position,
        seed: u64,
        monitor: &mut dyn SearchMonitor,
    ) -> Option<BaselineChoice> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ position.key());
        let mut actions = position.legal_actions().to_vec();
        actions.shuffle(&mut random);
        let children = ordered(position, actions.iter().copied());
        let mut search = Search {
            monitor,
            nodes: 0,
            selective_depth: 0,
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
        Some(BaselineChoice {
            action: choice.action,
            nodes: search.nodes,
            selective_depth: search.selective_depth,
        })
    }
}

/// An action and the position after it.
#[derive(Clone, Copy)]
struct Child {
    action: Action,
    next: Position,
}

/// The children, ordered by their static evaluation, best first.
fn ordered(position: &Position, actions: impl Iterator<Item = Action>) -> Vec<Child> {
    let me = position.actor();
    let mut children: Vec<(i32, Child)> = actions
        .map(|action| {
            let next = position.play_unchecked(action);
            let value = evaluate(&next);
            let value = if next.actor() == me { value } else { -value };
            (value, Child { action, next })
        })
        .collect();
    children.sort_by_key(|(value, _)| -value);
    children.into_iter().map(|(_, child)| child).collect()
}

/// The static evaluation of a position for its actor.
fn evaluate(position: &Position) -> i32 {
    let side = |color| {
        RING * i32::from(position.removed(color))
            + position.mobility(color) as i32
            + MARKER * position.markers(color).len() as i32
    };
    let me = position.actor();
    side(me) - side(!me)
}

impl Search<'_> {
    /// The value of a child for the actor of its parent.
    fn child(
        &mut self,
        parent: &Position,
        next: &Position,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        // Removing a row or a ring takes no depth.
        let takes_depth = matches!(parent.stage(), Stage::Place | Stage::Move);
        let depth = depth - u32::from(takes_depth);
        if next.actor() == parent.actor() {
            self.value(next, depth, ply + 1, alpha, beta)
        } else {
            -self.value(next, depth, ply + 1, -beta, -alpha)
        }
    }

    /// The value of a position for its actor.
    fn value(&mut self, position: &Position, depth: u32, ply: u32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.monitor.should_stop() {
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
            return evaluate(position);
        }
        let mut best = -WIN - 1;
        let mut alpha = alpha;
        let mut cuts_off = |next: &Position| {
            let value = self.child(position, next, depth, ply, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(value);
            alpha >= beta || self.stopped
        };
        let actions = position.legal_actions();
        if depth >= 2 {
            let children = ordered(position, actions.iter().copied());
            children.iter().any(|child| cuts_off(&child.next));
        } else {
            actions
                .iter()
                .any(|&action| cuts_off(&position.play_unchecked(action)));
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::NullMonitor;
    use crate::game::Variant;

    /// The value of a position for its actor, by full minimax.
    fn minimax(position: &Position, depth: u32, ply: u32) -> i32 {
        if position.stage() == Stage::Over {
            return match position.result().and_then(GameResult::winner) {
                None => 0,
                Some(winner) if winner == position.actor() => WIN - ply as i32,
                Some(_) => ply as i32 - WIN,
            };
        }
        let takes_depth = matches!(position.stage(), Stage::Place | Stage::Move);
        if depth == 0 && takes_depth {
            return evaluate(position);
        }
        let values = position.legal_actions().to_vec().into_iter().map(|action| {
            let next = position.play_unchecked(action);
            let value = minimax(&next, depth - u32::from(takes_depth), ply + 1);
            if next.actor() == position.actor() {
                value
            } else {
                -value
            }
        });
        values.max().unwrap()
    }

    #[test]
    fn it_finds_the_minimax_value() {
        for text in [
            "M1R1/MMMMMMM/2mRRR2/1m1mmmm1m/MM1RrMMr2/3mmr3/4r5/9/7r/7/4 w w row 0-0 normal",
            "4/2mR3/1MMmrRm1/1m7/MmmM1m1M2/MrmRmMmM1/8M1/2rR4r/4M3/6m/4 b b ring 1-1 normal",
            "3M/2r2Mm/2M3MM/2M3mrR/MMmMrmmmMM/mm5Mm/1mMm3RMR/3mMmmr1/3mRMRM/4m2/2M1 b b move 0-1 normal",
            "1R1M/4rMm/5R2/4M4/M2R1rm3/4mmm1M/3Mmmmmmr/2RMrM3/3Rr3/7/4 b b row 0-0 blitz",
        ] {
            let position: Position = text.parse().unwrap();
            for seed in 0..3 {
                let choice = AlphaBeta::new(2)
                    .choose(&position, seed, &mut NullMonitor)
                    .unwrap();
                let next = position.play(choice.action).unwrap();
                let takes = u32::from(position.stage() == Stage::Move);
                let value = if next.actor() == position.actor() {
                    minimax(&next, 2 - takes, 1)
                } else {
                    -minimax(&next, 2 - takes, 1)
                };
                assert_eq!(value, minimax(&position, 2, 0), "{text} {}", choice.action);
            }
        }
    }

    #[test]
    fn ties_are_broken_by_the_seed() {
        let start = Position::start(Variant::Normal);
        let choose = |seed| {
            AlphaBeta::new(1)
                .choose(&start, seed, &mut NullMonitor)
                .unwrap()
        };
        let chosen: std::collections::HashSet<Action> =
            (0..20).map(|seed| choose(seed).action).collect();
        assert!(chosen.len() > 1, "{chosen:?}");
        assert_eq!(choose(3), choose(3));
        let values: std::collections::HashSet<i32> = chosen
            .iter()
            .map(|&action| evaluate(&start.play(action).unwrap()))
            .collect();
        assert_eq!(values.len(), 1);
    }

    #[test]
    fn a_stopped_search_has_a_choice() {
        struct StopAtOnce;
        impl SearchMonitor for StopAtOnce {
            fn should_stop(&mut self) -> bool {
                true
            }
        }
        let position: Position =
            "4/4r2/m3M3/2MmmMMR1/m1rrmRM3/2RM3m1/2RmMM2r1/RMM5M/rmM5/7/4 w w move 0-0 normal"
                .parse()
                .unwrap();
        let player = AlphaBeta::new(6);
        let choice = player.choose(&position, 0, &mut StopAtOnce).unwrap();
        assert!(position.check(choice.action).is_ok());
        assert!(choice.nodes <= POLL_INTERVAL);
    }
}
