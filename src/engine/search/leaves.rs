//! The leaves of the search: moves that complete a row are followed until there are none.

use super::{Brake, LONGEST, Worker};
use crate::engine::code::{self, NONE};
use crate::engine::evaluate::Evaluate;
use crate::engine::ingredient::Ingredient;
use crate::engine::table::{Bound, Entry};
use crate::engine::threats::Threats;
use crate::game::{Position, Stage};

impl<E: Evaluate, B: Brake> Worker<'_, E, B> {
    /// The value once nothing is left to be won by a move that completes a row.
    pub(super) fn quiet(
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
        if let Some(value) = known.and_then(|entry| entry.settles(ply, alpha, beta)) {
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
                    score: Entry::score_of(best, ply),
                    evaluation: judged as i16,
                    depth: 0,
                    bound: Bound::of(best, original, beta),
                },
            );
        }
        best
    }
}
