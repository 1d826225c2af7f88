//! Monte Carlo tree search by UCT (Kocsis and Szepesvári, Bandit based Monte-Carlo Planning,
//! 2006): which action to try is decided by UCB1, what it is worth by games that are played to
//! their end at random.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::Choice;
use crate::engine::Watch;
use crate::game::{Action, Color, GameResult, Position, Stage};

/// How much is explored: the factor of UCB1 for gains between 0 and 1.
const EXPLORATION: f32 = std::f32::consts::SQRT_2;

/// Most nodes that the tree may have: less than a hundred megabytes. Beyond them it grows no more.
const MOST: usize = 4_000_000;

/// Playouts between two looks at the watch: a fraction of a millisecond.
const POLL: u64 = 8;

/// How many playouts a decision may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playouts {
    /// So many are played even if the watch has had enough.
    pub least: u64,
    /// So many at most, if there is a limit.
    pub most: Option<u64>,
}

struct Node {
    action: Action,
    /// Where its children begin; 0 until they are known.
    children: u32,
    count: u8,
    visits: u32,
    /// What the visits have brought to the one who decides at the parent: 1 for a win, a half for
    /// a draw.
    gain: f32,
}

impl Node {
    const fn new(action: Action) -> Self {
        Self {
            action,
            children: 0,
            count: 0,
            visits: 0,
            gain: 0.0,
        }
    }
}

/// The player. It keeps nothing but memory from one decision to the next.
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
    /// One that has decided nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The action that was tried most often once the watch has had enough or the playouts are
    /// used up; none once the game is over. At least one playout is played.
    pub fn choose(
        &mut self,
        position: &Position,
        playouts: Playouts,
        seed: u64,
        watch: &mut dyn Watch,
    ) -> Option<Choice> {
        if position.stage() == Stage::Over {
            return None;
        }
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed ^ position.key());
        self.nodes.clear();
        self.nodes.push(Node::new(Action::Pass));
        self.expand(0, position);
        let mut played = 0;
        let mut deepest = 0;
        loop {
            deepest = deepest.max(self.visit(position, &mut chance));
            played += 1;
            if playouts.most.is_some_and(|most| played >= most)
                || played >= playouts.least && played.is_multiple_of(POLL) && watch.enough()
            {
                break;
            }
        }
        let best = self
            .children(0)
            .iter()
            .max_by_key(|child| child.visits)
            .map(|child| child.action)?;
        Some(Choice {
            action: best,
            nodes: played,
            deepest,
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

    /// Goes down the tree, plays a game at random from there, and writes down what it brought;
    /// says how many actions deep the tree went.
    fn visit(&mut self, root: &Position, chance: &mut Xoshiro256PlusPlus) -> u32 {
        let mut position = *root;
        let mut at = 0;
        self.path.clear();
        while position.stage() != Stage::Over {
            if self.nodes[at].count == 0 {
                // A node has children from its second visit on.
                if self.nodes[at].visits == 0 || self.nodes.len() >= MOST {
                    break;
                }
                self.expand(at, &position);
            }
            let child = self.select(at, chance);
            self.path.push((child as u32, position.actor()));
            position = position.play_unchecked(self.nodes[child].action);
            at = child;
        }
        let winner = play_out(position, chance).and_then(GameResult::winner);
        self.nodes[0].visits += 1;
        for &(node, actor) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.gain += match winner {
                None => 0.5,
                Some(winner) if winner == actor => 1.0,
                Some(_) => 0.0,
            };
        }
        self.path.len() as u32
    }

    /// The child to try: by chance one of those that were never tried, or the one with the
    /// highest upper confidence bound.
    fn select(&self, node: usize, chance: &mut Xoshiro256PlusPlus) -> usize {
        let parent = &self.nodes[node];
        let first = parent.children as usize;
        let children = self.children(node);
        // Those that were tried are as many as the parent's visits, as long as none was twice.
        if (parent.visits as usize) <= children.len() {
            let start = chance.random_range(0..children.len());
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
            child.gain / visits + EXPLORATION * (log / visits).sqrt()
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
fn play_out(mut position: Position, chance: &mut Xoshiro256PlusPlus) -> Option<GameResult> {
    while position.stage() != Stage::Over {
        position = position.play_unchecked(any(&position, chance));
    }
    position.result()
}

/// An action at random. Of ring moves, first the ring is chosen, then where it goes, which is
/// quicker than to list them all.
fn any(position: &Position, chance: &mut Xoshiro256PlusPlus) -> Action {
    if position.stage() == Stage::Move {
        let rings = position.rings(position.actor());
        let start = chance.random_range(0..rings.len().max(1) as u32) as usize;
        for from in rings.iter().skip(start).chain(rings.iter().take(start)) {
            let targets = position.targets(from);
            if !targets.is_empty() {
                let index = chance.random_range(0..targets.len() as u32) as usize;
                if let Some(to) = targets.iter().nth(index) {
                    return Action::Move { from, to };
                }
            }
        }
        return Action::Pass;
    }
    let actions = position.legal_actions();
    actions[chance.random_range(0..actions.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Patience;
    use crate::game::Variant;

    const SOME: Playouts = Playouts {
        least: 0,
        most: Some(300),
    };

    #[test]
    fn it_sees_the_win_that_the_next_action_brings() {
        // Black has removed two rings and takes the third, whichever it is; before that, of all
        // its moves those that complete a row.
        let position: Position =
            "4/R2MM2/M1m1m3/1RM2mM2/3mr1M2M/3mrMm2/3MmMmmr1/2MRR3M/mRm1m3/MMM4/4 b b move 0-2 normal"
                .parse()
                .unwrap();
        for seed in 0..5 {
            let playouts = Playouts {
                most: Some(3_000),
                ..SOME
            };
            let choice = Uct::new()
                .choose(&position, playouts, seed, &mut Patience)
                .unwrap();
            let next = position.play(choice.action).unwrap();
            assert_eq!(next.stage(), Stage::Row, "{}", choice.action);
            assert_eq!(next.actor(), Color::Black);
            assert_eq!(choice.nodes, 3_000);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_answer_and_every_stage_has_one() {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
        for variant in [Variant::Normal, Variant::Blitz] {
            let mut position = Position::start(variant);
            let mut uct = Uct::new();
            while position.stage() != Stage::Over {
                let choice = uct.choose(&position, SOME, 9, &mut Patience).unwrap();
                let again = Uct::new().choose(&position, SOME, 9, &mut Patience);
                assert_eq!(again, Some(choice));
                assert!(position.check(choice.action).is_ok());
                position = position.play(any(&position, &mut chance)).unwrap();
            }
            assert!(uct.choose(&position, SOME, 9, &mut Patience).is_none());
        }
    }

    #[test]
    fn it_beats_chance() {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(2);
        for me in Color::ALL {
            let mut position = Position::start(Variant::Normal);
            let mut uct = Uct::new();
            while position.stage() != Stage::Over {
                let action = if position.actor() == me {
                    uct.choose(&position, SOME, 1, &mut Patience)
                        .unwrap()
                        .action
                } else {
                    any(&position, &mut chance)
                };
                position = position.play(action).unwrap();
            }
            assert_eq!(position.result(), Some(GameResult::win(me)));
        }
    }
}
