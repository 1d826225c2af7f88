//! `ringleader learn fit`: training of the network.
//!
//! The network learns to predict the actor's chance of winning: a blend of the game's result and
//! the search's score.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

use super::adam::Adam;
use super::training_data::{self, TrainingOptions, TrainingPosition, loss, sigmoid};
use crate::engine::features::{self, PATTERNS, Patterns, STATES, WINDOWS, swapped_state};
use crate::engine::network::{
    BUCKETS, HIDDEN, INPUTS, LAYER_LIMIT, ORBITS, VECTOR_LIMIT, WIDTH, Weights, bucket, canonical,
    orbit,
};
use crate::files::replace_file;
use crate::game::{Color, Point};
use crate::tools::with_path;
use yinsh::split_mix::SplitMix;

/// How to train a network.
#[derive(Debug, Clone)]
pub struct Fit {
    /// What to train with.
    pub training: TrainingOptions,
    /// A network file to start from, at a lower learning rate; without it, training starts from
    /// random weights. The games should be new to the network, or the held-back ones tell nothing.
    pub from: Option<PathBuf>,
    /// The network file to write.
    pub output: PathBuf,
    /// Number of threads.
    pub threads: usize,
}

/// Batch size.
const BATCH: usize = 256;

/// Initial learning rate of the layers.
const RATE: f32 = 0.001;

/// Factor of all learning rates when training starts from a network: at 1.0 it unlearns (held-back
/// loss 0.0572 instead of 0.0564).
const CONTINUED_RATE: f32 = 0.3;

/// Learning rate of the vectors relative to the layers': 123 of them are summed up.
const VECTOR_RATE: f32 = 0.12;

/// Gradient of clipped activations outside their range: with none, they would never come back.
const LEAK: f32 = 0.03;

/// Number of pairs of orbit and state.
const POINT_STATES: usize = ORBITS * STATES;

/// Offsets of the parts of the weights in one flat list.
mod offset {
    use super::{BUCKETS, HIDDEN, INPUTS, PATTERNS, POINT_STATES, WIDTH};

    pub(super) const POINTS: usize = PATTERNS * WIDTH;
    pub(super) const FIRST: usize = POINTS + POINT_STATES * WIDTH;
    pub(super) const FIRST_BIAS: usize = FIRST + HIDDEN * INPUTS;
    pub(super) const SECOND: usize = FIRST_BIAS + BUCKETS * HIDDEN;
    pub(super) const SECOND_BIAS: usize = SECOND + HIDDEN;
    /// The end of the network's weights.
    pub(super) const END: usize = SECOND_BIAS + BUCKETS;
}

/// Factorisation of the pattern vectors: patterns of the same pieces in any order share a common
/// vector, which is trained beside their own vectors and added to them in the network. So rare
/// patterns learn from frequent ones.
struct SharedVectors {
    /// The kind of each pattern.
    kinds: Vec<usize>,
    /// Number of kinds.
    count: usize,
}

impl SharedVectors {
    fn new() -> Self {
        let mut known = BTreeMap::new();
        let kinds = (0..PATTERNS)
            .map(|pattern| {
                let mut states = features::states(pattern);
                states.sort_unstable();
                let next = known.len();
                *known.entry(states).or_insert(next)
            })
            .collect();
        Self {
            kinds,
            count: known.len(),
        }
    }

    /// Computes the network's weights: each pattern's own vector plus the common one.
    fn combine(&self, weights: &[f32], combined: &mut Vec<f32>) {
        let (own, common) = weights.split_at(offset::END);
        combined.clear();
        combined.extend_from_slice(own);
        for (vector, &kind) in combined.chunks_mut(WIDTH).zip(&self.kinds) {
            add(vector, slice::<WIDTH>(common, kind * WIDTH), 1.0);
            for value in vector {
                *value = value.clamp(-VECTOR_LIMIT, VECTOR_LIMIT);
            }
        }
    }

    /// Computes the gradient of the common vectors: the sum over their patterns.
    fn common_gradient(&self, gradient: &[f32], common: &mut [f32]) {
        common.fill(0.0);
        for (vector, &kind) in gradient.chunks(WIDTH).zip(&self.kinds) {
            add(
                &mut common[kind * WIDTH..][..WIDTH],
                slice::<WIDTH>(vector, 0),
                1.0,
            );
        }
    }
}

/// A training position from its actor's view.
struct PatternSample {
    patterns: [u16; WINDOWS],
    /// Number of points of each pair of orbit and state.
    points: [u8; POINT_STATES],
    bucket: u8,
    /// The actor's chance of winning, 0 to 1.
    target: f32,
}

/// Canonical patterns from the actor's and from the other player's view.
struct Views {
    own: Vec<u16>,
    other: Vec<u16>,
}

impl Views {
    fn new() -> Self {
        let canonical = |pattern| canonical(pattern) as u16;
        Self {
            own: (0..PATTERNS).map(canonical).collect(),
            other: (0..PATTERNS)
                .map(|pattern| canonical(features::swapped(pattern)))
                .collect(),
        }
    }
}

impl PatternSample {
    fn new(training: &TrainingPosition) -> Self {
        let position = &training.position;
        let is_white = position.actor() == Color::White;
        let mut patterns = *Patterns::of(position).all();
        if !is_white {
            patterns = patterns.map(|pattern| features::swapped(pattern as usize) as u16);
        }
        let mut points = [0; POINT_STATES];
        for point in Point::ALL {
            let state = features::state(position, point) as usize;
            let state = if is_white {
                state
            } else {
                swapped_state(state)
            };
            points[orbit(point) * STATES + state] += 1;
        }
        Self {
            patterns,
            points,
            bucket: bucket(position) as u8,
            target: training.target,
        }
    }
}

/// A forward pass, with the activations that the backward pass needs.
struct Forward {
    sums: [f32; INPUTS],
    inputs: [f32; INPUTS],
    hidden_sums: [f32; HIDDEN],
    hidden: [f32; HIDDEN],
    chance: f32,
}

fn slice<const N: usize>(list: &[f32], start: usize) -> &[f32; N] {
    // Every start is that of a complete row.
    match list.get(start..).and_then(|rest| rest.first_chunk()) {
        Some(row) => row,
        None => &[0.0; N],
    }
}

fn add<const N: usize>(sums: &mut [f32], values: &[f32; N], times: f32) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += times * value;
    }
}

fn forward(weights: &[f32], views: &Views, sample: &PatternSample) -> Forward {
    let mut sums = [0.0; INPUTS];
    let (own, other) = sums.split_at_mut(WIDTH);
    for &pattern in &sample.patterns {
        let pattern = pattern as usize;
        add::<WIDTH>(
            own,
            slice(weights, views.own[pattern] as usize * WIDTH),
            1.0,
        );
        add::<WIDTH>(
            other,
            slice(weights, views.other[pattern] as usize * WIDTH),
            1.0,
        );
    }
    for (kind, &times) in sample.points.iter().enumerate() {
        if times > 0 {
            let swapped = kind / STATES * STATES + swapped_state(kind % STATES);
            let times = f32::from(times);
            add::<WIDTH>(own, slice(weights, offset::POINTS + kind * WIDTH), times);
            add::<WIDTH>(
                other,
                slice(weights, offset::POINTS + swapped * WIDTH),
                times,
            );
        }
    }
    let inputs = sums.map(|sum| sum.clamp(0.0, 1.0));
    let bucket = sample.bucket as usize;
    let mut hidden_sums = *slice::<HIDDEN>(weights, offset::FIRST_BIAS + bucket * HIDDEN);
    for (index, sum) in hidden_sums.iter_mut().enumerate() {
        let row = slice::<INPUTS>(weights, offset::FIRST + index * INPUTS);
        *sum += row.iter().zip(&inputs).map(|(w, x)| w * x).sum::<f32>();
    }
    let hidden = hidden_sums.map(|sum| sum.clamp(0.0, 1.0));
    let second = slice::<HIDDEN>(weights, offset::SECOND);
    let logit = weights[offset::SECOND_BIAS + bucket]
        + second.iter().zip(&hidden).map(|(w, x)| w * x).sum::<f32>();
    Forward {
        sums,
        inputs,
        hidden_sums,
        hidden,
        chance: sigmoid(logit),
    }
}

/// The gradient of an activation.
fn activation_gradient(sum: f32) -> f32 {
    if (0.0..1.0).contains(&sum) { 1.0 } else { LEAK }
}

/// The backward pass: adds a sample's gradient, and returns its loss.
fn backward(weights: &[f32], views: &Views, sample: &PatternSample, gradient: &mut [f32]) -> f64 {
    let pass = forward(weights, views, sample);
    let error = pass.chance - sample.target;
    let bucket = sample.bucket as usize;
    gradient[offset::SECOND_BIAS + bucket] += error;
    let mut inputs = [0.0; INPUTS];
    for index in 0..HIDDEN {
        let second = offset::SECOND + index;
        gradient[second] += error * pass.hidden[index];
        let sum = pass.hidden_sums[index];
        let error = error * weights[second] * activation_gradient(sum);
        gradient[offset::FIRST_BIAS + bucket * HIDDEN + index] += error;
        let row = offset::FIRST + index * INPUTS;
        add::<INPUTS>(&mut inputs, slice(weights, row), error);
        add::<INPUTS>(&mut gradient[row..row + INPUTS], &pass.inputs, error);
    }
    for (error, sum) in inputs.iter_mut().zip(&pass.sums) {
        *error *= activation_gradient(*sum);
    }
    let (own, other) = (*slice::<WIDTH>(&inputs, 0), *slice::<WIDTH>(&inputs, WIDTH));
    for &pattern in &sample.patterns {
        let pattern = pattern as usize;
        let row = views.own[pattern] as usize * WIDTH;
        add(&mut gradient[row..row + WIDTH], &own, 1.0);
        let row = views.other[pattern] as usize * WIDTH;
        add(&mut gradient[row..row + WIDTH], &other, 1.0);
    }
    for (kind, &times) in sample.points.iter().enumerate() {
        if times > 0 {
            let swapped = kind / STATES * STATES + swapped_state(kind % STATES);
            let row = offset::POINTS + kind * WIDTH;
            add(&mut gradient[row..row + WIDTH], &own, f32::from(times));
            let row = offset::POINTS + swapped * WIDTH;
            add(&mut gradient[row..row + WIDTH], &other, f32::from(times));
        }
    }
    loss(pass.chance, sample.target)
}

/// Random initial weights. Sums begin in the middle of their range.
fn initial_weights(random: &mut SplitMix) -> Vec<f32> {
    let mut weights = vec![0.0; offset::END];
    for (index, weight) in weights.iter_mut().enumerate() {
        let (middle, width) = match index {
            i if i < offset::POINTS => (0.0, 0.01),
            i if i < offset::FIRST => (0.3 / 85.0, 0.004),
            i if i < offset::FIRST_BIAS => (0.0, 0.25),
            i if i < offset::SECOND => (0.3, 0.0),
            i if i < offset::SECOND_BIAS => (0.0, 1.0),
            _ => (0.0, 0.0),
        };
        *weight = middle + width * random.balanced();
    }
    weights
}

/// Reads a network file into a flat list.
fn read_weights(path: &Path) -> io::Result<Vec<f32>> {
    let bytes = fs::read(path).map_err(|error| with_path(path, &error))?;
    let Some(weights) = Weights::decode(&bytes) else {
        let reason = format!("{}: not a network file of this version", path.display());
        return Err(io::Error::other(reason));
    };
    let mut list = Vec::new();
    list.extend(weights.patterns.as_flattened());
    list.extend(weights.points.as_flattened().as_flattened());
    list.extend(weights.first.as_flattened());
    list.extend(weights.first_bias.as_flattened());
    list.extend(weights.second);
    list.extend(weights.second_bias);
    Ok(list)
}

/// The weights of a flat list.
fn unflatten(list: &[f32]) -> Weights {
    Weights {
        patterns: (0..PATTERNS).map(|row| *slice(list, row * WIDTH)).collect(),
        points: std::array::from_fn(|orbit| {
            std::array::from_fn(|state| {
                *slice(list, offset::POINTS + (orbit * STATES + state) * WIDTH)
            })
        }),
        first: std::array::from_fn(|row| *slice(list, offset::FIRST + row * INPUTS)),
        first_bias: std::array::from_fn(|row| *slice(list, offset::FIRST_BIAS + row * HIDDEN)),
        second: *slice(list, offset::SECOND),
        second_bias: *slice(list, offset::SECOND_BIAS),
    }
}

/// Runs a function over parts of the samples in parallel, and sums up its results.
///
/// # Errors
///
/// A thread cannot be started, or panics.
fn parallel_sum(
    threads: usize,
    samples: &[&PatternSample],
    gradients: &mut [Vec<f32>],
    each: impl Fn(&PatternSample, &mut Vec<f32>) -> f64 + Sync,
) -> io::Result<f64> {
    let part = samples.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let mut sum = 0.0;
        let mut handles = Vec::new();
        for (part, gradient) in samples.chunks(part).zip(gradients) {
            let each = &each;
            let run = move || {
                let all = part.iter().map(|sample| each(sample, gradient));
                all.sum::<f64>()
            };
            handles.push(thread::Builder::new().spawn_scoped(scope, run)?);
        }
        for handle in handles {
            sum += handle
                .join()
                .map_err(|_| io::Error::other("a training thread failed"))?;
        }
        Ok(sum)
    })
}

/// Trains a network and writes it after every epoch.
///
/// # Errors
///
/// A file cannot be read or written, or is not a network, or there are too few games.
pub fn fit(task: &Fit, out: &mut impl Write) -> io::Result<()> {
    let start = task.from.as_deref().map(read_weights).transpose()?;
    let (training, held_back) = training_data::read(&task.training, PatternSample::new, out)?;
    let views = Views::new();
    let mut random = SplitMix::new(task.training.seed);
    let shared = SharedVectors::new();
    let rate_factor = if start.is_some() { CONTINUED_RATE } else { 1.0 };
    let mut weights = start.unwrap_or_else(|| initial_weights(&mut random));
    // A network file holds combined vectors: the common ones start at zero.
    weights.resize(offset::END + shared.count * WIDTH, 0.0);
    let mut combined = Vec::new();
    shared.combine(&weights, &mut combined);
    let mut mean_gradient = vec![0.0; weights.len()];
    let threads = task.threads.max(1);
    let mut gradients = vec![vec![0.0; offset::END]; threads];
    let held_back: Vec<&PatternSample> = held_back.iter().collect();
    let mut order: Vec<&PatternSample> = training.iter().collect();
    let mut adam = Adam::new(
        weights.len(),
        task.training.epochs * order.len().div_ceil(BATCH),
    );
    for epoch in 1..=task.training.epochs {
        random.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            for gradient in &mut gradients {
                gradient.fill(0.0);
            }
            sum += parallel_sum(threads, batch, &mut gradients, |sample, gradient| {
                backward(&combined, &views, sample, gradient)
            })?;
            let Some((first, rest)) = gradients.split_first_mut() else {
                break;
            };
            for other in rest {
                for (sum, value) in first.iter_mut().zip(other) {
                    *sum += *value;
                }
            }
            for (mean, value) in mean_gradient.iter_mut().zip(&*first) {
                *mean = value / batch.len() as f32;
            }
            let (own, common) = mean_gradient.split_at_mut(offset::END);
            shared.common_gradient(own, common);
            adam.step(&mut weights, &mean_gradient, |index| {
                if (offset::FIRST..offset::END).contains(&index) {
                    (rate_factor * RATE, LAYER_LIMIT)
                } else {
                    (rate_factor * RATE * VECTOR_RATE, VECTOR_LIMIT)
                }
            });
            shared.combine(&weights, &mut combined);
        }
        let held = parallel_sum(threads, &held_back, &mut gradients, |sample, _| {
            loss(forward(&combined, &views, sample).chance, sample.target)
        })?;
        writeln!(
            out,
            "epoch {epoch}: loss {:.5}, held back {:.5}",
            sum / order.len() as f64,
            held / held_back.len() as f64
        )?;
        replace_file(&task.output, &unflatten(&combined).encode())
            .map_err(|error| with_path(&task.output, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineOptions;
    use crate::tools::learn::self_play::{SelfPlay, self_play};

    #[test]
    fn training_continues_from_a_network_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let games = SelfPlay {
            games: 60,
            nodes: 10,
            seed: 5,
            threads: 2,
            output: at("games"),
            options: EngineOptions {
                hash: 1 << 16,
                ..EngineOptions::default()
            },
        };
        self_play(&games, &mut io::sink()).unwrap();
        // The training loss of the first epoch.
        let first_loss = |from: Option<&str>, epochs, output: &str| {
            let task = Fit {
                training: TrainingOptions {
                    games: vec![at("games")],
                    epochs,
                    result: 0.1,
                    seed: 1,
                },
                from: from.map(at),
                output: at(output),
                threads: 1,
            };
            let mut out = Vec::new();
            fit(&task, &mut out)?;
            let out = String::from_utf8(out).unwrap();
            let (_, loss) = out.split_once("epoch 1: loss ").unwrap();
            io::Result::Ok(loss[..7].parse::<f64>().unwrap())
        };
        let fresh = first_loss(None, 4, "fresh").unwrap();
        let continued = first_loss(Some("fresh"), 1, "continued").unwrap();
        assert!(continued < 0.9 * fresh, "{continued} {fresh}");
        assert_eq!(first_loss(Some("fresh"), 1, "again").unwrap(), continued);
        assert_eq!(
            fs::read(at("again")).unwrap(),
            fs::read(at("continued")).unwrap()
        );
        let file = fs::read(at("fresh")).unwrap();
        let weights = read_weights(&at("fresh")).unwrap();
        assert_eq!(unflatten(&weights).encode(), file);
        fs::write(at("half"), &file[..file.len() / 2]).unwrap();
        for wrong in ["games", "half", "nowhere"] {
            let error = first_loss(Some(wrong), 1, "never").unwrap_err();
            assert!(error.to_string().contains(wrong), "{error}");
            assert!(!at("never").exists());
        }
    }
}
