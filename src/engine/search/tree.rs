//! The tree of the search: alpha-beta with a principal variation.
//!
//! What is left out, or looked at less deeply, is an ingredient each.

use super::{Brake, LONGEST, Worker};
use crate::engine::code::NONE;
use crate::engine::evaluate::Evaluate;
use crate::engine::ingredient::Ingredient;
use crate::engine::order::{HISTORY_MAX, OWN_ROW, pick};
use crate::engine::score::Score;
use crate::engine::table::{Bound, Entry};
use crate::engine::threats::Threats;
use crate::game::{ActionList, Position, Stage};

/// Where a ring is removed at the leaves, so many are tried.
const RINGS: i32 = 2;

/// With so few markers left, nothing is left out: the search sees the true end of the game.
const EXACT: u8 = 4;

impl<E: Evaluate, B: Brake> Worker<'_, E, B> {
    /// The value of a position for the one who decides there, looked at so many ring moves deep
    /// and `ply` actions from the root, the last of which was `last`; of what lies outside alpha and
    /// beta, only on which side it lies. 0 once stopped or [`LONGEST`] actions from the root, the
    /// lowest score if every action at the root is excluded.
    #[expect(
        clippy::too_many_arguments,
        reason = "each of them is another for each node"
    )]
    pub(super) fn search(
        &mut self,
        position: &Position,
        state: &E::State,
        depth: i32,
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
        if let Some(entry) = known
            && !pv
            && i32::from(entry.depth) >= depth
            && let Some(value) = entry.settles(ply, alpha, beta)
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
        if !pv
            && guesses
            && against.is_empty()
            && beta.abs() < seen
            && depth <= 5
            && judged - 50 * depth >= beta
            && self.has(Ingredient::Futility)
        {
            return judged;
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
            let deeper = depth - step;
            let mut reduction = 0;
            if depth >= 2 && count >= 3 && !loud && (guesses || stage == Stage::Place) {
                reduction = self.reduction(depth, count, rank) - i32::from(pv);
                reduction = reduction.clamp(0, deeper.max(1) - 1);
            }
            let next = position.play_unchecked(action);
            self.table.prepare(next.key());
            let next_state = self.evaluation.after(state, position, &next);
            let mut look = |depth: i32, beta: i32| {
                self.child(actor, &next, &next_state, depth, ply + 1, alpha, beta, code)
            };
            let value = if count == 0 {
                look(deeper, beta)
            } else {
                let mut value = look(deeper - reduction, alpha + 1);
                if value > alpha && reduction > 0 {
                    value = look(deeper, alpha + 1);
                }
                if value > alpha && pv {
                    value = look(deeper, beta);
                }
                value
            };
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
                    score: Entry::score_of(best, ply),
                    evaluation: judged as i16,
                    depth: depth.max(0) as u8,
                    bound: Bound::of(best, original, beta),
                },
            );
        }
        best
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
