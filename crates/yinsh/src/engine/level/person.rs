//! A player who chooses as people do: by habits, by the engine's judgement of what follows, and by
//! chance.

use super::habits::{Habits, Scene};
use super::weights::{self, Weights};
use crate::engine::score::Score;
use crate::engine::search_result::Line;
use crate::game::{Action, Position, Stage};
use crate::split_mix::mix;

/// Numbers of the engine's judgement of an action.
pub const JUDGEMENT: usize = 4;

/// Depth in ring moves of the search that judges the actions.
pub const DEPTH: u32 = 3;

/// The same for placements, where the board is open.
pub const PLACE_DEPTH: u32 = 2;

/// Maximum nodes of that search; nearly all need fewer.
pub const NODES: u64 = 100_000;

/// Beyond this score, in cp, people see no difference.
const DECIDED: f64 = 1_600.0;

/// How a person plays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Person {
    /// How much the engine's judgement counts; 1 for the average of the people fitted to.
    pub insight: f64,
    /// How much chance counts in ring moves; 1 for the average of the people fitted to, who are
    /// of different minds.
    pub spread: f64,
    /// The same in placements.
    pub place_spread: f64,
}

/// An action, and what draws a person to it.
#[derive(Debug, Clone)]
pub struct Appeal {
    /// The action.
    pub action: Action,
    /// Its habits.
    pub habits: Habits,
    /// The engine's judgement.
    pub judgement: [f32; JUDGEMENT],
}

/// What draws a person to each action of a position: all its lines, by a search to [`DEPTH`] or
/// [`PLACE_DEPTH`].
#[must_use]
pub fn appeals(position: &Position, lines: &[Line]) -> Vec<Appeal> {
    let scene = Scene::new(position);
    let cp = |score: Score| f64::from(score.cp()).clamp(-DECIDED, DECIDED);
    let chance = |cp: f64| 1.0 / (1.0 + (-cp / f64::from(Score::CP_PER_LOGIT)).exp());
    let top = lines
        .iter()
        .map(|line| cp(line.score))
        .fold(-DECIDED, f64::max);
    position
        .legal_actions()
        .iter()
        .map(|&action| {
            let line = lines
                .iter()
                .find(|line| line.actions.first() == Some(&action));
            // A search that was stopped has not seen it.
            let score = line.map_or(-DECIDED, |line| cp(line.score));
            let behind = (score - top) / f64::from(Score::CP_PER_LOGIT);
            Appeal {
                action,
                habits: scene.habits(action),
                judgement: [
                    behind.max(-3.0) as f32,
                    behind as f32,
                    (5.0 * (chance(score) - chance(top))) as f32,
                    f32::from(score >= top),
                ],
            }
        })
        .collect()
}

/// The weights that hold in a stage.
#[must_use]
pub const fn weights(stage: Stage) -> &'static Weights {
    match stage {
        Stage::Place => &weights::PLACE,
        Stage::Move | Stage::Row | Stage::Ring | Stage::Over => &weights::MOVE,
    }
}

impl Appeal {
    /// What habit and judgement say for it.
    fn sums(&self, weights: &Weights) -> (f64, f64) {
        (
            sum(&self.habits, &weights.habits),
            sum(&self.judgement, &weights.judgement),
        )
    }
}

/// Sum of products.
fn sum<const N: usize>(values: &[f32; N], weights: &[f32; N]) -> f64 {
    let products = values.iter().zip(weights);
    products
        .map(|(&value, &weight)| f64::from(value) * f64::from(weight))
        .sum()
}

impl Person {
    /// The weights and the chance that hold in a stage.
    const fn mind(&self, stage: Stage) -> (&'static Weights, f64) {
        match stage {
            Stage::Place => (weights(stage), self.place_spread),
            Stage::Move | Stage::Row | Stage::Ring | Stage::Over => (weights(stage), self.spread),
        }
    }

    /// The chance that the person chooses an action, 0 to 1.
    #[must_use]
    pub fn chance(&self, position: &Position, appeals: &[Appeal], action: Action) -> f64 {
        let (weights, spread) = self.mind(position.stage());
        let sum = |appeal: &Appeal| {
            let (habit, judgement) = appeal.sums(weights);
            habit + self.insight * judgement
        };
        let most = appeals.iter().map(sum).fold(f64::NEG_INFINITY, f64::max);
        let (mut all, mut of_action) = (0.0, 0.0);
        for appeal in appeals {
            let weight = ((sum(appeal) - most) / spread).exp();
            all += weight;
            if appeal.action == action {
                of_action += weight;
            }
        }
        if all > 0.0 { of_action / all } else { 0.0 }
    }

    /// What the person chooses. The same actions and seed give the same choice.
    #[must_use]
    pub fn choose(&self, position: &Position, appeals: &[Appeal], seed: u64) -> Option<Action> {
        let (weights, spread) = self.mind(position.stage());
        appeals
            .iter()
            .map(|appeal| {
                let (habit, judgement) = appeal.sums(weights);
                let key = position.play_unchecked(appeal.action).key();
                let chance = spread * gumbel(mix(key ^ seed));
                (habit + self.insight * judgement + chance, appeal.action)
            })
            .max_by(|(one, _), (other, _)| one.total_cmp(other))
            .map(|(_, action)| action)
    }
}

/// A random number of the standard Gumbel distribution: the largest of sums with such numbers
/// follows the softmax of the other addends.
fn gumbel(random: u64) -> f64 {
    // The upper 52 bits, never 0 or 1.
    let uniform = ((random >> 12) as f64 + 0.5) / (1_u64 << 52) as f64;
    -(-uniform.ln()).ln()
}
