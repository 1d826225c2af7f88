//! `ringleader learn fit`: weights of the network that explain how games ended.
//!
//! What is learned is the chance that the player who decides wins: partly how the game ended,
//! partly what the search made of the position.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

use super::adam::Adam;
use super::chance::Chance;
use super::lesson::{self, Course, Lesson, about, loss, sigmoid};
use crate::engine::network::{
    BUCKETS, HIDDEN, INPUTS, LAYER_LIMIT, ORBITS, VECTOR_LIMIT, WIDTH, Weights, bucket, canonical,
    orbit,
};
use crate::engine::windows::{self, PATTERNS, Patterns, STATES, WINDOWS, foreign};
use crate::files::replace_file;
use crate::game::{Color, Point};

/// How to learn.
#[derive(Debug, Clone)]
pub struct Fit {
    /// What to learn from.
    pub course: Course,
    /// A network's file to go on from, with smaller steps; without it, learning begins anew. The
    /// games should be new to it, or those that are held back tell nothing.
    pub from: Option<PathBuf>,
    /// The network's file.
    pub output: PathBuf,
    /// Threads that learn together.
    pub threads: usize,
}

/// Positions between two steps.
const BATCH: usize = 256;

/// Size of the layers' first steps.
const RATE: f32 = 0.001;

/// Size of all steps where a network goes on to learn, as a share of what they are otherwise: whole
/// ones undo some of what it knew (loss on games held back 0.0572 instead of 0.0564).
const GOING_ON: f32 = 0.3;

/// Steps of the vectors, as a share of those of the layers: 123 of them are added up.
const VECTOR_RATE: f32 = 0.12;

/// Slope of what is clipped, outside its range: none would leave what has once strayed there for
/// good.
const LEAK: f32 = 0.03;

/// Kinds of things on kinds of points.
const PLACED: usize = ORBITS * STATES;

/// Where each part of the weights begins in one long list.
mod at {
    use super::{BUCKETS, HIDDEN, INPUTS, PATTERNS, PLACED, WIDTH};

    pub(super) const POINTS: usize = PATTERNS * WIDTH;
    pub(super) const FIRST: usize = POINTS + PLACED * WIDTH;
    pub(super) const FIRST_BIAS: usize = FIRST + HIDDEN * INPUTS;
    pub(super) const SECOND: usize = FIRST_BIAS + BUCKETS * HIDDEN;
    pub(super) const SECOND_BIAS: usize = SECOND + HIDDEN;
    /// All that is in the network ends here.
    pub(super) const END: usize = SECOND_BIAS + BUCKETS;
}

/// What patterns of the same rings and markers, in whatever order, have in common. It is learned
/// beside what each of them has of its own, and added to it in the network: so something is known
/// about patterns that are rare.
struct Kin {
    /// The kind of each pattern.
    kinds: Vec<usize>,
    /// How many kinds there are.
    count: usize,
}

impl Kin {
    fn new() -> Self {
        let mut known = BTreeMap::new();
        let kinds = (0..PATTERNS)
            .map(|pattern| {
                let mut states = windows::states(pattern);
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

    /// The weights with what is common added to what is each pattern's own.
    fn add_common(&self, weights: &[f32], whole: &mut Vec<f32>) {
        let (own, common) = weights.split_at(at::END);
        whole.clear();
        whole.extend_from_slice(own);
        for (vector, &kind) in whole.chunks_mut(WIDTH).zip(&self.kinds) {
            add(vector, slice::<WIDTH>(common, kind * WIDTH), 1.0);
            for value in vector {
                *value = value.clamp(-VECTOR_LIMIT, VECTOR_LIMIT);
            }
        }
    }

    /// The slopes of what is common: those of all its patterns, added up.
    fn share(&self, gradient: &[f32], common: &mut [f32]) {
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

/// A position to learn from, as its actor sees it.
struct Sample {
    patterns: [u16; WINDOWS],
    /// How often each thing stands on each kind of point.
    placed: [u8; PLACED],
    bucket: u8,
    /// The chance that the actor wins, 0 to 1.
    target: f32,
}

/// Canonical patterns as the actor and as the other player sees them.
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
                .map(|pattern| canonical(windows::swapped(pattern)))
                .collect(),
        }
    }
}

impl Sample {
    fn new(lesson: &Lesson) -> Self {
        let position = &lesson.position;
        let own_view = position.actor() == Color::White;
        let mut patterns = *Patterns::of(position).all();
        if !own_view {
            patterns = patterns.map(|pattern| windows::swapped(pattern as usize) as u16);
        }
        let mut placed = [0; PLACED];
        for point in Point::ALL {
            let state = windows::state(position, point) as usize;
            let seen = if own_view { state } else { foreign(state) };
            placed[orbit(point) * STATES + seen] += 1;
        }
        Self {
            patterns,
            placed,
            bucket: bucket(position) as u8,
            target: lesson.chance,
        }
    }
}

/// What a network thinks of a sample, with all that is needed to learn from it.
struct Forward {
    sums: [f32; INPUTS],
    inputs: [f32; INPUTS],
    hidden_sums: [f32; HIDDEN],
    hidden: [f32; HIDDEN],
    chance: f32,
}

fn slice<const N: usize>(list: &[f32], start: usize) -> &[f32; N] {
    // Every start is that of a whole row of the list.
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

fn forward(weights: &[f32], views: &Views, sample: &Sample) -> Forward {
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
    for (kind, &times) in sample.placed.iter().enumerate() {
        if times > 0 {
            let swapped = kind / STATES * STATES + foreign(kind % STATES);
            let times = f32::from(times);
            add::<WIDTH>(own, slice(weights, at::POINTS + kind * WIDTH), times);
            add::<WIDTH>(other, slice(weights, at::POINTS + swapped * WIDTH), times);
        }
    }
    let inputs = sums.map(|sum| sum.clamp(0.0, 1.0));
    let bucket = sample.bucket as usize;
    let mut hidden_sums = *slice::<HIDDEN>(weights, at::FIRST_BIAS + bucket * HIDDEN);
    for (index, sum) in hidden_sums.iter_mut().enumerate() {
        let row = slice::<INPUTS>(weights, at::FIRST + index * INPUTS);
        *sum += row.iter().zip(&inputs).map(|(w, x)| w * x).sum::<f32>();
    }
    let hidden = hidden_sums.map(|sum| sum.clamp(0.0, 1.0));
    let second = slice::<HIDDEN>(weights, at::SECOND);
    let odds = weights[at::SECOND_BIAS + bucket]
        + second.iter().zip(&hidden).map(|(w, x)| w * x).sum::<f32>();
    Forward {
        sums,
        inputs,
        hidden_sums,
        hidden,
        chance: sigmoid(odds),
    }
}

/// The slope of clipping as it is learned with.
fn steepness(sum: f32) -> f32 {
    if (0.0..1.0).contains(&sum) { 1.0 } else { LEAK }
}

/// Adds a sample's gradient, and says its loss.
fn learn(weights: &[f32], views: &Views, sample: &Sample, gradient: &mut [f32]) -> f64 {
    let thought = forward(weights, views, sample);
    let slope = thought.chance - sample.target;
    let bucket = sample.bucket as usize;
    gradient[at::SECOND_BIAS + bucket] += slope;
    let mut inputs = [0.0; INPUTS];
    for index in 0..HIDDEN {
        let second = at::SECOND + index;
        gradient[second] += slope * thought.hidden[index];
        let sum = thought.hidden_sums[index];
        let slope = slope * weights[second] * steepness(sum);
        gradient[at::FIRST_BIAS + bucket * HIDDEN + index] += slope;
        let row = at::FIRST + index * INPUTS;
        add::<INPUTS>(&mut inputs, slice(weights, row), slope);
        add::<INPUTS>(&mut gradient[row..row + INPUTS], &thought.inputs, slope);
    }
    for (slope, sum) in inputs.iter_mut().zip(&thought.sums) {
        *slope *= steepness(*sum);
    }
    let (own, other) = (*slice::<WIDTH>(&inputs, 0), *slice::<WIDTH>(&inputs, WIDTH));
    for &pattern in &sample.patterns {
        let pattern = pattern as usize;
        let row = views.own[pattern] as usize * WIDTH;
        add(&mut gradient[row..row + WIDTH], &own, 1.0);
        let row = views.other[pattern] as usize * WIDTH;
        add(&mut gradient[row..row + WIDTH], &other, 1.0);
    }
    for (kind, &times) in sample.placed.iter().enumerate() {
        if times > 0 {
            let swapped = kind / STATES * STATES + foreign(kind % STATES);
            let row = at::POINTS + kind * WIDTH;
            add(&mut gradient[row..row + WIDTH], &own, f32::from(times));
            let row = at::POINTS + swapped * WIDTH;
            add(&mut gradient[row..row + WIDTH], &other, f32::from(times));
        }
    }
    loss(thought.chance, sample.target)
}

/// Weights before anything is learned: sums begin in the middle of their range.
fn beginning(chance: &mut Chance) -> Vec<f32> {
    let mut weights = vec![0.0; at::END];
    for (index, weight) in weights.iter_mut().enumerate() {
        let (middle, width) = match index {
            i if i < at::POINTS => (0.0, 0.01),
            i if i < at::FIRST => (0.3 / 85.0, 0.004),
            i if i < at::FIRST_BIAS => (0.0, 0.25),
            i if i < at::SECOND => (0.3, 0.0),
            i if i < at::SECOND_BIAS => (0.0, 1.0),
            _ => (0.0, 0.0),
        };
        *weight = middle + width * chance.balanced();
    }
    weights
}

/// The weights of a network that has learned before.
fn weights_of(path: &Path) -> io::Result<Vec<f32>> {
    let bytes = fs::read(path).map_err(|error| about(path, &error))?;
    let Some(weights) = Weights::decode(&bytes) else {
        let what = format!("{}: this is no network of this program", path.display());
        return Err(io::Error::other(what));
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

/// The weights in the form of a network.
fn network(list: &[f32]) -> Weights {
    Weights {
        patterns: (0..PATTERNS).map(|row| *slice(list, row * WIDTH)).collect(),
        points: std::array::from_fn(|orbit| {
            std::array::from_fn(|state| *slice(list, at::POINTS + (orbit * STATES + state) * WIDTH))
        }),
        first: std::array::from_fn(|row| *slice(list, at::FIRST + row * INPUTS)),
        first_bias: std::array::from_fn(|row| *slice(list, at::FIRST_BIAS + row * HIDDEN)),
        second: *slice(list, at::SECOND),
        second_bias: *slice(list, at::SECOND_BIAS),
    }
}

/// Runs a function over parts of the samples side by side and adds up what it says.
///
/// # Errors
///
/// If there are not so many threads, or one of them fails.
fn side_by_side(
    threads: usize,
    samples: &[&Sample],
    gradients: &mut [Vec<f32>],
    each: impl Fn(&Sample, &mut Vec<f32>) -> f64 + Sync,
) -> io::Result<f64> {
    let part = samples.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let mut sum = 0.0;
        let mut handles = Vec::new();
        for (part, gradient) in samples.chunks(part).zip(gradients) {
            let each = &each;
            let learn = move || {
                let all = part.iter().map(|sample| each(sample, gradient));
                all.sum::<f64>()
            };
            handles.push(thread::Builder::new().spawn_scoped(scope, learn)?);
        }
        for handle in handles {
            sum += handle
                .join()
                .map_err(|_| io::Error::other("a thread that learned has failed"))?;
        }
        Ok(sum)
    })
}

/// Learns a network and writes it, after every epoch as it is then.
///
/// # Errors
///
/// If a file cannot be read or written, or is no network, or there is nothing to learn from.
pub fn fit(task: &Fit, out: &mut impl Write) -> io::Result<()> {
    let known = task.from.as_deref().map(weights_of).transpose()?;
    let (learned, held_back) = lesson::read(&task.course, Sample::new, out)?;
    let views = Views::new();
    let mut chance = Chance::new(task.course.seed);
    let kin = Kin::new();
    let pace = if known.is_some() { GOING_ON } else { 1.0 };
    let mut weights = known.unwrap_or_else(|| beginning(&mut chance));
    // What a network knows is each pattern's own, whatever of it was common.
    weights.resize(at::END + kin.count * WIDTH, 0.0);
    let mut whole = Vec::new();
    kin.add_common(&weights, &mut whole);
    let mut slopes = vec![0.0; weights.len()];
    let threads = task.threads.max(1);
    let mut gradients = vec![vec![0.0; at::END]; threads];
    let held_back: Vec<&Sample> = held_back.iter().collect();
    let mut order: Vec<&Sample> = learned.iter().collect();
    let mut adam = Adam::new(
        weights.len(),
        task.course.epochs * order.len().div_ceil(BATCH),
    );
    for epoch in 1..=task.course.epochs {
        chance.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            for gradient in &mut gradients {
                gradient.fill(0.0);
            }
            sum += side_by_side(threads, batch, &mut gradients, |sample, gradient| {
                learn(&whole, &views, sample, gradient)
            })?;
            let Some((first, rest)) = gradients.split_first_mut() else {
                break;
            };
            for other in rest {
                for (sum, value) in first.iter_mut().zip(other) {
                    *sum += *value;
                }
            }
            for (slope, value) in slopes.iter_mut().zip(&*first) {
                *slope = value / batch.len() as f32;
            }
            let (own, common) = slopes.split_at_mut(at::END);
            kin.share(own, common);
            adam.step(&mut weights, &slopes, |index| {
                if (at::FIRST..at::END).contains(&index) {
                    (pace * RATE, LAYER_LIMIT)
                } else {
                    (pace * RATE * VECTOR_RATE, VECTOR_LIMIT)
                }
            });
            kin.add_common(&weights, &mut whole);
        }
        let held = side_by_side(threads, &held_back, &mut gradients, |sample, _| {
            loss(forward(&whole, &views, sample).chance, sample.target)
        })?;
        writeln!(
            out,
            "epoch {epoch}: loss {:.5}, held back {:.5}",
            sum / order.len() as f64,
            held / held_back.len() as f64
        )?;
        replace_file(&task.output, &network(&whole).encode())
            .map_err(|error| about(&task.output, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::tools::learn::{SelfPlay, self_play};

    #[test]
    fn a_network_goes_on_where_it_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let games = SelfPlay {
            games: 60,
            nodes: 10,
            seed: 5,
            threads: 2,
            output: at("games"),
            options: Options {
                hash: 1 << 16,
                ..Options::default()
            },
        };
        self_play(&games, &mut io::sink()).unwrap();
        // How far off the network was while it saw everything for the first time.
        let learned = |from: Option<&str>, epochs, output: &str| {
            let task = Fit {
                course: Course {
                    games: vec![at("games")],
                    epochs,
                    result: 0.1,
                    seed: 1,
                },
                from: from.map(at),
                output: at(output),
                threads: 1,
            };
            let mut told = Vec::new();
            fit(&task, &mut told)?;
            let told = String::from_utf8(told).unwrap();
            let (_, loss) = told.split_once("epoch 1: loss ").unwrap();
            io::Result::Ok(loss[..7].parse::<f64>().unwrap())
        };
        let anew = learned(None, 4, "anew").unwrap();
        let further = learned(Some("anew"), 1, "further").unwrap();
        assert!(further < 0.9 * anew, "{further} {anew}");
        assert_eq!(learned(Some("anew"), 1, "again").unwrap(), further);
        assert_eq!(
            fs::read(at("again")).unwrap(),
            fs::read(at("further")).unwrap()
        );
        let file = fs::read(at("anew")).unwrap();
        assert_eq!(network(&weights_of(&at("anew")).unwrap()).encode(), file);
        fs::write(at("half"), &file[..file.len() / 2]).unwrap();
        for wrong in ["games", "half", "nowhere"] {
            let error = learned(Some(wrong), 1, "never").unwrap_err();
            assert!(error.to_string().contains(wrong), "{error}");
            assert!(!at("never").exists());
        }
    }
}
