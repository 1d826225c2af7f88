//! The neural network evaluation (NNUE) over the patterns of all windows of five points.
//!
//! Each pattern has a vector, and so has each state of a point by the point's orbit under the
//! board's symmetries. The vectors are summed up twice: from white's view and from black's. The
//! evaluation is symmetric: the windows of all three axes share their vectors, and so do a pattern
//! and its reverse. The sums are the accumulator, which is updated incrementally (Nasu,
//! "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018;
//! vectors of line patterns as in Rapfi, a Gomoku engine). Two small layers follow. All arithmetic
//! is in integers, so that every machine computes the same value.

use std::array;
use std::sync::LazyLock;

use wide::{i16x16, i32x8};

use super::evaluate::Evaluate;
use super::features::{self, PATTERNS, Patterns, STATES, reversed, swapped, swapped_state};
use super::score::Score;
use crate::game::{Color, Point, Position, Stage, Symmetry};

/// Length of a vector, for one player's view.
pub const WIDTH: usize = 32;

/// Inputs of the first layer: the actor's view, then the other player's.
pub const INPUTS: usize = 2 * WIDTH;

/// Outputs of the first layer.
pub const HIDDEN: usize = 16;

/// Number of buckets of positions, which have biases of their own; see [`bucket`].
pub const BUCKETS: usize = 10;

/// Quantisation of sums and of the first layer's outputs: what 1.0 becomes.
pub(crate) const ONE: f32 = 128.0;

/// Quantisation of the weights of the layers: what 1.0 becomes.
pub(crate) const WEIGHT_ONE: f32 = (1 << WEIGHT_BITS) as f32;

/// Its binary logarithm.
const WEIGHT_BITS: i32 = 6;

/// Number of orbits of points under the board's symmetries.
pub const ORBITS: usize = 11;

/// Header of a network file: magic number and sizes.
const HEADER: [u8; 8] = [
    b'R',
    b'L',
    b'N',
    b'1',
    WIDTH as u8,
    HIDDEN as u8,
    BUCKETS as u8,
    ORBITS as u8,
];

/// The orbits of all slots of the grid.
static ORBIT: LazyLock<[u8; 121]> = LazyLock::new(|| {
    // The lowest point of each orbit.
    let mut firsts: Vec<Option<Point>> = Vec::new();
    let mut orbits = [0; 121];
    for point in Point::ALL {
        let first = Symmetry::all().map(|symmetry| symmetry.of(point)).min();
        let orbit = firsts.iter().position(|&other| other == first);
        orbits[point.slot()] = orbit.unwrap_or_else(|| {
            firsts.push(first);
            firsts.len() - 1
        }) as u8;
    }
    orbits
});

/// The orbit of a point, below [`ORBITS`].
pub fn orbit(point: Point) -> usize {
    ORBIT[point.slot()] as usize
}

/// The one of a pattern and its reverse that stands for both.
pub fn canonical(pattern: usize) -> usize {
    pattern.min(reversed(pattern))
}

/// The bucket of a position: by the rings that each player still has to remove (1 to 3); one for
/// the placement of rings.
pub fn bucket(position: &Position) -> usize {
    if position.stage() == Stage::Place {
        return BUCKETS - 1;
    }
    let goal = position.variant().goal();
    let left = |color| usize::from(goal.saturating_sub(position.removed(color)).clamp(1, 3)) - 1;
    3 * left(position.actor()) + left(!position.actor())
}

/// Outputs of the first layer that are computed at once (SIMD lanes).
const LANES: usize = 8;

/// Number of groups of [`LANES`] outputs.
const GROUPS: usize = HIDDEN / LANES;

const _: () = assert!(HIDDEN.is_multiple_of(LANES) && INPUTS.is_multiple_of(2));

/// The sums of both views: white's, then black's.
type Sums = [i16; INPUTS];

/// A quantised network, laid out for fast evaluation.
pub(crate) struct Network {
    patterns: Vec<Sums>,
    points: [[Sums; STATES]; ORBITS],
    /// Weights by pairs of inputs: the weights of a pair are adjacent, as SIMD multiplies 16-bit
    /// numbers and adds neighbours in one instruction.
    first: [[i16x16; GROUPS]; INPUTS / 2],
    first_bias: [[i32x8; GROUPS]; BUCKETS],
    second: [i32x8; GROUPS],
    second_bias: [i32; BUCKETS],
}

/// The weights of a network as floating-point numbers, as they are trained.
pub struct Weights {
    /// A vector for each pattern; only those of [`canonical`] patterns are used.
    pub patterns: Vec<[f32; WIDTH]>,
    /// A vector for each orbit and state.
    pub points: [[[f32; WIDTH]; STATES]; ORBITS],
    /// Weights of the hidden layer.
    pub first: [[f32; INPUTS]; HIDDEN],
    /// Biases of the hidden layer, by bucket.
    pub first_bias: [[f32; HIDDEN]; BUCKETS],
    /// Weights of the output.
    pub second: [f32; HIDDEN],
    /// Bias of the output, by bucket.
    pub second_bias: [f32; BUCKETS],
}

/// Largest absolute value of a vector's numbers: the sums of 123 windows and 85 points fit into 16
/// bits.
pub const VECTOR_LIMIT: f32 = 1.2;

/// Largest absolute value of the layers' weights and biases.
pub const LAYER_LIMIT: f32 = 60.0;

/// Quantises a number of a vector or a weight; `one` is what 1.0 becomes.
fn quantise(value: f32, one: f32) -> i16 {
    (value * one).round() as i16
}

/// Quantises a bias. None exceeds [`LAYER_LIMIT`], so that the 24 bits of an `f32` hold every
/// bias of a file exactly.
fn quantise_bias(value: f32) -> i32 {
    (value * ONE * WEIGHT_ONE).round() as i32
}

impl Weights {
    /// The network as a file: quantised numbers of 16 and 32 bits, little-endian.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        let mut write = |values: &[f32], one: f32| {
            bytes.extend(values.iter().flat_map(|&v| quantise(v, one).to_le_bytes()));
        };
        for (pattern, vector) in self.patterns.iter().enumerate() {
            if canonical(pattern) == pattern {
                write(vector, ONE);
            }
        }
        self.points.iter().flatten().for_each(|v| write(v, ONE));
        self.first.iter().for_each(|v| write(v, WEIGHT_ONE));
        write(&self.second, WEIGHT_ONE);
        let biases = self.first_bias.as_flattened().iter();
        let biases = biases.chain(&self.second_bias);
        bytes.extend(biases.flat_map(|&v| quantise_bias(v).to_le_bytes()));
        bytes
    }

    /// The weights of a file that [`Weights::encode`] wrote; `None` for any other file.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = NumberReader(bytes.strip_prefix(&HEADER)?);
        let mut patterns = vec![[0.0; WIDTH]; PATTERNS];
        for (pattern, vector) in patterns.iter_mut().enumerate() {
            if canonical(pattern) == pattern {
                *vector = reader.numbers(ONE)?;
            }
        }
        let mut points = [[[0.0; WIDTH]; STATES]; ORBITS];
        for vector in points.as_flattened_mut() {
            *vector = reader.numbers(ONE)?;
        }
        let mut first = [[0.0; INPUTS]; HIDDEN];
        for row in &mut first {
            *row = reader.numbers(WEIGHT_ONE)?;
        }
        let second = reader.numbers(WEIGHT_ONE)?;
        let mut first_bias = [[0.0; HIDDEN]; BUCKETS];
        for row in &mut first_bias {
            *row = reader.biases()?;
        }
        let second_bias = reader.biases()?;
        reader.0.is_empty().then_some(Self {
            patterns,
            points,
            first,
            first_bias,
            second,
            second_bias,
        })
    }
}

/// Reads quantised numbers from a network file.
struct NumberReader<'a>(&'a [u8]);

impl NumberReader<'_> {
    /// `N` numbers of 16 bits; `one` is what 1.0 became.
    fn numbers<const N: usize>(&mut self, one: f32) -> Option<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            let (bytes, rest) = self.0.split_first_chunk()?;
            (*value, self.0) = (f32::from(i16::from_le_bytes(*bytes)) / one, rest);
        }
        Some(values)
    }

    /// `N` biases of 32 bits.
    fn biases<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            let (bytes, rest) = self.0.split_first_chunk()?;
            let bias = i32::from_le_bytes(*bytes) as f32;
            (*value, self.0) = (bias / (ONE * WEIGHT_ONE), rest);
        }
        Some(values)
    }
}

impl Network {
    /// The network of a file that [`Weights::encode`] wrote; `None` for any other file.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        Weights::decode(bytes).map(|weights| Self::new(&weights))
    }

    /// Quantises weights.
    fn new(weights: &Weights) -> Self {
        let vector = |vector: &[f32; WIDTH]| vector.map(|value| quantise(value, ONE));
        let weight = |value: f32| quantise(value, WEIGHT_ONE);
        let both = |own: &[f32; WIDTH], other: &[f32; WIDTH]| {
            let mut sums = [0; INPUTS];
            sums[..WIDTH].copy_from_slice(&vector(own));
            sums[WIDTH..].copy_from_slice(&vector(other));
            sums
        };
        let view = |pattern: usize| &weights.patterns[canonical(pattern)];
        let grouped = |values: [i32; HIDDEN]| {
            array::from_fn(|group| i32x8::new(array::from_fn(|i| values[LANES * group + i])))
        };
        Self {
            patterns: (0..PATTERNS)
                .map(|pattern| both(view(pattern), view(swapped(pattern))))
                .collect(),
            points: weights.points.map(|views| {
                array::from_fn(|state| both(&views[state], &views[swapped_state(state)]))
            }),
            first: array::from_fn(|pair| {
                array::from_fn(|group| {
                    i16x16::new(array::from_fn(|i| {
                        weight(weights.first[LANES * group + i / 2][2 * pair + i % 2])
                    }))
                })
            }),
            first_bias: weights
                .first_bias
                .map(|row| grouped(row.map(quantise_bias))),
            second: grouped(weights.second.map(|value| i32::from(weight(value)))),
            second_bias: weights.second_bias.map(quantise_bias),
        }
    }
}

/// The patterns of a position, and the sums of their vectors.
#[derive(Clone, Copy)]
pub(crate) struct VectorSums {
    patterns: Patterns,
    sums: Sums,
}

impl Evaluate for Network {
    type Accumulator = VectorSums;

    fn refresh(&self, position: &Position) -> VectorSums {
        let patterns = Patterns::of(position);
        let mut sums = [0; INPUTS];
        let mut add = |vector: &Sums| {
            for (sum, value) in sums.iter_mut().zip(vector) {
                *sum += value;
            }
        };
        for &pattern in patterns.all() {
            add(&self.patterns[pattern as usize]);
        }
        for point in Point::ALL {
            add(&self.points[orbit(point)][features::state(position, point) as usize]);
        }
        VectorSums { patterns, sums }
    }

    #[inline]
    fn update(&self, accumulator: &VectorSums, old: &Position, new: &Position) -> VectorSums {
        let mut sums = accumulator.sums;
        let mut points = sums;
        points.fill(0);
        let patterns = accumulator.patterns.update(
            old,
            new,
            |point, before, after| {
                let vectors = &self.points[ORBIT[point.slot()] as usize];
                let (new, old) = (&vectors[after], &vectors[before]);
                for i in 0..INPUTS {
                    points[i] += new[i] - old[i];
                }
            },
            |before, after| {
                let (new, old) = (&self.patterns[after], &self.patterns[before]);
                for i in 0..INPUTS {
                    sums[i] += new[i] - old[i];
                }
            },
        );
        for i in 0..INPUTS {
            sums[i] += points[i];
        }
        VectorSums { patterns, sums }
    }

    #[inline]
    fn evaluate(&self, accumulator: &VectorSums, position: &Position) -> i32 {
        let one = ONE as i16;
        let mut inputs = accumulator.sums.map(|sum| sum.clamp(0, one));
        if position.actor() == Color::Black {
            inputs.rotate_left(WIDTH);
        }
        let bucket = bucket(position);
        let mut hidden = self.first_bias[bucket];
        for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(&self.first) {
            let pair = i16x16::new(array::from_fn(|i| pair[i % 2]));
            for (sum, &weights) in hidden.iter_mut().zip(weights) {
                *sum += weights.dot(pair);
            }
        }
        let mut value = self.second_bias[bucket];
        for (&sum, &weights) in hidden.iter().zip(&self.second) {
            // The shift rounds negative numbers differently from a division; they are clipped.
            let output = (sum >> WEIGHT_BITS)
                .max(i32x8::ZERO)
                .min(i32x8::splat(i32::from(one)));
            value += (output * weights).reduce_add();
        }
        // Below 2^31: 16 outputs of at most 128, with weights and biases within `LAYER_LIMIT`.
        value * Score::CP_PER_LOGIT / (ONE * WEIGHT_ONE) as i32
    }
}

/// The built-in network.
pub(crate) fn built_in() -> &'static Network {
    static NETWORK: LazyLock<Network> = LazyLock::new(|| {
        #[expect(clippy::expect_used, reason = "tests read the built-in file")]
        Network::decode(include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../assets/engine/network.bin"
        )))
        .expect("the built-in network is valid")
    });
    &NETWORK
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn updated_sums_are_those_of_the_position() {
        let network = built_in();
        let mut seed = 1_u64;
        let mut position = Position::start(Variant::Normal);
        let mut accumulator = network.refresh(&position);
        while position.stage() != Stage::Over {
            let actions = position.legal_actions();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let next = position.play_unchecked(actions[(seed >> 33) as usize % actions.len()]);
            accumulator = network.update(&accumulator, &position, &next);
            position = next;
            let fresh = network.refresh(&position);
            assert_eq!(accumulator.sums, fresh.sums, "{position}");
        }
    }

    const FILE: &[u8] = include_bytes!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/engine/network.bin"
    ));

    /// The evaluation, computed from the file one number at a time.
    fn plain_evaluation(position: &Position) -> i32 {
        let weights = Weights::decode(FILE).unwrap();
        let one = ONE as i32;
        let mut sums = [[0; WIDTH]; 2];
        let mut add = |view: usize, vector: &[f32; WIDTH]| {
            for (sum, &value) in sums[view].iter_mut().zip(vector) {
                *sum += i32::from(quantise(value, ONE));
            }
        };
        let black = position.actor() == Color::Black;
        for &pattern in Patterns::of(position).all() {
            let (white, other) = (pattern as usize, swapped(pattern as usize));
            add(usize::from(black), &weights.patterns[canonical(white)]);
            add(usize::from(!black), &weights.patterns[canonical(other)]);
        }
        for point in Point::ALL {
            let (vectors, state) = (
                &weights.points[orbit(point)],
                features::state(position, point) as usize,
            );
            add(usize::from(black), &vectors[state]);
            add(usize::from(!black), &vectors[swapped_state(state)]);
        }
        let bucket = bucket(position);
        let mut value = quantise_bias(weights.second_bias[bucket]);
        for (output, row) in weights.first.iter().enumerate() {
            let mut sum = quantise_bias(weights.first_bias[bucket][output]);
            for (&weight, &input) in row.iter().zip(sums.as_flattened()) {
                sum += i32::from(quantise(weight, WEIGHT_ONE)) * input.clamp(0, one);
            }
            let output_weight = i32::from(quantise(weights.second[output], WEIGHT_ONE));
            value += (sum / WEIGHT_ONE as i32).clamp(0, one) * output_weight;
        }
        value * Score::CP_PER_LOGIT / (ONE * WEIGHT_ONE) as i32
    }

    #[test]
    fn the_fast_evaluation_is_the_plain_one() {
        let mut seed = 9_u64;
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..12 {
            let mut position = Position::start(Variant::Normal);
            while position.stage() != Stage::Over {
                let network = built_in();
                let value = network.evaluate(&network.refresh(&position), &position);
                assert_eq!(value, plain_evaluation(&position), "{position}");
                seen.insert((position.actor().index(), bucket(&position)));
                let actions = position.legal_actions();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position = position.play_unchecked(actions[(seed >> 33) as usize % actions.len()]);
            }
        }
        // Both actors, and most buckets.
        assert!(seen.len() >= 12, "{seen:?}");
    }

    #[test]
    fn a_file_reads_back_equal() {
        let weights = Weights::decode(FILE).unwrap();
        assert_eq!(weights.encode(), FILE);
        assert!(Weights::decode(&FILE[..FILE.len() - 1]).is_none());
        assert!(Weights::decode(&FILE[1..]).is_none());
        assert!(Weights::decode(&[FILE, &[0]].concat()).is_none());
    }

    #[test]
    fn buckets_tell_whose_rings_are_left() {
        let start = Position::start(Variant::Normal);
        assert_eq!(bucket(&start), BUCKETS - 1);
        // White has one ring to remove yet, black two.
        let text = "1R2/1M1M3/2Mm4/1M1MRr1m1/1R1m1M4/2rMmMMm1/Mrm1mmMmm1/2MmrMMMm/5m2/m5m/4 b b \
                    move 2-1 normal";
        let position: Position = text.parse().unwrap();
        assert_eq!(bucket(&position), 3);
        let other: Position = text.replace("b b", "w w").parse().unwrap();
        assert_eq!(bucket(&other), 1);
    }

    #[test]
    fn every_orbit_is_numbered() {
        let mut counts = [0; ORBITS];
        for point in Point::ALL {
            counts[orbit(point)] += 1;
        }
        counts.sort_unstable();
        assert_eq!(counts, [1, 6, 6, 6, 6, 6, 6, 12, 12, 12, 12]);
    }
}
