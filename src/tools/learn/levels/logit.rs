//! How people choose: a conditional logit model of habits and the engine's judgement.

use std::io::{self, Write};

use super::people::Decision;
use crate::engine::level::habits::{HABITS, MOVE_NAMES, PLACE_NAMES};
use crate::engine::level::person::{self, Appeal, JUDGEMENT, appeals};
use crate::engine::{Engine, EngineOptions, NullMonitor, SearchLimits};
use crate::game::Stage;

/// Number of weights.
const WEIGHTS: usize = HABITS + JUDGEMENT;

/// Passes over all decisions.
const EPOCHS: i32 = 600;

/// Maximum number of decisions; more change little.
const MOST: usize = 6_000;

/// Weight of the squared weights.
const DECAY: f64 = 0.0005;

/// The actions of a decision as numbers, and which of them was chosen.
struct Choice {
    actions: Vec<[f64; WEIGHTS]>,
    chosen: usize,
}

/// Fits the weights of ring moves and of placements, and prints them.
pub(super) fn fit(decisions: &[Decision], out: &mut impl Write) -> io::Result<()> {
    let mut engine = Engine::new(EngineOptions {
        hash: 4 << 20,
        ..EngineOptions::default()
    });
    for (stage, depth, names) in [
        (Stage::Move, person::DEPTH, &MOVE_NAMES[..]),
        (Stage::Place, person::PLACE_DEPTH, &PLACE_NAMES[..]),
    ] {
        let of_stage: Vec<&Decision> = decisions
            .iter()
            .filter(|decision| decision.position.stage() == stage)
            .collect();
        let choices: Vec<Choice> = super::people::spread(&of_stage, MOST)
            .filter_map(|decision| choice(&mut engine, decision, depth))
            .collect();
        let weights = descend(&choices);
        writeln!(out, "weights of {stage:?}, {} decisions:", choices.len())?;
        let judgement = ["capped", "behind", "chances", "best"];
        let habits = weights[..HABITS].iter().zip(names);
        for (weight, name) in habits.chain(weights[HABITS..].iter().zip(&judgement)) {
            writeln!(out, "{weight:8.3} {name}")?;
        }
    }
    Ok(())
}

fn choice(engine: &mut Engine, decision: &Decision, depth: u32) -> Option<Choice> {
    let limits = SearchLimits {
        depth: Some(depth),
        nodes: Some(person::NODES),
        lines: usize::MAX,
        ..SearchLimits::default()
    };
    engine.clear();
    let result = engine.search(&decision.position, &limits, &mut NullMonitor)?;
    let appeals = appeals(&decision.position, &result.lines);
    let chosen = appeals
        .iter()
        .position(|appeal| appeal.action == decision.action)?;
    Some(Choice {
        actions: appeals.iter().map(numbers).collect(),
        chosen,
    })
}

fn numbers(appeal: &Appeal) -> [f64; WEIGHTS] {
    let mut numbers = [0.0; WEIGHTS];
    let all = appeal.habits.iter().chain(&appeal.judgement);
    for (number, &value) in numbers.iter_mut().zip(all) {
        *number = f64::from(value);
    }
    numbers
}

/// Gradient descent with Adam on the negative log-likelihood.
fn descend(choices: &[Choice]) -> [f64; WEIGHTS] {
    let mut weights = [0.0; WEIGHTS];
    let (mut mean, mut square) = ([0.0; WEIGHTS], [0.0; WEIGHTS]);
    for epoch in 1..=EPOCHS {
        let mut gradient = [0.0; WEIGHTS];
        for choice in choices {
            let sums: Vec<f64> = choice
                .actions
                .iter()
                .map(|action| action.iter().zip(&weights).map(|(x, w)| x * w).sum())
                .collect();
            let top = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let total: f64 = sums.iter().map(|sum| (sum - top).exp()).sum();
            for (index, action) in choice.actions.iter().enumerate() {
                let share = (sums[index] - top).exp() / total;
                let excess = share - f64::from(u8::from(index == choice.chosen));
                for (slope, x) in gradient.iter_mut().zip(action) {
                    *slope += excess * x;
                }
            }
        }
        let rate = 0.1 * (1.0 - f64::from(epoch) / f64::from(EPOCHS)) + 0.002;
        let unbias = (1.0 - 0.9_f64.powi(epoch), 1.0 - 0.99_f64.powi(epoch));
        for index in 0..WEIGHTS {
            let slope = gradient[index] / choices.len().max(1) as f64 + DECAY * weights[index];
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.99 * square[index] + 0.01 * slope * slope;
            let step = mean[index] / unbias.0 / ((square[index] / unbias.1).sqrt() + 1e-8);
            weights[index] -= rate * step;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_more_often_weighs_more() {
        let mut with = [0.0; WEIGHTS];
        with[0] = 1.0;
        let choices: Vec<Choice> = (0..40)
            .map(|number| Choice {
                actions: vec![with, [0.0; WEIGHTS]],
                chosen: usize::from(number % 4 == 0),
            })
            .collect();
        let weights = descend(&choices);
        // Three of four: a log-odds of ln 3.
        assert!((weights[0] - 3_f64.ln()).abs() < 0.05, "{}", weights[0]);
    }
}
