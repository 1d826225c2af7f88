//! Quiescence search: at the leaves, only moves that complete a row are searched.

use super::principal_variation::MAX_PLY;
use super::worker::{StopSignal, Worker};
use crate::engine::action_code::{self, NONE};
use crate::engine::evaluate::Evaluate;
use crate::engine::search_features::SearchFeature;
use crate::engine::threats::Threats;
use crate::engine::transposition_table::{Bound, TableEntry};
use crate::game::{Position, Stage};

impl<E: Evaluate, S: StopSignal> Worker<'_, E, S> {
    /// The score of a position in which the actor may stand pat or complete a row.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        accumulator: &E::Accumulator,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.enter_node(ply) {
            return 0;
        }
        let key = position.key();
        let uses_table = self.has(SearchFeature::Table);
        let entry = if uses_table {
            self.table.probe(key)
        } else {
            None
        };
        if let Some(score) = entry.and_then(|entry| entry.cutoff(ply, alpha, beta)) {
            return score;
        }
        let static_score = entry.map_or_else(
            || self.evaluate(accumulator, position),
            |entry| i32::from(entry.evaluation),
        );
        let mut best = static_score;
        if best >= beta
            || ply >= MAX_PLY - 1
            || position.stage() != Stage::Move
            || !self.has(SearchFeature::Quiescence)
        {
            return best;
        }
        let actor = position.actor();
        let threats = Threats::of(position, actor);
        if threats.is_empty() {
            return best;
        }
        let original_alpha = alpha;
        alpha = alpha.max(best);
        let mut best_code = NONE;
        for &action in &position.legal_actions() {
            if !threats.completed_by(position, action) {
                continue;
            }
            let next = position.play_unchecked(action);
            self.table.prefetch(next.key());
            let updated = self.evaluation.update(accumulator, position, &next);
            let code = action_code::encode(action);
            let score = self.search_child(actor, &next, &updated, 0, ply + 1, alpha, beta, code);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                best_code = code;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        if uses_table {
            self.table.store(
                key,
                TableEntry {
                    action: best_code,
                    score: TableEntry::stored_score(best, ply),
                    evaluation: static_score as i16,
                    depth: 0,
                    bound: Bound::of(best, original_alpha, beta),
                },
            );
        }
        best
    }
}
