//! Alpha-beta search in negamax form, with principal variation search and pruning.
//!
//! Each kind of pruning or reduction is a [`SearchFeature`] that can be switched off.

use super::move_ordering::{HISTORY_MAX, OWN_ROW, pick};
use super::principal_variation::MAX_PLY;
use super::worker::{StopSignal, Worker};
use crate::engine::action_code::NONE;
use crate::engine::evaluate::Evaluate;
use crate::engine::score::Score;
use crate::engine::search_features::SearchFeature;
use crate::engine::threats::Threats;
use crate::engine::transposition_table::{Bound, TableEntry};
use crate::game::{ActionList, Position, Stage};

/// How many ring removals are searched at the leaves: the choice of ring matters little next to the
/// row.
const LEAF_RINGS: i32 = 2;

/// With so few markers in the pool nothing is pruned: the search reaches the end of the game, and
/// static evaluations say nothing about its result.
const EXACT_POOL: u8 = 4;

impl<E: Evaluate, S: StopSignal> Worker<'_, E, S> {
    /// The score of a position for its actor, searched to a depth in ring moves. `ply` is the
    /// number of actions from the root, `last` the code of the latest of them. Fail-soft: a score
    /// outside alpha and beta is a bound.
    ///
    /// 0 once stopped or [`MAX_PLY`] actions from the root; the lowest score if every action at
    /// the root is excluded.
    #[expect(
        clippy::too_many_arguments,
        reason = "all of them differ from node to node"
    )]
    pub(super) fn negamax(
        &mut self,
        position: &Position,
        accumulator: &E::Accumulator,
        depth: i32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        last: u16,
    ) -> i32 {
        // At the root, keep the line of a search that failed high: the re-search may be stopped.
        if ply > 0 {
            self.variation.clear(ply);
        }
        let stage = position.stage();
        if stage == Stage::Over {
            return Self::final_score(position, ply);
        }
        let is_removal = matches!(stage, Stage::Row | Stage::Ring);
        if depth <= 0 && !is_removal {
            return self.quiescence(position, accumulator, ply, alpha, beta);
        }
        if self.enter_node(ply) || ply >= MAX_PLY {
            return 0;
        }
        let is_root = ply == 0;
        let is_pv = beta - alpha > 1;
        if !is_root {
            // Mate distance pruning.
            alpha = alpha.max(-Score::win_in(ply as u32).cp());
            beta = beta.min(Score::win_in(ply as u32 + 1).cp());
            if alpha >= beta {
                return alpha;
            }
        }

        let key = position.key();
        // With excluded actions, the root's entry belongs to a different search.
        let uses_table = self.has(SearchFeature::Table) && (!is_root || self.excluded.is_empty());
        let entry = if uses_table {
            self.table.probe(key)
        } else {
            None
        };
        let table_action = entry.map_or(NONE, |entry| entry.action);
        if let Some(entry) = entry
            && !is_pv
            && i32::from(entry.depth) >= depth
            && let Some(score) = entry.cutoff(ply, alpha, beta)
        {
            return score;
        }

        let actor = position.actor();
        let static_score = if is_removal {
            0
        } else {
            entry.map_or_else(
                || self.evaluate(accumulator, position),
                |entry| i32::from(entry.evaluation),
            )
        };
        let max_unproven = Score::MAX_UNPROVEN.cp();
        let may_prune = stage == Stage::Move && position.pool() > EXACT_POOL;
        let (threats, against) = match stage {
            Stage::Move => (Threats::of(position, actor), Threats::of(position, !actor)),
            _ => (Threats::none(), Threats::none()),
        };
        // Reverse futility pruning, unless the other player threatens a row.
        if !is_pv
            && may_prune
            && against.is_empty()
            && beta.abs() < max_unproven
            && depth <= 5
            && static_score - 50 * depth >= beta
            && self.has(SearchFeature::Futility)
        {
            return static_score;
        }

        let actions = position.legal_actions();
        let mut ranks = [0; ActionList::MOST];
        self.ordering.rank(
            position,
            &actions,
            &[threats, against],
            table_action,
            (ply, last),
            &mut ranks,
        );

        let original_alpha = alpha;
        let mut best = Score::LOWEST.cp();
        let mut best_code = NONE;
        let mut tried = [NONE; ActionList::MOST];
        let mut searched = 0;
        for index in 0..actions.len() {
            let (rank, action) = pick(&actions, &mut ranks, index, &mut tried);
            let code = tried[index];
            if is_root && self.excluded.contains(&code) {
                continue;
            }
            if depth <= 0
                && stage == Stage::Ring
                && !is_pv
                && searched >= LEAF_RINGS
                && best > -max_unproven
                && self.has(SearchFeature::FewRings)
            {
                break;
            }
            let is_tactical = is_removal || rank >= OWN_ROW;
            if !is_pv && !is_tactical && searched > 0 && best > -max_unproven && may_prune {
                if self.has(SearchFeature::LateMoves)
                    && depth <= 4
                    && searched >= 8 + 6 * depth * depth
                {
                    break;
                }
                let reduced = (depth - self.reduction(depth, searched, rank)).clamp(1, depth);
                if self.has(SearchFeature::Futility)
                    && reduced <= 4
                    && static_score + 60 + 70 * reduced <= alpha
                {
                    continue;
                }
            }
            let new_depth = depth - i32::from(!is_removal);
            let mut reduction = 0;
            if depth >= 2 && searched >= 3 && !is_tactical && (may_prune || stage == Stage::Place) {
                reduction = self.reduction(depth, searched, rank) - i32::from(is_pv);
                reduction = reduction.clamp(0, new_depth.max(1) - 1);
            }
            let next = position.play_unchecked(action);
            self.table.prefetch(next.key());
            let updated = self.evaluation.update(accumulator, position, &next);
            let mut search = |depth: i32, beta: i32| {
                self.search_child(actor, &next, &updated, depth, ply + 1, alpha, beta, code)
            };
            let score = if searched == 0 {
                search(new_depth, beta)
            } else {
                let mut score = search(new_depth - reduction, alpha + 1);
                if score > alpha && reduction > 0 {
                    score = search(new_depth, alpha + 1);
                }
                if score > alpha && is_pv {
                    score = search(new_depth, beta);
                }
                score
            };
            if self.stopped {
                break;
            }
            searched += 1;
            if score > best {
                best = score;
                if score > alpha || searched == 1 && is_root {
                    best_code = code;
                    if is_pv {
                        self.variation.extend(ply, code);
                    }
                }
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        let tried = &tried[..index];
                        self.ordering.reward(actor, depth, (ply, last), code, tried);
                        break;
                    }
                }
            }
        }
        if self.stopped {
            return 0;
        }
        if searched == 0 {
            // Every action is excluded.
            return Score::LOWEST.cp();
        }

        if uses_table {
            self.table.store(
                key,
                TableEntry {
                    action: best_code,
                    score: TableEntry::stored_score(best, ply),
                    evaluation: static_score as i16,
                    depth: depth.max(0) as u8,
                    bound: Bound::of(best, original_alpha, beta),
                },
            );
        }
        best
    }

    /// The depth reduction of a late move, in ring moves.
    fn reduction(&self, depth: i32, searched: i32, rank: i32) -> i32 {
        if !self.has(SearchFeature::Reductions) {
            return 0;
        }
        let (depth, searched) = ((depth as usize).min(63), (searched as usize).min(63));
        let base = i32::from(self.reductions[depth][searched]);
        base - rank.clamp(-HISTORY_MAX, HISTORY_MAX) / 4_000
    }
}
