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
            alpha >= beta || self.stopped
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Patience;
    use crate::game::Variant;

    /// The value of a position to its actor by trying everything.
    fn minimax(position: &Position, depth: u32, ply: u32) -> i32 {
        if position.stage() == Stage::Over {
            return match position.result().and_then(GameResult::winner) {
                None => 0,
                Some(winner) if winner == position.actor() => WIN - ply as i32,
                Some(_) => ply as i32 - WIN,
            };
        }
        let takes = matches!(position.stage(), Stage::Place | Stage::Move);
        if depth == 0 && takes {
            return judge(position);
        }
        let values = position.legal_actions().to_vec().into_iter().map(|action| {
            let next = position.play_unchecked(action);
            let value = minimax(&next, depth - u32::from(takes), ply + 1);
            if next.actor() == position.actor() {
                value
            } else {
                -value
            }
        });
        values.max().unwrap()
    }

    #[test]
    fn it_finds_what_trying_everything_finds() {
        for text in [
            "M1R1/MMMMMMM/2mRRR2/1m1mmmm1m/MM1RrMMr2/3mmr3/4r5/9/7r/7/4 w w row 0-0 normal",
            "4/2mR3/1MMmrRm1/1m7/MmmM1m1M2/MrmRmMmM1/8M1/2rR4r/4M3/6m/4 b b ring 1-1 normal",
            "3M/2r2Mm/2M3MM/2M3mrR/MMmMrmmmMM/mm5Mm/1mMm3RMR/3mMmmr1/3mRMRM/4m2/2M1 b b move 0-1 normal",
            "1R1M/4rMm/5R2/4M4/M2R1rm3/4mmm1M/3Mmmmmmr/2RMrM3/3Rr3/7/4 b b row 0-0 blitz",
        ] {
            let position: Position = text.parse().unwrap();
            for seed in 0..3 {
                let choice = Plain::new(2)
                    .choose(&position, seed, &mut Patience)
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
    fn chance_decides_among_equals_only_and_follows_from_the_seed() {
        let start = Position::start(Variant::Normal);
        let choose = |seed| Plain::new(1).choose(&start, seed, &mut Patience).unwrap();
        let chosen: std::collections::HashSet<Action> =
            (0..20).map(|seed| choose(seed).action).collect();
        assert!(chosen.len() > 1, "{chosen:?}");
        assert_eq!(choose(3), choose(3));
        let worths: std::collections::HashSet<i32> = chosen
            .iter()
            .map(|&action| judge(&start.play(action).unwrap()))
            .collect();
        assert_eq!(worths.len(), 1);
    }

    #[test]
    fn it_has_an_answer_when_it_is_stopped() {
        struct Enough;
        impl Watch for Enough {
            fn enough(&mut self) -> bool {
                true
            }
        }
        let position: Position =
            "4/4r2/m3M3/2MmmMMR1/m1rrmRM3/2RM3m1/2RmMM2r1/RMM5M/rmM5/7/4 w w move 0-0 normal"
                .parse()
                .unwrap();
        let choice = Plain::new(6).choose(&position, 0, &mut Enough).unwrap();
        assert!(position.check(choice.action).is_ok());
        assert!(choice.nodes <= POLL);
    }
}
