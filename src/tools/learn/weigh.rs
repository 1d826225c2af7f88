//! `ringleader learn weigh`: weights of the handcrafted evaluation, by logistic regression.

use std::io::{self, Write};

use super::adam::Adam;
use super::training_data::{self, TrainingOptions, TrainingPosition, loss, sigmoid};
use crate::engine::Score;
use crate::engine::handcrafted::{self, TERMS};
use yinsh::split_mix::SplitMix;

/// Batch size.
const BATCH: usize = 256;

/// Initial learning rate. A removed ring ends near 1.5, most windows below 0.1.
const RATE: f32 = 0.01;

/// Limit of a weight's absolute value.
const LIMIT: f32 = 20.0;

/// Weights in a line of the output.
const IN_A_LINE: usize = 12;

/// The terms of a position, and its target.
struct TermSample {
    terms: [i16; TERMS],
    target: f32,
}

impl TermSample {
    fn new(training: &TrainingPosition) -> Self {
        Self {
            terms: handcrafted::terms(&training.position),
            target: training.target,
        }
    }

    /// The predicted chance of winning.
    fn chance(&self, weights: &[f32]) -> f32 {
        let logit = self
            .terms
            .iter()
            .zip(weights)
            .map(|(&count, weight)| f32::from(count) * weight)
            .sum();
        sigmoid(logit)
    }
}

/// Fits the weights and writes them in the order of the terms, in cp.
///
/// # Errors
///
/// A file cannot be read, `out` cannot be written, or there are too few games.
pub fn weigh(options: &TrainingOptions, out: &mut impl Write) -> io::Result<()> {
    let (mut training, held_back) = training_data::read(options, TermSample::new, out)?;
    let mut random = SplitMix::new(options.seed);
    let mut weights = [0.0; TERMS];
    let mut adam = Adam::new(TERMS, options.epochs * training.len().div_ceil(BATCH));
    for epoch in 1..=options.epochs {
        random.shuffle(&mut training);
        for batch in training.chunks(BATCH) {
            let mut gradient = [0.0; TERMS];
            for sample in batch {
                let error = (sample.chance(&weights) - sample.target) / batch.len() as f32;
                for (sum, &count) in gradient.iter_mut().zip(&sample.terms) {
                    *sum += error * f32::from(count);
                }
            }
            adam.step(&mut weights, &gradient, |_| (RATE, LIMIT));
        }
        let mean = |samples: &[TermSample]| {
            let losses = samples.iter().map(|s| loss(s.chance(&weights), s.target));
            losses.sum::<f64>() / samples.len() as f64
        };
        writeln!(
            out,
            "epoch {epoch}: loss {:.5}, held back {:.5}",
            mean(&training),
            mean(&held_back)
        )?;
    }
    let rounded = weights.map(|weight| (weight * Score::CP_PER_LOGIT as f32).round() as i32);
    let (single, lines) = rounded.split_at(TERMS % IN_A_LINE);
    for line in std::iter::once(single).chain(lines.chunks(IN_A_LINE)) {
        let line: Vec<String> = line.iter().map(i32::to_string).collect();
        writeln!(out, "    {},", line.join(", "))?;
    }
    Ok(())
}
