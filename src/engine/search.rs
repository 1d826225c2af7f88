//! The search: iterative deepening alpha-beta with a principal variation.
//!
//! Depth is counted in ring moves and placed rings; to choose a row and a ring to remove takes
//! none, as such choices are few and change much. A player may decide several times in a row, so
//! that a value changes its sign only where the player changes.

use super::code::{self, NONE};
use super::evaluate::Evaluate;
use super::ingredient::{Ingredient, Ingredients};
use super::order::{HISTORY_MAX, OWN_ROW, Order, pick};
use super::score::Score;
use super::table::{Bound, Entry, Table};
use super::threats::Threats;
use crate::chance::mix;
use crate::game::{Action, ActionList, Color, Position, Stage};

/// Actions that the search looks ahead at most. A game has at most 10 placements, 51 moves and
/// two removals for each of five rows; what lies so far ahead decides nothing today.
pub(super) const LONGEST: usize = 100;

/// Most ring moves that iterative deepening goes down to.
pub(super) const DEEPEST: i32 = 60;

/// Nodes between two looks at the clock: a fraction of a millisecond.
const POLL: u64 = 256;

/// Half the width of the narrow window about the last iteration's value. Half of it looks at no
/// fewer nodes, twice as much at some 4 % more.
const WINDOW: i32 = 20;

/// Looks so deep, or deeper, are one ring move less deep without a known best action.
const UNGUIDED: i32 = 4;

/// Where a ring is removed at the leaves, so many are tried: five are a seventh of all nodes.
const RINGS: i32 = 2;

/// With so few markers left, nothing is left out: the search sees the true end of the game.
const EXACT: u8 = 4;

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

    /// By how much less deeply the action after so many others is looked at, by what it ranks.
    fn reduction(&self, depth: i32, count: i32, rank: i32) -> i32 {
        if !self.has(Ingredient::Reductions) {
            return 0;
        }
        let (depth, count) = ((depth as usize).min(63), (count as usize).min(63));
        let usual = i32::from(self.reductions[depth][count]);
        usual - rank.clamp(-HISTORY_MAX, HISTORY_MAX) / 4_000
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
        match position.result().and_then(crate::game::GameResult::winner) {
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

    #[expect(
        clippy::too_many_arguments,
        reason = "each of them is another for each node"
    )]
    fn search(
        &mut self,
        position: &Position,
        state: &E::State,
        mut depth: i32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        last: u16,
    ) -> i32 {
        // At the root, what exceeded a narrow window is held for better while it is looked at
        // again.
        if ply > 0 {
            self.frames[ply].length = 0;
        }
        let stage = position.stage();
        if stage == Stage::Over {
            return Self::end(position, ply);
        }
        let chooses = matches!(stage, Stage::Row | Stage::Ring);
        if depth <= 0 && !chooses {
            return self.quiet(position, state, ply, alpha, beta);
        }
        if self.enter(ply) || ply >= LONGEST {
            return 0;
        }
        let root = ply == 0;
        let pv = beta - alpha > 1;
        if !root {
            // Nothing is better than to win by the next action, nothing worse than to lose so.
            alpha = alpha.max(-Score::win_in(ply as u32).units());
            beta = beta.min(Score::win_in(ply as u32 + 1).units());
            if alpha >= beta {
                return alpha;
            }
        }

        let key = position.key();
        // What is known about the root is not about what is left of it.
        let keeps = self.has(Ingredient::Table) && (!root || self.excluded.is_empty());
        let known = if keeps { self.table.get(key) } else { None };
        let likely = known.map_or(NONE, |entry| entry.action);
        // Where no action was ever found good, none may be: a deep look costs most there, and is
        // rarely needed.
        if likely == NONE
            && depth >= UNGUIDED
            && self.has(Ingredient::Table)
            && !root
            && !chooses
            && position.pool() > EXACT
            && self.has(Ingredient::Unguided)
        {
            depth -= 1;
        }
        if let Some(entry) = known
            && !pv
            && i32::from(entry.depth) >= depth
            && let Some(value) = settled(entry, ply, alpha, beta)
        {
            return value;
        }

        let actor = position.actor();
        let judged = if chooses {
            0
        } else {
            known.map_or_else(
                || self.judge(state, position),
                |entry| i32::from(entry.evaluation),
            )
        };
        let seen = Score::BEST.units();
        // What the evaluation makes of the last few markers is not what the result will be.
        let guesses = stage == Stage::Move && position.pool() > EXACT;
        let (threats, against) = match stage {
            Stage::Move => (Threats::of(position, actor), Threats::of(position, !actor)),
            _ => (Threats::none(), Threats::none()),
        };
        // Who is about to suffer a row is not as well off as it looks.
        if !pv && guesses && against.is_empty() && beta.abs() < seen {
            if self.has(Ingredient::Futility) && depth <= 5 && judged - 50 * depth >= beta {
                return judged;
            }
            if self.has(Ingredient::NullMove)
                && depth >= 3
                && judged >= beta
                && last != NONE
                && let Some(passed) = position.passed()
            {
                let depth = depth - 3 - depth / 4;
                let value = -self.search(&passed, state, depth, ply + 1, -beta, 1 - beta, NONE);
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    return if value < seen { value } else { beta };
                }
            }
        }

        let actions = position.legal_actions();
        let mut ranks = [0; ActionList::MOST];
        let threats = [threats, against];
        let order = &self.order;
        order.rank(
            position,
            &actions,
            &threats,
            likely,
            (ply, last),
            &mut ranks,
        );

        let original = alpha;
        let mut best = Score::LOWEST.units();
        let mut best_code = NONE;
        let mut tried = [NONE; ActionList::MOST];
        let mut count = 0;
        let step = i32::from(!chooses);
        for index in 0..actions.len() {
            let (rank, action) = pick(&actions, &mut ranks, index, &mut tried);
            let code = tried[index];
            if root && self.excluded.contains(&code) {
                continue;
            }
            // Which ring goes changes little next to the row that it pays for.
            if depth <= 0
                && stage == Stage::Ring
                && !pv
                && count >= RINGS
                && best > -seen
                && self.has(Ingredient::FewRings)
            {
                break;
            }
            let loud = chooses || rank >= OWN_ROW;
            if !pv && !loud && count > 0 && best > -seen && guesses {
                if self.has(Ingredient::LateMoves) && depth <= 4 && count >= 8 + 6 * depth * depth {
                    break;
                }
                // The later a move, the less it is thought to gain.
                let depth = (depth - self.reduction(depth, count, rank)).clamp(1, depth);
                if self.has(Ingredient::Futility) && depth <= 4 && judged + 60 + 70 * depth <= alpha
                {
                    continue;
                }
            }
            let next = position.play_unchecked(action);
            self.table.prepare(next.key());
            let next_state = self.evaluation.after(state, position, &next);
            let deeper = depth - step;
            let mut value;
            if count == 0 {
                value = self.child(
                    actor,
                    &next,
                    &next_state,
                    deeper,
                    ply + 1,
                    alpha,
                    beta,
                    code,
                );
            } else {
                let mut reduction = 0;
                if depth >= 2 && count >= 3 && !loud && (guesses || stage == Stage::Place) {
                    reduction = self.reduction(depth, count, rank) - i32::from(pv);
                    reduction = reduction.clamp(0, deeper.max(1) - 1);
                }
                value = self.child(
                    actor,
                    &next,
                    &next_state,
                    deeper - reduction,
                    ply + 1,
                    alpha,
                    alpha + 1,
                    code,
                );
                if value > alpha && reduction > 0 {
                    value = self.child(
                        actor,
                        &next,
                        &next_state,
                        deeper,
                        ply + 1,
                        alpha,
                        alpha + 1,
                        code,
                    );
                }
                if value > alpha && pv {
                    value = self.child(
                        actor,
                        &next,
                        &next_state,
                        deeper,
                        ply + 1,
                        alpha,
                        beta,
                        code,
                    );
                }
            }
            if self.stopped {
                break;
            }
            count += 1;
            if value > best {
                best = value;
                if value > alpha || count == 1 && root {
                    best_code = code;
                    if pv {
                        self.extend_line(ply, code);
                    }
                }
                if value > alpha {
                    alpha = value;
                    if alpha >= beta {
                        let order = &mut self.order;
                        order.reward(actor, depth, (ply, last), code, &tried[..index]);
                        break;
                    }
                }
            }
        }
        if self.stopped {
            return 0;
        }
        if count == 0 {
            // Every action is excluded.
            return Score::LOWEST.units();
        }

        if keeps {
            self.table.put(
                key,
                Entry {
                    action: best_code,
                    score: to_table(best, ply),
                    evaluation: judged as i16,
                    depth: depth.max(0) as u8,
                    bound: bound(best, original, beta),
                },
            );
        }
        best
    }

    /// The value once nothing is left to be won by a move that completes a row.
    fn quiet(
        &mut self,
        position: &Position,
        state: &E::State,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.enter(ply) {
            return 0;
        }
        let key = position.key();
        let known = if self.has(Ingredient::Table) {
            self.table.get(key)
        } else {
            None
        };
        if let Some(value) = known.and_then(|entry| settled(entry, ply, alpha, beta)) {
            return value;
        }
        let judged = known.map_or_else(
            || self.judge(state, position),
            |entry| i32::from(entry.evaluation),
        );
        let mut best = judged;
        if best >= beta
            || ply >= LONGEST - 1
            || position.stage() != Stage::Move
            || !self.has(Ingredient::Quiescence)
        {
            return best;
        }
        let actor = position.actor();
        let threats = Threats::of(position, actor);
        if threats.is_empty() {
            return best;
        }
        let original = alpha;
        alpha = alpha.max(best);
        let mut best_code = NONE;
        for &action in &position.legal_actions() {
            if !threats.completed_by(position, action) {
                continue;
            }
            let next = position.play_unchecked(action);
            self.table.prepare(next.key());
            let next_state = self.evaluation.after(state, position, &next);
            let code = code::encode(action);
            let value = self.child(actor, &next, &next_state, 0, ply + 1, alpha, beta, code);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                best_code = code;
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        if self.has(Ingredient::Table) {
            self.table.put(
                key,
                Entry {
                    action: best_code,
                    score: to_table(best, ply),
                    evaluation: judged as i16,
                    depth: 0,
                    bound: bound(best, original, beta),
                },
            );
        }
        best
    }

    /// Puts an action before the line that follows it.
    fn extend_line(&mut self, ply: usize, code: u16) {
        let (head, tail) = self.frames.split_at_mut(ply + 1);
        let (frame, next) = (&mut head[ply], &tail[0]);
        let length = (next.length as usize).min(LONGEST - 1);
        frame.line[0] = code;
        frame.line[1..=length].copy_from_slice(&next.line[..length]);
        frame.length = length as u8 + 1;
    }
}

/// The value of a node, if what the table knows settles it.
fn settled(entry: Entry, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
    let value = from_table(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    settles.then_some(value)
}

/// What the best value that was found between two bounds says about the true one.
const fn bound(best: i32, alpha: i32, beta: i32) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// A score with wins counted from the node, for the table.
const fn to_table(value: i32, ply: usize) -> i16 {
    let seen = Score::BEST.units();
    (if value > seen {
        value + ply as i32
    } else if value < -seen {
        value - ply as i32
    } else {
        value
    }) as i16
}

/// A score of the table with wins counted from the root.
const fn from_table(score: i16, ply: usize) -> i32 {
    let (value, seen) = (score as i32, Score::BEST.units());
    if value > seen {
        value - ply as i32
    } else if value < -seen {
        value + ply as i32
    } else {
        value
    }
}
