//! Monte Carlo tree search by UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning",
//! 2006): UCB1 selects actions, random playouts evaluate them.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::choice::BaselineChoice;
use crate::engine::search_result::SearchMonitor;
use crate::game::{Action, Color, GameResult, Position, Stage};

/// The exploration constant of UCB1, for rewards between 0 and 1.
const EXPLORATION: f32 = std::f32::consts::SQRT_2;

/// Maximum size of the tree in nodes: less than 100 MB.
const MAX_NODES: usize = 4_000_000;

/// Playouts between two polls of the monitor: a fraction of a millisecond.
const POLL_INTERVAL: u64 = 8;

/// Limits of the number of playouts for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayoutLimits {
    /// Minimum, whatever the monitor says.
    pub least: u64,
    /// Maximum; `None` is no limit.
    pub most: Option<u64>,
}

struct Node {
    action: Action,
    /// Index of the first child; 0 until the node is expanded.
    children: u32,
    count: u8,
    visits: u32,
    /// Sum of the rewards for the parent's actor: 1 for a win, 0.5 for a draw.
    reward: f32,
}

impl Node {
    const fn new(action: Action) -> Self {
        Self {
            action,
            children: 0,
            count: 0,
            visits: 0,
            reward: 0.0,
        }
    }
}

/// The player. Only allocations are kept from one decision to the next.
#[derive(Default)]
pub struct Uct {
    nodes: Vec<Node>,
    path: Vec<(u32, Color)>,
}

impl std::fmt::Debug for Uct {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Uct").finish_non_exhaustive()
    }
}

impl Uct {
    /// A new player.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The most visited action when the monitor stops the search or the limit is reached; `None`
    /// if the game is over. There is at least one playout.
    pub fn choose(
        &mut self,
        position: &Position,
        limits: PlayoutLimits,
        seed: u64,
        monitor: &mut dyn SearchMonitor,
    ) -> Option<BaselineChoice> {
        if position.stage() == Stage::Over {
            return None;
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ position.key());
        self.nodes.clear();
        self.nodes.push(Node::new(Action::Pass));
        self.expand(0, position);
        let mut playouts = 0;
        let mut selective_depth = 0;
        loop {
            selective_depth = selective_depth.max(self.visit(position, &mut random));
            playouts += 1;
            if limits.most.is_some_and(|most| playouts >= most)
                || playouts >= limits.least
                    && playouts.is_multiple_of(POLL_INTERVAL)
                    && monitor.should_stop()
            {
                break;
            }
        }
        let best = self
            .children(0)
            .iter()
            .max_by_key(|child| child.visits)
            .map(|child| child.action)?;
        Some(BaselineChoice {
            action: best,
            nodes: playouts,
            selective_depth,
        })
    }

    fn children(&self, node: usize) -> &[Node] {
        let node = &self.nodes[node];
        &self.nodes[node.children as usize..][..usize::from(node.count)]
    }

    fn expand(&mut self, node: usize, position: &Position) {
        let actions = position.legal_actions();
        self.nodes[node].children = self.nodes.len() as u32;
        self.nodes[node].count = actions.len() as u8;
        self.nodes
            .extend(actions.iter().map(|&action| Node::new(action)));
    }

    /// One iteration: selection, expansion, playout, backpropagation. Returns the depth of the
    /// selected leaf, in actions.
    fn visit(&mut self, root: &Position, random: &mut Xoshiro256PlusPlus) -> u32 {
        let mut position = *root;
        let mut at = 0;
        self.path.clear();
        while position.stage() != Stage::Over {
            if self.nodes[at].count == 0 {
                // A node is expanded at its second visit.
                if self.nodes[at].visits == 0 || self.nodes.len() >= MAX_NODES {
                    break;
                }
                self.expand(at, &position);
            }
            let child = self.select(at, random);
            self.path.push((child as u32, position.actor()));
            position = position.play_unchecked(self.nodes[child].action);
            at = child;
        }
        let winner = play_out(position, random).and_then(GameResult::winner);
        self.nodes[0].visits += 1;
        for &(node, actor) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.reward += match winner {
                None => 0.5,
                Some(winner) if winner == actor => 1.0,
                Some(_) => 0.0,
            };
        }
        self.path.len() as u32
    }

    /// Selects a child: a random one without visits, else the one with the highest upper
    /// confidence bound.
    fn select(&self, node: usize, random: &mut Xoshiro256PlusPlus) -> usize {
        let parent = &self.nodes[node];
        let first = parent.children as usize;
        let children = self.children(node);
        // With more visits than children, all have been visited.
        if (parent.visits as usize) <= children.len() {
            let start = random.random_range(0..children.len());
            let untried = (start..children.len())
                .chain(0..start)
                .find(|&index| children[index].visits == 0);
            if let Some(index) = untried {
                return first + index;
            }
        }
        let log = (parent.visits.max(1) as f32).ln();
        let bound = |child: &Node| {
            let visits = child.visits.max(1) as f32;
            child.reward / visits + EXPLORATION * (log / visits).sqrt()
        };
        let mut best = (0, f32::MIN);
        for (index, child) in children.iter().enumerate() {
            let value = bound(child);
            if value > best.1 {
                best = (index, value);
            }
        }
        first + best.0
    }
}

/// Plays a game to its end at random.
fn play_out(mut position: Position, random: &mut Xoshiro256PlusPlus) -> Option<GameResult> {
    while position.stage() != Stage::Over {
        position = position.play_unchecked(random_action(&position, random));
    }
    position.result()
}

/// A random action. Of ring moves, the ring is drawn first, then its target: faster than listing
/// all moves.
fn random_action(position: &Position, random: &mut Xoshiro256PlusPlus) -> Action {
    if position.stage() == Stage::Move {
        let rings = position.rings(position.actor());
        let start = random.random_range(0..rings.len().max(1) as u32) as usize;
        for from in rings.iter().skip(start).chain(rings.iter().take(start)) {
            let targets = position.targets(from);
            if !targets.is_empty() {
                let index = random.random_range(0..targets.len() as u32) as usize;
                if let Some(to) = targets.iter().nth(index) {
                    return Action::Move { from, to };
                }
            }
        }
        return Action::Pass;
    }
    let actions = position.legal_actions();
    actions[random.random_range(0..actions.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::NullMonitor;
    use crate::game::Variant;

    const LIMITS: PlayoutLimits = PlayoutLimits {
        least: 0,
        most: Some(300),
    };

    #[test]
    fn it_finds_an_immediate_win() {
        // Black has removed two rings: a move that completes a row wins.
        let position: Position =
            "4/R2MM2/M1m1m3/1RM2mM2/3mr1M2M/3mrMm2/3MmMmmr1/2MRR3M/mRm1m3/MMM4/4 b b move 0-2 normal"
                .parse()
                .unwrap();
        for seed in 0..5 {
            let limits = PlayoutLimits {
                most: Some(3_000),
                ..LIMITS
            };
            let choice = Uct::new()
                .choose(&position, limits, seed, &mut NullMonitor)
                .unwrap();
            let next = position.play(choice.action).unwrap();
            assert_eq!(next.stage(), Stage::Row, "{}", choice.action);
            assert_eq!(next.actor(), Color::Black);
            assert_eq!(choice.nodes, 3_000);
        }
    }

    #[test]
    fn choices_follow_from_the_seed_at_every_stage() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for variant in [Variant::Normal, Variant::Blitz] {
            let mut position = Position::start(variant);
            let mut uct = Uct::new();
            while position.stage() != Stage::Over {
                let choice = uct.choose(&position, LIMITS, 9, &mut NullMonitor).unwrap();
                let again = Uct::new().choose(&position, LIMITS, 9, &mut NullMonitor);
                assert_eq!(again, Some(choice));
                assert!(position.check(choice.action).is_ok());
                position = position
                    .play(random_action(&position, &mut random))
                    .unwrap();
            }
            assert!(uct.choose(&position, LIMITS, 9, &mut NullMonitor).is_none());
        }
    }

    #[test]
    fn it_beats_random_play() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for me in Color::ALL {
            let mut position = Position::start(Variant::Normal);
            let mut uct = Uct::new();
            while position.stage() != Stage::Over {
                let action = if position.actor() == me {
                    uct.choose(&position, LIMITS, 1, &mut NullMonitor)
                        .unwrap()
                        .action
                } else {
                    random_action(&position, &mut random)
                };
                position = position.play(action).unwrap();
            }
            assert_eq!(position.result(), Some(GameResult::win(me)));
        }
    }
}
