//! `ringleader learn weigh`: what the terms made by hand are worth, by logistic regression.

use std::io::{self, Write};

use super::adam::Adam;
use super::chance::Chance;
use super::lesson::{self, Course, Lesson, loss, sigmoid};
use crate::engine::Score;
use crate::engine::hand::{self, TERMS};

/// Positions between two steps.
const BATCH: usize = 256;

/// Size of the first steps. A removed ring ends near 1.5, most lines below 0.1.
const RATE: f32 = 0.01;

/// No weight is so far from zero.
const LIMIT: f32 = 20.0;

/// Weights in a line of what is written.
const IN_A_LINE: usize = 12;

/// A position's terms, and the chance that its actor wins.
struct Sample {
    terms: [i16; TERMS],
    target: f32,
}

impl Sample {
    fn new(lesson: &Lesson) -> Self {
        Self {
            terms: hand::terms(&lesson.position),
            target: lesson.chance,
        }
    }

    fn chance(&self, weights: &[f32]) -> f32 {
        let odds = self
            .terms
            .iter()
            .zip(weights)
            .map(|(&count, weight)| f32::from(count) * weight)
            .sum();
        sigmoid(odds)
    }
}

/// Learns the weights and writes them in the order of the terms, in units of a score.
///
/// # Errors
///
/// If a file cannot be read or `out` not be written, or there is nothing to learn from.
pub fn weigh(course: &Course, out: &mut impl Write) -> io::Result<()> {
    let (mut learned, held_back) = lesson::read(course, Sample::new, out)?;
    let mut chance = Chance::new(course.seed);
    let mut weights = [0.0; TERMS];
    let mut adam = Adam::new(TERMS, course.epochs * learned.len().div_ceil(BATCH));
    for epoch in 1..=course.epochs {
        chance.shuffle(&mut learned);
        for batch in learned.chunks(BATCH) {
            let mut gradient = [0.0; TERMS];
            for sample in batch {
                let slope = (sample.chance(&weights) - sample.target) / batch.len() as f32;
                for (sum, &count) in gradient.iter_mut().zip(&sample.terms) {
                    *sum += slope * f32::from(count);
                }
            }
            adam.step(&mut weights, &gradient, |_| (RATE, LIMIT));
        }
        let mean = |samples: &[Sample]| {
            let losses = samples.iter().map(|s| loss(s.chance(&weights), s.target));
            losses.sum::<f64>() / samples.len() as f64
        };
        writeln!(
            out,
            "epoch {epoch}: loss {:.5}, held back {:.5}",
            mean(&learned),
            mean(&held_back)
        )?;
    }
    let units = weights.map(|weight| (weight * Score::UNIT as f32).round() as i32);
    let (single, lines) = units.split_at(TERMS % IN_A_LINE);
    for line in std::iter::once(single).chain(lines.chunks(IN_A_LINE)) {
        let line: Vec<String> = line.iter().map(i32::to_string).collect();
        writeln!(out, "    {},", line.join(", "))?;
    }
    Ok(())
}
